"""What a person may give to a calculator: by name, each with its range, refused in words.

>>> given = Given([Count("attack", "factors", least=1, most=99)], {"attack": "12"})
>>> given.number("attack")
12
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from grognard.engine.forbidden import Forbidden

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

Raw: TypeAlias = bool | str | list[str]
"""A value as it was written: a flag, a text, or the texts of what may be given several times."""

WHOLE: Final = re.compile(r"[+-]?[0-9]{1,9}")
WEIGHT: Final = re.compile(r"[+-]?[0-9]{1,6}(/[1-9][0-9]{0,5}|\.[0-9]{1,6})?")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A thing that may be given: its name, its help, its rule, and the heading it stands under."""

    name: str
    help: str
    rule: str = ""
    group: str = ""

    @property
    def authority(self) -> str:
        """In whose name a wrong value is refused."""
        return self.rule or f"--{self.name}"


@dataclass(frozen=True, slots=True)
class Flag(Parameter):
    """A fact that is true when it is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Parameter):
    """A whole number with its range; `alone` is what the bare name stands for."""

    least: int = 0
    most: int
    default: int | None = None
    needed: bool = False
    alone: int | None = None

    def read(self, text: str) -> int:
        """Return the number, or refuse it."""
        found = int(text) if WHOLE.fullmatch(text.strip()) else None
        if found is None or not self.least <= found <= self.most:
            raise Forbidden(
                self.authority,
                "--{name} is a whole number from {least} to {most}, not {given}",
                name=self.name,
                least=self.least,
                most=self.most,
                given=text,
            )
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts(Count):
    """Whole numbers parted by commas, so many of them."""

    shortest: int = 1
    longest: int = 20
    metavar: str = "N,N"

    def read_all(self, text: str) -> list[int]:
        """Return the numbers, or refuse them."""
        found = [self.read(part) for part in text.split(",")]
        if not self.shortest <= len(found) <= self.longest:
            raise Forbidden(
                self.authority,
                "--{name} takes {least} to {most} numbers, not {given}",
                name=self.name,
                least=self.shortest,
                most=self.longest,
                given=len(found),
            )
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Word(Parameter):
    """One of some words."""

    choices: tuple[str, ...]
    default: str = ""

    def read(self, text: str) -> str:
        """Return the word, or refuse it."""
        if text not in self.choices:
            raise Forbidden(
                self.authority,
                "--{name} is one of {choices}, not {given}",
                name=self.name,
                choices=", ".join(self.choices),
                given=text,
            )
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Names(Parameter):
    """Names parted by commas, or one name; what they mean is for the game to say."""

    metavar: str = "UNITS"
    repeated: bool = False
    parted: bool = True

    def read(self, text: str) -> list[str]:
        """Return the names, or refuse none at all."""
        found = [name.strip() for name in (text.split(",") if self.parted else [text])]
        if not all(found):
            raise Forbidden(self.authority, "--{name} names nothing", name=self.name)
        return found


class Clash(NamedTuple):
    """What cannot be given together: `one`, and any of the others."""

    rule: str
    one: str
    others: tuple[str, ...]


class Need(NamedTuple):
    """What says nothing by itself: `one`, without any of the others."""

    rule: str
    one: str
    others: tuple[str, ...]


class Given:
    """What a person gave, each value checked; `scenario` is a directory of his own data."""

    def __init__(
        self,
        parameters: Iterable[Parameter],
        raw: Mapping[str, Raw],
        scenario: Path | None = None,
    ) -> None:
        self.scenario = scenario
        self._parameters = {parameter.name: parameter for parameter in parameters}
        self._flags: set[str] = set()
        self._counts: dict[str, list[int]] = {}
        self._words: dict[str, str] = {}
        self._names: dict[str, list[list[str]]] = {}
        for name, value in raw.items():
            if name not in self._parameters:
                raise ValueError(f"there is no --{name}; there are {', '.join(self._parameters)}")
            self._keep(self._parameters[name], value)

    def _keep(self, parameter: Parameter, value: Raw) -> None:
        """Read one value by its kind."""
        name = parameter.name
        if isinstance(parameter, Flag):
            if value is True:
                self._flags.add(name)
            return
        texts = [value] if isinstance(value, str) else [] if isinstance(value, bool) else value
        if isinstance(parameter, Names):
            self._names[name] = [parameter.read(text) for text in texts]
        for text in texts:
            if isinstance(parameter, Counts):
                self._counts[name] = parameter.read_all(text)
            elif isinstance(parameter, Count):
                self._counts[name] = [parameter.read(text)]
            elif isinstance(parameter, Word):
                self._words[name] = parameter.read(text)

    def has(self, name: str) -> bool:
        """Whether a thing was given."""
        kept = (self._flags, self._counts, self._words, self._names)
        return any(name in part for part in kept)

    def tells(self, name: str) -> bool:
        """Whether a thing was given that is not its default."""
        parameter = self._parameters[name]
        if name in self._counts and isinstance(parameter, Count):
            return self._counts[name] != [parameter.default or 0]
        return self.has(name)

    def flag(self, name: str) -> bool:
        """Return whether a fact was named."""
        return name in self._flags

    def flags(self, names: Iterable[str]) -> list[str]:
        """Return those of some facts that were named, in their order."""
        return [name for name in names if name in self._flags]

    def maybe(self, name: str) -> int | None:
        """Return a number, or its default, which may be None."""
        if name in self._counts:
            return self._counts[name][0]
        parameter = self._parameters[name]
        return parameter.default if isinstance(parameter, Count) else None

    def number(self, name: str) -> int:
        """Return a number that was given or has a default; 0 where it has none."""
        return self.maybe(name) or 0

    def numbers(self, name: str) -> list[int]:
        """Return numbers given together; none where none were."""
        return self._counts.get(name, [])

    def word(self, name: str) -> str:
        """Return a word, or its default."""
        parameter = self._parameters[name]
        default = parameter.default if isinstance(parameter, Word) else ""
        return self._words.get(name, default)

    def names(self, name: str) -> list[str]:
        """Return the names given together."""
        return [each for part in self._names.get(name, []) for each in part]

    def each(self, name: str) -> list[list[str]]:
        """Return the names given each time."""
        return self._names.get(name, [])

    def check(self, clashes: Iterable[Clash], needs: Iterable[Need]) -> None:
        """Refuse what contradicts or says nothing."""
        for rule, one, others in clashes:
            for other in others:
                if self.has(one) and self.has(other):
                    template = "--{one} and --{other} contradict each other"
                    raise Forbidden(rule, template, one=one, other=other)
        for rule, one, others in needs:
            if self.tells(one) and not any(self.tells(other) for other in others):
                template = "--{one} says nothing without {others}"
                listed = ", ".join(f"--{other}" for other in others)
                raise Forbidden(rule, template, one=one, others=listed)


def weights(given: Given, fields: Sequence[str], name: str = "weight") -> dict[str, Fraction]:
    """Return weights written ``hex=3`` or ``step=1/2``, each of a field that there is."""
    found: dict[str, Fraction] = {}
    for text in given.names(name):
        field, equals, figure = text.partition("=")
        if not equals or not WEIGHT.fullmatch(figure):
            raise Forbidden(f"--{name}", "a weight is written NAME=N, not {given}", given=text)
        if field not in fields:
            template = "{given} is none of {names}"
            raise Forbidden(f"--{name}", template, given=field, names=", ".join(fields))
        if field in found:
            raise Forbidden(f"--{name}", "{given} is weighed twice", given=field)
        found[field] = Fraction(figure)
    return found
