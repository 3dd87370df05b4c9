"""Sets of small numbers held in an int: hexes of a region, pieces of a stack.

What is in one set and not in another is ``one & ~other``; where simulations wait for it
``one ^ one & other``, which needs no negative int and takes half the time (measured).
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

_DIGITS: Final = bytes.maketrans(b"01", b"\0\1")
MOST: Final = 10_000
"""No set of ours has a number as high: a map numbered CCRR has at most 99 columns of 99 rows."""
_NUMBERS: Final = tuple(range(MOST))
MARKS: Final = tuple(1 << number for number in _NUMBERS)
"""By number: the set of it alone; for loops that take one number after the other out of a set."""
LAST: Final = (0, *MARKS)
"""By the length of a set: the set of its highest number alone."""
_HALVINGS: Final = tuple(
    tuple((1 << power, (1 << (1 << power)) - 1) for power in range(digits - 1, 2, -1))
    for digits in range(17)
)
"""By the digits of the length of a set: the width of each half to look into, and all its bits."""
_PLACES: Final = tuple(
    bytes(place for place in range(8) if eight >> place & 1) for eight in range(256)
)
"""By a set of eight numbers at most: its numbers. Small, so that the processor has it at hand."""


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
        length = bits.bit_length()
        found.append(items[length - 1])
        bits -= LAST[length]
    found.reverse()
    return found


class Picker(Generic[T]):
    """Selects from the same items again and again, eight at a time; fast for crowded sets.

    >>> Picker("abcdefghijkl").select(0b100000101001)
    ['a', 'd', 'f', 'l']
    """

    def __init__(self, items: Sequence[T]) -> None:
        self._items = items
        self._rows: list[list[list[T]]] = []
        """For each eight items: those wanted, by the number that says which."""

    def select(self, bits: int) -> list[T]:
        """Return the items whose number is in the set, in rising order."""
        eights = bits.to_bytes((bits.bit_length() + 7) // 8, "little")
        if len(self._rows) < len(eights):
            self._make_rows(len(eights))
        found: list[T] = []
        for row, wanted in zip(self._rows, eights):  # noqa: B905 - naming `strict` takes time
            if wanted:
                found += row[wanted]
        return found

    def pick(self, bits: int, index: int) -> T:
        """Return one item of `select`, without the others: the half that holds it, and so on.

        >>> Picker("abcdefghijkl").pick(0b100000101001, 2)
        'f'
        """
        before = 0
        for width, half in _HALVINGS[bits.bit_length().bit_length()]:
            lower = bits & half
            count = lower.bit_count()
            if index < count:
                bits = lower
            else:
                bits >>= width
                index -= count
                before += width
        return self._items[before + _PLACES[bits][index]]

    def _make_rows(self, eights: int) -> None:
        self._rows = [self._row(number) for number in range(eights)]

    def _row(self, number: int) -> list[list[T]]:
        eight = self._items[number * 8 : number * 8 + 8]
        return [select(eight, wanted) for wanted in range(1 << len(eight))]


def numbers(bits: int) -> list[int]:
    """Return the numbers in the set, in rising order.

    >>> numbers(0b101001)
    [0, 3, 5]
    """
    count = bits.bit_count()
    if count <= 1:
        return [bits.bit_length() - 1] if count else []
    if count * 10 > bits.bit_length() + 60:
        return list(compress(_NUMBERS, f"{bits:b}"[::-1].encode().translate(_DIGITS)))
    found = []
    while bits:
        length = bits.bit_length()
        found.append(length - 1)
        bits -= LAST[length]
    found.reverse()
    return found


def bits_of(members: Sequence[int]) -> int:
    """Return the set of these numbers."""
    bits = 0
    for number in members:
        bits |= 1 << number
    return bits
