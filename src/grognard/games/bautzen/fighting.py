"""The questions of one combat, in the order of 8.2: declare, seal, throw, lose, advance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import numbers, select
from grognard.engine.game import CHANCE, Action, Procedure, Question, Seat
from grognard.games.bautzen import combat, retreat, support
from grognard.games.bautzen.losses import may_lose
from grognard.games.bautzen.movement import south_of_hold
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.questions import NAMED, THROWS, TO
from grognard.games.bautzen.stacking import fits
from grognard.games.bautzen.state import ENEMY, Battle, Bautzen
from grognard.games.bautzen.supply import capture_convoy, is_supplied

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.state import PieceIndex, Pieces

JOIN: Final = tuple(Action("join", piece) for piece in range(NAMED))
SUPPORT: Final = tuple(Action("support", piece) for piece in range(NAMED))
COMMIT: Final = tuple(Action("commit", piece) for piece in range(NAMED))
LOSE: Final = tuple(Action("lose", piece) for piece in range(NAMED))
RETREAT: Final = [Action("retreat", hexes) for hexes in range(16)]
ADVANCE: Final = tuple(Action("advance", piece) for piece in range(NAMED))
FIGHT: Final = Action("fight")
ENOUGH: Final = Action("enough")
SEAL: Final = Action("seal")
HALT: Final = Action("halt")


def battle_of(state: Bautzen) -> Battle:
    """Return the combat being fought."""
    if state.battle is None:
        raise LookupError("no combat is being fought")
    return state.battle


@dataclass(frozen=True, slots=True)
class Compose(Question[Bautzen]):
    """8.2 - name the units that attack a hex and the headquarters and artillery that help them."""

    rule: ClassVar[str] = "8.2"
    side: Side
    target: Hex
    attackers: Pieces
    supports: Pieces

    def seat(self, state: Bautzen) -> Seat:
        return self.side

    def options(self, state: Bautzen) -> Sequence[Action]:
        answers = select(JOIN, combat.may_join(state, self.side, self.target, self.attackers))
        if self.attackers:
            if state.units_at(self.target):
                helpers = support.available(state, self.side, self.attackers) & ~self.supports
                answers += select(SUPPORT, helpers)
            answers.append(FIGHT)
        return answers

    def answer(self, state: Bautzen, action: Action) -> None:
        bit = 1 << action.noun
        if action.verb == "join":
            state.ask(Compose(self.side, self.target, self.attackers | bit, self.supports))
        elif action.verb == "support":
            state.ask(Compose(self.side, self.target, self.attackers, self.supports | bit))
        else:
            declare(state, self.side, self.target, self.attackers, self.supports)


def declare(state: Bautzen, side: Side, target: Hex, attackers: Pieces, supports: Pieces) -> None:
    """8.2 - the attack is announced; what takes part becomes known to the enemy."""
    defenders = state.units_at(target)
    state.battle = Battle(side, target, attackers, supports, defenders, 0, 0)
    state.attacked |= attackers
    state.supported |= supports
    state.known[ENEMY[side]] |= attackers | supports
    state.reveals += 1
    state.note(
        "declared",
        "8.2",
        side=side,
        hex=target,
        attackers=numbers(attackers),
        supports=numbers(supports),
    )
    if defenders:
        state.ask(DefenceSupport(), Commit(side), Commit(ENEMY[side]), Throw())
    else:
        state.ask(*_throws_for_convoys(state, target), OfferAdvance(), EndBattle())


@dataclass(frozen=True, slots=True)
class DefenceSupport(Question[Bautzen]):
    """9.1 - the defender names the headquarters and artillery that help the attacked hex."""

    rule: ClassVar[str] = "9.1"

    def seat(self, state: Bautzen) -> Seat:
        return ENEMY[battle_of(state).side]

    def options(self, state: Bautzen) -> Sequence[Action]:
        battle = battle_of(state)
        units = state.units_at(battle.target)
        helpers = support.available(state, ENEMY[battle.side], units)
        helpers &= ~(battle.defence_supports | combat.counted_by_themselves(state, units))
        return [*select(SUPPORT, helpers), ENOUGH]

    def answer(self, state: Bautzen, action: Action) -> None:
        if action.verb == "enough":
            return
        battle, bit = battle_of(state), 1 << action.noun
        state.battle = replace(battle, defence_supports=battle.defence_supports | bit)
        state.known[battle.side] |= bit
        state.reveals += 1
        state.note("defence_support", "9.1", side=ENEMY[battle.side], pieces=[action.noun])
        state.ask(self)


@dataclass(frozen=True, slots=True)
class Commit(Question[Bautzen]):
    """8.2 step 1 - commit supply columns and aircraft in secret, one by one, then seal."""

    rule: ClassVar[str] = "8.2.1"
    side: Side

    def seat(self, state: Bautzen) -> Seat:
        return self.side

    def options(self, state: Bautzen) -> Sequence[Action]:
        return [*select(COMMIT, committable(state, self.side)), SEAL]

    def answer(self, state: Bautzen, action: Action) -> None:
        if action.verb == "commit":
            state.sealed[self.side] |= 1 << action.noun
            state.ask(self)
        else:
            state.note("sealed", "8.2.1", side=self.side)


def committable(state: Bautzen, side: Side) -> Pieces:
    """7.2.1, 10 - what a side may still commit: columns within reach, aircraft unused this turn.

    Of columns in one hex, and of aircraft, only the first is offered: they are alike.
    """
    battle = battle_of(state)
    units = battle.attackers if side == battle.side else state.units_at(battle.target)
    fresh = combat.convoys_within_reach(state, side, units) & ~state.sealed[side]
    found, seen = 0, set()
    for piece in numbers(fresh):
        if state.where[piece] not in seen:
            seen.add(state.where[piece])
            found |= 1 << piece
    if side is Side.ALLIED:
        planes = state.aircraft & ~state.aircraft_used & ~state.sealed[side]
        found |= planes & -planes
    return found


@dataclass(frozen=True, slots=True)
class Throw(Question[Bautzen]):
    """8.2 steps 2 to 6 - what was sealed is announced, factors are summed, the die is thrown."""

    rule: ClassVar[str] = "8.2.6"

    def seat(self, state: Bautzen) -> Seat:
        return CHANCE

    def options(self, state: Bautzen) -> Sequence[Action]:
        return THROWS

    def answer(self, state: Bautzen, action: Action) -> None:
        battle = battle_of(state)
        side, enemy = battle.side, ENEMY[battle.side]
        committed = (state.sealed[side], state.sealed[enemy])
        sums = combat.arithmetic(state, battle, committed)
        result = combat.resolve(state, sums, action.noun)
        _announce(state, battle, committed)
        _note_combat(state, battle, committed, sums, action.noun, result)
        if result.defender:
            state.ask(Trade(result.defender), *aftermath(side, result.attacker))
        else:
            state.ask(*aftermath(side, result.attacker))


def _announce(state: Bautzen, battle: Battle, committed: tuple[Pieces, Pieces]) -> None:
    """8.2 step 2 - both sides learn what takes part; its support and its aircraft are used."""
    side, enemy = battle.side, ENEMY[battle.side]
    state.known[side] |= state.stacks[battle.target] | battle.defence_supports | committed[1]
    state.known[enemy] |= committed[0]
    stacked = battle.defenders & (battle.defenders - 1)
    in_stack = battle.defenders & state.scenario.headquarters if stacked else 0
    state.supported |= battle.defence_supports | in_stack
    state.aircraft_used |= (committed[0] | committed[1]) & state.scenario.aircraft


def _note_combat(
    state: Bautzen,
    battle: Battle,
    committed: tuple[Pieces, Pieces],
    sums: combat.Arithmetic,
    die: int,
    result: combat.Result,
) -> None:
    """8.2 - one paragraph of the log: everything that made the result."""
    if state.events is None:
        return
    state.note(
        "combat",
        "8.2.6",
        side=battle.side,
        hex=battle.target,
        attackers=numbers(battle.attackers),
        defenders=numbers(battle.defenders),
        committed=[numbers(pieces) for pieces in committed],
        sums=sums,
        die=die,
        result=result,
    )


def aftermath(attacker: Side, steps: int) -> tuple[Procedure[Bautzen], ...]:
    """8.2 step 8 - the attacker's losses, the end of the columns spent, his advance."""
    return (TakeLosses(attacker, steps), SpendConvoys(), OfferAdvance(), EndBattle())


@dataclass(frozen=True, slots=True)
class Trade(Question[Bautzen]):
    """8.2 step 7, 8.5.1 - how many steps of the result become hexes of retreat."""

    rule: ClassVar[str] = "8.5.1"
    steps: int

    def seat(self, state: Bautzen) -> Seat:
        return ENEMY[battle_of(state).side]

    def options(self, state: Bautzen) -> Sequence[Action]:
        return RETREAT[: self.steps + 1]

    def answer(self, state: Bautzen, action: Action) -> None:
        side, hexes = ENEMY[battle_of(state).side], action.noun
        state.note("traded", "8.5.1", side=side, steps=self.steps - hexes, hexes=hexes)
        state.ask(TakeLosses(side, self.steps - hexes), BeginRetreat(hexes))


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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
        battle = battle_of(state)
        state.battle = replace(battle, hurt=battle.hurt | 1 << action.noun)
        state.lose_step(action.noun, "8.3")
        state.ask(TakeLosses(self.side, self.steps - 1))


@dataclass(frozen=True, slots=True)
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
        if state.scenario.options.blocked_retreat_returns_steps:
            state.ask(TakeLosses(side, self.hexes))


@dataclass(frozen=True, slots=True)
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
            state.ask(replace(self, gone=self.gone + 1))
        else:
            end_retreat(state, side, self.pieces & state.scenario.units, there)


def end_retreat(state: Bautzen, side: Side, units: Pieces, hex_: Hex) -> None:
    """8.5.2, 8.5.3 - units that the retreat has cut off lose one more step; all are marked."""
    state.settle(hex_, side)
    if not is_supplied(state, side, hex_):
        state.note("unsupplied", "8.5.2", side=side, hexes=[hex_])
        for piece in numbers(units & ~state.unsupplied):
            state.unsupplied |= 1 << piece
            state.lose_step(piece, "8.5.2")
    state.retreated |= units & state.owned[side]


@dataclass(frozen=True, slots=True)
class SpendConvoys(Procedure[Bautzen]):
    """7.2.1 - the supply columns that were committed leave the map."""

    def run(self, state: Bautzen) -> None:
        """7.2.1 - back to the pool, from where they may come again."""
        for side in Side:
            for piece in numbers(state.sealed[side] & state.scenario.convoys & state.owned[side]):
                here = state.where[piece]
                state.remove(piece, side)
                state.note("convoy_spent", "7.2.1", side=side, pieces=[piece], hex=here)


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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
            state.ask(*_throws_for_convoys(state, target), MoveIn(action.noun), OfferAdvance())


@dataclass(frozen=True, slots=True)
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


def _throws_for_convoys(state: Bautzen, target: Hex) -> list[ConvoyThrow]:
    """8.6.3 - one die for each enemy supply column alone in a hex."""
    enemy = ENEMY[battle_of(state).side]
    alone = state.stacks[target] & state.scenario.convoys & state.owned[enemy]
    return [ConvoyThrow(piece) for piece in numbers(alone)]


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class EndBattle(Procedure[Bautzen]):
    """8.2 - the combat is over."""

    def run(self, state: Bautzen) -> None:
        """8.2 - nothing sealed is left behind."""
        state.battle = None
        state.sealed = [0, 0]
