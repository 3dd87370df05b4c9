"""The printed and reconstructed charts, read once; and the words that all of them use.

>>> CHARTS.cell("4-1", 3).text
'-/1R'
"""

from __future__ import annotations

import re
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

from grognard.engine.datafile import TomlFile

DATA: Final = Path(__file__).parent / "data" / "charts.toml"


class Weather(Enum):
    """The weather of a turn, or of a hex where mud lingers."""

    DRY = "dry"
    FROST = "frost"
    MUD = "mud"
    SNOW = "snow"

    @property
    def is_freezing(self) -> bool:
        """Whether swamps and major rivers are frozen."""
        return self in (Weather.FROST, Weather.SNOW)


class Feature(Enum):
    """What the target hex holds, or what lies on the hexside that is crossed."""

    RIVER = "river"
    FORTIFIED_LINE = "fortified_line"
    HILL = "hill"
    MARSH = "marsh"
    FOREST = "forest"
    TOWN = "town"
    CITY = "city"
    MAJOR_CITY = "major_city"
    FORTIFIED_POINT = "fortified_point"
    SWAMP = "swamp"
    MAJOR_RIVER = "major_river"
    SEA = "sea"
    LAKE = "lake"
    MOUNTAIN = "mountain"
    ALPS = "alps"


class Cell(NamedTuple):
    """One result of the combat results table; steps are those of a whole side."""

    text: str
    attacker_steps: int = 0
    attacker_eliminated: bool = False
    asterisk: bool = False
    defender_steps: int = 0
    defender_eliminated: bool = False
    retreat: bool = False


_CELL: Final = re.compile(r"(-|e|\d?)(\*?)/(-|e|\d?)(R?)")


def parse_cell(text: str) -> Cell:
    """Read "attacker/defender": steps, e for all, * for the asterisk, R for retreat.

    >>> parse_cell("1*/1R") == Cell("1*/1R", 1, False, True, 1, False, True)
    True
    """
    found = _CELL.fullmatch(text)
    if found is None or not (found[1] or found[2]) or not (found[3] or found[4]):
        raise ValueError(f"{text!r} is no result of the combat results table")
    return Cell(
        text,
        _steps(found[1]),
        found[1] == "e",
        found[2] == "*",
        _steps(found[3]),
        found[3] == "e",
        found[4] == "R",
    )


def _steps(text: str) -> int:
    """Read a number of steps; "-", "e" and nothing are none."""
    return int(text) if text.isdigit() else 0


class Band(NamedTuple):
    """One line of the overrun table; the last band has no upper end."""

    printed: str
    text: str
    upto: int | None = None
    success: bool = False
    defender_steps: int = 0
    attacker_steps: int = 0


class OverrunChart(NamedTuple):
    """EF-11.4 - the overrun table and every figure beside it."""

    bands: tuple[Band, ...]
    least_german: int
    least_other: int
    least_fortified: int
    odds_german: tuple[tuple[int, int], ...]
    odds_other: tuple[tuple[int, int], ...]
    marker: int
    soft: int
    strong: int
    strong_from: int
    terrain: int
    terrains: frozenset[Feature]
    cap: int
    retreat: int


class Charts:
    """Every chart of the file."""

    def __init__(self, path: Path) -> None:
        file = TomlFile(path)
        combat = file.data["combat"]
        self.columns: tuple[str, ...] = tuple(combat["columns"])
        self.ratios = [Fraction(column.replace("-", "/")) for column in self.columns]
        self.reconstructed: bool = combat["reconstructed"]
        self.cap: int = combat["cap"]
        self.rows = {int(row): self._row(file, row) for row in combat["rows"]}
        self.first_row, self.last_row = min(self.rows), max(self.rows)
        self.drm: dict[str, int] = {
            name: number for name, number in combat["drm"].items() if name != "source"
        }
        self.artillery: dict[str, int] = combat["artillery"]
        self.retreat_hexes: dict[str, int] = combat["retreat"]
        self.overrun = _overrun_chart(file)
        self.retreat: dict[str, int] = file.data["retreat"]
        self.surrender: dict[str, int] = file.data["surrender"]
        arms, integrity = file.data["combined_arms"], file.data["integrity"]
        self.arms_weather = frozenset(Weather(name) for name in arms["weather"])
        self.arms_barred = frozenset(Feature(name) for name in arms["barred"])
        self.integrity: dict[str, int] = integrity

    def _row(self, file: TomlFile, row: str) -> tuple[Cell, ...]:
        """Read one row of the combat results table."""
        texts: list[str] = file.data["combat"]["rows"][row]
        if len(texts) != len(self.columns):
            reason = f"row {row} has {len(texts)} cells, not {len(self.columns)}"
            file.refuse(reason, "[combat.rows]", f'"{row}" =')
        try:
            return tuple(parse_cell(text) for text in texts)
        except ValueError as error:
            file.refuse(str(error), "[combat.rows]", f'"{row}" =')

    def row(self, modified: int) -> tuple[Cell, ...]:
        """Return a row of the combat results table; rows end where the table ends."""
        return self.rows[min(max(modified, self.first_row), self.last_row)]

    def cell(self, column: str, modified: int) -> Cell:
        """Return a cell of the combat results table."""
        return self.row(modified)[self.columns.index(column)]


def _overrun_chart(file: TomlFile) -> OverrunChart:
    """Read the overrun table."""
    data = file.data["overrun"]
    figures = {name: data[name] for name in OverrunChart._fields if isinstance(data.get(name), int)}
    return OverrunChart(
        bands=tuple(Band(**line) for line in data["lines"]),
        odds_german=tuple((odds, drm) for odds, drm in data["odds_german"]),
        odds_other=tuple((odds, drm) for odds, drm in data["odds_other"]),
        terrains=frozenset(Feature(name) for name in data["terrains"]),
        **figures,
    )


CHARTS: Final = Charts(DATA)
