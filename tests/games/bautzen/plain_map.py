"""The printed facts as the referee reads them: text files, dicts, sets and hex labels.

Nothing of the game's own code is used here, so that a fault there cannot hide here as well.
"""

from __future__ import annotations

import csv
import tomllib
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

Place: TypeAlias = str
"""The label of a hex: column, then row, such as "1910"."""

GERMAN: Final = "german"
ALLIED: Final = "allied"
SIDES: Final = (GERMAN, ALLIED)
DATA: Final = Path(__file__).resolve().parents[3] / "src/grognard/games/bautzen/data"


def other(side: str) -> str:
    """Return the enemy of a side."""
    return ALLIED if side == GERMAN else GERMAN


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _toml(name: str) -> dict[str, Any]:
    with (DATA / name).open("rb") as file:
        return tomllib.load(file)


@dataclass(frozen=True)
class Counter:
    """1.2 - what is printed on one counter. Lists are indexed by the steps left."""

    id: str
    order: int
    side: str
    nationality: str
    formation: str
    kind: str
    attack: tuple[int, int, int]
    defence: tuple[int, int, int]
    movement: tuple[int, int, int]
    support: int
    range: int
    steps: int
    stacking: int

    is_unit: bool
    fights: bool
    """R20 - neither HQ nor artillery: it attacks, and loses steps first."""
    is_senior: bool
    """5.6, 9.2 - a German corps HQ or the HQ of the Polish army."""
    is_independent: bool
    climbs: bool
    """R10 - the plain infantry symbol."""
    is_vehicle_bound: bool
    """7.3 - what suffers in attack, defence and movement."""


VEHICLE_BOUND: Final = ("armour", "heavy-armour", "motorised", "mechanised", "engineer", "hq")
SENIOR: Final = ("QG/57PzK", "QG/GDPzK", "QG/2AWP")


def _number(text: str) -> int:
    return int(text) if text else 0


def _values(row: dict[str, str], name: str) -> tuple[int, int, int]:
    full = _number(row[name])
    if row["steps"] == "2":
        return (0, _number(row["reduced_" + name]), full)
    return (0, full, full)


def _counter(order: int, row: dict[str, str]) -> Counter:
    kind = row["kind"]
    is_unit = kind not in ("convoy", "air")
    return Counter(
        id=row["id"],
        order=order,
        side=row["side"],
        nationality=row["nationality"],
        formation=row["formation"],
        kind=kind,
        attack=_values(row, "attack"),
        defence=_values(row, "defence"),
        movement=_values(row, "movement"),
        support=_number(row["support"]),
        range=_number(row["range"]),
        steps=_number(row["steps"]),
        stacking=_number(row["stacking"]),
        is_unit=is_unit,
        fights=is_unit and kind not in ("hq", "artillery"),
        is_senior=row["id"] in SENIOR,
        is_independent=is_unit and not row["formation"],
        climbs=kind == "infantry",
        is_vehicle_bound=kind in VEHICLE_BOUND,
    )


def _pairs(kinds: tuple[str, ...]) -> frozenset[tuple[Place, Place]]:
    rows = [row for row in _rows("sides.csv") if row["kind"] in kinds]
    one_way = {(row["a"], row["b"]) for row in rows}
    return frozenset(one_way | {(b, a) for a, b in one_way})


def _spread(text: str) -> list[int]:
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1))


def _by_die(table: dict[str, Any]) -> dict[int, Any]:
    return {die: result for text, result in table.items() for die in _spread(text)}


@dataclass
class Printed:
    """Map, counters, tables and scenario."""

    ground: dict[Place, str] = field(default_factory=dict)
    settlement: dict[Place, str] = field(default_factory=dict)
    heights: set[Place] = field(default_factory=set)
    sources: dict[str, set[Place]] = field(default_factory=lambda: {GERMAN: set(), ALLIED: set()})
    neighbours: dict[Place, list[Place]] = field(default_factory=dict)
    distance: dict[Place, dict[Place, int]] = field(default_factory=dict)
    rivers: frozenset[tuple[Place, Place]] = frozenset()
    lakes: frozenset[tuple[Place, Place]] = frozenset()
    lines: frozenset[tuple[Place, Place]] = frozenset()
    counters: dict[str, Counter] = field(default_factory=dict)
    tables: dict[str, Any] = field(default_factory=dict)
    scenario: dict[str, Any] = field(default_factory=dict)
    separate_roads: list[list[Place]] = field(default_factory=list)
    """R39 - roads through a hex (the middle one) that do not meet there."""
    crt: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    """By modified die and column; column 0 is 1/2 or less, column n is n/1."""

    discs: dict[tuple[Place, int], list[Place]] = field(default_factory=dict)

    def near(self, place: Place, reach: int) -> list[Place]:
        """Every hex within `reach` of a place, itself included."""
        found = self.discs.get((place, reach))
        if found is None:
            found = [there for there, far in self.distance[place].items() if far <= reach]
            self.discs[place, reach] = found
        return found

    rows: dict[Place, int] = field(default_factory=dict)

    def row(self, place: Place) -> int:
        return self.rows[place]


def _neighbours(place: Place, places: dict[Place, str]) -> list[Place]:
    """3 - by the printed picture: 1308 has 1307, 1309, 1407, 1408, 1207, 1208 around it."""
    column, row = int(place[:2]), int(place[2:])
    beside = (row - 1, row) if column % 2 else (row, row + 1)
    around = [(column, row - 1), (column, row + 1)]
    around += [(column + way, there) for way in (-1, 1) for there in beside]
    labels = [f"{c:02}{r:02}" for c, r in around]
    return [label for label in labels if label in places]


def _distances(start: Place, neighbours: dict[Place, list[Place]]) -> dict[Place, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in neighbours[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def _crt(text: str) -> dict[tuple[int, int], tuple[int, int]]:
    found = {}
    for line in text.split("\n")[1:]:
        words = line.split()
        for column, cell in enumerate(words[1:]):
            attacker, defender = cell.split("/")
            found[int(words[0]), column] = (int(attacker), int(defender))
    return found


def read() -> Printed:
    """Read every printed fact from the data files."""
    printed = Printed()
    for row in _rows("hexes.csv"):
        place = row["hex"]
        printed.ground[place] = row["terrain"]
        printed.rows[place] = int(place[2:])
        printed.settlement[place] = row["settlement"]
        if row["height"]:
            printed.heights.add(place)
        if row["source"]:
            printed.sources[row["source"]].add(place)
    for place in printed.ground:
        printed.neighbours[place] = _neighbours(place, printed.ground)
    for place in printed.ground:
        printed.distance[place] = _distances(place, printed.neighbours)
    printed.rivers = _pairs(("river",))
    printed.lakes = _pairs(("lake",))
    printed.lines = _pairs(("road", "rail"))
    for order, row in enumerate(_rows("pieces.csv")):
        printed.counters[row["id"]] = _counter(order, row)
    printed.tables = _toml("tables.toml")
    printed.scenario = _toml("scenario.toml")
    printed.separate_roads = _toml("map.toml")["separate_roads"]
    printed.crt = _crt(printed.tables["crt"].strip())
    return printed


PRINTED: Final = read()
CONVOY_DICE: Final = _by_die(PRINTED.tables["convoys"]["german_roll"])
ALONE_DICE: Final = _by_die(PRINTED.tables["convoys"]["alone_attacked"])
REINFORCEMENT_DICE: Final = _by_die(PRINTED.tables["reinforcements"]["table"])
