"""Changing printed values: where they stand, what is refused, and that loaders judge the result."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from grognard.engine.registry import game
from grognard.games.bautzen.load import load
from grognard.lab.edits import Edit, EditError, edited, written
from grognard.lab.jobs import play_one
from grognard.lab.setting import prepare, scenario_of

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS = ("random", "random")
SIDES = game("bautzen").seats
FILES = {path.name: path.read_text("utf-8") for path in game("bautzen").data_files()}


def changed(*edits: str) -> object:
    return scenario_of(prepare("bautzen", PLAYERS, edits=map(Edit.parse, edits)))


def test_a_cell_of_the_results_table() -> None:
    tables = changed("tables.crt.5.3/1=4/6").tables  # type: ignore[attr-defined]
    assert tables.crt[4][3] == (4, 6)
    rest = [list(row) for row in tables.crt]
    rest[4][3] = load().tables.crt[4][3]
    assert tuple(map(tuple, rest)) == load().tables.crt


def test_the_strength_of_a_unit() -> None:
    scenario = changed("pieces.21/20Pz.attack=11")
    piece = scenario.pieces[load().by_id["21/20Pz"]]  # type: ignore[attr-defined]
    assert piece.attack[-1] == 11
    assert piece.defence == load().pieces[piece.index].defence


def test_a_ruling_and_a_condition_of_victory() -> None:
    scenario = changed("scenario.options.convoy_command=formation", "scenario.victory.needed=3")
    assert scenario.options.convoy_command == "formation"  # type: ignore[attr-defined]
    assert scenario.victory.needed == 3  # type: ignore[attr-defined]


def test_a_set_up_and_the_number_of_columns_go_together() -> None:
    scenario = changed(
        "scenario.allied_convoys_at_start=3",
        'scenario.ready.historical.allied.0610=["34/8DP", "9S"]',
    )
    board = load().board.map
    placed = {scenario.pieces[n].id: board.name(h) for n, h in scenario.ready[0].placements}  # type: ignore[attr-defined]
    assert "CL-4" not in placed
    assert placed["9S"] == "0610"


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ("charts.crt.5.3/1=1/1", "no data file 'charts'; there are: map, hexes, sides, pieces"),
        ("tables.crt.9.3/1=1/1", "no row '9'; there are: 1, 2, 3, 4, 5, 6, 7, 8"),
        ("tables.crt.5.8/1=1/1", "no column '8/1'; there are: 1/2, 1/1, 2/1"),
        ("tables.crt.5=1/1", "in a table comes ROW.COLUMN; columns: 1/2 1/1"),
        ("tables.dye.woods=1", "no key 'dye'; there are: crt, die, column"),
        ("tables.die.wood=1", "no key 'wood'; there are: formation, unsupplied, difficult, woods"),
        ("tables.die.woods.deep=1", "'deep' lies inside a single value"),
        ("pieces.21.attack=3", "no row '21'; there are: 13/5DP"),
        ("pieces.21/20Pz.strength=3", "no column 'strength'; there are: id, name, side"),
        ("pieces.21/20Pz=3", "in a CSV file comes ROW.COLUMN"),
        ("sides.river.a=0101", "does not tell its rows apart"),
        ("scenario.ready.modern.german=1", "no table 'modern'; there are: historical, 0"),
        ("tables=1", "name a value inside tables.toml"),
        ("tables.die.woods", "is not written PLACE=VALUE"),
        ("tables.die.woods=much", "tables.toml: woods is 'much', not a whole number"),
        ("tables.crt.5.3/1=win", "tables.toml: 'win' is not a result such as 1/2"),
        ("pieces.21/20Pz.attack=-1", "pieces.csv: attack is -1, less than 0"),
        ("scenario.allied_convoys_at_start=3", "scenario.toml: 4 supply columns are set up, not 3"),
        ("scenario.options.convoy_command=corps", "not one of any_hq, formation"),
    ],
)
def test_a_wrong_edit_is_refused_with_what_is_allowed(edit: str, words: str) -> None:
    with pytest.raises(EditError) as refusal:
        changed(edit)
    assert words in str(refusal.value)


def test_a_game_without_data_files_cannot_be_edited() -> None:
    with pytest.raises(EditError, match="no data files"):
        prepare("toygame:OutpostGame", PLAYERS, edits=[Edit("scenario.turns", "3")])


def test_a_directory_is_edited_as_well(tmp_path: Path) -> None:
    (tmp_path / "scenario.toml").write_text('name = "long"\nturns = 9\n', "utf-8")
    edits = [Edit("scenario.turns", "4")]
    name = "toygame:OutpostGame"
    assert scenario_of(prepare(name, PLAYERS, scenario=tmp_path)).turns == 9
    assert scenario_of(prepare(name, PLAYERS, scenario=tmp_path, edits=edits)).turns == 4


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".toml")])
def test_a_file_written_again_says_the_same(name: str) -> None:
    data = tomllib.loads(FILES[name])
    assert tomllib.loads(written(data)) == data


def test_text_with_quotes_backslashes_and_lines_survives() -> None:
    data = {"a": 'say "no" \\ yes', "b": 'two\n"lines" \\', "c": {"odd key": [1, True, 2.5]}}
    assert tomllib.loads(written(data)) == data


def test_an_edit_leaves_the_other_files_alone() -> None:
    after = edited(FILES, [Edit("tables.die.woods", "-2")])
    assert {name for name in FILES if after[name] != FILES[name]} == {"tables.toml"}


def test_the_weights_of_opponents_are_varied_like_anything_printed() -> None:
    """A style in a data file: what a level minds and wants."""
    place = "opponents.style.colonel.german.losses"
    printed = load().opponents.styles["colonel"][0].losses
    opponents = changed(f"{place}=2.5").opponents  # type: ignore[attr-defined]
    assert opponents.styles["colonel"][0].losses == 2.5 != printed
    assert load().opponents.styles["colonel"][0].losses == printed
    with pytest.raises(EditError, match="losses is 'many', not a number"):
        changed(f"{place}=many")


def test_a_level_plays_by_the_weights_of_the_scenario() -> None:
    """An attacker who minds no loss plays another game than one who minds any."""
    games = []
    for losses in ("0.0", "20.0"):
        edits = [Edit(f"opponents.style.sergeant.{side}.losses", losses) for side in SIDES]
        setting = prepare("bautzen", ("sergeant", "sergeant"), seed=3, edits=edits)
        games.append(play_one(setting, 0).digest)
    assert games[0] != games[1]
