"""Counts of legal sequences: two generators of moves agree where their counts do.

Chance is enumerated like any other seat, each of its options once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.game import apply

if TYPE_CHECKING:
    from grognard.engine.game import Action, State
    from grognard.engine.registry import AnyGame


def perft(state: State, depth: int) -> int:
    """Return how many sequences of exactly `depth` answers are legal from a state."""
    if depth < 0:
        raise ValueError("a depth is 0 or more")
    if depth == 0:
        return 1
    if state.is_over:
        return 0
    options = state.options()
    if depth == 1:
        return len(options)
    return sum(perft(_after(state, action), depth - 1) for action in options)


def divide(state: State, depth: int, game: AnyGame | None = None) -> dict[str, int]:
    """Return the count that lies behind each first answer, named as the game writes it."""
    if depth < 1:
        raise ValueError("a count is divided at depth 1 or more")
    if state.is_over:
        return {}
    return {
        game.write_action(state, action) if game else f"{action.verb} {action.noun}": perft(
            _after(state, action), depth - 1
        )
        for action in state.options()
    }


def _after(state: State, action: Action) -> State:
    """Return a copy in which the action has been played."""
    following = state.copy()
    apply(following, action)
    return following
