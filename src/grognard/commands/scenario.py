"""``grognard scenario``: the files of a scenario, copied into a folder to be changed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.commands.shared import (
    Subparsers,
    UsageError,
    add_json,
    add_lang,
    add_scenario,
    command,
    language,
    print_json,
    scenario_directory,
    words,
)
from grognard.engine.registry import game as game_named

if TYPE_CHECKING:
    import argparse

EXAMPLES = """  grognard scenario luga mine
  grognard scenario petrograd my-pulkovo --scenario pulkovo"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Copy the files of a scenario into a folder, to change them and play."
    parser = command(subparsers, "scenario", purpose, EXAMPLES, run)
    parser.add_argument("game", help="the id of a game, or module:Class")
    parser.add_argument("directory", type=Path, metavar="DIR", help="the folder to copy into")
    add_scenario(parser)
    add_lang(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Copy the files, overwriting none, and say what to do with them."""
    game, into = game_named(given.game), given.directory
    files = game.data_files(scenario_directory(game, given.scenario))
    if not files:
        raise UsageError(f"{game.id} has no data files")
    there = [file.name for file in files if (into / file.name).exists()]
    if there:
        raise UsageError(f"{into / there[0]} is there already; name another folder")
    into.mkdir(parents=True, exist_ok=True)
    for file in files:
        shutil.copyfile(file, into / file.name)
    copied = [file.name for file in files]
    if given.json:
        print_json({"game": game.id, "directory": str(into), "files": copied})
    else:
        print(f"{into}: {', '.join(copied)}")
        print(words().say("copied", language(given), game=game.id, directory=into))
    return 0
