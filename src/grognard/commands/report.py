"""``grognard report``: one HTML page, with plots, about the games of a simulation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.commands.shared import (
    Subparsers,
    UsageError,
    add_game,
    add_lang,
    command,
    language,
)
from grognard.engine.registry import game as game_named
from grognard.engine.registry import known_game
from grognard.lab.page import page
from grognard.lab.pictures import CannotPlot, pictures
from grognard.lab.setting import scenario_of
from grognard.lab.store import StoreError, read
from grognard.lab.tally import Tally
from grognard.lab.words import Speech

if TYPE_CHECKING:
    import argparse

EXAMPLES = """  grognard simulate bautzen --games 200 --players recruit,recruit --out games.jsonl
  grognard report games.jsonl --out report.html
  grognard report games.parquet --plots pictures
  grognard report games.jsonl --lang fr"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Write a page about the games of a simulation: who won and why, losses, rules, maps."
    parser = command(subparsers, "report", purpose, EXAMPLES, run)
    parser.add_argument("results", type=Path, help="what simulate --out wrote")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the page (RESULTS.html)")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="also write SVG and PNG files")
    add_game(parser)
    add_lang(parser)


def run(given: argparse.Namespace) -> int:
    """Write the page."""
    try:
        setting, records = read(given.results)
        game = game_named(given.game) if given.game else known_game(setting.game)
        setting = replace(setting, game=given.game or setting.game)
        tally = Tally.of(setting, game.seats, records)
    except StoreError as error:
        raise UsageError(str(error)) from error
    if not tally.games:
        raise UsageError(f"{given.results} holds no finished game")
    scenario = scenario_of(setting)
    say = Speech.of(game, scenario, language(given))
    try:
        drawn = pictures(tally, game, scenario, say)
    except CannotPlot as error:
        raise UsageError(str(error)) from error
    out = given.out or given.results.with_suffix(".html")
    if out.exists() and out.samefile(given.results):
        raise UsageError(f"{out} holds the results: give the page a name of its own")
    title = say("title", game=game.titles[say.lang], games=tally.games)
    name = game.scenario_id(scenario)
    out.write_text(page(title, tally, drawn, name, say, game.landmarks(scenario)), encoding="utf-8")
    print(out)
    if given.plots:
        given.plots.mkdir(parents=True, exist_ok=True)
        for picture in drawn:
            for file in picture.save(given.plots):
                print(file)
    return 0
