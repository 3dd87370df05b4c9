"""What a combat leads to, 8.2 steps 7 and 8: losses, retreat, columns spent, advance."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MOST, numbers, select
from grognard.engine.game import CHANCE, Action, Procedure, Question, Routine, Seat, frozen
from grognard.games.bautzen import retreat
from grognard.games.bautzen.losses import may_lose
from grognard.games.bautzen.movement import south_of_hold
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.questions import THROWS, TO
from grognard.games.bautzen.stacking import fits
from grognard.games.bautzen.state import ENEMY, Battle, Bautzen, PieceIndex, Pieces
from grognard.games.bautzen.supply import capture_convoy, is_supplied

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex


LOSE: Final = tuple(Action("lose", piece) for piece in range(MOST))
RETREAT: Final = [Action("retreat", hexes) for hexes in range(16)]
ADVANCE: Final = tuple(Action("advance", piece) for piece in range(MOST))
HALT: Final = Action("halt")


def battle_of(state: Bautzen) -> Battle:
    """Return the combat being fought."""
    if state.battle is None:
        raise LookupError("no combat is being fought")
    return state.battle


def aftermath(attacker: Side, steps: int) -> tuple[Procedure[Bautzen], ...]:
    """8.2 step 8 - the attacker's losses, the end of the columns spent, his advance."""
    return (TakeLosses(attacker, steps), SpendConvoys(), OfferAdvance(), EndBattle())


@frozen
class Trade(Question[Bautzen]):
    """8.2 step 7, 8.5.1, 8.5.2 - how many steps of the result become hexes of retreat."""

    rule: ClassVar[str] = "8.5.1"
    steps: int

    def seat(self, state: Bautzen) -> Seat:
        return ENEMY[battle_of(state).side]

    def options(self, state: Bautzen) -> Sequence[Action]:
        battle = battle_of(state)
        pieces = state.stacks[battle.target]
        lengths = retreat.tradeable(state, ENEMY[battle.side], pieces, self.steps)
        return [RETREAT[hexes] for hexes in lengths]

    def answer(self, state: Bautzen, action: Action) -> None:
        side, hexes = ENEMY[battle_of(state).side], action.noun
        state.note("traded", "8.5.1", side=side, steps=self.steps - hexes, hexes=hexes)
        state.ask(TakeLosses(side, self.steps - hexes), BeginRetreat(hexes))


@frozen
class TakeLosses(Procedure[Bautzen]):
    """8.3 - a side has steps to lose; those beyond the steps present are ignored (BZ-R26)."""

    side: Side
    steps: int

    def run(self, state: Bautzen) -> None:
        """8.3 - ask for the unit that takes the next step, if any is left."""
        if self.steps and participants(state, self.side):
            state.ask(Lose(self.side, self.steps))


def participants(state: Bautzen, side: Side) -> Pieces:
    """8.3 - the units of a side in the current combat that are still on the map."""
    battle = battle_of(state)
    fought = battle.attackers if side == battle.side else battle.defenders
    return fought & state.owned[side]


@frozen
class Lose(Question[Bautzen]):
    """8.3 - which unit takes the next step."""

    rule: ClassVar[str] = "8.3"
    side: Side
    steps: int

    def seat(self, state: Bautzen) -> Seat:
        return self.side

    def options(self, state: Bautzen) -> Sequence[Action]:
        battle = battle_of(state)
        return select(LOSE, may_lose(state, participants(state, self.side), battle.hurt))

    def answer(self, state: Bautzen, action: Action) -> None:
        state.battle = battle_of(state).hurting(1 << action.noun)
        state.lose_step(action.noun, "8.3")
        state.ask(TakeLosses(self.side, self.steps - 1))

    def routine(self, state: Bautzen, action: Action) -> Routine:
        return Routine.YES


@frozen
class BeginRetreat(Procedure[Bautzen]):
    """8.5.1, 8.5.2 - the survivors of the attacked hex retreat, or pay for not being able to."""

    hexes: int

    def run(self, state: Bautzen) -> None:
        """8.5.2 - a stack that cannot retreat stays, and each of its units loses one more step."""
        battle = battle_of(state)
        side = ENEMY[battle.side]
        if not self.hexes or not participants(state, side):
            return
        pieces = state.stacks[battle.target]
        if not retreat.is_blocked(state, side, pieces, self.hexes):
            state.ask(Retreat(pieces, self.hexes, 0))
            return
        state.note("blocked", "8.5.2", side=side, hex=battle.target, hexes=self.hexes)
        for piece in numbers(pieces & state.scenario.units):
            state.lose_step(piece, "8.5.2")
        if state.scenario.options.returns_traded_steps:
            state.ask(TakeLosses(side, self.hexes))


@frozen
class Retreat(Question[Bautzen]):
    """8.5.1 - the next hex of the retreat of a whole stack."""

    rule: ClassVar[str] = "8.5.1"
    pieces: Pieces
    length: int
    gone: int

    def seat(self, state: Bautzen) -> Seat:
        return ENEMY[battle_of(state).side]

    def options(self, state: Bautzen) -> Sequence[Action]:
        origin = battle_of(state).target
        side = ENEMY[battle_of(state).side]
        steps = retreat.retreat_steps(state, side, self.pieces, origin, self.gone, self.length)
        return [TO[hex_] for hex_ in steps]

    def answer(self, state: Bautzen, action: Action) -> None:
        side, there = ENEMY[battle_of(state).side], action.noun
        members = sorted(numbers(self.pieces), key=state.rank.__getitem__)
        start = state.where[members[0]]
        for piece in members:
            state.place(piece, there, side)
        state.note("retreated", "8.5.1", side=side, pieces=members, start=start, hex=there)
        if self.gone + 1 < self.length:
            state.ask(Retreat(self.pieces, self.length, self.gone + 1))
        else:
            end_retreat(state, side, self.pieces & state.scenario.units, there)

    def routine(self, state: Bautzen, action: Action) -> Routine:
        return Routine.YES


def end_retreat(state: Bautzen, side: Side, units: Pieces, hex_: Hex) -> None:
    """8.5.2, 8.5.3 - units that the retreat has cut off lose one more step; all are marked."""
    state.settle(hex_, side)
    if not is_supplied(state, side, hex_):
        state.note("unsupplied", "8.5.2", side=side, hexes=[hex_])
        for piece in numbers(units & ~state.unsupplied):
            state.unsupplied |= 1 << piece
            state.lose_step(piece, "8.5.2")
    state.retreated |= units & state.owned[side]


@frozen
class SpendConvoys(Procedure[Bautzen]):
    """7.2.1 - the supply columns that were committed leave the map."""

    def run(self, state: Bautzen) -> None:
        """7.2.1 - back to the pool, from where they may come again."""
        if not (state.sealed[0] | state.sealed[1]) & state.scenario.convoys:
            return
        for side in Side:
            for piece in numbers(state.sealed[side] & state.scenario.convoys & state.owned[side]):
                here = state.where[piece]
                state.remove(piece, side)
                state.note("convoy_spent", "7.2.1", side=side, pieces=[piece], hex=here)


@frozen
class OfferAdvance(Procedure[Bautzen]):
    """8.4 - the attacker may advance if the hex is vacant."""

    def run(self, state: Bautzen) -> None:
        """8.4 - ask, as long as a unit is left that may advance."""
        battle = battle_of(state)
        if not state.held[ENEMY[battle.side]] >> battle.target & 1 and may_advance(state):
            state.ask(Advance())


def may_advance(state: Bautzen) -> Pieces:
    """8.4 - the participants that may enter the vacated hex, within stacking and terrain.

    Headquarters and supply columns never do, and Guards not released stay in the north.
    """
    battle = battle_of(state)
    scenario, target, side = state.scenario, battle.target, battle.side
    garrison = state.stacks[target] & state.owned[side]
    candidates = battle.attackers & state.owned[side] & ~garrison
    if south_of_hold(scenario) >> target & 1:
        candidates &= ~state.held_back
    found = 0
    for piece in numbers(candidates):
        bit = 1 << piece
        way = retreat.steps_over(scenario, state.where[piece], bit)
        if way >> target & 1 and fits(scenario, target, garrison | bit):
            found |= bit
    return found


@frozen
class Advance(Question[Bautzen]):
    """8.4 - which participant enters the vacated hex."""

    rule: ClassVar[str] = "8.4"

    def seat(self, state: Bautzen) -> Seat:
        return battle_of(state).side

    def options(self, state: Bautzen) -> Sequence[Action]:
        return [*select(ADVANCE, may_advance(state)), HALT]

    def answer(self, state: Bautzen, action: Action) -> None:
        if action.verb == "advance":
            target = battle_of(state).target
            state.ask(*throws_for_convoys(state, target), MoveIn(action.noun), OfferAdvance())


@frozen
class MoveIn(Procedure[Bautzen]):
    """8.4 - a unit advances, after the die for any supply column left alone in the hex."""

    piece: PieceIndex

    def run(self, state: Bautzen) -> None:
        """8.4, 13 - it enters the hex and controls it; columns captured there give way (BZ-R73)."""
        battle = battle_of(state)
        start, bit = state.where[self.piece], 1 << self.piece
        for piece in numbers(state.stacks[battle.target] & state.scenario.convoys):
            if not fits(state.scenario, battle.target, state.stacks[battle.target] | bit):
                state.remove(piece, battle.side)
                gone = {"side": battle.side, "pieces": [piece], "hex": battle.target}
                state.note("convoy_gives_way", "8.4", **gone)
        state.place(self.piece, battle.target, battle.side)
        state.settle(battle.target, battle.side)
        facts = {"pieces": [self.piece], "start": start, "hex": battle.target}
        state.note("advanced", "8.4", side=battle.side, **facts)


def throws_for_convoys(state: Bautzen, target: Hex) -> list[ConvoyThrow]:
    """8.6.3 - one die for each enemy supply column alone in a hex."""
    enemy = ENEMY[battle_of(state).side]
    alone = state.stacks[target] & state.scenario.convoys & state.owned[enemy]
    return [ConvoyThrow(piece) for piece in numbers(alone)]


@frozen
class ConvoyThrow(Question[Bautzen]):
    """8.6.3 - what becomes of a supply column caught alone."""

    rule: ClassVar[str] = "8.6.3"
    piece: PieceIndex

    def seat(self, state: Bautzen) -> Seat:
        return CHANCE

    def options(self, state: Bautzen) -> Sequence[Action]:
        return THROWS

    def answer(self, state: Bautzen, action: Action) -> None:
        capture_convoy(state, self.piece, action.noun)


@frozen
class EndBattle(Procedure[Bautzen]):
    """8.2 - the combat is over."""

    def run(self, state: Bautzen) -> None:
        """8.2 - nothing sealed is left behind."""
        state.battle = None
        state.sealed = [0, 0]
