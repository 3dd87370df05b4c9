"""The combat results table of East Front: reconstructed, marked so, and monotone."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from grognard.engine.datafile import DataError
from grognard.games.eastfront.charts import DATA, Charts, Result, load_charts, parse_result

if TYPE_CHECKING:
    from pathlib import Path

CHARTS = load_charts()


def test_columns_run_from_1_4_to_10_1_with_3_4_and_3_2() -> None:
    """EF-15 - fifteen columns in rising order, rows for a die of 1 to 10 and a cap of 3."""
    assert CHARTS.columns[:7] == ("1-4", "1-3", "1-2", "3-4", "1-1", "3-2", "2-1")
    assert CHARTS.columns[7:] == tuple(f"{odds}-1" for odds in range(3, 11))
    assert CHARTS.columns[CHARTS.ratio.step(3, 4)] == "3-4"
    assert CHARTS.columns[CHARTS.ratio.step(299, 400)] == "1-2"
    assert (CHARTS.results.first, len(CHARTS.results.rows)) == (-2, 16)


def test_the_table_is_marked_reconstructed_and_the_printed_ones_are_not() -> None:
    """EF-15 - what is ours is not passed off as print."""
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    assert data["combat"]["reconstructed"] is True
    assert CHARTS.reconstructed
    for name in ("overrun", "retreat", "surrender"):
        assert data[name]["reconstructed"] is False
        assert data[name]["source"] == "sheet"


def weigh(cell: Result) -> tuple[int, int, int, int]:
    """Return four numbers, each of them more for a result better for the attacker."""
    return (
        -99 if cell.attacker_eliminated else -cell.attacker_steps,
        -1 if cell.asterisk or cell.attacker_eliminated else 0,
        99 if cell.defender_eliminated else cell.defender_steps,
        1 if cell.retreat or cell.defender_eliminated else 0,
    )


def test_better_odds_are_never_worse() -> None:
    """EF-15 - along every row: losses of both sides, asterisk, retreat."""
    for row in CHARTS.results.rows:
        for worse, better in pairwise(row):
            assert all(a <= b for a, b in zip(weigh(worse), weigh(better), strict=True))


def test_a_lower_die_is_never_worse() -> None:
    """EF-15 - down every column: losses of both sides, asterisk, retreat."""
    for column in CHARTS.columns:
        for die in range(-2, 13):
            low, high = CHARTS.result(column, die), CHARTS.result(column, die + 1)
            assert all(a >= b for a, b in zip(weigh(low), weigh(high), strict=True))


@pytest.mark.parametrize(
    ("column", "faces"), [("1-1", 2), ("2-1", 5), ("3-1", 7), ("4-1", 8), ("6-1", 10)]
)
def test_the_defender_retreats_as_often_as_the_reconstruction_meant(
    column: str, faces: int
) -> None:
    """EF-15 - without modifiers: 20 % at 1-1, 50 % at 2-1, 70 %, 80 %, always from 6-1."""
    assert sum(CHARTS.result(column, die).retreat for die in range(1, 11)) == faces


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("e/-", Result("e/-", attacker_eliminated=True)),
        ("3*/-", Result("3*/-", attacker_steps=3, asterisk=True)),
        ("*/1R", Result("*/1R", asterisk=True, defender_steps=1, retreat=True)),
        ("-/e", Result("-/e", defender_eliminated=True)),
    ],
)
def test_cells_are_read_as_printed(text: str, cell: Result) -> None:
    """EF-15 - number, asterisk, R, e and -."""
    assert parse_result(text) == cell


@pytest.mark.parametrize("text", ["", "/", "1*", "-/", "x/1", "1/1/1", "/1R"])
def test_a_cell_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no result"):
        parse_result(text)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [('"e/-", "e/-", "3*/-"', '"q/-", "e/-", "3*/-"', "q/-"), ('"e/-", "3*/-", ', "", "13 cells")],
)
def test_a_broken_row_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    text = DATA.read_text(encoding="utf-8")
    file = tmp_path / "charts.toml"
    at = text.index('"7" =')
    file.write_text(text[:at] + text[at:].replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=rf"charts\.toml:\d+: .*{reason}"):
        Charts(file)
