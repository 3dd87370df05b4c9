"""``grognard perft``: count legal sequences of answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grognard.commands.shared import (
    Subparsers,
    add_json,
    add_scenario,
    at_least,
    command,
    load,
    print_json,
)
from grognard.engine import perft
from grognard.engine.datafile import read_text

if TYPE_CHECKING:
    import argparse

DEEPEST = 100
"""Nobody has ever waited for half of it."""

EXAMPLES = """  grognard perft bautzen --depth 2
  grognard perft bautzen --position battle.toml --depth 3 --divide"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Count the legal sequences of so many answers from a position."
    parser = command(subparsers, "perft", purpose, EXAMPLES, run)
    parser.add_argument("game", help="the id of a game, or module:Class")
    depth = at_least(0, DEEPEST)
    parser.add_argument("--depth", type=depth, required=True, help="how many answers")
    parser.add_argument("--position", type=Path, metavar="FILE", help="from this position")
    parser.add_argument("--divide", action="store_true", help="count behind each first answer")
    add_scenario(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print the count, and what lies behind each first answer where asked."""
    game, scenario = load(given)
    if given.position:
        text = read_text(given.position)
        state = game.read_position(text, scenario, str(given.position))
    else:
        state = game.start(scenario)
    parts = perft.divide(state, given.depth, game) if given.divide and given.depth else {}
    count = sum(parts.values()) if parts else perft.perft(state, given.depth)
    if given.json:
        facts = {"game": game.id, "depth": given.depth, "count": count}
        print_json(facts | {"divide": parts} if given.divide else facts)
        return 0
    for answer, number in parts.items():
        print(f"{answer}: {number}")
    print(count)
    return 0
