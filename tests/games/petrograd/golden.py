"""Golden playthroughs of Petrograd 1919: one recorded game of each scenario, kept as a journal.

They are made anew only because the rules have changed on purpose: ``make golden``, or
``python -m tests.games.petrograd.golden --write``.
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
SEEDS: Final = {"campaign": 21, "break-in": 4, "pulkovo": 7}
"""By scenario: the seed of its game."""
BOLD: Final = {"done": 0.15, "stay": 0.4, "wait": 0.3}
"""What the players of these games do less often than by chance."""


def file_of(scenario: str) -> Path:
    """Return the file that keeps the game of a scenario."""
    return FOLDER / f"{scenario}.txt"


def record(scenario: str) -> Journal:
    """Play the game of a scenario: both sides and the dice at random, by its seed."""
    petrograd, rng = game("petrograd"), Random(SEEDS[scenario])
    players = dict.fromkeys(petrograd.seats, "random")
    session = Session.begin(petrograd, petrograd.find(scenario), players=players, rng=rng)
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
