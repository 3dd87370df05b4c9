"""The printed map of an East Front game as rules ask for it: grounds, rivers, works and lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from grognard.kit.board import SideKind, named_hex, read_board, read_frame, without

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.datafile import Report, Row
    from grognard.engine.hexmap import Hex, HexMap, Region, Side
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
    scale: str
    credit: str
    notes: tuple[str, ...]
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
    terrain: tuple[str, ...]
    """By hex."""
    settlement: tuple[str, ...]
    """By hex."""
    forest: Region
    marsh: Region
    swamp: Region
    hills: Region
    towns: Region
    cities: Region
    major_cities: Region
    coast: Region
    bridges: tuple[Side, ...]
    """11.3 - the bridged sides; sets of blown bridges have one bit for each."""
    bridge_at: dict[Side, int]
    """By side: the number of its bridge."""
    bridges_of: tuple[int, ...]
    """By hex: the bridges that lead out of it."""
    rail_hexes: Region

    def bridge(self, here: Hex, there: Hex) -> int:
        """11.3 - the number of the bridge between two hexes, -1 where there is none."""
        return self.bridge_at.get((here, there) if here < there else (there, here), -1)


def read_ground(report: Report, map_file: Path, hex_file: Path, sides: Path, links: Path) -> Ground:
    """Return the map that four files describe."""
    frame = read_frame(map_file)
    files = {sides: SIDE_KINDS, links: LINK_KINDS}
    board = read_board(frame, hex_file, files, report, columns=COLUMNS, check=_check)
    section, map_, labels = frame.section, board.map, frame.section.section("labels")
    major, rail = board.beyond("river", "major"), board.beyond("rail")
    bridges = tuple(sorted(board.sides("bridge")))
    return Ground(
        board=board,
        map=map_,
        title=section.text("name"),
        scale=section.text("scale"),
        credit=section.text("credit"),
        notes=tuple(section.texts("notes")),
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
        rail=rail,
        terrain=board.words("terrain"),
        settlement=board.words("settlement"),
        forest=board.where("terrain", "forest"),
        marsh=board.where("terrain", "marsh"),
        swamp=board.where("terrain", "swamp"),
        hills=board.where("terrain", "hills"),
        towns=board.where("settlement", "town"),
        cities=board.where("settlement", "city"),
        major_cities=board.where("settlement", "major_city"),
        coast=board.where("coast", "coast"),
        bridges=bridges,
        bridge_at={side: number for number, side in enumerate(bridges)},
        bridges_of=tuple(
            sum(1 << number for number, side in enumerate(bridges) if hex_ in side)
            for hex_ in range(map_.size)
        ),
        rail_hexes=sum(1 << hex_ for hex_ in map_.hexes if rail[hex_]),
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
