"""Intervals, ratings and the sequential test, held to known values and to synthetic games."""

from __future__ import annotations

from collections import Counter
from math import log
from random import Random

import pytest
from scipy.stats import binomtest
from scipy.stats import t as student

from grognard.lab.statistics import Comparison, Score, Verdict, elo, mean_interval, t95, wilson


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (10, 10), (50, 100), (3, 7), (1234, 2000)])
def test_wilson_agrees_with_scipy(wins: int, games: int) -> None:
    expected = binomtest(wins, games).proportion_ci(method="wilson")
    found = wilson(wins, games)
    assert found.value == wins / games
    assert found.low == pytest.approx(expected.low, abs=1e-12)
    assert found.high == pytest.approx(expected.high, abs=1e-12)


def test_wilson_knows_nothing_without_games() -> None:
    assert wilson(0, 0) == (0.0, 0.0, 1.0)


def test_a_mean_is_as_sure_as_its_values_agree() -> None:
    assert mean_interval([4.0]) == (4.0, None, None)
    assert mean_interval([2.0, 2.0, 2.0]) == (2.0, 2.0, 2.0)
    assert mean_interval([0.0, 4.0]) == pytest.approx((2.0, 2 - 12.7062 * 2, 2 + 12.7062 * 2))


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 30, 99, 100, 101, 102, 500, 100_000])
def test_students_bounds_agree_with_scipy(freedom: int) -> None:
    assert t95(freedom) == pytest.approx(student.ppf(0.975, freedom), rel=1e-7)


@pytest.mark.parametrize("games", [2, 3, 5, 20])
def test_means_hold_the_truth_nineteen_times_in_twenty_however_few_the_games(games: int) -> None:
    rng, held, tries = Random(11), 0, 2000
    for _ in range(tries):
        found = mean_interval([rng.gauss(3, 2) for _ in range(games)])
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 3 <= found.high
    assert 0.935 <= held / tries <= 0.965


def expected_points(difference: float) -> float:
    return float(1 / (1 + 10 ** (-difference / 400)))


def test_elo_finds_the_ratings_that_made_the_results() -> None:
    true = {"weak": -150.0, "middle": 0.0, "strong": 150.0}
    seat, games = 60.0, 100_000
    scores = [
        Score(one, other, games, games * expected_points(true[one] - true[other] + seat))
        for one in true
        for other in true
        if one != other
    ]
    found = elo(scores)
    for name, rating in true.items():
        assert found.players[name].value == pytest.approx(rating, abs=0.5)
        assert found.players[name].low < rating < found.players[name].high
    assert found.first_seat.value == pytest.approx(seat, abs=0.5)


def test_elo_of_two_players_is_the_logarithm_of_their_odds() -> None:
    found = elo([Score("a", "b", 4000, 3000), Score("b", "a", 4000, 1000)])
    difference = found.players["a"].value - found.players["b"].value
    assert difference == pytest.approx(400 * log(3) / log(10), abs=1)


def test_elo_intervals_hold_the_truth_nineteen_times_in_twenty() -> None:
    rng, held = Random(1), 0
    chance = expected_points(80)
    for _ in range(300):
        ahead = sum(rng.random() < chance for _ in range(100))
        behind = sum(rng.random() < 1 - chance for _ in range(100))
        found = elo([Score("a", "b", 100, ahead), Score("b", "a", 100, behind)])
        held += found.players["a"].low <= 40 <= found.players["a"].high
    assert 270 <= held <= 298


def test_a_player_who_never_loses_has_a_rating_too() -> None:
    found = elo([Score("a", "b", 20, 20), Score("b", "a", 20, 0)])
    assert 300 < found.players["a"].value < 2000
    assert found.players["a"].value == pytest.approx(-found.players["b"].value)


def compared(test: Comparison, chances: tuple[float, float], rng: Random, limit: int) -> Verdict:
    """Return the verdict on two players who change sides, asked after every second game."""
    points = 0
    for games in range(2, limit + 1, 2):
        points += sum(rng.random() < chance for chance in chances)
        verdict = test.verdict(points, games)
        if verdict is not Verdict.OPEN:
            return verdict
    return Verdict.OPEN


def verdicts(chances: tuple[float, float], limit: int, matches: int = 400) -> dict[Verdict, float]:
    """Return the share of every verdict in many matches."""
    rng, test = Random(7), Comparison()
    found = Counter(compared(test, chances, rng, limit) for _ in range(matches))
    return {verdict: found[verdict] / matches for verdict in Verdict}


@pytest.mark.parametrize("chances", [(0.5, 0.5), (0.8, 0.2)], ids=["fair", "one side better"])
@pytest.mark.parametrize("limit", [200, 2000])
def test_equal_players_are_called_unequal_once_in_twenty_at_most(
    chances: tuple[float, float], limit: int
) -> None:
    found = verdicts(chances, limit)
    assert found[Verdict.FIRST] + found[Verdict.SECOND] <= 0.05 + 0.02


def test_equal_players_are_found_equal_within_the_margin() -> None:
    assert verdicts((0.5, 0.5), 4000)[Verdict.EQUAL] > 0.9


@pytest.mark.parametrize(("share", "truth"), [(0.55, Verdict.FIRST), (0.45, Verdict.SECOND)])
def test_players_a_margin_apart_are_told_apart(share: float, truth: Verdict) -> None:
    found = verdicts((share, share), 10_000)
    assert found[Verdict.EQUAL] <= 0.05 + 0.02
    assert found[truth] >= 0.93


def test_the_comparison_is_short_where_the_answer_is_plain() -> None:
    assert Comparison().verdict(0, 0) is Verdict.OPEN
    assert Comparison().verdict(38, 38) is Verdict.OPEN
    assert Comparison().verdict(39, 39) is Verdict.FIRST
    assert Comparison().verdict(0, 39) is Verdict.SECOND
    assert Comparison(0.2).verdict(11, 11) is Verdict.FIRST
    assert Comparison().verdict(300, 600) is Verdict.EQUAL
