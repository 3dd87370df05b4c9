"""The combat table as printed: its grammar, its owners, its restored cells, its order by morale."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from grognard.engine.datafile import DataError
from grognard.games.petrograd.table import (
    DATA,
    MORALES,
    CombatTable,
    Effect,
    Half,
    Role,
    load_table,
    parse_half,
    parse_option,
)

if TYPE_CHECKING:
    from pathlib import Path

TABLE = load_table()
CODES = [
    ("-", Effect()),
    ("1", Effect(losses=1)),
    ("2r", Effect(losses=2, retreat=1)),
    ("rd", Effect(retreat=1, disorganised=True)),
    ("r2 d", Effect(retreat=2, disorganised=True)),
    ("1 r2", Effect(losses=1, retreat=2)),
    ("1rd", Effect(losses=1, retreat=1, disorganised=True)),
    ("dr", Effect(retreat=2, rout=True)),
    ("2dr", Effect(losses=2, retreat=2, rout=True)),
    ("1R", Effect(losses=1, surrender=True)),
    ("0R", Effect(surrender=True)),
    ("da1", Effect(disorganised=True, advance=1)),
    ("1d a", Effect(losses=1, disorganised=True, advance=2)),
    ("a1", Effect(advance=1)),
    ("a", Effect(advance=2)),
]


@pytest.mark.parametrize(("text", "result"), CODES)
def test_codes_of_an_option_apply_together(text: str, result: Effect) -> None:
    """PG-6a losses, PG-6b a, PG-6c a1, PG-6d d, PG-6e r and r2, PG-6f dr, PG-6g R and nR."""
    assert parse_option(text).effect == result


@pytest.mark.parametrize("text", ["", "x", "1q", "r3x"])
def test_an_unknown_code_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no option"):
        parse_option(text)


def test_a_slash_is_the_owners_choice() -> None:
    """PG-5a - each owner chooses among his own options."""
    for role in Role:
        cell = parse_half("r / d / 1", role)
        assert [option.text for option in cell.options] == ["r", "d", "1"]
        assert cell.chooser is role


def test_d_hands_the_attackers_choice_to_the_defender() -> None:
    """PG-5b - D: the defender chooses for his adversary."""
    cell = parse_half("D: 2 / 1r / 1d", Role.ATTACKER)
    assert cell.chooser is Role.DEFENDER
    assert [option.text for option in cell.options] == ["2", "1r", "1d"]
    owned = {cell.role for half in TABLE.halves.values() for cell in half if "D:" in cell.text}
    assert owned == {Role.ATTACKER}


def test_the_table_has_15_columns_6_rows_and_two_halves() -> None:
    """PG-1a - the columns run from 1- to 15; PG-1b - each side has a half of its own."""
    assert TABLE.columns == ("1-", *map(str, range(2, 16)))
    assert {len(half) for half in TABLE.halves.values()} == {15}
    assert set(TABLE.halves) == {(role, morale) for role in Role for morale in range(1, 7)}


PRINTED = [
    (Role.ATTACKER, 6, "1-", "D: 2r / 2d"),
    (Role.DEFENDER, 6, "1-", "- / a1"),
    (Role.ATTACKER, 1, "1-", "1R"),
    (Role.ATTACKER, 3, "2", "D: 1r / 1d / rd"),
    (Role.ATTACKER, 6, "4", "D: 2 / 1r / 1d"),
    (Role.ATTACKER, 6, "9", "1 a / d"),
    (Role.DEFENDER, 6, "9", "1 / rd / r2"),
    (Role.DEFENDER, 6, "11", "r2 d / 1r / 1d"),
    (Role.ATTACKER, 2, "12", "1a1 / da1"),
    (Role.DEFENDER, 6, "13", "1 r2 / 1rd"),
    (Role.DEFENDER, 3, "14", "1R"),
    (Role.DEFENDER, 3, "15", "0R"),
    (Role.DEFENDER, 6, "15", "2dr"),
]


@pytest.mark.parametrize(("role", "morale", "column", "text"), PRINTED)
def test_cells_read_as_printed(role: Role, morale: int, column: str, text: str) -> None:
    """PG-1b - a side's half stands on the row of its own morale."""
    assert TABLE.half(role, morale, column).text == text


def test_column_7_is_blank_for_everybody() -> None:
    """PG-4b - in column 7 nobody wins and nothing happens."""
    cells = [TABLE.half(role, morale, "7") for role in Role for morale in MORALES]
    assert all(cell.options[0].effect == Effect() for cell in cells)
    assert all(len(cell.options) == 1 for cell in cells)


RESTORED = {
    (Role.ATTACKER, 5, "4", "1r / rd"),
    (Role.ATTACKER, 4, "4", "D: 1r / rd"),
    (Role.ATTACKER, 3, "4", "D: 1r / rd"),
    (Role.ATTACKER, 3, "5", "D: 1 / rd"),
    (Role.ATTACKER, 2, "4", "D: 1r / rd"),
    (Role.ATTACKER, 2, "5", "D: 1 / rd"),
    (Role.ATTACKER, 2, "6", "D: r / d"),
    (Role.ATTACKER, 1, "4", "D: 1r / rd"),
    (Role.ATTACKER, 1, "5", "D: 1 / rd"),
    (Role.ATTACKER, 1, "6", "D: r / d"),
    (Role.DEFENDER, 4, "3", "- / da1"),
    (Role.DEFENDER, 3, "2", "- / da1"),
    (Role.DEFENDER, 3, "3", "- / da1"),
    (Role.DEFENDER, 2, "6", "r / d"),
    (Role.DEFENDER, 1, "6", "r / d"),
}


def test_the_restored_cells_are_listed_and_marked() -> None:
    """PG-1b - thirteen cells of damaged print, fifteen halves, are shown as restored."""
    found = {(cell.role, morale, column, cell.text) for morale, column, cell in TABLE.restored()}
    assert found == RESTORED
    assert len({(morale, column) for _, morale, column, _ in RESTORED}) == 13


def severity(result: Effect) -> tuple[int, int, int, int, int, int]:
    """Order results from light to heavy.

    Surrender, and the fewer fell before it the heavier; then rout; then losses; then hexes of
    retreat; then disorganisation; and of what is equal, the shorter advance is the heavier.
    """
    captive = 9 - result.losses if result.surrender else 0
    return (
        captive,
        result.rout,
        result.losses,
        result.retreat,
        result.disorganised,
        -result.advance,
    )


def burden(cell: Half) -> tuple[int, ...]:
    """Return the severity that a side must bear: the lightest it may choose, or the heaviest."""
    found = [severity(option.effect) for option in cell.options]
    return min(found) if cell.chooser is cell.role else max(found)


PRINT_EXCEPTIONS = {(Role.ATTACKER, "4", 6)}
"""Column 4: m6 prints "D: 2 / 1r / 1d", heavier than the "1r / rd" of m5, which prints no D."""


def test_both_halves_are_monotone_in_their_own_sides_morale() -> None:
    """PG-1b - a better morale is never worse for its side, but for one cell of print."""
    worse = {
        (role, column, better)
        for role in Role
        for column in TABLE.columns
        for lower, better in pairwise(MORALES)
        if burden(TABLE.half(role, better, column)) > burden(TABLE.half(role, lower, column))
    }
    assert worse == PRINT_EXCEPTIONS


def _broken(tmp_path: Path, old: str, new: str) -> Path:
    text = DATA.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "combat.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


def test_a_cell_that_cannot_be_read_is_refused_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"combat\.toml:\d+: .*zz"):
        CombatTable(_broken(tmp_path, "2r / 2d", "2zz / 2d"))


def test_a_row_of_the_wrong_length_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="m6 has 14 cells, not 15"):
        CombatTable(_broken(tmp_path, '  "a | 2dr",\n', ""))
