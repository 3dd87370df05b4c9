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

ROOT: Final = Path(str(resources.files("grognard.games.eastfront")))
DATA: Final = ROOT / "luga"


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


HEXES: Final = {row["hex"]: row for row in _rows("hexes.csv")}
PIECES: Final = {row["id"]: row for row in _rows("pieces.csv")}
SCENARIO: Final[dict[str, Any]] = {
    **tomllib.loads((DATA / "front.toml").read_text("utf-8")),
    **tomllib.loads((DATA / "scenario.toml").read_text("utf-8")),
}
CHARTS: Final[dict[str, Any]] = tomllib.loads((ROOT / "data" / "charts.toml").read_text("utf-8"))


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
WATER: Final = {name for name, row in HEXES.items() if row["terrain"] in ("sea", "lake")}
POINTS: Final = {name for name, row in HEXES.items() if row["work"] == "point"}


def _pairs(file: str, kind: str, *classes: str) -> set[frozenset[str]]:
    return {
        frozenset((row["a"], row["b"]))
        for row in _rows(file)
        if row["kind"] == kind and (not classes or row["class"] in classes)
    }


RIVERS: Final = _pairs("sides.csv", "river", "river")
MAJOR: Final = _pairs("sides.csv", "river", "major")
SEA_SIDES: Final = _pairs("sides.csv", "sea")
ROAD_BRIDGES: Final = _pairs("sides.csv", "bridge", "road")
RAIL_BRIDGES: Final = _pairs("sides.csv", "bridge", "rail")
MAIN: Final = _pairs("links.csv", "road", "main")
MINOR: Final = _pairs("links.csv", "road", "minor")
RAILS: Final = _pairs("links.csv", "rail")
LINKED: Final = MAIN | MINOR | RAILS
BRIDGES: Final = ROAD_BRIDGES | RAIL_BRIDGES
BY_LAND: Final = {
    here: [there for there in near if frozenset((here, there)) not in SEA_SIDES]
    for here, near in NEAR.items()
}
FORTIFIED: Final = {
    (row["a"], row["b"]) for row in _rows("sides.csv") if row["kind"] == "fortified"
}
"""Inside hex, outside hex."""


@cache
def distance(one: str, other: str) -> int:
    """Return the distance of two hexes, counted in hexes."""

    def axial(name: str) -> tuple[int, int]:
        column, row = int(name[:2]) - 1, int(name[2:]) - 1
        return column, row - column // 2

    (a, b), (c, d) = axial(one), axial(other)
    return max(abs(a - c), abs(b - d), abs((a + b) - (c + d)))


# Counters


def other(side: str) -> str:
    """Return the other side."""
    return "soviet" if side == "german" else "german"


SIDE: Final = {id_: row["side"] for id_, row in PIECES.items()}
SPECIAL: Final = {id_: frozenset(row["special"].split()) for id_, row in PIECES.items()}


def side_of(id_: str) -> str:
    """Return whose a counter is."""
    return SIDE[id_]


@cache
def number(id_: str, column: str) -> int:
    """Return a figure of a counter, 0 where none is printed."""
    return int(PIECES[id_][column] or 0)


def is_a(id_: str, *words: str) -> bool:
    """Whether one of these words is among what is special of a counter."""
    return not SPECIAL[id_].isdisjoint(words)


@cache
def values(id_: str, steps: int) -> tuple[int, int]:
    """1.2 - attack and defence with so many steps."""
    printed = PIECES[id_]["values"].split("/")
    attack, defence = printed[len(printed) - steps].split("-")
    return int(attack), int(defence)


COMBAT: Final = {id_ for id_ in PIECES if not is_a(id_, "hq", "artillery", "coastal", "train")}
"""1.2 - combat units: all but headquarters and artillery."""
ZONED: Final = {id_ for id_, row in PIECES.items() if row["zone"] == "yes"}
MOTORISED: Final = {id_ for id_, row in PIECES.items() if row["motorised"] == "yes"}
RED: Final = {id_ for id_, row in PIECES.items() if row["red"] == "yes"}
GUNS: Final = {id_ for id_ in PIECES if number(id_, "support")}
WEIGHT: Final = {"XX": 4, "X": 2, "III": 2, "II": 1}


@cache
def weight(id_: str) -> int:
    """3.1 - what a counter counts in a stack."""
    row = PIECES[id_]
    if is_a(id_, "hq", "train", "coastal"):
        return 0
    return WEIGHT.get(row["size"], 0)


@cache
def room(hex_: str) -> int:
    """3.1 - how many points a hex holds."""
    if HEXES[hex_]["settlement"] == "major_city":
        return 16
    return 6 if HEXES[hex_]["terrain"] == "swamp" else 12
