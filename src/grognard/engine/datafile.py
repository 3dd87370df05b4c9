"""What is printed is data in text files; a wrong file is refused with file, line and reason."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path


LONGEST_FILE: Final = 64 << 20
"""In bytes."""
LONGEST_CELL: Final = 60
LONGEST_REASON: Final = 2000
"""In letters; what is told of a file is not the file."""


class DataError(ValueError):
    """A data file that cannot be used: ``file:line: reason``."""

    def __init__(self, file: Path | str, line: int, reason: str) -> None:
        reason = shortened(reason, LONGEST_REASON)
        super().__init__(f"{file}:{line}: {reason}")
        self.file, self.line, self.reason = str(file), line, reason


def shortened(text: str, most: int) -> str:
    """Return a text, or so much of it.

    >>> shortened("abcdef", 4)
    'abcd ...'
    """
    return text if len(text) <= most else f"{text[:most]} ..."


class Report:
    """What becomes of a refusal: ``with report:`` lets it pass, or notes it and goes on.

    A loader raises; a checker notes all it can find.
    """

    def __init__(self, problems: list[str] | None = None) -> None:
        self.problems = problems

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> bool:
        if self.problems is None or not isinstance(error, DataError):
            return False
        self.problems.append(str(error))
        return True


def read_text(file: Path) -> str:
    """Return the text of a file, without a byte-order mark, or say why it cannot be read."""
    try:
        with file.open("rb") as stream:  # a device may have no end
            read = stream.read(LONGEST_FILE + 1)
        if len(read) > LONGEST_FILE:
            raise DataError(file, 1, f"this is longer than {LONGEST_FILE >> 20} MB")
        return io.TextIOWrapper(io.BytesIO(read), encoding="utf-8-sig").read()
    except FileNotFoundError:
        raise DataError(file, 1, "this file is missing") from None
    except IsADirectoryError:
        raise DataError(file, 1, "this is a directory, not a file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(file, 1, f"cannot be read as UTF-8 text: {error}") from None


class TomlFile:
    """A TOML file, or a text given in its place, that can say on which line a word stands."""

    def __init__(self, file: Path, text: str | None = None) -> None:
        self.file = file
        self.text = read_text(file) if text is None else text
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except RecursionError:
            raise DataError(file, 1, "lists or tables are nested too deeply") from None
        except ValueError as error:  # numbers of thousands of digits are none of TOML's own errors
            at_end = len(self.text.splitlines()) or 1
            raise DataError(file, _line_in(str(error)) or at_end, str(error)) from None

    def line_of(self, *words: str, start: int = 1) -> int:
        """Return the line of the last word, each sought from the line of the one before.

        A word that is not there leaves the line where it was.
        """
        line = start
        for word in words:
            line = self._line_with(word, line) or line
        return line

    def _line_with(self, word: str, start: int) -> int:
        """Return the first line from `start` on that holds the word by itself, or 0."""
        pattern = re.compile(rf"(?<![\w/-]){re.escape(word)}(?![\w/-])")
        for number, line in enumerate(self._lines[start - 1 :], start):
            if word in line and pattern.search(line):
                return number
        return 0

    @cached_property
    def _lines(self) -> list[str]:
        """What stands on each line, without what is only remarked."""
        return [line.split("#", 1)[0] for line in self.text.splitlines()]

    @property
    def root(self) -> Section:
        """The whole file as a section."""
        return Section(self, self.data, "", 1)

    def refuse(self, reason: str, *words: str) -> NoReturn:
        """Refuse the file, pointing at the line of the last word."""
        raise DataError(self.file, self.line_of(*words), reason)


class Section:
    """A table of a TOML file, read key by key; `finish` refuses the keys nobody asked for."""

    def __init__(self, file: TomlFile, data: dict[str, Any], title: str, line: int) -> None:
        self.file, self.title, self.line = file, title, line
        self._data = data
        self._asked: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def refuse(self, reason: str, *words: str) -> NoReturn:
        """Refuse the file, pointing at the line of the last word at or after this section."""
        raise DataError(self.file.file, self.line_of(*words), reason)

    def line_of(self, *words: str) -> int:
        """Return the line of the last word, sought from the start of this section."""
        return self.file.line_of(*words, start=self.line)

    def is_text(self, key: str) -> bool:
        """Whether the value of a key is a string."""
        return isinstance(self._data.get(key), str)

    def is_table(self, key: str) -> bool:
        """Whether the value of a key is a table."""
        return isinstance(self._data.get(key), dict)

    def text(self, key: str, *choices: str) -> str:
        """Return a string, one of the choices where any are given."""
        value = self._get(key)
        if not isinstance(value, str):
            self.refuse(f"{key} is {value!r}, not a text", key)
        if choices and value not in choices:
            self.refuse(f"{key} is {value!r}, not one of {', '.join(choices)}", key)
        return value

    def number(self, key: str, *, least: int | None = None) -> int:
        """Return a whole number."""
        value = self._get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            self.refuse(f"{key} is {value!r}, not a whole number", key)
        if least is not None and value < least:
            self.refuse(f"{key} is {value}, less than {least}", key)
        return value

    def real(self, key: str, *, least: float | None = None) -> float:
        """Return a number, whole or not."""
        value = self._get(key)
        if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
            self.refuse(f"{key} is {value!r}, not a number", key)
        if least is not None and value < least:
            self.refuse(f"{key} is {value}, less than {least}", key)
        return float(value)

    def flag(self, key: str) -> bool:
        """Return true or false."""
        value = self._get(key)
        if not isinstance(value, bool):
            self.refuse(f"{key} is {value!r}, neither true nor false", key)
        return value

    def texts(self, key: str) -> list[str]:
        """Return a list of strings."""
        value = self._get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.refuse(f"{key} is {value!r}, not a list of texts", key)
        return value

    def numbers(self, key: str) -> list[int]:
        """Return a list of whole numbers."""
        value = self._get(key)
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            self.refuse(f"{key} is {value!r}, not a list of whole numbers", key)
        return value

    def lists(self, key: str) -> list[list[str]]:
        """Return a list of lists of strings."""
        value = self._get(key)
        if not isinstance(value, list) or not all(
            isinstance(item, list) and all(isinstance(word, str) for word in item) for item in value
        ):
            self.refuse(f"{key} is {value!r}, not a list of lists of texts", key)
        return value

    def section(self, key: str) -> Section:
        """Return a table within this one."""
        value = self._get(key)
        if not isinstance(value, dict):
            self.refuse(f"{key} is {value!r}, not a table", key)
        title = f"{self.title}.{key}" if self.title else key
        line = self.line_of(f"[{title}]")
        return Section(self.file, value, title, self.line_of(key) if line == self.line else line)

    def sections(self, key: str) -> list[Section]:
        """Return the tables written ``[[key]]``, in order."""
        value = self._get(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.refuse(f"{key} is {value!r}, not a list of tables", key)
        found, line = [], self.line - 1
        for item in value:
            line = self.file.line_of(f"[[{key}]]", start=line + 1)
            found.append(Section(self.file, item, key, line))
        return found

    def finish(self) -> None:
        """Refuse a key that no reader asked for."""
        for key in self._data:
            if key not in self._asked:
                self.refuse(f"{key} means nothing here", key)

    def _get(self, key: str) -> object:
        self._asked.add(key)
        if key not in self._data:
            where = f"[{self.title}] lacks" if self.title else "this file lacks"
            self.refuse(f"{where} {key}")
        return self._data[key]


class Row(dict[str, str]):
    """A row of a CSV file that knows its line."""

    def __init__(self, file: Path, line: int, cells: dict[str, str]) -> None:
        super().__init__(cells)
        self.file, self.line = file, line

    def refuse(self, reason: str) -> NoReturn:
        """Refuse the file, pointing at this row."""
        raise DataError(self.file, self.line, reason)

    def number(self, column: str) -> int | None:
        """Return a cell as a whole number, or None where it is empty."""
        cell = self[column].strip()
        if not cell:
            return None
        try:
            return int(cell if cell.isascii() and cell.lstrip("-").isdigit() else "")
        except ValueError:
            self.refuse(f"{column} is {shortened(repr(cell), LONGEST_CELL)}, not a whole number")

    def word(self, column: str, choices: Collection[str]) -> str:
        """Return a cell that must be one of the choices."""
        cell = self[column]
        if cell not in choices:
            known = ", ".join(choice or "nothing" for choice in choices)
            self.refuse(f"{column} is {cell!r}, not one of {known}")
        return cell


def read_rows(file: Path, *needed: str) -> Iterator[Row]:
    """Yield the rows of a CSV file with a heading; it names the needed columns, no others."""
    lines = read_text(file).splitlines()
    reader = csv.DictReader(lines)
    heading = reader.fieldnames or ()
    missing = [name for name in needed if name not in heading]
    if missing:
        reason = f"the heading lacks the column {', '.join(missing)}"
        if len(heading) == 1 and ";" in heading[0]:
            reason += "; cells are parted by commas, not by semicolons"
        raise DataError(file, 1, reason)
    unknown = [name for name in heading if name not in needed]
    if unknown:
        raise DataError(file, 1, f"the heading has the unknown column {', '.join(unknown)}")
    for cells in reader:
        if None in cells or None in cells.values():
            raise DataError(file, reader.line_num, "the number of cells differs from the heading's")
        yield Row(file, reader.line_num, cells)


def _line_in(message: str) -> int:
    """Return the line number that a parser's message names, or 0.

    >>> _line_in("Expected newline or end of document after a statement (at line 8, column 16)")
    8
    """
    told = re.search(r"\bline (\d+)", message)
    return int(told[1]) if told else 0
