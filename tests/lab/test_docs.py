"""The page on the laboratory: its commands are understood, its sweeps run, its keys are true."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grognard.cli import main, parser
from grognard.lab.edits import Edit
from grognard.lab.jobs import play_one
from grognard.lab.setting import changed, prepare

if TYPE_CHECKING:
    from collections.abc import Sequence

PAGE = (Path(__file__).parents[2] / "docs" / "laboratory.md").read_text("utf-8")
LINES = [
    shlex.split(line, comments=True)[1:]
    for line in PAGE.splitlines()
    if line.startswith("grognard ")
]
SWEEPS = [line for line in LINES if line[0] == "sweep"]


def test_the_page_shows_every_command() -> None:
    shown = {line[0] for line in LINES}
    assert shown == {"scenario", "check", "simulate", "report", "tournament", "sweep"}
    assert len(SWEEPS) >= 6


@pytest.mark.parametrize("words", LINES, ids=" ".join)
def test_a_command_of_the_page_is_understood(words: Sequence[str]) -> None:
    assert parser().parse_args(words).command == words[0]


@pytest.mark.parametrize("name", ["bautzen", "petrograd", "luga"])
def test_a_scenario_is_copied_changed_checked_and_played_as_the_page_says(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (copy,) = (line for line in LINES if line[0] == "scenario")
    monkeypatch.chdir(tmp_path)
    assert main([word.replace("luga", name) for word in copy]) == 0
    capsys.readouterr()
    places = PAGE.partition(f"| `{name}` |")[2].partition("\n")[0]
    named = set(re.findall(r"`(\w+\.(?:toml|csv))`", places))
    assert named <= {file.name for file in Path("mine").iterdir()}
    assert main(["check", "mine"]) == 0
    assert capsys.readouterr().out == f"mine: nothing wrong for {name}\n"
    scenario = Path("mine", "scenario.toml")
    text = re.sub(r"(?m)^id = .*$", 'id = "mine"', scenario.read_text("utf-8"), count=1)
    scenario.write_text(text, encoding="utf-8")
    setting = prepare(name, ("random", "random"), scenario=Path("mine"))
    assert 'scenario.id="mine"' in " ".join(changed(setting))
    scenario.write_text(text.replace('id = "mine"', "id = 3"), encoding="utf-8")
    assert main(["simulate", name, "--scenario", "mine", "--games", "1"]) == 2
    assert "scenario.toml" in capsys.readouterr().err


@pytest.mark.parametrize("words", SWEEPS, ids=" ".join)
def test_a_sweep_of_the_page_runs(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [word for word in words if word != "--out"]
    words = [word for word in words if word not in ("crt", "panzers")]
    shorter = ["--set", "scenario.turns=1", "--games", "1", "--players", "random,random"]
    assert main([*words, *shorter, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert len(rows) >= 2
    assert all(row["games"] == 1 for row in rows)


def test_the_places_of_the_page_exist() -> None:
    values = {"hexes.0101.terrain": "woods", "scenario.turns": "3"}
    table = PAGE.partition("A *place* is")[2].partition("Values are written")[0]
    places = [p for p in re.findall(r"`([a-z]+\.[^`]+)`", table) if not p.startswith("FILE")]
    assert len(places) >= 6
    for place in places:
        value = values.get(place, "1/3" if "crt" in place else "formation")
        if place.startswith(("pieces", "tables.die")):
            value = "1"
        if "ready" in place:
            value = '["21/20Pz", "59/20Pz", "112/20Pz"]'
        prepare("bautzen", ("random", "random"), edits=[Edit(place, value)])


def test_the_page_names_every_key_of_a_game() -> None:
    table = PAGE.partition("### The files")[2].partition("CSV and Parquet")[0]
    named = set(re.findall(r"`(\w+)`", table))
    record = play_one(prepare("bautzen", ("random", "random")), 0)
    assert set(record.as_json()) <= named
