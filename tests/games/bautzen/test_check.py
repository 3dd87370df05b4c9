"""`grognard check` finds all that is wrong with a scenario, and says it once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from games.bautzen.test_wrong_data import DATA, WRONG
from grognard.commands.mending import problems
from grognard.engine.registry import game
from grognard.games.bautzen.load import FILES

if TYPE_CHECKING:
    from pathlib import Path

GAME = game("bautzen")
TEXTS = {name: (DATA / name).read_text(encoding="utf-8") for name in FILES}


def check(directory: Path, **changed: str) -> list[str]:
    """Return what is wrong with a scenario whose files are changed: ``hexes=...``."""
    for name, text in TEXTS.items():
        new = changed.get(name.partition(".")[0], text)
        (directory / name).write_text(new, encoding="utf-8")
    return [problem.removeprefix(f"{directory}/") for problem in problems(GAME, directory)]


def test_a_sound_scenario_has_nothing_wrong(tmp_path: Path) -> None:
    assert check(tmp_path) == []


@pytest.mark.parametrize("name", ["piece.csv", "Hexes.csv", "sides.csv.txt", "Tables.TOML"])
def test_a_misnamed_file_is_found(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("", encoding="utf-8")
    (found,) = check(tmp_path)
    assert found.startswith(f"{name}:1: no file of bautzen is called so, and nobody reads it")
    assert "there are: map.toml, hexes.csv" in found


def test_notes_beside_the_data_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("mine", encoding="utf-8")
    assert check(tmp_path) == []


MANY = {
    "map.toml": (
        "columns is 'many'",
        "this file lacks scale",
        "title means",
        "no road",
        "no hex 99",
    ),
    "hexes.csv": ("terrain is 'swamp'", "height is 'high'", "has no name", "source is 'x'"),
    "sides.csv": ("do not touch", "kind is 'path'"),
    "pieces.csv": ("13/5DP stands", "kind is 'cavalry'", "side is 'axis'", "steps is 3"),
    "tables.toml": ("7 cells for 8", "concentric is 1.5", "dominant is 'air'", "the die 3 stands"),
    "scenario.toml": ("first is 'x'", "convoy_command is", "source_close", "215RD", "near", "1512"),
}


@pytest.mark.parametrize("file", MANY)
def test_one_error_does_not_hide_another(tmp_path: Path, file: str) -> None:
    """As many things as can be wrong at once with one file are all told."""
    text, reasons = TEXTS[file], []
    for name, old, new, _, reason in WRONG:
        if name == file and any(part in f"{new} {reason}" for part in MANY[file]) and old in text:
            text = text.replace(old, new, 1)
            reasons.append(reason)
    assert len(reasons) >= 2
    found = "\n".join(check(tmp_path, **{file.partition(".")[0]: text}))
    assert [reason for reason in reasons if reason not in found] == []


def test_errors_of_a_file_are_told_with_their_lines(tmp_path: Path) -> None:
    text = TEXTS["scenario.toml"]
    text = text.replace('first = "german"', 'first = "nobody"').replace("needed = 2", "needed = 9")
    text = re.sub(r"^turns = .*\n", "", text, count=1, flags=re.MULTILINE)
    found = check(tmp_path, scenario=text)
    lines = text.splitlines()
    assert len(found) == 3
    first = lines.index('first = "nobody"') + 1
    assert any(problem.startswith(f"scenario.toml:{first}: first is") for problem in found)
    needed = next(n for n, line in enumerate(lines, 1) if line.startswith("needed = 9"))
    assert any(problem.startswith(f"scenario.toml:{needed}: needed is 9") for problem in found)
    assert any("this file lacks turns" in problem for problem in found)


def test_two_errors_of_a_row_are_both_told(tmp_path: Path) -> None:
    text = TEXTS["hexes.csv"].replace("0102,woods,,,,", "0102,lava,hut,,,")
    found = check(tmp_path, hexes=text)
    assert [problem.split(",")[0] for problem in found] == [
        "hexes.csv:3: terrain is 'lava'",
        "hexes.csv:3: settlement is 'hut'",
    ]


def test_a_byte_order_mark_is_no_letter(tmp_path: Path) -> None:
    marked = {name.partition(".")[0]: "\ufeff" + text for name, text in TEXTS.items()}
    assert check(tmp_path, **marked) == []


def test_lost_zeros_are_told_once_a_file(tmp_path: Path) -> None:
    hexes = re.sub(r"^0", "", TEXTS["hexes.csv"], flags=re.MULTILINE)
    sides = re.sub(r"\b0(\d{3})\b", r"\1", TEXTS["sides.csv"])
    first, second = check(tmp_path, hexes=hexes, sides=sides)
    assert first.startswith("hexes.csv:2: '101' has lost its leading zero (0101), as have ")
    assert second.startswith("sides.csv:2: '701' has lost its leading zero (0701), as have ")


def test_cells_parted_by_semicolons_are_named_as_that(tmp_path: Path) -> None:
    found = check(tmp_path, hexes=TEXTS["hexes.csv"].replace(",", ";"))
    assert "cells are parted by commas, not by semicolons" in found[0]


@pytest.mark.parametrize("side", ["german", "allied"])
def test_a_side_without_a_source_is_found(tmp_path: Path, side: str) -> None:
    text = re.sub(rf",{side}$", ",", TEXTS["hexes.csv"], flags=re.MULTILINE)
    found = check(tmp_path, hexes=text)
    assert any(f"no hex is a source of supply of the {side} side" in problem for problem in found)


def twice_wrong(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("name", "changes", "expected"),
    [
        (
            "tables",
            [("\n5    2/1  2/1", "\nzz   2/1  2/1"), ("\n6    2/1  2/2", "\n6    2/1  zz")],
            ["row 5 should stand here", "'zz' is not a result"],
        ),
        (
            "tables",
            [("5/1  6/1  7/1\n", "5/1  zz  7/1\n"), ("\n7    1/1", "\n7    yy")],
            ["the table opens with", "'yy' is not a result"],
        ),
        ("tables", [("\n5    2/1", "\nzz    yy")], ["row 5 should stand here", "'yy' is not a"]),
        (
            "hexes",
            [("\n1711,difficult+woods,", "\nzz,yy,")],
            ["'zz' is not a hex number", "terrain is 'yy'"],
        ),
        ("sides", [("\nroad,2204,2205", "\nzz,2204,yy")], ["kind is 'zz'", "'yy' is not a hex"]),
    ],
)
def test_one_error_hides_no_other_of_the_same_table_or_row(
    tmp_path: Path, name: str, changes: list[tuple[str, str]], expected: list[str]
) -> None:
    file = next(file for file in TEXTS if file.partition(".")[0] == name)
    found = check(tmp_path, **{name: twice_wrong(TEXTS[file], *changes)})
    assert len(found) == 2, found
    for problem, words in zip(found, expected, strict=True):
        assert words in problem


def test_the_same_word_wrong_in_many_places_is_told_of_each(tmp_path: Path) -> None:
    """Such as a counter that was given another name, and stands in several set-ups."""
    text = TEXTS["scenario.toml"]
    for name in ("30/9DP", "33/7DP", "37/7DP", "29/10DP", "50/15GRD"):
        assert f'"{name}"' in text
        text = text.replace(f'"{name}"', '"9/9XX"')
    lines = [n for n, line in enumerate(text.splitlines(), 1) if "9/9XX" in line]
    assert len(lines) == 5
    found = check(tmp_path, scenario=text)
    assert found == [f"scenario.toml:{n}: no piece is called 9/9XX" for n in lines]
