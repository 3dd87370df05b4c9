"""``grognard fit``: what the figures of a position are worth, fitted on games that are played."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.commands import laboratory
from grognard.commands.shared import Subparsers, UsageError, add_json, command, print_json
from grognard.lab.edits import written
from grognard.lab.fitting import NoFigures, fit, record
from grognard.lab.runs import progress

if TYPE_CHECKING:
    import argparse

    from grognard.lab.fitting import Fit

EXAMPLES = """  grognard fit bautzen --games 200 --players sergeant,colonel --seed 1
  grognard fit bautzen --players recruit,sergeant --option encirclement=supply --out outlook.toml

Everybody plays everybody, on both sides. Every fifth game is held back to test the weights on.
A game keeps its weights under [outlook] in its opponents.toml. JSON keys: game, players, seed,
games, moments, tested, ranking, loss, weights."""
HELD_BACK = 5


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Fit the chance to win from plain figures of a position, on games played for it."
    parser = command(subparsers, "fit", purpose, EXAMPLES, run)
    parser.add_argument("game", help="the id of a game, or module:Class")
    parser.add_argument("--players", required=True, help="names with commas, as many as you like")
    laboratory.add_games(parser, 100)
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep the weights there, as TOML")
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Play the games, fit the weights and print how well they tell who wins."""
    names = laboratory.named_players(given.players)
    settings = [laboratory.setting_of(given, pair) for pair in product(names, repeat=2)]
    moments = []
    try:
        with progress(given.games, "fit") as advance:
            for number in range(given.games):
                moments += record(settings[number % len(settings)], number)
                advance(1)
        found = fit(moments, lambda number: number % HELD_BACK == 0)
    except NoFigures as error:
        raise UsageError(str(error)) from error
    except laboratory.FAILURES as error:
        print(f"grognard: {error}", file=sys.stderr)
        return 1
    except ImportError as error:
        raise UsageError(f"{error}; numpy comes with grognard[lab]") from error
    if given.out:
        given.out.write_text(written({"outlook": found.weights}) + "\n", encoding="utf-8")
    if given.json:
        facts = {"game": given.game, "players": names, "seed": given.seed, "games": given.games}
        print_json({**facts, **found._asdict()})
    else:
        print(told(found))
    return 0


def told(found: Fit) -> str:
    """Return the weights for people, and how well they tell who wins."""
    lines = [f"{name or 'start'}: {weight:+.3f}" for name, weight in found.weights.items()]
    return "\n".join(
        [
            *lines,
            f"fitted on {found.moments} positions, tested on {found.tested} of other games:",
            f"{_ranking(found)}, loss {found.loss:.3f}",
        ]
    )


def _ranking(found: Fit) -> str:
    if found.ranking is None:
        return "all of those were won by one side, so their ranking is not known"
    return f"ranks {found.ranking:.3f} of pairs of a won and a lost position right"
