"""Where counters stand at first, and where others may arrive: data, not rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grognard.engine.hexmap import HexError
from grognard.kit.board import named_hex

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grognard.engine.datafile import Row, Section
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.engine.meaning import PieceIndex
    from grognard.kit.roster import PieceT, Roster


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
