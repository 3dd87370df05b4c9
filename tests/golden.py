"""Golden playthroughs: a recorded game of each scenario of each game, kept as journals.

Tests replay them to their digest. Those of the present rules are made anew only when somebody asks
for it, because the rules have changed on purpose: ``make golden``, or ``python -m tests.golden
--write luga``. Those of older rules are never made anew.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from grognard.engine.journal import Journal, JournalError, verify
from grognard.engine.registry import game
from grognard.engine.session import Session

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE: Final = Path(__file__).parent


@dataclass(frozen=True)
class Golden:
    """The recorded games of one game, played at random."""

    game: str
    folder: Path
    seeds: Mapping[str, int]
    """By scenario: the seed of its game."""
    habits: Mapping[str, float] = field(default_factory=dict)
    """By verb: how much more, or less, often than by chance the players say it."""
    older: tuple[str, ...] = ()
    """The games of older rules: scenario, and version of the rules."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the recorded games are called."""
        return (*self.seeds, *self.older)

    def file(self, name: str) -> Path:
        """Return the file that keeps a recorded game."""
        return self.folder / f"{name}.txt"

    def record(self, scenario: str) -> Journal:
        """Play the game of a scenario: both sides and the dice at random, by its seed."""
        played, rng = game(self.game), Random(self.seeds[scenario])
        players = dict.fromkeys(played.seats, "random")
        session = Session.begin(played, played.find(scenario), players=players, rng=rng)
        while not session.state.is_over:
            options = session.state.options()
            if not self.habits:
                session.play(options[int(rng.random() * len(options))])
                continue
            weights = [self.habits.get(action.verb, 1.0) for action in options]
            session.play(rng.choices(options, weights)[0])
        return session.record()


GOLDEN: Final = {
    one.game: one
    for one in (
        Golden(
            "bautzen",
            HERE / "playthroughs",
            seeds={"standard": 2008},  # most kinds of event happen in it
            older=("standard-1",),
        ),
        Golden(
            "petrograd",
            HERE / "games" / "petrograd" / "playthroughs",
            seeds={"campaign": 30, "break-in": 4, "pulkovo": 7},
            habits={"done": 0.15, "stay": 0.4, "wait": 0.3},
        ),
        Golden(
            "luga",
            HERE / "games" / "eastfront" / "playthroughs",
            seeds={"campaign": 6, "sabsk": 1, "position": 13},
            habits={
                "done": 0.2,
                "stay": 0.2,
                "withdraw": 0.2,
                "abandon": 0.1,
                "overrun": 40,
                "with": 3,
            },
        ),
    )
}


def main() -> int:
    """Check the playthroughs, or write those of the present rules first."""
    parser = argparse.ArgumentParser(prog="golden", description=__doc__)
    parser.add_argument("game", nargs="?", choices=[*GOLDEN], help="one game only")
    parser.add_argument("--write", action="store_true", help="play and keep them anew")
    given = parser.parse_args()
    for golden in [GOLDEN[given.game]] if given.game else GOLDEN.values():
        for name in golden.names:
            file = golden.file(name)
            if given.write and name in golden.seeds:
                file.write_text(golden.record(name).format(), encoding="utf-8")
            try:
                print(f"{file}: {verify(Journal.read(file))}")
            except JournalError as error:
                print(error, file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
