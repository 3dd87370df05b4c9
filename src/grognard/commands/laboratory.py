"""What the commands of the laboratory share: what is played, by whom, and where it runs."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from grognard.bots.clock import DECISION
from grognard.bots.levels import OTHERS, UnknownBot
from grognard.commands.shared import UsageError, add_scenario, at_least, scenario_directory, seconds
from grognard.engine.registry import game as game_named
from grognard.lab import players
from grognard.lab.cluster import Cluster, NoRay
from grognard.lab.crew import CrewLost, local
from grognard.lab.jobs import GameFailed
from grognard.lab.setting import NODES, Setting, prepare

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from grognard.engine.registry import AnyGame
    from grognard.lab.crew import Crew
    from grognard.lab.edits import Edit

FAILURES = (GameFailed, CrewLost)
"""What goes wrong while games are played: exit code 1."""


def add_games(parser: argparse.ArgumentParser, games: int, what: str = "how many games") -> None:
    """Let a command say how many games are played, of which seed and scenario."""
    parser.add_argument("--games", type=at_least(1), default=games, help=f"{what} ({games})")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same games (0)")
    add_scenario(parser)
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="play with an option of the scenario (a ruling) chosen otherwise",
    )
    parser.add_argument(
        "--nodes",
        type=at_least(1),
        default=NODES,
        help=f"nodes that a searching player may visit for a decision ({NODES})",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        help=f"count seconds for a decision instead of nodes (such as {DECISION:g}); "
        "such games do not come out the same again",
    )


def add_crew(parser: argparse.ArgumentParser) -> None:
    """Let a command say where the games are played."""
    parser.add_argument("--workers", type=at_least(1), default=1, help="processes to use (1)")
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on the Ray cluster at this address, or on a 'local' one (grognard[ray])",
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on with the files of an earlier run"
    )


def crew_of(given: argparse.Namespace) -> Crew:
    """Return whoever plays the games."""
    try:
        return Cluster(given.ray) if given.ray else local(given.workers)
    except NoRay as error:
        raise UsageError(str(error)) from error


@contextmanager
def stopping(kept: Path | None) -> Iterator[None]:
    """Say on an interruption from the keyboard what was kept, and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        words = f"the games finished so far are in {kept}; --resume goes on with them"
        lost = "nothing was kept; with --out a run can be gone on with"
        print(f"grognard: stopped; {words if kept else lost}", file=sys.stderr)
        raise


def options_of(given: argparse.Namespace) -> dict[str, str]:
    """Return the options chosen on the command line."""
    pairs = [text.partition("=") for text in given.option]
    for name, equals, _ in pairs:
        if not equals:
            raise UsageError(f"--option {name} is not written NAME=VALUE")
    return {name.strip(): value.strip() for name, _, value in pairs}


def setting_of(
    given: argparse.Namespace,
    seated: Iterable[str],
    *,
    swap: bool = False,
    edits: Iterable[Edit] = (),
) -> Setting:
    """Return what is played, loaded once and found sound."""
    game = game_named(given.game)
    names = tuple(seated)
    if len(names) != len(game.seats):
        sides = ", ".join(game.seats)
        raise UsageError(f"there are {len(game.seats)} sides ({sides}), not {len(names)}")
    directory = scenario_directory(game, given.scenario)
    budget: dict[str, Any] = {"nodes": given.nodes}
    if given.seconds is not None:
        budget = {"nodes": None, "seconds": given.seconds}
    check_players(game, names)
    try:
        return prepare(
            given.game,
            names,
            seed=given.seed,
            swap=swap,
            scenario=directory,
            options=options_of(given),
            edits=edits,
            **budget,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error


def check_players(game: AnyGame, names: Iterable[str]) -> None:
    """Refuse whoever does not play a game."""
    try:
        for name in names:
            players.check(game, name)
    except UnknownBot as error:
        raise UsageError(str(error)) from error


def add_players(parser: argparse.ArgumentParser) -> None:
    """Let a command say who plays, and whether sides are changed."""
    known = f"{players.RANDOM}, a level of the game, {', '.join(OTHERS)}"
    parser.add_argument(
        "--players",
        metavar="A,B",
        help=f"who plays, a name for each side: {known} (the game's second level on all sides)",
    )
    parser.add_argument("--swap", action="store_true", help="change sides in every second game")


def players_of(given: argparse.Namespace) -> tuple[str, ...]:
    """Return who plays: those named, or the usual ones."""
    if given.players is not None:
        return named_players(given.players)
    game = game_named(given.game)
    return (players.usual(game),) * len(game.seats)


def named_players(text: str) -> tuple[str, ...]:
    """Return the names of a list with commas."""
    return tuple(name.strip() for name in text.split(","))
