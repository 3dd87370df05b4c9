"""The command ``grognard``: play, simulate, replay, inspect, rules, perft, check and more.

Exit codes: 0 all is well, 1 what was asked is false or has failed, 2 wrong usage or input.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

from grognard.commands import (
    check,
    conformance,
    fit,
    games,
    hint,
    inspect,
    odds,
    perft,
    play,
    replay,
    report,
    rules,
    scenario,
    simulate,
    sweep,
    tournament,
    tune,
)
from grognard.commands.helping import speak_french, wanted_language
from grognard.commands.shared import INPUT_ERRORS, UsageError
from grognard.server.command import add_parser as add_server

if TYPE_CHECKING:
    from collections.abc import Sequence

LABORATORY = (simulate, report, tournament, sweep, fit, tune)
COMMANDS = (
    *(play, *LABORATORY, replay, inspect, hint, rules, odds),
    *(perft, scenario, check, conformance, games),
)
EXAMPLES = """examples:
  grognard play bautzen
  grognard simulate bautzen --games 100 --seed 1 --players random,random
  grognard rules bautzen 8.5.2 --lang fr
  grognard COMMAND --help
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="grognard",
        description="Historical hex-and-counter wargames played by their real rules.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"grognard {version('grognard')}")
    subparsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_parser(subparsers)
    add_server(subparsers)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _look_here()
    try:
        given = _parse(argv)
        code: int = given.handler(given)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except INPUT_ERRORS as error:
        print(f"grognard: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 1
    return code


def _look_here() -> None:
    """Let ``my_bot:Mine`` be found in the current folder, after all that is installed."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Return the parsed line; options that name the seats of a game are read for that game."""
    top = parser()
    if wanted_language(sys.argv[1:] if argv is None else argv) == "fr":
        speak_french(top)
    given, rest = top.parse_known_args(argv)
    if rest and given.command == "play":
        rest = play.read_seats(given, rest)
    if rest:
        raise UsageError(f"unknown words: {' '.join(rest)}; see grognard {given.command} --help")
    return given


if __name__ == "__main__":
    sys.exit(main())
