"""The map and the counters once more, read from the data files by loops of its own.

Nothing here uses the game's code: a hex is its printed number, a set is a set of numbers.
"""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

DATA: Final = Path(str(resources.files("grognard.games.petrograd"))) / "data"


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


HEXES: Final = {row["hex"]: row for row in _rows("hexes.csv")}
PIECES: Final = {row["id"]: row for row in _rows("pieces.csv")}
TABLES: Final[dict[str, Any]] = tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))
SHEET: Final[dict[str, Any]] = tomllib.loads((DATA / "combat.toml").read_text(encoding="utf-8"))


def _around(name: str) -> list[str]:
    column, row = int(name[:2]), int(name[2:])
    steps = (
        [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]
        if column % 2
        else [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    )
    found = [f"{column + across:02}{row + down:02}" for across, down in steps]
    return [there for there in found if there in HEXES]


NEAR: Final = {name: _around(name) for name in HEXES}
LAND: Final = {name for name, row in HEXES.items() if row["terrain"] not in ("sea", "lake")}
SEA: Final = {name for name, row in HEXES.items() if row["terrain"] == "sea"}
CITY: Final = {name for name, row in HEXES.items() if row["settlement"] == "city"}
FORTS: Final = {name for name, row in HEXES.items() if row["work"] == "fort"}


def _pairs(file: str, kind: str, *classes: str) -> set[frozenset[str]]:
    return {
        frozenset((row["a"], row["b"]))
        for row in _rows(file)
        if row["kind"] == kind and (not classes or row["class"] in classes)
    }


RIVERS: Final = {name: _pairs("sides.csv", "river", name) for name in ("stream", "river", "major")}
BRIDGES: Final = _pairs("sides.csv", "bridge")
ROAD_BRIDGES: Final = _pairs("sides.csv", "bridge", "road")
ROADS: Final = _pairs("links.csv", "road")
HIGHWAYS: Final = _pairs("links.csv", "road", "main")
RAILS: Final = _pairs("links.csv", "rail")
RAIL_HEXES: Final = {name for side in RAILS for name in side}


@cache
def is_open(here: str, there: str) -> bool:
    """Whether one can go by land from a hex to its neighbour: no water, no Neva unbridged."""
    side = frozenset((here, there))
    barred = side in RIVERS["major"] and side not in BRIDGES
    return here in LAND and there in LAND and not barred


def distance(one: str, other: str) -> int:
    """Return the distance of two hexes, counted in hexes."""

    def axial(name: str) -> tuple[int, int]:
        column, row = int(name[:2]) - 1, int(name[2:]) - 1
        return column, row - column // 2

    (a, b), (c, d) = axial(one), axial(other)
    return max(abs(a - c), abs(b - d), abs((a + b) - (c + d)))


TROOPS: Final = {id_ for id_, row in PIECES.items() if row["kind"] in ("infantry", "cavalry")}
ESTONIAN: Final = {id_ for id_ in TROOPS if PIECES[id_]["nation"] == "estonia"}
SUPPORTING: Final = {
    id_ for id_, row in PIECES.items() if row["kind"] in ("artillery", "train", "fleet", "air")
}


def number(id_: str, column: str) -> int:
    """Return a printed number, 0 for none."""
    return int(PIECES[id_][column] or 0)


SIDE_OF: Final = {id_: row["side"] for id_, row in PIECES.items()}


def side_of(id_: str) -> str:
    """Return ``white`` or ``red``."""
    return SIDE_OF[id_]


def other(side: str) -> str:
    """Return the enemy of a side."""
    return "red" if side == "white" else "white"
