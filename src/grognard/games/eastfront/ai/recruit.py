"""The weakest level: at random, but sane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.games.eastfront.ai.officer import DONE, STAY, Officer
from grognard.games.eastfront.questions import Activation, Movement, MoveTo
from grognard.games.eastfront.reacting import LayOrder, React

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Action
    from grognard.games.eastfront.state import Luga

LOOKS: Final = 4
"""How many places a unit looks at."""
IDLY: Final = frozenset({"done", "pass"})
"""What he says to whatever need not be done: headquarters, reactions, orders."""
IDLE: Final = 0.4
"""How often a unit stays where it is."""


class Recruit(Officer):
    """Moves anybody anywhere towards a goal, and attacks where it looks good."""

    def _answer(self, state: Luga, options: Sequence[Action]) -> Action:
        match state.question:
            case Movement():
                movers = [option for option in options if option != DONE]
                return movers[int(self.rng.random() * len(movers))] if movers else DONE
            case MoveTo():
                return self._somewhere(state, options)
            case Activation() | React() | LayOrder():
                return next(option for option in options if option.verb in IDLY)
            case _:
                return super()._answer(state, options)

    def _somewhere(self, state: Luga, options: Sequence[Action]) -> Action:
        """10.1 - the nearest to a goal of a few places; now and then nowhere."""
        if self.rng.random() < IDLE or state.moved & state.group:
            return STAY
        judge, piece = self.judge(state), state.group.bit_length() - 1
        here = state.where[piece]
        drawn = [options[int(self.rng.random() * len(options))] for _ in range(LOOKS)]
        goals = [option for option in drawn if option.verb == "to"]
        best = max(goals, key=lambda option: judge.draw.pull(option.noun, piece), default=STAY)
        if best == STAY or judge.draw.pull(best.noun, piece) < judge.draw.pull(here, piece):
            return STAY
        return best
