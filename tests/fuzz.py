"""Random games with a referee: ``python -m tests.fuzz petrograd --games 10000 --workers 2``.

Every answer, every position and the question after it are checked in every game; the whole list
of options is compared every so many decisions. A failing game is printed as a journal.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parent))

from games.bautzen import refereed as bautzen
from games.eastfront import refereed as luga
from games.petrograd import refereed as petrograd

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

PATIENCE: Final = 10.0
"""Seconds between two lines of progress."""
Outcome: TypeAlias = bautzen.Outcome | petrograd.Outcome | luga.Outcome
REFEREES: Final[dict[str, Callable[..., Outcome]]] = {
    "bautzen": bautzen.play,
    "petrograd": petrograd.play,
    "luga": luga.play,
}
"""By game: what plays one game under its referee."""
SHOWN: Final = 5
"""How many failing games are written out in full."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games; return 1 if the referee objected to any."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("game", nargs="?", default="bautzen", choices=REFEREES, help="bautzen")
    parser.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (0)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--every", type=int, default=8, help="compare all options 1 time in N (8)")
    given = parser.parse_args(arguments)
    seeds = range(given.seed, given.seed + given.games)
    with Pool(given.workers) as pool:
        games = pool.imap_unordered(
            partial(REFEREES[given.game], every=given.every), seeds, chunksize=4
        )
        return report(games, given.games)


def report(games: Iterable[Outcome], total: int) -> int:
    """Print progress, the failing games and a summary; return the exit status."""
    start = told = time.monotonic()
    tally = _Tally()
    for outcome in games:
        tally.add(outcome)
        if outcome.violations:
            _show(outcome, in_full=tally.failed <= SHOWN)
        if time.monotonic() - told > PATIENCE:
            told = time.monotonic()
            left = (told - start) / tally.games * (total - tally.games)
            print(f"{tally.games} games, {tally.failed} failed, {left:.0f} s left", flush=True)
    tally.show(time.monotonic() - start)
    return 1 if tally.failed else 0


class _Tally:
    """What all games come to."""

    def __init__(self) -> None:
        self.games = self.failed = 0
        self.asked: Counter[str] = Counter()
        self.compared: Counter[str] = Counter()
        self.winners: Counter[str] = Counter()

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        self.failed += bool(outcome.violations)
        self.asked += outcome.asked
        self.compared += outcome.compared
        self.winners[outcome.winner or "stopped"] += 1

    def show(self, seconds: float) -> None:
        decisions = self.asked.total()
        print(f"{self.games} games, {decisions} decisions in {seconds:.0f} s; {self.failed} failed")
        print("ended:", ", ".join(f"{name} {n}" for name, n in self.winners.most_common()))
        print("question            asked   all options compared")
        for name, number in self.asked.most_common():
            print(f"{name:18}{number:8}{self.compared[name]:12}")


def _show(outcome: Outcome, *, in_full: bool) -> None:
    print(f"\nseed {outcome.seed} failed after {len(outcome.actions)} answers:")
    for violation in outcome.violations:
        print(f"  {violation}")
    if in_full:
        print(outcome.journal())
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
