"""Petrograd and the Luga Line: hidden counters that change places change nobody's choice.

They are exchanged by a function of the tests' own, written apart from `reshuffle_hidden`, with
which bots imagine what they cannot see.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.bits import numbers
from grognard.engine.game import CHANCE, apply
from grognard.engine.registry import game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.engine.registry import AnyGame

GAMES: Final = ("petrograd", "luga")
MARKS: Final = (
    *("disorganised", "routed", "out_of_ammunition", "uncommanded", "delayed", "detrained"),
    *("supported", "attacked", "night_now", "night_before", "moved", "unsupplied", "emergency"),
    *("overrun", "inoperational", "activated", "reserved", "fired", "reacted"),
)
"""What may be said of a counter; only such change places as are alike in it."""
ENOUGH: Final = 6
"""How many positions that hide two counters are compared."""
PAIRS: Final = 40
"""How many pairs of counters are tried in a position."""
EVERY: Final = 23
"""Of how many decisions one is looked at."""


def said(state: Any, piece: int) -> tuple[int, ...]:
    """Return what is said of a counter wherever it stands."""
    marks = [getattr(state, mark, 0) >> piece & 1 for mark in MARKS]
    return state.steps[piece], state.scenario.pieces[piece].move > 0, *marks


def exchanged(one: AnyGame, state: Any, seat: int) -> Any:
    """Return a position in which two enemy counters have changed places, unseen; None without."""
    enemy = [piece for piece in numbers(state.owned[1 - seat]) if state.where[piece] >= 0]
    Random(len(enemy)).shuffle(enemy)
    pairs = (
        (a, b)
        for a, b in combinations(enemy, 2)
        if state.where[a] != state.where[b] and said(state, a) == said(state, b)
    )
    shown = one.view(state, seat)
    for a, b in islice(pairs, PAIRS):
        twin = state.copy()
        twin.put(a, state.where[b])
        twin.put(b, state.where[a])
        if one.view(twin, seat) == shown:
            return twin
    return None


def decisions(one: AnyGame, seed: int) -> Iterator[Any]:
    """Play a game of sergeants, and yield some of its decisions."""
    state, dice = one.start(one.load()), Random(seed)
    bots = [make_bot("sergeant", one, seat, seed) for seat in range(2)]
    number = 0
    while not state.is_over:
        options = state.options()
        if state.seat == CHANCE:
            apply(state, options[int(dice.random() * len(options))])
            continue
        number += 1
        if number % EVERY == 0 and len(options) > 1:
            yield state.copy()
        apply(state, bots[state.seat].choose(Table(one, state, state.seat)))


@cache
def compared(name: str) -> list[tuple[Any, Any]]:
    """Return positions, each with one that its seat cannot tell from it."""
    one, found = game(name), []
    for state in decisions(one, 1):
        twin = exchanged(one, state, state.seat)
        if twin is not None:
            found.append((state, twin))
        if len(found) == ENOUGH:
            break
    return found


@pytest.mark.parametrize("name", GAMES)
def test_enough_positions_hide_something(name: str) -> None:
    pairs = compared(name)
    assert len(pairs) == ENOUGH
    assert all(state.canonical() != twin.canonical() for state, twin in pairs)


@pytest.mark.parametrize("level", ["recruit", "sergeant", "colonel", "general"])
@pytest.mark.parametrize("name", GAMES)
def test_hidden_counters_that_change_places_change_no_choice(name: str, level: str) -> None:
    one = game(name)
    for pair in compared(name):
        answers = []
        for state in pair:
            bot = make_bot(level, one, state.seat, seed=7)
            answer = bot.choose(Table(one, state.copy(), state.seat, Clock(nodes=200)))
            answers.append((answer, *bot.explain()))
        assert answers[0] == answers[1]
