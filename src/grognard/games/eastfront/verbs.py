"""The verbs of the Luga Line, and what each of them names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.game import Noun
from grognard.kit.answering import verbs_of

if TYPE_CHECKING:
    from collections.abc import Mapping

VERBS: Final[Mapping[str, Noun]] = {
    "throw": Noun.NUMBER,
    "to": Noun.HEX,
    "release": Noun.NOTHING,
    "keep": Noun.NOTHING,
    "activate": Noun.PIECE,
    "move": Noun.PIECE,
    "with": Noun.PIECE,
    "overrun": Noun.HEX,
    "stay": Noun.NOTHING,
    "done": Noun.NOTHING,
    "attack": Noun.HEX,
    "also": Noun.HEX,
    "withdraw": Noun.HEX,
    "join": Noun.PIECE,
    "declare": Noun.NOTHING,
    "declare_supplied": Noun.NOTHING,
    "abandon": Noun.NOTHING,
    "blow": Noun.WORD,
    "repair": Noun.WORD,
    "react": Noun.PIECE,
    "pass": Noun.NOTHING,
    "stand": Noun.NOTHING,
    "give_way": Noun.NOTHING,
    "resolve": Noun.HEX,
    "support": Noun.PIECE,
    "air": Noun.NOTHING,
    "unclaim": Noun.NOTHING,
    "fight": Noun.NOTHING,
    "enough": Noun.NOTHING,
    "lose": Noun.PIECE,
    "give_up": Noun.NOTHING,
    "advance": Noun.PIECE,
    "halt": Noun.NOTHING,
    "convert": Noun.HEX,
}
OF_PIECES: Final = verbs_of(VERBS, Noun.PIECE)
OF_HEXES: Final = verbs_of(VERBS, Noun.HEX)
OF_THINGS: Final = verbs_of(VERBS, Noun.PIECE, Noun.HEX, Noun.WORD)
"""The verbs that may stand before what a player asks about: ``move KG72``."""
