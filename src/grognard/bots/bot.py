"""The interface of every opponent, and what it may know at the table.

A bot is given a `Table`: the View of its seat, its options, a clock, and an honest imagination,
which draws states that agree with the View and depend on nothing that the seat cannot see. The
true state stays behind the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from grognard.bots.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from grognard.engine.game import Action, Seat, State
    from grognard.engine.registry import AnyGame
    from grognard.engine.thinking import Idea
    from grognard.engine.view import View


class Table:
    """One decision as its seat knows it. The View is made only if somebody looks at it."""

    def __init__(self, game: AnyGame, state: State, seat: Seat, clock: Clock | None = None) -> None:
        self.game, self.seat = game, seat
        self.clock = clock or Clock()
        self.options: Sequence[Action] = state.options()
        self.__state = state
        self.__view: View | None = None

    @property
    def view(self) -> View:
        """What the seat sees."""
        if self.__view is None:
            self.__view = self.game.view(self.__state, self.seat)
        return self.__view

    def imagine(self, rng: Random) -> Any:
        """Return a state that the seat cannot tell from the true one, drawn with `rng` alone."""
        return self.game.reshuffle_hidden(self.__state, self.seat, rng)


class Bot(ABC):
    """An opponent that plays one seat of one game."""

    name: str = "bot"

    @abstractmethod
    def choose(self, table: Table) -> Action:
        """Return one of the options of the table."""

    def explain(self) -> Sequence[Idea]:
        """Return what was weighed for the last choice, best first; also a hint for people."""
        return ()

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Let go of whatever the bot holds: the game is over, or it is sent away."""
