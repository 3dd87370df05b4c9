"""What several commands share: their options, files, languages, and how they fail."""

from __future__ import annotations

import argparse
import json
import os
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rich.console import Console

from grognard.engine.datafile import DataError, read_text, shortened
from grognard.engine.hexmap import HexError
from grognard.engine.journal import Journal, final_state
from grognard.engine.prompt import NotOffered
from grognard.engine.registry import Game, UnknownGame, known_game
from grognard.engine.registry import game as game_named
from grognard.engine.rulebook import UnknownRule
from grognard.engine.texts import LANGUAGES, Texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.engine.game import Seat, State
    from grognard.engine.registry import AnyGame, System

    Handler = Callable[[argparse.Namespace], int]

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class UsageError(Exception):
    """The command line asks for something that there is not."""


LONGEST_NUMBER: Final = 100
"""In digits; no number that means anything has more."""

INPUT_ERRORS: Final = (
    UsageError,
    DataError,
    HexError,
    UnknownGame,
    UnknownRule,
    NotOffered,
    OSError,
)
"""What is the fault of what was given: one line on stderr and exit code 2."""


@cache
def words() -> Texts:
    """Return the sentences that the commands say themselves."""
    return Texts(Path(str(resources.files(__package__))) / "words.toml")


def command(
    subparsers: Subparsers, name: str, purpose: str, examples: str, handler: Handler
) -> argparse.ArgumentParser:
    """Add the parser of a command, with its examples."""
    parser = subparsers.add_parser(
        name,
        help=purpose[:1].lower() + purpose[1:].rstrip("."),
        description=purpose,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(handler=handler)
    return parser


Optioned: TypeAlias = "argparse.ArgumentParser | argparse._ArgumentGroup"


def add_scenario(parser: Optioned) -> None:
    """Let a command use another scenario of the game, or anybody's map, pieces and set-up."""
    parser.add_argument(
        "--scenario",
        metavar="NAME",
        help="a scenario of the game by its name (see games), or a directory of data files",
    )


def add_json(parser: Optioned) -> None:
    """Let a command print for programs."""
    parser.add_argument("--json", action="store_true", help="print JSON for a program")


def add_lang(parser: Optioned) -> None:
    """Let a command speak French or English."""
    parser.add_argument("--lang", choices=LANGUAGES, help="language; else that of the locale")


def language_of_locale() -> str:
    """Return "fr" under a French locale, "en" under any other."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].startswith("fr") else "en"
    return "en"


def language(given: argparse.Namespace) -> str:
    """Return the language to speak: the one asked for, or that of the locale."""
    return str(given.lang or language_of_locale())


def console() -> Console:
    """Return where people read; rules in brackets are text, not markup."""
    return Console(highlight=False, markup=False, soft_wrap=True)


def print_json(value: object) -> None:
    """Print a value for a program."""
    print(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))


def at_least(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return the reader of a whole number that must not be smaller, or larger."""

    def read(text: str) -> int:
        limit = "up" if most is None else f"to {most}"
        known = text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER
        if not known or int(text) < least or (most is not None and int(text) > most):
            told = shortened(text, LONGEST_NUMBER)
            raise argparse.ArgumentTypeError(f"{told!r} is not a whole number from {least} {limit}")
        return int(text)

    return read


def seconds(text: str) -> float:
    """Read a time to think."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number


def load(given: argparse.Namespace) -> tuple[AnyGame, Any]:
    """Return the game that is named, and its usual scenario or the one that is asked for."""
    game = game_named(given.game)
    return game, game.load(scenario_directory(game, given.scenario))


def scenario_directory(game: System, named: str | None) -> Path | None:
    """Return where the files of a scenario lie; None for the usual one of the game.

    It is named by its directory, or by its id if it is one of the game's own.
    """
    if named is None or Path(named).is_dir():
        return Path(named) if named else None
    if not isinstance(game, Game):
        raise UsageError(f"{named} is not a directory")
    if named not in scenario_names(game):
        known = ", ".join(scenario_names(game))
        raise UsageError(f"{named!r} is neither a directory nor a scenario of {game.id}: {known}")
    return game.scenarios().get(named)


def scenario_names(game: AnyGame) -> list[str]:
    """Return the ids of a game's own scenarios, the usual one first."""
    return [game.scenario_id(game.load()), *game.scenarios()]


def add_game(parser: argparse.ArgumentParser) -> None:
    """Let a command be told which game a file is of: a file itself names no code to run."""
    parser.add_argument(
        "--game", help="the game, where the file does not name it or it is not installed"
    )


def read_journal(
    file: Path, name: str | None, scenario: str | None
) -> tuple[Journal, AnyGame, Any]:
    """Return the journal in a file, its game, and the scenario that is asked for, or None.

    `name` is the game as the command line names it.
    """
    journal = Journal.read(file)
    game = journal.game(game_named(name) if name else None)
    return journal, game, game.load(scenario_directory(game, scenario)) if scenario else None


def read_state(file: Path, name: str | None, scenario: str | None) -> tuple[AnyGame, State]:
    """Return the position in a file: a position as text, or the last one of a journal."""
    text = read_text(file)
    first = next((line for line in text.splitlines() if line.strip()[:1] not in ("", "#")), "")
    if first.partition(":")[0].strip() == "game":
        journal, game, own = read_journal(file, name, scenario)
        return game, final_state(journal, game, own)
    game = game_named(name) if name else known_game(_game_of(text, file))
    printed = game.load(scenario_directory(game, scenario))
    state: State = game.read_position(text, printed, str(file))
    return game, state


def _game_of(text: str, file: Path) -> str:
    """Return the game that a position names in a line ``game = "..."``."""
    for line in text.splitlines():
        key, equals, value = line.partition("=")
        if equals and key.strip() == "game":
            return value.partition("#")[0].strip().strip("\"'")
    raise UsageError(f"{file}: the position names no game; say which with --game")


def seat_called(game: AnyGame, seat: Seat, lang: str) -> str:
    """Return what a side is called in a language; in English by the id that is typed."""
    name = game.seat_name(seat)
    if lang == "en":
        return name
    sides = {side["id"]: side["names"] for side in game.printed(game.load())["sides"]}
    return sides.get(name, {}).get(lang, name)


def seat_named(game: AnyGame, name: str | None, state: State) -> Seat:
    """Return the seat of that name; without a name the one that is asked, or the first."""
    if name is None:
        return max(0, state.seat) if not state.is_over else 0
    if name not in game.seats:
        raise UsageError(f"{game.id} has no side {name!r}; it has: {', '.join(game.seats)}")
    return game.seats.index(name)
