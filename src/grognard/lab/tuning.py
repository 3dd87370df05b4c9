"""Tune weights of an opponent by games, which tell little each: short runs, then a play-off.

A run draws weights round where it stands, lets all of them play the same games, and moves to the
middle of the better half, in ever smaller steps. Several runs start from the same place and end in
different ones; which is best, and whether it beats the weights there were, is told by a play-off
with seeds that no run has seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from grognard.lab.edits import Edit, EditError
from grognard.lab.tally import points_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from grognard.lab.record import Record

Vector: TypeAlias = tuple[float, ...]
"""Weights, each from 0 at its lowest to 1 at its highest."""
Judge: TypeAlias = "Callable[[Sequence[Vector], range], list[list[float]]]"
"""Plays the games of some numbers with each of some weights; returns how each game went."""

STEP: Final = 0.2
"""How far, of all the way from lowest to highest, weights are varied at first."""
SHRINKING: Final = 0.85
"""What is left of that step after each round."""
WIDE: Final = 4.0
"""How many times the lowest value the highest must be to be gone through by ratios."""
MARGIN: Final = 0.3
"""The share of a game's score that tells by how much it was won or lost."""
SURE: Final = 2.0
"""By how many standard errors tuned weights must beat those there were."""
PLAY_OFF: Final = 1_000_000
"""The number of the first game of the play-off; no run comes so far."""


class Weight(NamedTuple):
    """A weight to be tuned: where it stands in the data files, and its limits."""

    place: str
    low: float
    high: float
    is_whole: bool = False

    @classmethod
    def parse(cls, text: str) -> Weight:
        """Return the weight written ``place=low..high``.

        >>> Weight.parse("opponents.style.colonel.losses=0.5..2")
        Weight(place='opponents.style.colonel.losses', low=0.5, high=2.0, is_whole=False)
        """
        place, limits = Edit.parse(text)
        low, dots, high = limits.partition("..")
        try:
            found = cls(place, float(low), float(high))
        except ValueError:
            dots = ""
        if not dots or not found.low < found.high:
            raise EditError(f"{text!r} is not written PLACE=LOW..HIGH")
        return found

    @property
    def _by_ratios(self) -> bool:
        return self.low > 0 and self.high >= WIDE * self.low

    def value(self, share: float) -> float:
        """Return the weight at a share of the way from lowest to highest.

        >>> Weight("w", 1, 16).value(0.5), Weight("w", 0, 16).value(0.5)
        (4.0, 8.0)
        """
        if self._by_ratios:
            found = exp(log(self.low) + share * (log(self.high) - log(self.low)))
        else:
            found = self.low + share * (self.high - self.low)
        return float(round(found)) if self.is_whole else float(f"{found:.3g}")

    def share(self, value: float) -> float:
        """Return how far a value lies from lowest to highest, at least 0 and at most 1."""
        value = min(max(value, self.low), self.high)
        if self._by_ratios:
            return log(value / self.low) / log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def edit(self, share: float) -> Edit:
        """Return the change that gives the weight that value."""
        value = self.value(share)
        return Edit(self.place, str(int(value)) if self.is_whole else str(value))


def edits(weights: Sequence[Weight], vector: Vector) -> tuple[Edit, ...]:
    """Return the changes to the data files that make these the weights."""
    return tuple(weight.edit(share) for weight, share in zip(weights, vector, strict=True))


def score(record: Record, seats: Sequence[str], seat: int) -> float:
    """Return how a game went for a seat, from 0 to 1: won or lost, and by how much."""
    won = points_of(record, seats[seat])
    if record.measure is None:
        return won
    margin = record.measure.margin if seat == 0 else -record.measure.margin
    return (1 - MARGIN) * won + MARGIN / (1 + exp(-max(min(margin, 30.0), -30.0)))


@dataclass(frozen=True, slots=True)
class Effort:
    """How long runs last."""

    runs: int
    rounds: int
    candidates: int
    games: int
    """How many games each candidate plays in a round."""
    play_off: int

    @property
    def total(self) -> int:
        """How many games that makes."""
        return self.runs * self.rounds * self.candidates * self.games + self.play_off * (
            self.runs + 1
        )


class Finalist(NamedTuple):
    """Weights in the play-off, and how their games went."""

    vector: Vector
    scores: list[float]

    @property
    def mean(self) -> float:
        """How they went on average."""
        return fmean(self.scores)

    def beats(self, other: Finalist) -> bool:
        """Whether it is clearly better, game by game with the same seeds."""
        gains = [mine - theirs for mine, theirs in zip(self.scores, other.scores, strict=True)]
        if len(gains) < 2:
            return False
        return fmean(gains) > SURE * max(stdev(gains), 1e-6) / sqrt(len(gains))


def tune(
    start: Vector,
    effort: Effort,
    judge: Judge,
    rng: Random,
    told: Callable[[int, Progress], None] = lambda run, stand: None,
) -> tuple[Finalist, list[Finalist]]:
    """Return the best weights and all finalists, the weights there were first among them."""
    ends = [start]
    for run in range(effort.runs):
        for stand in climb(start, effort, judge, rng, run):
            told(run, stand)
        ends.append(stand.vector)
    played = judge(ends, range(PLAY_OFF, PLAY_OFF + effort.play_off))
    finalists = [Finalist(*pair) for pair in zip(ends, played, strict=True)]
    best = max(finalists, key=lambda finalist: finalist.mean)
    return best if best.beats(finalists[0]) else finalists[0], finalists


class Progress(NamedTuple):
    """Where a run stands after a round, and how all of its candidates fared on average."""

    vector: Vector
    mean: float


def climb(
    start: Vector, effort: Effort, judge: Judge, rng: Random, run: int = 0
) -> Iterator[Progress]:
    """Yield where a run stands after each round.

    The games of a round are new to it, and the same for all of its candidates; they come in pairs
    on opposite sides of where the run stands, so that what is good in one is bad in the other.
    """
    here, step = start, STEP
    for number in range(effort.rounds):
        first = (run * effort.rounds + number) * effort.games
        drawn = list(_pairs(here, step, effort.candidates, rng))
        scores = judge(drawn, range(first, first + effort.games))
        order = sorted(range(len(drawn)), key=lambda one: -fmean(scores[one]))
        kept = order[: max(1, len(order) // 2)]
        shares = [log(len(kept) + 1) - log(rank + 1) for rank in range(len(kept))]
        total = sum(shares)
        here = tuple(
            sum(share * drawn[one][place] for one, share in zip(kept, shares, strict=True)) / total
            for place in range(len(here))
        )
        step *= SHRINKING
        yield Progress(here, fmean(map(fmean, scores)))


def _pairs(here: Vector, step: float, count: int, rng: Random) -> Iterator[Vector]:
    for _ in range((count + 1) // 2):
        by = [rng.gauss(0, step) for _ in here]
        for sign in (1, -1):
            yield tuple(
                min(max(at + sign * change, 0.0), 1.0) for at, change in zip(here, by, strict=True)
            )
