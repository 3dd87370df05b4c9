"""The command ``grognard odds``: one subcommand for each system, plugged in by a list."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Protocol

from rich.console import Console

from grognard.engine.forbidden import Forbidden
from grognard.odds import bautzen, eastfront, petrograd
from grognard.odds.language import LANGUAGES, Speaker, language_of_locale
from grognard.odds.plot import CannotPlot, draw
from grognard.odds.report import show, to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grognard.odds.report import Report

    Build = Callable[[argparse.Namespace, Speaker], Report]

EXAMPLES = """examples:
  grognard odds bautzen --attack 26 --defence 6 --shift -1 --drm 0
  grognard odds petrograd --attack 8 --defence 4 --attacker-morale 5 --defender-morale 3 \\
      --attacker-quality 4 --defender-quality 3 --terrain 1
  grognard odds eastfront overrun --attack 17 --defence 3
  grognard odds eastfront combat --attack 26 --artillery 4,3 --defence 5 --json
"""


class System(Protocol):
    """What a module offers to be plugged in."""

    def add_parsers(
        self, systems: argparse._SubParsersAction[argparse.ArgumentParser]
    ) -> Iterable[tuple[argparse.ArgumentParser, Build]]:
        """Add the system's parsers and return each with the function that makes its report."""


SYSTEMS: list[System] = [bautzen, petrograd, eastfront]
"""Every module plugged in; one more system is one more entry."""


def add_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],
    plugged: Sequence[System] = SYSTEMS,
) -> argparse.ArgumentParser:
    """Add ``odds`` to a command line; a parsed line has ``handler``, to be called with itself."""
    parser = subparsers.add_parser(
        "odds",
        help="exact odds of a combat or a chart",
        description="Exact odds, from the same rule functions that the games call.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    systems = parser.add_subparsers(dest="system", required=True, metavar="SYSTEM")
    for system in plugged:
        for leaf, build in system.add_parsers(systems):
            _add_output(leaf)
            leaf.set_defaults(handler=_handler(build))
    return parser


def _add_output(parser: argparse.ArgumentParser) -> None:
    """Add the options that every chart has."""
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help='fractions as "p/q", and floats')
    output.add_argument("--plot", metavar="FILE", help="draw the chances to an .svg or .png file")
    output.add_argument("--lang", choices=LANGUAGES, help="language; else that of the locale")


def _handler(build: Build) -> Callable[[argparse.Namespace], int]:
    """Return the function that runs a parsed line and returns its exit code."""

    def handle(arguments: argparse.Namespace) -> int:
        say = Speaker(arguments.lang or language_of_locale())
        try:
            report = build(arguments, say)
        except Forbidden as error:
            reason = say(error.template, **error.facts)
            print(f"grognard odds: {error.rule}: {reason}", file=sys.stderr)
            return 2
        return _deliver(report, arguments, say)

    return handle


def _deliver(report: Report, arguments: argparse.Namespace, say: Speaker) -> int:
    """Print a report, and draw it where asked."""
    if arguments.json:
        print(to_json(report))
    else:
        show(report, Console(), say)
    if arguments.plot:
        try:
            draw(report, arguments.plot)
        except CannotPlot as error:
            print(f"grognard odds: {error}", file=sys.stderr)
            return 1
    return 0
