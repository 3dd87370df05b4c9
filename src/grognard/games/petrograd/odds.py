"""Exact odds of a combat: every column and pair of cells, and the value with its choices.

>>> from grognard.games.petrograd.combat import Combat, Force
>>> combat = Combat(Force(8, 4, 5, 8), Force(4, 3, 3, 4), terrain=1)
>>> found = columns(combat)
>>> found.chances["9"], found.total
(Fraction(1, 6), 2)
>>> fought = value(combat, STEPS)
>>> fought.summary.attacker_wins, fought.summary.nobody_wins
(Fraction(13, 18), Fraction(1, 9))
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.choice import Chance, Decision, Objective, Tree, solve
from grognard.engine.outlook import Outlook, outlook_of
from grognard.engine.report import figure_table
from grognard.games.petrograd.combat import (
    Aftermath,
    Combat,
    Reading,
    choices,
    extra_loss,
    modifiers,
    morale_row,
    read,
    winner,
)
from grognard.games.petrograd.table import Effect, Half, Role

if TYPE_CHECKING:
    from grognard.engine.odds import Distribution, Number

THROWS: Final = sorted(((one, two) for one in range(1, 7) for two in range(1, 7)), key=sum)
"""The throws of two dice, the lowest totals first."""

RESTORED: Final = "† damaged print, restored from the neighbouring cells"


@dataclass(frozen=True, slots=True)
class Columns(Outlook[Reading, tuple[int, int]]):
    """Every column that a combat can reach, with its dice, both halves, and the rules."""

    combat: Combat = field(kw_only=True)

    @property
    def rows(self) -> tuple[int, int]:
        """PG-2 - the rows that attacker and defender read."""
        table = self.combat.table
        return morale_row(self.combat.attacker, table), morale_row(self.combat.defender, table)

    @property
    def chances(self) -> Distribution[str]:
        """The chance of each column."""
        return self.results.map(lambda reading: reading.column)

    @property
    def cells(self) -> Distribution[tuple[str, str]]:
        """The chance of each pair of halves as printed, attacker's first."""
        return self.results.map(lambda reading: (reading.attacker.text, reading.defender.text))


def shown(half: Half) -> str:
    """Return a half as printed, a restored one with its mark."""
    return f"{half.text} †" if half.restored else half.text


def _label(reading: Reading) -> str:
    """Return a reading as one piece of text."""
    return f"{reading.column}: {shown(reading.attacker)} | {shown(reading.defender)}"


def columns(combat: Combat) -> Columns:
    """Return every column with its dice, both halves as printed, and the rules that apply."""
    granted = modifiers(combat)
    shift = sum(modifier.value for modifier in granted)
    extra = ("PG-3",) if extra_loss(combat) else ()
    always = (*_morale_rules(combat), *(modifier.rule for modifier in granted), *extra)
    readings = {total: read(combat, total, shift) for total in range(2, 13)}
    found = outlook_of(
        THROWS,
        lambda throw: readings[sum(throw)],
        text=_label,
        rules=lambda reading: (
            *("PG-1a", "PG-1b", *always, "PG-4b"),
            *(*reading.attacker.rules, *reading.defender.rules),
        ),
        key=lambda reading: reading.column,
    )
    halves = [half for one in found for half in one.result[1:]]
    marks = (RESTORED,) if any(half.restored for half in halves) else ()
    return Columns(f"2d6{shift:+d}", granted, found, marks, combat=combat)


def _morale_rules(combat: Combat) -> tuple[str, ...]:
    """PG-2 - the rules that moved a row."""
    forces = (combat.attacker, combat.defender)
    encircled = ("PG-2a",) if any(force.encircled for force in forces) else ()
    return (*encircled, "PG-2b") if any(force.trotsky for force in forces) else encircled


class Weights(NamedTuple):
    """What the attacker gains when the defender suffers a thing, and loses when he suffers it."""

    step: Number = 0
    hex: Number = 0
    retreat: Number = 0
    disorganised: Number = 0
    rout: Number = 0
    surrender: Number = 0


STEPS: Final = Weights(step=1)
HEX: Final = Weights(hex=1)
MARGIN: Final = Weights(
    step=1,
    hex=1,
    retreat=Fraction(1, 4),
    disorganised=Fraction(1, 2),
    rout=Fraction(1, 2),
    surrender=1,
)
OBJECTIVES: Final = {"steps": STEPS, "hex": HEX, "margin": MARGIN}
"""Ready objectives: steps destroyed less steps lost; the hex; a margin of all that counts."""


def steps_lost(result: Effect, points: int) -> int:
    """PG-6a, PG-6g - the steps a side of so many SP loses; all of them when it surrenders."""
    return points if result.surrender else min(result.losses, points)


def vacates(result: Effect, points: int) -> bool:
    """Whether a side leaves its hex: by retreat, rout, surrender or its last step."""
    return result.retreat > 0 or steps_lost(result, points) == points


def hex_taken(outcome: Aftermath, combat: Combat) -> bool:
    """PG-6b, PG-6c - the attacker advances into the hex that the defender leaves."""
    return _occupies(outcome.attacker, combat.attacker.points) and vacates(
        outcome.defender, combat.defender.points
    )


def hex_lost(outcome: Aftermath, combat: Combat) -> bool:
    """PG-6c - the defender advances into the hex that the attacker leaves."""
    return _occupies(outcome.defender, combat.defender.points) and vacates(
        outcome.attacker, combat.attacker.points
    )


def _occupies(result: Effect, points: int) -> bool:
    """Whether a side must advance and has something left to advance with."""
    return result.advance > 0 and steps_lost(result, points) < points


def _suffered(weights: Weights, result: Effect, points: int) -> Number:
    """Return what a side's own result weighs against it."""
    return (
        weights.step * steps_lost(result, points)
        + weights.retreat * result.retreat
        + weights.disorganised * result.disorganised
        + weights.rout * result.rout
        + weights.surrender * result.surrender
    )


def worth(outcome: Aftermath, combat: Combat, weights: Weights) -> Number:
    """Return what an outcome is worth to the attacker; the defender wants the opposite."""
    inflicted = _suffered(weights, outcome.defender, combat.defender.points)
    suffered = _suffered(weights, outcome.attacker, combat.attacker.points)
    ground = hex_taken(outcome, combat) - hex_lost(outcome, combat)
    return inflicted - suffered + weights.hex * ground


class Summary(NamedTuple):
    """What people ask first; chances and means when both choose by the objective."""

    attacker_wins: Fraction
    defender_wins: Fraction
    nobody_wins: Fraction
    hex_taken: Fraction
    hex_lost: Fraction
    defender_pushed_back: Fraction
    attacker_pushed_back: Fraction
    defender_eliminated: Fraction
    attacker_eliminated: Fraction
    defender_steps: Fraction
    attacker_steps: Fraction


@dataclass(frozen=True, slots=True)
class Solved:
    """The value of a combat under an objective, with the choice of each owner."""

    columns: Columns
    weights: Weights
    value: Fraction
    outcomes: Distribution[Aftermath]
    decisions: tuple[Decision, ...]
    summary: Summary

    def _repr_html_(self) -> str:
        named = self.summary._asdict().items()
        return figure_table(
            (name.replace("_", " "), number, not name.endswith("steps")) for name, number in named
        )


def tree(found: Columns) -> Tree[Aftermath]:
    """Return the whole combat as a throw, then the choices of each column."""
    return Chance(
        tuple(
            (len(one.dice), one.result.column, choices(found.combat, one.result))
            for one in found.possibilities
        )
    )


def value(combat: Combat, weights: Weights = STEPS) -> Solved:
    """PG-5 - the value of a combat when each owner chooses best; equal choices save steps."""
    found = columns(combat)
    objective: Objective[Aftermath] = Objective.zero_sum(
        Role.ATTACKER,
        Role.DEFENDER,
        lambda outcome: worth(outcome, combat, weights),
        lambda outcome: worth(outcome, combat, MARGIN),
    )
    solved = solve(tree(found), objective)
    number = Fraction(solved.values[Role.ATTACKER])
    summary = summarise(found, solved.outcomes)
    return Solved(found, weights, number, solved.outcomes, solved.decisions, summary)


def summarise(found: Columns, outcomes: Distribution[Aftermath]) -> Summary:
    """Return the summary of what happens once everybody has chosen."""
    combat = found.combat
    attack, defence = combat.attacker.points, combat.defender.points
    won = found.chances.map(lambda column: winner(combat.table, column))
    return Summary(
        attacker_wins=won.chance(Role.ATTACKER),
        defender_wins=won.chance(Role.DEFENDER),
        nobody_wins=won.chance(None),
        hex_taken=outcomes.probability(lambda pair: hex_taken(pair, combat)),
        hex_lost=outcomes.probability(lambda pair: hex_lost(pair, combat)),
        defender_pushed_back=outcomes.probability(lambda pair: pair.defender.retreat > 0),
        attacker_pushed_back=outcomes.probability(lambda pair: pair.attacker.retreat > 0),
        defender_eliminated=outcomes.probability(
            lambda pair: steps_lost(pair.defender, defence) == defence
        ),
        attacker_eliminated=outcomes.probability(
            lambda pair: steps_lost(pair.attacker, attack) == attack
        ),
        defender_steps=outcomes.expectation(lambda pair: steps_lost(pair.defender, defence)),
        attacker_steps=outcomes.expectation(lambda pair: steps_lost(pair.attacker, attack)),
    )


class Gain(NamedTuple):
    """What one more of something would change: the new value of the combat."""

    rule: str
    what: str
    amount: int
    value: Fraction


def next_ratio(combat: Combat) -> int | None:
    """PG-7a - the attack needed for the next step of the ratio, None at the last."""
    return combat.table.ratio.next_attack(combat.attacker.value, combat.defender.value)


def gains(combat: Combat, weights: Weights = STEPS) -> tuple[Gain, ...]:
    """Return what the next ratio and each helper not yet used would make of the value."""
    return tuple(
        Gain(rule, what, amount, value(better, weights).value)
        for rule, what, amount, better in _betters(combat)
    )


def _betters(combat: Combat) -> list[tuple[str, str, int, Combat]]:
    """Return the same combat with one thing more, each in its turn."""
    attacker = combat.attacker
    needed = next_ratio(combat)
    better = []
    if needed is not None:
        stronger = replace(attacker, value=needed)
        better.append(("PG-7a", "attack for the next ratio", needed, stronger))
    better += [
        ("PG-7c", "support", attacker.support + 1, replace(attacker, support=attacker.support + 1)),
        ("PG-7e", "tank", attacker.tanks + 1, replace(attacker, tanks=attacker.tanks + 1)),
        (
            "PG-7f",
            "aircraft",
            attacker.aircraft + 1,
            replace(attacker, aircraft=attacker.aircraft + 1),
        ),
    ]
    return [
        (rule, what, amount, replace(combat, attacker=side)) for rule, what, amount, side in better
    ]
