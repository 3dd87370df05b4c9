"""Random games of The Luga Line that seek fights: stacks gather, and overrun when they can."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.eastfront.lu_front import CAMPAIGN
from grognard.engine.bits import bits_of, numbers
from grognard.engine.game import CHANCE, Action, apply
from grognard.games.eastfront import sequence
from grognard.games.eastfront.battle import defence_of
from grognard.games.eastfront.printed import ENEMY
from grognard.games.eastfront.questions import MoveTo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.games.eastfront.state import Luga


def weak(state: Luga, side: int) -> int:
    """Return the hexes next to enemy stacks that a strong stack could run over."""
    enemy = ENEMY[side]
    soft = [
        hex_
        for hex_ in numbers(state.occupied(enemy))
        if defence_of(state, state.stacks[hex_]) <= 3
    ]
    return state.scenario.ground.map.adjacent(bits_of(soft))


def choose(state: Luga, rng: Random) -> Action:
    """Return an answer: at random, but for groups that gather and overrun."""
    options = state.options()
    if state.seat == CHANCE or not isinstance(state.question, MoveTo):
        return options[rng.randrange(len(options))]
    by_verb: dict[str, list[Action]] = {}
    for option in options:
        by_verb.setdefault(option.verb, []).append(option)
    if "overrun" in by_verb and rng.random() < 0.9:
        return rng.choice(by_verb["overrun"])
    if "with" in by_verb and rng.random() < 0.9:
        return rng.choice(by_verb["with"])
    near = weak(state, state.question.side)
    good = [option for option in by_verb.get("to", ()) if near >> option.noun & 1]
    return rng.choice(good) if good else options[rng.randrange(len(options))]


def positions(seed: int, *wanted: type) -> Iterator[Luga]:
    """Yield the positions of a random game in which one of these questions is asked."""
    rng, state = Random(seed), sequence.begin(CAMPAIGN)
    while not state.is_over:
        if isinstance(state.question, wanted):
            yield state
        apply(state, choose(state, rng))
