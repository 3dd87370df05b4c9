"""Fit what a game's figures are worth on games that were played, and test it on others.

The chance to win is a plain logistic sum of the figures; numpy is needed here and nowhere else.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.engine.game import CHANCE, apply
from grognard.engine.registry import game as game_named
from grognard.lab.jobs import failed
from grognard.lab.players import seated
from grognard.lab.setting import scenario_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from grognard.lab.setting import Setting

RIDGE = 1.0
"""How strongly weights are held down."""
STEPS = 60
INTERCEPT = ""


class Sample(NamedTuple):
    """A position at the end of a side's turn: its figures, and who won that game."""

    game: int
    figures: Mapping[str, float]
    is_won: bool


class Fit(NamedTuple):
    """Weights by figure, and how well they tell who wins in games not used for fitting."""

    weights: dict[str, float]
    moments: int
    tested: int
    ranking: float | None
    """The share of pairs of a won and a lost position in which the won one looks better (AUC).

    None where the games held back were all won by one side.
    """
    loss: float
    """The mean of minus the logarithm of the chance given to what happened."""


class NoFigures(LookupError):
    """The game names no figures to fit."""


def record(setting: Setting, number: int) -> list[Sample]:
    """Play a game, and return its positions between the turns of the sides."""
    game = game_named(setting.game)
    adviser = game.adviser()
    state = game.start(scenario_of(setting))
    seed = f"{setting.seed}/{number}"
    players = [
        seated(setting, game, name, seat, seed) for seat, name in enumerate(setting.seats(number))
    ]
    dice, found = Random(seed), []
    stage = None
    try:
        while not state.is_over:
            now = adviser.stage(state) if adviser else None
            if now is not None and now != stage:
                figures = adviser.figures(state) if adviser else {}
                if not figures:
                    raise NoFigures(f"{game.id} names no figures that could be fitted")
                found.append(figures)
                stage = now
            options = state.options()
            if state.seat == CHANCE:
                apply(state, options[int(dice.random() * len(options))])
            else:
                apply(state, players[state.seat].choose(state))
    except NoFigures:
        raise
    except Exception as error:
        raise failed(setting, number, error) from error
    finally:
        for player in players:
            player.leave()
    return [Sample(number, figures, state.winner() == 0) for figures in found]


def fit(moments: Sequence[Sample], is_held_back: Callable[[int], bool]) -> Fit:
    """Return the weights that fit games best, tested on those held back."""
    import numpy as np

    names = sorted({name for moment in moments for name in moment.figures})
    if not names:
        raise NoFigures("there are no figures that could be fitted")

    def table(some: Sequence[Sample]) -> tuple[Any, Any]:
        rows = [[1.0, *(one.figures.get(name, 0.0) for name in names)] for one in some]
        return np.array(rows), np.array([float(one.is_won) for one in some])

    training = [one for one in moments if not is_held_back(one.game)]
    testing = [one for one in moments if is_held_back(one.game)]
    if not training or not testing:
        raise NoFigures("too few games: some are fitted, and others held back to test the weights")
    facts, won = table(training)
    weights = np.zeros(facts.shape[1])
    held_down = RIDGE * np.eye(facts.shape[1])
    held_down[0, 0] = 1e-6
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-facts @ weights))
        slope = facts.T @ (won - chances) - held_down @ weights
        curve = (facts * (chances * (1 - chances))[:, None]).T @ facts + held_down
        step = np.linalg.solve(curve, slope)
        weights += step
        if float(np.abs(step).max()) < 1e-8:
            break
    found = {INTERCEPT: round(float(weights[0]), 3)}
    found |= {n: round(float(w), 3) for n, w in zip(names, weights[1:], strict=True)}
    others, ends = table(testing)
    told = 1 / (1 + np.exp(-others @ weights))
    good, bad = told[ends == 1], told[ends == 0]
    above = (good[:, None] > bad[None, :]).sum() + 0.5 * (good[:, None] == bad[None, :]).sum()
    pairs = len(good) * len(bad)
    given = np.clip(np.where(ends == 1, told, 1 - told), 1e-6, 1)
    loss = float(-np.log(given).mean())
    ranking = float(above / pairs) if pairs else None
    return Fit(found, len(training), len(testing), ranking, loss)
