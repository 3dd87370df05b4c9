"""Positions of Bautzen for the tests of its opponents."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.game import CHANCE, State, apply
from grognard.engine.registry import AnyGame, game
from grognard.games.bautzen.state import Bautzen

if TYPE_CHECKING:
    from collections.abc import Sequence

BAUTZEN: AnyGame = game("bautzen")
NODES = 120
"""Enough for a general to try something, little enough for a test."""


def play_on(state: State, level: str, seed: int, limit: int) -> list[State]:
    """Play with one level in both seats and return the position before every decision."""
    bots = [make_bot(level, BAUTZEN, seat, seed) for seat in range(2)]
    clocks = [Clock(nodes=NODES) for _ in range(2)]
    dice = Random(seed)
    before: list[State] = []
    while not state.is_over and len(before) < limit:
        options = state.options()
        if state.seat == CHANCE:
            apply(state, options[int(dice.random() * len(options))])
            continue
        if len(options) > 1:
            before.append(state.copy())
        answer = bots[state.seat].choose(Table(BAUTZEN, state, state.seat, clocks[state.seat]))
        assert answer in options
        apply(state, answer)
    return before


@cache
def decisions(seed: int) -> tuple[State, ...]:
    """Return the decisions of a game between sergeants."""
    return tuple(play_on(BAUTZEN.start(BAUTZEN.load()), "sergeant", seed, 10_000))


def sample(seed: int, count: int) -> list[State]:
    """Return decisions of every kind from a game: at most `count` of each question."""
    return _some(decisions(seed), count)


def sample_of_the_last_turn(seed: int, count: int) -> list[State]:
    """Return such decisions from the last turn alone."""
    states = [state for state in decisions(seed) if isinstance(state, Bautzen)]
    return _some([state for state in states if state.turn == states[-1].turn], count)


def _some(states: Sequence[State], count: int) -> list[State]:
    seen: dict[str, int] = {}
    found = []
    for state in states:
        kind = type(state.question).__name__
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= count:
            found.append(state)
    return found
