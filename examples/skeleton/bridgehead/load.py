"""What is printed, read from text files: a wrong cell is refused with file, line and reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grognard import DataError, Paths, Report, Seat, Texts, TomlFile
from grognard.kit.board import SideKind, read_board, read_frame, without
from grognard.kit.counters import Material
from grognard.kit.files import DataFiles
from grognard.kit.losses import read_losses
from grognard.kit.roster import column, counter, needed, one_of, read_roster, whole
from grognard.kit.setup import hexes_of_column
from grognard.kit.tables import Ladder, ResultsTable, read_block

if TYPE_CHECKING:
    from pathlib import Path

    from grognard import Hex, PieceIndex
    from grognard.engine.datafile import Row
    from grognard.kit.board import Beyond, Board
    from grognard.kit.losses import Losses

SEATS = ("blue", "red")
GROUNDS = ("clear", "woods")
RATIOS = ("1/2", "1/1", "2/1", "3/1")
LOSSES = ("attacker_loses", "defender_loses")
LADDER = Ladder([(ratio, number) for number, ratio in enumerate(RATIOS)], below=0)
SIDES = tuple(SideKind(name) for name in ("river", "bridge", "road"))
FILES = DataFiles("bridgehead", "map.toml", "hexes.csv", "sides.csv", "pieces.csv", "tables.toml")
TEXTS = Texts(FILES.bundled / "texts.toml")


@counter
class Piece:
    """A counter of two steps."""

    index: int
    id: str = column(needed)
    side: Seat = column(one_of({name: seat for seat, name in enumerate(SEATS)}))
    kind: str = column(needed)
    strength: int = column(whole(1, 9))
    move: int = column(whole(1, 9))


@dataclass(frozen=True, eq=False)
class Scenario:
    """Everything printed; it never changes, and every position shares it."""

    name: str
    turns: int
    town: Hex
    board: Board
    ground: tuple[str, ...]
    """By hex: ``clear``, ``woods`` or ``town``."""
    wet: Beyond
    """By hex: the neighbours across a river without a bridge."""
    pieces: tuple[Piece, ...]
    start: dict[PieceIndex, Hex]
    results: ResultsTable[Losses]
    shifts: dict[str, int]
    paths: Paths
    material: Material


def load(directory: Path | None = None) -> Scenario:
    """Return the scenario of a directory; files that it lacks are our own."""
    found = FILES.opened(directory)
    map_file, hexes, sides, pieces, tables = FILES.all(found)
    frame, report = read_frame(map_file), Report()
    columns = ("terrain", "settlement", "name")
    board = read_board(frame, hexes, {sides: SIDES}, report, columns=columns, check=_check)
    roster = read_roster(pieces, Piece, report, unread=("hex",))
    start = hexes_of_column(roster, "hex", board.map)
    if len(set(start.values())) < len(roster.pieces):
        raise DataError(pieces, 1, "every counter begins in a hex of its own")
    root = TomlFile(tables).root
    wet = without(board.beyond("river"), board.beyond("bridge"))
    towns, terrain = board.words("settlement"), board.words("terrain")
    ground = tuple(town or plain for town, plain in zip(towns, terrain, strict=True))
    cost, shift = root.section("cost"), root.section("shift")
    costs = {one: cost.number(one, least=0) for one in (*GROUNDS, "town", "river")}

    def step(here: Hex, there: Hex) -> int:
        return costs[ground[there]] + (costs["river"] if wet[here] >> there & 1 else 0)

    return Scenario(
        name=frame.section.text("name"),
        turns=frame.section.number("turns", least=1),
        town=board.map.hex(frame.section.text("town")),
        board=board,
        ground=ground,
        wet=wet,
        pieces=roster.pieces,
        start=start,
        results=read_block(root, "results", RATIOS, 6, read_losses, like="1/2"),
        shifts={reason: shift.number(reason) for reason in ("woods", "town", "river")},
        paths=Paths(board.map, step),
        material=Material.of(
            "standard" if found is None else found.name,
            *(board.map, SEATS, roster.pieces),
            steps=lambda piece: 2,
        ),
    )


def _check(row: Row) -> None:
    row.word("terrain", GROUNDS)
    row.word("settlement", ("", "town"))
