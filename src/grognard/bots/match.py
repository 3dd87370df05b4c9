"""Matches between two bots: many games, sides swapped, a seed for each, several processes.

``python -m grognard.bots.match sergeant recruit --games 40 --workers 2``
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from math import sqrt
from multiprocessing import Pool
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.bots.bot import Bot, Table
from grognard.bots.clock import DECISION, TURN, Clock
from grognard.bots.levels import make_bot
from grognard.engine.game import CHANCE, IllegalAction, apply
from grognard.engine.registry import game as find_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grognard.engine.game import Seat, State
    from grognard.engine.registry import AnyGame

CONFIDENCE: Final = 1.959964
"""How many standard errors make an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: who sits where, by which seed, with how much time."""

    game: str
    bots: tuple[str, ...]
    """By seat."""
    seed: int
    nodes: int | None = None
    decision: float = DECISION
    turn: float = TURN


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went."""

    pairing: Pairing
    winner: Seat | None
    decisions: int
    seconds: tuple[float, ...]
    """By seat: how long its bot thought."""


def play(pairing: Pairing) -> Played:
    """Play one game to its end."""
    game = find_game(pairing.game)
    seats = range(len(game.seats))
    bots = [make_bot(pairing.bots[seat], game, seat, pairing.seed) for seat in seats]
    clocks = [Clock(pairing.decision, pairing.turn, pairing.nodes) for _ in seats]
    state: State = game.start(game.load())
    dice = Random(pairing.seed)
    seconds = [0.0 for _ in seats]
    decisions = 0
    try:
        while not state.is_over:
            seat = state.seat
            if seat == CHANCE:
                faces = state.options()
                apply(state, faces[int(dice.random() * len(faces))])
                continue
            began = perf_counter()
            _decide(game, state, seat, bots[seat], clocks[seat])
            seconds[seat] += perf_counter() - began
            decisions += 1
    finally:
        for bot in bots:
            bot.close()
    return Played(pairing, state.winner(), decisions, tuple(seconds))


def _decide(game: AnyGame, state: State, seat: Seat, bot: Bot, clock: Clock) -> None:
    """Let a bot answer the question being asked."""
    table = Table(game, state, seat, clock)
    answer = bot.choose(table)
    if answer not in table.options:
        raise IllegalAction(f"{bot.name} answered {answer}, which is not an option")
    apply(state, answer)


def pairings(one: str, other: str, games: int, seed: int, pattern: Pairing) -> list[Pairing]:
    """Return the games of a match: every seed is played twice, with the sides swapped."""
    found = []
    for number in range(games):
        bots = (one, other) if number % 2 == 0 else (other, one)
        found.append(replace(pattern, bots=bots, seed=seed + number // 2))
    return found


def play_all(games: Sequence[Pairing], workers: int = 1) -> Iterator[Played]:
    """Play games one after the other, or several at a time; they come in the order given."""
    if workers <= 1:
        yield from map(play, games)
        return
    with Pool(workers) as pool:
        yield from pool.imap(play, games)


class Interval(NamedTuple):
    """A share and the bounds between which it lies with 95 % confidence."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%} [{self.low:.1%}, {self.high:.1%}]"


def wilson(wins: float, games: int) -> Interval:
    """Return the Wilson interval of a share.

    >>> wilson(30, 40)
    Interval(share=0.75, low=0.5980644574577449, high=0.8581438562213543)
    """
    if not games:
        return Interval(0.0, 0.0, 1.0)
    share, square = wins / games, CONFIDENCE**2
    centre = (share + square / (2 * games)) / (1 + square / games)
    spread = share * (1 - share) / games + square / (4 * games**2)
    half = CONFIDENCE * sqrt(spread) / (1 + square / games)
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


@dataclass(frozen=True, slots=True)
class Score:
    """How a bot fared: its wins in each seat and in all."""

    name: str
    wins: tuple[float, ...]
    games: tuple[int, ...]

    @property
    def overall(self) -> Interval:
        """The share of all games won, a draw counting half."""
        return wilson(sum(self.wins), sum(self.games))

    def in_seat(self, seat: Seat) -> Interval:
        """Return the share of games won in a seat."""
        return wilson(self.wins[seat], self.games[seat])


def score(played: Iterable[Played], seats: int = 2) -> Score:
    """Return how the bot that sat first in the first game fared."""
    listed = list(played)
    name = listed[0].pairing.bots[0]
    wins, games = [0.0] * seats, [0] * seats
    for number, done in enumerate(listed):
        seat = number % 2 if seats == 2 else done.pairing.bots.index(name)
        games[seat] += 1
        wins[seat] += 0.5 if done.winner is None else float(done.winner == seat)
    return Score(name, tuple(wins), tuple(games))


def report(game: AnyGame, played: Sequence[Played], elapsed: float) -> str:
    """Return the result of a match as text."""
    first = score(played)
    one, other = played[0].pairing.bots
    lines = [f"{one} against {other}, {len(played)} games: {first.overall}"]
    lines += [
        f"  as {name}: {first.in_seat(seat)} of {first.games[seat]}"
        for seat, name in enumerate(game.seats)
    ]
    by_bot: dict[str, list[float]] = {}
    for done in played:
        for bot, spent in zip(done.pairing.bots, done.seconds, strict=True):
            by_bot.setdefault(bot, []).append(spent)
    lines += [f"  {bot}: {sum(spent) / len(spent):.2f} s a game" for bot, spent in by_bot.items()]
    lines.append(f"  {len(played) / elapsed:.2f} games a second")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a match and print its result."""
    parser = argparse.ArgumentParser(prog="grognard.bots.match", description=__doc__)
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--game", default="bautzen")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, help="think by nodes, not by seconds")
    parser.add_argument("--decision", type=float, default=DECISION, help="seconds a decision")
    parser.add_argument("--turn", type=float, default=TURN, help="seconds a side's turn")
    chosen = parser.parse_args(arguments)
    game = find_game(chosen.game)
    pattern = Pairing(game.id, (), 0, chosen.nodes, chosen.decision, chosen.turn)
    games = pairings(chosen.one, chosen.other, chosen.games, chosen.seed, pattern)
    began = perf_counter()
    played = []
    for done in play_all(games, chosen.workers):
        played.append(done)
        winner = "draw" if done.winner is None else game.seats[done.winner]
        print(f"{len(played)}/{len(games)} seed {done.pairing.seed} {winner}", flush=True)
    print(report(game, played, perf_counter() - began))


if __name__ == "__main__":
    main()
