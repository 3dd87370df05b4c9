"""Round robins: sides, ratings, and a test that stops at the same game whatever the workers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from grognard.lab.crew import Alone, local
from grognard.lab.record import Record
from grognard.lab.setting import prepare
from grognard.lab.statistics import Comparison, Verdict
from grognard.lab.tournament import Contest, tournament

if TYPE_CHECKING:
    from pathlib import Path

TOY = prepare("toygame:OutpostGame", ("random", "random"), seed=3, swap=True)
SEATS = ("red", "blue")


def won_by_first(number: int, *, first: bool = True) -> Record:
    """Return a game of a contest that the first player wins, or loses."""
    seat = number % 2 if first else 1 - number % 2
    return Record(number, TOY.seats(number), SEATS[seat], 10, "")


def test_the_first_player_keeps_his_points_in_either_seat() -> None:
    contest = Contest(TOY, 10, None)
    contest.take([won_by_first(number, first=number < 7) for number in range(10)])
    found = contest.as_json()
    assert (found["games"], found["points"], found["stronger"]) == (10, 7, None)
    assert found["by_seat"]["red"]["value"] == 0.8
    assert found["by_seat"]["blue"]["value"] == 0.6
    scores = list(contest.scores())
    assert [(score.games, score.points) for score in scores] == [(5, 4), (5, 2)]


@pytest.mark.parametrize(("first", "verdict"), [(True, Verdict.FIRST), (False, Verdict.SECOND)])
def test_the_test_stops_a_contest_that_is_plain(first: bool, verdict: Verdict) -> None:
    contest = Contest(TOY, 200, Comparison(0.1))
    contest.take([won_by_first(number, first=first) for number in range(60)])
    assert contest.is_over
    assert contest.verdict is verdict
    assert len(contest.counted()) == 22  # 21 straight wins reach log 40, and sides come in pairs
    assert contest.as_json()["stronger"] == TOY.players[not first]


def test_the_test_stops_a_contest_of_equals() -> None:
    contest = Contest(TOY, 2000, Comparison(0.1))
    contest.take([won_by_first(number, first=number % 4 in (0, 3)) for number in range(400)])
    assert contest.is_over
    found = contest.as_json()
    assert (found["verdict"], found["stronger"], found["games"]) == ("equal", None, 148)


def test_games_beyond_the_stop_and_after_a_gap_do_not_count() -> None:
    contest = Contest(TOY, 200, Comparison(0.1))
    contest.take([won_by_first(number) for number in range(60) if number != 9])
    assert len(contest.counted()) == 9
    assert not contest.is_over
    contest.take([won_by_first(9)])
    contest.take([won_by_first(number, first=False) for number in range(60, 80)])
    assert contest.is_over
    assert len(contest.counted()) == 22


def test_a_tournament_is_the_same_whatever_the_workers(tmp_path: Path) -> None:
    setting = replace(TOY, players=("random", "lab.good_bots:Passive"))
    names = ("random", "lab.good_bots:Passive")
    alone = tournament(setting, names, 40, Alone(), test=Comparison(0.1), directory=tmp_path)
    with local(2) as crew:
        together = tournament(setting, names, 40, crew, test=Comparison(0.1))
    assert alone == together
    again = tournament(
        setting, names, 40, Alone(), test=Comparison(0.1), directory=tmp_path, resume=True
    )
    assert again == alone


def test_everybody_meets_everybody_and_ratings_are_ranked() -> None:
    names = ("random", "lab.good_bots:Passive", "lab.good_bots:Last")
    found = tournament(TOY, names, 6, Alone())
    assert [contest["players"] for contest in found["contests"]] == [
        [names[0], names[1]],
        [names[0], names[2]],
        [names[1], names[2]],
    ]
    assert all(contest["games"] == 6 for contest in found["contests"])
    values = [row["value"] for row in found["ratings"]]
    assert values == sorted(values, reverse=True)
    assert abs(sum(values)) <= 2
    assert sum(row["points"] for row in found["ratings"]) == 18
    assert {row["games"] for row in found["ratings"]} == {12}
