"""Printed tables: a die in ranges, ratios in steps, results by row and column.

What lies outside a table is read at its edge: `clamp` is the one place where that is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from grognard.engine.datafile import DataError
from grognard.engine.modifier import clamp

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grognard.engine.datafile import Section

T = TypeVar("T")

__all__ = ["DieTable", "Ladder", "ResultsTable", "clamp", "read_block", "read_die", "read_rows"]

OPEN: Final = ("+", "-")


@dataclass(frozen=True, slots=True)
class DieTable(Generic[T]):
    """A value for each throw; below the first it is read as the first, above the last as the last.

    >>> table = DieTable(2, ("lost", "lost", "safe"))
    >>> table[1], table[3], table[99]
    ('lost', 'lost', 'safe')
    """

    first: int
    """The lowest throw that is printed."""
    values: tuple[T, ...]

    @property
    def last(self) -> int:
        """The highest throw that is printed."""
        return self.first + len(self.values) - 1

    def __getitem__(self, die: int) -> T:
        return self.values[clamp(die, self.first, self.last) - self.first]


def read_die(
    section: Section,
    first: int,
    last: int,
    value: Callable[[Section, str], T],
) -> DieTable[T]:
    """Return a table of ranges such as ``1-3``, ``6``, ``2-`` (or less) and ``11+`` (or more)."""
    found: dict[int, T] = {}
    for key in section:
        for face in _range(section, key, first, last):
            if face in found:
                section.refuse(f"the die {face} stands in two ranges", key)
            found[face] = value(section, key)
    missing = [str(face) for face in range(first, last + 1) if face not in found]
    if missing:
        section.refuse(f"[{section.title}] says nothing of the die {', '.join(missing)}")
    return DieTable(first, tuple(found[face] for face in range(first, last + 1)))


def _range(section: Section, key: str, first: int, last: int) -> range:
    """Return the throws that a key names."""
    low, high = _ends(key, first, last)
    if low is None or high is None:
        section.refuse(f"{key!r} is not a range of the die such as 1-3", key)
    if not first <= low <= high <= last:
        section.refuse(f"the range {key} does not lie within {first}-{last}", key)
    return range(low, high + 1)


def _ends(key: str, first: int, last: int) -> tuple[int | None, int | None]:
    """Return the first and the last throw of a range, None for what is no number."""
    if key.endswith(OPEN):
        end = _number(key[:-1])
        return (end, last) if key.endswith("+") else (first, end)
    low, dash, high = key.partition("-") if not key.startswith("-") else (key, "", "")
    return _number(low), _number(high if dash else low)


def _number(word: str) -> int | None:
    digits = word.removeprefix("-")
    return int(word) if word.isascii() and digits.isdigit() else None


class Ladder(Generic[T]):
    """Ratios in steps: the highest step that attack to defence reaches, rounded down.

    >>> ladder = Ladder([("1/4", -3), ("1/1", 0), ("3/2", 1), ("2/1", 2)], below=-4)
    >>> ladder.step(7, 4), ladder.step(7, 8), ladder.step(1, 5), ladder.step(100, 1)
    (1, -3, -4, 2)
    """

    def __init__(self, steps: Sequence[tuple[str, T]], below: T) -> None:
        parts = [(Fraction(start.replace("-", "/")), value) for start, value in steps]
        starts = [start for start, _ in parts]
        if starts != sorted(set(starts)):
            raise ValueError("the steps of a ladder rise")
        self.below = below
        self._steps = [(start.numerator, start.denominator, value) for start, value in parts][::-1]

    @property
    def steps(self) -> list[tuple[str, T]]:
        """The steps from the lowest up, each as it is printed: ``3-2``."""
        return [(f"{top}-{bottom}", value) for top, bottom, value in self._steps[::-1]]

    def step(self, attack: int, defence: int) -> T:
        """Return what the ratio gives; a defence below 1 counts as 1."""
        defence = max(defence, 1)
        for numerator, denominator, value in self._steps:
            if attack * denominator >= defence * numerator:
                return value
        return self.below

    def reaches(self, attack: int, defence: int) -> bool:
        """Whether a ratio reaches the lowest step; a defence below 1 counts as 1."""
        numerator, denominator, _ = self._steps[-1]
        return attack * denominator >= (max(1, defence)) * numerator

    def next_attack(self, attack: int, defence: int) -> int | None:
        """Return the least attack that reaches a higher step, None where there is none."""
        defence = max(defence, 1)
        found = None
        for numerator, denominator, _ in self._steps:
            if attack * denominator >= defence * numerator:
                break
            found = -(-defence * numerator // denominator)
        return found


@dataclass(frozen=True, slots=True)
class ResultsTable(Generic[T]):
    """Results by row (the modified die) and column; both are read within the table."""

    columns: tuple[str, ...]
    first: int
    """The die of the first row."""
    rows: tuple[tuple[T, ...], ...]

    def row(self, die: int) -> int:
        """Return the number of the row, from 0, of a modified die."""
        return clamp(die - self.first, 0, len(self.rows) - 1)

    def column(self, first: int, shift: int = 0) -> int:
        """Return the number of the column so many to the right of another."""
        return clamp(first + shift, 0, len(self.columns) - 1)

    def result(self, column: int, die: int) -> T:
        """Return the result of a column for a modified die."""
        return self.rows[self.row(die)][column]


def read_block(
    section: Section,
    key: str,
    columns: Sequence[str],
    count: int,
    cell: Callable[[str], T | None],
    *,
    like: str,
) -> ResultsTable[T]:
    """Return a table laid out in a text as printed: a heading, then `count` rows from die 1 on.

    `cell` reads a result, None if it is none; `like` says what one looks like.
    """
    start, lines = section.line_of(key), section.text(key).strip("\n").splitlines()
    numbered = [(start + 1 + offset, line.split()) for offset, line in enumerate(lines)]
    if not numbered or numbered[0][1] != ["die", *columns]:
        section.refuse(f"the table opens with: die {' '.join(columns)}", key)
    rows: list[tuple[T, ...]] = []
    for expected, (line, words) in enumerate(numbered[1:], 1):
        if words[:1] != [str(expected)] or expected > count:
            raise DataError(section.file.file, line, f"row {expected} should stand here")
        rows.append(_row(section, line, words[1:], columns, cell, like))
    if len(rows) < count:
        raise DataError(section.file.file, numbered[-1][0], f"row {len(rows) + 1} is missing")
    return ResultsTable(tuple(columns), 1, tuple(rows))


def read_rows(
    section: Section,
    columns: Sequence[str],
    first: int,
    last: int,
    cell: Callable[[str], T | None],
    *,
    like: str,
) -> ResultsTable[T]:
    """Return a table whose rows are lists of cells by the number of the die, in a section."""
    rows = []
    for die in range(first, last + 1):
        key = str(die)
        cells = section.texts(key)
        rows.append(_row(section, section.line_of(key), cells, columns, cell, like))
    section.finish()
    return ResultsTable(tuple(columns), first, tuple(rows))


def _row(
    section: Section,
    line: int,
    cells: Sequence[str],
    columns: Sequence[str],
    cell: Callable[[str], T | None],
    like: str,
) -> tuple[T, ...]:
    if len(cells) != len(columns):
        reason = f"{len(cells)} cells for {len(columns)} columns"
        raise DataError(section.file.file, line, reason)
    found = []
    for text in cells:
        result = cell(text)
        if result is None:
            raise DataError(section.file.file, line, f"{text!r} is not a result such as {like}")
        found.append(result)
    return tuple(found)
