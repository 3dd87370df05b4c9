"""Read a scenario: its turns, victory and options, and the set-up of both sides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
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
from grognard.kit.setup import piece_called, read_stacks, refuse_missing

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.datafile import Report
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.ai.style import Opponents
    from grognard.games.petrograd.ground import Ground
    from grognard.games.petrograd.tables import Tables


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
    stacks, most = setup.section("stacks"), [piece.steps for piece in box.pieces]
    check = partial(_refuse_stack, stacks, box=box)
    placements = read_stacks(stacks, box.ground.map, box.by_id, most, lost, report, check)
    refuse_missing(setup, box.pieces, placements, lost, first)
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
    return sum(1 << piece_called(section, name, box.by_id) for name in set(section.texts(key)))


def _refuse_stack(
    section: Section, name: str, hex_: Hex, members: list[PieceIndex], box: Box
) -> None:
    """1.5, 7 - refuse a set-up that no move could lead to."""
    pieces = [box.pieces[piece] for piece in members]
    if len({piece.side for piece in pieces}) > 1:
        section.refuse(f"{name} would hold pieces of both sides", name)
    if sum(piece.points for piece in pieces) > box.tables.stacking:
        section.refuse(f"{name} holds more than {box.tables.stacking} SP", name)
    for piece in pieces:
        at_sea = bool(box.ground.sea >> hex_ & 1)
        if at_sea != bool(box.kinds.ships >> piece.index & 1) or not (
            at_sea or box.ground.land >> hex_ & 1
        ):
            section.refuse(f"{piece.id} cannot stand in {name}", name)
        if box.kinds.trains >> piece.index & 1 and not box.ground.rail_hexes >> hex_ & 1:
            section.refuse(f"{piece.id} stands on no railway in {name}", name)


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
