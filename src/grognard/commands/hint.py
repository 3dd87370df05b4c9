"""``grognard hint``: what a bot would do at a position or in a game, and what it weighs."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.bots.advice import advise
from grognard.bots.clock import DECISION, Clock
from grognard.bots.fault import told
from grognard.bots.levels import OTHERS, UnknownBot
from grognard.bots.process import BrokenBot
from grognard.commands.advising import tell
from grognard.commands.shared import (
    Subparsers,
    UsageError,
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
    read_state,
    seat_called,
    seconds,
    words,
)
from grognard.engine.game import CHANCE
from grognard.engine.journal import replay

if TYPE_CHECKING:
    import argparse

    from grognard.engine.game import State
    from grognard.engine.registry import AnyGame

EXAMPLES = """  grognard hint my.game
  grognard hint my.game --at 40 --level general --seconds 5
  grognard hint position.toml --lang fr
  grognard hint my.game --json

The file is a position, or a journal, of which the last position is taken. The bot knows what the
side that is asked knows. A star marks what it would do."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = (
        "Say what a bot would do in a position, with the candidates it weighs and their value."
    )
    parser = command(subparsers, "hint", purpose, EXAMPLES, run)
    parser.add_argument("position", type=Path, metavar="POSITION", help="a position or a journal")
    parser.add_argument(
        "--level",
        help=f"a level of the game (see grognard games), {', '.join(OTHERS)}; if nobody is named, "
        "whoever gives hints in this game",
    )
    parser.add_argument(
        "--at", type=at_least(0), metavar="N", help="after N answers of the journal"
    )
    add_game(parser)
    parser.add_argument("--seed", default="hint", help="the same seed, the same hint")
    parser.add_argument(
        "--seconds", type=seconds, default=DECISION, help="time to think, for a level that searches"
    )
    parser.add_argument("--nodes", type=at_least(1), help="think for N nodes, not for seconds")
    add_scenario(parser)
    add_lang(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print what the bot would do, and what was done, where the journal tells."""
    game, state, played = _found(given)
    if state.is_over or state.seat == CHANCE:
        reason = "the game is over" if state.is_over else "dice are thrown"
        raise UsageError(f"{given.position}: {reason} here, no side is asked; see --at")
    lang, clock = language(given), Clock(decision=given.seconds, nodes=given.nodes)
    try:
        advice = advise(game, state, given.level, lang, seed=given.seed, clock=clock)
    except (UnknownBot, BrokenBot, OSError) as error:
        raise UsageError(str(error)) from error
    except Exception as error:
        print(f"grognard: {given.level}: {told(error)}", file=sys.stderr)
        return 1
    if given.json:
        side = game.seat_name(state.seat)
        print_json({"game": game.id, "side": side, **advice.as_json(), "played": played})
        return 0
    screen = console()
    screen.print(f"{seat_called(game, state.seat, lang)} - {advice.question}", style="bold")
    tell(screen, advice, lang)
    if played is not None:
        screen.print(words().say("played", lang, answer=played))
    return 0


def _found(given: argparse.Namespace) -> tuple[AnyGame, State, str | None]:
    """Return the game, the position, and what was answered there, if anything was."""
    if given.at is None:
        return (*read_state(given.position, given.game, given.scenario), None)
    journal, game, scenario = read_journal(given.position, given.game, given.scenario)
    state, answers = journal.start(game, scenario), [move for _, move in journal.moves()]
    if given.at > len(answers):
        raise UsageError(f"{given.position} has {len(answers)} answers, not {given.at}")
    for step in islice(replay(journal, game, scenario), given.at):
        state = step.state
    return game, state, answers[given.at] if given.at < len(answers) else None
