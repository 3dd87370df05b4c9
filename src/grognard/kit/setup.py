"""Where counters stand at first, and where others may arrive: data, not rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from grognard.engine.hexmap import HexError
from grognard.kit.board import named_hex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from grognard.engine.datafile import Report, Row, Section
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.kit.roster import PieceT, Roster

Placement: TypeAlias = tuple["PieceIndex", "Hex", int]
"""A counter, its hex and its steps."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A set-up, ready to play from."""

    id: str
    name: dict[str, str]
    reconstructed: bool
    """Whether it is ours rather than printed hex by hex."""
    placements: tuple[tuple[PieceIndex, Hex], ...]
    """Every piece and its hex, from the bottom to the top of each stack."""


def read_placements(
    section: Section,
    map_: HexMap,
    by_id: Mapping[str, PieceIndex],
    owners: Sequence[Seat | None],
    side: Seat,
) -> list[tuple[PieceIndex, Hex]]:
    """Return the pieces of one side and their hexes from ``"0910" = ["A1", "A2"]``."""
    found = []
    for name in section:
        hex_ = named_hex(section, name, map_)
        for id_ in section.texts(name):
            if id_ not in by_id:
                section.refuse(f"no piece is called {id_}", name)
            if owners[by_id[id_]] not in (side, None):
                section.refuse(f"{id_} is of the other side", name)
            found.append((by_id[id_], hex_))
    return found


def read_stacks(
    section: Section,
    map_: HexMap,
    by_id: Mapping[str, PieceIndex],
    most: Sequence[int],
    gone: Pieces,
    report: Report,
    check: Callable[[str, Hex, list[PieceIndex]], None],
) -> tuple[Placement, ...]:
    """Return every piece on the map with its hex and steps from ``"0910" = ["A1", "A2 1"]``.

    `most` are the steps that each piece has at the most, `gone` pieces that stand nowhere; `check`
    refuses what may not stand together in a hex.
    """
    found: dict[PieceIndex, Placement] = {}
    for name in section:
        with report:
            hex_ = named_hex(section, name, map_)
            entries = [_entry(section, entry, by_id, most) for entry in section.texts(name)]
            for (piece, steps), entry in zip(entries, section.texts(name), strict=True):
                if piece in found or gone >> piece & 1:
                    section.refuse(f"{entry.partition(' ')[0]} is in two places", name)
                found[piece] = (piece, hex_, steps)
            check(name, hex_, [piece for piece, _ in entries])
    return tuple(found.values())


def _entry(
    section: Section, entry: str, by_id: Mapping[str, PieceIndex], most: Sequence[int]
) -> tuple[PieceIndex, int]:
    name, _, left = entry.partition(" ")
    piece = piece_called(section, name, by_id)
    steps = int(left) if left.isdigit() else most[piece]
    if not 1 <= steps <= most[piece] or (left and not left.isdigit()):
        section.refuse(f"{name} cannot have {left} steps of {most[piece]}", name)
    return piece, steps


def piece_called(section: Section, name: str, by_id: Mapping[str, PieceIndex]) -> PieceIndex:
    """Return the counter of that name."""
    if name not in by_id:
        section.refuse(f"there is no counter {name}", name)
    return by_id[name]


class Arriving(Protocol):
    """A counter that may arrive later; of one that does not, the turn is 0."""

    @property
    def index(self) -> PieceIndex:
        """Its number."""

    @property
    def id(self) -> str:
        """What it is called."""

    @property
    def turn(self) -> int:
        """When it arrives."""


def refuse_missing(
    section: Section,
    pieces: Iterable[Arriving],
    placements: Iterable[Placement],
    gone: Pieces,
    first: int,
) -> None:
    """See that every piece due before the first turn stands somewhere or is gone, and no other."""
    placed, missing, early = sum(1 << piece for piece, _, _ in placements), [], []
    for piece in pieces:
        if piece.turn < first and not (placed | gone) >> piece.index & 1:
            missing.append(piece.id)
        elif piece.turn >= first and placed >> piece.index & 1:
            early.append(piece)
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        section.refuse(f"{', '.join(missing)} {verb} neither on the map nor lost", "stacks")
    for piece in early:
        section.refuse(f"{piece.id} arrives on turn {piece.turn}", piece.id)


def hexes_of_column(roster: Roster[PieceT], column: str, map_: HexMap) -> dict[PieceIndex, Hex]:
    """Return by piece the hex of a column of its row, where there is one."""
    found = {}
    for piece, row in zip(roster.pieces, roster.rows, strict=True):
        if row[column]:
            found[piece.index] = _hex(row, row[column], map_)
    return found


def read_places(row: Row, column: str, map_: HexMap, areas: Mapping[str, Region]) -> Region:
    """Return the hexes that a cell names: printed numbers and areas, parted by blanks."""
    found = 0
    for word in row[column].split():
        found |= areas[word] if word in areas else 1 << _hex(row, word, map_)
    return found


def _hex(row: Row, name: str, map_: HexMap) -> Hex:
    try:
        return map_.hex(name)
    except HexError as error:
        row.refuse(str(error))
