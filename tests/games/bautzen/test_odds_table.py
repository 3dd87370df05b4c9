"""8.2: from totals to the results table, against a plain count, icepool and simulated throws."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import partial

import icepool
import pytest
from scipy.stats import chisquare

from games.bautzen.board import GAME, fight, position
from grognard.engine.forbidden import Forbidden
from grognard.games.bautzen.odds import chart
from grognard.games.bautzen.odds.table import chart_of, next_column

PRINTED = """
3/0 2/0 1/0 1/0 1/1 1/1 0/1 0/2
3/0 2/0 1/0 1/0 1/1 0/1 0/1 0/2
3/0 1/0 1/0 1/1 1/2 1/3 1/3 1/3
2/0 1/0 1/1 1/2 1/2 1/3 1/3 1/3
2/1 2/1 1/1 1/2 1/2 1/3 1/4 1/4
2/1 2/2 1/2 1/2 1/3 1/4 0/4 0/5
1/1 2/2 0/2 1/2 1/3 1/4 0/4 0/5
0/1 1/2 0/2 1/3 1/4 1/5 0/5 0/6
"""
ROWS = [line.split() for line in PRINTED.split("\n") if line]
CASES = 2000


def plain(attack: int, defence: int, shift: int, drm: int, die: int) -> str:
    """Read the printed table by hand: the ratio, the shift, the die, all within the table."""
    column = 0 if attack < defence else min(attack // defence, 7)
    column = max(0, min(7, column + shift))
    return ROWS[max(1, min(8, die + drm)) - 1][column]


def cases() -> list[tuple[int, int, int, int]]:
    rng = random.Random(1945)
    return [
        (rng.randint(1, 60), rng.randint(1, 20), rng.randint(-4, 4), rng.randint(-4, 3))
        for _ in range(CASES)
    ]


def results(attack: int, defence: int, shift: int, drm: int) -> dict[str, Fraction]:
    return {str(line.result): line.chance for line in chart(attack, defence, shift, drm).lines}


def test_8_2_every_distribution_is_a_count_of_the_six_faces() -> None:
    """BZ-8.2.4, BZ-8.2.5, BZ-8.2.6: 2,000 random combats against the table copied by hand."""
    for case in cases():
        counted = Counter(plain(*case, die) for die in range(1, 7))
        assert results(*case) == {text: Fraction(n, 6) for text, n in counted.items()}, case


def test_8_2_every_distribution_is_that_of_icepool() -> None:
    """BZ-8.2.6: 2,000 random combats, icepool throwing the die."""
    for case in cases():
        thrown = icepool.d6.map(partial(plain, *case))
        expected = {text: Fraction(thrown.probability(text)) for text in thrown}
        assert results(*case) == expected, case


def test_8_2_a_million_throws_agree() -> None:
    """BZ-8.2.6: chi-square of 10^6 simulated throws of the worked example, one face more each."""
    found = chart(26, 6, shift=-1)
    rng = random.Random(8)
    faces = Counter(rng.choices(range(1, 7), k=1_000_000))
    thrown = Counter[str]()
    for die, number in faces.items():
        thrown[plain(26, 6, -1, 0, die)] += number
    observed = [thrown[str(line.result)] for line in found.lines]
    expected = [float(line.chance) * 1_000_000 for line in found.lines]
    assert chisquare(observed, expected).pvalue > 0.001


def test_8_2_the_weissenberg_example_from_its_totals() -> None:
    """BZ-EX: 26 to 6 is 4/1, with the column 3/1; a 5 is in the half that brings 1/2."""
    found = chart(26, 6, shift=-1)
    assert (found.first_column, found.column) == ("4/1", "3/1")
    assert results(26, 6, -1, 0) == {
        "1/0": Fraction(1, 3),
        "1/1": Fraction(1, 6),
        "1/2": Fraction(1, 2),
    }
    assert next(line.dice for line in found.lines if str(line.result) == "1/2") == (4, 5, 6)
    assert found.results.total == 6
    assert "<table>" in found._repr_html_()


def test_8_2_the_weissenberg_example_on_the_board() -> None:
    """BZ-EX: the same column from the counters, each line with the rules that made it."""
    state = position(
        {
            "1810": ["21/20Pz", "59/20Pz"],
            "1911": ["112/20Pz", "QG/20Pz"],
            "1912": ["QG/57PzK"],
        },
        {"1910": ["861/294RD"], "1808": ["QG/294RD"]},
        allied_convoys=["1909"],
    )
    sums = fight(
        state,
        "1910",
        "21/20Pz",
        "59/20Pz",
        "112/20Pz",
        support=["QG/20Pz", "QG/57PzK"],
        defence=["QG/294RD"],
        answer=["1909"],
    )
    found = chart_of(state, sums)
    assert (found.column, found.drm) == ("3/1", 0)
    assert found.results == chart(26, 6, shift=-1).results
    assert found.lines[0].rules == ("8.2.4", "8.2.6", "7.2.2")


@pytest.mark.parametrize(
    ("attack", "defence", "needed"), [(26, 6, 30), (3, 6, 6), (6, 6, 12), (42, 6, None)]
)
def test_8_2_4_what_the_next_column_needs(attack: int, defence: int, needed: int | None) -> None:
    """BZ-8.2.4: 4/1 against 6 becomes 5/1 with 30; above 7/1 there is nothing."""
    assert next_column(attack, defence, len(GAME.tables.columns) - 1) == needed


@pytest.mark.parametrize(("attack", "defence", "rule"), [(0, 3, "BZ-8.1"), (3, 0, "BZ-8.2.4")])
def test_8_2_impossible_totals_are_refused_in_the_name_of_their_rule(
    attack: int, defence: int, rule: str
) -> None:
    """BZ-8.2.4."""
    with pytest.raises(Forbidden) as refused:
        chart(attack, defence)
    assert refused.value.rule == rule
