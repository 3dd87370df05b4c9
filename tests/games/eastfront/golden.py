"""Golden playthroughs of The Luga Line: one recorded game of each scenario, kept as a journal.

They are made anew only because the rules have changed on purpose: ``make golden``, or
``python -m tests.games.eastfront.golden --write``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from typing import Final

from grognard.engine.journal import Journal, JournalError, verify
from grognard.engine.registry import game
from grognard.engine.session import Session

FOLDER: Final = Path(__file__).parent / "playthroughs"
SEEDS: Final = {"campaign": 1, "sabsk": 1, "position": 6}
"""By scenario: the seed of its game."""
BOLD: Final = {"done": 0.2, "stay": 0.2, "withdraw": 0.2, "abandon": 0.1, "overrun": 40, "with": 3}
"""What the players of these games do less, or more, often than by chance."""


def file_of(scenario: str) -> Path:
    """Return the file that keeps the game of a scenario."""
    return FOLDER / f"{scenario}.txt"


def record(scenario: str, seed: int | None = None) -> Journal:
    """Play the game of a scenario: both sides and the dice at random, by its seed."""
    luga, rng = game("luga"), Random(SEEDS[scenario] if seed is None else seed)
    players = dict.fromkeys(luga.seats, "random")
    session = Session.begin(luga, luga.find(scenario), players=players, rng=rng)
    while not session.state.is_over:
        options = session.state.options()
        weights = [BOLD.get(action.verb, 1.0) for action in options]
        session.play(rng.choices(options, weights)[0])
    return session.record()


def main() -> int:
    """Check every playthrough, or write them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="play and keep them anew")
    given = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for scenario in SEEDS:
        file = file_of(scenario)
        if given.write:
            file.write_text(record(scenario).format(), encoding="utf-8")
        try:
            print(f"{file}: {verify(Journal.read(file))}")
        except JournalError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
