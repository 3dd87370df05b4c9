"""``grognard check``: what is wrong with the data files of a game, a scenario or a lesson."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grognard.commands.mending import problems
from grognard.commands.shared import Subparsers, UsageError, add_json, command, print_json
from grognard.engine.lesson import read_lesson, rehearse
from grognard.engine.registry import game as game_named

if TYPE_CHECKING:
    import argparse

EXAMPLES = """  grognard check my-scenario
  grognard check my-scenario --game bautzen --json
  grognard check my-lesson.toml"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Check the data files of a scenario, or a lesson; exit 1 if anything is wrong."
    parser = command(subparsers, "check", purpose, EXAMPLES, run)
    parser.add_argument(
        "directory", type=Path, metavar="DIR", help="where the data files lie; or a lesson"
    )
    parser.add_argument("--game", default="bautzen", help="the game they are for (bautzen)")
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print every problem as ``file:line: reason``."""
    if given.directory.is_file():
        return _check_lesson(given)
    if not given.directory.is_dir():
        raise UsageError(f"{given.directory} is not a directory")
    if not any(given.directory.glob("*.toml")) and not any(given.directory.glob("*.csv")):
        raise UsageError(f"{given.directory} holds no data file (.toml or .csv)")
    found = problems(game_named(given.game), given.directory)
    if given.json:
        directory = str(given.directory)
        print_json({"game": given.game, "directory": directory, "problems": found})
    else:
        print("\n".join(found) if found else f"{given.directory}: nothing wrong")
    return 1 if found else 0


def _check_lesson(given: argparse.Namespace) -> int:
    """Play a lesson through, and print what is wrong with it."""
    lesson = read_lesson(given.directory)
    found = rehearse(lesson, game_named(lesson.game))
    if given.json:
        print_json({"game": lesson.game, "lesson": lesson.id, "problems": found})
    else:
        print("\n".join(found) if found else f"{given.directory}: nothing wrong")
    return 1 if found else 0
