"""Intervals, ratings and the sequential test, held to known values and to synthetic games."""

from __future__ import annotations

from math import inf, log
from random import Random

import pytest
from scipy.stats import binomtest

from grognard.lab.statistics import Score, Sprt, elo, mean_interval, wilson


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
    assert mean_interval([4.0]) == (4.0, -inf, inf)
    assert mean_interval([2.0, 2.0, 2.0]) == (2.0, 2.0, 2.0)
    wide = mean_interval([0.0, 4.0])
    assert wide.value == 2.0
    assert wide.high - wide.value == pytest.approx(1.959964 * 2.0, abs=1e-5)


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


def verdict(test: Sprt, chance: float, rng: Random) -> tuple[str, int]:
    points = games = 0
    while not test.verdict(points, games):
        points += rng.random() < chance
        games += 1
    return test.verdict(points, games), games


@pytest.mark.parametrize(("chance", "truth"), [(0.45, "low"), (0.55, "high")])
def test_the_sequential_test_errs_once_in_twenty_at_most(chance: float, truth: str) -> None:
    rng, test = Random(7), Sprt()
    verdicts = [verdict(test, chance, rng)[0] for _ in range(600)]
    wrong = sum(found != truth for found in verdicts)
    assert wrong <= 0.05 * 600 + 2 * 6


def test_the_sequential_test_is_short_where_the_answer_is_plain() -> None:
    rng, test = Random(7), Sprt()
    lengths = [verdict(test, 0.8, rng)[1] for _ in range(200)]
    assert sum(lengths) / len(lengths) < 40


def test_the_sequential_test_is_open_at_first_and_even() -> None:
    test = Sprt()
    assert test.verdict(0, 0) == ""
    assert test.ratio(50, 100) == pytest.approx(0)
    assert test.bounds == pytest.approx((-log(19), log(19)))
