"""Tables: dice in ranges, ratios in steps, results by row and column, all read within the edge."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grognard.engine.datafile import DataError, Section, TomlFile
from grognard.engine.modifier import capped
from grognard.kit.dice import D6, D10, TWO_D6, Dice
from grognard.kit.tables import Ladder, ResultsTable, clamp, read_block, read_die, read_rows


def section(text: str) -> Section:
    return TomlFile(Path("t.toml"), text).root


def words(part: Section, key: str) -> str:
    return part.text(key)


def test_clamp_holds_a_value_at_the_edge() -> None:
    assert [clamp(value, 1, 3) for value in range(6)] == [1, 1, 2, 3, 3, 3]
    assert [capped(value, 2) for value in (-3, 0, 3)] == [-2, 0, 2]


def test_a_table_of_ranges_and_open_ends() -> None:
    table = read_die(section('"0-" = "a"\n"1-3" = "b"\n"4" = "c"\n"5+" = "d"\n'), -1, 6, words)
    assert "".join(table[die] for die in range(-3, 9)) == "aaaabbbcdddd"
    assert (table.first, table.last) == (-1, 6)


WRONG_DICE = [
    ('"1-3" = "a"\n"5-6" = "b"\n', "says nothing of the die 4"),
    ('"1-3" = "a"\n"3-6" = "b"\n', "the die 3 stands in two ranges"),
    ('"1-7" = "a"\n', "the range 1-7 does not lie within 1-6"),
    ('"one" = "a"\n', "'one' is not a range of the die"),
    ('"1-x" = "a"\n', "'1-x' is not a range of the die"),
    ('"+" = "a"\n', "is not a range of the die"),
    ('"1-3" = 4\n', "not a text"),
]


@pytest.mark.parametrize(("text", "reason"), WRONG_DICE)
def test_wrong_ranges_are_refused(text: str, reason: str) -> None:
    with pytest.raises(DataError, match=reason):
        read_die(section(text), 1, 6, words)


def test_a_ladder_rounds_down_to_the_step_it_reaches() -> None:
    odds = ("1-4", "1-3", "1-2", "3-4", "1-1", "3-2", "2-1", "3-1")
    ladder = Ladder([(step, place) for place, step in enumerate(odds)], below=-1)
    starts = [Fraction(step.replace("-", "/")) for step in odds]
    for attack in range(40):
        for defence in range(13):
            ratio = Fraction(attack, max(defence, 1))
            reached = [place for place, start in enumerate(starts) if ratio >= start]
            assert ladder.step(attack, defence) == (reached[-1] if reached else -1)


def test_a_ladder_tells_what_the_next_step_needs() -> None:
    ladder = Ladder([("1/1", 0), ("3/2", 1), ("2/1", 2)], below=-1)
    for attack in range(30):
        for defence in range(1, 10):
            needed, now = ladder.next_attack(attack, defence), ladder.step(attack, defence)
            if needed is None:
                assert now == 2
            else:
                assert ladder.step(needed, defence) > now == ladder.step(needed - 1, defence)


def test_the_steps_of_a_ladder_rise() -> None:
    with pytest.raises(ValueError, match="rise"):
        Ladder([("2/1", 2), ("1/1", 0)], below=-1)


BLOCK = """crt = '''
die 1/2 1/1
1 a b
2 c d
'''
"""


def cell(text: str) -> str | None:
    return text if text in "abcd" else None


def test_results_are_read_within_the_table() -> None:
    table = read_block(section(BLOCK), "crt", ("1/2", "1/1"), 2, cell, like="a")
    assert [table.result(0, die) for die in (-5, 1, 2, 9)] == ["a", "a", "c", "c"]
    assert [table.column(1, shift) for shift in (-9, -1, 0, 1)] == [0, 0, 1, 1]
    assert [table.row(die) for die in (0, 1, 2, 3)] == [0, 0, 1, 1]


WRONG_BLOCKS = [
    ("die 1/2 1/1", "die 1/2 2/1", 1, "the table opens with: die 1/2 1/1"),
    ("2 c d", "3 c d", 4, "row 2 should stand here"),
    ("2 c d", "2 c", 4, "1 cells for 2 columns"),
    ("2 c d", "2 c x", 4, "'x' is not a result such as a"),
    ("2 c d\n", "", 3, "row 2 is missing"),
    ("2 c d", "2 c d\n3 a b", 5, "row 3 should stand here"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), WRONG_BLOCKS)
def test_a_wrong_block_is_refused_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    with pytest.raises(DataError, match=reason) as caught:
        read_block(section(BLOCK.replace(old, new)), "crt", ("1/2", "1/1"), 2, cell, like="a")
    assert caught.value.line == line


ROWS = '-1 = ["a", "b"]\n0 = ["c", "d"]\n1 = ["a", "a"]\n'


def test_rows_as_lists_may_begin_below_1() -> None:
    table = read_rows(section(ROWS), ("x", "y"), -1, 1, cell, like="a")
    assert isinstance(table, ResultsTable)
    assert [table.result(1, die) for die in (-4, -1, 0, 1, 7)] == ["b", "b", "d", "a", "a"]
    with pytest.raises(DataError, match="2 means nothing here"):
        read_rows(section(f'{ROWS}2 = ["a", "b"]\n'), ("x", "y"), -1, 1, cell, like="a")
    with pytest.raises(DataError, match="lacks 2"):
        read_rows(section(ROWS), ("x", "y"), -1, 2, cell, like="a")


def test_throws_are_faces_side_by_side() -> None:
    assert [throw.noun for throw in D6.throws] == [1, 2, 3, 4, 5, 6]
    assert [throw.noun for throw in D10.throws] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    assert [throw.noun for throw in TWO_D6.throws][:7] == [11, 12, 13, 14, 15, 16, 21]
    assert {throw.verb for throw in TWO_D6.throws} == {"throw"}
    percent = Dice(10, 10)
    assert len(set(percent.throws)) == 100
    assert percent.faces(7) == (10, 7)


def test_totals_of_dice_are_exact() -> None:
    ways = [a + b for a in range(1, 7) for b in range(1, 7)]
    assert all(TWO_D6.totals[total] == Fraction(ways.count(total), 36) for total in ways)
    assert (TWO_D6.least, TWO_D6.most) == (2, 12)
    with pytest.raises(ValueError, match="2 to 10 faces"):
        Dice(6, 20)
