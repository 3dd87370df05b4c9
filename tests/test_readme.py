"""README.md tells the truth: its figures, its commands, its map of the code."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest

from grognard.cli import parser
from grognard.engine.registry import game, games

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FRENCH = (ROOT / "README.fr.md").read_text(encoding="utf-8")
NUMBERS = {"five": 5, "six": 6, "seven": 7}


def test_its_figures_of_bautzen_are_those_of_the_data() -> None:
    said = re.search(r"(\d+) hexes, (\d+) counters, (\w+) turns", README)
    assert said is not None
    bautzen = game("bautzen")
    scenario = bautzen.load()
    printed = bautzen.printed(scenario)
    assert printed["map"] is not None
    assert (int(said[1]), int(said[2])) == (len(printed["map"]["hexes"]), len(printed["pieces"]))
    assert NUMBERS[said[3]] == scenario.turns


def test_its_figures_of_petrograd_are_those_of_the_data() -> None:
    said = re.search(r"([\d,]+) hexes,\s(\d+) counters and three scenarios", README)
    assert said is not None
    petrograd = game("petrograd")
    printed = petrograd.printed(petrograd.load())
    assert printed["map"] is not None
    assert int(said[1].replace(",", "")) == len(printed["map"]["hexes"])
    assert int(said[2]) == len(printed["pieces"])
    assert len(petrograd.scenarios()) == 2  # besides the campaign


def commands() -> set[str]:
    """Return the names of all commands."""
    found: set[str] = set()
    for action in parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            found |= set(action.choices)
    return found


def test_it_names_every_command_and_no_other() -> None:
    assert set(re.findall(r"`grognard ([a-z]+)", README)) == commands()


def test_its_map_of_the_code_shows_every_package() -> None:
    shown = set(re.findall(r"^    src/grognard/([a-z]+)/ ", README, re.MULTILINE))
    there = {file.parent.name for file in (ROOT / "src" / "grognard").glob("*/__init__.py")}
    assert shown == there


@pytest.mark.parametrize("text", [README, FRENCH], ids=["english", "french"])
def test_its_links_lead_somewhere(text: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]


def test_the_french_one_has_the_figures_of_the_data() -> None:
    rows = re.findall(
        r"^\| \*\*(.+?)\*\*.*?\| ([\d ]+) hex\., (\d+) pions, (\d+) tours", FRENCH, re.MULTILINE
    )
    played = [game(name) for name in games()]
    assert {title for title, *_ in rows} == {each.titles["fr"] for each in played}
    for title, hexes, counters, turns in rows:
        one = next(each for each in played if each.titles["fr"] == title)
        scenario = one.load()
        printed = one.printed(scenario)
        assert printed["map"] is not None
        assert int(hexes.replace(" ", "")) == len(printed["map"]["hexes"])
        assert int(counters) == len(printed["pieces"])
        assert int(turns) == len(printed["turns"])


def test_the_commands_of_the_french_one_are_understood() -> None:
    lines = [shlex.split(line)[1:] for line in re.findall(r"`(grognard [^`]+)`", FRENCH)]
    assert len(lines) >= 9
    for words in lines:
        if "--help" not in words:
            given, _ = parser().parse_known_args(
                words
            )  # sides and calculators have options of their own
            assert given.command == words[0]
