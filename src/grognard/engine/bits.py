"""Sets of small numbers held in an int: hexes of a region, pieces of a stack."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

_DIGITS: Final = bytes.maketrans(b"01", b"\0\1")
_NUMBERS: Final = tuple(range(4096))


def digits(bits: int) -> bytes:
    """Return one byte a number, lowest first, 1 where it is in the set."""
    return f"{bits:b}"[::-1].encode().translate(_DIGITS)


def select(items: Sequence[T], bits: int) -> list[T]:
    """Return the items whose number is in the set, in rising order.

    >>> select("abcdef", 0b101001)
    ['a', 'd', 'f']
    """
    if bits.bit_count() * 10 > bits.bit_length() + 60:  # many: in one sweep (measured)
        return list(compress(items, f"{bits:b}"[::-1].encode().translate(_DIGITS)))
    found = []
    while bits:
        last = bits.bit_length() - 1
        found.append(items[last])
        bits ^= 1 << last
    found.reverse()
    return found


def numbers(bits: int) -> list[int]:
    """Return the numbers in the set, in rising order.

    >>> numbers(0b101001)
    [0, 3, 5]
    """
    if bits.bit_count() * 10 > bits.bit_length() + 60:
        return list(compress(_NUMBERS, f"{bits:b}"[::-1].encode().translate(_DIGITS)))
    found = []
    while bits:
        last = bits.bit_length() - 1
        found.append(last)
        bits ^= 1 << last
    found.reverse()
    return found


def bits_of(members: Sequence[int]) -> int:
    """Return the set of these numbers."""
    bits = 0
    for number in members:
        bits |= 1 << number
    return bits
