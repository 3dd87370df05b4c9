"""Tuning: weights and their limits, runs that climb in noise, and a play-off that is not fooled."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from grognard.cli import main
from grognard.lab.edits import EditError
from grognard.lab.tuning import PLAY_OFF, Effort, Finalist, Weight, climb, edits, tune

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.lab.tuning import Vector

PLAN = Effort(runs=3, rounds=12, candidates=8, games=20, play_off=400)
BEST = (0.8, 0.3)


class Noisy:
    """Games that are won the likelier the nearer the weights are to the best ones."""

    def __init__(self, slope: float) -> None:
        self.slope, self.seen = slope, set[int]()

    def __call__(self, vectors: Sequence[Vector], numbers: range) -> list[list[float]]:
        self.seen.update(numbers)
        return [[self._game(vector, number) for number in numbers] for vector in vectors]

    def _game(self, vector: Vector, number: int) -> float:
        away = sum((mine - best) ** 2 for mine, best in zip(vector, BEST, strict=True))
        luck = Random(f"{number}").random() * 0.5 + Random(f"{number} {vector}").random() * 0.5
        return float(luck < 0.7 - self.slope * away)


def test_a_run_climbs_in_spite_of_noise() -> None:
    *_, last = climb((0.2, 0.8), PLAN, Noisy(0.8), Random(1))
    before = sum((a - b) ** 2 for a, b in zip((0.2, 0.8), BEST, strict=True))
    after = sum((a - b) ** 2 for a, b in zip(last.vector, BEST, strict=True))
    assert after < before / 3


def test_the_play_off_uses_games_that_no_run_has_seen_and_names_the_better_weights() -> None:
    judge = Noisy(0.8)
    best, finalists = tune((0.2, 0.8), PLAN, judge, Random(1))
    assert len(finalists) == PLAN.runs + 1
    assert best is not finalists[0]
    assert {n for n in judge.seen if n >= PLAY_OFF} == set(range(PLAY_OFF, PLAY_OFF + 400))
    assert max(n for n in judge.seen if n < PLAY_OFF) < PLAN.runs * PLAN.rounds * PLAN.games


def test_where_weights_make_no_difference_they_stay_as_they_were() -> None:
    kept = 0
    for seed in range(6):
        best, finalists = tune((0.5, 0.5), PLAN, Noisy(0.0), Random(seed))
        kept += best is finalists[0]
    assert kept >= 5


def test_a_finalist_must_be_clearly_better() -> None:
    base = Finalist((0.0,), [0.0, 1.0] * 20)
    assert not Finalist((1.0,), [1.0, 0.0] * 20).beats(base)
    assert Finalist((1.0,), [1.0] * 40).beats(base)
    assert not Finalist((1.0,), [1.0]).beats(Finalist((0.0,), [0.0]))


def test_weights_are_written_within_their_limits() -> None:
    plain, whole = Weight("a.b", 0.0, 2.0), Weight("a.c", 1, 9, is_whole=True)
    assert plain.value(plain.share(0.5)) == 0.5
    assert plain.share(7.0) == 1.0
    found = edits([plain, whole], (0.25, 0.5))
    assert [str(edit) for edit in found] == ["a.b=0.5", "a.c=3"]


@pytest.mark.parametrize("text", ["a.b", "a.b=1", "a.b=2..1", "a.b=x..y", "a.b=1..1"])
def test_limits_written_wrongly_are_refused(text: str) -> None:
    with pytest.raises(EditError):
        Weight.parse(text)


def test_the_command_tunes_bautzen(
    capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("tuned") / "weights.txt"
    words = ["tune", "bautzen", "--seat", "german", "--players", "sergeant,recruit"]
    words += ["--players", "sergeant,random", "--runs", "1", "--rounds", "1", "--candidates", "2"]
    words += ["--games", "2", "--play-off", "2", "--out", str(out), "--json"]
    words += ["--vary", "opponents.style.sergeant.german.drive=0.3..1.5"]
    assert main(words) == 0
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert found["games"] == 1 * 1 * 2 * 2 + 2 * 2
    assert set(found["weights"]) == {"opponents.style.sergeant.german.drive"}
    assert len(found["finalists"]) == 2
    assert "run 1: score" in shown.err
    assert out.read_text("utf-8").startswith("opponents.style.sergeant.german.drive=")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat", "red", "--vary", "tables.die.woods=0..2"], "has no side"),
        (["--seat", "german", "--vary", "tables.dye=0..2"], "there are:"),
        (["--seat", "german", "--vary", "scenario.id=0..2"], "not a number"),
    ],
)
def test_what_cannot_be_tuned_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tune", "bautzen", "--players", "recruit,recruit", *words]) == 2
    assert said in capsys.readouterr().err
