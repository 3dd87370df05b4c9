"""What figures are worth is found again where it is known, and tested on games held back."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from grognard.cli import main
from grognard.lab.fitting import NoFigures, Sample, fit, record
from grognard.lab.setting import prepare


def invented(games: int, seed: int) -> list[Sample]:
    """Return games in which only one of two figures decides, with chances that are known."""
    rng = Random(seed)
    found = []
    for game in range(games):
        told, idle = rng.uniform(-1, 1), rng.uniform(-1, 1)
        chance = 1 / (1 + exp(-(4.0 * told - 1.0)))
        found.append(Sample(game, {"told": told, "idle": idle}, rng.random() < chance))
    return found


def test_weights_that_are_known_are_found_again() -> None:
    found = fit(invented(4000, 1), lambda game: game % 5 == 0)
    assert found.weights["told"] == pytest.approx(4.0, abs=0.6)
    assert found.weights["idle"] == pytest.approx(0.0, abs=0.3)
    assert found.weights[""] == pytest.approx(-1.0, abs=0.3)
    assert (found.moments, found.tested) == (3200, 800)
    assert found.ranking is not None
    assert found.ranking > 0.8
    assert found.loss < 0.55


def test_figures_that_tell_nothing_rank_nothing() -> None:
    rng = Random(2)
    moments = [Sample(n, {"idle": rng.random()}, rng.random() < 0.5) for n in range(2000)]
    assert fit(moments, lambda game: game % 2 == 0).ranking == pytest.approx(0.5, abs=0.06)


def test_a_game_is_recorded_at_every_turn_of_a_side() -> None:
    moments = record(prepare("bautzen", ("recruit", "recruit"), seed=1), 0)
    assert len(moments) >= 12
    assert len({moment.is_won for moment in moments}) == 1
    assert all(set(moment.figures) == set(moments[0].figures) for moment in moments)


def test_a_game_without_figures_is_refused() -> None:
    with pytest.raises(NoFigures):
        fit(record(prepare("toygame:OutpostGame", ("random", "random")), 0), lambda _: False)


def test_a_fit_that_cannot_be_made_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fit", "bautzen", "--players"]
    assert main([*words, "random,random", "--games", "1"]) == 2
    assert "too few games" in capsys.readouterr().err
    assert main([*words, "process:false", "--games", "1"]) == 1
    err = capsys.readouterr().err
    assert "game 0 of seed 0 (bautzen, process:false,process:false): BrokenBot" in err
