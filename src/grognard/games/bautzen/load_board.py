"""Read the map: map.toml, hexes.csv and sides.csv."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import DataError
from grognard.games.bautzen.printed import Board
from grognard.kit import board as kit
from grognard.kit.board import (
    SideKind,
    joined,
    named_hex,
    read_courses,
    read_exits,
    read_frame,
    read_french,
    separate_lines,
)

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.datafile import Report, Row

__all__ = ["TERRAINS", "named_hex", "read_board"]

TERRAINS: Final = ("clear", "woods", "difficult", "difficult+woods")
SETTLEMENTS: Final = ("", "village", "town")
SOURCES: Final = ("", "german", "allied")
SIDE_KINDS: Final = tuple(SideKind(name) for name in ("river", "lake", "road", "rail"))
COLUMNS: Final = ("terrain", "settlement", "name", "height", "source")


def read_board(map_file: Path, hex_file: Path, side_file: Path, report: Report) -> Board:
    """Return the board that three files describe."""
    frame = read_frame(map_file)
    found = kit.read_board(
        frame, hex_file, {side_file: SIDE_KINDS}, report, columns=COLUMNS, check=_check_hex
    )
    section, linked = frame.section, joined(found.beyond("road"), found.beyond("rail"))
    heights = found.figures("height")
    board = Board(
        map=found.map,
        title=section.text("name"),
        credit=section.text("credit"),
        scale=section.text("scale"),
        french=read_french(section),
        notes=tuple(section.texts("notes")),
        terrain=found.words("terrain"),
        names=found.named(),
        heights=heights,
        woods=found.where("terrain", "woods", "difficult+woods"),
        difficult=found.where("terrain", "difficult", "difficult+woods"),
        village=found.where("settlement", "village"),
        town=found.where("settlement", "town"),
        dominant=sum(1 << hex_ for hex_ in heights),
        sources=(found.where("source", "german"), found.where("source", "allied")),
        rivers=found.sides("river"),
        river_names=read_courses(section.section("rivers"), found.map),
        lakes=found.sides("lake"),
        roads=found.sides("road"),
        rails=found.sides("rail"),
        across_river=found.beyond("river"),
        across_lake=found.beyond("lake"),
        linked=linked,
        separate_roads=separate_lines(section, "separate_roads", found.map, linked),
        road_exits=read_exits(section.section("road_exits"), found.map),
        rail_exits=read_exits(section.section("rail_exits"), found.map),
    )
    section.finish()
    for side, region in zip(SOURCES[1:], board.sources, strict=True):
        with report:
            if not region:
                raise DataError(hex_file, 1, f"no hex is a source of supply of the {side} side")
    return board


def _check_hex(row: Row) -> None:
    row.word("terrain", TERRAINS)
    settlement = row.word("settlement", SETTLEMENTS)
    row.word("source", SOURCES)
    row.number("height")
    if settlement and not row["name"]:
        row.refuse(f"the {settlement} of {row['hex']} has no name")
    if settlement == "town" and row["terrain"] != "clear":
        row.refuse("a town stands on clear ground")
