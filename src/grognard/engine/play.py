"""Games played out by programs, as fast as the rules allow: no journal, no events.

`playout` is the inner loop of simulations and searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.answers import Picked
from grognard.engine.game import Procedure

if TYPE_CHECKING:
    from random import Random

    from grognard.engine.game import State

LONGEST: Final = 1_000_000
"""No game of ours comes near this number of decisions."""


class DeadEnd(RuntimeError):
    """A question without any legal answer, or a game that never ends: a fault of the game."""


def playout(state: State, rng: Random, limit: int = LONGEST) -> int:
    """Answer every question at random until the game is over; return how many there were."""
    random, stack, decisions = rng.random, state.stack, 0
    while stack:
        # What `run_on` does, written out: simulations wait for this loop.
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
