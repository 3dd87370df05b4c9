"""Exact odds of the East Front charts: the rules' own functions over all ten faces.

>>> from grognard.games.eastfront.overrun import Overrun
>>> chart = overrun_odds(Overrun(attack=17, defence=3))
>>> chart.drm, chart.probability(lambda band: band.success)
(2, Fraction(1, 2))
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from grognard.engine.choice import Chance, Choice, Leaf, Objective, Solution, Tree, solve
from grognard.engine.odds import Distribution, Number
from grognard.engine.report import bar_table
from grognard.games.eastfront import combat, overrun, retreat, surrender
from grognard.games.eastfront.charts import CHARTS, Band
from grognard.games.eastfront.combat import Attack, Order, Outcome

if TYPE_CHECKING:
    from grognard.engine.modifier import Modifier
    from grognard.games.eastfront.overrun import Overrun
    from grognard.games.eastfront.retreat import Retreat
    from grognard.games.eastfront.surrender import Surrender

FACES: Final = range(1, 11)

T = TypeVar("T", bound=Hashable)


class Line(NamedTuple, Generic[T]):
    """One result that can come up: its chance, its faces of the die and its rules."""

    result: T
    text: str
    chance: Fraction
    dice: tuple[int, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart(Generic[T]):
    """Every line of a chart that a case can reach."""

    column: str
    modifiers: tuple[Modifier, ...]
    drm: int
    lines: tuple[Line[T], ...]
    reconstructed: bool = False

    @property
    def outcomes(self) -> Distribution[T]:
        """The chance of each result."""
        return Distribution({line.result: line.chance for line in self.lines})

    def probability(self, holds: Callable[[T], bool]) -> Fraction:
        """Return the chance that a claim about the result holds."""
        faces = sum(len(line.dice) for line in self.lines if holds(line.result))
        return Fraction(faces, len(FACES))

    def expectation(self, value: Callable[[T], Number]) -> Fraction:
        """Return the mean of a value of the result."""
        total = sum(len(line.dice) * value(line.result) for line in self.lines)
        return Fraction(total) / len(FACES)

    def _repr_html_(self) -> str:
        return bar_table((line.text, line.chance) for line in self.lines)


def _lines(
    resolve: Callable[[int], T],
    text: Callable[[T], str],
    rules: Callable[[T], Iterable[str]],
    modifiers: tuple[Modifier, ...],
) -> tuple[Line[T], ...]:
    """Throw every face once and gather equal results."""
    faces: dict[T, list[int]] = {}
    for die in FACES:
        faces.setdefault(resolve(die), []).append(die)
    granted = tuple(dict.fromkeys(modifier.rule for modifier in modifiers))
    return tuple(
        Line(
            result,
            text(result),
            Fraction(len(dice), len(FACES)),
            tuple(dice),
            (*rules(result), *granted),
        )
        for result, dice in faces.items()
    )


def overrun_odds(case: Overrun) -> Chart[Band]:
    """EF-11.4 - the chance of each line of the overrun table."""
    overrun.check(case)
    modifiers = overrun.modifiers(case)
    drm = sum(modifier.value for modifier in modifiers)
    lines = _lines(
        lambda die: overrun.read(drm, die),
        lambda band: band.text,
        lambda _: ("EF-11.4a", "EF-11.4b"),
        modifiers,
    )
    return Chart(f"{overrun.odds(case)}-1", modifiers, drm, lines)


def retreat_odds(case: Retreat) -> Chart[retreat.Line]:
    """EF-16.6.6 - the chance to cross a zone of control in retreat."""
    retreat.check(case)
    modifiers = retreat.modifiers(case)
    drm = sum(modifier.value for modifier in modifiers)
    fate = retreat.without_throw(case)
    lines = _lines(
        lambda die: fate or retreat.read(drm, die),
        lambda line: line.text,
        lambda line: (line.rule,),
        modifiers,
    )
    return Chart("16.6.6", modifiers, drm, lines)


def surrender_odds(case: Surrender) -> Chart[surrender.Line]:
    """EF-21 - the chance that a Soviet hex surrenders."""
    surrender.check(case)
    modifiers = surrender.modifiers(case)
    drm = sum(modifier.value for modifier in modifiers)
    lines = _lines(
        lambda die: surrender.read(drm, die),
        lambda line: line.text,
        lambda _: ("EF-21a",),
        modifiers,
    )
    return Chart("21.0", modifiers, drm, lines)


def combat_odds(attack: Attack) -> Chart[Outcome]:
    """EF-15, EF-16 - the chance of each result of a declared attack."""
    battle = combat.assess(attack)
    lines = _lines(
        lambda die: combat.outcome(battle, die),
        lambda outcome: outcome.cell.text,
        lambda outcome: ("EF-15", *outcome.rules),
        battle.modifiers,
    )
    column = CHARTS.columns[battle.column] if battle.column >= 0 else "below 1-4"
    return Chart(column, battle.modifiers, battle.drm, lines, CHARTS.reconstructed)


def next_column(attack: Attack) -> int | None:
    """EF-15 - the attack total that the next column needs; None at 10-1."""
    defence, factors = combat.defence_total(attack), combat.attack_total(attack)
    needed = (-(-ratio.numerator * defence // ratio.denominator) for ratio in CHARTS.ratios)
    return next((total for total in needed if total > factors), None)


def next_overrun_odds(case: Overrun) -> int | None:
    """EF-11.4c - the attack that the next line of the odds modifiers needs; None at the last."""
    chart = CHARTS.overrun
    ladder = chart.odds_german if case.all_german else chart.odds_other
    return next((least * case.defence for least, _ in ladder if least > overrun.odds(case)), None)


class CombatSummary(NamedTuple):
    """What people ask first of an attack; steps beyond those a side has do not count."""

    hex_vacated: Fraction
    retreats: Fraction
    defender_eliminated: Fraction
    attacker_eliminated: Fraction
    defender_steps: Fraction
    attacker_steps: Fraction


def summarise(
    chart: Chart[Outcome], attacker: int | None = None, defender: int | None = None
) -> CombatSummary:
    """Return the summary of an attack by sides of so many steps, where they are known.

    Where they are not, "e" is counted as no steps: see the chances of elimination.
    """
    return CombatSummary(
        hex_vacated=chart.probability(
            lambda result: result.vacated or defender_lost(result, defender) == defender
        ),
        retreats=chart.probability(lambda result: result.retreat > 0),
        defender_eliminated=chart.probability(
            lambda result: (
                result.cell.defender_eliminated or defender_lost(result, defender) == defender
            )
        ),
        attacker_eliminated=chart.probability(
            lambda result: (
                result.cell.attacker_eliminated or attacker_lost(result, attacker) == attacker
            )
        ),
        defender_steps=chart.expectation(lambda result: defender_lost(result, defender)),
        attacker_steps=chart.expectation(lambda result: attacker_lost(result, attacker)),
    )


def attacker_lost(result: Outcome, steps: int | None) -> int:
    """Return the steps that the attacker loses, all of them when he is eliminated."""
    return _lost(result.attacker_steps, result.cell.attacker_eliminated, steps)


def defender_lost(result: Outcome, steps: int | None) -> int:
    """Return the steps that the defender loses, all of them when he is eliminated."""
    return _lost(result.defender_steps, result.cell.defender_eliminated, steps)


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
) -> Solution[Outcome]:
    """EF-14 - the value of an attack when the defender gives the order that serves him best."""

    def payoff(result: Outcome) -> Number:
        lost = defender_lost(result, defender)
        steps = lost - attacker_lost(result, attacker)
        return weights.step * steps + weights.hex * (result.vacated or lost == defender)

    options = tuple((order.value, _throw(replace(attack, order=order))) for order in Order)
    tree: Tree[Outcome] = Choice("defender", options)
    return solve(tree, Objective.zero_sum("attacker", "defender", payoff))


def _throw(attack: Attack) -> Tree[Outcome]:
    """Return the throw of an attack as a tree."""
    return Chance(
        tuple((len(line.dice), line.text, Leaf(line.result)) for line in combat_odds(attack).lines)
    )


def artillery_value(case: Retreat) -> Solution[int]:
    """EF-16.6.6e - the steps saved when the owner keeps his artillery, or first eliminates it."""
    if case.steps is None:
        case = replace(case, steps=2)
    options = [("keep", case), ("eliminate", retreat.without_artillery(case))]
    tree: Tree[int] = Choice("owner", tuple((name, _crossing(way)) for name, way in options))
    return solve(tree, Objective({"owner": [lambda steps: steps]}))


def _crossing(case: Retreat) -> Tree[int]:
    """Return the throw of a retreat as a tree; an outcome is the steps that get through."""
    through = retreat.steps_crossing(case) or 0
    return Chance(
        tuple(
            (len(line.dice), line.text, Leaf(through if line.result.success else 0))
            for line in retreat_odds(case).lines
        )
    )


def in_sequence(cases: Sequence[Overrun]) -> Distribution[int]:
    """EF-11.4 - how many overruns one stack carries through; the first failure stops it."""
    chances = [overrun_odds(case).probability(lambda band: band.success) for case in cases]
    weights: dict[int, Fraction] = {}
    so_far = Fraction(1)
    for done, chance in enumerate(chances):
        weights[done] = so_far * (1 - chance)
        so_far *= chance
    weights[len(chances)] = so_far
    return Distribution(weights)


def pursue(case: Overrun, defences: Sequence[int], times: int) -> Distribution[int]:
    """EF-11.4d - overrun the same units again and again: after the first time they are marked.

    `defences` gives their defence by steps left, the present one first; a success that costs the
    last step ends the pursuit as if all its overruns had succeeded.
    """
    if times == 0:
        return Distribution.certain(0)
    if not defences:
        return Distribution.certain(times)
    now = replace(case, defence=defences[0])
    marked = replace(case, marker=True)

    def follow(band: Band) -> Distribution[int]:
        if not band.success:
            return Distribution.certain(0)
        return pursue(marked, defences[band.defender_steps :], times - 1) + 1

    return overrun_odds(now).outcomes.then(follow)
