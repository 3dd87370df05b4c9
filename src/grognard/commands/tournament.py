"""``grognard tournament``: who is the strongest, and how sure that is."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.bots.levels import OTHERS
from grognard.commands import laboratory
from grognard.commands.shared import Subparsers, UsageError, add_json, command, print_json
from grognard.engine.registry import USUAL
from grognard.engine.registry import game as game_named
from grognard.lab.runs import progress
from grognard.lab.statistics import Comparison, Verdict
from grognard.lab.store import StoreError
from grognard.lab.tournament import Contest, tournament
from grognard.lab.words import percent, share_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.lab.setting import Setting

EXAMPLES = """  grognard tournament --players recruit,sergeant,colonel --games 200 --workers 2
  grognard tournament bautzen --players colonel,sergeant --games 2000 --margin 0.03 --json
  grognard tournament --players colonel,my_bots:Napoleon --no-test --games 100 --out cup --resume

Every pair changes sides from game to game and plays until it is clear who is the stronger, or that
neither is by the margin, or until it has played --games. JSON keys: game, seed, players, contests,
ratings, first_seat, test, seconds: see docs/laboratory.md."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Let programs play everybody against everybody; rate them, and say how surely."
    parser = command(subparsers, "tournament", purpose, EXAMPLES, run)
    parser.add_argument("game", nargs="?", default=USUAL, help=f"the id of a game ({USUAL})")
    parser.add_argument(
        "--players",
        required=True,
        help=f"two names or more, with commas: random, levels of the game, {', '.join(OTHERS)}",
    )
    laboratory.add_games(parser, 200, "games of a pair at most")
    parser.add_argument(
        "--margin",
        type=_margin,
        default=Comparison().margin,
        help="stop a pair when one is the stronger, or neither scores so much over half (0.05)",
    )
    parser.add_argument("--no-test", action="store_true", help="play all games of every pair")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep games and table there")
    laboratory.add_crew(parser)
    add_json(parser)


def _margin(text: str) -> float:
    try:
        margin = float(text)
    except ValueError:
        margin = 0.0
    if not 0 < margin < 0.5:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share above 0 and below 0.5")
    return margin


def run(given: argparse.Namespace) -> int:
    """Play the tournament and print its table."""
    names = laboratory.named_players(given.players)
    if len(names) < 2 or len(set(names)) < len(names):
        raise UsageError("a tournament needs two different players or more")
    laboratory.check_players(game_named(given.game), names)
    setting = laboratory.setting_of(given, names[:2], swap=True)
    test = None if given.no_test else Comparison(given.margin)
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
    begun = time.perf_counter()
    try:
        report = _play(given, setting, names, test)
    except StoreError as error:
        raise UsageError(str(error)) from error
    except laboratory.FAILURES as error:
        print(f"grognard: {error}", file=sys.stderr)
        return 1
    report["test"] = test and asdict(test)
    if given.out:
        text = json.dumps(report, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
        (given.out / "tournament.json").write_text(text, encoding="utf-8")
    report["seconds"] = round(time.perf_counter() - begun, 3)
    if given.json:
        print_json(report)
    else:
        print("\n".join(_lines(report, test)))
    return 0


def _play(
    given: argparse.Namespace, setting: Setting, names: tuple[str, ...], test: Comparison | None
) -> dict[str, Any]:
    """Play, with a bar where somebody watches."""
    total = given.games * comb(len(names), 2)

    def tell(contest: Contest) -> None:
        if sys.stderr.isatty():
            print(_contest_line(contest.as_json(), test), file=sys.stderr)

    with (
        laboratory.crew_of(given) as crew,
        progress(total, "tournament") as advance,
        laboratory.stopping(given.out),
    ):
        return tournament(
            setting,
            names,
            given.games,
            crew,
            test=test,
            directory=given.out,
            resume=given.resume,
            advance=advance,
            told=tell,
        )


def _contest_line(contest: dict[str, Any], test: Comparison | None) -> str:
    one, other = contest["players"]
    score = share_in_words(contest["score"])
    line = f"{one} - {other}: {contest['points']:g} of {contest['games']}, {score}"
    return f"{line}; {_verdict(contest, test)}" if test else line


def _verdict(contest: dict[str, Any], test: Comparison) -> str:
    """Return what the test has found, in words."""
    if contest["stronger"]:
        return f"{contest['stronger']} is stronger"
    if contest["verdict"] == Verdict.EQUAL.value:
        return f"equal: neither scores {percent(0.5 + test.margin)} or more"
    return "open: more games, or a wider --margin, would tell"


def _lines(report: dict[str, Any], test: Comparison | None) -> Iterator[str]:
    yield f"{report['game']}, seed {report['seed']}"
    for contest in report["contests"]:
        yield _contest_line(contest, test)
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
