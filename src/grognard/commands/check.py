"""``grognard check``: what is wrong with the data files of a game, a scenario or a lesson."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grognard.commands.mending import likeliest, problems
from grognard.commands.shared import Subparsers, UsageError, add_json, command, print_json
from grognard.engine.lesson import read_lesson, rehearse
from grognard.engine.registry import USUAL, games
from grognard.engine.registry import game as game_named

if TYPE_CHECKING:
    import argparse

    from grognard.engine.registry import AnyGame

EXAMPLES = """  grognard check my-scenario
  grognard check my-scenario --game petrograd --json
  grognard check my-lesson.toml"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Check the data files of a scenario, or a lesson; exit 1 if anything is wrong."
    parser = command(subparsers, "check", purpose, EXAMPLES, run)
    parser.add_argument(
        "directory", type=Path, metavar="DIR", help="where the data files lie; or a lesson"
    )
    parser.add_argument("--game", help="the game they are for (the one that has such files)")
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print every problem as ``file:line: reason``."""
    if given.directory.is_file():
        return _check_lesson(given)
    if not given.directory.is_dir():
        raise UsageError(f"{given.directory} is not a directory")
    if not any(given.directory.glob("*.toml")) and not any(given.directory.glob("*.csv")):
        raise UsageError(f"{given.directory} holds no data file (.toml or .csv)")
    game = game_named(given.game) if given.game else likeliest(_known(), given.directory)
    found = problems(game, given.directory)
    if given.json:
        print_json({"game": game.id, "directory": str(given.directory), "problems": found})
    else:
        print("\n".join(found) if found else f"{given.directory}: nothing wrong for {game.id}")
    return 1 if found else 0


def _known() -> list[AnyGame]:
    """Return the games there are, the usual one first."""
    return [game_named(name) for name in sorted(games(), key=lambda name: name != USUAL)]


def _check_lesson(given: argparse.Namespace) -> int:
    """Play a lesson through, and print what is wrong with it."""
    lesson = read_lesson(given.directory)
    found = rehearse(lesson, game_named(lesson.game))
    if given.json:
        print_json({"game": lesson.game, "lesson": lesson.id, "problems": found})
    else:
        print("\n".join(found) if found else f"{given.directory}: nothing wrong")
    return 1 if found else 0
