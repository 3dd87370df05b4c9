"""``grognard simulate``: many games between programs, and what came of them."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random
from statistics import mean, median
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.commands.players import MAKERS, RANDOM, check_names
from grognard.commands.shared import (
    Subparsers,
    add_json,
    add_scenario,
    at_least,
    command,
    load,
    print_json,
)
from grognard.engine.journal import result
from grognard.engine.play import match, playout
from grognard.engine.registry import game as game_named

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from grognard.engine.registry import AnyGame

EXAMPLES = """  grognard simulate bautzen --games 100 --seed 1 --players random,random
  grognard simulate bautzen --games 1000 --workers 4 --json

JSON keys: game, scenario, players, seed, games, decisions, seconds, decisions_per_second,
games_per_second, wins (by side), draws, lengths (shortest, median, mean, longest, in decisions).
All but the seconds are the same for the same seed, whatever the number of workers."""


class Job(NamedTuple):
    """Some games of a simulation, for one process."""

    game: str
    scenario: Path | None
    players: tuple[str, ...]
    seed: int
    numbers: range


class Played(NamedTuple):
    """What came of one game."""

    decisions: int
    result: str


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Let programs play many games; print who won, how long they took, how fast it went."
    parser = command(subparsers, "simulate", purpose, EXAMPLES, run)
    parser.add_argument("game", help="the id of a game, or module:Class")
    parser.add_argument("--games", type=at_least(1), default=100, help="how many games (100)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same games (0)")
    parser.add_argument(
        "--players",
        default="random,random",
        help=f"who plays, a name for each side; there are: {', '.join(MAKERS)}",
    )
    parser.add_argument("--workers", type=at_least(1), default=1, help="processes to use (1)")
    add_scenario(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Play the games and print what came of them."""
    game, scenario = load(given)
    players = tuple(name.strip() for name in given.players.split(","))
    check_names(list(players), game.seats, tuple(MAKERS))
    workers = min(given.workers, given.games)
    jobs = [
        Job(given.game, given.scenario, players, given.seed, range(first, given.games, workers))
        for first in range(workers)
    ]
    begun = time.perf_counter()
    played = _play_all(jobs)
    seconds = time.perf_counter() - begun
    facts = {"game": game.id, "scenario": game.scenario_id(scenario), "players": list(players)}
    report = facts | {"seed": given.seed} | summary(game, played, seconds)
    if given.json:
        print_json(report)
    else:
        print(_text(report))
    return 0


def _play_all(jobs: list[Job]) -> list[Played]:
    if len(jobs) == 1:
        return play_some(jobs[0])
    with ProcessPoolExecutor(len(jobs)) as pool:
        return [played for batch in pool.map(play_some, jobs) for played in batch]


def play_some(job: Job) -> list[Played]:
    """Play the games of one job; each has a seed of its own, by its number."""
    game = game_named(job.game)
    return [_play_one(game, job, Random(f"{job.seed}/{number}")) for number in job.numbers]


@cache
def _scenario(game: str, directory: Path | None) -> Any:
    return game_named(game).load(directory)


def _play_one(game: AnyGame, job: Job, rng: Random) -> Played:
    state = game.start(_scenario(job.game, job.scenario))
    if set(job.players) == {RANDOM}:
        decisions = playout(state, rng)
    else:
        players = [MAKERS[name](game, rng) for name in job.players]
        decisions = match(game, state, players, rng)
    return Played(decisions, result(game, state))


def summary(game: AnyGame, played: list[Played], seconds: float) -> dict[str, Any]:
    """Return the figures of some games; the order of the games does not matter."""
    lengths = [one.decisions for one in played]
    wins = {seat: sum(one.result == seat for one in played) for seat in game.seats}
    return {
        "games": len(played),
        "decisions": sum(lengths),
        "seconds": round(seconds, 3),
        "decisions_per_second": round(sum(lengths) / seconds),
        "games_per_second": round(len(played) / seconds, 2),
        "wins": wins,
        "draws": len(played) - sum(wins.values()),
        "lengths": {
            "shortest": min(lengths),
            "median": median(lengths),
            "mean": round(mean(lengths), 1),
            "longest": max(lengths),
        },
    }


def _text(report: dict[str, Any]) -> str:
    lines = []
    for key, value in report.items():
        if isinstance(value, dict):
            value = ", ".join(f"{name} {number}" for name, number in value.items())
        elif isinstance(value, list):
            value = ", ".join(value)
        lines.append(f"{key.replace('_', ' ')}: {value}")
    return "\n".join(lines)
