"""``grognard replay``: play a journal again, step by step, to its end, or to its digest."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.commands.drawing import draw
from grognard.commands.shared import (
    Subparsers,
    add_game,
    add_json,
    add_lang,
    add_scenario,
    at_least,
    command,
    console,
    language,
    print_json,
    read_journal,
    words,
)
from grognard.engine.journal import JournalError, digest, replay, result, verify
from grognard.engine.prompt import NotOffered

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from rich.console import Console

    from grognard.engine.game import State
    from grognard.engine.journal import Journal
    from grognard.engine.registry import AnyGame

EXAMPLES = """  grognard replay my.game
  grognard replay my.game --verify
  grognard replay my.game --to 40 --json
  grognard replay their.game --game their_package.game:TheirGame

In a terminal: Enter for the next answer, b back, a number to go there, m map, q quit."""


class Answered(NamedTuple):
    """One answer of a game: who gave it, what was typed, and the log it led to."""

    seat: str
    answer: str
    log: list[str]
    state: State


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Play a journal again: step through it, print its log, or hold it to its digest."
    parser = command(subparsers, "replay", purpose, EXAMPLES, run)
    parser.add_argument("file", type=Path, metavar="FILE", help="a journal")
    parser.add_argument("--verify", action="store_true", help="exit 1 if it does not replay")
    parser.add_argument("--to", type=at_least(0), metavar="N", help="stop after N answers")
    add_game(parser)
    add_scenario(parser)
    add_lang(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Replay in the way that was asked for."""
    journal, game, scenario = read_journal(given.file, given.game, given.scenario)
    if given.verify:
        return _verify(journal, game, scenario, given)
    steps = _steps(journal, game, scenario, language(given), given.to)
    if given.json:
        print_json(_as_json(journal, game, steps))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        step_through(steps, game, console(), input, language(given))
    else:
        print("\n".join(line for step in steps for line in step.log))
    return 0


def _verify(journal: Journal, game: AnyGame, scenario: Any, given: argparse.Namespace) -> int:
    """Print the digest that the replay reaches, or what is wrong."""
    try:
        reached = verify(journal, game, scenario)
    except JournalError as error:
        if given.json:
            print_json({"file": str(given.file), "verified": False, "error": str(error)})
        else:
            print(f"grognard: {error}", file=sys.stderr)
        return 1
    if given.json:
        print_json({"file": str(given.file), "verified": True, "digest": reached})
    else:
        print(reached)
    return 0


def _steps(
    journal: Journal, game: AnyGame, scenario: Any, lang: str, last: int | None
) -> list[Answered]:
    steps = [Answered("", "", [], journal.start(game, scenario))]
    answers = [move for _, move in journal.moves()]
    for number, step in enumerate(replay(journal, game, scenario), 1):
        if last is not None and number > last:
            break
        log = [game.describe(step.state, event, lang) for event in step.events]
        steps.append(Answered(step.line.seat, answers[number - 1], log, step.state.copy()))
    return steps


def _as_json(journal: Journal, game: AnyGame, steps: list[Answered]) -> dict[str, Any]:
    state = steps[-1].state
    return {
        "game": game.id,
        "scenario": journal.get("scenario"),
        "players": journal.players,
        "answers": len(steps) - 1,
        "result": result(game, state),
        "digest": digest(state),
        "log": [
            {"seat": step.seat, "answer": step.answer, "events": step.log} for step in steps[1:]
        ],
    }


def step_through(
    steps: list[Answered], game: AnyGame, console: Console, read: Callable[[str], str], lang: str
) -> None:
    """Let a person go forward and back through a game."""
    place, last = 0, len(steps) - 1
    while True:
        step = steps[place]
        for line in [f"{step.seat}: {step.answer}", *step.log] if place else []:
            console.print(line)
        try:
            key = read(words().say("step", lang, place=place, last=last)).strip()
        except (EOFError, KeyboardInterrupt):
            return
        if key == "q":
            return
        if key == "m":
            _show_map(step.state, game, console, lang)
        place = _next_place(key, place, last)


def _next_place(key: str, place: int, last: int) -> int:
    if key.isdigit():
        return min(int(key), last)
    if key == "m":
        return place
    return max(0, place - 1) if key == "b" else min(place + 1, last)


def _show_map(state: State, game: AnyGame, console: Console, lang: str) -> None:
    try:
        chart = game.chart(state, 0, lang)
    except NotOffered as error:
        console.print(str(error))
        return
    console.print(chart.heading)
    console.print(draw(chart))
