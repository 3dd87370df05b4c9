"""Read the counters: pieces.csv."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import Row, read_rows
from grognard.games.bautzen.printed import Kind, Piece, Side

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.datafile import Report

COLUMNS: Final = (
    *("id", "name", "side", "nationality", "formation", "kind", "size"),
    *("attack", "defence", "movement"),
    *("reduced_attack", "reduced_defence", "reduced_movement"),
    *("support", "range", "steps", "stacking", "reinforcement", "band", "note"),
)
SIDES: Final = {"german": Side.GERMAN, "allied": Side.ALLIED, "either": None}
KINDS: Final = {kind.value: kind for kind in Kind}
NATIONALITIES: Final = ("german", "polish", "soviet")
SUPPORTING: Final = (Kind.HQ, Kind.ARTILLERY)


def read_pieces(file: Path, report: Report) -> tuple[Piece, ...]:
    """Return the counters in the order of the file."""
    found: dict[str, Piece] = {}
    for row in read_rows(file, *COLUMNS):
        with report:
            piece = _piece(row, len(found))
            if piece.id in found:
                row.refuse(f"piece {piece.id} stands here a second time")
            found[piece.id] = piece
    return _with_senior_headquarters(tuple(found.values()))


def _piece(row: Row, index: int) -> Piece:
    kind = KINDS[row.word("kind", KINDS)]
    side = SIDES[row.word("side", SIDES)]
    if not row["id"]:
        row.refuse("this piece has no id")
    if (side is None) != (kind is Kind.CONVOY):
        row.refuse("a supply column, and nothing else, is of either side")
    if kind is not Kind.CONVOY:
        row.word("nationality", NATIONALITIES)
    steps = _steps(row, kind)
    return Piece(
        index=index,
        id=row["id"],
        name=row["name"],
        side=side,
        nationality=row["nationality"],
        formation=row["formation"],
        kind=kind,
        size=row["size"],
        attack=_by_steps(row, "attack", steps, needed=_fights(kind)),
        defence=_by_steps(row, "defence", steps, needed=_fights(kind)),
        movement=_by_steps(row, "movement", steps, needed=kind is not Kind.AIR),
        support=_value(row, "support", needed=kind in SUPPORTING),
        range=_value(row, "range", needed=kind in SUPPORTING),
        steps=steps,
        stacking=_value(row, "stacking", needed=True),
        is_reinforcement=row.word("reinforcement", ("yes", "no")) == "yes",
        is_senior_hq=False,
        band=row["band"],
        note=row["note"],
    )


def _fights(kind: Kind) -> bool:
    """Whether the counter prints an attack and a defence."""
    return kind not in (*SUPPORTING, Kind.CONVOY, Kind.AIR)


def _steps(row: Row, kind: Kind) -> int:
    """1.3 - one step or two; aircraft have none."""
    steps = _value(row, "steps", needed=kind is not Kind.AIR)
    if kind is not Kind.AIR and steps not in (1, 2):
        row.refuse(f"steps is {steps}, neither 1 nor 2")
    if steps == 2 and not _fights(kind):
        row.refuse(f"a two-step {kind.value} is unknown to the rules")
    return steps


def _by_steps(row: Row, column: str, steps: int, *, needed: bool) -> tuple[int, ...]:
    """Return a value by steps left: nothing, the reduced face if there is one, the full face."""
    full = _value(row, column, needed=needed)
    reduced = _value(row, f"reduced_{column}", needed=needed and steps == 2)
    if steps != 2 and row[f"reduced_{column}"]:
        row.refuse(f"reduced_{column} is given, but the piece has no second step")
    return {0: (0,), 1: (0, full), 2: (0, reduced, full)}[steps]


def _value(row: Row, column: str, *, needed: bool) -> int:
    """Return a printed number, 0 where none is printed."""
    value = row.number(column)
    if value is None:
        if needed:
            row.refuse(f"{column} is empty, but every {row['kind']} prints it")
        return 0
    if value < 0:
        row.refuse(f"{column} is {value}, less than 0")
    return value


def _with_senior_headquarters(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """5.6 - mark the headquarters whose formation has no other counter: corps and army."""
    sizes = Counter(piece.formation for piece in pieces)
    return tuple(
        replace(piece, is_senior_hq=piece.kind is Kind.HQ and sizes[piece.formation] == 1)
        for piece in pieces
    )
