"""A slow, plain generator of moves: counts of legal sequences by the referee's own rules.

It knows nothing of the game's code; where its counts equal those of `grognard.engine.perft`, two
independent readings of the rules agree on every answer and on what each of them leads to.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.bautzen import plain_game
from games.bautzen.plain_position import Eyes
from grognard.engine.game import apply
from grognard.games.bautzen.game import BautzenGame
from grognard.games.bautzen.load import load
from grognard.games.bautzen.sequence import begin

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from games.bautzen.plain_game import PlainGame
    from games.bautzen.plain_position import Plain
    from grognard.games.bautzen.state import Bautzen


def perft(game: PlainGame, depth: int) -> int:
    """Return how many sequences of exactly `depth` answers are legal; chance counts as a seat."""
    if depth == 0:
        return 1
    if not game.agenda:
        return 0
    options = game.options()
    if depth == 1:
        return len(options)
    total = 0
    for action in options:
        following = game.copy()
        following.answer(action)
        total += perft(following, depth - 1)
    return total


def opening() -> PlainGame:
    """The game after both ready-made set-ups: turn 1, German movement."""
    game = plain_game.begin()
    game.answer(("ready", 0))
    game.answer(("ready", 0))
    return game


def find(seed: int, is_wanted: Callable[[PlainGame], bool]) -> list[Plain]:
    """Play at random until a position is wanted, game after game; return the answers given."""
    rng = Random(seed)
    while True:
        game = opening()
        given: list[Plain] = [("ready", 0), ("ready", 0)]
        while game.agenda:
            if is_wanted(game):
                return given
            options = sorted(game.options(), key=str)
            weights = [0.1 if verb == "done" else 1.0 for verb, _ in options]
            [action] = rng.choices(options, weights)
            game.answer(action)
            given.append(action)


def replay(
    actions: Sequence[Plain], readings: Mapping[str, str] | None = None
) -> tuple[PlainGame, Bautzen]:
    """Give the same answers in the referee's game and in ours."""
    game, state = plain_game.begin(), begin(BautzenGame().configure(load(), readings or {}))
    eyes = Eyes(state.scenario)
    for wanted in actions:
        [action] = [one for one in state.options() if eyes.action(one) == wanted]
        apply(state, action)
        game.answer(wanted)
    return game, state
