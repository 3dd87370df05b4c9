"""What an exchange of blows is expected to cost both sides: the results weighed by their chances.

A game says which results a throw may have and what each would cost, step by step; what a side would
choose after a result (to lose steps, or ground) is in those costs already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Blow: TypeAlias = tuple[int, int]
"""What a result costs attacker and defender, each as the number of a row of costs."""


def cumulative(costs: Iterable[float]) -> tuple[float, ...]:
    """Return the cost of losing 0, 1, 2, ... steps, as far as there are any.

    >>> cumulative([2.0, 3.0])
    (0.0, 2.0, 5.0)
    """
    total = 0.0
    sums = [0.0]
    for cost in costs:
        total += cost
        sums.append(total)
    return tuple(sums)


def losing_steps(sums: Sequence[float], steps: int) -> float:
    """Return the cost of losing some steps; those beyond the last do not count.

    >>> losing_steps((0.0, 2.0, 5.0), 7)
    5.0
    """
    return sums[steps] if steps < len(sums) else sums[-1]


def exchange(
    blows: Sequence[Blow],
    attack: Sequence[float],
    defence: Sequence[float],
    weights: Sequence[int] = (),
) -> tuple[float, float]:
    """Return what a throw is expected to cost the defender and the attacker.

    The blows are equally likely, unless each has its weight (in how many ways dice bring it about).

    >>> exchange([(1, 0), (0, 2)], (0.0, 4.0), (0.0, 3.0, 6.0))
    (3.0, 2.0)
    >>> exchange([(1, 0), (0, 2)], (0.0, 4.0), (0.0, 3.0, 6.0), weights=(3, 1))
    (1.5, 3.0)
    """
    gain = loss = 0.0
    ways = weights or (1,) * len(blows)
    for (lost, hurt), way in zip(blows, ways, strict=True):
        gain += way * losing_steps(defence, hurt)
        loss += way * losing_steps(attack, lost)
    return gain / sum(ways), loss / sum(ways)
