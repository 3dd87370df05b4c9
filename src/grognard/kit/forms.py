"""What values stand for in texts: how a position file and a question write and read them.

The type of a fact or of a question's field says what it stands for: `Pieces`, `Region`, `Hex`,
`PieceIndex`, `Sides`, a number, a flag, an enum, any of them or None, a tuple of one of them, or a
form of a game's own as ``Annotated[Pieces, Formations()]``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from inspect import get_annotations
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Union, get_args, get_origin

from grognard.engine.bits import numbers
from grognard.engine.hexmap import HexError
from grognard.engine.meaning import Meaning

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grognard.engine.datafile import Section
    from grognard.engine.hexmap import Hex
    from grognard.kit.counters import Counters


class Source:
    """A section of a position file, and the position that is being read from it."""

    def __init__(self, state: Counters, section: Section, root: Section | None = None) -> None:
        self.state, self.section, self.root = state, section, root or section
        self._numbers = state.material.numbers

    def within(self, section: Section) -> Source:
        """Return another section of the same file."""
        return Source(self.state, section, self.root)

    def piece(self, name: str) -> int:
        """Return the counter of that name."""
        piece = self._numbers.get(name)
        if piece is None:
            self.section.refuse(f"there is no counter {name}", name)
        return piece

    def hex(self, name: str) -> Hex:
        """Return the hex of that number."""
        try:
            return self.state.material.map.hex(name)
        except HexError as error:
            return self.section.refuse(str(error), name)


class TextForm(ABC):
    """What a value stands for, and how it is written and read."""

    zero: object = 0

    @abstractmethod
    def word(self, state: Counters, value: Any) -> str:
        """Return a value as part of the text of a question: no blanks."""

    @abstractmethod
    def unword(self, source: Source, word: str) -> object:
        """Return the value of such a text, refusing what it cannot mean."""

    def write(self, state: Counters, value: Any) -> str:
        """Return a value as a position file has it."""
        return f'"{self.word(state, value)}"'

    def read(self, source: Source, key: str) -> object:
        """Return the value that a position file gives to a key."""
        return self.unword(source, source.section.text(key))


class NumberForm(TextForm):
    """A whole number."""

    def word(self, state: Counters, value: Any) -> str:
        """Return its digits."""
        return str(int(value))

    def unword(self, source: Source, word: str) -> object:
        """Return the number."""
        if not (word.isascii() and word.removeprefix("-").isdigit()):
            source.section.refuse(f"{word!r} is not a whole number", word)
        return int(word)

    def write(self, state: Counters, value: Any) -> str:
        """Return its digits."""
        return str(value)

    def read(self, source: Source, key: str) -> object:
        """Return the number of a key."""
        return source.section.number(key)


class FlagForm(NumberForm):
    """True or false."""

    zero = False

    def unword(self, source: Source, word: str) -> object:
        """Return the flag, written 1 or 0."""
        return bool(super().unword(source, word))

    def write(self, state: Counters, value: Any) -> str:
        """Return it as TOML does."""
        return "true" if value else "false"

    def read(self, source: Source, key: str) -> object:
        """Return the flag of a key."""
        return source.section.flag(key)


class HexForm(TextForm):
    """A hex, -1 for none."""

    zero = -1

    def word(self, state: Counters, value: Any) -> str:
        """Return its printed number."""
        return state.material.map.name(value) if value >= 0 else ""

    def unword(self, source: Source, word: str) -> object:
        """Return the hex of that number."""
        return source.hex(word) if word else -1


class PieceForm(TextForm):
    """A counter, -1 for none."""

    zero = -1

    def word(self, state: Counters, value: Any) -> str:
        """Return what it is called."""
        return state.material.ids[value] if value >= 0 else ""

    def unword(self, source: Source, word: str) -> object:
        """Return the counter of that name."""
        return source.piece(word) if word else -1


class SetForm(TextForm):
    """A set, written as a list of names."""

    @abstractmethod
    def names(self, state: Counters, value: int) -> list[str]:
        """Return the names of its members."""

    @abstractmethod
    def bits(self, source: Source, key: str, name: str) -> int:
        """Return what a name of a list stands for, as a set."""

    def word(self, state: Counters, value: Any) -> str:
        """Return the names, parted by commas."""
        return ",".join(self.names(state, value))

    def unword(self, source: Source, word: str) -> object:
        """Return the set of some names."""
        return self._set(source, word, [name for name in word.split(",") if name])

    def write(self, state: Counters, value: Any) -> str:
        """Return the names as a list."""
        return listed(self.names(state, value))

    def read(self, source: Source, key: str) -> object:
        """Return the set of a list of names."""
        return self._set(source, key, source.section.texts(key))

    def _set(self, source: Source, key: str, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            found |= self.bits(source, key, name)
        return found


class PiecesForm(SetForm):
    """A set of counters."""

    def names(self, state: Counters, value: int) -> list[str]:
        """Return what they are called."""
        ids = state.material.ids
        return [ids[piece] for piece in numbers(value)]

    def bits(self, source: Source, key: str, name: str) -> int:
        """Return the counter of that name."""
        return 1 << source.piece(name)


class RegionForm(SetForm):
    """A set of hexes."""

    def names(self, state: Counters, value: int) -> list[str]:
        """Return their printed numbers."""
        return [state.material.map.name(hex_) for hex_ in numbers(value)]

    def bits(self, source: Source, key: str, name: str) -> int:
        """Return the hex of that number."""
        return 1 << source.hex(name)


class SidesForm(SetForm):
    """A set of hexsides that may change."""

    def names(self, state: Counters, value: int) -> list[str]:
        """Return the hexes on both sides of each: ``0319-0418``."""
        name, sides = state.material.map.name, state.material.sides
        return [f"{name(sides[side][0])}-{name(sides[side][1])}" for side in numbers(value)]

    def bits(self, source: Source, key: str, name: str) -> int:
        """Return the side of that name."""
        sides, (one, _, other) = source.state.material.sides, name.partition("-")
        pair = tuple(sorted((source.hex(one), source.hex(other))))
        if pair not in sides:
            source.section.refuse(f"nothing can change on the side {name}", name)
        return 1 << sides.index(pair)


class EnumForm(TextForm):
    """A member of an enum, written by its name in small letters; the first one to begin with."""

    def __init__(self, members: type[Enum]) -> None:
        self._by_name = {member.name.lower(): member for member in members}
        self.zero = next(iter(members))

    def word(self, state: Counters, value: Any) -> str:
        """Return its name."""
        return str(value.name).lower()

    def unword(self, source: Source, word: str) -> object:
        """Return the member of that name."""
        if word not in self._by_name:
            known = " or ".join(self._by_name)
            source.section.refuse(f"{word} must be said to be {known}", word)
        return self._by_name[word]


class OptionalForm(TextForm):
    """Something or None, which is written as nothing."""

    zero = None

    def __init__(self, form: TextForm) -> None:
        self._form = form

    def word(self, state: Counters, value: Any) -> str:
        """Return the text of what there is."""
        return "" if value is None else self._form.word(state, value)

    def unword(self, source: Source, word: str) -> object:
        """Return what a text means, None if it is empty."""
        return self._form.unword(source, word) if word else None


class TupleForm(TextForm):
    """Several of a kind in their order, parted by commas."""

    zero = ()

    def __init__(self, form: TextForm) -> None:
        self._form = form

    def word(self, state: Counters, value: Any) -> str:
        """Return the text of each."""
        return ",".join(self._form.word(state, one) for one in value)

    def unword(self, source: Source, word: str) -> object:
        """Return the meaning of each."""
        return tuple(self._form.unword(source, one) for one in word.split(",") if one)


class Listed(TextForm):
    """The number of a word in a list that a game gives: ``Annotated[int, Listed(SEGMENTS)]``."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = tuple(words)

    def word(self, state: Counters, value: Any) -> str:
        """Return the word."""
        return self._words[int(value)]

    def unword(self, source: Source, word: str) -> object:
        """Return the number of a word."""
        return self._words.index(word)

    def read(self, source: Source, key: str) -> object:
        """Return the number of the word of a key."""
        return self._words.index(source.section.text(key, *self._words))


MEANINGS: Final = {
    Meaning.HEX: HexForm(),
    Meaning.HEXES: RegionForm(),
    Meaning.PIECE: PieceForm(),
    Meaning.PIECES: PiecesForm(),
    Meaning.SIDES: SidesForm(),
}


@cache
def form_of(type_: Any) -> TextForm:
    """Return what a type stands for: a form named in it, the meaning of an int, or the type."""
    for note in get_args(type_)[:0:-1] if get_origin(type_) is Annotated else ():
        if isinstance(note, TextForm):
            return note
        if isinstance(note, Meaning):
            return MEANINGS[note]
    if get_origin(type_) in (UnionType, Union) and NoneType in get_args(type_):
        return OptionalForm(form_of(next(one for one in get_args(type_) if one is not NoneType)))
    if get_origin(type_) is tuple and get_args(type_)[1:] == (...,):
        return TupleForm(form_of(get_args(type_)[0]))
    if isinstance(type_, type):
        if issubclass(type_, Enum):
            return EnumForm(type_)
        if issubclass(type_, bool):
            return FlagForm()
        if issubclass(type_, int):
            return NumberForm()
    raise TypeError(f"{type_} says neither a form nor a meaning that a text could have")


def types_of(owner: type[Any]) -> dict[str, Any]:
    """Return the types that a class gives to its names, as they are when it is made."""
    try:
        return get_annotations(owner, eval_str=True)
    except NameError as error:
        why = "import what its facts and fields are made of outright, not under TYPE_CHECKING"
        raise TypeError(f"{owner.__name__}: {error}; {why}") from None


_FIELDS: Final[dict[type[Any], Mapping[str, TextForm]]] = {}


def fields_of(record: type[Any]) -> Mapping[str, TextForm]:
    """Return the fields of a frozen class and what each stands for; worked out once."""
    if record not in _FIELDS:
        types: dict[str, Any] = {}
        for base in record.__mro__[::-1]:
            if is_dataclass(base):
                types |= types_of(base)
        _FIELDS[record] = {one.name: form_of(types[one.name]) for one in fields(record)}
    return _FIELDS[record]


def listed(words: Iterable[str]) -> str:
    """Return words as a list of TOML."""
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"
