"""How likely a side is to win by conditions that must all hold: by chances, never by a sum.

A sum of points lets much of one thing stand in for none of another; a product does not.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def all_of(chances: Iterable[float]) -> float:
    """Return the chance that all of some conditions hold, each by itself.

    >>> all_of([0.5, 0.9]), all_of([])
    (0.45, 1)
    """
    return prod(chances)


def at_least(needed: int, chances: Sequence[float]) -> float:
    """Return the chance that at least so many of some conditions hold, each by itself.

    >>> at_least(1, [0.5, 0.5]), at_least(2, [0.5, 0.5]), at_least(0, [])
    (0.75, 0.25, 1.0)
    """
    exactly = [1.0] + [0.0] * len(chances)
    for chance in chances:
        for held in range(len(chances), 0, -1):
            exactly[held] = exactly[held] * (1 - chance) + exactly[held - 1] * chance
        exactly[0] *= 1 - chance
    return sum(exactly[needed:])


def totals(scores: Sequence[tuple[int, float]]) -> dict[int, float]:
    """Return the chance of every total of points, each of some scores being made by itself.

    >>> totals([(2, 0.5), (1, 0.5)])
    {0: 0.25, 1: 0.25, 2: 0.25, 3: 0.25}
    """
    found = {0: 1.0}
    for points, chance in scores:
        after = {total: value * (1 - chance) for total, value in found.items()}
        for total, value in found.items():
            after[total + points] = after.get(total + points, 0.0) + value * chance
        found = after
    return dict(sorted(found.items()))
