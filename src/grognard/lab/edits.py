"""Change printed values in the data files of a scenario: ``tables.crt.5.3/1 = 1/3``.

A place is a path of words: the file without its ending, then down into it. In a CSV file come the
row, named by its first cell, and the column; in a TOML file the keys, a list of tables by the
number or the `id` of the table; in a table laid out as text, the row and the column. The loaders
of the game judge the result, so a changed scenario is as sound as a written one.
"""

from __future__ import annotations

import csv
import io
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

SHOWN = 12


class EditError(ValueError):
    """A place that the data files do not have."""


class Edit(NamedTuple):
    """One value to be changed."""

    place: str
    value: str

    @classmethod
    def parse(cls, text: str) -> Edit:
        """Return the edit written ``place=value``."""
        place, equals, value = text.partition("=")
        if not equals or not place.strip():
            raise EditError(f"{text!r} is not written PLACE=VALUE")
        return cls(place.strip(), value.strip())

    def __str__(self) -> str:
        return f"{self.place}={self.value}"


def edited(files: Mapping[str, str], edits: Iterable[Edit]) -> dict[str, str]:
    """Return the texts of the files with some values changed."""
    texts = dict(files)
    for edit in edits:
        name, words = _file(texts, edit)
        change = _edit_csv if name.endswith(".csv") else _edit_toml
        texts[name] = change(texts[name], words, edit)
    return texts


def value_at(files: Mapping[str, str], edit: Edit) -> Any:
    """Return the value that a TOML file has at the place of an edit."""
    name, words = _file(files, edit)
    if not name.endswith(".toml"):
        raise EditError(f"{edit}: {name} is no TOML file")
    here: Any = tomllib.loads(files[name])
    for word in words:
        here = _inside(here, word, edit)
    return here


def differences(name: str, before: str, after: str) -> list[str]:
    """Return the values of a data file that are no longer what they were, by their places.

    >>> differences("tables.toml", "die = {woods = -1, river = 1}", "die = {woods = -2, river = 1}")
    ['tables.die.woods=-2 (was -1)']
    """
    old, new = (dict(_values(name, text)) for text in (before, after))
    stem = name.rpartition(".")[0]
    found = []
    for place in dict.fromkeys([*old, *new]):
        if old.get(place) != new.get(place):
            was = f"was {old[place]}" if place in old else "new"
            found.append(f"{stem}.{place}={new.get(place, 'none')} ({was})")
    return found


def _values(name: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield every value of a data file with its place in it."""
    if name.endswith(".csv"):
        heading, *rows = list(csv.reader(text.splitlines())) or [[]]
        if len({row[0] for row in rows if row}) < len(rows):  # a list without names, as of sides
            yield from ((",".join(row), "there") for row in rows)
            return
        for row in rows:
            named = zip(heading[1:], row[1:], strict=False)
            yield from ((f"{row[0]}.{column}", cell) for column, cell in named)
    else:
        yield from _leaves(tomllib.loads(text), "")


def _leaves(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield every single value inside a value of a TOML file."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{place}.{key}" if place else key)
    elif has_heading(value):
        for number, item in enumerate(value):
            yield from _leaves(item, f"{place}.{item.get('id', number)}")
    elif isinstance(value, str) and "\n" in value:
        heading, *rows = [line.split() for line in value.strip("\n").splitlines()]
        for row in rows:
            cells = zip(heading[1:], row[1:], strict=False)
            yield from ((f"{place}.{row[0]}.{column}", cell) for column, cell in cells)
    else:
        yield place, _value(value)


def _file(files: Mapping[str, str], edit: Edit) -> tuple[str, list[str]]:
    first, _, rest = edit.place.partition(".")
    names = {name.rpartition(".")[0]: name for name in files if name.endswith((".toml", ".csv"))}
    if first not in names:
        _refuse(edit, first, "data file", names)
    if not rest:
        raise EditError(f"{edit}: name a value inside {names[first]}")
    return names[first], rest.split(".")


def _refuse(edit: Edit, word: str, what: str, known: Iterable[str]) -> None:
    names = list(known)
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    shown = ", ".join(names[:SHOWN]) or "none"
    raise EditError(f"{edit}: there is no {what} {word!r}; there are: {shown}{more}")


def _edit_csv(text: str, words: Sequence[str], edit: Edit) -> str:
    """Return a CSV file in which the cell of a row and a column is another."""
    rows = list(csv.reader(text.splitlines()))
    heading = rows[0]
    if len(words) != 2:
        raise EditError(f"{edit}: in a CSV file comes ROW.COLUMN; columns: {', '.join(heading)}")
    by_key = {row[0]: row for row in rows[1:]}
    if words[0] not in by_key:
        _refuse(edit, words[0], "row", by_key)
    if words[1] not in heading:
        _refuse(edit, words[1], "column", heading)
    if len(by_key) != len(rows) - 1:
        raise EditError(f"{edit}: the first cell of this file does not tell its rows apart")
    by_key[words[0]][heading.index(words[1])] = edit.value
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue()


def _edit_toml(text: str, words: Sequence[str], edit: Edit) -> str:
    """Return a TOML file in which the value of a key is another."""
    data = tomllib.loads(text)
    here: Any = data
    for place, word in enumerate(words[:-1]):
        there = _inside(here, word, edit)
        if isinstance(there, str):
            here[word] = _edit_table(there, words[place + 1 :], edit)
            return written(data)
        here = there
    _inside(here, words[-1], edit)
    here[words[-1]] = toml_value(edit.value)
    return written(data)


def _inside(here: Any, word: str, edit: Edit) -> Any:
    """Return what a word names in a table, or in a list of tables."""
    if isinstance(here, list):
        named = {str(item.get("id", place)): item for place, item in enumerate(here)}
        named |= {str(place): item for place, item in enumerate(here)}
        if word not in named:
            _refuse(edit, word, "table", named)
        return named[word]
    if not isinstance(here, dict):
        raise EditError(f"{edit}: {word!r} lies inside a single value")
    if word not in here:
        _refuse(edit, word, "key", here)
    return here[word]


def _edit_table(text: str, words: Sequence[str], edit: Edit) -> str:
    """Return a table laid out as text in which the cell of a row and a column is another."""
    lines = [line.split() for line in text.strip("\n").splitlines()]
    if len(words) != 2 or not lines or len(lines[0]) < 2:
        raise EditError(f"{edit}: in a table comes ROW.COLUMN; columns: {' '.join(lines[0][1:])}")
    rows = {line[0]: line for line in lines[1:]}
    row, column = words
    if row not in rows:
        _refuse(edit, row, "row", rows)
    if column not in lines[0][1:]:
        _refuse(edit, column, "column", lines[0][1:])
    rows[row][lines[0].index(column)] = edit.value.replace(" ", "") or "-"
    return "\n".join("  ".join(line) for line in lines) + "\n"


def toml_value(text: str) -> Any:
    """Return a value as TOML reads it; a word without quotes is a text.

    >>> toml_value("3"), toml_value("true"), toml_value("any_hq"), toml_value('["a", "b"]')
    (3, True, 'any_hq', ['a', 'b'])
    """
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def written(data: Mapping[str, Any], title: str = "") -> str:
    """Return plain data as TOML: single values first, then the tables, then the lists of tables."""
    lines = [f"{_key(k)} = {_value(v)}" for k, v in data.items() if not has_heading(v)]
    for key, value in data.items():
        path = f"{title}.{_key(key)}" if title else _key(key)
        if isinstance(value, dict):
            lines += ["", f"[{path}]", written(value, path)]
        elif isinstance(value, list) and has_heading(value):
            for item in value:
                lines += ["", f"[[{path}]]", written(item, path)]
    return "\n".join(lines)


def has_heading(value: object) -> bool:
    """Whether a value stands under a heading of its own."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict)


def _key(key: str) -> str:
    is_bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if is_bare else _text(key)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _block(value) if "\n" in value else _text(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
    return str(value)


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    return f'"{escaped}"'


def _block(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"""\n{escaped}"""'
