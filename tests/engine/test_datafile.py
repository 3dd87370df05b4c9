"""Data files: what is wrong is refused with file, line and reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grognard.engine.datafile import DataError, Report, Section, TomlFile, read_rows, read_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TOML = """\
# turns is not here
name = "a game"
turns = 6

[limits] # limits of something
air = 2
names = ["a", "b"]
open = true

[limits.deep]
turns = 7

[[area]]
side = "german"

[[area]]
side = "allied"
"""


@pytest.fixture
def root(tmp_path: Path) -> Section:
    file = tmp_path / "game.toml"
    file.write_text(TOML, encoding="utf-8")
    return TomlFile(file).root


def test_an_error_reads_file_line_reason() -> None:
    error = DataError("map.toml", 12, "no hex 9999")
    assert str(error) == "map.toml:12: no hex 9999"
    assert (error.file, error.line, error.reason) == ("map.toml", 12, "no hex 9999")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.toml:1: this file is missing"):
        read_text(tmp_path / "none.toml")


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "latin.csv"
    file.write_bytes("Löbau".encode("latin-1"))
    with pytest.raises(DataError, match="cannot be read as UTF-8"):
        read_text(file)


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\nb = = 2\n", 2), ("a = 1\nb = 2\na = 3\n", 3), ('a = 1\nb = """open\nend\n', 3)],
)
def test_bad_toml_is_refused_on_its_line(tmp_path: Path, text: str, line: int) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as refusal:
        TomlFile(file)
    assert refusal.value.line == line


def test_a_word_is_found_by_itself_and_outside_comments(root: Section) -> None:
    assert root.file.line_of("turns") == 3
    assert root.file.line_of("[limits.deep]", "turns") == 11
    assert root.file.line_of("deep") == 10
    assert root.file.line_of("tur") == 1


def test_values_of_the_right_type_are_returned(root: Section) -> None:
    limits = root.section("limits")
    assert root.text("name") == "a game"
    assert root.number("turns", least=1) == 6
    assert (limits.texts("names"), limits.flag("open")) == (["a", "b"], True)
    assert [area.text("side", "german", "allied") for area in root.sections("area")] == [
        "german",
        "allied",
    ]


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda root: root.number("name"), ":2: name is 'a game', not a whole number"),
        (lambda root: root.text("turns"), ":3: turns is 6, not a text"),
        (lambda root: root.number("turns", least=7), ":3: turns is 6, less than 7"),
        (lambda root: root.flag("turns"), ":3: turns is 6, neither true nor false"),
        (lambda root: root.section("limits").number("open"), ":8: open is True, not a whole"),
        (lambda root: root.section("limits").numbers("names"), ":7: names is ['a', 'b'], not a l"),
        (lambda root: root.texts("name"), ":2: name is 'a game', not a list of texts"),
        (lambda root: root.lists("name"), ":2: name is 'a game', not a list of lists"),
        (lambda root: root.section("turns"), ":3: turns is 6, not a table"),
        (lambda root: root.sections("turns"), ":3: turns is 6, not a list of tables"),
        (lambda root: root.section("limits").text("sea"), ":5: [limits] lacks sea"),
        (lambda root: root.text("sea"), ":1: this file lacks sea"),
        (
            lambda root: root.section("limits").section("deep").number("turns", least=8),
            ":11: turns is 7",
        ),
        (
            lambda root: root.sections("area")[1].text("side", "german"),
            ":17: side is 'allied', not one of german",
        ),
        (lambda root: root.sections("area")[1].finish(), ":17: side means nothing here"),
    ],
)
def test_a_wrong_value_is_refused_on_its_line(
    root: Section, read: Callable[[Section], object], message: str
) -> None:
    with pytest.raises(DataError) as refusal:
        read(root)
    assert str(refusal.value).startswith(f"{root.file.file}{message}")


def test_rows_know_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    file.write_text("id,steps\na,1\nb,\nc,-2\nd,two\n", encoding="utf-8")
    rows = list(read_rows(file, "id", "steps"))
    assert [row.line for row in rows] == [2, 3, 4, 5]
    assert [row.number("steps") for row in rows[:3]] == [1, None, -2]
    with pytest.raises(DataError, match=r"rows\.csv:5: steps is 'two', not a whole number"):
        rows[3].number("steps")
    with pytest.raises(DataError, match=r"rows\.csv:2: id is 'a', not one of b, nothing"):
        rows[0].word("id", ("b", ""))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id\na\n", ":1: the heading lacks the column steps"),
        ("id,steps,colour\na,1,red\n", ":1: the heading has the unknown column colour"),
        ("id,steps\na,1\nb\n", ":3: the number of cells differs from the heading's"),
        ("id,steps\na,1,2\n", ":2: the number of cells differs from the heading's"),
    ],
)
def test_a_csv_file_of_the_wrong_shape_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "rows.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as refusal:
        list(read_rows(file, "id", "steps"))
    assert str(refusal.value) == f"{file}{message}"


def test_a_report_raises_or_notes() -> None:
    problems: list[str] = []
    with Report(problems):
        raise DataError("a.csv", 3, "wrong")
    assert problems == ["a.csv:3: wrong"]
    with pytest.raises(DataError), Report():
        raise DataError("a.csv", 3, "wrong")
    with pytest.raises(KeyError), Report(problems):
        raise KeyError("a fault of the program is never noted as one of the file")
