"""Golden playthroughs: recorded games of each scenario, kept as journals.

Tests replay them to their digest. Those of the present rules are made anew only when somebody asks
for it, because the rules have changed on purpose: ``make golden``, or ``python -m tests.golden
--write``. Those of older rules are never made anew.
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
SEEDS: Final = {"standard": 2008}
"""By scenario: the seed of its game, chosen because most kinds of event happen in it."""
OLDER: Final = ("standard-1",)
"""The games of older rules: scenario, and version of the rules."""


def file_of(name: str) -> Path:
    """Return the file that keeps the game of a scenario, or one of older rules."""
    return FOLDER / f"{name}.txt"


def record(scenario: str) -> Journal:
    """Play the game of a scenario: both sides and the dice at random, by its seed."""
    bautzen, rng = game("bautzen"), Random(SEEDS[scenario])
    players = dict.fromkeys(bautzen.seats, "random")
    session = Session.begin(bautzen, bautzen.find(scenario), players=players, rng=rng)
    while not session.state.is_over:
        options = session.state.options()
        session.play(options[int(rng.random() * len(options))])
    return session.record()


def main() -> int:
    """Check every playthrough, or write them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="play and keep them anew")
    given = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name in (*SEEDS, *OLDER):
        file = file_of(name)
        if given.write and name in SEEDS:
            file.write_text(record(name).format(), encoding="utf-8")
        try:
            print(f"{file}: {verify(Journal.read(file))}")
        except JournalError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
