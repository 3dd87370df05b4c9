"""`grognard check` tells everything that is wrong with the files of a scenario, of every game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import pytest

from grognard.commands.mending import likeliest, problems
from grognard.engine.journal import JournalError
from grognard.engine.registry import game
from grognard.engine.session import Session

if TYPE_CHECKING:
    from pathlib import Path

GAMES = ("bautzen", "petrograd", "luga")


def texts_of(name: str) -> dict[str, str]:
    files = (file for file in game(name).data_files() if file.is_file())
    return {file.name: file.read_text(encoding="utf-8") for file in files}


def check(name: str, directory: Path, texts: dict[str, str]) -> list[str]:
    """Return what is wrong with a scenario of these texts."""
    directory.mkdir(exist_ok=True)
    for file, text in texts.items():
        (directory / file).write_text(text, encoding="utf-8")
    return [problem.replace(f"{directory}/", "") for problem in problems(game(name), directory)]


class Error(NamedTuple):
    """A line of a file that is made wrong."""

    file: str
    line: int
    text: str

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}:"


def errors_of(texts: dict[str, str]) -> list[Error]:
    """Return some lines of every file with a value that cannot be right."""
    return [
        Error(file, number + 1, wrong)
        for file, text in texts.items()
        for number, wrong in some(file, text)
    ]


def damaged(file: str, line: str) -> str:
    """Return a line with a word where a number or another word is due; empty where none fits."""
    if file.endswith(".csv"):
        kind = re.search(
            r"(?:^|,)(clear|woods|road|rail|river|infantry|corps|german|red)(?=,)", line
        )
        return line[: kind.start(1)] + "zzz" + line[kind.end(1) :] if kind else ""
    if re.match(r'"\d{4}" = \["[^"]+"', line):
        return re.sub(r'\["[^"]+"', '["zzz"', line, count=1)
    return re.sub(r"= \d+", '= "zzz"', line, count=1) if re.match(r"\w+ = \d+\b", line) else ""


def some(file: str, text: str) -> list[tuple[int, str]]:
    """Return the first, the second, the middle and the last of the lines that can be damaged."""
    lines = ((number, damaged(file, line)) for number, line in enumerate(text.splitlines()))
    able = [each for each in lines if each[1]]
    return sorted({able[n] for n in (0, 1, len(able) // 2, -1) if n < len(able)} if able else ())


def changed(texts: dict[str, str], *errors: Error) -> dict[str, str]:
    """Return the texts with some lines made wrong."""
    lines = {file: text.splitlines() for file, text in texts.items()}
    for error in errors:
        lines[error.file][error.line - 1] = error.text
    return {file: "\n".join(each) + "\n" for file, each in lines.items()}


@pytest.mark.parametrize("name", GAMES)
def test_no_error_of_many_files_hides_another(name: str, tmp_path: Path) -> None:
    texts = texts_of(name)
    errors = errors_of(texts)
    assert len(errors) >= 15
    assert len({error.file for error in errors}) == len(texts)
    told = check(name, tmp_path / "all", changed(texts, *errors))
    unsaid = [error for error in errors if not any(one.startswith(error.place) for one in told)]
    assert unsaid == []
    assert not any(one.startswith("/") or "grognard-" in one for one in told)


@pytest.mark.parametrize("name", GAMES)
def test_wrong_columns_hide_nothing_of_the_rows(name: str, tmp_path: Path) -> None:
    texts = texts_of(name)
    heading, *rows = texts["pieces.csv"].splitlines()
    columns = heading.split(",")
    rows[4] = re.sub(r",(german|allied|white|red|soviet),", ",zzz,", rows[4], count=1)
    misspelt = [heading.replace(columns[3], "zzz"), *rows]
    longer = [f"{heading},mine", *(f"{row},1" for row in rows)]
    for number, lines in enumerate((misspelt, longer)):
        changed = texts | {"pieces.csv": "\n".join(lines) + "\n"}
        told = check(name, tmp_path / str(number), changed)
        assert told[0].startswith("pieces.csv:1: the heading ")
        assert told[1].startswith("pieces.csv:6: ")
        assert "'zzz'" in told[1]


@pytest.mark.parametrize("name", GAMES)
def test_counters_that_are_called_otherwise_are_told_where_they_stand(
    name: str, tmp_path: Path
) -> None:
    """What is right in the game's own files is wrong here: nothing there can stand for it."""
    texts = texts_of(name)
    setup = "setup.toml" if "setup.toml" in texts else "scenario.toml"
    ids = [line.split(",")[0] for line in texts["pieces.csv"].splitlines()[1:]]
    places = {
        one: n
        for n, line in enumerate(texts[setup].splitlines(), 1)
        for one in ids
        if f'"{one}"' in line and texts[setup].count(f'"{one}"') == 1
    }
    renamed = [one for one in ids if one in places][::9][:4]
    assert len(renamed) == 4
    for number, one in enumerate(renamed):
        pattern = rf"^{re.escape(one)},"
        texts["pieces.csv"] = re.sub(
            pattern, f"zz{number},", texts["pieces.csv"], count=1, flags=re.MULTILINE
        )
    told = check(name, tmp_path / "renamed", texts)
    for one in renamed:
        assert [line for line in told if line.endswith(f" called {one}") or f" {one}" in line]
        assert any(line.startswith(f"{setup}:{places[one]}: ") and one in line for line in told)
    assert len(told) <= len(renamed) + 3


@pytest.mark.parametrize("name", GAMES)
def test_what_spreadsheets_and_editors_do_to_files_is_understood_or_told(
    name: str, tmp_path: Path
) -> None:
    texts = texts_of(name)
    marked = {file: f"\ufeff{text}" for file, text in texts.items()}
    assert check(name, tmp_path / "marked", marked) == []
    windows = {file: text.replace("\n", "\r\n") for file, text in texts.items()}
    assert check(name, tmp_path / "windows", windows) == []
    bare = texts | {"hexes.csv": re.sub(r"^0", "", texts["hexes.csv"], flags=re.MULTILINE)}
    (zeros,) = check(name, tmp_path / "bare", bare)
    assert re.match(r"hexes\.csv:\d+: '\d{1,3}' has lost its leading zero", zeros)
    misnamed = {file: text for file, text in texts.items() if file != "pieces.csv"}
    (stranger,) = check(name, tmp_path / "misnamed", misnamed | {"piece.csv": texts["pieces.csv"]})
    assert stranger.startswith(f"piece.csv:1: no file of {name} is called so, and nobody reads it")


@pytest.mark.parametrize("name", GAMES)
def test_a_journal_is_not_replayed_with_other_values(name: str, tmp_path: Path) -> None:
    one, texts = game(name), texts_of(name)
    assert one.data_digest(one.load()) == ""
    for bundled in one.scenarios():
        assert one.data_digest(one.find(bundled)) == ""
    assert check(name, tmp_path / "own", texts) == []
    own = one.load(tmp_path / "own")
    journal = Session.begin(one, own).record()
    assert journal.get("data") == one.data_digest(own) != ""
    assert Session.resume(journal, scenario=own)
    with pytest.raises(JournalError, match="data files of its own"):
        Session.resume(journal)


@pytest.mark.parametrize("name", ["petrograd", "luga"])
def test_a_label_on_a_hex_that_is_not_there_is_told_with_its_line(
    name: str, tmp_path: Path
) -> None:
    """It is a finding like any other, not the end of the check."""
    text = texts_of(name)["map.toml"].replace("[labels]\n", '[labels]\n"9999" = "Nowhere"\n')
    found = check(name, tmp_path, {"map.toml": text})
    line = text[: text.index('"9999"')].count("\n") + 1
    assert found == [f"map.toml:{line}: there is no hex 9999 on this map"]


HIDING = {
    "bautzen": [
        ("scenario.toml", "[[area]]", "[[area"),
        ("scenario.toml", '1901 = ["', '1901 = ["zzz'),
    ],
    "petrograd": [
        ("scenario.toml", "[titles]", "[zztitles]"),
        ("scenario.toml", "sudden_red = [", 'sudden_red = "zzz"  # ['),
        ("scenario.toml", '"1817" = ', '"1817" =  # '),
    ],
    "luga": [
        ("scenario.toml", "first_turn = 1", "first_turn = 3"),
        ("scenario.toml", "narova_front = true", "narova_front = -7"),
    ],
}
"""What was once mended with a whole table or file, and so hid what else was wrong there: broken and
misspelt headings, and a value that only does not go together with those of another file."""


@pytest.mark.parametrize("name", GAMES)
def test_no_error_of_one_table_hides_another(name: str, tmp_path: Path) -> None:
    texts = texts_of(name)
    places = []
    for file, right, wrong in HIDING[name]:
        lines = texts[file].splitlines()
        number = max(n for n, line in enumerate(lines) if line.startswith(right))
        lines[number] = lines[number].replace(right, wrong)
        texts[file] = "\n".join(lines) + "\n"
        places.append(f"{file}:{number + 1}:")
    told = check(name, tmp_path / "hiding", texts)
    unsaid = {place for place in places if not any(one.startswith(place) for one in told)}
    elsewhere = [one for one in told if "S-Eng" in one or "lacks titles" in one]
    assert len(unsaid) == len(elsewhere) <= 1
    assert len(told) <= len(places) + 1


@pytest.mark.parametrize("name", GAMES)
def test_a_single_file_is_taken_for_the_game_it_is_of(name: str, tmp_path: Path) -> None:
    """Also one that several games have, and that was changed or cannot be read to its end."""
    known = [game(each) for each in GAMES]
    (tmp_path / "scenario.toml").write_text(texts_of(name)["scenario.toml"] + "\nmine = 3\n")
    assert likeliest(known, tmp_path).id == name
    (tmp_path / "pieces.csv").write_text(texts_of(name)["pieces.csv"].partition("\n")[0])
    (tmp_path / "scenario.toml").write_text("[[[")
    assert likeliest(known, tmp_path).id == name
