"""The printed map as rules ask for it: grounds, rivers, lines and what bars the way."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import DataError
from grognard.kit.board import (
    Board,
    MapSize,
    SideKind,
    joined,
    named_hex,
    read_board,
    read_frame,
    read_french,
    without,
)
from grognard.kit.zones import Zones

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.datafile import Report, Row
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.kit.board import Beyond

TERRAINS: Final = ("clear", "forest", "marsh", "heights", "lake", "sea")
WATER: Final = ("lake", "sea")
SETTLEMENTS: Final = ("", "village", "town", "large", "city")
WORKS: Final = ("", "fort", "trench")
HOLDERS: Final = ("", "white", "red")
COLUMNS: Final = (
    *("terrain", "settlement", "name", "work", "value", "work_name", "height", "holder"),
)
SIDE_KINDS: Final = (
    SideKind("river", ("stream", "river", "major")),
    SideKind("bridge", ("road", "rail"), may_share=True),
)
LINK_KINDS: Final = (
    SideKind("road", ("secondary", "main")),
    SideKind("rail", ("branch", "main")),
)


@dataclass(frozen=True, slots=True)
class Work:
    """8.5 - a fort or a trench that is printed on the map."""

    kind: str
    value: int
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The map: masks by word, and by hex what lies beyond its sides."""

    board: Board
    map: HexMap
    title: str
    credit: str
    scale: str
    french: dict[str, str]
    """What the map says in French, by its English."""
    notes: tuple[str, ...]
    labels: dict[Hex, str]
    names: dict[Hex, str]
    heights: dict[Hex, int]
    terrain: tuple[str, ...]
    settlement: tuple[str, ...]
    sea: Region
    land: Region
    city: Region
    marsh: Region
    open: Region
    """7.6, 7.8 - clear ground, towns and Petrograd."""
    coast: Region
    works: dict[Hex, Work]
    forts: Region
    white: Region
    """1.6 - what White controls at the start of the campaign."""
    stream: Beyond
    river: Beyond
    major: Beyond
    bridged: Beyond
    road_bridged: Beyond
    road: Beyond
    main_road: Beyond
    rail: Beyond
    lines: Beyond
    """4.2 - by hex: the neighbours joined to it by road or railway."""
    around: Beyond
    """By land hex: the land hexes next to it, but for those across a major river unbridged."""
    unbridged: Beyond
    """By hex: the neighbours across a major river without a bridge."""
    passable: Zones
    """What lies next to a hex and can be entered from it."""
    rail_hexes: Region

    def beside(self, hexes: Region) -> Region:
        """Return the land hexes around these, not across a major river unbridged."""
        return self.passable.around(hexes)

    def within(self, hex_: Hex, radius: int) -> Region:
        """Return the hexes at most so far from one, counted over what is off the map too."""
        return _within(self.map, hex_, radius)

    def called(self, hex_: Hex, lang: str) -> str:
        """Return a hex as a player reads it: its number and, where one is printed, its name."""
        return f"{self.map.name(hex_)} {self.said(self.names.get(hex_, ''), lang)}".rstrip()

    def said(self, name: str, lang: str) -> str:
        """Return what the map says in a language: in French where its file has it."""
        return self.french.get(name, name) if lang == "fr" else name


@lru_cache(maxsize=4096)
def _within(board: HexMap, centre: Hex, radius: int) -> Region:
    return board.circle(centre, radius)


def read_ground(report: Report, map_file: Path, hex_file: Path, sides: Path, links: Path) -> Ground:
    """Return the map that four files describe."""
    frame = read_frame(map_file)
    files = {sides: SIDE_KINDS, links: LINK_KINDS}
    board = read_board(frame, hex_file, files, report, columns=COLUMNS, check=_check)
    _check_bridges(board, sides, report)
    return _ground(frame, board)


def _check_bridges(board: Board, file: Path, report: Report) -> None:
    """7.4 - refuse a bridge over nothing, and one that leads no road or railway across."""
    rivers = board.sides("river")
    for bridge in board.of_kind("bridge"):
        place = f"{board.map.name(bridge.first)}-{board.map.name(bridge.second)}"
        with report:
            if bridge.side not in rivers:
                raise DataError(file, 1, f"the bridge {place} crosses no river")
            if bridge.side not in board.sides(bridge.grade):
                raise DataError(file, 1, f"no {bridge.grade} leads over the bridge {place}")


def _check(row: Row) -> None:
    """Refuse what no hex of this map can be."""
    terrain = row.word("terrain", TERRAINS)
    settlement = row.word("settlement", SETTLEMENTS)
    work, value = row.word("work", WORKS), row.number("value")
    holder = row.word("holder", HOLDERS)
    row.number("height")
    if settlement and not row["name"]:
        row.refuse(f"the {settlement} of {row['hex']} has no name")
    if bool(work) != (value is not None):
        row.refuse("a work, and nothing else, has a value")
    if (terrain in WATER) == bool(holder):
        row.refuse("every land hex, and no other, is held by a side at the start")
    if terrain in WATER and (settlement or work):
        row.refuse("nothing is built on water")


def _ground(frame: MapSize, board: Board) -> Ground:
    map_, section = board.map, frame.section
    land = map_.everywhere & ~board.where("terrain", *WATER)
    bridged = board.beyond("bridge")
    unbridged = without(board.beyond("river", "major"), bridged)
    rail = board.beyond("rail")
    around = tuple(
        near & land & ~barred if land >> hex_ & 1 else 0
        for hex_, (near, barred) in enumerate(zip(map_.around, unbridged, strict=True))
    )
    labels = section.section("labels")
    section.flag("reconstructed")
    ground = Ground(
        board=board,
        map=map_,
        title=section.text("name"),
        credit=section.text("credit"),
        scale=section.text("scale"),
        french=read_french(section),
        notes=tuple(section.texts("notes")),
        labels={named_hex(labels, name, map_): labels.text(name) for name in labels},
        names=board.named(),
        heights=board.figures("height"),
        terrain=board.words("terrain"),
        settlement=board.words("settlement"),
        sea=board.where("terrain", "sea"),
        land=land,
        city=board.where("settlement", "city"),
        marsh=board.where("terrain", "marsh"),
        open=board.where("terrain", "clear") | board.where("settlement", "town", "large", "city"),
        coast=map_.adjacent(board.where("terrain", "sea")) & land,
        works=_works(board),
        forts=board.where("work", "fort"),
        white=board.where("holder", "white"),
        stream=board.beyond("river", "stream"),
        river=board.beyond("river", "river"),
        major=board.beyond("river", "major"),
        bridged=bridged,
        road_bridged=board.beyond("bridge", "road"),
        road=board.beyond("road"),
        main_road=board.beyond("road", "main"),
        rail=rail,
        lines=joined(board.beyond("road"), rail),
        around=around,
        unbridged=unbridged,
        passable=Zones(map_, unbridged, never=~land),
        rail_hexes=sum(1 << hex_ for hex_, beyond in enumerate(rail) if beyond),
    )
    section.finish()
    return ground


def _works(board: Board) -> dict[Hex, Work]:
    """8.5 - the forts and trenches of the map."""
    found = {}
    for name, row in board.hexes.items():
        if row["work"]:
            found[board.map.hex(name)] = Work(row["work"], int(row["value"]), row["work_name"])
    return found
