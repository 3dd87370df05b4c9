"""Load the printed game from text files; a wrong file is refused with file, line and reason."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import DataError, Report
from grognard.games.eastfront.charts import load_charts
from grognard.games.eastfront.ground import Ground, read_ground
from grognard.games.eastfront.load_scenario import Box, read_options, read_scenario
from grognard.games.eastfront.printed import Kinds, Piece, Scenario, Side
from grognard.games.eastfront.tables import Tables, read_tables
from grognard.kit.files import DataFiles, configured
from grognard.kit.roster import Roster, members, read_roster

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grognard.engine.datafile import Row
    from grognard.games.eastfront.charts import Charts

FILES: Final = (
    *("map.toml", "hexes.csv", "sides.csv", "links.csv", "pieces.csv"),
    *("front.toml", "setup.toml", "scenario.toml"),
)
DATA_FILES: Final = DataFiles("grognard.games.eastfront", *FILES, folder="luga")
DATA: Final = DATA_FILES.bundled
scenarios: Final = DATA_FILES.scenarios
CHARTS: Final = "charts.toml"
"""Charts that a scenario may have of its own; the printed ones lie elsewhere."""
WITH_CHARTS: Final = DataFiles("grognard.games.eastfront", *FILES, CHARTS, folder="luga")
SYSTEM: Final = DATA.parent / "data"
"""Where the charts and figures of every East Front game lie."""


def load(directory: Path | None = None) -> Scenario:
    """Return the game of a directory; a file it lacks is taken from the bundled ones."""
    return _load(DATA_FILES.opened(directory))


@cache
def _load(directory: Path | None) -> Scenario:
    report = Report()
    ground = _ground(directory, report)
    charts = load_charts(directory)
    return _scenario(directory, ground, _roster(directory, report), charts, report)


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


def _check(piece: Piece, row: Row) -> None:
    """1.2 - refuse a counter whose values do not go together."""
    if bool(piece.turn) != bool(piece.entry):
        row.refuse("a piece that arrives, and no other, has an entry")
    if ("hq" in piece.special) != bool(piece.command):
        row.refuse("a headquarters, and nothing else, has a command value")
    if piece.support and not piece.range:
        row.refuse("what supports has a range")


def check(directory: Path) -> list[str]:
    """Return what is wrong with the files of a directory, as much of it as can be found at once.

    Where a file is too wrong to go on, the files that lean on it are judged by the bundled one.
    """
    if not directory.is_dir():
        return [str(DataError(directory, 1, "this is not a directory"))]
    problems: list[str] = []
    report = Report(problems)
    ground, roster, charts = _bundled_ground(), _roster(None, Report()), load_charts()
    with report:
        charts = load_charts(directory)
    with report:
        ground = _ground(directory, report)
    with report:
        roster = _roster(directory, report)
    with report:
        _scenario(directory, ground, roster, charts, report)
    return problems


def files(directory: Path | None) -> tuple[Path, ...]:
    """Return every file that a scenario is made of."""
    own = directory / CHARTS if directory else SYSTEM / CHARTS
    return (*DATA_FILES.all(directory), own if own.is_file() else SYSTEM / CHARTS)


def digest(scenario: Scenario) -> str:
    """Return a fingerprint of the files of a scenario that are not the bundled ones."""
    return WITH_CHARTS.digest(scenario.directory)


def chosen(scenario: Scenario, options: Mapping[str, str]) -> Scenario:
    """Return a scenario with some options chosen otherwise."""
    found = configured(scenario.options, options, read_options)
    return scenario if found == scenario.options else replace(scenario, options=found)


def _scenario(
    directory: Path | None, ground: Ground, roster: Roster[Piece], charts: Charts, report: Report
) -> Scenario:
    tables = read_tables(SYSTEM / "tables.toml")
    box = Box(
        ground=ground,
        pieces=roster.pieces,
        kinds=kinds(roster.pieces, tables),
        by_id=roster.by_id,
        formations=roster.by(lambda piece: piece.formation),
        tables=tables,
        charts=charts,
    )
    return read_scenario(
        DATA_FILES.file(directory, "scenario.toml"),
        DATA_FILES.file(directory, "front.toml"),
        DATA_FILES.file(directory, "setup.toml"),
        box,
        str(directory or ""),
        report,
    )


def kinds(pieces: tuple[Piece, ...], tables: Tables) -> Kinds:
    """1.2 - the counters by kind."""

    def special(*words: str) -> int:
        return members(pieces, lambda piece: piece.special & set(words))

    motorised = members(pieces, lambda piece: piece.is_motorised)
    trains, everything = special("train"), (1 << len(pieces)) - 1
    beside = special("hq", "artillery", "coastal", "train")
    swift = members(pieces, lambda piece: piece.move >= tables.infiltrate_from)
    return Kinds(
        german=members(pieces, lambda piece: piece.side is Side.GERMAN),
        soviet=members(pieces, lambda piece: piece.side is Side.SOVIET),
        combat=everything & ~beside,
        zoned=members(pieces, lambda piece: piece.has_zone),
        motorised=motorised,
        foot=everything & ~motorised & ~trains,
        cavalry=special("cavalry"),
        armour=members(pieces, lambda piece: piece.is_armour),
        engineers=special("engineer"),
        antitank=special("antitank"),
        antiaircraft=special("antiaircraft"),
        guns=special("artillery"),
        coastal=special("coastal"),
        supporting=members(pieces, lambda piece: piece.support),
        trains=trains,
        headquarters=special("hq"),
        militia=special("militia"),
        guards=special("guards"),
        nkvd=special("nkvd"),
        fortress=special("fortress", "coastal"),
        immobile=members(pieces, lambda piece: not piece.move),
        infiltrating=(swift | special("cavalry")) & ~trains,
    )
