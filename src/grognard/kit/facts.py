"""Facts of a position, declared once in the class of a state.

The type of a fact says what it stands for (see `kit.forms`); `BySeat[...]` has one for each side,
`ByPiece` a small number for each counter, and a frozen class, or None, is a record of such fields.
"""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, TypeVar, get_args

from grognard.engine.meaning import Meaning
from grognard.kit.forms import Listed as Listed
from grognard.kit.forms import NumberForm, SetForm, form_of, types_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.kit.counters import Material
    from grognard.kit.forms import TextForm

T = TypeVar("T")


class Each(Enum):
    """Of what a fact has many."""

    SEAT = "seat"
    PIECE = "piece"


BySeat: TypeAlias = Annotated[list[T], Each.SEAT]
"""One for each side."""

ByPiece: TypeAlias = Annotated[bytearray, Each.PIECE]
"""A number from 0 to 255 for each counter."""

Sides: TypeAlias = Annotated[int, Meaning.SIDES]
"""A set of hexsides that may change, one bit each (see `Material.sides`)."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One changing fact: what it is called, what it stands for, where a position file has it."""

    section: str | None
    """None: where such facts stand by default; empty: before all sections."""
    called: str
    unsaid: object
    """What a position means that does not speak of it, if that is not how a game begins."""
    name: str = ""
    form: TextForm | None = None
    """None for a record."""
    each: Each | None = None
    record: type[Any] | None = None

    @property
    def is_many(self) -> bool:
        """Whether it has a value for each side or each counter."""
        return self.each is not None

    @property
    def title(self) -> str:
        """What a position file calls it."""
        return self.called or self.name

    @property
    def place(self) -> str:
        """The section of a position file that it stands in."""
        if self.section is not None:
            return self.section
        if self.each is not None or self.form is None:
            return self.title
        return MARKS if isinstance(self.form, SetForm) else ""

    def fresh(self, material: Material) -> object:
        """Return what it is when a game begins."""
        if self.each is Each.PIECE:
            return bytearray(len(material.ids))
        zero = None if self.form is None else self.form.zero
        return [zero] * len(material.seats) if self.each is Each.SEAT else zero


MARKS: Final = "marks"
"""The section of the facts that are sets."""


def fact(*, section: str | None = None, called: str = "", unsaid: object = None) -> Any:
    """Declare a changing fact of a position; its type says what it stands for."""
    return Fact(section, called, unsaid)


def declared_facts(owner: type[Any], declared: Mapping[str, Fact]) -> tuple[Fact, ...]:
    """Return the facts that a class declares, each with what its type says."""
    if not declared:
        return ()
    types = types_of(owner)
    missing = [name for name in declared if name not in types]
    if missing:
        raise TypeError(f"{owner.__name__}: what is {', '.join(missing)}? A fact needs its type")
    return tuple(_typed(name, one, types[name]) for name, one in declared.items())


def _typed(name: str, one: Fact, type_: Any) -> Fact:
    """Return a declared fact with its name, its form and of what it has many."""
    base, each = type_, next((note for note in get_args(type_)[1:] if isinstance(note, Each)), None)
    if each is Each.PIECE:
        return Fact(one.section, one.called, one.unsaid, name, NumberForm(), each)
    if each is Each.SEAT:
        base = get_args(get_args(type_)[0])[0]
    parts = [part for part in get_args(base) if isinstance(part, type)]
    record = next((part for part in parts if is_dataclass(part)), None)
    if record is not None:
        return Fact(one.section, one.called, one.unsaid, name, None, each, record)
    return Fact(one.section, one.called, one.unsaid, name, form_of(base), each)
