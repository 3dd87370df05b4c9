"""The members of a set, remembered: a plan looks at the same stacks and regions many times."""

from __future__ import annotations

from functools import lru_cache

from grognard.engine.bits import numbers


@lru_cache(maxsize=32768)
def each_of(bits: int) -> tuple[int, ...]:
    """Return the numbers in the set, in rising order.

    >>> each_of(0b101001)
    (0, 3, 5)
    """
    return tuple(numbers(bits))
