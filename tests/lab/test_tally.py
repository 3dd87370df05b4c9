"""What many games come to."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engine.measure import Measure
from grognard.lab.record import Record
from grognard.lab.setting import Setting
from grognard.lab.statistics import wilson
from grognard.lab.tally import Tally, rule_order
from grognard.lab.words import summary_text

SEATS = ("red", "blue")


def record(number: int, result: str, margin: float = 1.0) -> Record:
    measure = Measure(
        reason="more counters" if result == "red" else "time",
        margin=margin,
        losses=((1, number), (0, 2)),
        rules={"8.2": 3, "10.1": 1} if number % 2 else {"8.2": 1},
        control="01.0",
        lost_at=({"0101": 1}, {"0203": 2}),
        held={"0101": "01"[: number + 1]},
    )
    return Record(number, ("a", "b"), result, 10 + number, f"{number:x}", measure)


GAMES = [record(0, "red", 2), record(1, "blue", -1), record(2, "red", 5), record(3, "draw", 0)]


def tally(*, swap: bool = False) -> Tally:
    return Tally.of(Setting("toy", ("a", "b"), swap=swap), SEATS, GAMES)


def test_sides_and_their_intervals() -> None:
    figures = tally().summary()
    assert figures["wins"] == {"red": 2, "blue": 1}
    assert figures["draws"] == 1
    assert figures["win_rates"]["red"]["value"] == 0.5
    assert figures["win_rates"]["red"]["low"] == round(wilson(2, 4).low, 4)
    assert figures["lengths"] == {"shortest": 10, "median": 11.5, "mean": 11.5, "longest": 13}


@pytest.mark.parametrize(("swap", "points"), [(False, [2.5, 1.5]), (True, [3.5, 0.5])])
def test_players_keep_their_points_when_they_change_sides(swap: bool, points: list[float]) -> None:
    assert [score["points"] for score in tally(swap=swap).summary()["scores"]] == points


def test_what_the_game_measured() -> None:
    figures = tally().summary()
    assert figures["margins"]["value"] == 1.5
    assert (figures["margins"]["least"], figures["margins"]["most"]) == (-1, 5)
    assert figures["steps_lost"]["red"]["by_turn"] == [1.0, 1.5]
    assert figures["steps_lost"]["blue"]["total"]["value"] == 2
    assert figures["rules"] == {
        "8.2": {"per_game": 2.0, "games": 4},
        "10.1": {"per_game": 0.5, "games": 2},
    }
    assert figures["reasons"][0] == {"winner": "red", "reason": "more counters", "games": 2}
    assert tally().control[0] == {0: 4, 3: 4}
    assert tally().lost_at[1]["0203"] == 8
    held = figures["held"]["0101"]
    assert {turn: share["value"] for turn, share in held.items()} == {1: 1.0, 2: 0.0}
    assert held[1]["low"] == round(wilson(4, 4).low, 4)
    assert held[2]["high"] == round(wilson(0, 3).high, 4), "a game that is over does not count"


def test_the_order_of_the_games_does_not_matter() -> None:
    shuffled = GAMES[:]
    Random(1).shuffle(shuffled)
    setting = Setting("toy", ("a", "b"))
    assert Tally.of(setting, SEATS, shuffled).summary() == tally().summary()


def test_rules_are_in_the_order_of_the_book() -> None:
    rules = ["10.1", "8.10", "8.2.6", "8.2", "13 woods", "13"]
    assert sorted(rules, key=rule_order) == ["8.2", "8.2.6", "8.10", "10.1", "13", "13 woods"]


def test_the_figures_in_words() -> None:
    facts = {"game": "toy", "scenario": "s", "players": ["a", "b"], "seed": 1, "games": 4}
    facts |= {"options": {"x": "1"}, "changed": ["tables.die.woods=-2 (was -1)"]}
    speed = {"seconds": 1.0, "games_per_second": 4.0, "decisions_per_second": 46}
    text = summary_text(facts | speed | tally().summary())
    assert "options: x = 1" in text
    assert "changed values: tables.die.woods=-2 (was -1)" in text
    assert "red wins: 2, 50.0 % (95 % interval: 15.0 % to 85.0 %)" in text
    assert "2 games: red, more counters" in text
    assert "by turn: 1.0 1.5" in text
    assert "0101 held by red at the end of turn 1: 100% 2: 0%" in text
    named = summary_text(facts | speed | tally().summary(), {"0101": "Bautzen"})
    assert "0101 Bautzen held by red at the end of turn 1: 100% 2: 0%" in named
