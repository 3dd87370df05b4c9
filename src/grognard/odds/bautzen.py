"""``grognard odds bautzen``: from totals, or from a position with everything that stands on it."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import TYPE_CHECKING

from grognard.engine.forbidden import Forbidden
from grognard.engine.modifier import Modifier
from grognard.games.bautzen.odds import OBJECTIVES, Weights, chart
from grognard.games.bautzen.odds.table import bare_board, next_column
from grognard.odds.bautzen_position import described
from grognard.odds.bautzen_report import (
    AsSeen,
    Open,
    headings,
    plain_row,
    table_facts,
    table_lines,
)
from grognard.odds.report import Figure, Report, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grognard.games.bautzen.odds import Chart
    from grognard.odds.language import Speaker

EXAMPLES = """examples:
  grognard odds bautzen --attack 26 --defence 6 --shift -1 --drm 0
  grognard odds bautzen --position weissenberg.toml --target 1910 --with 21/20Pz,59/20Pz \\
      --support QG/20Pz --convoys 0,1 --objective hex --gains
  grognard odds bautzen --position game.toml --target 1910 --with 21/20Pz --seat german --sealed
A position is a file as `grognard` writes it; --seat answers with what that side may see.
"""


def add_parsers(
    systems: argparse._SubParsersAction[argparse.ArgumentParser],
) -> Iterable[tuple[argparse.ArgumentParser, Callable[[argparse.Namespace, Speaker], Report]]]:
    """Add the one parser of this system."""
    parser = systems.add_parser(
        "bautzen",
        help="Bautzen 1945",
        description="Exact odds of a combat of Bautzen 1945 (1d6): from totals, or on a position.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_totals(parser)
    _add_position(parser)
    _add_objective(parser)
    yield parser, build


def _add_totals(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("totals")
    group.add_argument("--attack", type=int, metavar="N", help="attack with support (BZ-8.2.3)")
    group.add_argument("--defence", type=int, metavar="N", help="defence with support (BZ-8.2.3)")
    group.add_argument("--shift", type=int, default=0, metavar="N", help="columns (BZ-8.2.5)")
    group.add_argument("--drm", type=int, default=0, metavar="N", help="on the die (BZ-8.2.6)")


def _add_position(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("position")
    group.add_argument("--position", metavar="FILE", help="a position file")
    group.add_argument("--target", metavar="HEX", help="the attacked hex")
    group.add_argument(
        "--with", dest="attackers", type=_names, default=[], metavar="UNITS", help="who attacks"
    )
    group.add_argument("--support", type=_names, default=[], metavar="UNITS", help="BZ-9.1")
    group.add_argument("--defence-support", type=_names, default=[], metavar="UNITS", help="BZ-9.1")
    group.add_argument(
        "--convoys", type=_pair, default=(0, 0), metavar="A,D", help="supply columns (BZ-7.2.1)"
    )
    group.add_argument("--air", type=_pair, default=(0, 0), metavar="A,D", help="aircraft (BZ-10a)")
    group.add_argument(
        "--then",
        action="append",
        type=_names,
        default=[],
        metavar="UNITS",
        help="attack the hex again with these; may be repeated (BZ-8.5.3)",
    )
    group.add_argument("--seat", choices=("german", "allied"), help="what this side may see")


def _add_objective(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("objective")
    group.add_argument("--objective", choices=(*OBJECTIVES, "weights"), default="margin")
    group.add_argument(
        "--weight",
        action="append",
        default=[],
        type=_weight,
        metavar="NAME=N",
        help=f"your own weights instead: {', '.join(Weights._fields)}",
    )
    group.add_argument("--gains", action="store_true", help="what one more of each thing adds")
    group.add_argument("--table", action="store_true", help="the whole table with its chances")
    group.add_argument("--sealed", action="store_true", help="over all that may be sealed")


def _names(text: str) -> list[str]:
    """Read names parted by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _pair(text: str) -> tuple[int, int]:
    """Read two numbers, the attacker's first; one alone is his."""
    ours, _, theirs = text.partition(",")
    return int(ours), int(theirs or 0)


def _weight(text: str) -> tuple[str, Fraction]:
    """Read a weight such as hex=3 or step=1/2."""
    name, _, figure = text.partition("=")
    if name not in Weights._fields:
        raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(Weights._fields)}")
    try:
        return name, Fraction(figure)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"{figure!r} is no number") from None


def build(arguments: argparse.Namespace, say: Speaker) -> Report:
    """Return the report of a parsed line."""
    if arguments.position is None:
        return _from_totals(arguments, say)
    if arguments.target is None:
        raise Forbidden("BZ-8.1", "an attack needs a hex: --target")
    told = described(arguments)
    weights = Weights(**dict(arguments.weight)) if arguments.weight else None
    wanted = weights or OBJECTIVES.get(arguments.objective)
    if wanted is None:
        raise Forbidden("BZ-8.2", "the objective weights needs --weight NAME=N")
    name = "weights" if weights else arguments.objective
    reports = (
        Open(told, wanted, name, say) if told.seat is None else AsSeen(told, wanted, name, say)
    )
    return reports.report(gains=arguments.gains, sealed=arguments.sealed, table=arguments.table)


# Totals


def _from_totals(arguments: argparse.Namespace, say: Speaker) -> Report:
    """8.2 steps 4 to 6 - the report of two totals."""
    if arguments.attack is None or arguments.defence is None:
        raise Forbidden("BZ-8.2.3", "give --attack and --defence, or --position")
    attack, defence = arguments.attack, arguments.defence
    found = chart(attack, defence, arguments.shift, arguments.drm)
    given = [Modifier("BZ-8.2.5", arguments.shift, "columns given")] if arguments.shift else []
    ratio = f"{attack} : {defence}"
    needed = next_column(attack, defence, len(bare_board().scenario.tables.columns) - 1)
    more = say("the next column needs an attack of {needed}", needed=needed) if needed else ""
    return Report(
        system="bautzen",
        title=f"Bautzen 1945: {ratio}",
        column=found.column,
        unit="shift",
        arithmetic=[
            Step("BZ-8.2.3", say("attack : defence"), ratio),
            Step("BZ-8.2.4", say("ratio"), found.first_column),
            Step("BZ-8.2.6", say("on the die"), f"{found.drm:+d}"),
        ],
        modifiers=given,
        headings=headings(say),
        rows=[plain_row(line.result, line.chance, line.dice) for line in found.lines],
        summary=_table_summary(found, say),
        notes=[
            *(table_lines(bare_board(), found.cells) if arguments.table else ()),
            *([more] if more else ()),
        ],
        facts={
            "drm": found.drm,
            "next_column": needed,
            "table": table_facts(bare_board(), found.cells),
        },
    )


def _table_summary(found: Chart, say: Speaker) -> list[Figure]:
    """Return what the table alone tells."""
    results = found.results
    hit = results.probability(lambda result: result.defender > 0)
    ours = results.expectation(lambda result: result.attacker)
    theirs = results.expectation(lambda result: result.defender)
    return [
        Figure("defender_hit", say("the defender loses a step or gives ground"), hit),
        Figure("defender_result", say("steps of the defender's result, mean"), theirs, False),
        Figure("attacker_steps", say("steps the attacker loses, mean"), ours, False),
    ]
