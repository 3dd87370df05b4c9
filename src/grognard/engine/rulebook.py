"""A game's rules in our own words, and the rulings that fill their gaps, in several languages.

They are text files beside the game's other data: ``rules.toml`` holds one ``[[rule]]`` per number,
in the order of the book, and ``rulings.toml`` one ``[[ruling]]`` per gap. A number may end in a
word where print uses it twice (``10 air``). What is beneath a number begins with it: ``8.5`` finds
8.5.1 and 8.5.2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from grognard.engine.datafile import Section

LANGUAGES: Final = ("en", "fr")
RULES_FILE: Final = "rules.toml"
RULINGS_FILE: Final = "rulings.toml"
FRESH_LINE: Final = ("- ", "|")
"""How a line of a text begins that is not the rest of the line before."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule of the book: its number, and title and text by language."""

    number: str
    title: Mapping[str, str]
    text: Mapping[str, str]
    clauses: tuple[str, ...] = ()
    """The ids by which tests name the clauses of the rule."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision where print is silent or contradicts itself."""

    id: str
    rules: tuple[str, ...]
    """The numbers of the rules that it completes."""
    text: Mapping[str, str]
    reason: Mapping[str, str]
    option: str | None = None
    """The option of a scenario that chooses another reading."""


class UnknownRule(LookupError):
    """The rulebook has no such number; `near` holds those that might be meant."""

    def __init__(self, number: str, near: Iterable[str]) -> None:
        self.number, self.near = number, tuple(near)
        super().__init__(f"there is no rule {number!r}; near it: {', '.join(self.near)}")


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one game in the order of the book, with their rulings."""

    title: Mapping[str, str]
    entries: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]

    @classmethod
    def load(cls, directory: Path, rules: str = RULES_FILE) -> Rulebook:
        """Return the rulebook whose two files lie in a directory, or say what is wrong."""
        root = TomlFile(directory / rules).root
        title = _by_language(root, "title")
        entries = tuple(_entry(section) for section in _sections(root, "rule", "number"))
        root.finish()
        numbers = {entry.number for entry in entries}
        rulings = read_rulings(directory / RULINGS_FILE, numbers)
        return cls(title, entries, rulings)

    def find(self, number: str) -> list[Clause]:
        """Return the rule of that number and all rules beneath it, in the order of the book.

        The id of a clause finds the rules that hold it, the id of a ruling those that it completes.
        """
        wanted = _tidy(number)
        found = [entry for entry in self.entries if _is_beneath(_tidy(entry.number), wanted)]
        found = found or [entry for entry in self.entries if wanted in map(_tidy, entry.clauses)]
        found = found or self._ruled(wanted)
        if not found:
            raise UnknownRule(number, self._near(wanted))
        return found

    def rulings_for(self, number: str) -> list[Ruling]:
        """Return the rulings on the rule of that number and on all rules beneath it."""
        numbers = {entry.number for entry in self.find(number)}
        return [ruling for ruling in self.rulings if not numbers.isdisjoint(ruling.rules)]

    def _ruled(self, ruling_id: str) -> list[Clause]:
        """Return the rules that the ruling of that id completes."""
        cited = {rule for one in self.rulings if _tidy(one.id) == ruling_id for rule in one.rules}
        return [entry for entry in self.entries if entry.number in cited]

    def text(self, entry: Clause | Ruling, lang: str) -> str:
        """Return the words of a rule or ruling in a language."""
        return entry.text[lang]

    def _near(self, number: str) -> list[str]:
        """Return the numbers beneath the nearest number above this one, or else the chapters."""
        while "." in number:
            number = number.rpartition(".")[0]
            near = [each.number for each in self.entries if _is_beneath(_tidy(each.number), number)]
            if near:
                return near
        return list(dict.fromkeys(_chapter(entry.number) for entry in self.entries))


def read_rulings(file: Path, numbers: Collection[str] | None = None) -> tuple[Ruling, ...]:
    """Return the rulings of a file; each must cite rules among `numbers`, where these are given."""
    root = TomlFile(file).root
    return tuple(_ruling(section, numbers) for section in _sections(root, "ruling", "id"))


def read_title(file: Path) -> dict[str, str]:
    """Return the title of the game by language, as a rules or rulings file begins with it."""
    return _by_language(TomlFile(file).root, "title")


def _sections(root: Section, kind: str, key: str) -> Iterator[Section]:
    """Yield the records of a file; no two may have the same key."""
    seen: set[str] = set()
    for section in root.sections(kind):
        name = section.text(key)
        if name in seen:
            section.refuse(f"{key} {name!r} is used twice", key)
        seen.add(name)
        yield section


def _entry(section: Section) -> Clause:
    entry = Clause(
        section.text("number"),
        _by_language(section, "title"),
        _by_language(section, "text"),
        tuple(section.texts("clauses")) if "clauses" in section else (),
    )
    section.finish()
    return entry


def _ruling(section: Section, known: Collection[str] | None) -> Ruling:
    ruling = Ruling(
        section.text("id"),
        tuple(section.texts("rules")),
        _by_language(section, "text"),
        _by_language(section, "reason"),
        section.text("option") if "option" in section else None,
    )
    section.finish()
    if not ruling.rules:
        section.refuse(f"{ruling.id} cites no rule", "rules")
    for number in ruling.rules:
        if known is not None and number not in known:
            section.refuse(f"{ruling.id} cites {number!r}, which is no rule", "rules")
    return ruling


def _by_language(section: Section, name: str) -> dict[str, str]:
    return {lang: _words(section, f"{name}_{lang}") for lang in LANGUAGES}


def _words(section: Section, key: str) -> str:
    text = flow(section.text(key))
    if not text:
        section.refuse(f"{key} says nothing", key)
    return text


def flow(text: str) -> str:
    r"""Return a text with its paragraphs, list items and table rows on one line each.

    >>> print(flow("Each hex\ncosts:\n\n- one\n  or two"))
    Each hex costs:
    <BLANKLINE>
    - one or two
    """
    lines: list[str] = []
    for line in text.strip().splitlines():
        joins = lines and lines[-1] and line.strip() and not line.startswith(FRESH_LINE)
        if joins:
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.strip())
    return "\n".join(lines)


def _tidy(number: str) -> str:
    """Return a number as the book writes it: without a sign before, or a full stop after it."""
    return " ".join(number.strip().lstrip("§").rstrip(".").lower().split())


def _chapter(number: str) -> str:
    """Return a number without what stands behind its first point, or the letter of its clause."""
    return re.sub(r"(?<=\d)[a-z]$", "", number.split(".")[0])


def _is_beneath(number: str, above: str) -> bool:
    """Whether a number is another or stands beneath it: 8.5.2 or PG-7a, beneath 8.5 or PG-7."""
    rest = number.removeprefix(above)
    if rest == number or not rest:
        return number == above
    return rest[0] in ". " or (len(rest) == 1 and rest.isalpha() and above[-1:].isdigit())
