"""Load the printed game from text files; a wrong file is refused with file, line and reason."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import DataError, Report, TomlFile, read_text
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

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.engine.datafile import Section
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.ai.style import Opponents
    from grognard.games.bautzen.printed import Area, Board, Ready, Tables

FILES: Final = ("map.toml", "hexes.csv", "sides.csv", "pieces.csv", "tables.toml", "scenario.toml")
OPPONENTS: Final = "opponents.toml"
"""Who plays besides people: not printed, and no part of what a journal is held to."""
DIGEST: Final = 16
"""How many characters of a fingerprint journals keep."""


def load(directory: Path | None = None) -> Scenario:
    """Return the game of a directory; a file it lacks is taken from the bundled ones."""
    return _load(directory.resolve() if directory else None)


@cache
def _load(directory: Path | None) -> Scenario:
    if directory and not directory.is_dir():
        raise DataError(directory, 1, "this is not a directory")
    report = Report()
    board = _board(directory, report)
    pieces = read_pieces(_file(directory, "pieces.csv"), report)
    tables = read_tables(_file(directory, "tables.toml"), formations(pieces))
    opponents = read_opponents(_file(directory, OPPONENTS))
    return _scenario(directory, _box(board, pieces, tables), opponents, report)


def configured(options: Options, chosen: Mapping[str, str]) -> Options:
    """Return the options with some chosen otherwise, given as the words of a scenario file."""
    written = "".join(
        f"{field.name} = {_toml(chosen.get(field.name, getattr(options, field.name)))}\n"
        for field in fields(Options)
    )
    unknown = [name for name in chosen if name not in Options.__dataclass_fields__]
    if unknown:
        names = ", ".join(Options.__dataclass_fields__)
        raise ValueError(f"there is no option {', '.join(unknown)}; there are {names}")
    return read_options(TomlFile(Path("options"), written).root)


def _toml(value: str | bool) -> str:
    """Return an option as TOML writes it; true and false may come as words."""
    word = str(value).lower()
    return word if word in ("true", "false") else f'"{value}"'


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
        pieces = read_pieces(_file(directory, "pieces.csv"), report)
    with report:
        tables = read_tables(_file(directory, "tables.toml"), formations(pieces))
    with report:
        opponents = read_opponents(_file(directory, OPPONENTS))
    with report:
        _scenario(directory, _box(board, pieces, tables), opponents, report)
    return problems


def files(directory: Path | None) -> tuple[Path, ...]:
    """Return every file that a scenario is made of."""
    return tuple(_file(directory, name) for name in (*FILES, OPPONENTS))


def digest(scenario: Scenario) -> str:
    """Return a fingerprint of the files of a scenario that are not the bundled ones."""
    own = [Path(scenario.directory, name) for name in FILES if scenario.directory]
    texts = [f"{file.name}\n{read_text(file)}" for file in own if file.exists()]
    return sha256("\n".join(texts).encode()).hexdigest()[:DIGEST] if texts else ""


def _file(directory: Path | None, name: str) -> Path:
    """Return the file of a directory, or the bundled one where there is none."""
    if directory and (directory / name).exists():
        return directory / name
    return Path(str(resources.files(__package__))) / "data" / name


def _board(directory: Path | None, report: Report) -> Board:
    map_file, hex_file, side_file = (_file(directory, name) for name in FILES[:3])
    return read_board(map_file, hex_file, side_file, report)


def _box(board: Board, pieces: tuple[Piece, ...], tables: Tables) -> Box:
    by_id = {piece.id: piece.index for piece in pieces}
    return Box(board, pieces, tables, by_id, formations(pieces))


def formations(pieces: tuple[Piece, ...]) -> dict[str, int]:
    """Return the pieces of every formation, headquarters included, as bit sets."""
    found: dict[str, int] = {}
    for piece in pieces:
        if piece.formation:
            found[piece.formation] = found.get(piece.formation, 0) | 1 << piece.index
    return found


def _scenario(directory: Path | None, box: Box, opponents: Opponents, report: Report) -> Scenario:
    root = TomlFile(_file(directory, "scenario.toml")).root
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
        units=sum(1 << piece.index for piece in box.pieces if piece.is_unit),
        headquarters=_of(box, Kind.HQ),
        artillery=_of(box, Kind.ARTILLERY),
        infantry=_of(box, Kind.INFANTRY),
        anti_tank=_of(box, Kind.ANTI_TANK),
        combat_units=sum(1 << piece.index for piece in box.pieces if piece.is_combat_unit),
        opponents=opponents,
    )
    root.finish()
    return scenario


def _of(box: Box, kind: Kind) -> int:
    """Return the pieces of a kind as a bit set."""
    return sum(1 << piece.index for piece in box.pieces if piece.kind is kind)


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
