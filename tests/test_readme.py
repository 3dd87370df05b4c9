"""README.md tells the truth: its figures, its commands, its map of the code."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from grognard.cli import parser
from grognard.engine.registry import game

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
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


def test_its_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]
