"""The printed counters, read from a text file by the columns that a game declares once.

A game writes what its counters print as a class of columns; the class is what rules read, and
what says which columns the file has, what may stand in them and what a wrong cell is refused for::

    @counter
    class Piece:
        index: int
        id: str = column(needed)
        side: Side = column(one_of({"red": Side.RED, "white": Side.WHITE}))
        strength: int = column(whole(0, 9))
        speed: int = column(whole(0, 12, empty=0), "move")

`read_roster` gives a file's counters in its order, numbered from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, dataclass_transform

from grognard.engine.datafile import Row, read_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from grognard.engine.datafile import Report
    from grognard.engine.meaning import Pieces

T = TypeVar("T")

_COLUMN: Final = "column"


class PrintedCounter(Protocol):
    """What every counter has."""

    @property
    def index(self) -> int:
        """Its number, from 0 in the order of the file."""

    @property
    def id(self) -> str:
        """What it is called; no two are called the same."""


PieceT = TypeVar("PieceT", bound=PrintedCounter)


class _Column(Generic[T]):
    """How a field is read: from which columns, and by what."""

    def __init__(self, read: Callable[[Row, str], T], names: tuple[str, ...]) -> None:
        self.read, self.names = read, names


def column(read: Callable[[Row, str], T], *names: str) -> T:
    """Declare a field read from the column of its name, or from these; the first is the cell's."""
    return field(metadata={_COLUMN: _Column(read, names)})  # type: ignore[no-any-return]


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(column, field))
def counter(cls: type[T]) -> type[T]:
    """Make a class of declared columns, which nobody may change."""
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


# What may stand in a cell


def text(row: Row, name: str) -> str:
    """Read any text, or nothing."""
    return row[name]


def needed(row: Row, name: str) -> str:
    """Read a text that must be there."""
    if not row[name]:
        row.refuse(f"this piece has no {name}")
    return row[name]


def one_of(meanings: Mapping[str, T]) -> Callable[[Row, str], T]:
    """Read one of some words as what it means."""
    return lambda row, name: meanings[row.word(name, meanings)]


def flag(yes: str = "yes", no: str = "no") -> Callable[[Row, str], bool]:
    """Read one of two words."""
    return one_of({yes: True, no: False})


def whole(least: int, most: int | None = None, *, empty: int | None = None) -> _Whole:
    """Read a whole number within a range; `empty` is what a cell without one means, if any."""
    return _Whole(least, most, empty)


class _Whole:
    def __init__(self, least: int, most: int | None, empty: int | None) -> None:
        self._least, self._most, self._empty = least, most, empty

    def __call__(self, row: Row, name: str) -> int:
        value = row.number(name)
        if value is None:
            if self._empty is None:
                row.refuse(f"{name} is empty, but every piece prints it")
            return self._empty
        return within(row, name, value, self._least, self._most)


def within(row: Row, name: str, value: int, least: int, most: int | None = None) -> int:
    """Return a number of a cell, refused outside its range."""
    if value < least:
        row.refuse(f"{name} is {value}, less than {least}")
    if most is not None and value > most:
        row.refuse(f"{name} is {value}, more than {most}")
    return value


def some_of(known: Sequence[str], separator: str = ",") -> Callable[[Row, str], frozenset[str]]:
    """Read any of some words, or none: ``guards,engineer``."""

    def read(row: Row, name: str) -> frozenset[str]:
        words = [word.strip() for word in row[name].split(separator) if word.strip()]
        for word in words:
            if word not in known:
                row.refuse(f"{name} has {word!r}, not one of {', '.join(known)}")
        return frozenset(words)

    return read


# The whole file


@dataclass(frozen=True, slots=True, eq=False)
class Roster(Generic[PieceT]):
    """The counters of a game, their numbers by name, and the rows they were read from."""

    pieces: tuple[PieceT, ...]
    rows: tuple[Row, ...]
    """By piece: its row, which can refuse with file and line what is found wrong later."""

    @property
    def by_id(self) -> dict[str, int]:
        """The numbers of the counters by what they are called."""
        return {piece.id: piece.index for piece in self.pieces}

    def where(self, test: Callable[[PieceT], object]) -> Pieces:
        """Return the counters of which something is true."""
        return members(self.pieces, test)

    def by(self, key: Callable[[PieceT], str]) -> dict[str, Pieces]:
        """Return the counters by a word of theirs; those without one are left out."""
        return grouped(self.pieces, key)


def members(pieces: Sequence[PieceT], test: Callable[[PieceT], object]) -> Pieces:
    """Return the set of the counters of which something is true."""
    return sum(1 << piece.index for piece in pieces if test(piece))


def grouped(pieces: Sequence[PieceT], key: Callable[[PieceT], str]) -> dict[str, Pieces]:
    """Return sets of counters by a word of theirs: formations, nations."""
    found: dict[str, Pieces] = {}
    for piece in pieces:
        word = key(piece)
        if word:
            found[word] = found.get(word, 0) | 1 << piece.index
    return found


def columns_of(kind: type[Any]) -> tuple[str, ...]:
    """Return the columns that a class of counters declares, each once, in its order."""
    return tuple(dict.fromkeys(name for _, read in _declared(kind) for name in read.names))


def read_roster(
    file: Path,
    kind: type[PieceT],
    report: Report,
    *,
    check: Callable[[PieceT, Row], None] = lambda piece, row: None,
    unread: Sequence[str] = (),
) -> Roster[PieceT]:
    """Return the counters of a file; `unread` are columns it has and no field is made of.

    `check` refuses a counter whose cells are right one by one but not together.
    """
    declared = _declared(kind)
    make: Callable[..., PieceT] = kind
    names = tuple(dict.fromkeys((*columns_of(kind), *unread)))
    found: dict[str, PieceT] = {}
    rows: list[Row] = []
    for row in read_rows(file, *names):
        with report:
            values = {name: read.read(row, read.names[0]) for name, read in declared}
            piece = make(index=len(found), **values)
            if piece.id in found:
                row.refuse(f"piece {piece.id} stands here a second time")
            check(piece, row)
            found[piece.id] = piece
            rows.append(row)
    return Roster(tuple(found.values()), tuple(rows))


def _declared(kind: type[Any]) -> list[tuple[str, _Column[Any]]]:
    """Return the declared fields of a class of counters, and how each is read."""
    found = []
    for one in fields(kind):
        read: _Column[Any] | None = one.metadata.get(_COLUMN)
        if read is not None:
            found.append((one.name, _Column(read.read, read.names or (one.name,))))
    return found
