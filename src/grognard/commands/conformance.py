"""``grognard conformance``: hold a game to what every game must pass."""

from __future__ import annotations

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
from grognard.engine.conformance import Sampling, check_game

if TYPE_CHECKING:
    import argparse

EXAMPLES = """  grognard conformance bautzen --games 5
  grognard conformance my_package.my_game:MyGame --json"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Play random games and check every promise that a game makes."
    parser = command(subparsers, "conformance", purpose, EXAMPLES, run)
    parser.add_argument("game", help="the id of a game, or module:Class")
    parser.add_argument("--games", type=at_least(1), default=10, help="how many games (10)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (0)")
    parser.add_argument(
        "--every", type=at_least(1), default=8, help="costly checks at one step in so many (8)"
    )
    add_scenario(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print the report; exit 1 where a promise was broken."""
    game, scenario = load(given)
    seeds = range(given.seed, given.seed + given.games)
    report = check_game(game, scenario, seeds, Sampling(every=given.every))
    if given.json:
        print_json(report.as_json())
    else:
        print(report.text())
    return 0 if report.ok else 1
