"""``grognard sweep``: how the balance of a game follows its printed values."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.commands import laboratory
from grognard.commands.shared import Subparsers, UsageError, add_json, command, print_json
from grognard.engine.registry import game as game_named
from grognard.lab.edits import Edit, EditError
from grognard.lab.pictures import CannotPlot, new_axes
from grognard.lab.runs import progress
from grognard.lab.setting import scenario_of
from grognard.lab.store import StoreError
from grognard.lab.sweep import Axis, Point, Variant, cases_of, save, sweep
from grognard.lab.words import percent

if TYPE_CHECKING:
    import argparse

    from grognard.lab.setting import Setting

EXAMPLES = """  grognard sweep bautzen --vary tables.crt.5.3/1=1/1,1/2,1/3 --games 200
  grognard sweep bautzen --vary pieces.21/20Pz.attack=4..8 --players colonel,colonel --out panzers
  grognard sweep bautzen --vary tables.convoys.allied_per_turn=0..4 --workers 2 --out columns
  grognard sweep bautzen --vary scenario.options.convoy_command=any_hq,formation
  grognard sweep bautzen --vary tables.die.woods=-2..0 --vary scenario.victory.needed=1..3

A place is FILE.KEY.KEY in a TOML file, FILE.ROW.COLUMN in a CSV file or in a table laid out as
text. Several --vary give every combination. A set-up, or values that go together, are cases:
  --case "as printed:" --case "two columns: scenario.allied_convoys_at_start=2; ..."
See docs/laboratory.md."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Vary printed values (tables, counters, set-up, rulings) and plot who wins."
    parser = command(subparsers, "sweep", purpose, EXAMPLES, run)
    parser.add_argument("game", help="the id of a game, or module:Class")
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="PLACE=VALUES",
        help="a value to vary: PLACE=V,V,V or PLACE=1..4; may be given several times",
    )
    parser.add_argument(
        "--case",
        action="append",
        default=[],
        metavar="'NAME: PLACE=VALUE; ...'",
        help="values that go together; may be given several times",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="PLACE=VALUE",
        help="a value changed in every case",
    )
    laboratory.add_games(parser, 200, "games of each case")
    laboratory.add_players(parser)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="keep games, table (CSV, JSON) and plot there"
    )
    laboratory.add_crew(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Play every case and print the balance of each."""
    try:
        axes = [Axis.parse(text) for text in given.vary]
        fixed = [Edit.parse(text) for text in given.set]
        cases = cases_of(axes, [Variant.parse(text) for text in given.case])
    except EditError as error:
        raise UsageError(str(error)) from error
    if not cases:
        raise UsageError("nothing is varied: give --vary or --case")
    names = laboratory.players_of(given)
    settings = [
        (
            case,
            laboratory.setting_of(given, names, swap=given.swap, edits=(*fixed, *case.edits)),
        )
        for case in cases
    ]
    try:
        if given.out:
            new_axes(1, 1)  # refuses what could not be drawn at the end
        points = _play(given, settings)
        files = save(given.out, axes, points) if given.out else []
    except (StoreError, CannotPlot) as error:
        raise UsageError(str(error)) from error
    except laboratory.FAILURES as error:
        print(f"grognard: {error}", file=sys.stderr)
        return 1
    if given.json:
        print_json([point.as_json() for point in points])
    else:
        print("\n".join([_heading(settings[0][1]), *map(_line, points), *map(str, files)]))
    return 0


def _play(given: argparse.Namespace, cases: list[tuple[Variant, Setting]]) -> list[Point]:
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
    total = given.games * len(cases)
    with (
        laboratory.crew_of(given) as crew,
        progress(total, "sweep") as advance,
        laboratory.stopping(given.out),
    ):
        return sweep(
            cases, given.games, crew, directory=given.out, resume=given.resume, advance=advance
        )


def _heading(setting: Setting) -> str:
    """Return what was played, by whom."""
    game = game_named(setting.game)
    scenario = game.scenario_id(scenario_of(setting))
    players = ", ".join(setting.players)
    return f"game: {game.id} ({scenario}), seed {setting.seed}; players: {players}"


def _line(point: Point) -> str:
    seat = point.tally.seats[0]
    rate = point.tally.win_rate(seat)
    wins = f"{seat} wins {point.tally.results[seat]} of {point.tally.games}"
    interval = f"{percent(rate.low)} to {percent(rate.high)}"
    return f"{point.case.name}: {wins}, {percent(rate.value)} (95 % interval: {interval})"
