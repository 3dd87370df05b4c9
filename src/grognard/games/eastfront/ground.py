"""The printed map of an East Front game as rules ask for it: grounds, rivers, works and lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from grognard.kit.board import SideKind, named_hex, read_board, read_frame, without

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.datafile import Report, Row
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.kit.board import Beyond, Board

WATER: Final = ("lake", "sea")
TERRAINS: Final = ("clear", "forest", "marsh", "swamp", "hills", *WATER)
SETTLEMENTS: Final = ("", "village", "town", "city", "major_city")
WORKS: Final = ("", "point")
COASTS: Final = ("", "coast")
COLUMNS: Final = ("terrain", "settlement", "name", "work", "work_name", "coast")
SIDE_KINDS: Final = (
    SideKind("river", ("river", "major")),
    SideKind("sea", ("",)),
    SideKind("fortified", ("",), is_directed=True),
    SideKind("bridge", ("road", "rail"), may_share=True),
)
LINK_KINDS: Final = (
    SideKind("road", ("minor", "main")),
    SideKind("rail", ("branch", "main")),
)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The map: masks by word, and by hex what lies beyond its sides."""

    board: Board
    map: HexMap
    title: str
    credit: str
    labels: dict[Hex, str]
    names: dict[Hex, str]
    land: Region
    points: Region
    """18.1 - the fortified points."""
    river: Beyond
    major: Beyond
    """4.1 - by hex: the neighbours across a major river, bridged or not."""
    unbridged: Beyond
    """10.4 - by hex: the neighbours across a major river without a bridge."""
    fortified: Beyond
    """18.2 - by hex outside: the neighbours inside a fortified line."""
    barred: Beyond
    """12.3 - by hex: the neighbours across a sea side."""
    main_road: Beyond
    road: Beyond
    rail: Beyond


def read_ground(report: Report, map_file: Path, hex_file: Path, sides: Path, links: Path) -> Ground:
    """Return the map that four files describe."""
    frame = read_frame(map_file)
    files = {sides: SIDE_KINDS, links: LINK_KINDS}
    board = read_board(frame, hex_file, files, report, columns=COLUMNS, check=_check)
    section, map_, labels = frame.section, board.map, frame.section.section("labels")
    major = board.beyond("river", "major")
    return Ground(
        board=board,
        map=map_,
        title=section.text("name"),
        credit=section.text("credit"),
        labels={named_hex(labels, key, map_): labels.text(key) for key in labels},
        names=board.named(),
        land=map_.everywhere & ~board.where("terrain", *WATER),
        points=board.where("work", "point"),
        river=board.beyond("river", "river"),
        major=major,
        unbridged=without(major, board.beyond("bridge")),
        fortified=board.beyond("fortified"),
        barred=board.beyond("sea"),
        main_road=board.beyond("road", "main"),
        road=board.beyond("road"),
        rail=board.beyond("rail"),
    )


def _check(row: Row) -> None:
    """Refuse what no hex of such a map can be."""
    terrain, settlement = row.word("terrain", TERRAINS), row.word("settlement", SETTLEMENTS)
    work = row.word("work", WORKS)
    row.word("coast", COASTS)
    if settlement and not row["name"]:
        row.refuse(f"the {settlement} of {row['hex']} has no name")
    if terrain in WATER and (settlement or work):
        row.refuse("nothing is built on water")
