"""``grognard tune``: weights of an opponent, tuned by games."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from grognard.commands import laboratory
from grognard.commands.shared import (
    Subparsers,
    UsageError,
    add_json,
    command,
    print_json,
    scenario_directory,
)
from grognard.engine.registry import game as game_named
from grognard.lab.edits import Edit, EditError, value_at
from grognard.lab.runs import progress, simulate
from grognard.lab.setting import texts_of
from grognard.lab.statistics import mean_interval
from grognard.lab.tuning import Effort, Weight, edits, score, tune

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from grognard.lab.crew import Crew
    from grognard.lab.runs import Advance
    from grognard.lab.tuning import Finalist, Progress, Vector

EXAMPLES = """  grognard tune bautzen --seat german --players colonel,colonel --out tuned.txt \\
      --vary opponents.style.colonel.german.losses=0.4..1.6 \\
      --vary opponents.style.colonel.german.drive=0.3..3

Several short runs start from the weights as they are; each draws weights round where it stands,
lets them play the same games, and moves to the middle of the better half. A play-off with seeds
that no run has seen tells whether one of them is clearly better than the weights there were.
--players may be given several times: the games go round the pairs. JSON keys: game, seat, seed,
games, is_better, weights, finalists."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Tune weights of an opponent by games, and test the result on unused seeds."
    parser = command(subparsers, "tune", purpose, EXAMPLES, run)
    parser.add_argument("game", help="the id of a game, or module:Class")
    parser.add_argument("--seat", required=True, help="the side whose play is tuned")
    parser.add_argument(
        "--players", required=True, action="append", help="who plays, by side, with a comma"
    )
    parser.add_argument(
        "--vary", required=True, action="append", metavar="PLACE=LOW..HIGH", help="a weight"
    )
    parser.add_argument("--runs", type=int, default=3, help="how many short runs (3)")
    parser.add_argument("--rounds", type=int, default=8, help="how many rounds each (8)")
    parser.add_argument("--candidates", type=int, default=8, help="weights drawn a round (8)")
    parser.add_argument("--play-off", type=int, default=100, help="games of each finalist (100)")
    laboratory.add_games(parser, 12)
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep the best weights there")
    laboratory.add_crew(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Tune, and print the weights with what the play-off says."""
    seats = game_named(given.game).seats
    if given.seat not in seats:
        raise UsageError(f"{given.game} has no side {given.seat!r}: {', '.join(seats)}")
    if min(given.runs, given.rounds, given.candidates, given.play_off) < 1:
        raise UsageError("runs, rounds, candidates and games of the play-off are at least 1")
    effort = Effort(given.runs, given.rounds, given.candidates, given.games, given.play_off)
    try:
        weights, start = starting(given)
        with laboratory.crew_of(given) as crew, progress(effort.total, "tune") as advance:
            judge = Games(given, weights, crew, advance)
            best, finalists = tune(start, effort, judge, Random(given.seed), judge.told)
    except EditError as error:
        raise UsageError(str(error)) from error
    except laboratory.FAILURES as error:
        print(f"grognard: {error}", file=sys.stderr)
        return 1
    changes = [str(edit) for edit in edits(weights, best.vector)]
    if given.out:
        given.out.write_text("\n".join(changes) + "\n", encoding="utf-8")
    if given.json:
        print_json(_as_json(given, effort, weights, best, finalists))
    else:
        print("\n".join([*_told(finalists, best), *changes]))
    return 0


def starting(given: argparse.Namespace) -> tuple[list[Weight], Vector]:
    """Return the weights to be tuned, and where they stand now."""
    game = game_named(given.game)
    texts = texts_of(game, scenario_directory(game, given.scenario))
    weights, start = [], []
    for text in given.vary:
        weight = Weight.parse(text)
        value = value_at(texts, Edit(weight.place, text))
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise EditError(f"{weight.place} is {value!r}, not a number")
        weight = weight._replace(is_whole=isinstance(value, int))
        weights.append(weight)
        start.append(weight.share(float(value)))
    return weights, tuple(start)


class Games:
    """Plays games with weights."""

    def __init__(
        self, given: argparse.Namespace, weights: Sequence[Weight], crew: Crew, advance: Advance
    ) -> None:
        self.given, self.weights, self.crew, self.advance = given, weights, crew, advance
        self.seats = game_named(given.game).seats
        self.seat = self.seats.index(given.seat)
        self.pairs = [laboratory.named_players(text) for text in given.players]

    def __call__(self, vectors: Sequence[Vector], numbers: range) -> list[list[float]]:
        """Return how the games of these numbers go with each of the weights."""
        return [self._played(edits(self.weights, vector), numbers) for vector in vectors]

    def told(self, run: int, stand: Progress) -> None:
        """Say on the error stream where a run stands: it takes long to come to its end."""
        changes = " ".join(str(edit.value) for edit in edits(self.weights, stand.vector))
        print(f"run {run + 1}: score {stand.mean:.3f}, now at {changes}", file=sys.stderr)

    def _played(self, changes: tuple[Edit, ...], numbers: range) -> list[float]:
        found: dict[int, float] = {}
        for place, pair in enumerate(self.pairs):
            setting = laboratory.setting_of(self.given, pair, edits=changes)
            mine = numbers[place :: len(self.pairs)]
            played = simulate(setting, mine, self.crew, advance=self.advance)
            for record in played.records:
                found[record.number] = score(record, self.seats, self.seat)
        return [found[number] for number in numbers]


def _told(finalists: Sequence[Finalist], best: Finalist) -> list[str]:
    lines = []
    for number, finalist in enumerate(finalists):
        name = f"run {number}" if number else "as they were"
        mean = mean_interval(finalist.scores)
        low, high = (0.0 if end is None else end for end in (mean.low, mean.high))
        mark = " *" if finalist is best else ""
        share = f"score {mean.value:.3f} ({low:.3f} to {high:.3f})"
        lines.append(f"{name}: {share} in {len(finalist.scores)} games{mark}")
    return lines


def _as_json(
    given: argparse.Namespace,
    effort: Effort,
    weights: Sequence[Weight],
    best: Finalist,
    finalists: Sequence[Finalist],
) -> dict[str, object]:
    def values(finalist: Finalist) -> dict[str, float]:
        pairs = zip(weights, finalist.vector, strict=True)
        return {weight.place: weight.value(share) for weight, share in pairs}

    return {
        "game": given.game,
        "seat": given.seat,
        "seed": given.seed,
        "games": effort.total,
        "is_better": best is not finalists[0],
        "weights": values(best),
        "finalists": [
            {"score": round(one.mean, 4), "games": len(one.scores), "weights": values(one)}
            for one in finalists
        ],
    }
