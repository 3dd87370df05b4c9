"""8.1 - attacks composed from those who may make them, weighed by exact chances."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import numbers
from grognard.games.petrograd import battle as rules
from grognard.games.petrograd.ai.exchange import Stakes, expected
from grognard.games.petrograd.fighting import declared

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import Pieces
    from grognard.games.petrograd.ai.judge import Judge
    from grognard.games.petrograd.state import Battle, Petrograd

NIGHT: Final = 0.3
"""What an attack by night costs those who then may make none next turn."""
SHOT: Final = 0.1
"""What it costs to use a gun that might be wanted elsewhere."""
RELIEF: Final = 0.2
"""What of the worth of a town it is worth to drive away those who besiege it."""


class Plan(NamedTuple):
    """An attack to make: on which hex, by whom, supported by whom, when, and what it promises."""

    target: Hex
    attackers: Pieces
    supports: Pieces
    is_night: bool
    value: float


def stakes(judge: Judge, target: Hex) -> Stakes:
    """Return what is at stake for the attacker of a hex, in PE."""
    style = judge.style
    worth = judge.worth.get(target, 0.0) + RELIEF * judge.besieged.get(target, 0.0)
    return Stakes(style.ground + worth / style.kill, style.losses)


def weigh(judge: Judge, state: Petrograd, fought: Battle) -> float:
    """Return what a combat promises its attacker."""
    return expected(rules.reckon(state, fought), stakes(judge, fought.target))


def best_on(judge: Judge, state: Petrograd, target: Hex) -> Plan | None:
    """Return the best attack on a hex, with its supports, by day or night."""
    side, kinds = judge.side, judge.kinds
    able = rules.may_join(state, side, target, 0)
    best: Plan | None = None
    for nation in (able & ~kinds.estonian, able & kinds.estonian):
        if not nation:
            continue
        armour = rules.may_join(state, side, target, nation) & ~kinds.troops
        for troops in _sets(judge, state, nation):
            plan = _composed(judge, state, target, troops | armour)
            if best is None or plan.value > best.value:
                best = plan
    return best


def promise(judge: Judge, state: Petrograd, target: Hex, able: Pieces) -> float:
    """Return what an attack on a hex by those who may make it promises, all guns firing."""
    side, kinds = judge.side, judge.kinds
    best = 0.0
    for nation in (able & ~kinds.estonian, able & kinds.estonian):
        for troops in dict.fromkeys((nation, nation & ~state.uncommanded)):
            if not troops:
                continue
            attackers = troops | rules.may_join(state, side, target, troops) & ~kinds.troops
            supports = rules.attack_support(state, side, target, attackers)
            night = rules.may_attack_by_night(state, attackers, supports)
            fought = declared(state, side, target, attackers, supports, night=night)
            best = max(best, weigh(judge, state, fought))
    return best


def _sets(judge: Judge, state: Petrograd, able: Pieces) -> list[Pieces]:
    """Return whom to try: the strongest, all, and all who are in command."""
    strongest = max(numbers(able), key=lambda piece: judge.strength(state, piece))
    led = able & ~state.uncommanded
    return [one for one in dict.fromkeys((1 << strongest, led, able)) if one]


def _composed(judge: Judge, state: Petrograd, target: Hex, attackers: Pieces) -> Plan:
    """Return the attack of some pieces with as much support as helps."""
    side = judge.side
    fought = declared(state, side, target, attackers, 0, night=False)
    value, supports = weigh(judge, state, fought), 0
    helpers = rules.attack_support(state, side, target, attackers)
    ranked = sorted(numbers(helpers), key=lambda p: (-judge.scenario.pieces[p].support, p))
    for count in range(1, len(ranked) + 1):
        more = sum(1 << piece for piece in ranked[:count])
        better = weigh(judge, state, replace(fought, supports=more)) - SHOT * count
        if better > value + SHOT:
            value, supports = better, more
            break
    is_night = False
    if rules.may_attack_by_night(state, attackers, supports):
        dark = weigh(judge, state, replace(fought, supports=supports, night=True)) - NIGHT
        if dark > value:
            value, is_night = dark, True
    return Plan(target, attackers, supports, is_night, value)


def plans(judge: Judge, state: Petrograd) -> list[Plan]:
    """Return the best attack on every hex, best first."""
    found = [best_on(judge, state, target) for target in numbers(rules.targets(state, judge.side))]
    known = [plan for plan in found if plan is not None]
    known.sort(key=lambda plan: -plan.value)
    return known
