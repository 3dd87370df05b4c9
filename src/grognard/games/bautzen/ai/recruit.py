"""A beginner: moves toward the goals without much thought, and attacks when he has the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self

from grognard.engine.bits import numbers
from grognard.engine.game import Action
from grognard.engine.thinking import Idea, Policy
from grognard.games.bautzen import combat
from grognard.games.bautzen.ai.lore import lore_of
from grognard.games.bautzen.ai.strength import foreseen_defence
from grognard.games.bautzen.fighting import Commit, Compose, DefenceSupport
from grognard.games.bautzen.outcome import Advance, Trade
from grognard.games.bautzen.questions import MoveTo
from grognard.games.bautzen.sequence import Combat, Movement, OfferSetUp
from grognard.games.bautzen.state import ENEMY, Bautzen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from grognard.games.bautzen.printed import Side

RESTLESSNESS: Final = 0.6
"""The share of his pieces that a recruit moves in a turn."""
ENOUGH_ODDS: Final = 2
"""The odds to one at which he dares an attack."""


class Recruit(Policy[Bautzen]):
    """Random, but sane: no hopeless attacks, no moves without aim."""

    def __init__(self, side: Side, rng: Random) -> None:
        self.side, self.rng = side, rng
        self.segment = (-1, -1)
        self.marching: list[int] = []
        self._ideas: list[Idea] = []

    def copy(self, rng: Random) -> Self:
        """Return a recruit with the same intentions."""
        twin = type(self)(self.side, rng)
        twin.segment, twin.marching = self.segment, self.marching[:]
        return twin

    def ideas(self) -> Sequence[Idea]:
        """Return what was weighed last."""
        return self._ideas

    def choose(self, state: Bautzen, options: Sequence[Action]) -> Action:
        """Return an answer to the question that is asked."""
        self._ideas = []
        match state.question:
            case Movement():
                return self._next_move(state, options)
            case MoveTo():
                return self._move_to(state, options)
            case Combat():
                return self._next_attack(state, options)
            case Compose():
                return self._compose(options)
            case Trade():
                return self.rng.choice([options[0], options[-1]])
            case Advance() | DefenceSupport():
                return options[0]
            case OfferSetUp():
                return options[0]
            case Commit():
                return self.rng.choice(options)
            case _:
                return self.rng.choice(options)

    def _next_move(self, state: Bautzen, options: Sequence[Action]) -> Action:
        if self.segment != (state.turn, state.segment):
            self.segment = (state.turn, state.segment)
            pieces = [answer.noun for answer in options if answer.verb == "move"]
            self.marching = [p for p in pieces if self.rng.random() < RESTLESSNESS]
        while self.marching:
            answer = Action("move", self.marching.pop())
            if answer in options:
                return answer
        return Action("done")

    def _move_to(self, state: Bautzen, options: Sequence[Action]) -> Action:
        """Go to the best of three places, by the worth of the ground alone."""
        places = [answer for answer in options if answer.verb == "to"]
        if not places:
            return Action("stay")
        ground = lore_of(state.scenario).ground
        few = [self.rng.choice(places) for _ in range(3)]
        return max(few, key=lambda answer: ground[answer.noun])

    def _next_attack(self, state: Bautzen, options: Sequence[Action]) -> Action:
        """Attack where the factors of all neighbours are twice the defender's."""
        able = combat.can_attack(state, self.side)
        for answer in options:
            if answer.verb != "attack":
                continue
            near = combat.neighbours_who_may(state, self.side, answer.noun, able)
            attack = sum(combat.attack_value(state, piece) for piece in numbers(near))
            defence, _ = foreseen_defence(state, ENEMY[self.side], answer.noun)
            self._ideas.append(Idea("attack", attack / defence, unit="odds", answer=answer))
            if attack >= ENOUGH_ODDS * defence:
                return answer
        return Action("done")

    def _compose(self, options: Sequence[Action]) -> Action:
        """Take along everybody who can come."""
        return next((answer for answer in options if answer.verb != "fight"), options[-1])
