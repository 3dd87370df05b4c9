"""A wrong data file of Bautzen 1945 is refused with file, line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine.datafile import DataError
from grognard.games.bautzen import load as load_module
from grognard.games.bautzen.load import FILES, OPPONENTS, check, load

DATA = Path(load_module.__file__).parent / "data"


def spoil(directory: Path, file: str, old: str, new: str) -> int:
    """Write a file with one place changed; return the line of that place."""
    text = (DATA / file).read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    (directory / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


WRONG = [
    ("map.toml", "columns = 23", 'columns = "many"', 0, "columns is 'many', not a whole number"),
    ("map.toml", "columns = 23", "columns = 123", 0, "columns is 123, more than CCRR can number"),
    ("map.toml", "scale =", "scael =", -4, "this file lacks scale"),
    ("map.toml", 'name = "B', 'title = "?"\nname = "B', 0, "title means nothing here"),
    ("map.toml", '["0304", "0404"', '["0305", "0404"', 0, "no road runs 0305-0404-0405"),
    ("map.toml", '0104 = "SW"', '0104 = "W"', 0, "0104 is 'W', not one of N, NE, SE, S, SW, NW"),
    ("map.toml", '0110 = "SW"', '9910 = "SW"', 0, "there is no hex 9910 on this map"),
    ("hexes.csv", "0102,woods", "0102,swamp", 0, "terrain is 'swamp', not one of clear, woods,"),
    ("hexes.csv", "0102,woods", "0101,woods", 0, "hex 0101 stands here a second time"),
    ("hexes.csv", "0102,woods", "102,woods", 0, "'102' is not a hex number"),
    ("hexes.csv", "0102,woods", "2402,woods", 0, "there is no hex 2402 on this map"),
    ("hexes.csv", ",,,261,", ",,,high,", 0, "height is 'high', not a whole number"),
    ("hexes.csv", "town,Dresden", "town,", 0, "the town of 0113 has no name"),
    ("hexes.csv", "clear,town,Dr", "woods,town,Dr", 0, "a town stands on clear ground"),
    ("hexes.csv", "0104,woods,,,,german", "0104,woods,,,,x", 0, "source is 'x', not one of"),
    ("sides.csv", "river,0701,0801", "river,0701,0901", 0, "hexes 0701 and 0901 do not touch"),
    ("sides.csv", "road,0104,0204", "road,0104,0105x", 0, "'0105x' is not a hex number"),
    ("sides.csv", "road,0104,0204", "path,0104,0204", 0, "kind is 'path', not one of river, "),
    ("sides.csv", "river,0702,0801", "river,0801,0701", 0, "river 0801-0701 stands here a second"),
    ("pieces.csv", "15/5DP,", "13/5DP,", 0, "piece 13/5DP stands here a second time"),
    ("pieces.csv", "DP,infantry", "DP,cavalry", 0, "kind is 'cavalry', not one of infantry, "),
    ("pieces.csv", "allied,polish", "axis,polish", 0, "side is 'axis', not one of german, allied"),
    ("pieces.csv", "allied,polish", "either,polish", 0, "a supply column, and nothing else, is"),
    ("pieces.csv", "allied,polish", "allied,french", 0, "nationality is 'french', not one of"),
    ("pieces.csv", "III,3,4,6", "III,3,x,6", 0, "defence is 'x', not a whole number"),
    ("pieces.csv", "III,3,4,6", "III,,4,6", 0, "attack is empty, but every infantry prints it"),
    ("pieces.csv", "6,,,2,2,no", "6,,,3,2,no", 0, "steps is 3, neither 1 nor 2"),
    ("pieces.csv", "6,,,2,2,no", "6,,,1,2,no", 0, "reduced_attack is given, but the piece has no"),
    ("pieces.csv", "6,,,2,2,no", "6,,,2,-2,no", 0, "stacking is -2, less than 0"),
    ("pieces.csv", "6,,,2,2,no", "6,,,2,2,maybe", 0, "reinforcement is 'maybe', not one of yes"),
    ("tables.toml", "4    2/0  1/0", "4    1/0", 0, "7 cells for 8 columns"),
    ("tables.toml", "4    2/0  1/0", "5    2/0  1/0", 0, "row 4 should stand here"),
    ("tables.toml", "8    0/1  1/2  0/2  1/3  1/4  1/5  0/5  0/6\n", "", -1, "row 8 is missing"),
    ("tables.toml", "4    2/0  1/0", "4    2-0  1/0", 0, "'2-0' is not a result such as 1/2"),
    ("tables.toml", "die  1/2  1/1", "die  1/1  1/2", -1, "the table opens with: die 1/2 1/1"),
    ("tables.toml", "concentric = 1", "concentric = 1.5", 0, "concentric is 1.5, not a whole"),
    ("tables.toml", "concentric = 1", "bonus = 1\nconcentric = 1", 0, "bonus means nothing here"),
    ("tables.toml", 'dominant = "road"', 'dominant = "air"', 0, "dominant is 'air', not one of r"),
    ("tables.toml", '"4-5" = 1', '"5" = 1', -2, "[convoys.german_roll] says nothing of the die 4"),
    ("tables.toml", '"4-5" = 1', '"3-5" = 1', 0, "the die 3 stands in two ranges"),
    ("tables.toml", '"4-5" = 1', '"4-x" = 1', 0, "'4-x' is not a range of the die such as 1-3"),
    ("tables.toml", '"6" = 2', '"6-7" = 2', 0, "the range 6-7 does not lie within 1-6"),
    ("tables.toml", '"5" = ["95GRD"]', '"5" = ["96GRD"]', 0, "no piece belongs to 96GRD"),
    ("scenario.toml", 'first = "german"', 'first = "x"', 0, "first is 'x', not one of german, all"),
    ("scenario.toml", 'setup = ["allied", ', "setup = [", 0, "setup names both sides, once each"),
    ("scenario.toml", '"any_hq"', '"telephone"', 0, "convoy_command is 'telephone', not one of"),
    ("scenario.toml", "source_closed_by_zoc = true", "source_closed_by_zoc = 1", 0, "source_close"),
    ("scenario.toml", "[options]", "[options]\nfog = true", 1, "fog means nothing here"),
    ("scenario.toml", 'Diehsa = "2108"', 'Diehsa = "2109"', 0, "on the map 2109 is a hex without"),
    ("scenario.toml", "needed = 2", "needed = 6", 0, "needed is 6, but there are 5 places"),
    ("scenario.toml", '["214RD"]', '["215RD"]', 0, "no piece or formation is called 215RD"),
    ("scenario.toml", '["214RD"]', '["95GRD"]', 0, "284/95GRD does not start on the map"),
    ("scenario.toml", '["214RD"]', '["464ID"]', 0, "KG1/464ID is of the other side"),
    ("scenario.toml", '["294RD"]', '["214RD"]', 0, "776/214RD already has an area"),
    ("scenario.toml", ', "1KP"]', "]", "[[area]]", "no set-up area takes 1KP"),
    ("scenario.toml", 'near = "polish"', 'near = "swiss"', 0, "no piece is swiss"),
    ("scenario.toml", 'near = "polish"', "", -1, "an area is a region or near a nationality"),
    (
        "scenario.toml",
        'where = ["2003"]',
        'where = ["2403"]',
        0,
        "there is no hex 2403 on this map",
    ),
    ("scenario.toml", '2207 = ["780', '2210 = ["780', 0, "780/214RD may not set up in 2210"),
    ("scenario.toml", '2207 = ["780', '2212 = ["780', 0, "780/214RD may not set up in 2212"),
    ("scenario.toml", '["780/214RD"]', "[]", "[[ready]]", "780/214RD is not set up"),
    ("scenario.toml", '["780/214RD"]', '["999"]', 0, "no piece is called 999"),
    ("scenario.toml", '["QG/HG1"]', '["QG/HG1", "1KP"]', 0, "1KP is of the other side"),
    ("scenario.toml", '"CL-4"]', '"AIR-1"]', 0, "AIR-1 does not start on the map"),
    ("scenario.toml", ', "CL-4"]', "]", "[[ready]]", "3 supply columns are set up, not 4"),
    ("scenario.toml", '["780/214RD"]', '["780/214RD", "780/214RD"]', 0, "780/214RD is set up 2 t"),
    ("scenario.toml", "1508 = [", "1512 = [", 0, "7H may not set up in 1512"),
    ("scenario.toml", '["57/7GMC", "QG/7GMC"]', '["57/7GMC", "QG/7GMC", "9S"]', 0, "9S is set up"),
    (
        "scenario.toml",
        '0909 = ["30/9DP"]',
        '1008 = ["30/9DP", "CL-5"]',
        "[[ready]]",
        "5 supply col",
    ),
    ("scenario.toml", '1902 = ["29/10DP"]', '2206 = ["29/10DP"]', 0, "Cannot overwrite a value"),
]


@pytest.mark.parametrize(("file", "old", "new", "shift", "reason"), WRONG)
def test_a_wrong_file_is_refused_with_file_line_and_reason(
    tmp_path: Path, file: str, old: str, new: str, shift: int | str, reason: str
) -> None:
    line = spoil(tmp_path, file, old, new)
    if isinstance(shift, str):
        text = (tmp_path / file).read_text(encoding="utf-8")
        line, shift = text[: text.index(shift)].count("\n") + 1, 0
    with pytest.raises(DataError) as refusal:
        load(tmp_path)
    assert str(refusal.value).startswith(f"{tmp_path / file}:{line + shift}: {reason}")
    assert check(tmp_path)[0].startswith(f"{tmp_path / file}:{line + shift}: {reason}")


def ready_with(directory: Path, *changes: tuple[str, str]) -> str:
    """Change the ready-made set-up and return the refusal, without the path."""
    text = (DATA / "scenario.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (directory / "scenario.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as refusal:
        load(directory)
    return refusal.value.reason


def test_5_1_an_over_stacked_set_up_is_refused(tmp_path: Path) -> None:
    """BZ-5.1."""
    reason = ready_with(
        tmp_path,
        ('1606 = ["17/5DP"]\n', ""),
        ('["14S-AT", "QG/5DP"]', '["14S-AT", "QG/5DP", "17/5DP"]'),
    )
    assert reason == "8 stacking points in 1608, the limit is 6"


def test_5_4_a_set_up_with_two_guests_is_refused(tmp_path: Path) -> None:
    """BZ-5.4 - two regiments of each of two divisions, where the limit would allow four."""
    spoil(tmp_path, "tables.toml", "clear = 6", "clear = 9")
    reason = ready_with(
        tmp_path,
        ('["13/5DP", "QG/2AWP"]', '["QG/2AWP"]'),
        ('1606 = ["17/5DP"]\n', ""),
        ('1611 = ["936/254RD"]\n', ""),
        ('["929/254RD", "QG/254RD"]', '["QG/254RD"]'),
        ('1508 = ["7H", "8C"]', '1608 = ["7H", "8C"]'),
        ('1608 = ["14S-AT", "QG/5DP"]', '1507 = ["QG/5DP"]\n1707 = ["14S-AT"]'),
        ("[ready.allied]", '[ready.allied]\n1508 = ["13/5DP", "17/5DP", "936/254RD", "929/254RD"]'),
    )
    assert reason == "in 1508 more than one unit is of another formation"


def test_5_5_an_independent_with_another_nation_is_refused(tmp_path: Path) -> None:
    """BZ-5.5."""
    reason = ready_with(
        tmp_path,
        ('1608 = ["14S-AT", "QG/5DP"]', '1707 = ["QG/5DP"]\n1608 = ["14S-AT", "QG/7GMC"]'),
        ('1509 = ["57/7GMC", "QG/7GMC"]', '1509 = ["57/7GMC"]'),
    )
    assert reason == "in 1608 14S-AT stacks with units of another nation"


def test_12_2_a_german_unit_in_an_allied_hex_is_refused(tmp_path: Path) -> None:
    """BZ-12.2."""
    reason = ready_with(
        tmp_path, ('1604 = ["QG/615ID"]', '1703 = ["QG/615ID"]'), ("1702 =", "1703 =")
    )
    assert reason == "1703 holds units of both sides"


def test_13_wheels_on_a_roadless_height_are_refused(tmp_path: Path) -> None:
    """BZ-4.1 - neither road nor railway leads to 0407."""
    reason = ready_with(tmp_path, ('1713 = ["QG/HG1"]', '0407 = ["QG/HG1"]'))
    assert reason == "no road takes QG/HG1 to the height 0407"


def test_a_lone_supply_column_is_refused(tmp_path: Path) -> None:
    """BZ-12.1."""
    reason = ready_with(tmp_path, (', "CL-4"]', ']\n0609 = ["CL-4"]'))
    assert reason == "the supply column in 0609 is not with an Allied unit"


# Directories


def test_a_directory_needs_only_what_it_changes(tmp_path: Path) -> None:
    spoil(tmp_path, "scenario.toml", "turns = 6", "turns = 3")
    assert load(tmp_path).turns == 3
    assert load(tmp_path) is load(tmp_path / ".")
    assert (load(tmp_path).pieces, load().turns) == (load().pieces, 6)
    assert check(tmp_path) == []


def test_check_gathers_a_problem_from_every_file(tmp_path: Path) -> None:
    for file, old, new in (
        ("map.toml", '0104 = "SW"', '0104 = "W"'),
        ("hexes.csv", "0102,woods", "0102,swamp"),
        ("sides.csv", "river,0701,0801", "river,0701,0901"),
        ("pieces.csv", "15/5DP,", "13/5DP,"),
        ("tables.toml", "concentric = 1", "concentric = 1.5"),
        ("scenario.toml", '["214RD"]', '["215RD"]'),
        ("opponents.toml", "losses = ", 'losses = "few" # '),
    ):
        spoil(tmp_path, file, old, new)
    problems = check(tmp_path)
    assert {Path(problem.split(":")[0]).name for problem in problems} == {*FILES, OPPONENTS}


def test_check_gathers_every_wrong_row(tmp_path: Path) -> None:
    text = (DATA / "hexes.csv").read_text(encoding="utf-8")
    (tmp_path / "hexes.csv").write_text(text.replace("difficult+woods", "jungle"), encoding="utf-8")
    assert sum("terrain is 'jungle'" in problem for problem in check(tmp_path)) == 11


def test_what_is_no_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="this is not a directory"):
        load(tmp_path / "none")
    assert check(tmp_path / "none") == [f"{tmp_path / 'none'}:1: this is not a directory"]
