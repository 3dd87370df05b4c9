"""Load the printed game from text files; a wrong file is refused with file, line and reason."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import DataError, Report
from grognard.games.petrograd.arrivals import WORDS
from grognard.games.petrograd.ground import Ground, read_ground
from grognard.games.petrograd.load_opponents import read_opponents
from grognard.games.petrograd.load_scenario import (
    Box,
    read_options,
    read_scenario,
)
from grognard.games.petrograd.printed import Kind, Kinds, Piece, Scenario, Side
from grognard.games.petrograd.table import load_table
from grognard.games.petrograd.tables import Tables, read_tables
from grognard.kit.files import DataFiles, configured
from grognard.kit.roster import Roster, members, read_roster

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.engine.datafile import Row
    from grognard.games.petrograd.ai.style import Opponents

FILES: Final = (
    *("map.toml", "hexes.csv", "sides.csv", "links.csv", "pieces.csv"),
    *("tables.toml", "combat.toml", "setup.toml", "scenario.toml", "opponents.toml"),
)
DATA_FILES: Final = DataFiles("grognard.games.petrograd", *FILES)
DATA: Final = DATA_FILES.bundled
scenarios: Final = DATA_FILES.scenarios


def load(directory: Path | None = None) -> Scenario:
    """Return the game of a directory; a file it lacks is taken from the bundled ones."""
    return _load(DATA_FILES.opened(directory))


@cache
def _load(directory: Path | None) -> Scenario:
    report = Report()
    ground = _ground(directory, report)
    return _scenario(directory, ground, _roster(directory, report), report)


@cache
def _bundled_ground() -> Ground:
    return read_ground(Report(), *[DATA / name for name in FILES[:4]])


def _ground(directory: Path | None, report: Report) -> Ground:
    """Return the map; scenarios that bring none share the bundled one."""
    paths = [DATA_FILES.file(directory, name) for name in FILES[:4]]
    if all(path.parent == DATA for path in paths):
        return _bundled_ground()
    return read_ground(report, *paths)


def _roster(directory: Path | None, report: Report) -> Roster[Piece]:
    return read_roster(DATA_FILES.file(directory, "pieces.csv"), Piece, report, check=_check)


def _check_entries(ground: Ground, roster: Roster[Piece], report: Report) -> None:
    """3.2 - refuse a piece that would come nowhere."""
    for piece, row in zip(roster.pieces, roster.rows, strict=True):
        for word in piece.entry.split():
            with report:
                if word not in WORDS and word not in ground.map.names:
                    row.refuse(f"{piece.id} cannot arrive at {word!r}")


def _check(piece: Piece, row: Row) -> None:
    """1.2 - refuse a counter whose values do not go together."""
    if piece.is_troops != bool(piece.points):
        row.refuse("foot and horse, and nothing else, have SP")
    if piece.is_troops and piece.steps != piece.points:
        row.refuse("foot and horse have as many steps as SP")
    if bool(piece.turn and not piece.entry):
        row.refuse("a piece that arrives needs an entry")
    if (piece.kind in (Kind.FLEET, Kind.AIR, Kind.TRAIN)) and not piece.support:
        row.refuse(f"a {piece.kind.value} supports")


def check(directory: Path) -> list[str]:
    """Return what is wrong with the files of a directory, as much of it as can be found at once.

    Where a file is too wrong to go on, the files that lean on it are judged by the bundled one.
    """
    if not directory.is_dir():
        return [str(DataError(directory, 1, "this is not a directory"))]
    problems: list[str] = []
    report = Report(problems)
    ground, roster = _bundled_ground(), _roster(None, Report())
    with report:
        ground = _ground(directory, report)
    with report:
        roster = _roster(directory, report)
    with report:
        _scenario(directory, ground, roster, report)
    return problems


def files(directory: Path | None) -> tuple[Path, ...]:
    """Return every file that a scenario is made of."""
    return DATA_FILES.all(directory)


def digest(scenario: Scenario) -> str:
    """Return a fingerprint of the files of a scenario that are not the bundled ones."""
    return DATA_FILES.digest(scenario.directory)


def chosen(scenario: Scenario, options: Mapping[str, str]) -> Scenario:
    """Return a scenario with some options chosen otherwise."""
    found = configured(scenario.options, options, read_options)
    if found == scenario.options:
        return scenario
    directory = Path(scenario.directory) if scenario.directory else None
    sheet = load_table(DATA_FILES.file(directory, "combat.toml").parent, found.column_8)
    return replace(scenario, options=found, sheet=sheet)


def _scenario(
    directory: Path | None, ground: Ground, roster: Roster[Piece], report: Report
) -> Scenario:
    _check_entries(ground, roster, report)
    by_id = roster.by_id
    tables = read_tables(DATA_FILES.file(directory, "tables.toml"), ground.map, by_id)
    box = Box(
        ground=ground,
        pieces=roster.pieces,
        kinds=kinds(roster.pieces, tables),
        by_id=by_id,
        tables=tables,
        combat=DATA_FILES.file(directory, "combat.toml").parent,
        commanders=commanders(roster, tables),
        opponents=_opponents(directory, ground, roster),
    )
    paths = (DATA_FILES.file(directory, "scenario.toml"), DATA_FILES.file(directory, "setup.toml"))
    return read_scenario(*paths, box, str(directory or ""), report)


def _opponents(directory: Path | None, ground: Ground, roster: Roster[Piece]) -> Opponents:
    names = {piece.formation for piece in roster.pieces} | {p.brigade for p in roster.pieces}
    file = DATA_FILES.file(directory, "opponents.toml")
    return read_opponents(file, ground.map, names - {""}, DATA / "opponents.toml")


def kinds(pieces: tuple[Piece, ...], tables: Tables) -> Kinds:
    """1.2 - the counters by kind."""

    def of(*wanted: Kind) -> int:
        return members(pieces, lambda piece: piece.kind in wanted)

    return Kinds(
        troops=of(Kind.INFANTRY, Kind.CAVALRY),
        foot=of(Kind.INFANTRY),
        horse=of(Kind.CAVALRY),
        guns=of(Kind.ARTILLERY),
        trains=of(Kind.TRAIN),
        ships=of(Kind.FLEET),
        aircraft=of(Kind.AIR),
        headquarters=of(Kind.HQ),
        tanks=of(Kind.TANK),
        cars=of(Kind.CAR),
        battalions=members(pieces, lambda piece: piece.is_troops and piece.size == "II"),
        estonian=members(pieces, lambda piece: piece.is_troops and piece.nation == "estonia"),
        army=members(pieces, lambda piece: piece.is_troops and piece.nation == "nwa"),
        immobile=members(pieces, lambda piece: not piece.move),
        leaders=members(pieces, lambda piece: piece.is_leader),
        supporting=of(Kind.ARTILLERY, Kind.TRAIN, Kind.FLEET, Kind.AIR),
        march=tables.march,
        white=members(pieces, lambda piece: piece.side is Side.WHITE),
        red=members(pieces, lambda piece: piece.side is Side.RED),
    )


def commanders(roster: Roster[Piece], tables: Tables) -> tuple[int, ...]:
    """5.3 - by piece: the headquarters of its own formation and of those above it."""
    posts = members(roster.pieces, lambda piece: piece.kind is Kind.HQ)
    by_formation = roster.by(lambda piece: piece.formation)
    found = []
    for piece, row in zip(roster.pieces, roster.rows, strict=True):
        if piece.formation not in tables.chain:
            row.refuse(f"{piece.formation} has no chain of command")
        chain = (piece.formation, *tables.chain[piece.formation])
        found.append(sum(by_formation.get(name, 0) & posts for name in dict.fromkeys(chain)))
    return tuple(found)
