"""The data files: what they hold, and what is refused with file, line and reason."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from games.petrograd.front import CAMPAIGN, GAME, MAP, RED, WHITE, hexes
from grognard.engine.datafile import DataError
from grognard.games.petrograd.load import DATA, check, load, scenarios
from grognard.games.petrograd.sequence import begin
from grognard.games.petrograd.supply import unsupplied

if TYPE_CHECKING:
    from pathlib import Path


def test_the_map_has_its_hexes_and_lines() -> None:
    """1.1, 7.2 - 1,294 hexes of 42 columns, 12 of Petrograd, 56 of sea."""
    ground = CAMPAIGN.ground
    assert len(MAP.hexes) == 1294
    assert (ground.city.bit_count(), ground.sea.bit_count()) == (12, 56)
    board = ground.board
    assert len(board.of_kind("road")) == 458
    assert len(board.of_kind("rail")) == 163
    assert len(board.of_kind("river")) == 403  # two against the sea are left out
    assert len(board.of_kind("bridge")) == 70
    assert len(ground.works) == 13


def test_lines_cross_rivers_by_bridges() -> None:
    """7.4 - every road and railway over a river has its bridge, every bridge its line."""
    board = CAMPAIGN.ground.board
    rivers = {one.side for one in board.of_kind("river")}
    for kind in ("road", "rail"):
        over = {one.side for one in board.of_kind(kind)} & rivers
        assert over == {one.side for one in board.of_kind("bridge", kind)}


def test_every_formation_has_a_chain_and_troops_a_commander() -> None:
    """5.3 - all troops but the Estonians have an HQ that may command them."""
    for piece in CAMPAIGN.pieces:
        if piece.is_troops and piece.nation != "estonia":
            assert CAMPAIGN.commanders[piece.index], piece.id


@pytest.mark.parametrize("name", ["campaign", "break-in", "pulkovo"])
def test_set_ups_are_legal(name: str) -> None:
    """1.5, 3.1, 4.2 - within stacking, in supply, no hex of both sides."""
    state = begin(GAME.find(name))
    assert GAME.invariants(state) == []
    assert unsupplied(state, WHITE) == unsupplied(state, RED) == 0


def test_the_bundled_scenarios_pass_the_check() -> None:
    """12.1, 12.2, 12.3 - ``grognard check`` finds nothing."""
    assert check(DATA) == []
    for directory in scenarios().values():
        assert check(directory) == []


def test_reconstruction_is_marked() -> None:
    """1.1 - map, tables and scenarios say so; the combat sheet is the published one."""
    for name in ("map.toml", "tables.toml", "scenario.toml"):
        assert "reconstructed = true" in (DATA / name).read_text(encoding="utf-8")
    tables = {table["id"]: table["reconstructed"] for table in GAME.printed(CAMPAIGN)["tables"]}
    assert tables == {"combat": False, "costs": True, "defence": True, "arrivals": True}
    assert all("reconstructed" in piece["note"] for piece in GAME.printed(CAMPAIGN)["pieces"])


WRONG = [
    ("hexes.csv", "0418,clear,town,Yamburg", "0418,swamp,town,Yamburg", "terrain is 'swamp'"),
    ("hexes.csv", "0418,clear,town,Yamburg,trench,1", "0418,clear,town,Yamburg,trench,", "value"),
    ("hexes.csv", "0105,sea,,,,,,,", "0105,sea,,,,,,,white", "every land hex"),
    ("sides.csv", "river,0117,0118", "river,0117,0218", "do not touch"),
    ("links.csv", "road,0119,0218,main", "road,0119,0218,broad", "class is 'broad'"),
    ("sides.csv", "bridge,4114,4115,road", "bridge,0119,0218,road", "crosses no river"),
    ("sides.csv", "bridge,4114,4115,road", "bridge,4114,4115,rail", "no rail leads over"),
    ("pieces.csv", "1836 2036", "9936 2036", "W-1a cannot arrive at '9936'"),
    ("pieces.csv", "0119 luga", "0119 lugano", "W-1b cannot arrive at 'lugano'"),
    ("pieces.csv", "III,3,4,5,6,3,0,,,0,,H,crossed", "III,0,4,5,6,3,0,,,0,,H,crossed", "have SP"),
    ("pieces.csv", "W-Ostr,5 Ostrovsky", "W-Talab,5 Ostrovsky", "a second time"),
    ("tables.toml", 'piece = "R-Trot"', 'piece = "R-Lenin"', "no counter R-Lenin"),
    ("tables.toml", '"0126" = 10', '"9926" = 10', "9926"),
    ("tables.toml", '"2 Div" = ["1 Corps", "Army"]', '"2 Div" = ["Guards"]', "Guards"),
    ("setup.toml", '"0109" = ["E-Ing"]', '"0109" = ["E-Ing", "R-46"]', "both sides"),
    ("setup.toml", '"0109" = ["E-Ing"]', '"0106" = ["E-Ing"]', "cannot stand"),
    ("setup.toml", '["E-Ing"]', '["E-Ing", "W-1a"]', "arrives on turn 1"),
    ("setup.toml", '"0109" = ["E-Ing"]', '"0109" = []', "E-Ing is neither"),
    ("scenario.toml", "levels = [15, 11, 7, 4]", "levels = [5, 8]", "four falling numbers"),
    ("scenario.toml", "last_turn = 8", "last_turn = 0", "last_turn is 0"),
    ("combat.toml", '"7"', '"seven"', "columns"),
]


@pytest.mark.parametrize(("name", "old", "new", "reason"), WRONG)
def test_a_wrong_file_is_refused_with_its_reason(
    tmp_path: Path, name: str, old: str, new: str, reason: str
) -> None:
    """1.1 - loading raises, checking reports file and line."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=reason):
        load(tmp_path)
    problems = check(tmp_path)
    assert any(name in problem and reason in problem for problem in problems)


def test_4_2_troops_that_start_without_supply_are_named(tmp_path: Path) -> None:
    """3.1, 4.2 - a regiment behind the enemy can be set up, but the check says so."""
    text = (DATA / "setup.toml").read_text(encoding="utf-8")
    wrong = text.replace('"0319" = ["W-Lib"]', '"2815" = ["W-Lib"]')
    (tmp_path / "setup.toml").write_text(wrong, encoding="utf-8")
    assert load(tmp_path)
    assert GAME.check(tmp_path) == ["campaign: W-Lib starts without supply in 2815"]


def test_a_scenario_of_ones_own(tmp_path: Path) -> None:
    """4.3 - a directory with one changed table is another scenario of the same map."""
    shutil.copy(DATA / "tables.toml", tmp_path)
    text = (tmp_path / "tables.toml").read_text(encoding="utf-8")
    (tmp_path / "tables.toml").write_text(text.replace('"0126" = 10', '"0126" = 8'), "utf-8")
    scenario = load(tmp_path)
    assert scenario.tables.supply.minor[MAP.hex("0126")] == 8
    assert scenario.ground is CAMPAIGN.ground
    assert hexes(scenario.ground.city) == hexes(CAMPAIGN.ground.city)


def test_options_are_read_as_words() -> None:
    """6.1, 8.2.4 - events and the reading of column 8; others are refused."""
    chosen = GAME.configure(CAMPAIGN, {"events": "true", "column_8": "attacker"})
    assert chosen.options.events
    assert chosen.options.column_8 == "attacker"
    for wrong in ({"weather": "true"}, {"column_8": "nobody"}):
        with pytest.raises(ValueError, match=r"weather|column_8"):
            GAME.configure(CAMPAIGN, wrong)


def test_history_tells_who_held_seven_places_on_eight_turns() -> None:
    """12.1 - Yamburg from the first turn, Tsarskoe Selo on the sixth alone, Pulkovo never."""

    found = {one.name: one.history for one in GAME.landmarks(load())}
    assert len(found) == 7
    assert {len(history) for history in found.values()} == {load().last_turn}
    assert (found["Yamburg"], found["Pulkovo"]) == ("0" * 8, "1" * 8)
    assert found["Tsarskoe Selo"] == "11111011"
