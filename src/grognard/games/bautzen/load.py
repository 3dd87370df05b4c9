"""Load the printed game from text files; a wrong file is refused with file, line and reason."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import DataError, Report, TomlFile
from grognard.games.bautzen.load_board import read_board
from grognard.games.bautzen.load_opponents import read_opponents
from grognard.games.bautzen.load_pieces import read_pieces
from grognard.games.bautzen.load_ready import refuse_illegal
from grognard.games.bautzen.load_setup import (
    SIDES,
    Box,
    read_areas,
    read_options,
    read_ready,
    read_titles,
    read_victory,
)
from grognard.games.bautzen.load_tables import read_tables
from grognard.games.bautzen.printed import Kind, Options, Piece, Scenario
from grognard.kit.files import DataFiles, fingerprint
from grognard.kit.files import configured as configured_by
from grognard.kit.roster import grouped, members

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.engine.datafile import Section
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.ai.style import Opponents
    from grognard.games.bautzen.printed import Area, Board, Ready, Tables

FILES: Final = ("map.toml", "hexes.csv", "sides.csv", "pieces.csv", "tables.toml", "scenario.toml")
OPPONENTS: Final = "opponents.toml"
"""Who plays besides people: not printed, and no part of what a journal is held to."""
DATA: Final = DataFiles("grognard.games.bautzen", *FILES, OPPONENTS)


def load(directory: Path | None = None) -> Scenario:
    """Return the game of a directory; a file it lacks is taken from the bundled ones."""
    return _load(DATA.opened(directory))


@cache
def _load(directory: Path | None) -> Scenario:
    report = Report()
    board = _board(directory, report)
    pieces = read_pieces(DATA.file(directory, "pieces.csv"), report)
    tables = read_tables(DATA.file(directory, "tables.toml"), formations(pieces))
    opponents = read_opponents(DATA.file(directory, OPPONENTS))
    return _scenario(directory, _box(board, pieces, tables), opponents, report)


def configured(options: Options, chosen: Mapping[str, str]) -> Options:
    """Return the options with some chosen otherwise, given as the words of a scenario file."""
    return configured_by(options, chosen, read_options)


def check(directory: Path) -> list[str]:
    """Return what is wrong with the files of a directory, as much of it as can be found at once.

    Where a file is too wrong to go on, the files that lean on it are judged by the bundled one.
    """
    if not directory.is_dir():
        return [str(DataError(directory, 1, "this is not a directory"))]
    problems: list[str] = []
    report, sound = Report(problems), load()
    board, pieces, tables, opponents = sound.board, sound.pieces, sound.tables, sound.opponents
    with report:
        board = _board(directory, report)
    with report:
        pieces = read_pieces(DATA.file(directory, "pieces.csv"), report)
    with report:
        tables = read_tables(DATA.file(directory, "tables.toml"), formations(pieces))
    with report:
        opponents = read_opponents(DATA.file(directory, OPPONENTS))
    with report:
        _scenario(directory, _box(board, pieces, tables), opponents, report)
    return problems


def files(directory: Path | None) -> tuple[Path, ...]:
    """Return every file that a scenario is made of."""
    return DATA.all(directory)


def digest(scenario: Scenario) -> str:
    """Return a fingerprint of the files of a scenario that are not the bundled ones."""
    return fingerprint([Path(scenario.directory, name) for name in FILES if scenario.directory])


def _board(directory: Path | None, report: Report) -> Board:
    map_file, hex_file, side_file = (DATA.file(directory, name) for name in FILES[:3])
    return read_board(map_file, hex_file, side_file, report)


def _box(board: Board, pieces: tuple[Piece, ...], tables: Tables) -> Box:
    by_id = {piece.id: piece.index for piece in pieces}
    return Box(board, pieces, tables, by_id, formations(pieces))


def formations(pieces: tuple[Piece, ...]) -> dict[str, int]:
    """Return the pieces of every formation, headquarters included, as bit sets."""
    return grouped(pieces, lambda piece: piece.formation)


def _scenario(directory: Path | None, box: Box, opponents: Opponents, report: Report) -> Scenario:
    root = TomlFile(DATA.file(directory, "scenario.toml")).root
    options = read_options(root.section("options"))
    areas = read_areas(root, box, report)
    convoys = root.number("allied_convoys_at_start", least=0)
    victory = read_victory(root.section("victory"), box.board)
    scenario = Scenario(
        id=root.text("id"),
        titles=read_titles(root.section("titles")),
        directory=str(directory or ""),
        board=box.board,
        pieces=box.pieces,
        tables=box.tables,
        turns=root.number("turns", least=1),
        first=SIDES[root.text("first", *SIDES)],
        areas=areas,
        ready=_ready(root, box, areas, options, convoys, victory.capital, report),
        allied_convoys_at_start=convoys,
        air_at_start=root.number("air_at_start", least=0),
        victory=victory,
        options=options,
        by_id=box.by_id,
        formations=box.formations,
        convoys=_of(box, Kind.CONVOY),
        aircraft=_of(box, Kind.AIR),
        units=members(box.pieces, lambda piece: piece.is_unit),
        headquarters=_of(box, Kind.HQ),
        artillery=_of(box, Kind.ARTILLERY),
        infantry=_of(box, Kind.INFANTRY),
        anti_tank=_of(box, Kind.ANTI_TANK),
        combat_units=members(box.pieces, lambda piece: piece.is_combat_unit),
        opponents=opponents,
    )
    root.finish()
    return scenario


def _of(box: Box, kind: Kind) -> int:
    """Return the pieces of a kind as a bit set."""
    return members(box.pieces, lambda piece: piece.kind is kind)


def _ready(
    root: Section,
    box: Box,
    areas: tuple[Area, ...],
    options: Options,
    convoys: int,
    capital: Hex,
    report: Report,
) -> tuple[Ready, ...]:
    """Return the ready-made set-ups, each of them legal."""
    found = []
    for section in root.sections("ready"):
        with report:
            ready = read_ready(section, box)
            refuse_illegal(
                section,
                box,
                ready,
                areas=areas,
                options=options,
                convoys=convoys,
                capital=capital,
            )
            found.append(ready)
    return tuple(found)
