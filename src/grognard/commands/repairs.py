"""How a wrong line of a data file is mended in a copy: with what the game's own file has there.

As little as helps: a cell before its row, a value before its table, a table before its file.
`mending` tries one way after another and reads the copy again after each.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from contextlib import suppress
from difflib import SequenceMatcher, get_close_matches
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.lab.edits import has_heading, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

LONGEST_VALUE: Final = 100
"""Of how many lines a value of a TOML file may consist."""
OURS: Final = 0
"""In place of the number of its line: where a line comes from the game's own file."""


class FileLine(NamedTuple):
    """A line of a copy, and the line of the file that it comes from."""

    origin: int
    text: str


def near(lines: list[FileLine], place: int, reason: str, name: str, own: str) -> list[FileLine]:
    """Return a file with the cell, the row or the value on a line mended, if that can be."""
    if name.endswith(".csv"):
        return _mend_csv(lines, place, reason, own) or lines
    return _without(lines, place, reason, own) or _mend_toml(lines, place, reason, own) or lines


def wide(lines: list[FileLine], place: int, name: str, own: str) -> list[FileLine]:
    """Return a file with the whole table in which a line stands mended, if that can be."""
    return lines if name.endswith(".csv") else _mend_section(lines, place, own) or lines


def whole(own: str) -> list[FileLine]:
    """Return the game's own file in place of one."""
    return [FileLine(OURS, line) for line in own.splitlines()]


def taken_back(lines: list[FileLine], own: str, place: int) -> Iterator[list[FileLine]]:
    """Yield a file with one change to the game's own file taken back, the nearest to a line first.

    Lines that were changed one beside the other are taken back each for itself.
    """
    printed = own.splitlines()
    given = [line.text for line in lines]
    changes: list[tuple[int, int, list[str]]] = []
    for kind, start, end, at, until in SequenceMatcher(
        None, given, printed, autojunk=False
    ).get_opcodes():
        if kind == "equal":
            continue
        if end - start == until - at:
            changes += [(start + n, start + n + 1, [printed[at + n]]) for n in range(end - start)]
        else:
            changes.append((start, end, printed[at:until]))
    for start, end, right in sorted(changes, key=lambda change: abs(change[0] - place)):
        yield [*lines[:start], *(FileLine(OURS, text) for text in right), *lines[end:]]


# CSV


def _cells(text: str) -> list[str]:
    return next(csv.reader([text]), [])


def _row(cells: Iterable[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def with_zeros(file: Path, lines: list[FileLine], own: str, found: list[str]) -> list[FileLine]:
    """Give numbers of four digits back the leading zeros that a spreadsheet took; note it once."""
    rows = [_cells(line) for line in own.splitlines()]
    heading = _cells(lines[0].text) if lines else []
    if not rows or heading != rows[0]:
        return lines
    columns = list(zip(*rows[1:], strict=False))
    coded = [n for n, cells in enumerate(columns) if _is_coded(cells)]
    restored, lost = [], []
    for line in lines:
        cells = _cells(line.text)
        short = [n for n in coded if n < len(cells) and re.fullmatch(r"[0-9]{1,3}", cells[n])]
        for n in short:
            lost.append((line.origin, cells[n]))
            cells[n] = cells[n].zfill(4)
        restored.append(FileLine(line.origin, _row(cells)) if short else line)
    if lost:
        number, first = lost[0]
        others = f", as have {len(lost) - 1} others" if len(lost) > 1 else ""
        reason = f"{first!r} has lost its leading zero ({first.zfill(4)}){others}"
        found.append(f"{file}:{number}: {reason}; let the spreadsheet keep the column as text")
    return restored


def _is_coded(cells: Iterable[str]) -> bool:
    """Whether all that stands in a column are numbers of four digits, such as hexes."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(re.fullmatch(r"[0-9]{4}", cell) for cell in filled)


def _mend_csv(lines: list[FileLine], place: int, reason: str, own: str) -> list[FileLine] | None:
    """Return a CSV file with a cell, or a row, as the game's own file has it, or without it."""
    rows = [_cells(line) for line in own.splitlines()]
    heading = _cells(lines[0].text)
    if not rows:
        return None
    if not place or heading != rows[0]:
        return _with_heading(lines, rows)
    cells = _cells(lines[place].text)
    keyed = {row[0]: row for row in rows[1:]}
    printed = keyed.get(cells[0]) if cells and len(keyed) == len(rows) - 1 else None
    printed = printed or _stood_for(cells, rows[1:], lines, place)
    column = reason.partition(" ")[0]
    wrong = heading.index(column) if column in heading else _quoted(cells, reason)
    changed = printed or []
    if printed and len(cells) == len(heading) and 0 <= wrong < len(cells):
        changed = [*cells[:wrong], printed[wrong], *cells[wrong + 1 :]]
    if changed == cells or any(_cells(line.text) == changed for line in lines):
        changed = []
    return [*lines[:place], FileLine(lines[place].origin, _row(changed)), *lines[place + 1 :]]


def _with_heading(lines: list[FileLine], own: list[list[str]]) -> list[FileLine]:
    """Return a CSV file with the columns of the game's own; what is missing is as it is there."""
    given, wanted = _cells(lines[0].text), own[0]
    printed = {row[0]: row for row in own[1:]}
    found = [FileLine(OURS, _row(wanted))]
    for line in lines[1:]:
        cells = _cells(line.text)
        if len(given) != len(wanted) and cells:
            named = dict(zip(given, cells, strict=False))
            lent = dict(zip(wanted, printed.get(cells[0], [""] * len(wanted)), strict=False))
            cells = [named.get(column, lent.get(column, "")) for column in wanted]
        found.append(FileLine(line.origin, _row(cells)))
    return found


def _stood_for(
    cells: list[str], rows: list[list[str]], lines: list[FileLine], place: int
) -> list[str] | None:
    """Return the row of the game's own file that a wrong one stands for.

    It is missing, and most alike; of several, or of none, the one that stands in this place.
    """
    present = {tuple(_cells(line.text)) for line in lines}

    def alike(number: int) -> tuple[int, bool]:
        same = sum(one == other for one, other in zip(rows[number], cells, strict=False) if one)
        return same, number == place - 1

    missing = [number for number, row in enumerate(rows) if tuple(row) not in present]
    found = max(missing, key=alike, default=None)
    return rows[found] if found is not None and any(alike(found)) else None


def _quoted(words: list[str], reason: str) -> int:
    """Return which of some words a reason speaks of, or -1."""
    told = re.findall(r"'([^']*)'", reason)
    return next((n for n, word in enumerate(words) if word in told), -1)


# TOML


def _mend_toml(lines: list[FileLine], place: int, reason: str, own: str) -> list[FileLine] | None:
    """Return a TOML file with a value as the game's own file has it, or without it."""
    data = tomllib.loads(own)
    section = _section(lines, place, data)
    lacking = re.search(r"lacks (\w+)$", reason)
    if lacking:
        new = _told(section, [lacking[1]], lines[place].origin)
        at = place + 1 if lines[place].text.startswith("[") else 0
        return [*lines[:at], *new, *lines[at:]]
    if lines[place].text.startswith("["):  # wrong is what stands below
        return None
    start, end = _extent(lines, place)
    if start < 0:  # no TOML
        alike = get_close_matches(lines[place].text, own.splitlines(), 1)
        return _replaced(lines, place, place, [FileLine(lines[place].origin, one) for one in alike])
    whole = lines[start : end + 1]
    (key,) = tomllib.loads("\n".join(line.text for line in whole))
    if not isinstance(section, dict):
        return _replaced(lines, start, end, [])
    if key not in section:  # another key, such as one misspelt, is missing in its stead
        missing = [name for name in section if name not in _keys(lines, start)]
        return _replaced(lines, start, end, _told(section, missing, lines[start].origin))
    printed = _told(section, [key], lines[start].origin)
    if 2 < len(printed) == len(whole):  # a table of several lines: one of them is mended
        at = place if place > start else start + 1
        row = _mended_row(lines[at].text, printed[at - start].text, reason)
        if row != lines[at].text:
            return _replaced(lines, at, at, [FileLine(lines[at].origin, row)])
    return _replaced(lines, start, end, printed)


def _without(lines: list[FileLine], place: int, reason: str, own: str) -> list[FileLine] | None:
    """Return a TOML file with a list that lacks the word which the reason speaks of.

    It is one that the game's own file has too, such as a counter that is called otherwise now.
    """
    line = lines[place]
    for word in re.findall(r"[^\s,;:']+", reason):
        if f'"{word}"' not in own:
            continue
        quoted = re.escape(f'"{word}"')
        text = re.sub(rf"(?<=\[){quoted}(, *)?(?=[^\n]*\])|, *{quoted}(?= *[,\]])", "", line.text)
        if text != line.text:
            return _replaced(lines, place, place, [FileLine(line.origin, text)])
    return None


def _mended_row(given: str, printed: str, reason: str) -> str:
    """Return a row of a table with the word that is wrong, or its name, or all as printed."""
    words, right = given.split(), printed.split()
    wrong = _quoted(words, reason)
    if len(words) != len(right):
        return printed
    if wrong < 0:
        wrong = next((n for n in range(len(words)) if words[n] != right[n]), 0)
    return "  ".join([*words[:wrong], right[wrong], *words[wrong + 1 :]])


def _mend_section(lines: list[FileLine], place: int, own: str) -> list[FileLine] | None:
    """Return a TOML file with all single values of a table as the game's own file has them."""
    section = _section(lines, place, tomllib.loads(own))
    if not isinstance(section, dict):
        return None
    headings = [n for n, line in enumerate(lines) if line.text.startswith("[")]
    start = max((n for n in headings if n <= place), default=-1) + 1
    end = min((n for n in headings if n > place), default=len(lines)) - 1
    return _replaced(lines, start, end, _told(section, section, OURS))


def _replaced(lines: list[FileLine], start: int, end: int, new: list[FileLine]) -> list[FileLine]:
    return [*lines[:start], *(new or [FileLine(lines[start].origin, "")]), *lines[end + 1 :]]


def _extent(lines: list[FileLine], place: int) -> tuple[int, int]:
    """Return the first and the last line of the value that stands on a line, or -1."""
    for start in range(place, max(-1, place - LONGEST_VALUE), -1):
        if "=" not in lines[start].text:
            continue
        for end in range(place, min(len(lines), start + LONGEST_VALUE)):
            with suppress(tomllib.TOMLDecodeError):
                if len(tomllib.loads("\n".join(line.text for line in lines[start : end + 1]))) == 1:
                    return start, end
    return -1, -1


def _keys(lines: list[FileLine], place: int) -> set[str]:
    """Return what looks like the keys of the table in which a line stands."""
    headings = [n for n, line in enumerate(lines) if line.text.startswith("[")]
    start = max((n for n in headings if n <= place), default=-1) + 1
    end = min((n for n in headings if n > place), default=len(lines))
    return {line.text.partition("=")[0].strip(" \"'") for line in lines[start:end]}


def _section(lines: list[FileLine], place: int, data: dict[str, Any]) -> Any:
    """Return the table of the game's own file in which a line of another would stand."""
    above = [line.text for line in lines[: place + 1] if line.text.startswith("[")]
    headings = [text.partition("#")[0].strip() for text in above]
    if not headings:
        return data
    title = headings[-1].strip("[] ")
    here: Any = data
    for word in title.split("."):
        if isinstance(here, list):
            listed = sum(heading.startswith("[[") for heading in headings)
            here = here[min(listed, len(here)) - 1]
        here = here.get(word.strip("\"'")) if isinstance(here, dict) else None
    if isinstance(here, list):
        number = headings.count(headings[-1]) - 1
        return here[number] if number < len(here) else None
    return here


def _told(section: Any, keys: Iterable[str], origin: int) -> list[FileLine]:
    """Return the lines that give single values to keys, those that have them."""
    single = {
        key: section[key]
        for key in keys
        if isinstance(section, dict) and key in section and not has_heading(section[key])
    }
    return [FileLine(origin, text) for text in written(single).splitlines()]
