"""The verbs of Petrograd, and what each of them names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.game import Noun
from grognard.kit.answering import verbs_of

if TYPE_CHECKING:
    from collections.abc import Mapping

VERBS: Final[Mapping[str, Noun]] = {
    "to": Noun.HEX,
    "wait": Noun.NOTHING,
    "rail": Noun.PIECE,
    "press": Noun.NOTHING,
    "leave": Noun.NOTHING,
    "move": Noun.PIECE,
    "stay": Noun.NOTHING,
    "done": Noun.NOTHING,
    "attack": Noun.HEX,
    "join": Noun.PIECE,
    "support": Noun.PIECE,
    "fight": Noun.NOTHING,
    "night": Noun.NOTHING,
    "enough": Noun.NOTHING,
    "throw": Noun.NUMBER,
    "choose": Noun.NUMBER,
    "lose": Noun.PIECE,
    "advance": Noun.PIECE,
    "halt": Noun.NOTHING,
    "refit": Noun.PIECE,
    "dig": Noun.HEX,
}
OF_PIECES: Final = verbs_of(VERBS, Noun.PIECE)
OF_HEXES: Final = verbs_of(VERBS, Noun.HEX)
OF_THINGS: Final = verbs_of(VERBS, Noun.PIECE, Noun.HEX, Noun.WORD)
"""The verbs that may stand before what a player asks about: ``move KG72``."""
