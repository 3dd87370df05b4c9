"""Read a scenario: its turns, victory and options, and the set-up of both sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grognard.engine.datafile import Section, TomlFile
from grognard.games.petrograd.printed import (
    Kinds,
    Options,
    Piece,
    Scenario,
    Victory,
)
from grognard.games.petrograd.table import READINGS, load_table
from grognard.kit.board import named_hex

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.datafile import Report
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.ai.style import Opponents
    from grognard.games.petrograd.ground import Ground
    from grognard.games.petrograd.tables import Tables

Placement = tuple["PieceIndex", "Hex", int]


@dataclass(frozen=True, slots=True)
class Box:
    """What is printed beside a scenario."""

    ground: Ground
    pieces: tuple[Piece, ...]
    kinds: Kinds
    by_id: dict[str, PieceIndex]
    tables: Tables
    combat: Path
    """The directory whose combat sheet is played."""
    commanders: tuple[Pieces, ...]
    opponents: Opponents


def read_scenario(
    scenario_file: Path, setup_file: Path, box: Box, directory: str, report: Report
) -> Scenario:
    """Return a scenario and its set-up."""
    root, setup = TomlFile(scenario_file).root, TomlFile(setup_file).root
    root.flag("reconstructed")
    titles = root.section("titles")
    first, last = root.number("first_turn", least=1), root.number("last_turn", least=1)
    if last < first:
        root.refuse(f"the last turn, {last}, comes before the first", "last_turn")
    options = read_options(root.section("options"))
    lost = _pieces(setup, "lost", box)
    placements = _placements(setup.section("stacks"), box, lost, report)
    _refuse_missing(setup, box, placements, lost, first)
    scenario = Scenario(
        id=root.text("id"),
        titles={lang: titles.text(lang) for lang in ("en", "fr")},
        directory=directory,
        ground=box.ground,
        pieces=box.pieces,
        kinds=box.kinds,
        by_id=box.by_id,
        tables=box.tables,
        sheet=load_table(box.combat, options.column_8),
        first_turn=first,
        last_turn=last,
        setup=placements,
        lost=lost,
        prize_taken=setup.flag("talabchanin"),
        field_works=_region(setup, "field_works", box),
        white_ground=_white(setup.section("control"), box),
        victory=read_victory(root.section("victory"), box),
        options=options,
        commanders=box.commanders,
        opponents=box.opponents,
    )
    root.finish()
    setup.finish()
    return scenario


def read_options(section: Section) -> Options:
    """Return what a scenario chooses."""
    options = Options(section.text("column_8", *READINGS), section.flag("events"))
    section.finish()
    return options


def read_victory(section: Section, box: Box) -> Victory:
    """11 - return what a scenario scores."""
    places = section.section("places")
    victory = Victory(
        places={
            named_hex(places, name, box.ground.map): places.number(name, least=0) for name in places
        },
        city=section.number("city", least=0),
        rail_turns=tuple(section.numbers("rail_turns")),
        levels=tuple(section.numbers("levels")),
        regiments_free=section.number("regiments_free", least=0),
        regiment=section.number("regiment", least=0),
        tank=section.number("tank", least=0),
        sudden_city=section.number("sudden_city", least=1),
        sudden_city_one_of=_region(section, "sudden_city_one_of", box),
        sudden_red=_region(section, "sudden_red", box),
        sudden_red_from_turn=section.number("sudden_red_from_turn", least=1),
    )
    if list(victory.levels) != sorted(victory.levels, reverse=True) or len(victory.levels) != 4:
        section.refuse("levels are four falling numbers", "levels")
    section.finish()
    return victory


def _region(section: Section, key: str, box: Box) -> Region:
    return sum(1 << named_hex(section, name, box.ground.map) for name in set(section.texts(key)))


def _pieces(section: Section, key: str, box: Box) -> Pieces:
    return sum(1 << _piece(section, name, box) for name in set(section.texts(key)))


def _piece(section: Section, name: str, box: Box) -> PieceIndex:
    if name not in box.by_id:
        section.refuse(f"there is no counter {name}", name)
    return box.by_id[name]


def _placements(section: Section, box: Box, lost: Pieces, report: Report) -> tuple[Placement, ...]:
    """3.1 - every piece on the map with its hex and steps: ``R-46`` or ``R-46 1``."""
    found: dict[PieceIndex, Placement] = {}
    for name in section:
        with report:
            hex_ = named_hex(section, name, box.ground.map)
            entries = [_entry(section, entry, box) for entry in section.texts(name)]
            for piece, steps in entries:
                if piece in found or lost >> piece & 1:
                    section.refuse(f"{box.pieces[piece].id} is in two places", name)
                found[piece] = (piece, hex_, steps)
            _refuse_stack(section, name, hex_, [piece for piece, _ in entries], box)
    return tuple(found.values())


def _entry(section: Section, entry: str, box: Box) -> tuple[PieceIndex, int]:
    name, _, left = entry.partition(" ")
    piece = _piece(section, name, box)
    most = box.pieces[piece].steps
    steps = int(left) if left.isdigit() else most
    if not 1 <= steps <= most or (left and not left.isdigit()):
        section.refuse(f"{name} cannot have {left} steps of {most}", name)
    return piece, steps


def _refuse_stack(
    section: Section, name: str, hex_: Hex, members: list[PieceIndex], box: Box
) -> None:
    """1.5, 7 - refuse a set-up that no move could lead to."""
    pieces = [box.pieces[piece] for piece in members]
    if len({piece.side for piece in pieces}) > 1:
        section.refuse(f"{name} would hold pieces of both sides", name)
    if sum(piece.points for piece in pieces) > box.tables.stacking:
        section.refuse(f"{name} holds more than {box.tables.stacking} PE", name)
    for piece in pieces:
        at_sea = bool(box.ground.sea >> hex_ & 1)
        if at_sea != bool(box.kinds.ships >> piece.index & 1) or not (
            at_sea or box.ground.land >> hex_ & 1
        ):
            section.refuse(f"{piece.id} cannot stand in {name}", name)
        if box.kinds.trains >> piece.index & 1 and not box.ground.rail_hexes >> hex_ & 1:
            section.refuse(f"{piece.id} stands on no railway in {name}", name)


def _refuse_missing(
    section: Section, box: Box, placements: tuple[Placement, ...], lost: Pieces, first: int
) -> None:
    """3.1 - every piece that has arrived before the first turn stands somewhere or is lost."""
    placed = sum(1 << piece for piece, _, _ in placements)
    due = [piece for piece in box.pieces if piece.turn < first]
    missing = [piece.id for piece in due if not (placed | lost) >> piece.index & 1]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        section.refuse(f"{', '.join(missing)} {verb} neither on the map nor lost", "stacks")
    for piece in box.pieces:
        if piece.turn >= first and placed >> piece.index & 1:
            section.refuse(f"{piece.id} arrives on turn {piece.turn}", piece.id)


def _white(section: Section, box: Box) -> Region:
    """1.6 - what White controls: ``map`` as printed, and boxes of hexes such as 0207-1336."""
    ground, found = box.ground, 0
    for word in section.texts("white"):
        if word == "map":
            found |= ground.white
            continue
        first, dash, last = word.partition("-")
        if not dash or not (first + last).isdigit() or len(word) != 9:
            section.refuse(f"{word} is neither map nor a box such as 0207-1336", word)
        columns, rows = range(int(first[:2]), int(last[:2]) + 1), (int(first[2:]), int(last[2:]))
        for hex_ in ground.map.hexes:
            inside = rows[0] <= ground.map.row(hex_) <= rows[1]
            if inside and ground.map.column(hex_) in columns:
                found |= 1 << hex_
    section.finish()
    return found & ground.land
