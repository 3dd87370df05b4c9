"""Plain values for people: tables where they fit, else lines; headings in the game's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.table import Table

from grognard.commands.reckoned import FightLines, colon, heading
from grognard.commands.shared import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from grognard.engine.registry import AnyGame


class Teller:
    """Prints what a game says of a position."""

    def __init__(self, console: Console, game: AnyGame, lang: str) -> None:
        self.console, self.game, self.lang = console, game, lang
        self.colon = colon(lang)

    def tell(self, facts: Mapping[str, Any], indent: int = 0) -> None:
        """Print one heading after the other."""
        for key, value in facts.items():
            said = " " * indent + heading(self.game, key, self.lang)
            if isinstance(value, dict) and any(isinstance(v, list | dict) for v in value.values()):
                self.console.print(said)
                self.tell(value, indent + 2)
            elif isinstance(value, list) and value and "reckoning" in value[0]:
                self.console.print(said)
                self._tell_attacks(value, indent + 2)
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                self.console.print(said)
                self._tell_records(value, indent + 2)
            else:
                self.console.print(f"{said}{self.colon}{self.inline(value)}")

    def _tell_records(self, records: list[dict[str, Any]], indent: int) -> None:
        """Print records: in groups where many are alike, in a table, or one after the other."""
        groups = self._groups(records)
        if _is_deep(records):
            for record in records:
                self.tell(record, indent)
                self.console.print()
        elif 2 * len(groups) <= len(records):
            for alike, firsts in groups.items():
                self.console.print(" " * indent + f"{alike}{self.colon}{', '.join(firsts)}")
        else:
            self.console.print(Padding(self._table(records), (0, 0, 0, indent)))

    def _tell_attacks(self, attacks: list[dict[str, Any]], indent: int) -> None:
        """Print attacks that could be made, each with its reckoning."""
        told = FightLines(self.game, self.lang)
        for attack in attacks:
            for line in told.attack(attack["note"], attack["reckoning"], attack["chances"]):
                self.console.print(" " * indent + line)
            self.console.print()

    def _groups(self, records: list[dict[str, Any]]) -> dict[str, list[str]]:
        """Return the first values of records, by the rest of their values."""
        groups: dict[str, list[str]] = {}
        for record in records:
            first, *rest = (self.inline(value) for value in record.values())
            groups.setdefault(" ".join(rest), []).append(first)
        return groups

    def _table(self, rows: list[dict[str, Any]]) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for key in rows[0]:
            table.add_column(heading(self.game, key, self.lang), overflow="fold")
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
            pairs = [(heading(self.game, key, self.lang), item) for key, item in value.items()]
            return ", ".join(f"{key} {self.inline(item)}" for key, item in pairs)
        if isinstance(value, list):
            return ", ".join(self._short(item) for item in value)
        return f"{value:g}" if isinstance(value, float) else str(value)

    def _short(self, item: Any) -> str:
        """Return one item of a list; of a record only its values."""
        if isinstance(item, dict):
            return " ".join(self.inline(value) for value in item.values())
        return self.inline(item)


def _is_deep(rows: list[dict[str, Any]]) -> bool:
    """Whether a record holds records."""
    cells = [cell for row in rows for cell in row.values()]
    parts = [part for cell in cells if isinstance(cell, list) for part in cell]
    return any(isinstance(value, dict) for value in cells + parts)
