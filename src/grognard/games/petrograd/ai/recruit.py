"""A recruit: at random, but sane; he heads for the goals and makes no hopeless attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.thinking import Idea
from grognard.games.petrograd.ai.officer import DONE, STAY, Officer
from grognard.games.petrograd.questions import MoveTo
from grognard.games.petrograd.sequence import Attack, Movement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Action
    from grognard.games.petrograd.state import Petrograd

IDLE: Final = 0.3
"""How often a piece is left where it is."""
LOOKS: Final = 4
"""How many places he looks at, of all that a piece can go to."""
HASTE: Final = 0.8
"""How often he goes on attacking when there is somebody to attack."""


class Recruit(Officer):
    """Moves anybody anywhere towards a goal, and attacks whom he outnumbers."""

    def _answer(self, state: Petrograd, options: Sequence[Action]) -> Action:
        match state.question:
            case Movement():
                return self._any(options)
            case MoveTo(piece=piece):
                return self._somewhere(state, options, piece)
            case Attack():
                return self._someone(state, options)
            case _:
                return super()._answer(state, options)

    def _any(self, options: Sequence[Action]) -> Action:
        """7.1 - one piece after another, as they come."""
        movers = [option for option in options if option != DONE]
        return movers[int(self.rng.random() * len(movers))] if movers else DONE

    def _somewhere(self, state: Petrograd, options: Sequence[Action], piece: int) -> Action:
        """7.1 - the nearest to a goal of a few places; now and then nowhere."""
        if self.rng.random() < IDLE:
            return STAY
        judge, here = self.judge(state), state.where[piece]
        drawn = [options[int(self.rng.random() * len(options))] for _ in range(LOOKS)]
        goals = [option for option in drawn if option.verb == "to"]
        best = max(goals, key=lambda option: judge.pull(piece, option.noun), default=STAY)
        if best == STAY or judge.pull(piece, best.noun) < judge.pull(piece, here):
            return STAY
        return best

    def _someone(self, state: Petrograd, options: Sequence[Action]) -> Action:
        """8.1 - anybody who is outnumbered by those next to him."""
        self.plan = None
        judge = self.judge(state)
        odds = [
            (judge.beside(state, option.noun, 0) / judge.defence(state, option.noun), option)
            for option in options
            if option != DONE
        ]
        self._ideas = [Idea("attack", value, "", "odds", option) for value, option in odds]
        likely = [option for value, option in odds if value >= self.style(state).worthwhile]
        if not likely or self.rng.random() > HASTE:
            return DONE
        return likely[int(self.rng.random() * len(likely))]
