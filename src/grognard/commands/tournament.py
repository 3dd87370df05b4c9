"""``grognard tournament``: who is the strongest, and how sure that is."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.bots.levels import OTHERS
from grognard.commands import laboratory
from grognard.commands.shared import Subparsers, UsageError, add_json, command, print_json
from grognard.engine.registry import game as game_named
from grognard.lab.statistics import Sprt
from grognard.lab.store import StoreError
from grognard.lab.tournament import Contest, tournament
from grognard.lab.words import share_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = """  grognard tournament --players recruit,sergeant,colonel --games 200 --workers 2
  grognard tournament bautzen --players random,recruit --test 0.45,0.55 --json
  grognard tournament --players colonel,my_bots:Napoleon --no-test --games 100 --out cup --resume

Every pair changes sides from game to game and plays until the sequential test has its answer, or
until it has played --games. JSON keys: game, seed, players, contests, ratings, first_seat, test,
seconds: see docs/laboratory.md."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Let programs play everybody against everybody; rate them, and say how surely."
    parser = command(subparsers, "tournament", purpose, EXAMPLES, run)
    parser.add_argument("game", nargs="?", default="bautzen", help="the id of a game (bautzen)")
    parser.add_argument(
        "--players",
        required=True,
        help=f"two names or more, with commas: random, levels of the game, {', '.join(OTHERS)}",
    )
    laboratory.add_games(parser, 200, "games of a pair at most")
    parser.add_argument(
        "--test",
        type=_test,
        default=Sprt(),
        metavar="LOW,HIGH",
        help="stop a pair when it is clear whether the first scores LOW or HIGH (0.45,0.55)",
    )
    parser.add_argument("--no-test", action="store_true", help="play all games of every pair")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep games and table there")
    laboratory.add_crew(parser)
    add_json(parser)


def _test(text: str) -> Sprt:
    try:
        low, high = (float(word) for word in text.split(","))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not LOW,HIGH") from error
    if not 0 < low < high < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: 0 < LOW < HIGH < 1 is needed")
    return Sprt(low, high)


def run(given: argparse.Namespace) -> int:
    """Play the tournament and print its table."""
    names = laboratory.named_players(given.players)
    if len(names) < 2 or len(set(names)) < len(names):
        raise UsageError("a tournament needs two different players or more")
    laboratory.check_players(game_named(given.game), names)
    setting = laboratory.setting_of(given, names[:2], swap=True)
    test = None if given.no_test else given.test
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
    begun = time.perf_counter()
    try:
        with laboratory.crew_of(given) as crew:
            report = tournament(
                setting,
                names,
                given.games,
                crew,
                test=test,
                directory=given.out,
                resume=given.resume,
                told=_tell,
            )
    except StoreError as error:
        raise UsageError(str(error)) from error
    except laboratory.FAILURES as error:
        print(f"grognard: {error}", file=sys.stderr)
        return 1
    report["test"] = test and {
        "low": test.low, "high": test.high, "alpha": test.alpha, "beta": test.beta
    }  # fmt: skip
    if given.out:
        text = json.dumps(report, indent=2, ensure_ascii=False) + "\n"
        (given.out / "tournament.json").write_text(text, encoding="utf-8")
    report["seconds"] = round(time.perf_counter() - begun, 3)
    if given.json:
        print_json(report)
    else:
        print("\n".join(_lines(report)))
    return 0


def _tell(contest: Contest) -> None:
    """Say that a pair has finished, where somebody watches."""
    if sys.stderr.isatty():
        print(_contest_line(contest.as_json()), file=sys.stderr)


def _contest_line(contest: dict[str, Any]) -> str:
    one, other = contest["players"]
    verdict = f"{contest['stronger']} is stronger" if contest["stronger"] else "open"
    score = share_in_words(contest["score"])
    return f"{one} - {other}: {contest['points']:g} of {contest['games']}, {score}; {verdict}"


def _lines(report: dict[str, Any]) -> Iterator[str]:
    yield f"{report['game']}, seed {report['seed']}"
    for contest in report["contests"]:
        yield _contest_line(contest)
        by_seat = contest["by_seat"].items()
        one = contest["players"][0]
        yield from (f"  {one} as {seat}: {share_in_words(score)}" for seat, score in by_seat)
    yield f"{'player':20} {'Elo':>6} {'95 % interval':>16} {'points':>8} {'games':>6}"
    for row in report["ratings"]:
        interval = f"{row['low']} to {row['high']}"
        numbers = f"{row['points']:>8g} {row['games']:>6}"
        yield f"{row['player']:20} {row['value']:>6} {interval:>16} {numbers}"
    seat = report["first_seat"]
    yield f"the first seat is worth {seat['value']} Elo ({seat['low']} to {seat['high']})"
