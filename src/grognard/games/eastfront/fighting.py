"""15 - The questions of one attack up to the throw; `outcome` has the others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MOST, bits_of, numbers, select
from grognard.engine.game import CHANCE, Action, Procedure, Question, Seat, frozen
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import combat
from grognard.games.eastfront.combat import DefenceOrder
from grognard.games.eastfront.declaring import (
    attackers_of,
    declared,
    pending,
    strike_off,
    targets_of,
)
from grognard.games.eastfront.outcome import EndBattle, take
from grognard.games.eastfront.parts import battle_of
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.sight import hidden
from grognard.games.eastfront.state import Luga
from grognard.kit.dice import D10

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.meaning import Pieces
    from grognard.games.eastfront.combat import Aftermath, Attack
    from grognard.games.eastfront.engaged import Battle

RESOLVE: Final = tuple(Action("resolve", hex_) for hex_ in range(MOST))
SUPPORT: Final = tuple(Action("support", piece) for piece in range(MOST))
AIR: Final = Action("air")
UNCLAIM: Final = Action("unclaim")
FIGHT: Final = Action("fight")
ENOUGH: Final = Action("enough")


@frozen
class CombatPhase(Procedure[Luga]):
    """15 - the declared attacks are fought, in the order that the attacker likes."""

    side: Side

    def run(self, state: Luga) -> None:
        """15 - ask for the next while there is one; an attack on nobody is struck off."""
        for number in pending(state):
            battle = begun(state, self.side, number)
            if not (battle.attackers and rules.defenders(state, battle)):
                strike_off(state, number)
        if pending(state):
            state.ask(NextAttack(self.side))


def begun(state: Luga, side: Side, number: int) -> Battle:
    """12.1 - a declared attack as it is about to be fought."""
    targets, attackers = targets_of(state, number), attackers_of(state, number)
    return declared(state, side, targets, attackers, number in state.supplied_attacks, number)


@frozen
class NextAttack(Question[Luga]):
    """15 - which declared attack is fought next."""

    rule: ClassVar[str] = "15.1"
    side: Side

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        firsts = [numbers(targets_of(state, number))[0] for number in pending(state)]
        return select(RESOLVE, bits_of(firsts))

    def answer(self, state: Luga, action: Action) -> None:
        number = state.target_attacks[state.targets.index(action.noun)]
        state.battle = begun(state, self.side, number)
        state.ask(Support(), DefenceSupport(), Throw(), EndBattle(), CombatPhase(self.side))


@frozen
class Support(Question[Luga]):
    """15.2, 17.1 - the attacker names guns, an air point, and whether his engineer helps."""

    rule: ClassVar[str] = "15.2"

    def seat(self, state: Luga) -> Seat:
        return battle_of(state).side

    def options(self, state: Luga) -> Sequence[Action]:
        battle = battle_of(state)
        answers = select(SUPPORT, rules.attack_guns(state, battle))
        if state.air[battle.side] and not battle.air:
            answers.append(AIR)
        if combat.engineer_claimed(rules.attack_case(state, battle)):
            answers.append(UNCLAIM)
        answers.append(FIGHT)
        return answers

    def answer(self, state: Luga, action: Action) -> None:
        battle = battle_of(state)
        if action.verb == "fight":
            return
        if action.verb == "support":
            _note_support(state, battle.side, battle, action.noun)
            state.battle = replace(battle, supports=battle.supports | 1 << action.noun)
        elif action.verb == "air":
            state.battle = replace(battle, air=True)
            spend_air(state, battle.side, battle)
        else:
            state.battle = replace(battle, claims_engineer=False)
        state.ask(self)


@frozen
class DefenceSupport(Question[Luga]):
    """15.2, 17.1 - the defender names guns and an air point."""

    rule: ClassVar[str] = "15.2"

    def seat(self, state: Luga) -> Seat:
        return ENEMY[battle_of(state).side]

    def options(self, state: Luga) -> Sequence[Action]:
        battle = battle_of(state)
        answers = select(SUPPORT, rules.defence_guns(state, battle))
        if state.air[ENEMY[battle.side]] and not battle.defence_air:
            answers.append(AIR)
        answers.append(ENOUGH)
        return answers

    def answer(self, state: Luga, action: Action) -> None:
        battle = battle_of(state)
        enemy = ENEMY[battle.side]
        if action.verb == "enough":
            turn_up(state, battle)
            return
        if action.verb == "support":
            _note_support(state, enemy, battle, action.noun)
            named = battle.defence_supports | 1 << action.noun
            state.battle = replace(battle, defence_supports=named)
        else:
            state.battle = replace(battle, defence_air=True)
            spend_air(state, enemy, battle)
        state.ask(self)


def spend_air(state: Luga, side: Side, battle: Battle) -> None:
    """17.1 - a side spends an air point on a combat."""
    state.air[side] -= 1
    state.note("air_spent", "17.1", side=side, hex=numbers(battle.targets)[0])


def _note_support(state: Luga, side: Side, battle: Battle, piece: int) -> None:
    """15.2, 1.4 - guns that support come to light."""
    if hidden(state, ENEMY[side]) >> piece & 1:
        state.reveals += 1
    state.note("supports", "15.2", side=side, pieces=[piece], hex=numbers(battle.targets)[0])


def turn_up(state: Luga, battle: Battle) -> None:
    """14.3 - the order is turned up when the die is due."""
    order = rules.order_of(state, battle)
    state.battle = replace(battle, order=order)
    if (state.stand | state.give_way) & battle.targets:
        state.reveals += 1
    if order is not DefenceOrder.NONE:
        where = numbers(battle.targets)[0]
        state.note("order_shown", "14.3", side=ENEMY[battle.side], hex=where, order=order)


@frozen
class Throw(Question[Luga]):
    """15.7 - one die, and the table is read."""

    rule: ClassVar[str] = "15.7"

    def seat(self, state: Luga) -> Seat:
        return CHANCE

    def options(self, state: Luga) -> Sequence[Action]:
        return D10.throws

    def answer(self, state: Luga, action: Action) -> None:
        battle, die = battle_of(state), D10.total(action.noun)
        case = rules.attack_case(state, battle)
        after = combat.aftermath(combat.assess(case), die)
        _note_combat(state, battle, case, after, die)
        state.fired |= battle.supports | battle.defence_supports
        take(state, battle, after)


def _note_combat(state: Luga, battle: Battle, case: Attack, after: Aftermath, die: int) -> None:
    """15.7 - one paragraph of the log: everything that made the result."""
    if state.events is None:
        return
    defenders = rules.defenders(state, battle)
    state.note(
        "combat",
        "15.7",
        side=battle.side,
        hexes=numbers(battle.targets),
        attackers=numbers(battle.attackers),
        supports=numbers(battle.supports),
        defenders=numbers(defenders),
        defence_supports=numbers(battle.defence_supports),
        attack=case,
        die=die,
        aftermath=after,
        attack_points=attack_points(state, battle, case),
        defence_points=defence_points(state, defenders),
    )


def attack_points(state: Luga, battle: Battle, case: Attack) -> list[tuple[int, int, int]]:
    """15.1 - each attacker, its attack, and how often it is halved."""
    return [
        (piece, unit.factor, combat.halvings(case, unit))
        for piece, unit in zip(numbers(battle.attackers), case.fighters, strict=True)
    ]


def defence_points(state: Luga, defenders: Pieces) -> list[tuple[int, int, int]]:
    """15.1 - each defender and its defence, which nothing halves."""
    return [(piece, state.defence_value(piece), 0) for piece in numbers(defenders)]
