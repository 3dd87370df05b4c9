"""The verbs of Bautzen, and what each of them names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.game import Noun
from grognard.kit.answering import verbs_of

if TYPE_CHECKING:
    from collections.abc import Mapping

VERBS: Final[Mapping[str, Noun]] = {
    "ready": Noun.NUMBER,
    "free": Noun.NOTHING,
    "to": Noun.HEX,
    "move": Noun.PIECE,
    "stack": Noun.HEX,
    "stay": Noun.NOTHING,
    "top": Noun.NOTHING,
    "withdraw": Noun.NOTHING,
    "done": Noun.NOTHING,
    "attack": Noun.HEX,
    "join": Noun.PIECE,
    "support": Noun.PIECE,
    "fight": Noun.NOTHING,
    "enough": Noun.NOTHING,
    "commit": Noun.PIECE,
    "seal": Noun.NOTHING,
    "throw": Noun.NUMBER,
    "retreat": Noun.NUMBER,
    "lose": Noun.PIECE,
    "advance": Noun.PIECE,
    "halt": Noun.NOTHING,
    "release": Noun.WORD,
}
OF_PIECES: Final = verbs_of(VERBS, Noun.PIECE)
OF_HEXES: Final = verbs_of(VERBS, Noun.HEX)
OF_THINGS: Final = verbs_of(VERBS, Noun.PIECE, Noun.HEX, Noun.WORD)
"""The verbs that may stand before what a player asks about: ``move KG72``."""
