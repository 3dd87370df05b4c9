"""Counters from a text file by declared columns, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grognard.engine.bits import numbers
from grognard.engine.datafile import DataError, Report, Row
from grognard.kit.roster import columns_of, read_roster
from kit.toy import FILES, Piece, load_pieces, write_files

if TYPE_CHECKING:
    from pathlib import Path


def test_the_class_declares_the_columns() -> None:
    assert columns_of(Piece) == tuple(FILES["pieces.csv"].splitlines()[0].split(","))


def test_counters_have_the_order_of_the_file_and_what_their_cells_mean(tmp_path: Path) -> None:
    roster = load_pieces(write_files(tmp_path))
    assert [piece.index for piece in roster.pieces] == [0, 1, 2, 3, 4]
    wagon, third = roster.pieces[2], roster.pieces[roster.by_id["B1"]]
    assert (wagon.side, wagon.strength, wagon.speed, wagon.holds) == (None, 0, 4, False)
    assert (third.side, third.special) == (1, frozenset({"guards", "engineer"}))


def test_sets_of_counters(tmp_path: Path) -> None:
    roster = load_pieces(write_files(tmp_path))
    assert numbers(roster.where(lambda piece: "guards" in piece.special)) == [0, 3]
    assert roster.by(lambda piece: piece.kind if piece.side is not None else "") == {
        "foot": 0b01011,
        "air": 0b10000,
    }


def test_a_counter_cannot_be_changed(tmp_path: Path) -> None:
    piece = load_pieces(write_files(tmp_path)).pieces[0]
    with pytest.raises(AttributeError):
        piece.strength = 9  # type: ignore[misc]


WRONG = [
    ("A1,First", ",First", 2, "this piece has no id"),
    ("A2,Second", "A1,Second", 3, "piece A1 stands here a second time"),
    ("foot,4,6,4", "foot,10,6,4", 2, "strength is 10, more than 9"),
    ("foot,4,6,4", "foot,-1,6,4", 2, "strength is -1, less than 0"),
    ("foot,4,6,4", "foot,four,6,4", 2, "strength is 'four', not a whole number"),
    ("foot,4,6,4", "foot,4,13,4", 2, "move is 13, more than 12"),
    ("foot,4,6,4", "foot,4,6,", 2, "steps is empty, but every piece prints it"),
    ("A1,First,red", "A1,First,blue", 2, "side is 'blue', not one of red, white, none"),
    ("guards,engineer", "guards,swimmer", 5, "special has 'swimmer', not one of guards, engineer"),
    (",guards,yes", ",guards,maybe", 2, "holds is 'maybe', not one of yes, no"),
    ("id,name,side", "id,title,side", 1, "the heading lacks the column name"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), WRONG)
def test_a_wrong_cell_is_refused_with_file_line_and_column(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    assert old in FILES["pieces.csv"]
    write_files(tmp_path, pieces=FILES["pieces.csv"].replace(old, new, 1))
    with pytest.raises(DataError, match=reason) as caught:
        load_pieces(tmp_path)
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "pieces.csv"), line)


def test_cells_that_are_wrong_together_are_the_games_to_refuse(tmp_path: Path) -> None:
    def check(piece: Piece, row: Row) -> None:
        if piece.kind == "air" and piece.steps > 1:
            row.refuse("aircraft have one step")

    wrong = FILES["pieces.csv"].replace("air,,,1", "air,,,2")
    file = write_files(tmp_path, pieces=wrong) / "pieces.csv"
    with pytest.raises(DataError, match=r":6: aircraft have one step"):
        read_roster(file, Piece, Report(), check=check)


def test_a_checker_notes_every_wrong_counter(tmp_path: Path) -> None:
    wrong = FILES["pieces.csv"].replace("foot,4", "foot,44").replace("foot,3", "foot,33")
    problems: list[str] = []
    assert len(load_pieces(write_files(tmp_path, pieces=wrong), problems).pieces) == 3
    assert [problem.rpartition(": ")[2] for problem in problems] == [
        "strength is 44, more than 9",
        "strength is 33, more than 9",
    ]
