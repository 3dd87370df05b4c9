"""``grognard odds``: asks a game for its calculator, and shows what it answers."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.commands.odds_picture import CannotDraw, draw
from grognard.commands.odds_shown import show
from grognard.commands.shared import (
    Subparsers,
    UsageError,
    add_json,
    add_lang,
    add_scenario,
    command,
    console,
    language,
    print_json,
    scenario_directory,
)
from grognard.engine.forbidden import Forbidden
from grognard.engine.parameters import Count, Counts, Flag, Names, Word
from grognard.engine.registry import system

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.account import Account
    from grognard.engine.calculator import Calculation, Calculator
    from grognard.engine.parameters import Parameter, Raw

EXAMPLES = """  grognard odds bautzen --attack 26 --defence 6 --shift -1 --drm 0
  grognard odds petrograd --attack 8 --defence 4 --attacker-morale 5 --defender-morale 3
  grognard odds eastfront overrun --attack 17 --defence 3
  grognard odds eastfront combat --attack 26 --artillery 4,3 --defence 5 --json
  grognard odds petrograd --help"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Exact odds of a combat or a chart, by the rules that the game itself plays."
    parser = command(subparsers, "odds", purpose, EXAMPLES, run)
    parser.add_argument("game", help="the id of a game, or module:Class")
    parser.add_argument(
        "given", nargs=argparse.REMAINDER, help="what the calculator asks for; see GAME --help"
    )


def run(given: argparse.Namespace) -> int:
    """Read the rest of the line by the game's calculator, and answer it."""
    game = system(given.game)
    calculator = game.calculator()
    if calculator is None:
        raise UsageError(f"{given.game} has no calculator")
    line, calculation = parsed(calculator, given.game, given.given)
    say = calculator.speaker(language(line))
    directory = scenario_directory(game, line.scenario)
    try:
        asked = calculation.read(raw(line, calculation), directory)
        account = calculation.reckon(asked, say)
    except Forbidden as error:
        print(f"grognard odds: {say.refusal(error)}", file=sys.stderr)
        return 2
    return _deliver(account, line, calculator)


def parsed(
    calculator: Calculator, name: str, words: Sequence[str]
) -> tuple[argparse.Namespace, Calculation]:
    """Return the parsed line, and what it asks for."""
    calculations = {each.name: each for each in calculator.calculations}
    prog = f"grognard odds {name}"
    if "" in calculations:
        return _parser(prog, calculations[""]).parse_args(words), calculations[""]
    top = argparse.ArgumentParser(prog, allow_abbrev=False)
    charts = top.add_subparsers(dest="chart", required=True, metavar="CHART")
    for each in calculations.values():
        made = _parser(f"{prog} {each.name}", each, add_help=False)
        charts.add_parser(
            each.name,
            parents=[made],
            help=each.purpose,
            description=each.purpose,
            epilog=made.epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
    line = top.parse_args(words)
    return line, calculations[line.chart]


def _parser(
    prog: str, calculation: Calculation, *, add_help: bool = True
) -> argparse.ArgumentParser:
    """Return the parser of one calculation."""
    examples = "\n".join(f"  {prog} {example}" for example in calculation.examples)
    parser = argparse.ArgumentParser(
        prog,
        description=calculation.purpose,
        epilog=f"examples:\n{examples}\n{calculation.footnote}".rstrip(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        add_help=add_help,
    )
    groups = {"": parser.add_argument_group("what is reckoned")}
    for parameter in calculation.parameters:
        if parameter.group not in groups:
            groups[parameter.group] = parser.add_argument_group(parameter.group)
        _add(groups[parameter.group], parameter)
    output = parser.add_argument_group("output")
    add_scenario(output)
    add_json(output)
    output.add_argument("--plot", metavar="FILE", help="draw the chances to an .svg or .png file")
    add_lang(output)
    return parser


def _add(group: argparse._ArgumentGroup, parameter: Parameter) -> None:
    """Add one thing that may be given; what is not given leaves no trace."""
    flag, text = f"--{parameter.name}", _help(parameter)
    dest, absent = _dest(parameter), argparse.SUPPRESS
    if isinstance(parameter, Flag):
        group.add_argument(flag, dest=dest, action="store_true", default=absent, help=text)
    elif isinstance(parameter, Word):
        choices = parameter.choices
        group.add_argument(flag, dest=dest, choices=choices, default=absent, help=text)
    elif isinstance(parameter, Names):
        action = "append" if parameter.repeated else "store"
        group.add_argument(
            flag, dest=dest, action=action, metavar=parameter.metavar, default=absent, help=text
        )
    elif isinstance(parameter, Count):
        metavar = parameter.metavar if isinstance(parameter, Counts) else "N"
        bare = None if parameter.alone is None else str(parameter.alone)
        group.add_argument(
            flag,
            dest=dest,
            nargs=None if bare is None else "?",
            const=bare,
            metavar=metavar,
            required=parameter.needed,
            default=absent,
            help=text,
        )


def _help(parameter: Parameter) -> str:
    """Return the help of a parameter: what it is, its range, its rule."""
    parts = [parameter.help]
    if isinstance(parameter, Count):
        parts.append(f"{parameter.least} to {parameter.most}")
    if isinstance(parameter, Word) and parameter.default:
        parts.append(f"else {parameter.default}")
    if parameter.rule:
        parts.append(f"({parameter.rule})")
    return ", ".join(part for part in parts if part).replace(", (", " (").replace("%", "%%")


def _dest(parameter: Parameter) -> str:
    """Return where a parsed line keeps a parameter, apart from everything else."""
    return f"given {parameter.name}"


def raw(line: argparse.Namespace, calculation: Calculation) -> dict[str, Raw]:
    """Return what was given, by name, as it was written."""
    found = vars(line)
    return {
        parameter.name: found[_dest(parameter)]
        for parameter in calculation.parameters
        if _dest(parameter) in found
    }


def _deliver(account: Account, line: argparse.Namespace, calculator: Calculator) -> int:
    """Print an account, and draw it where asked."""
    say = calculator.speaker(language(line))
    if line.json:
        print_json(account.as_json())
    else:
        show(account, console(), say)
    if line.plot:
        try:
            draw(account, Path(line.plot))
        except CannotDraw as error:
            print(f"grognard odds: {error}", file=sys.stderr)
            return 1
    return 0
