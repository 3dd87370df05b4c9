"""How sure one may be: intervals of a share and of a mean, ratings, and a test that stops early."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache
from math import atan2, cos, exp, log, pi, sin, sqrt
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Z95: Final = NormalDist().inv_cdf(0.975)
PER_ELO: Final = log(10) / 400


class Interval(NamedTuple):
    """A value and where the true one probably lies."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: int, z: float = Z95) -> Interval:
    """Return a share with its Wilson score interval, 95 % unless told otherwise.

    >>> tuple(round(x, 4) for x in wilson(50, 100))
    (0.5, 0.4038, 0.5962)
    """
    if not games:
        return Interval(0.0, 0.0, 1.0)
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games**2)) / (1 + z * z / games)
    return Interval(share, max(0.0, middle - spread), min(1.0, middle + spread))


class Estimate(NamedTuple):
    """A mean, and where the true one probably lies; a single value does not tell that."""

    value: float
    low: float | None
    high: float | None


def mean_interval(values: Sequence[float]) -> Estimate:
    """Return a mean with Student's 95 % interval, which knows how little a few values tell."""
    middle = fmean(values)
    if len(values) < 2:
        return Estimate(middle, None, None)
    variance = sum((value - middle) ** 2 for value in values) / (len(values) - 1)
    spread = t95(len(values) - 1) * sqrt(variance / len(values))
    return Estimate(middle, middle - spread, middle + spread)


@cache
def t95(freedom: int) -> float:
    """Return how many standard errors to either side hold 95 % of Student's distribution.

    >>> round(t95(1), 3), round(t95(10), 3), round(t95(1000), 3)
    (12.706, 2.228, 1.962)
    """
    if freedom > LARGE:  # Fisher's expansion, right to seven digits here
        z = Z95
        first = (z**3 + z) / 4
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + first / freedom + second / freedom**2 + third / freedom**3
    low, high = Z95, 13.0
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return low


LARGE: Final = 100


def _within(t: float, freedom: int) -> float:
    """Return the chance of Student's variable to lie within `t` of 0, by its finite series."""
    angle = atan2(t, sqrt(freedom))
    square, term, total = cos(angle) ** 2, 1.0, 0.0
    odd = freedom % 2
    if odd:
        term = cos(angle)
    for number in range(odd, freedom - 1, 2):
        total += term
        term *= square * (number + 1) / (number + 2)
    total *= sin(angle)
    return (angle + total) * 2 / pi if odd else total


# Ratings


class Score(NamedTuple):
    """Some games between two players, `first` in the first seat."""

    first: str
    second: str
    games: int
    points: float
    """Of the first player: one a win, half a draw."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """Elo by maximum likelihood; the mean of all players is 0."""

    players: Mapping[str, Interval]
    first_seat: Interval
    """What it is worth to sit in the first seat."""


PRIOR_SPREAD: Final = 800.0
"""Before any game ratings are thought to scatter by this much, so that a player who never loses
has a rating too; with 50 games between neighbours it moves nothing by more than a few points."""


def elo(scores: Iterable[Score]) -> Ratings:
    """Return the ratings that make the results most likely, with 95 % intervals.

    The chance of the first player is 1 / (1 + 10 ** (-(first - second + seat) / 400)). The
    intervals come from the information matrix at the maximum.
    """
    found = [score for score in scores if score.games]
    names = sorted({name for score in found for name in (score.first, score.second)})
    place = {name: number for number, name in enumerate(names)}
    terms = [_term(score, place) for score in found]
    point, matrix = _maximum(terms, len(names) + 1)
    covariance = _inverse(matrix)
    mean = fmean(point[:-1]) if names else 0.0
    players = {
        name: _rating(point[n] - mean, _centred_variance(covariance, n, len(names)))
        for name, n in place.items()
    }
    return Ratings(players, _rating(point[-1], covariance[-1][-1]))


class Term(NamedTuple):
    """What one score adds to the likelihood: its players' places, games and points."""

    first: int
    second: int
    games: int
    points: float


def _term(score: Score, place: Mapping[str, int]) -> Term:
    return Term(place[score.first], place[score.second], score.games, score.points)


def _maximum(terms: Sequence[Term], size: int) -> tuple[list[float], list[list[float]]]:
    """Return the maximum by Newton's steps, in natural units, and the information there."""
    point = [0.0] * size
    for _ in range(100):
        slope, matrix = _slope(terms, point)
        change = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in _inverse(matrix)]
        longest = max(map(abs, change), default=0.0)
        scale = min(1.0, 2.0 / longest) if longest else 1.0
        point = [here + scale * step for here, step in zip(point, change, strict=True)]
        if longest < 1e-10:
            break
    return point, _slope(terms, point)[1]


def _slope(terms: Sequence[Term], point: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """Return gradient and information of the likelihood, with the prior."""
    size, prior = len(point), 1 / (PRIOR_SPREAD * PER_ELO) ** 2
    slope = [-prior * here for here in point]
    matrix = [[prior if row == column else 0.0 for column in range(size)] for row in range(size)]
    for first, second, games, points in terms:
        signs = ((first, 1), (second, -1), (size - 1, 1)) if first != second else ((size - 1, 1),)
        chance = 1 / (1 + exp(-sum(sign * point[n] for n, sign in signs)))
        weight = games * chance * (1 - chance)
        for n, sign in signs:
            slope[n] += sign * (points - games * chance)
            for m, other in signs:
                matrix[n][m] += sign * other * weight
    return slope, matrix


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a matrix that has one, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        best = max(range(n, size), key=lambda m: abs(rows[m][n]))
        rows[n], rows[best] = rows[best], rows[n]
        rows[n] = [value / rows[n][n] for value in rows[n]]
        for m in range(size):
            if m != n and rows[m][n]:
                rows[m] = [a - rows[m][n] * b for a, b in zip(rows[m], rows[n], strict=True)]
    return [row[size:] for row in rows]


def _centred_variance(covariance: Sequence[Sequence[float]], n: int, players: int) -> float:
    """Return the variance of a rating less the mean of all."""
    weights = [(1.0 if m == n else 0.0) - 1 / players for m in range(players)]
    pairs = ((a, b) for a in range(players) for b in range(players))
    return sum(weights[a] * weights[b] * covariance[a][b] for a, b in pairs)


def _rating(natural: float, variance: float) -> Interval:
    value, spread = natural / PER_ELO, Z95 * sqrt(max(0.0, variance)) / PER_ELO
    return Interval(value, value - spread, value + spread)


# The sequential test


class Verdict(Enum):
    """What a comparison of two players has come to."""

    FIRST = "first"
    """The first is the stronger."""
    SECOND = "second"
    EQUAL = "equal"
    """Neither is the stronger by as much as the margin."""
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Who is the stronger, or is neither: two sequential tests side by side.

    One sets a share of 1/2 + `margin` of the points for the first player against 1/2, the other
    does so for the second. A player is called the stronger when his odds on that share reach
    1 : `alpha`, and both are called equal when the odds of both fall to `beta`. So, however long
    one plays and whenever one looks, equal players are called unequal at most at 2 `alpha`, and
    players `margin` or more apart equal at most at `beta`. A draw is half a point. Draws, and
    sides that differ in their chances, make both errors rarer.
    """

    margin: float = 0.05
    alpha: float = 0.025
    beta: float = 0.05

    def odds(self, points: float, games: int) -> float:
        """Return the logarithm of the odds that a player is better by the margin, not even."""
        return points * log(1 + 2 * self.margin) + (games - points) * log(1 - 2 * self.margin)

    def verdict(self, points: float, games: int) -> Verdict:
        """Return what the points of the first player say after some games."""
        first, second = self.odds(points, games), self.odds(games - points, games)
        if first >= -log(self.alpha):
            return Verdict.FIRST
        if second >= -log(self.alpha):
            return Verdict.SECOND
        return Verdict.EQUAL if max(first, second) <= log(self.beta) else Verdict.OPEN
