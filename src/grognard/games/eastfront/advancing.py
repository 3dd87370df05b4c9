"""16.7 - Advance into an empty hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MOST, numbers
from grognard.engine.game import Action, Procedure, Question, Seat, frozen
from grognard.engine.meaning import PieceIndex
from grognard.games.eastfront import works
from grognard.games.eastfront.parts import HALT, TO, battle_of, on_map
from grognard.games.eastfront.printed import ENEMY
from grognard.games.eastfront.sight import hidden, look, tell
from grognard.games.eastfront.stacking import fits
from grognard.games.eastfront.state import Luga

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex, Region

ADVANCE: Final = tuple(Action("advance", piece) for piece in range(MOST))


def able(state: Luga) -> dict[PieceIndex, Region]:
    """16.7 - the attackers that may enter an empty hex, and which."""
    battle = battle_of(state)
    empty = battle.targets & ~state.occupied(ENEMY[battle.side])
    found = {}
    for piece in numbers(on_map(state, battle.attackers)):
        here = state.where[piece]
        if not battle.origins >> here & 1:
            continue
        goals = 0
        for hex_ in numbers(empty):
            if not works.is_unbridged(state, here, hex_) and fits(state, hex_, 1 << piece):
                goals |= 1 << hex_
        if goals:
            found[piece] = goals
    return found


@frozen
class BeginAdvance(Procedure[Luga]):
    """16.7 - the attackers may advance, if the hex is empty."""

    def run(self, state: Luga) -> None:
        """16.7 - ask as long as somebody can."""
        if able(state):
            state.ask(Advance())


@frozen
class Advance(Question[Luga]):
    """16.7 - which attacker enters next, or none."""

    rule: ClassVar[str] = "16.7"

    def seat(self, state: Luga) -> Seat:
        return battle_of(state).side

    def options(self, state: Luga) -> Sequence[Action]:
        return [*[ADVANCE[piece] for piece in able(state)], HALT]

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "halt":
            return
        goals = numbers(able(state)[action.noun])
        if len(goals) > 1:
            state.ask(AdvanceTo(action.noun))
        else:
            enter(state, action.noun, goals[0])


@frozen
class AdvanceTo(Question[Luga]):
    """16.7 - into which of two empty hexes a unit goes."""

    rule: ClassVar[str] = "16.7"
    piece: PieceIndex

    def seat(self, state: Luga) -> Seat:
        return battle_of(state).side

    def options(self, state: Luga) -> Sequence[Action]:
        return [TO[hex_] for hex_ in numbers(able(state)[self.piece])]

    def answer(self, state: Luga, action: Action) -> None:
        enter(state, self.piece, action.noun)


def enter(state: Luga, piece: PieceIndex, hex_: Hex) -> None:
    """16.7 - a unit enters, then others may."""
    side = battle_of(state).side
    start, was = state.where[piece], hidden(state, ENEMY[side])
    state.put(piece, hex_)
    tell(state, "advanced", "16.7", side, 1 << piece, was, start=start, hex=hex_)
    look(state)
    state.ask(BeginAdvance())
