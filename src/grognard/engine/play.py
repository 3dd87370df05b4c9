"""Games played out by programs, as fast as the rules allow: no journal, no events.

`playout` is the inner loop of simulations and searches; `match` lets players see Views.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from grognard.engine.answers import Picked
from grognard.engine.game import Action, Procedure, apply, step
from grognard.engine.view import View

if TYPE_CHECKING:
    from random import Random

    from grognard.engine.game import State
    from grognard.engine.registry import AnyGame

Player: TypeAlias = Callable[[View], Action]
"""Whoever answers for a seat: sees a View, returns one of its options."""

LONGEST: Final = 1_000_000
"""No game of ours comes near this number of decisions."""


class DeadEnd(RuntimeError):
    """A question without any legal answer, or a game that never ends: a fault of the game."""


def playout(state: State, rng: Random, limit: int = LONGEST) -> int:
    """Answer every question at random until the game is over; return how many there were."""
    random, stack, decisions = rng.random, state.stack, 0
    while stack:
        # What `run_on` and `_answer_at_random` do, written out: simulations wait for this loop.
        due = stack[-1]
        if isinstance(due, Procedure):
            stack.pop()
            due.run(state)
            continue
        if decisions == limit:
            raise DeadEnd(f"not over after {limit} decisions")
        options = due.options(state)
        try:
            if type(options) is Picked:
                chosen = options.draw(random())
            else:
                chosen = options[int(random() * len(options))]
        except IndexError:
            raise DeadEnd(f"no answer to {due}") from None
        stack.pop()
        due.answer(state, chosen)
        decisions += 1
    return decisions


def match(
    game: AnyGame,
    state: State,
    players: Sequence[Player | None],
    rng: Random,
    limit: int = LONGEST,
) -> int:
    """Play to the end with one player per seat; chance, and None, answer at random."""
    for decisions in range(limit):
        if state.is_over:
            return decisions
        seat = state.seat
        player = players[seat] if seat >= 0 else None
        if player is None:
            _answer_at_random(state, rng.random)
        else:
            step(state, player(game.view(state, seat)))
    if not state.is_over:
        raise DeadEnd(f"not over after {limit} decisions")
    return limit


def _answer_at_random(state: State, random: Callable[[], float]) -> None:
    options = state.options()
    if not options:
        raise DeadEnd(f"no answer to {state.question}")
    apply(state, options[int(random() * len(options))])
