"""Play levels of Bautzen against those of an earlier version, which runs in a process of its own.

    python -m tests.old_match --players general,general --games 20 --seed 60000 --seconds 1

The first player is of this version, the second of the other; sides are swapped in every second
game. The game is played by the rules and readings of the other version, which follows it answer by
answer. Without --source its code is taken out of the repository.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, Final

from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.game import CHANCE, apply
from grognard.engine.registry import game as game_named
from grognard.lab.statistics import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Action, State

HERE: Final = Path(__file__).resolve().parent
OLD: Final = "30973a1"
"""The last commit of version 0.1.0."""
READINGS: Final = {
    "encirclement": "supply",
    "blocked_retreat": "declared",
    "held_may_attack": "true",
    "convoy_limit": "all",
    "independents_anchor": "nation",
    "set_up_in_capital": "true",
}
"""The readings of version 0.1.0."""
BAUTZEN: Final = game_named("bautzen")


class Follower:
    """A level of another version."""

    def __init__(self, source: Path, level: str, seat: int, seed: str, clock: Clock) -> None:
        words = [level, str(seat), seed, str(clock.nodes or 0), str(clock.decision)]
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "old_follower.py"), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(source / "src")},
        )

    def tell(self, line: str) -> None:
        """Send a line."""
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def choose(self, state: State) -> Action:
        """Return the answer of the other version."""
        self.tell("choose")
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the other version has stopped")
        return BAUTZEN.read_action(state, line.rstrip("\n"))

    def leave(self) -> None:
        """Let the process end."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=60)


def play(
    source: Path, mine: str, other: str, seat: int, seed: str, limits: tuple[int, float]
) -> bool:
    """Play one game with this version in a seat; return whether it won."""
    nodes, seconds = limits

    def clock() -> Clock:
        return Clock(seconds, 10 * seconds, nodes or None, process_time)

    state: State = BAUTZEN.start(BAUTZEN.configure(BAUTZEN.load(), READINGS))
    bot, dice, my_clock = make_bot(mine, BAUTZEN, seat, seed), Random(f"dice {seed}"), clock()
    follower = Follower(source, other, 1 - seat, seed, clock())
    try:
        while not state.is_over:
            options = state.options()
            if state.seat == CHANCE:
                answer = options[int(dice.random() * len(options))]
            elif state.seat == seat:
                answer = bot.choose(Table(BAUTZEN, state, seat, my_clock))
            else:
                answer = follower.choose(state)
            if answer not in options:
                raise RuntimeError(f"{answer} is not among the answers: the versions differ")
            follower.tell(f"apply {BAUTZEN.write_action(state, answer)}")
            apply(state, answer)
    finally:
        follower.leave()
    return state.winner() == seat


def main(words: Sequence[str] | None = None) -> int:
    """Play a match and print the share won with its interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="general,general")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=60000)
    parser.add_argument("--nodes", type=int, default=0, help="instead of seconds")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="of a processor, for a decision; ten a turn"
    )
    parser.add_argument("--source", type=Path, help="a checkout of the other version")
    given = parser.parse_args(words)
    mine, other = given.players.split(",")
    won = [0, 0]
    with TemporaryDirectory(prefix="grognard-") as directory:
        source = given.source or checkout(Path(directory))
        for number in range(given.games):
            seat = number % 2
            limits = (given.nodes, given.seconds)
            won[seat] += play(source, mine, other, seat, f"{given.seed}/{number}", limits)
            print(f"{number + 1}: german {won[0]}, allied {won[1]}", file=sys.stderr, flush=True)
    share = wilson(sum(won), given.games)
    halves = (given.games + 1) // 2, given.games // 2
    print(
        f"{mine} against {other} of {OLD}: {sum(won)} of {given.games}, {share.value:.1%} "
        f"({share.low:.1%} to {share.high:.1%}); german {won[0]} of {halves[0]}, "
        f"allied {won[1]} of {halves[1]}"
    )
    return 0


def checkout(directory: Path) -> Path:
    """Return a folder with the code of the other version, taken out of the repository."""
    packed = subprocess.run(
        ["git", "-C", str(HERE.parent), "archive", OLD, "src"], check=True, capture_output=True
    ).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(directory, filter="data")
    return directory


if __name__ == "__main__":
    sys.exit(main())
