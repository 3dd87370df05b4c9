"""``grognard games``: which games there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.commands.shared import Subparsers, add_json, add_lang, command, language, print_json
from grognard.engine.registry import game, games

if TYPE_CHECKING:
    import argparse

EXAMPLES = """  grognard games
  grognard games --json"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = command(subparsers, "games", "List the games.", EXAMPLES, run)
    add_lang(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print id, title and sides of every game."""
    found = [game(name) for name in games()]
    if given.json:
        listed = [
            {
                "id": one.id,
                "titles": dict(one.titles),
                "rules_version": one.rules_version,
                "seats": list(one.seats),
            }
            for one in found
        ]
        print_json({"games": listed})
        return 0
    for one in found:
        print(f"{one.id}: {one.titles[language(given)]} ({', '.join(one.seats)})")
    return 0
