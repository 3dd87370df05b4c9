"""Read the map: map.toml, hexes.csv and sides.csv."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.datafile import Row, Section, TomlFile, read_rows
from grognard.engine.hexmap import Hex, HexError, HexMap, Region
from grognard.games.bautzen.printed import Board

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from grognard.engine import hexmap
    from grognard.engine.datafile import Report

TERRAINS: Final = ("clear", "woods", "difficult", "difficult+woods")
SETTLEMENTS: Final = ("", "village", "town")
SOURCES: Final = ("", "german", "allied")
SIDE_KINDS: Final = ("river", "lake", "road", "rail")
DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")

Roads = tuple[tuple[Hex, Hex, Hex], ...]


class Frame(NamedTuple):
    """What map.toml says of the size of the map."""

    section: Section
    columns: int
    rows: int


def read_board(map_file: Path, hex_file: Path, side_file: Path, report: Report) -> Board:
    """Return the board that three files describe."""
    frame = _read_frame(map_file)
    hexes = _read_hexes(hex_file, frame, report)
    map_ = HexMap(frame.columns, frame.rows, hexes)
    sides = _read_sides(side_file, map_, report)
    section, linked = frame.section, _beyond(map_, sides["road"] | sides["rail"])
    board = Board(
        map=map_,
        title=section.text("name"),
        credit=section.text("credit"),
        scale=section.text("scale"),
        notes=tuple(section.texts("notes")),
        terrain=tuple(hexes[name]["terrain"] if name in hexes else "" for name in map_.names),
        names={map_.hex(name): row["name"] for name, row in hexes.items() if row["name"]},
        heights={map_.hex(name): height for name, height in _heights(hexes)},
        woods=_where(map_, hexes, "terrain", "woods", "difficult+woods"),
        difficult=_where(map_, hexes, "terrain", "difficult", "difficult+woods"),
        village=_where(map_, hexes, "settlement", "village"),
        town=_where(map_, hexes, "settlement", "town"),
        dominant=map_.region(*(name for name, _ in _heights(hexes))),
        sources=(
            _where(map_, hexes, "source", "german"),
            _where(map_, hexes, "source", "allied"),
        ),
        rivers=frozenset(sides["river"]),
        lakes=frozenset(sides["lake"]),
        roads=frozenset(sides["road"]),
        rails=frozenset(sides["rail"]),
        across_river=_beyond(map_, sides["river"]),
        across_lake=_beyond(map_, sides["lake"]),
        linked=linked,
        separate_roads=_separate_roads(section, map_, linked),
        road_exits=_exits(section.section("road_exits"), map_),
        rail_exits=_exits(section.section("rail_exits"), map_),
    )
    section.finish()
    return board


def _read_frame(file: Path) -> Frame:
    section = TomlFile(file).root
    columns, rows = (section.number(key, least=1) for key in ("columns", "rows"))
    for key, value in (("columns", columns), ("rows", rows)):
        if value > 99:
            section.refuse(f"{key} is {value}, more than CCRR can number", key)
    return Frame(section, columns, rows)


@cache
def _grid(columns: int, rows: int) -> HexMap:
    """Return a full map of this size, against which the numbers of hexes are tested."""
    return HexMap.rectangle(columns, rows)


def _read_hexes(file: Path, frame: Frame, report: Report) -> dict[str, Row]:
    """Return the rows of the hex file by printed number; the order is that of the file."""
    grid = _grid(frame.columns, frame.rows)
    found: dict[str, Row] = {}
    for row in read_rows(file, "hex", "terrain", "settlement", "name", "height", "source"):
        with report:
            _check_hex(row, grid)
            if row["hex"] in found:
                row.refuse(f"hex {row['hex']} stands here a second time")
            found[row["hex"]] = row
    return found


def _check_hex(row: Row, grid: HexMap) -> None:
    try:
        grid.hex(row["hex"])
    except HexError as error:
        row.refuse(str(error))
    row.word("terrain", TERRAINS)
    settlement = row.word("settlement", SETTLEMENTS)
    row.word("source", SOURCES)
    row.number("height")
    if settlement and not row["name"]:
        row.refuse(f"the {settlement} of {row['hex']} has no name")
    if settlement == "town" and row["terrain"] != "clear":
        row.refuse("a town stands on clear ground")


def _read_sides(file: Path, map_: HexMap, report: Report) -> dict[str, set[hexmap.Side]]:
    """Return the hexsides of each kind."""
    found: dict[str, set[hexmap.Side]] = {kind: set() for kind in SIDE_KINDS}
    for row in read_rows(file, "kind", "a", "b"):
        with report:
            kind = row.word("kind", SIDE_KINDS)
            side = _side(row, map_)
            if side in found[kind]:
                row.refuse(f"{kind} {row['a']}-{row['b']} stands here a second time")
            found[kind].add(side)
    return found


def _side(row: Row, map_: HexMap) -> hexmap.Side:
    try:
        return map_.side(row["a"], row["b"])
    except HexError as error:
        row.refuse(str(error))


def named_hex(section: Section, name: str, map_: HexMap) -> Hex:
    """Return a hex that a TOML file names."""
    try:
        return map_.hex(name)
    except HexError as error:
        section.refuse(str(error), name)


def _heights(hexes: dict[str, Row]) -> list[tuple[str, int]]:
    """Return the dominant positions and their heights."""
    numbers = ((name, row.number("height")) for name, row in hexes.items())
    return [(name, height) for name, height in numbers if height is not None]


def _where(map_: HexMap, hexes: dict[str, Row], column: str, *values: str) -> Region:
    return map_.region(*(name for name, row in hexes.items() if row[column] in values))


def _beyond(map_: HexMap, sides: Iterable[hexmap.Side]) -> tuple[Region, ...]:
    """Return, by hex index, the neighbours beyond these sides."""
    beyond = [0] * map_.size
    for a, b in sides:
        beyond[a] |= 1 << b
        beyond[b] |= 1 << a
    return tuple(beyond)


def _separate_roads(section: Section, map_: HexMap, linked: tuple[Region, ...]) -> Roads:
    """Return the roads that pass a hex without meeting the others there."""
    found = []
    for names in section.lists("separate_roads"):
        if len(names) != 3:
            section.refuse("a separate road names three hexes", "separate_roads")
        first, middle, last = (named_hex(section, name, map_) for name in names)
        if not (linked[middle] >> first & 1 and linked[middle] >> last & 1):
            section.refuse(f"no road runs {'-'.join(names)}", "separate_roads")
        found.append((first, middle, last))
    return tuple(found)


def _exits(section: Section, map_: HexMap) -> dict[Hex, str]:
    return {named_hex(section, key, map_): section.text(key, *DIRECTIONS) for key in section}
