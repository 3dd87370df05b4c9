"""Read the scenario: where each side sets up, what wins, which readings of the rules apply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.games.bautzen.load_board import named_hex
from grognard.games.bautzen.printed import (
    CHOICES,
    Area,
    Board,
    Kind,
    Options,
    Piece,
    Ready,
    Side,
    Victory,
)
from grognard.kit import files
from grognard.kit.setup import read_placements

if TYPE_CHECKING:
    from grognard.engine.datafile import Report, Section
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.printed import Tables

SIDES: Final = {"german": Side.GERMAN, "allied": Side.ALLIED}
LANGUAGES: Final = ("en", "fr")
EDGES: Final = ("north", "east", "south", "west")


class Box(NamedTuple):
    """What a scenario file speaks of: the rest of the printed game."""

    board: Board
    pieces: tuple[Piece, ...]
    tables: Tables
    by_id: dict[str, int]
    formations: dict[str, int]


def read_titles(section: Section) -> dict[str, str]:
    """Return a title in every language."""
    titles = {language: section.text(language) for language in LANGUAGES}
    section.finish()
    return titles


def read_options(section: Section) -> Options:
    """Return the readings of the rules that this scenario chooses."""
    return files.read_options(section, Options, CHOICES)


def read_victory(section: Section, board: Board) -> Victory:
    """13 - the hexes that decide the game."""
    places = section.section("places")
    hexes = {name: _place(places, name, board) for name in places}
    needed = section.number("needed", least=0)
    if needed > len(hexes):
        section.refuse(f"needed is {needed}, but there are {len(hexes)} places", "needed")
    victory = Victory(
        city=tuple(named_hex(section, name, board.map) for name in section.texts("city")),
        places=tuple(hexes.values()),
        needed=needed,
        capital=named_hex(section, section.text("capital"), board.map),
        reinforcement_place=hexes[section.text("reinforcement_place", *hexes)],
        relief=_edges(section, board),
    )
    section.finish()
    return victory


def _edges(section: Section, board: Board) -> Region:
    """13 - the hexes of the edges from which the city may be relieved: north and east, unless said.

    The other readings of encirclement have no use for them.
    """
    names = section.texts("relief") if "relief" in section else ["north", "east"]
    for name in names:
        if name not in EDGES:
            section.refuse(f"{name} is not one of {', '.join(EDGES)}", "relief", name)
    return sum(1 << hex_ for hex_ in board.map.hexes if set(names) & _edges_at(board, hex_))


def _edges_at(board: Board, hex_: Hex) -> set[str]:
    """Return the edges of the map at which a hex lies."""
    column, row, map_ = board.map.column(hex_), board.map.row(hex_), board.map
    last = max(map_.row(other) for other in map_.hexes if map_.column(other) == column)
    lies = (row == 1, column == map_.columns, row == last, column == 1)
    return {name for name, is_there in zip(EDGES, lies, strict=True) if is_there}


def _place(places: Section, name: str, board: Board) -> Hex:
    """Return the hex of a place, which the map must call by the same name."""
    hex_ = named_hex(places, places.text(name), board.map)
    if board.names.get(hex_) != name:
        printed = board.names.get(hex_, "a hex without a name")
        places.refuse(f"on the map {board.map.name(hex_)} is {printed}, not {name}", name)
    return hex_


def read_areas(root: Section, box: Box, report: Report) -> tuple[Area, ...]:
    """12 - the areas in the order of setting up; every unit that starts on the map is in one."""
    order = _setup_order(root)
    areas: list[Area] = []
    for section in root.sections("area"):
        with report:
            areas.append(_read_area(section, box, areas))
    with report:
        _refuse_homeless(root, box, areas)
    return tuple(sorted(areas, key=lambda area: order.index(area.side)))


def _setup_order(root: Section) -> list[Side]:
    names = root.texts("setup")
    if sorted(names) != sorted(SIDES):
        root.refuse("setup names both sides, once each", "setup")
    return [SIDES[name] for name in names]


def _read_area(section: Section, box: Box, others: list[Area]) -> Area:
    area = Area(
        side=SIDES[section.text("side", *SIDES)],
        pieces=_area_pieces(section, box, others),
        region=_area_region(section, box.board),
        near_nationality=section.text("near") if "near" in section else "",
    )
    if bool(area.region) == bool(area.near_nationality):
        section.refuse("an area is a region or near a nationality, one of the two", "units")
    if area.near_nationality not in ("", *(piece.nationality for piece in box.pieces)):
        section.refuse(f"no piece is {area.near_nationality}", "near")
    for index in area.pieces:
        if box.pieces[index].side is not area.side:
            section.refuse(f"{box.pieces[index].id} is of the other side", "units")
    section.finish()
    return area


def _area_pieces(section: Section, box: Box, others: list[Area]) -> tuple[int, ...]:
    """Return the pieces that an area names one by one or by formation."""
    found: list[int] = []
    taken = {index for area in others for index in area.pieces}
    for name in section.texts("units"):
        named = [p.index for p in box.pieces if name in (p.id, p.formation)]
        if not named:
            section.refuse(f"no piece or formation is called {name}", "units")
        for index in named:
            if index in taken:
                section.refuse(f"{box.pieces[index].id} already has an area", "units")
            if not starts_on_map(box.pieces[index]):
                section.refuse(f"{box.pieces[index].id} does not start on the map", "units")
            taken.add(index)
            found.append(index)
    return tuple(found)


def starts_on_map(piece: Piece) -> bool:
    """12 - whether a unit sets up; supply columns and aircraft have no area."""
    return piece.is_unit and not piece.is_reinforcement


def _area_region(section: Section, board: Board) -> Region:
    """Return the hexes around some hexes, or from a row on, or up to a column."""
    region = 0
    if "where" in section:
        radius = section.number("radius", least=0)
        for name in section.texts("where"):
            region |= board.map.disc(named_hex(section, name, board.map), radius)
    if "min_row" in section:
        row = section.number("min_row", least=1)
        region |= sum(1 << h for h in board.map.hexes if board.map.row(h) >= row)
    if "max_column" in section:
        column = section.number("max_column", least=1)
        region |= sum(
            1 << h for h in board.map.hexes if board.map.column(h) <= column and not region >> h & 1
        )
    return region


def _refuse_homeless(root: Section, box: Box, areas: list[Area]) -> None:
    placed = {index for area in areas for index in area.pieces}
    homeless = [p.id for p in box.pieces if starts_on_map(p) and p.index not in placed]
    if homeless:
        root.refuse(f"no set-up area takes {', '.join(homeless)}", "[[area]]")


def read_ready(section: Section, box: Box) -> Ready:
    """Return a ready-made set-up; `ready.refuse_illegal` judges it."""
    owners = [piece.side for piece in box.pieces]
    ready = Ready(
        id=section.text("id"),
        name=read_titles(section.section("name")),
        reconstructed=section.flag("reconstructed"),
        placements=tuple(
            placement
            for name, side in SIDES.items()
            for placement in read_placements(
                section.section(name), box.board.map, box.by_id, owners, side
            )
        ),
    )
    section.finish()
    return ready


def is_on_foot(piece: Piece) -> bool:
    """Whether a piece may stand on a dominant position that no road or railway reaches."""
    return piece.kind is Kind.INFANTRY
