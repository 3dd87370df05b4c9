"""``grognard inspect``: what a side may ask of a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grognard.commands.reckoned import inspected
from grognard.commands.shared import (
    Subparsers,
    UsageError,
    add_game,
    add_json,
    add_lang,
    add_scenario,
    command,
    console,
    language,
    print_json,
    read_state,
    seat_named,
)
from grognard.commands.tables import Teller

if TYPE_CHECKING:
    import argparse

EXAMPLES = """  grognard inspect position.toml
  grognard inspect my.game --side allied --json
  grognard inspect position.toml --piece KG72

The file is a position, or a journal, of which the last position is taken."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Show zones, supply, command, stacking, support and attacks, or the reach of a piece."
    parser = command(subparsers, "inspect", purpose, EXAMPLES, run)
    parser.add_argument("position", type=Path, metavar="POSITION", help="a position or a journal")
    parser.add_argument("--piece", metavar="ID", help="the reach of this piece, with reasons")
    parser.add_argument("--side", help="the side that asks; else the one whose turn it is")
    add_game(parser)
    add_scenario(parser)
    add_lang(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print what the game says of the position."""
    game, state = read_state(given.position, given.game, given.scenario)
    seat, lang = seat_named(game, given.side, state), language(given)
    try:
        facts = inspected(game, state, seat, lang, given.piece)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if given.json:
        print_json({"game": game.id, **facts})
    else:
        Teller(console(), game, lang).tell(facts)
    return 0
