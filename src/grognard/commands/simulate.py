"""``grognard simulate``: many games between programs, and what came of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.commands import laboratory
from grognard.commands.shared import Subparsers, UsageError, add_json, command, print_json
from grognard.engine.registry import game as game_named
from grognard.lab.runs import Played, progress, simulate
from grognard.lab.setting import changed, scenario_of
from grognard.lab.store import Results, StoreError, check_format, lines_file, write
from grognard.lab.tally import Tally
from grognard.lab.words import summary_text

if TYPE_CHECKING:
    import argparse

    from grognard.lab.setting import Setting

EXAMPLES = """  grognard simulate bautzen --games 100 --seed 1
  grognard simulate bautzen --games 1000 --players colonel,colonel --workers 4 --out c.parquet
  grognard simulate bautzen --games 2000 --players colonel,sergeant --swap --out c.jsonl --resume
  grognard simulate bautzen --option convoy_command=formation --json

JSON keys: game, scenario, players, options, changed, seed, games, decisions, seconds,
decisions_per_second, games_per_second, wins (by side), draws, lengths (shortest, median, mean,
longest, in decisions), win_rates, scores, margins, steps_lost, reasons, held, rules: see
docs/laboratory.md.
All but the seconds are the same for the same seed, whatever the number of workers."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Let programs play many games; print who won, by how much and why, and how fast."
    parser = command(subparsers, "simulate", purpose, EXAMPLES, run)
    parser.add_argument("game", help="the id of a game, or module:Class")
    laboratory.add_games(parser, 100)
    laboratory.add_players(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="keep the games: FILE.jsonl as they come, .csv, .parquet or .json at the end",
    )
    laboratory.add_crew(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Play the games and print what came of them."""
    setting = laboratory.setting_of(given, laboratory.players_of(given), swap=given.swap)
    try:
        if given.out:
            check_format(given.out)
        played = _play(given, setting)
    except StoreError as error:
        raise UsageError(str(error)) from error
    except laboratory.FAILURES as error:
        print(f"grognard: {error}", file=sys.stderr)
        return 1
    if given.out:
        write(given.out, Results(setting, played.records))
    report = summary(setting, played)
    if given.json:
        print_json(report)
    else:
        print(summary_text(report, _places(setting)))
    return 0


def _places(setting: Setting) -> dict[str, str]:
    """Return the names of the landmarks, by hex."""
    landmarks = game_named(setting.game).landmarks(scenario_of(setting))
    return {landmark.hex: landmark.name for landmark in landmarks}


def _play(given: argparse.Namespace, setting: Setting) -> Played:
    file = lines_file(given.out) if given.out else None
    label = ",".join(setting.players)
    with (
        laboratory.crew_of(given) as crew,
        progress(given.games, label) as advance,
        laboratory.stopping(file),
    ):
        return simulate(
            setting, range(given.games), crew, file=file, resume=given.resume, advance=advance
        )


def summary(setting: Setting, played: Played) -> dict[str, Any]:
    """Return the figures of a run."""
    game = game_named(setting.game)
    seconds = max(played.seconds, 1e-9)
    tally = Tally.of(setting, game.seats, played.records)
    return {
        "game": game.id,
        "scenario": game.scenario_id(scenario_of(setting)),
        "players": list(setting.players),
        "options": dict(setting.options),
        "changed": changed(setting),
        "seed": setting.seed,
        "games": tally.games,
        "decisions": sum(tally.lengths),
        "seconds": round(played.seconds, 3),
        "decisions_per_second": round(played.decisions / seconds),
        "games_per_second": round(played.fresh / seconds, 2),
        **tally.summary(),
    }
