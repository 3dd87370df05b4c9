"""How fast the laboratory is: levels, workers, Ray: part of ``make bench``.

``python -m tests.bench_lab --seconds 20``
"""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec
from typing import TYPE_CHECKING

from grognard.engine.registry import game
from grognard.lab.cluster import Cluster
from grognard.lab.crew import local
from grognard.lab.players import RANDOM, names
from grognard.lab.runs import simulate
from grognard.lab.setting import Setting, prepare

if TYPE_CHECKING:
    from grognard.lab.crew import Crew

WARM = 2
"""Games played before the clock starts: to start the workers and to load the data."""


def rate(setting: Setting, games: int, crew: Crew) -> float:
    """Return games per second of a crew that is already at work."""
    simulate(setting, range(-WARM * crew.width, 0), crew)
    return games / simulate(setting, range(games), crew).seconds


def setting_of(level: str) -> Setting:
    """Return games of a level against itself."""
    return prepare("bautzen", (level, level), seed=1)


def main() -> None:
    """Print one line a measurement."""
    parser = argparse.ArgumentParser(prog="tests.bench_lab", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="for each measurement")
    parser.add_argument("--levels", default=",".join(names(game("bautzen"))))
    chosen = parser.parse_args()
    for level in filter(None, chosen.levels.split(",")):
        with local(1) as crew:
            first = rate(setting_of(level), 1, crew)
            games = max(1, int(first * chosen.seconds))
            print(f"{level}: {rate(setting_of(level), games, crew):.3g} games/s", flush=True)
    setting = setting_of(RANDOM)
    with local(1) as crew:
        games = max(20, int(rate(setting, 10, crew) * chosen.seconds))
        one = rate(setting, games, crew)
    with local(2) as crew:
        two = rate(setting, 2 * games, crew)
    print(f"2 workers against 1: {two / one:.2f} times as fast ({os.cpu_count()} processors)")
    if find_spec("ray"):
        with Cluster() as crew:
            cluster = rate(setting, 2 * games, crew)
        print(f"local Ray against 2 workers: {cluster / two:.2f} times as fast")


if __name__ == "__main__":
    main()
