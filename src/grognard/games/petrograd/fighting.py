"""8.2 - The questions of one combat up to the throw; `outcome` has the others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MOST, numbers, select
from grognard.engine.game import CHANCE, Action, Question, Seat, frozen
from grognard.engine.hexmap import Hex
from grognard.engine.meaning import Pieces
from grognard.games.petrograd import battle as rules
from grognard.games.petrograd import combat
from grognard.games.petrograd.outcome import Breakdowns, EndBattle, TakeResult
from grognard.games.petrograd.parts import battle_of
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.sight import show
from grognard.games.petrograd.state import Battle, Petrograd
from grognard.games.petrograd.table import Role
from grognard.kit.dice import TWO_D6

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.games.petrograd.combat import Combat, Reading

JOIN: Final = tuple(Action("join", piece) for piece in range(MOST))
SUPPORT: Final = tuple(Action("support", piece) for piece in range(MOST))
FIGHT: Final = Action("fight")
NIGHT: Final = Action("night")
ENOUGH: Final = Action("enough")


def declared(
    state: Petrograd, side: Side, target: Hex, attackers: Pieces, supports: Pieces, night: bool
) -> Battle:
    """8.2.1 - the combat that an attack would be."""
    return Battle(
        side=side,
        target=target,
        attackers=attackers,
        supports=supports,
        defenders=state.stacks[target],
        defence_supports=0,
        night=night,
        origins=state.hexes_of(attackers),
        column=0,
        rows=0,
        panic=0,
        extra=0,
    )


@frozen
class Compose(Question[Petrograd]):
    """8.2.1 - name the pieces that attack a hex, those that support them, and day or night."""

    rule: ClassVar[str] = "8.2.1"
    side: Side
    target: Hex
    attackers: Pieces
    supports: Pieces

    def seat(self, state: Petrograd) -> Seat:
        return self.side

    def options(self, state: Petrograd) -> Sequence[Action]:
        joining = rules.may_join(state, self.side, self.target, self.attackers)
        if self.supports and not self.attackers & state.uncommanded:
            joining &= ~state.uncommanded
        answers = select(JOIN, joining)
        if not self.attackers:
            return answers
        helpers = rules.attack_support(state, self.side, self.target, self.attackers)
        answers += select(SUPPORT, helpers & ~self.supports)
        answers.append(FIGHT)
        if rules.may_attack_by_night(state, self.attackers, self.supports):
            answers.append(NIGHT)
        return answers

    def answer(self, state: Petrograd, action: Action) -> None:
        bit = 1 << action.noun
        if action.verb == "join":
            state.ask(replace_question(self, attackers=self.attackers | bit))
        elif action.verb == "support":
            state.ask(replace_question(self, supports=self.supports | bit))
        else:
            is_night = action.verb == "night"
            declare(state, self.side, self.target, self.attackers, self.supports, is_night)


def replace_question(
    question: Compose, attackers: Pieces | None = None, supports: Pieces | None = None
) -> Compose:
    """Return the same attack with more in it."""
    return Compose(
        question.side,
        question.target,
        question.attackers if attackers is None else attackers,
        question.supports if supports is None else supports,
    )


def declare(
    state: Petrograd, side: Side, target: Hex, attackers: Pieces, supports: Pieces, night: bool
) -> None:
    """8.2.1 - the attack is announced; the troops that take part are turned up."""
    kinds = state.scenario.kinds
    state.battle = declared(state, side, target, attackers, supports, night)
    state.attacked |= attackers
    state.assaulted |= 1 << target
    _fire(state, supports)
    if night:
        state.night_now |= attackers
    show(state, ENEMY[side], attackers & kinds.troops)
    show(state, side, state.stacks[target] & kinds.troops)
    if state.events is not None:
        named = {"attackers": numbers(attackers), "supports": numbers(supports)}
        kind = "declared_night" if night else "declared"
        state.note(kind, "8.2.1", side=side, hex=target, **named)
    state.ask(DefenceSupport(), Throw())


def _fire(state: Petrograd, supports: Pieces) -> None:
    """8.2.2 - these have supported a combat in the phases of this side, aircraft in this turn."""
    state.supported |= supports
    state.flown |= supports & state.scenario.kinds.aircraft


@frozen
class DefenceSupport(Question[Petrograd]):
    """8.2.2 - the defender names what supports the attacked hex."""

    rule: ClassVar[str] = "8.2.2"

    def seat(self, state: Petrograd) -> Seat:
        return ENEMY[battle_of(state).side]

    def options(self, state: Petrograd) -> Sequence[Action]:
        battle = battle_of(state)
        helpers = rules.may_support(state, ENEMY[battle.side], battle.target)
        return [*select(SUPPORT, helpers & ~battle.defence_supports), ENOUGH]

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "enough":
            return
        battle, bit = battle_of(state), 1 << action.noun
        state.battle = replace(battle, defence_supports=battle.defence_supports | bit)
        side = ENEMY[battle.side]
        state.note("defence_support", "8.2.2", side=side, pieces=[action.noun])
        state.ask(self)


@frozen
class Throw(Question[Petrograd]):
    """8.2.4 - two dice are thrown and the table is read."""

    rule: ClassVar[str] = "8.2.4"

    def seat(self, state: Petrograd) -> Seat:
        return CHANCE

    def options(self, state: Petrograd) -> Sequence[Action]:
        return TWO_D6.throws

    def answer(self, state: Petrograd, action: Action) -> None:
        battle = battle_of(state)
        fought = rules.reckon(state, battle)
        dice = TWO_D6.total(action.noun)
        reading = combat.resolve(fought, dice)
        column = state.scenario.sheet.place[reading.column] + 1
        rows = [
            combat.morale_row(part, fought.table) for part in (fought.attacker, fought.defender)
        ]
        panic = sum(role + 1 for role in Role if combat.panics(fought, reading.column, role))
        state.battle = replace(
            battle,
            column=column,
            rows=10 * rows[0] + rows[1],
            panic=panic,
            extra=combat.extra_loss(fought),
        )
        _note_combat(state, battle, fought, reading, action.noun)
        _fire(state, battle.defence_supports | rules.own_fire(state, battle.defenders))
        first, second = combat.order(fought.table, reading.column)
        state.ask(TakeResult(first), TakeResult(second), Breakdowns(), EndBattle())


def _points(state: Petrograd, pieces: Pieces) -> list[tuple[int, int, int]]:
    """1.3 - each piece of troops engaged, its SP and how often its value is halved."""
    troops = numbers(pieces & state.scenario.kinds.troops)
    halvings = [unit.halvings for unit in rules.units(state, pieces)]
    return [
        (piece, state.steps[piece], times) for piece, times in zip(troops, halvings, strict=True)
    ]


def _note_combat(
    state: Petrograd, battle: Battle, fought: Combat, reading: Reading, throw: int
) -> None:
    """8.2.4 - one paragraph of the log: everything that made the result."""
    if state.events is None:
        return
    enemy = ENEMY[battle.side]
    state.note(
        "combat",
        "8.2.4",
        side=battle.side,
        hex=battle.target,
        attackers=numbers(battle.attackers),
        defenders=numbers(battle.defenders),
        supports=numbers(battle.supports),
        defence_supports=numbers(battle.defence_supports | rules.own_fire(state, battle.defenders)),
        points=[_points(state, battle.attackers), _points(state, battle.defenders)],
        fought=fought,
        values=rules.defensive_values(state, enemy, battle.target, battle.origins),
        dice=TWO_D6.faces(throw),
        reading=reading,
    )
