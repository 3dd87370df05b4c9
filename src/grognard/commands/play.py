"""``grognard play``: a game in the terminal, against a program or another person."""

from __future__ import annotations

import argparse
import os
from datetime import datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.bots.clock import DECISION, TURN, Clock
from grognard.bots.levels import OTHERS, usual_opponent
from grognard.commands.players import HUMAN, is_known, seated
from grognard.commands.shared import (
    Subparsers,
    UsageError,
    add_lang,
    add_scenario,
    command,
    console,
    language,
    load,
    read_journal,
    seconds,
)
from grognard.commands.terminal import Terminal
from grognard.engine.registry import game as game_named
from grognard.engine.session import Session

if TYPE_CHECKING:
    from grognard.engine.registry import AnyGame

EXAMPLES = """  grognard play bautzen
  grognard play bautzen --german colonel --allied human --lang fr
  grognard play bautzen --german human --allied human --save my.game
  grognard play bautzen --load my.game
  grognard play bautzen --allied colonel --explain
  grognard play bautzen --allied general --seconds 5"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command; the names of its sides become options once the game is known."""
    purpose = "Play in the terminal. The game is saved after every answer."
    parser = command(subparsers, "play", purpose, EXAMPLES, run)
    parser.usage = "grognard play GAME [--SIDE PLAYER ...] [options]"
    parser.add_argument("game", help="the id of a game, or module:Class")
    parser.add_argument_group(
        "sides",
        f"--SIDE PLAYER says who plays a side of the game (--german, --allied): {HUMAN} or "
        f"a program (random, {', '.join(OTHERS)}, or a level of the game: see grognard games). "
        "Without it a person has the first side, the game's usual opponent the others.",
    )
    parser.add_argument("--seed", type=int, help="the same seed, the same dice and opponents")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to keep the game")
    parser.add_argument(
        "--explain", action="store_true", help="the programs say what they weigh, secrets too"
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=DECISION,
        help=f"a level that searches thinks so long about a decision ({DECISION:g}), and at most "
        f"{TURN / DECISION:g} times as long in a side's turn; other levels take what they need",
    )
    parser.set_defaults(sides={})
    add_scenario(parser)
    add_lang(parser)


def read_seats(given: argparse.Namespace, rest: list[str]) -> list[str]:
    """Read the options that name the sides of the game; return the words that are left."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    seats = game_named(given.game).seats
    for seat in seats:
        parser.add_argument(f"--{seat}")
    sides, left = parser.parse_known_args(rest)
    given.sides = {seat: name for seat, name in vars(sides).items() if name is not None}
    return left


def run(given: argparse.Namespace) -> int:
    """Begin a game, or go on with one, and play it."""
    _check_place(given.save, given.load)
    if given.load:
        journal, game, scenario = read_journal(given.load, given.game, given.scenario)
        names = _names(game, journal.players, given.sides)
        for seat, name in names.items():
            journal.set(f"player {seat}", name)
        rng = _random(given, len(list(journal.moves())))
        watched = _is_watched(names)
        session = Session.resume(
            journal, game, scenario, rng=rng, auto_forced=True, watched=watched
        )
        file = given.save or given.load
    else:
        game, scenario = load(given)
        names, rng = _names(game, {}, given.sides), _random(given, 0)
        session = _begin(game, scenario, names, rng)
        file = given.save or default_file(game)
    seed = f"{rng.random()}"
    players = [
        seated(game, name, seat, seed, Clock(given.seconds, given.seconds * TURN / DECISION))
        for seat, name in enumerate(names.values())
    ]
    screen = console()
    lang, explains = language(given), given.explain
    terminal = Terminal(session, players, screen, screen.input, lang, file, explains=explains)
    return 0 if terminal.run() else 1


def _check_place(save: Path | None, load: Path | None) -> None:
    """Refuse to write a game over another file."""
    if save is None or save == load or not save.exists():
        return
    if save.is_dir():
        raise UsageError(f"{save} is a directory, not a file")
    raise UsageError(f"{save} is there already; go on with it by --load, or name another file")


def _names(game: AnyGame, before: dict[str, str], given: dict[str, str]) -> dict[str, str]:
    """Return who plays each side: as given, as before, or a person against a program."""
    usual = dict.fromkeys(game.seats, usual_opponent(game)) | {game.seats[0]: HUMAN}
    known = {seat: name for seat, name in before.items() if is_known(game, name)}
    return usual | known | given


def _random(given: argparse.Namespace, played: int) -> Random:
    """Return the random numbers of a game; one that goes on does not throw its dice again."""
    return Random() if given.seed is None else Random(f"{given.seed}/{played}")


def _begin(game: AnyGame, scenario: Any, names: dict[str, str], rng: Random) -> Session:
    today = f"{datetime.now():%Y-%m-%d}"
    watched = _is_watched(names)
    return Session.begin(
        game, scenario, players=names, date=today, rng=rng, auto_forced=True, watched=watched
    )


def _is_watched(names: dict[str, str]) -> bool:
    """Whether more than one person plays."""
    return list(names.values()).count(HUMAN) > 1


def default_file(game: AnyGame) -> Path:
    """Return a fresh file among the user's saved games."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    stem = Path(home) / "grognard" / f"{game.id}-{datetime.now():%Y%m%d-%H%M%S}"
    file, number = stem.with_name(f"{stem.name}.game"), 1
    while file.exists():
        number += 1
        file = stem.with_name(f"{stem.name}-{number}.game")
    return file
