"""Sets, and what was found out about them: a plan looks at the same ones many times."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grognard.engine.hexmap import HexMap, Region


@lru_cache(maxsize=32768)
def each_of(bits: int) -> tuple[int, ...]:
    """Return the numbers in the set, in rising order.

    >>> each_of(0b101001)
    (0, 3, 5)
    """
    return tuple(numbers(bits))


@lru_cache(maxsize=1024)
def picker(bits: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return what picks the items with the numbers in the set out of a sequence.

    >>> picker(0b101001)([7, 6, 5, 4, 3, 2])
    (7, 4, 2)
    """
    chosen = each_of(bits)
    if len(chosen) < 2:
        return lambda items: tuple([items[number] for number in chosen])
    return itemgetter(*chosen)


@lru_cache(maxsize=8192)
def flooded(board: HexMap, start: Region, avoiding: Region) -> Region:
    """Return every hex reachable from `start` without entering `avoiding`."""
    return board.flood(start, avoiding=avoiding)
