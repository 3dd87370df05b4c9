"""The exact odds of Petrograd against counting, icepool and a million throws."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import numpy
import pytest
from scipy.stats import chisquare

from grognard.games.petrograd.combat import Aftermath, Army, Combat, Force, modifiers, resolve
from grognard.games.petrograd.odds import (
    HEX,
    MARGIN,
    STEPS,
    Weights,
    columns,
    gains,
    hex_lost,
    hex_taken,
    next_ratio,
    steps_lost,
    value,
    worth,
)
from grognard.games.petrograd.table import DATA, Effect, Role, load_table

PRINTED: dict[str, Any] = tomllib.loads(DATA.read_text(encoding="utf-8"))


def brute_shift(combat: Combat) -> int:
    """Add up PG-7 a second time, written apart from the rules' own functions."""
    mine, his = combat.attacker, combat.defender
    ratio = Fraction(mine.value, his.value)
    ladder = [Fraction(step) for step in ("1/3", "1/2", "2/3", "1", "3/2", "2", "3", "4", "5")]
    total = -4 + sum(ratio >= step for step in ladder)
    total += mine.quality - his.quality + mine.headquarters - his.headquarters
    fire = (mine.support + mine.aircraft) - (his.support + his.aircraft)
    armour = (mine.tanks + mine.armoured_cars) - (his.tanks + his.armoured_cars)
    for lead in (fire, armour):
        total += 1 if lead > 0 else -1 if lead < 0 else 0
    total += 1 if mine.tanks else 0
    total += 1 if mine.aircraft else 0
    total += 1 if combat.night and combat.army is Army.NORTHWESTERN else 0
    total += 2 if his.encircled else 0
    total += 1 if combat.clear and mine.cavalry >= 5 and his.cavalry < 5 else 0
    return total - combat.terrain - combat.entrenchment


def brute_row(force: Force) -> str:
    row = force.morale - (1 if force.encircled else 0) + (2 if force.trotsky else 0)
    return f"m{sorted((1, row, 6))[1]}"


def brute_cells(combat: Combat, total: int) -> tuple[str, str]:
    """Look both halves up in the printed rows, as text."""
    place = sorted((1, total + brute_shift(combat), 15))[1] - 1
    halves = []
    for role, force in enumerate((combat.attacker, combat.defender)):
        cell = PRINTED["rows"][brute_row(force)][place]
        halves.append(cell.split("|")[role].strip() if cell else "-")
    return halves[0], halves[1]


def random_force(chooser: random.Random, red: bool) -> Force:
    return Force(
        value=chooser.randint(1, 20),
        quality=chooser.randint(1, 6),
        morale=chooser.randint(1, 6),
        points=chooser.randint(1, 8),
        encircled=chooser.random() < 0.3,
        trotsky=red and chooser.random() < 0.3,
        support=chooser.randint(0, 3),
        aircraft=chooser.randint(0, 1),
        tanks=chooser.randint(0, 1),
        armoured_cars=chooser.randint(0, 2),
        headquarters=chooser.randint(0, 1),
        cavalry=chooser.choice([0, 0, 4, 5]),
    )


def random_combat(chooser: random.Random) -> Combat:
    army = chooser.choice(list(Army))
    return Combat(
        random_force(chooser, army is Army.RED),
        random_force(chooser, army is not Army.RED),
        terrain=chooser.randint(0, 3),
        entrenchment=chooser.randint(0, 2),
        clear=chooser.random() < 0.5,
        night=chooser.random() < 0.5,
        army=army,
    )


def test_2000_random_combats_equal_counting_all_throws_and_icepool() -> None:
    """PG-1a, PG-1b - the distribution over pairs of cells, two oracles."""
    chooser = random.Random(1919)
    two_dice = 2 @ icepool.d6
    for _ in range(2000):
        combat = random_combat(chooser)
        cells = columns(combat).cells
        counted = Counter(
            brute_cells(combat, one + two) for one, two in product(range(1, 7), repeat=2)
        )
        assert dict(cells) == {pair: Fraction(count, 36) for pair, count in counted.items()}
        theirs = two_dice.map(lambda total, combat=combat: brute_cells(combat, total), star=False)
        assert dict(cells) == {pair: theirs.probability(pair) for pair in theirs.outcomes()}


def test_odds_are_the_rules_own_function_over_all_throws() -> None:
    """PG-1a - each line holds exactly the dice for which `resolve` gives its reading."""
    chooser = random.Random(7)
    for _ in range(50):
        combat = random_combat(chooser)
        lines = {
            throw: line.result for line in columns(combat).possibilities for throw in line.dice
        }
        assert len(lines) == 36
        assert all(resolve(combat, sum(throw)) == reading for throw, reading in lines.items())


def test_a_million_throws_agree_with_the_exact_columns() -> None:
    """PG-1a - chi-square of 10^6 simulated throws, fixed seed."""
    combat = Combat(Force(8, 4, 5, 8), Force(4, 3, 3, 4), terrain=1)
    generator = numpy.random.default_rng(1919)
    totals = generator.integers(1, 7, (1_000_000, 2)).sum(axis=1)
    thrown = numpy.clip(totals + 2, 1, 15)
    exact = {int(name): chance for name, chance in columns(combat).chances.items()}
    seen = [int((thrown == name).sum()) for name in exact]
    assert sum(seen) == 1_000_000
    assert chisquare(seen, [float(chance) * 1e6 for chance in exact.values()]).pvalue > 0.001


def brute_value(combat: Combat, weights: Weights) -> Fraction:
    """Value a combat by trying every pair of options in the order of PG-4, per throw."""
    total = Fraction(0)
    for one, two in product(range(1, 7), repeat=2):
        reading = resolve(combat, one + two)
        extra = 1 if combat.attacker.points >= 4 and combat.defender.points >= 4 else 0

        def worth_of(mine: Effect, his: Effect, extra: int = extra) -> Fraction:
            add = (part._replace(losses=part.losses + extra) for part in (mine, his))
            return Fraction(worth(Aftermath(*add), combat, weights))

        mine = [option.effect for option in reading.attacker.options]
        his = [option.effect for option in reading.defender.options]
        pick = max if reading.attacker.chooser is Role.ATTACKER else min
        if one + two + brute_shift(combat) >= 8:
            total += min(pick(worth_of(a, d) for a in mine) for d in his)
        else:
            total += pick(min(worth_of(a, d) for d in his) for a in mine)
    return total / 36


@pytest.mark.parametrize("weights", [STEPS, HEX, MARGIN, Weights(step=2, hex=5, retreat=1)])
def test_the_value_is_that_of_trying_every_pair_of_options(weights: Weights) -> None:
    """PG-4a, PG-5a, PG-5b - each owner chooses best for himself, the loser first."""
    chooser = random.Random(42)
    for _ in range(60):
        combat = random_combat(chooser)
        found = value(combat, weights)
        assert found.value == brute_value(combat, weights)
        assert found.value == found.outcomes.expectation(
            lambda outcome, combat=combat: worth(outcome, combat, weights)  # type: ignore[misc]
        )


def test_the_defender_uses_d_against_the_attacker() -> None:
    """PG-5b - at 4, m4: of 1r and rd the defender gives the loss, the owner would take rd."""
    given = Combat(Force(4, 3, 4, 3), Force(4, 3, 6, 3))
    own = replace(given, attacker=replace(given.attacker, morale=5))
    chosen = {
        decision.owner: decision.chosen
        for combat in (given, own)
        for decision in value(combat, STEPS).decisions
        if decision.path == ("4",)
    }
    assert chosen == {Role.DEFENDER: "1r", Role.ATTACKER: "rd"}


def test_the_decision_names_what_each_option_is_worth() -> None:
    """PG-5a - at 9 the m5 attacker who wants the hex takes the loss and the advance."""
    combat = Combat(Force(8, 4, 5, 8), Force(4, 3, 3, 4), terrain=1)
    decisions = {decision.path: decision for decision in value(combat, HEX).decisions}
    assert decisions["9",].chosen == "1 a"
    assert decisions["9",].options == (("1 a", 1), ("d", 0))


def test_surrender_costs_every_step_and_losses_no_more_than_there_are() -> None:
    """PG-6a, PG-6g - 0R and 1R take all; 2 of 1 takes 1."""
    assert steps_lost(Effect(surrender=True), 6) == 6
    assert steps_lost(Effect(losses=1, surrender=True), 6) == 6
    assert steps_lost(Effect(losses=2), 1) == 1


def test_the_hex_is_taken_by_an_advance_into_a_hex_that_was_left() -> None:
    """PG-6b, PG-6c, PG-6e - retreat, rout, surrender or death leave it; without "a" none enters."""
    combat = Combat(Force(4, 3, 3, 4), Force(4, 3, 3, 2))
    advance = Effect(advance=2)
    for left in (Effect(retreat=1), Effect(retreat=2, rout=True), Effect(surrender=True)):
        assert hex_taken(Aftermath(advance, left), combat)
        assert not hex_taken(Aftermath(Effect(), left), combat)
    assert hex_taken(Aftermath(advance, Effect(losses=2)), combat)
    assert not hex_taken(Aftermath(advance, Effect(losses=1)), combat)
    assert not hex_taken(Aftermath(Effect(losses=4, advance=1), Effect(retreat=1)), combat)
    assert hex_lost(Aftermath(Effect(retreat=1), Effect(advance=1)), combat)
    assert not hex_lost(Aftermath(Effect(disorganised=True), Effect(advance=1)), combat)


def test_the_summary_of_an_attack() -> None:
    """PG-3, PG-4b - 8 against 4 with +2: the attacker wins 26 throws of 36, 4 are nobody's."""
    summary = value(Combat(Force(8, 4, 5, 8), Force(4, 3, 3, 4), terrain=1), HEX).summary
    assert (summary.attacker_wins, summary.nobody_wins) == (Fraction(26, 36), Fraction(4, 36))
    assert summary.defender_wins == Fraction(6, 36)
    assert summary.defender_eliminated == Fraction(1, 36)


def test_every_line_carries_its_rules() -> None:
    """PG-2a, PG-2b, PG-3, PG-5b - the rules that made an outcome stand beside it."""
    attacker = Force(4, 3, 4, 4, encircled=True, trotsky=True)
    lines = columns(Combat(attacker, Force(4, 3, 3, 4), army=Army.RED)).possibilities
    by_column = {line.result.column: line for line in lines}
    assert {"PG-1a", "PG-1b", "PG-2a", "PG-2b", "PG-3", "PG-4b"} <= set(by_column["2"].rules)
    assert {"PG-5b", "PG-6a", "PG-6d"} <= set(by_column["2"].rules)
    assert by_column["2"].dice == ((1, 1),)
    assert by_column["4"].result.defender.restored is False
    plain = columns(Combat(Force(4, 3, 4, 3), Force(4, 3, 3, 3))).possibilities[0]
    assert not {"PG-2a", "PG-2b", "PG-3"} & set(plain.rules)


def test_one_more_factor_names_the_attack_that_the_next_ratio_needs() -> None:
    """PG-7a - 8 against 3 is 2/1; 3/1 needs 9; nothing lies beyond 5/1."""
    combat = Combat(Force(8, 3, 4, 3), Force(3, 3, 3, 3))
    assert next_ratio(combat) == 9
    assert next_ratio(replace(combat, attacker=Force(15, 3, 4, 3))) is None
    stronger = {gain.rule: gain for gain in gains(combat, HEX)}
    assert stronger["PG-7a"].amount == 9
    nine = replace(combat, attacker=Force(9, 3, 4, 3))
    assert stronger["PG-7a"].value == value(nine, HEX).value
    assert stronger["PG-7e"].value > value(combat, HEX).value
    last = gains(replace(combat, attacker=Force(15, 3, 4, 3)), HEX)
    assert "PG-7a" not in {gain.rule for gain in last}


def test_modifiers_carry_their_reason() -> None:
    """PG-7k - log, tooltip and odds read one list."""
    combat = Combat(Force(4, 3, 4, 3), Force(4, 3, 3, 3), terrain=2)
    assert [tuple(modifier) for modifier in modifiers(combat)] == [
        ("PG-7k", -2, "terrain and entrenchments")
    ]


def test_a_notebook_sees_the_columns_with_their_marks_and_means_as_numbers() -> None:
    """PG-1b - a restored half is marked in a notebook too; steps lost are no percentage."""
    combat = Combat(Force(4, 3, 4, 3), Force(4, 3, 3, 3))
    page = columns(combat)._repr_html_()
    assert "1/6 = 16.7 %" in page
    assert "D: 1r / rd †" in page
    assert "restored from the neighbouring cells" in page
    told = value(combat)
    page = told._repr_html_()
    assert "<td>hex taken</td>" in page
    mean = told.summary.defender_steps
    assert f"<td>defender steps</td><td>{mean} = {float(mean):.2f}</td>" in page
    strong = Combat(Force(20, 6, 6, 3), Force(4, 3, 3, 3))
    assert "†" not in columns(strong)._repr_html_()


def test_column_8_may_be_read_both_ways() -> None:
    """PG-5a, PG-R16 - the last "/1" is the defender's, or by the option the attacker's."""
    forces = Force(4, 3, 5, 3), Force(4, 3, 5, 3)
    printed, other = Combat(*forces), Combat(*forces, table=load_table(column_8="attacker"))
    assert resolve(printed, 8)[1:] != resolve(other, 8)[1:]
    assert (resolve(other, 8).attacker.text, resolve(other, 8).defender.text) == (
        "1d a / 1",
        "r / d",
    )
    assert resolve(printed, 8).defender.text == "r / d / 1"
    assert [resolve(printed, dice) for dice in (7, 9)] == [resolve(other, dice) for dice in (7, 9)]
    low = Force(4, 3, 3, 3)
    assert resolve(Combat(low, low), 8) == resolve(
        Combat(low, low, table=load_table(column_8="attacker")), 8
    )
    margins = [value(combat, MARGIN).value for combat in (printed, other)]
    assert 0 < abs(margins[0] - margins[1]) <= Fraction(1, 12)
