"""How fast the engine is, beside python-chess in the same run: ``make bench``.

Machines are noisy: time is processor time, and the ratios to the yardstick, taken in one run, are
what may be compared.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from random import Random
from timeit import repeat
from typing import TYPE_CHECKING, NamedTuple

import chess

from grognard.engine.game import apply
from grognard.engine.hexmap import HexMap
from grognard.engine.play import playout
from grognard.engine.registry import game
from grognard.games.bautzen import movement, supply
from grognard.games.bautzen.load import load
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.questions import MoveTo
from grognard.games.bautzen.sequence import begin

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.games.bautzen.state import Bautzen


class Row(NamedTuple):
    """One measurement: what, how much, of which unit."""

    name: str
    value: float
    unit: str


def chess_moves_per_second(seconds: float) -> float:
    """Random moves of python-chess: generate all legal moves, play one, as our playout does."""
    rng, moves, end = Random(1), 0, time.process_time() + seconds
    while time.process_time() < end:
        board = chess.Board()
        for _ in range(200):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(legal[int(rng.random() * len(legal))])
            moves += 1
    return moves / seconds


def random_play(seconds: float, name: str = "bautzen") -> tuple[float, float]:
    """Return decisions and whole games per second of random play of a game."""
    played, rng = game(name), Random(1)
    scenario = played.load()
    playout(played.start(scenario), rng, 100_000)
    decisions = games = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        decisions += playout(played.start(scenario), rng, 100_000)
        games += 1
    spent = time.process_time() - start
    return decisions / spent, games / spent


def microseconds(work: Callable[[], object], number: int = 2000) -> float:
    """Return the best of five averages, in microseconds."""
    return min(repeat(work, timer=time.process_time, number=number, repeat=5)) / number * 1e6


def midgame() -> list[tuple[Bautzen, MoveTo]]:
    """Return positions of turns 2 and 3 in which a piece is about to move."""
    rng, state = Random(2), begin(load())
    found: list[tuple[Bautzen, MoveTo]] = []
    while len(found) < 200:
        state = begin(load()) if state.is_over else state
        question = state.question
        if isinstance(question, MoveTo) and state.turn >= 2:
            found.append((state.copy(), question))
        options = state.options()
        apply(state, options[int(rng.random() * len(options))])
    return found


def queries() -> list[Row]:
    """Return the cost of the questions that rules ask most."""
    positions = midgame()
    state = positions[0][0]
    board = state.scenario.board.map

    def supply_check() -> int:
        shut = supply.closed(state, Side.GERMAN, state.held[Side.GERMAN])
        return board.flood(supply.sources(state, Side.GERMAN), avoiding=shut)

    trips = [movement.Trip(position, ask.side, ask.pieces) for position, ask in positions]
    on_map = [trip for trip in trips if not trip.is_entering]

    def floods() -> None:
        for trip in on_map:
            trip.search.flood(trip.leg(trip.state.where[trip.leader]))

    return [
        Row("copy of a state", microseconds(state.copy), "us"),
        Row("zone of control", microseconds(lambda: board.adjacent(state.held[0])), "us"),
        Row("supply of a side, whole map", microseconds(supply_check), "us"),
        Row("reach of a piece, average", microseconds(floods, 10) / len(on_map), "us"),
        Row(
            "a map of 42 by 36 hexes, made", microseconds(lambda: HexMap.rectangle(42, 36), 3), "us"
        ),
    ]


def rows(seconds: float) -> list[Row]:
    """Return every measurement of the engine."""
    yardstick = chess_moves_per_second(seconds)
    decisions, games = random_play(seconds)
    petrograd, others = random_play(seconds, "petrograd")
    luga, campaigns = random_play(seconds, "luga")
    again = chess_moves_per_second(seconds)
    measure = (yardstick + again) / 2
    return [
        Row("python-chess, random moves", measure, "/s"),
        Row("Bautzen, random decisions", decisions, "/s"),
        Row("Bautzen, random games", games, "/s"),
        Row("decisions per chess move", decisions / measure, "x"),
        Row("Petrograd, random decisions", petrograd, "/s"),
        Row("Petrograd, random games", others, "/s"),
        Row("of a decision of Bautzen", petrograd / decisions, "x"),
        Row("The Luga Line, random decisions", luga, "/s"),
        Row("The Luga Line, random games", campaigns, "/s"),
        Row("of a decision of Bautzen", luga / decisions, "x"),
        *queries(),
    ]


def main(argv: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each playout measure")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args(argv)
    found = rows(arguments.seconds)
    if arguments.json:
        print(json.dumps([row._asdict() for row in found], indent=1))
    else:
        for row in found:
            print(f"{row.name:34}{row.value:12,.2f} {row.unit}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
