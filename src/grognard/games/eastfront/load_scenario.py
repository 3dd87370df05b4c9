"""Read a scenario: its turns, special rules, victory and options, and the set-up of both sides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import Section, TomlFile
from grognard.games.eastfront.load_victory import read_victory
from grognard.games.eastfront.printed import (
    WEATHERS,
    Entry,
    Kinds,
    Options,
    Piece,
    Restriction,
    Scenario,
    WeatherTable,
)
from grognard.kit.board import named_hex
from grognard.kit.setup import piece_called, read_stacks, refuse_missing

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.datafile import Report
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.charts import Charts
    from grognard.games.eastfront.ground import Ground
    from grognard.games.eastfront.tables import Tables

FACES: Final = 10
NEAR_EDGE: Final = 3
"""8.1 - how far along its edge a piece that was barred may enter."""


@dataclass(frozen=True, slots=True)
class Box:
    """What is printed beside a scenario."""

    ground: Ground
    pieces: tuple[Piece, ...]
    kinds: Kinds
    by_id: dict[str, PieceIndex]
    formations: dict[str, Pieces]
    tables: Tables
    charts: Charts

    def hexes(self, section: Section, key: str) -> list[Hex]:
        """Return the hexes that a key names."""
        return [named_hex(section, name, self.ground.map) for name in section.texts(key)]

    def region(self, section: Section, key: str) -> Region:
        """Return the hexes that a key names, as a set."""
        return sum(1 << hex_ for hex_ in set(self.hexes(section, key)))

    def listed(self, section: Section, key: str) -> Pieces:
        """Return the counters that a key names, none where it is left out."""
        names = section.texts(key) if key in section else []
        return sum(1 << piece_called(section, name, self.by_id) for name in set(names))

    def of_formations(self, section: Section, names: list[str]) -> Pieces:
        """Return the counters of some formations."""
        found = 0
        for name in names:
            if name not in self.formations:
                section.refuse(f"there is no formation {name}", name)
            found |= self.formations[name]
        return found


def read_scenario(
    scenario_file: Path,
    front_file: Path,
    setup_file: Path,
    box: Box,
    directory: str,
    report: Report,
) -> Scenario:
    """Return a scenario, what it shares with the others of its front, and its set-up."""
    root, front, setup = (TomlFile(file).root for file in (scenario_file, front_file, setup_file))
    root.flag("reconstructed")
    front.flag("reconstructed")
    titles, points, rail = root.section("titles"), front.section("points"), front.section("rail")
    first, last = root.number("first_turn", least=1), root.number("last_turn", least=1)
    if last < first:
        root.refuse(f"the last turn, {last}, comes before the first", "last_turn")
    west, leaving, reserves = (front.section(key) for key in ("west", "withdrawal", "reserves"))
    flanks, sources = front.section("flanks"), front.section("sources")
    lost, withdrawn = box.listed(setup, "lost"), box.listed(setup, "withdrawn")
    stacks, most = setup.section("stacks"), [len(piece.values) for piece in box.pieces]
    gone, check = lost | withdrawn, partial(_refuse_stack, stacks, box=box)
    placements = read_stacks(stacks, box.ground.map, box.by_id, most, gone, report, check)
    refuse_missing(setup, box.pieces, placements, gone, first)
    scenario = Scenario(
        id=root.text("id"),
        titles={lang: titles.text(lang) for lang in ("en", "fr")},
        directory=directory,
        ground=box.ground,
        pieces=box.pieces,
        kinds=box.kinds,
        by_id=box.by_id,
        formations=box.formations,
        tables=box.tables,
        charts=box.charts,
        first_turn=first,
        last_turn=last,
        setup=placements,
        lost=lost,
        withdrawn=withdrawn,
        steps_lost=setup.number("steps_lost", least=0) if "steps_lost" in setup else 0,
        early_taken=_some(setup, "early", box),
        destroyed=_some(setup, "destroyed", box),
        breached=_some(setup, "breached", box),
        west_open=setup.flag("west_open") if "west_open" in setup else False,
        before=_before(setup),
        german_ground=_boxes(_control(root, setup), box),
        weather=_weather(front.section("weather")),
        attack_supply=_by_side(points, "attack_supply", last),
        air=_by_side(points, "air", last),
        sources=(_sources(sources, "german", box), _sources(sources, "soviet", box)),
        west_exit=named_hex(west, west.text("exit"), box.ground.map),
        west_key=named_hex(west, west.text("key"), box.ground.map),
        ports=_ports(front.section("ports"), box),
        converted=_stretches(rail, "converted", box) | _some(setup, "converted", box),
        convert=rail.number("per_turn", least=0),
        entries=_entries(front.section("entries"), box),
        leaving=box.of_formations(leaving, [leaving.text("formation")]),
        leaving_turn=leaving.number("turn", least=1),
        reserves=box.of_formations(reserves, reserves.texts("formations")),
        reserves_turn=reserves.number("before_turn", least=1),
        orders=(_hold(front.section("hold_luga"), box), _front(front.section("narova_front"), box)),
        flank_column=flanks.number("column", least=1),
        flank_turns=tuple(flanks.numbers("turns")),
        victory=read_victory(root.section("victory"), front.section("divisions"), box),
        options=read_options(root.section("options")),
    )
    for section in (root, front, setup):
        section.finish()
    return scenario


def read_options(section: Section) -> Options:
    """Return what a scenario chooses."""
    options = Options(
        flanks=section.flag("flanks"),
        narova_front=section.flag("narova_front"),
        fortified_side_for_surrender=section.flag("fortified_side_for_surrender"),
        reserve_radius=section.number("reserve_radius", least=0),
    )
    section.finish()
    return options


def _some(section: Section, key: str, box: Box) -> Region:
    """Return the hexes that a key names, none where it is left out."""
    return box.region(section, key) if key in section else 0


def _before(setup: Section) -> tuple[int, int]:
    """5.2 - the weather of the turn before the first, and the dry turns in a row up to it."""
    if "before" not in setup:
        return 0, 0
    section = setup.section("before")
    found = WEATHERS.index(section.text("weather", *WEATHERS)), section.number("dry", least=0)
    section.finish()
    return found


def _control(root: Section, setup: Section) -> Section:
    """26.1 - a set-up of its own may say who holds what."""
    section = root.section("control")
    return setup.section("control") if "control" in setup else section


def _boxes(section: Section, box: Box) -> Region:
    """26.1 - boxes of hexes such as 0111-0424: columns 01 to 04, rows 11 to 24."""
    ground, found = box.ground, 0
    for word in section.texts("german"):
        first, dash, last = word.partition("-")
        if not dash or not (first + last).isdigit() or len(word) != 9:
            section.refuse(f"{word} is not a box such as 0111-0424", word)
        columns, rows = (
            range(int(first[:2]), int(last[:2]) + 1),
            range(int(first[2:]), 1 + int(last[2:])),
        )
        for hex_ in ground.map.hexes:
            if ground.map.row(hex_) in rows and ground.map.column(hex_) in columns:
                found |= 1 << hex_
    section.finish()
    return found & ground.land


def _weather(section: Section) -> WeatherTable:
    """5.1 - the throw for the weather: every face has its meaning."""
    fixed, faces = section.section("fixed"), [-1] * FACES
    for number, word in enumerate(WEATHERS):
        ends = section.numbers(word)
        if len(ends) != 2 or not 1 <= ends[0] <= ends[1] <= FACES:
            section.refuse(f"{word} is the first and the last throw of it", word)
        for face in range(ends[0], ends[1] + 1):
            if faces[face - 1] >= 0:
                section.refuse(f"{face} would mean two kinds of weather", word)
            faces[face - 1] = number
    if -1 in faces:
        section.refuse(f"{faces.index(-1) + 1} means no weather")
    return WeatherTable(
        fixed={int(turn): WEATHERS.index(fixed.text(turn, *WEATHERS)) for turn in fixed},
        by_die=tuple(faces),
        most_dry_turns=section.number("most_dry_turns", least=1),
    )


def _by_side(section: Section, name: str, last: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """6.4, 17.1 - points by side and turn."""
    rows = []
    for side in ("german", "soviet"):
        row = tuple(section.numbers(f"{name}_{side}"))
        if len(row) < last:
            section.refuse(f"{name}_{side} has {len(row)} turns, not {last}", f"{name}_{side}")
        rows.append(row)
    return rows[0], rows[1]


def _sources(section: Section, side: str, box: Box) -> dict[Hex, tuple[int, int]]:
    """6.2 - hexes and their first and last turn."""
    inner, found = section.section(side), {}
    for name in inner:
        turns = inner.numbers(name)
        if len(turns) != 2:
            inner.refuse(f"{name} is a source from a first to a last turn", name)
        found[named_hex(inner, name, box.ground.map)] = (turns[0], turns[1])
    return found


def _ports(section: Section, box: Box) -> dict[Hex, tuple[PieceIndex, Hex]]:
    """6.6 - ports, and the piece or the hex that keeps each in use."""
    found = {}
    for name in section:
        need, hex_ = section.text(name), named_hex(section, name, box.ground.map)
        if need in box.by_id:
            found[hex_] = (box.by_id[need], -1)
        else:
            found[hex_] = (-1, named_hex(section, need, box.ground.map))
    return found


def _stretches(section: Section, key: str, box: Box) -> Region:
    """6.5 - the railway hexes from one hex to another, for each pair of them."""
    found = 0
    for ends in section.lists(key):
        if len(ends) != 2:
            section.refuse("a stretch of railway has two ends", key)
        first, last = (named_hex(section, name, box.ground.map) for name in ends)
        found |= _stretch(section, key, box.ground, first, last)
    return found


def _stretch(section: Section, key: str, ground: Ground, first: Hex, last: Hex) -> Region:
    """6.5 - the shortest way along railways."""
    ways = {first: 1 << first}
    front = [first]
    while front and last not in ways:
        following = []
        for here in front:
            for there in ground.map.neighbours[here]:
                if ground.rail[here] >> there & 1 and there not in ways:
                    ways[there] = ways[here] | 1 << there
                    following.append(there)
        front = following
    if last not in ways:
        section.refuse(f"no railway runs to {ground.map.name(last)}", key)
    return ways[last]


def _entries(section: Section, box: Box) -> dict[str, Entry]:
    """8.1 - the entries by name; an entry may name others whose hexes it has."""
    found: dict[str, Entry] = {}
    later = {name.removesuffix("_later"): name for name in section if name.endswith("_later")}
    ordered = section.texts("in_order")
    for name in section:
        if name in later.values() or name == "in_order":
            continue
        if section.is_table(name):
            found[name] = _rail_entry(section.section(name), box)
            continue
        hexes: list[Hex] = []
        for word in section.texts(name):
            hexes += (
                found[word].hexes if word in found else (named_hex(section, word, box.ground.map),)
            )
        also = box.region(section, later[name]) if name in later else _along_edge(hexes, box.ground)
        found[name] = Entry(tuple(hexes), also, 0, name in ordered)
    for piece in box.pieces:
        if piece.entry and piece.entry not in found:
            section.refuse(f"{piece.id} enters by {piece.entry}, which is no entry")
    return found


def _rail_entry(section: Section, box: Box) -> Entry:
    """8.3 - hexes, or railway hexes of some columns north of a row."""
    (first, last), row = section.numbers("rail_columns"), section.number("rail_north_of_row")
    board, rail = box.ground.map, 0
    for hex_ in board.hexes:
        if box.ground.rail[hex_] and first <= board.column(hex_) <= last and board.row(hex_) < row:
            rail |= 1 << hex_
    entry = Entry(tuple(box.hexes(section, "hexes")), 0, rail)
    section.finish()
    return entry


def _along_edge(hexes: list[Hex], ground: Ground) -> Region:
    """8.1 - the land hexes of the same edge within 3 of an entry."""
    board, found = ground.map, 0
    for hex_ in hexes:
        column, row = board.column(hex_), board.row(hex_)
        for there in board.hexes:
            same = (board.column(there) == column and column in (1, board.columns)) or (
                board.row(there) == row and row in (1, board.rows)
            )
            if same and board.distance(hex_, there) <= NEAR_EDGE:
                found |= 1 << there
    return found & ground.land


def _hold(section: Section, box: Box) -> Restriction:
    """25.4 - who may not go north of a row, before which turn."""
    board, below = box.ground.map, section.number("rows_below", least=1)
    order = Restriction(
        pieces=box.of_formations(section, section.texts("formations")),
        hexes=sum(1 << hex_ for hex_ in board.hexes if board.row(hex_) < below),
        before_turn=section.number("before_turn", least=1),
        freed_by=box.region(section, "freed_by"),
    )
    section.finish()
    return order


def _front(section: Section, box: Box) -> Restriction:
    """25.10 - who may not go east, before which turn."""
    board, column = box.ground.map, section.number("from_column", least=1)
    east = sum(1 << hex_ for hex_ in board.hexes if board.column(hex_) >= column)
    order = Restriction(
        pieces=box.of_formations(section, section.texts("formations")),
        hexes=east | box.region(section, "hexes"),
        before_turn=section.number("before_turn", least=1),
        freed_by=0,
    )
    section.finish()
    return order


def _refuse_stack(
    section: Section, name: str, hex_: Hex, members: list[PieceIndex], box: Box
) -> None:
    """3.1 - refuse a set-up that no move could lead to."""
    pieces = [box.pieces[piece] for piece in members]
    if len({piece.side for piece in pieces}) > 1:
        section.refuse(f"{name} would hold pieces of both sides", name)
    if sum(piece.stacking for piece in pieces) > stacking_limit(box.ground, box.tables, hex_):
        section.refuse(f"{name} holds too many points", name)
    if not box.ground.land >> hex_ & 1:
        section.refuse(f"{name} is water", name)


def stacking_limit(ground: Ground, tables: Tables, hex_: Hex) -> int:
    """3.1 - the points that a hex holds."""
    if ground.major_cities >> hex_ & 1:
        return tables.stacking_major_city
    return tables.stacking_swamp if ground.swamp >> hex_ & 1 else tables.stacking
