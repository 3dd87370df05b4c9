"""16.1 - Losses: who may take the next step, and who chooses."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MOST, numbers, select
from grognard.engine.game import Action, Procedure, Question, Seat, frozen
from grognard.engine.meaning import Pieces
from grognard.games.eastfront.combat import Attrition
from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.state import Luga

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.games.eastfront.engaged import Battle
    from grognard.games.eastfront.printed import Kinds

TO: Final = tuple(Action("to", hex_) for hex_ in range(MOST))
LOSE: Final = tuple(Action("lose", piece) for piece in range(MOST))
HALT: Final = Action("halt")


class First(Enum):
    """16.3, 11.4.4 - what the first step lost must be."""

    ANY = "any"
    ENGINEER = "engineer"
    ARMOUR = "armour"
    ANTI_ARMOUR = "armour, else anti-tank or anti-aircraft"
    CAVALRY = "cavalry"


FIRST: Final = {
    None: First.ANY,
    Attrition.ENGINEER: First.ENGINEER,
    Attrition.ARMOUR: First.ARMOUR,
    Attrition.ANTI_ARMOUR: First.ANTI_ARMOUR,
}
"""16.3 - what the charts call attrition."""


def battle_of(state: Luga) -> Battle:
    """Return the attack being fought."""
    if state.battle is None:
        raise LookupError("no attack is being fought")
    return state.battle


def on_map(state: Luga, pieces: Pieces) -> Pieces:
    """Return those of some units that are still on the map."""
    return pieces & (state.owned[Side.GERMAN] | state.owned[Side.SOVIET])


def may_lose(kinds: Kinds, pieces: Pieces, first: First) -> Pieces:
    """16.3 - who of some units may take the next step."""
    wanted: tuple[Pieces, ...] = ()
    if first is First.ENGINEER:
        wanted = (kinds.engineers,)
    elif first is First.ARMOUR:
        wanted = (kinds.armour,)
    elif first is First.ANTI_ARMOUR:
        wanted = (kinds.armour, kinds.antitank | kinds.antiaircraft)
    elif first is First.CAVALRY:
        wanted = (kinds.cavalry,)
    return next((pieces & kind for kind in wanted if pieces & kind), pieces)


@frozen
class LoseFrom(Procedure[Luga]):
    """16.1 - these units lose so many steps; beyond what is there, none."""

    side: Side
    pieces: Pieces
    number: int
    first: First
    last: Pieces
    """14.3 - those whose steps are lost last."""

    def run(self, state: Luga) -> None:
        """16.1 - the owner chooses, step by step; attrition binds the first alone."""
        left = on_map(state, self.pieces)
        if self.number < 1 or not left:
            return
        able = left
        if self.first is not First.ANY:
            able = may_lose(state.scenario.kinds, left, self.first)
        if able == left:
            able = left & ~self.last or left
        following = LoseFrom(self.side, left, self.number - 1, First.ANY, self.last)
        if able & (able - 1):
            state.ask(Lose(self.side, able), following)
        else:
            state.lose(able.bit_length() - 1, "16.1")
            state.ask(following)


@frozen
class Lose(Question[Luga]):
    """16.1 - which unit takes the next step."""

    rule: ClassVar[str] = "16.1"
    side: Side
    pieces: Pieces

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        return select(LOSE, self.pieces)

    def answer(self, state: Luga, action: Action) -> None:
        state.lose(action.noun, "16.1")


@frozen
class Eliminate(Procedure[Luga]):
    """16.1 - all of these units are eliminated."""

    pieces: Pieces

    def run(self, state: Luga) -> None:
        """16.1 - "e"."""
        for piece in numbers(on_map(state, self.pieces)):
            state.destroy(piece, "16.1")
