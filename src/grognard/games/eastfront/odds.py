"""Exact odds of the East Front charts: the rules' own functions over all ten faces.

>>> from grognard.games.eastfront.overrun import OverrunCase
>>> found = overrun_odds(OverrunCase(attack=17, defence=3))
>>> found.total, found.probability(lambda band: band.success)
(2, Fraction(1, 2))
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.choice import Chance, Choice, Leaf, Objective, Solution, Tree, solve
from grognard.engine.forbidden import Forbidden
from grognard.engine.odds import Distribution, Number
from grognard.engine.outlook import Outlook, outlook_of
from grognard.games.eastfront import combat, overrun, retreat, surrender
from grognard.games.eastfront.combat import Aftermath, Attack, DefenceOrder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grognard.engine.modifier import Modifier
    from grognard.games.eastfront.charts import ChartLine
    from grognard.games.eastfront.overrun import OverrunCase
    from grognard.games.eastfront.retreat import RetreatCase
    from grognard.games.eastfront.surrender import SurrenderCase

FACES: Final = range(1, 11)

RECONSTRUCTED: Final = "the combat results table is a reconstruction, not the published one"


def _granted(modifiers: Iterable[Modifier]) -> tuple[str, ...]:
    """Return the rules that changed the die."""
    return tuple(modifier.rule for modifier in modifiers)


def overrun_odds(case: OverrunCase) -> Outlook[ChartLine, int]:
    """EF-11.4 - the chance of each line of the overrun table."""
    overrun.check(case)
    modifiers = overrun.modifiers(case)
    drm = sum(modifier.value for modifier in modifiers)
    found = outlook_of(
        FACES,
        lambda die: overrun.read(case, drm, die),
        text=lambda band: band.text,
        rules=lambda band: (band.rule, "EF-11.4b", *_granted(modifiers)),
    )
    return Outlook(f"{overrun.ratio(case)}-1", modifiers, found)


def retreat_odds(case: RetreatCase) -> Outlook[ChartLine, int]:
    """EF-16.6.6 - the chance to cross a zone of control in retreat."""
    retreat.check(case)
    modifiers = retreat.modifiers(case)
    drm = sum(modifier.value for modifier in modifiers)
    fate = retreat.without_throw(case)
    found = outlook_of(
        FACES,
        lambda die: fate or retreat.read(case, drm, die),
        text=lambda band: band.text,
        rules=lambda band: (band.rule, *_granted(modifiers)),
    )
    return Outlook("16.6.6", modifiers, found)


def surrender_odds(case: SurrenderCase) -> Outlook[ChartLine, int]:
    """EF-21 - the chance that a Soviet hex surrenders."""
    surrender.check(case)
    modifiers = surrender.modifiers(case)
    drm = sum(modifier.value for modifier in modifiers)
    found = outlook_of(
        FACES,
        lambda die: surrender.read(case, drm, die),
        text=lambda band: band.text,
        rules=lambda band: (band.rule, *_granted(modifiers)),
    )
    return Outlook("21.0", modifiers, found)


def combat_odds(attack: Attack) -> Outlook[Aftermath, int]:
    """EF-15, EF-16 - the chance of each result of a declared attack."""
    battle = combat.assess(attack)
    found = outlook_of(
        FACES,
        lambda die: combat.aftermath(battle, die),
        text=lambda after: after.printed.text,
        rules=lambda after: ("EF-15", *after.rules, *_granted(battle.modifiers)),
    )
    column = attack.charts.columns[battle.column] if battle.column >= 0 else "below 1-4"
    marks = (RECONSTRUCTED,) if attack.charts.reconstructed else ()
    return Outlook(column, battle.modifiers, found, marks)


def next_column(attack: Attack) -> int | None:
    """EF-15 - the attack total that the next column needs; None at 10-1."""
    totals = combat.attack_total(attack), combat.defence_total(attack)
    return attack.charts.ratio.next_attack(*totals)


def next_overrun_ratio(case: OverrunCase) -> int | None:
    """EF-11.4c - the attack that the next line of the ratio modifiers needs; None at the last."""
    return overrun.ladder(case).next_attack(case.attack, case.defence)


class CombatSummary(NamedTuple):
    """What people ask first of an attack; steps beyond those a side has do not count."""

    hex_vacated: Fraction
    retreats: Fraction
    defender_eliminated: Fraction
    attacker_eliminated: Fraction
    defender_steps: Fraction
    attacker_steps: Fraction


def summarise(
    found: Outlook[Aftermath, int], attacker: int | None = None, defender: int | None = None
) -> CombatSummary:
    """Return the summary of an attack by sides of so many steps, where they are known.

    Where they are not, "e" is counted as no steps: see the chances of elimination.
    """
    return CombatSummary(
        hex_vacated=found.probability(
            lambda result: result.vacated or defender_lost(result, defender) == defender
        ),
        retreats=found.probability(lambda result: result.retreat > 0),
        defender_eliminated=found.probability(
            lambda result: (
                result.printed.defender_eliminated or defender_lost(result, defender) == defender
            )
        ),
        attacker_eliminated=found.probability(
            lambda result: (
                result.printed.attacker_eliminated or attacker_lost(result, attacker) == attacker
            )
        ),
        defender_steps=found.expectation(lambda result: defender_lost(result, defender)),
        attacker_steps=found.expectation(lambda result: attacker_lost(result, attacker)),
    )


def attacker_lost(result: Aftermath, steps: int | None) -> int:
    """Return the steps that the attacker loses, all of them when he is eliminated."""
    return _lost(result.attacker_steps, result.printed.attacker_eliminated, steps)


def defender_lost(result: Aftermath, steps: int | None) -> int:
    """Return the steps that the defender loses, all of them when he is eliminated."""
    return _lost(result.defender_steps, result.printed.defender_eliminated, steps)


def _lost(lost: int, eliminated: bool, steps: int | None) -> int:
    """Return the steps lost by a side of so many."""
    if steps is None:
        return lost
    return steps if eliminated else min(lost, steps)


class Weights(NamedTuple):
    """What a step and the hex are worth; the defender wants the opposite."""

    step: Number = 1
    hex: Number = 0


OBJECTIVES: Final = {"steps": Weights(), "hex": Weights(0, 1), "margin": Weights(1, 1)}


def orders_value(
    attack: Attack, weights: Weights, attacker: int, defender: int
) -> Solution[Aftermath]:
    """EF-14 - the value of an attack when the defender gives the order that serves him best."""

    def payoff(result: Aftermath) -> Number:
        lost = defender_lost(result, defender)
        steps = lost - attacker_lost(result, attacker)
        return weights.step * steps + weights.hex * (result.vacated or lost == defender)

    options = tuple((order.value, _throw(replace(attack, order=order))) for order in DefenceOrder)
    tree: Tree[Aftermath] = Choice("defender", options)
    return solve(tree, Objective.zero_sum("attacker", "defender", payoff))


def _throw(attack: Attack) -> Tree[Aftermath]:
    """Return the throw of an attack as a tree."""
    return Chance(
        tuple(
            (len(line.dice), line.text, Leaf(line.result))
            for line in combat_odds(attack).possibilities
        )
    )


def artillery_value(case: RetreatCase) -> Solution[int]:
    """EF-16.6.6e - the steps saved when the owner keeps his artillery, or first eliminates it."""
    if case.steps is None:
        raise Forbidden("EF-16.6.6e", "the advice needs the steps of the other units: --steps")
    options = [("keep", case), ("eliminate", retreat.without_artillery(case))]
    tree: Tree[int] = Choice("owner", tuple((name, _crossing(way)) for name, way in options))
    return solve(tree, Objective({"owner": [lambda steps: steps]}))


def _crossing(case: RetreatCase) -> Tree[int]:
    """Return the throw of a retreat as a tree; an outcome is the steps that get through."""
    through = retreat.steps_crossing(case) or 0
    return Chance(
        tuple(
            (len(line.dice), line.text, Leaf(through if line.result.success else 0))
            for line in retreat_odds(case).possibilities
        )
    )


def in_sequence(cases: Sequence[OverrunCase]) -> Distribution[int]:
    """EF-11.4 - how many overruns one stack carries through; the first failure stops it."""
    chances = [overrun_odds(case).probability(lambda band: band.success) for case in cases]
    weights: dict[int, Fraction] = {}
    so_far = Fraction(1)
    for done, chance in enumerate(chances):
        weights[done] = so_far * (1 - chance)
        so_far *= chance
    weights[len(chances)] = so_far
    return Distribution(weights)


MOST_OVERRUNS: Final = 20


def pursue(case: OverrunCase, defences: Sequence[int], times: int) -> Distribution[int]:
    """EF-11.4d - overrun the same units again and again: after the first time they are marked.

    `defences` gives their defence by steps left, the present one first; a success that costs the
    last step ends the pursuit as if all its overruns had succeeded.
    """
    if not 0 <= times <= MOST_OVERRUNS:
        template = "a stack overruns 0 to {most} times, not {times}"
        raise Forbidden("EF-11.4", template, most=MOST_OVERRUNS, times=times)
    return _pursue(case, tuple(defences), times, {})


def _pursue(
    case: OverrunCase,
    defences: tuple[int, ...],
    times: int,
    known: dict[tuple[int, int, bool], Distribution[int]],
) -> Distribution[int]:
    """Return the pursuit from here; one that was met before is `known`."""
    if times == 0 or not defences:
        return Distribution.certain(times)
    key = (len(defences), times, case.marker)
    if key not in known:
        now, marked = replace(case, defence=defences[0]), replace(case, marker=True)
        known[key] = overrun_odds(now).results.then(
            lambda band: (
                _pursue(marked, defences[band.defender_steps :], times - 1, known) + 1
                if band.success
                else Distribution.certain(0)
            )
        )
    return known[key]
