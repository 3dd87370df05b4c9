"""Answers that need no plan: guns, orders, reactions, losses, retreats, advances, works."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.game import Action
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import declaring
from grognard.games.eastfront.ai.assault import stakes
from grognard.games.eastfront.ai.exchange import weigh
from grognard.games.eastfront.ai.ways import ahead
from grognard.games.eastfront.combat import DefenceOrder
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.supply import supplied

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.meaning import PieceIndex
    from grognard.games.eastfront.ai.judge import Judge
    from grognard.games.eastfront.engaged import Battle
    from grognard.games.eastfront.reacting import LayOrder, React
    from grognard.games.eastfront.state import Luga

HALT: Final = Action("halt")
PASS: Final = Action("pass")
SHOT: Final = 0.05
"""What it costs to use a gun that might be wanted elsewhere, in steps."""
FLIGHT: Final = 0.25
"""What an air point must bring to be spent."""
CARE: Final = 0.15
"""What a reaction or an order must bring to be made."""
WATCHED: Final = 3
"""From how many hexes a German unit makes the Soviet side blow a bridge."""


def attack_with(judge: Judge, state: Luga, options: Sequence[Action]) -> Action:
    """15.2, 17.1 - name guns and an air point as long as they help, then fight."""
    battle = _battle(state)
    now = _value(judge, state, battle)
    best, most = Action("fight"), SHOT
    for option in options:
        if option.verb == "support":
            more = replace(battle, supports=battle.supports | 1 << option.noun)
            gain = _value(judge, state, more) - now
        elif option.verb == "air":
            gain = _value(judge, state, replace(battle, air=True)) - now - FLIGHT
        else:
            continue
        if gain > most:
            best, most = option, gain
    return best


def defend_with(judge: Judge, state: Luga, options: Sequence[Action]) -> Action:
    """15.2, 17.1 - fire and fly as long as it makes the attack worse."""
    battle = _battle(state)
    now = _value(judge, state, battle)
    best, most = Action("enough"), SHOT
    for option in options:
        if option.verb == "support":
            more = replace(battle, defence_supports=battle.defence_supports | 1 << option.noun)
            gain = now - _value(judge, state, more)
        elif option.verb == "air":
            gain = now - _value(judge, state, replace(battle, defence_air=True)) - FLIGHT
        else:
            continue
        if gain > most:
            best, most = option, gain
    return best


def order(judge: Judge, state: Luga, question: LayOrder, options: Sequence[Action]) -> Action:
    """14.3 - the order under which the attack promises least."""
    battle = _expected(state, question.attack, ENEMY[question.side])
    now = _value(judge, state, battle)
    best, least = PASS, now - CARE
    for verb, laid in (
        ("stand", DefenceOrder.NO_RETREAT),
        ("give_way", DefenceOrder.ADDITIONAL_RETREAT),
    ):
        if Action(verb) in options:
            value = _value(judge, state, replace(battle, order=laid))
            if value < least:
                best, least = Action(verb), value
    return best


def react(judge: Judge, state: Luga, question: React, options: Sequence[Action]) -> Action:
    """14.1 - bring up the unit that spoils the attack most, if any does."""
    number = state.target_attacks[state.targets.index(question.target)]
    battle = _expected(state, number, ENEMY[question.side])
    now = _value(judge, state, battle)
    best, most = PASS, CARE
    for option in options:
        if option.verb != "react":
            continue
        trial = state.copy()
        trial.events = None
        trial.put(option.noun, question.target)
        gain = now - _value(judge, trial, battle)
        if gain > most:
            best, most = option, gain
    return best


def loss(state: Luga, options: Sequence[Action]) -> Action:
    """16.1 - the step that costs least: factors first, the last step of a unit dearest."""
    return min(options, key=lambda option: (_price(state, option.noun), option.noun))


def _price(state: Luga, piece: PieceIndex) -> float:
    values = state.scenario.pieces[piece].values
    now = values[len(values) - state.steps[piece]]
    if state.steps[piece] == 1:
        return 0.8 * sum(now) + 0.6 * state.scenario.pieces[piece].support + 1.0
    after = values[len(values) - state.steps[piece] + 1]
    return float(sum(now) - sum(after))


def retreat(judge: Judge, state: Luga, pieces: int, options: Sequence[Action]) -> Action:
    """16.6 - where the retreating units stand best; who moves the enemy, where they stand worst."""
    if pieces & state.owned[judge.side]:
        return max(
            options, key=lambda o: sum(judge.at(state, piece, o.noun) for piece in numbers(pieces))
        )
    return min(options, key=lambda o: -judge.aid[o.noun] + 0.1 * judge.threat[o.noun])


def advance(judge: Judge, state: Luga, options: Sequence[Action]) -> Action:
    """16.7 - whoever stands better in the empty hex goes on."""
    best, most = HALT, 0.0
    for option in options:
        if option.verb == "advance":
            gain = _gain(judge, state, option.noun)
            if gain > most:
                best, most = option, gain
    return best if best in options else options[-1]


def _gain(judge: Judge, state: Luga, piece: PieceIndex) -> float:
    battle = state.battle
    if battle is None:
        return 0.0
    here = judge.standing(state, piece, state.where[piece])
    return max(judge.standing(state, piece, hex_) for hex_ in numbers(battle.targets)) - here


def activate(judge: Judge, state: Luga, options: Sequence[Action]) -> Action:
    """7.2 - the strongest unit on foot that stands near the enemy."""
    board, enemy = judge.ground.map, state.held[judge.enemy]

    def worth(option: Action) -> float:
        if option.verb != "activate":
            return 0.0
        here = state.where[option.noun]
        near = bool(board.disc(here, 2) & enemy)
        return near * (1.0 + max(state.values(option.noun)))

    best = max(options, key=worth)
    return best if worth(best) > 0 else Action("done")


def blow(state: Luga, options: Sequence[Action]) -> Action:
    """11.3 - blow a bridge that German units come near to, and that own units do not need."""
    for option in options:
        if option.verb == "blow" and _is_in_front(state, option.noun):
            trial = state.copy()
            trial.events = None
            trial.blown |= 1 << option.noun
            held = state.held[Side.SOVIET]
            if not held & supplied(state, Side.SOVIET) & ~supplied(trial, Side.SOVIET):
                return option
    return options[-1]


def _is_in_front(state: Luga, number: int) -> bool:
    """11.3 - whether a bridge leads from Germans near by to Soviet units that stand behind it."""
    scenario, held = state.scenario, state.held
    way = ahead(scenario, held[Side.GERMAN])
    near, far = sorted(scenario.ground.bridges[number], key=lambda hex_: way[hex_])
    if held[Side.SOVIET] >> near & 1 or not held[Side.SOVIET] >> far & 1:
        return False
    return bool(scenario.ground.map.disc(near, WATCHED) & held[Side.GERMAN])


def _value(judge: Judge, state: Luga, battle: Battle) -> float:
    """Return what a combat promises its attacker, as this side values the hex."""
    return weigh(state, battle, stakes(judge, state, numbers(battle.targets)[0]))


def _battle(state: Luga) -> Battle:
    assert state.battle is not None
    return state.battle


def _expected(state: Luga, number: int, side: Side) -> Battle:
    """Return a declared attack as the other side must expect it."""
    targets = declaring.targets_of(state, number)
    attackers = declaring.attackers_of(state, number)
    supply = number in state.supplied_attacks
    battle = declaring.declared(state, side, targets, attackers, supply, number)
    guns = numbers(rules.attack_guns(state, battle))[: 3 if side is Side.GERMAN else 1]
    return replace(battle, supports=sum(1 << piece for piece in guns))
