"""The data files of the Luga Line: what is refused, with file, line and reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from games.eastfront.lu_front import CAMPAIGN, MAP
from grognard.engine.datafile import DataError
from grognard.engine.registry import game
from grognard.games.eastfront.battle import charts_of
from grognard.games.eastfront.load import CHARTS, DATA, SYSTEM, check, files, load, scenarios
from grognard.games.eastfront.sequence import begin
from grognard.lab.edits import Edit
from grognard.lab.setting import changed as changed_values
from grognard.lab.setting import prepare, scenario_of

LUGA = game("luga")


@pytest.mark.parametrize("name", ["campaign", "sabsk", "position"])
def test_the_scenarios_are_right_and_begin_within_all_rules(name: str) -> None:
    scenario = load() if name == "campaign" else LUGA.find(name)
    assert scenario.id == name
    assert LUGA.invariants(begin(scenario)) == []
    assert check(DATA if name == "campaign" else scenarios()[name]) == []


def changed(tmp_path: Path, file: str, old: str, new: str) -> Path:
    """Return a directory with one file, in which a word is another."""
    text = (DATA / file).read_text(encoding="utf-8")
    assert old in text, old
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("scenario.toml", "last_turn = 9", "last_turn = 0", "less than 1"),
        ("scenario.toml", "first_turn = 1", "first_turn = 12", "comes before the first"),
        ("scenario.toml", "[21, 15, 10, 5]", "[21, 15, 10, 12]", "four falling numbers"),
        ("scenario.toml", '"0512-0524"', '"0512"', "not a box such as"),
        ("scenario.toml", "flanks = true", "flanks = 3", "neither true nor false"),
        ("scenario.toml", "reserve_radius = 2", "reserve_radius = -2", "less than 0"),
        ("scenario.toml", '"0310" = 1', '"9910" = 1', "9910"),
        ("front.toml", "rain = [9, 9]", "rain = [8, 9]", "two kinds of weather"),
        ("front.toml", "rain = [9, 9]", "rain = [9, 11]", "the first and the last throw"),
        ("front.toml", '"1602" = "S-CoKG"', '"1602" = "S-XX"', "S-XX"),
        ("front.toml", '["1224", "1421"]', '["1224", "1522"]', "no railway runs to 1522"),
        ("front.toml", "[6, 6, 6, 5, 5, 5, 6, 6, 6]", "[6, 6]", "has 2 turns, not 9"),
        ("front.toml", 'formation = "3 Mot Div"', 'formation = "9 Mot Div"', "no formation 9 Mot"),
        ("front.toml", '"2024" = [4, 9]', '"2024" = [4]', "from a first to a last turn"),
        ("front.toml", "position_hq = ", "position_hk = ", "which is no entry"),
        ("setup.toml", '"S-Narva"', '"S-Narwa"', "there is no counter S-Narwa"),
        ("setup.toml", '["S-Narva"]', '["S-Narva", "G-Cav"]', "both sides"),
        ("setup.toml", '"0310" = ["S-Narva"]', '"0109" = ["S-Narva"]', "is water"),
        ("setup.toml", '["S-118"]', '["S-118 7"]', "cannot have 7 steps"),
        ("setup.toml", '["S-FB"]', '["S-FB", "S-118"]', "in two places"),
        ("setup.toml", '["S-FB"]', "[]", "neither on the map nor lost"),
        ("setup.toml", '["S-FB"]', '["S-FB", "S-281"]', "arrives on turn 4"),
        ("setup.toml", '["G-269"]', '["G-269", "G-1-Pz 1"]', "in two places"),
        ("pieces.csv", ",hq,3,4,8,0,,H,attack", ",,3,4,8,0,,H,attack", "has a command value"),
        ("pieces.csv", ",8,no,yes,4,2,", ",8,no,yes,4,0,", "what supports has a range"),
        ("pieces.csv", ",4,south,M,", ",4,,M,", "has an entry"),
    ],
)
def test_a_wrong_file_is_refused_with_its_reason(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    """1.2, 3.1, 5.1, 6, 8.1, 26 - and ``grognard check`` says the same."""
    directory = changed(tmp_path, file, old, new)
    problems = check(directory)
    assert any(said in problem and file in problem for problem in problems), problems
    with pytest.raises(DataError, match=said):
        load(directory)


def test_a_directory_may_bring_any_file_and_lacks_the_rest(tmp_path: Path) -> None:
    """8.1 - another scenario of the same front."""
    for name in ("scenario.toml", "setup.toml"):
        shutil.copy(DATA / name, tmp_path / name)
    scenario = load(tmp_path)
    assert scenario.ground is CAMPAIGN.ground
    assert scenario.setup == CAMPAIGN.setup
    assert {file.name for file in files(tmp_path) if file.parent == tmp_path} == {
        *("scenario.toml", "setup.toml"),
    }
    with pytest.raises(DataError, match="not a directory"):
        load(tmp_path / "nowhere")
    assert check(tmp_path / "nowhere")


def test_options_are_chosen_by_their_words() -> None:
    """25.9, 25.10, 25.2, 21 - and an unknown one is refused."""
    chosen = LUGA.configure(CAMPAIGN, {"flanks": "false", "reserve_radius": "3"})
    assert not chosen.options.flanks
    assert chosen.options.reserve_radius == 3
    assert LUGA.configure(CAMPAIGN, {}) is CAMPAIGN
    with pytest.raises(ValueError, match="there is no option"):
        LUGA.configure(CAMPAIGN, {"rain": "true"})


def test_11_3_a_bridge_is_named_by_its_ends() -> None:
    """11.3 - ``blow 0812-0912``."""
    state = begin(CAMPAIGN)
    number = CAMPAIGN.ground.bridge(MAP.hex("0812"), MAP.hex("0912"))
    assert LUGA.word_name(state, "blow", number) == "0812-0912"
    assert LUGA.word_number(state, "blow", "0912-0812") == number
    with pytest.raises(ValueError, match="no bridge"):
        LUGA.word_number(state, "blow", "0911-0912")


def test_charts_of_a_scenario_are_checked_played_and_held_to(tmp_path: Path) -> None:
    """A designer changes a chart in a text file beside his set-up."""
    printed = (SYSTEM / CHARTS).read_text(encoding="utf-8")
    own = tmp_path / CHARTS
    own.write_text(printed.replace("\nriver = 1\n", "\nriver = x\n", 1), encoding="utf-8")
    assert any(problem.startswith(f"{own}:") for problem in check(tmp_path))
    own.write_text(printed.replace("\nriver = 1\n", "\nriver = 4\n", 1), encoding="utf-8")
    assert check(tmp_path) == []
    scenario = load(tmp_path)
    assert scenario.charts.drm["river"] == 4
    assert load().charts.drm["river"] == 1
    assert files(tmp_path)[-1] == own
    assert files(None)[-1] == SYSTEM / CHARTS


def test_the_laboratory_changes_a_chart_of_the_luga_line() -> None:
    """What a scenario is read from is gone when its games are played."""
    setting = prepare("luga", ("random", "random"), edits=[Edit.parse("charts.combat.drm.river=4")])
    scenario = scenario_of(setting)
    assert not Path(scenario.directory).exists()
    assert charts_of(scenario).drm["river"] == 4
    assert changed_values(setting) == ["charts.combat.drm.river=4 (was 1)"]
