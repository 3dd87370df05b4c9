"""Read the counters: pieces.csv; `printed.Piece` declares its columns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from grognard.games.bautzen.printed import Kind, Piece
from grognard.kit.roster import read_roster

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.datafile import Report, Row

NATIONALITIES: Final = ("german", "polish", "soviet")


def read_pieces(file: Path, report: Report) -> tuple[Piece, ...]:
    """Return the counters in the order of the file."""
    pieces = read_roster(file, Piece, report, check=_check).pieces
    sizes = Counter(piece.formation for piece in pieces)
    # 5.6 - the headquarters of corps and armies are those whose formation has no other counter.
    return tuple(
        replace(piece, is_senior_hq=piece.kind is Kind.HQ and sizes[piece.formation] == 1)
        for piece in pieces
    )


def _check(piece: Piece, row: Row) -> None:
    if (piece.side is None) != (piece.kind is Kind.CONVOY):
        row.refuse("a supply column, and nothing else, is of either side")
    if piece.kind is not Kind.CONVOY:
        row.word("nationality", NATIONALITIES)
