"""Plain values for people: tables where they fit, else lines; headings in the game's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

from grognard.commands.shared import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from grognard.engine.registry import AnyGame


class Teller:
    """Prints what a game says of a position."""

    def __init__(self, console: Console, game: AnyGame, lang: str) -> None:
        self.console, self.game, self.lang = console, game, lang

    def tell(self, facts: Mapping[str, Any], indent: int = 0) -> None:
        """Print one heading after the other."""
        for key, value in facts.items():
            heading = " " * indent + self.game.label(key, self.lang)
            if isinstance(value, dict) and any(isinstance(v, list | dict) for v in value.values()):
                self.console.print(heading)
                self.tell(value, indent + 2)
            elif _is_table(value):
                self.console.print(heading)
                self.console.print(self._table(value))
            elif isinstance(value, list) and value and _has_parts(value):
                self.console.print(heading)
                for item in value:
                    self.tell(item, indent + 2)
                    self.console.print()
            else:
                self.console.print(f"{heading}: {self.inline(value)}")

    def _table(self, rows: list[dict[str, Any]]) -> Table:
        table = Table(box=None, padding=(0, 2))
        for key in rows[0]:
            table.add_column(self.game.label(key, self.lang), overflow="fold")
        for row in rows:
            table.add_row(*(self.inline(value) for value in row.values()))
        return table

    def inline(self, value: Any) -> str:
        """Return a value on one line."""
        if value is None or value == [] or value == {}:
            return "-"
        if isinstance(value, bool):
            return words().say("yes" if value else "no", self.lang)
        if isinstance(value, dict):
            return ", ".join(f"{key} {self.inline(item)}" for key, item in value.items())
        if isinstance(value, list):
            return ", ".join(self._short(item) for item in value)
        return f"{value:g}" if isinstance(value, float) else str(value)

    def _short(self, item: Any) -> str:
        """Return one item of a list; of a record only its values."""
        if isinstance(item, dict):
            return " ".join(self.inline(value) for value in item.values())
        return self.inline(item)


def _is_table(value: Any) -> bool:
    """Whether a value is a list of records, long and flat enough for a table."""
    return isinstance(value, list) and len(value) > 3 and _has_parts(value) and not _is_deep(value)


def _has_parts(value: list[Any]) -> bool:
    return all(isinstance(item, dict) for item in value) and any(len(item) > 3 for item in value)


def _is_deep(rows: list[dict[str, Any]]) -> bool:
    """Whether a record holds records."""
    cells = [cell for row in rows for cell in row.values()]
    parts = [part for cell in cells if isinstance(cell, list) for part in cell]
    return any(isinstance(value, dict) for value in cells + parts)
