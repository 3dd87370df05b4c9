"""What is printed is data in text files; a wrong file is refused with file, line and reason."""

from __future__ import annotations

import csv
import tomllib
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class DataError(ValueError):
    """A data file that cannot be used: ``file:line: reason``."""

    def __init__(self, file: Path | str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}")
        self.file, self.line, self.reason = str(file), line, reason


def read_text(file: Path) -> str:
    """Return the text of a file, or say why it cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(file, 1, "this file is missing") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(file, 1, f"cannot be read as UTF-8 text: {error}") from None


class TomlFile:
    """A TOML file that can say on which line a word stands."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.text = read_text(file)
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            line = getattr(error, "lineno", None) or _line_in(str(error))
            raise DataError(file, line, str(error)) from None

    def line_of(self, *words: str) -> int:
        """Return the first line holding the last word, at or after the lines of the words before."""
        line = 0
        lines = self.text.splitlines()
        for word in words:
            for number in range(line, len(lines)):
                if word in lines[number].split("#", 1)[0]:
                    line = number
                    break
        return line + 1

    def refuse(self, reason: str, *words: str) -> NoReturn:
        """Refuse the file, pointing at the line of the last word."""
        raise DataError(self.file, self.line_of(*words), reason)


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
        if not cell.isascii() or not cell.lstrip("-").isdigit():
            self.refuse(f"{column} is {cell!r}, not a whole number")
        return int(cell)


def read_rows(file: Path, *needed: str) -> Iterator[Row]:
    """Yield the rows of a CSV file with a heading; every needed column must be there."""
    lines = read_text(file).splitlines()
    reader = csv.DictReader(lines)
    missing = [name for name in needed if name not in (reader.fieldnames or ())]
    if missing:
        raise DataError(file, 1, f"the heading lacks the column {', '.join(missing)}")
    for cells in reader:
        if None in cells or None in cells.values():
            raise DataError(file, reader.line_num, "the number of cells differs from the heading's")
        yield Row(file, reader.line_num, cells)


def _line_in(message: str) -> int:
    """Return the line number that a parser's message names, or 1."""
    after = message.partition("line ")[2]
    digits = after[: len(after) - len(after.lstrip("0123456789"))]
    return int(digits) if digits else 1
