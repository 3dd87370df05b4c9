"""8.2.4 to 8.2.8 - What a combat leads to, in the order in which it is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import numbers
from grognard.engine.game import CHANCE, Action, Procedure, Question, Seat, frozen
from grognard.engine.meaning import PieceIndex
from grognard.games.petrograd.advancing import BeginAdvance
from grognard.games.petrograd.parts import (
    LoseFrom,
    battle_of,
    engaged,
    had_troops,
    half_of,
    side_of,
    steadfast,
)
from grognard.games.petrograd.retreating import BeginRetreat
from grognard.games.petrograd.state import Petrograd
from grognard.games.petrograd.table import Role
from grognard.kit.dice import TWO_D6

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.games.petrograd.table import Effect, HalfOption

CHOOSE: Final = tuple(Action("choose", number) for number in range(1, 10))


@frozen
class TakeResult(Procedure[Petrograd]):
    """8.2.4 - a part takes its results; a half of one option is no choice."""

    role: Role

    def run(self, state: Petrograd) -> None:
        """8.2.4 - ask whoever chooses, where there is a choice."""
        options = half_of(state, self.role).options
        if not engaged(state, self.role):
            return
        if len(options) > 1:
            state.ask(ChooseResult(self.role))
        else:
            take(state, self.role, options[0])


@frozen
class ChooseResult(Question[Petrograd]):
    """8.2.4 - which of the results of a half is taken: the owner chooses, or the defender (D)."""

    rule: ClassVar[str] = "8.2.4"
    role: Role

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), half_of(state, self.role).chooser)

    def options(self, state: Petrograd) -> Sequence[Action]:
        return CHOOSE[: len(half_of(state, self.role).options)]

    def answer(self, state: Petrograd, action: Action) -> None:
        take(state, self.role, half_of(state, self.role).options[action.noun - 1])


def take(state: Petrograd, role: Role, option: HalfOption) -> None:
    """8.2.5 to 8.2.8 - everything that one option does to a part, in order."""
    battle, result = battle_of(state), option.effect
    side = side_of(battle, role)
    state.note("result", "8.2.4", side=side, option=option.text, extra=battle.extra)
    state.ask(TakeLosses(role, result.losses + battle.extra), *_fate(state, role, result))


def _fate(state: Petrograd, role: Role, result: Effect) -> list[Procedure[Petrograd]]:
    """8.2.5 to 8.2.8 - what follows the losses."""
    if result.surrender:
        return [Surrender(role)]
    found: list[Procedure[Petrograd]] = []
    if result.disorganised:
        found.append(Disorganise(role))
    found.append(BeginRetreat(role, result.retreat, result.rout))
    if result.advance:
        found.append(BeginAdvance(role, result.advance))
    return found


@frozen
class TakeLosses(Procedure[Petrograd]):
    """8.2.5 - a part has losses to take."""

    role: Role
    number: int

    def run(self, state: Petrograd) -> None:
        """8.2.5 - from its troops; a part that had none loses steps of other pieces."""
        pieces = engaged(state, self.role)
        if had_troops(state, self.role):
            pieces &= state.scenario.kinds.troops
        state.ask(LoseFrom(self.role, pieces, self.number, is_blocked=False))


@frozen
class Disorganise(Procedure[Petrograd]):
    """8.2.5 - "d": the pieces engaged fall into disorder."""

    role: Role

    def run(self, state: Petrograd) -> None:
        """8.2.5 - all but fort guns, ships and aircraft."""
        shaken = engaged(state, self.role) & ~steadfast(state)
        fresh = shaken & ~state.disorganised
        state.disorganised |= shaken
        if fresh:
            side = side_of(battle_of(state), self.role)
            state.note("disorganised", "8.2.5", side=side, pieces=numbers(fresh), hidden=[])


# 8.2.8 Surrender


@frozen
class Surrender(Procedure[Petrograd]):
    """8.2.8 - all that is left of a part lays down its arms."""

    role: Role

    def run(self, state: Petrograd) -> None:
        """8.2.8 - they leave the game, their SP are prisoners; leaders escape."""
        side, pieces = side_of(battle_of(state), self.role), engaged(state, self.role)
        troops = pieces & state.scenario.kinds.troops
        points = sum([state.steps[piece] for piece in numbers(troops)])
        if not pieces:
            return
        state.prisoners[side] += points
        state.estonian_losses += sum(
            [state.steps[piece] for piece in numbers(troops & state.scenario.kinds.estonian)]
        )
        where = {"hex": state.where[pieces.bit_length() - 1]}
        state.note(
            "surrendered", "8.2.8", side=side, pieces=numbers(pieces), number=points, **where
        )
        for piece in numbers(pieces):
            state.remove(piece)


# 8.6 and the end


@frozen
class Breakdowns(Procedure[Petrograd]):
    """8.6 - the dice for tanks that took part in an attack."""

    def run(self, state: Petrograd) -> None:
        """8.6 - one throw for each tank counter still on the map."""
        battle = battle_of(state)
        tanks = battle.attackers & state.scenario.kinds.tanks & state.owned[battle.side]
        state.ask(*[BreakdownThrow(piece) for piece in numbers(tanks)])


@frozen
class BreakdownThrow(Question[Petrograd]):
    """8.6 - whether tanks break down after their attack."""

    rule: ClassVar[str] = "8.6"
    piece: PieceIndex

    def seat(self, state: Petrograd) -> Seat:
        return CHANCE

    def options(self, state: Petrograd) -> Sequence[Action]:
        return TWO_D6.throws

    def answer(self, state: Petrograd, action: Action) -> None:
        total = TWO_D6.total(action.noun)
        is_broken = total >= state.scenario.tables.breakdown_from
        kind = "broken_down" if is_broken else "runs_on"
        state.note(kind, "8.6", side=battle_of(state).side, pieces=[self.piece], number=total)
        if is_broken:
            state.broken_down |= 1 << self.piece
            state.breaking |= 1 << self.piece


@frozen
class EndBattle(Procedure[Petrograd]):
    """8.2 - the combat is over."""

    def run(self, state: Petrograd) -> None:
        """8.2 - the next attack may be named."""
        state.battle = None
