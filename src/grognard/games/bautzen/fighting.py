"""The questions of one combat, in the order of 8.2, up to the throw; `outcome` has the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MOST, numbers, select
from grognard.engine.game import CHANCE, Action, Question, Routine, Seat, frozen
from grognard.engine.hexmap import Hex
from grognard.games.bautzen import combat, support
from grognard.games.bautzen.outcome import (
    EndBattle,
    OfferAdvance,
    Trade,
    aftermath,
    battle_of,
    throws_for_convoys,
)
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.questions import THROWS
from grognard.games.bautzen.state import ENEMY, Battle, Bautzen, Pieces

if TYPE_CHECKING:
    from collections.abc import Sequence


JOIN: Final = tuple(Action("join", piece) for piece in range(MOST))
SUPPORT: Final = tuple(Action("support", piece) for piece in range(MOST))
COMMIT: Final = tuple(Action("commit", piece) for piece in range(MOST))
FIGHT: Final = Action("fight")
ENOUGH: Final = Action("enough")
SEAL: Final = Action("seal")


@frozen
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
                helpers = support.available(state, self.side, self.attackers)
                helpers &= ~(self.supports | combat.barred_from(state, self.target))
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

    def routine(self, state: Bautzen, action: Action) -> Routine:
        return Routine.YES if action.verb == "join" else Routine.NO


def declare(state: Bautzen, side: Side, target: Hex, attackers: Pieces, supports: Pieces) -> None:
    """8.2 - the attack is announced; what takes part becomes known to the enemy."""
    defenders = state.units_at(target)
    state.battle = Battle(side, target, attackers, supports, defenders, 0, 0)
    state.attacked |= attackers
    state.supported |= supports
    state.known[ENEMY[side]] |= attackers | supports
    state.reveals += 1
    if state.events is not None:
        named = {"attackers": numbers(attackers), "supports": numbers(supports)}
        state.note("declared", "8.2", side=side, hex=target, **named)
    if defenders:
        state.ask(DefenceSupport(), Commit(side), Commit(ENEMY[side]), Throw())
    else:
        state.ask(*throws_for_convoys(state, target), OfferAdvance(), EndBattle())


@frozen
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
        helpers &= ~combat.barred_from(state, battle.target)
        return [*select(SUPPORT, helpers), ENOUGH]

    def answer(self, state: Bautzen, action: Action) -> None:
        if action.verb == "enough":
            return
        battle, bit = battle_of(state), 1 << action.noun
        state.battle = battle.backed(bit)
        state.known[battle.side] |= bit
        state.reveals += 1
        state.note("defence_support", "9.1", side=ENEMY[battle.side], pieces=[action.noun])
        state.ask(self)

    def routine(self, state: Bautzen, action: Action) -> Routine:
        """Naming no support at once would tell that there was none; who named some says when."""
        return Routine.NO if battle_of(state).defence_supports else Routine.UNWATCHED


@frozen
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

    def routine(self, state: Bautzen, action: Action) -> Routine:
        is_last = not isinstance(state.stack[-2], Commit)
        return Routine.NO if is_last or state.sealed[self.side] else Routine.UNWATCHED


def committable(state: Bautzen, side: Side) -> Pieces:
    """7.2.1, 10 - what a side may still commit: columns within reach, aircraft unused this turn.

    Of columns in one hex, and of aircraft, only the first is offered: they are alike.
    """
    battle = battle_of(state)
    units = battle.attackers if side == battle.side else state.units_at(battle.target)
    fresh = combat.convoys_within_reach(state, side, units) & ~state.sealed[side]
    found = 0
    while fresh:
        alike = fresh & state.stacks[state.where[fresh.bit_length() - 1]]
        found |= alike & -alike
        fresh &= ~alike
    if side is Side.ALLIED:
        planes = state.aircraft & ~state.aircraft_used & ~state.sealed[side]
        found |= planes & -planes
    return found


@frozen
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
