"""Players of any game who do not think: the first answer, the last, anything but to pass, greed.

``bots.plain:First`` and the others are named to `--players` like any bot of one's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.bots.bot import Bot, Table
from grognard.engine.game import apply

if TYPE_CHECKING:
    from random import Random

    from grognard.engine.game import Action
    from grognard.engine.registry import AnyGame

IDLE = frozenset(
    ("done", "stay", "pass", "halt", "enough", "fight", "keep", "wait", "leave", "abandon")
)


class Plain(Bot):
    """Knows its game, its seat and its dice."""

    def __init__(self, game: AnyGame, seat: int, rng: Random) -> None:
        self.name, self.game, self.seat, self.rng = type(self).__name__.lower(), game, seat, rng


class First(Plain):
    """Takes the first answer."""

    def choose(self, table: Table) -> Action:
        """Return one of the options."""
        return table.options[0]


class Last(Plain):
    """Takes the last answer."""

    def choose(self, table: Table) -> Action:
        """Return one of the options."""
        return table.options[-1]


class Passer(Plain):
    """Does nothing wherever it may, and anything where it must."""

    def choose(self, table: Table) -> Action:
        """Return one of the options."""
        idle = [answer for answer in table.options if answer.verb in IDLE]
        return self.rng.choice(idle or list(table.options))


class Busy(Plain):
    """Does anything at random, so long as it does something."""

    def choose(self, table: Table) -> Action:
        """Return one of the options."""
        doing = [answer for answer in table.options if answer.verb not in IDLE]
        return self.rng.choice(doing or list(table.options))


class Greedy(Plain):
    """Takes what looks best at once, by the game's own evaluation."""

    def choose(self, table: Table) -> Action:
        """Return one of the options; a few of them where there are many."""
        adviser = self.game.adviser()
        options = list(table.options)
        if adviser is None or len(options) == 1:
            return options[-1]
        if len(options) > 12:
            options = self.rng.sample(options, 12)
        state = table.imagine(self.rng)

        def worth(answer: Action) -> float:
            trial = state.copy()
            trial.events = None
            apply(trial, answer)
            return adviser.evaluate(trial, self.seat)

        return max(options, key=worth)
