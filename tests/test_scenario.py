"""Scenarios by name, and their files copied to be changed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from grognard.cli import main
from grognard.engine.registry import game, games

if TYPE_CHECKING:
    from pathlib import Path

OTHERS = [(name, other) for name in games() for other in game(name).scenarios()]
"""Every scenario that is not the usual one of its game."""


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main([*words, "--lang", "en"]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(("name", "scenario"), [*((name, "") for name in games()), *OTHERS])
def test_a_copy_of_a_scenario_is_sound_and_plays_as_the_scenario_does(
    name: str, scenario: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine"
    which = ["--scenario", scenario] if scenario else []
    told(capsys, "scenario", name, str(mine), *which)
    assert main(["check", str(mine), "--game", name]) == 0
    capsys.readouterr()
    dealt = []
    for words in (which, ["--scenario", str(mine)]):
        assert main(["perft", name, "--depth", "1", "--json", *words]) == 0
        dealt.append(json.loads(capsys.readouterr().out)["count"])
    assert dealt[0] == dealt[1] > 0


def test_a_scenario_is_played_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    simulate = ["simulate", "luga", "--games", "1", "--players", "random,random", "--json"]
    assert main([*simulate, "--scenario", "sabsk"]) == 0
    assert json.loads(capsys.readouterr().out)["scenario"] == "sabsk"
    assert main([*simulate, "--scenario", game("luga").scenario_id(game("luga").load())]) == 0
    assert json.loads(capsys.readouterr().out)["scenario"] != "sabsk"


def test_a_name_that_no_scenario_has_is_refused_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["perft", "luga", "--depth", "1", "--scenario", "kursk"]) == 2
    refusal = capsys.readouterr().err
    assert "kursk" in refusal
    assert "sabsk" in refusal


def test_a_copy_writes_over_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scenario.toml").write_text("mine", encoding="utf-8")
    assert main(["scenario", "bautzen", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["scenario.toml"]
    assert (tmp_path / "scenario.toml").read_text(encoding="utf-8") == "mine"


def test_the_games_are_listed_with_their_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    listed = told(capsys, "games")
    assert all(other in listed for _, other in OTHERS)
