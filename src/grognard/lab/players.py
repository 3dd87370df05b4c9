"""Who plays in the laboratory, by name: `random`, or any bot of `grognard.bots.levels`.

A level may be given a time of its own, such as ``general@4``: four seconds of a processor for a
side's turn, whatever the others have. Processor time is the same on a busy machine as on a quiet
one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import isfinite
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final

from grognard.bots import levels
from grognard.bots.bot import Table
from grognard.bots.clock import DECISION, TURN, Clock
from grognard.bots.levels import UnknownBot, make_bot
from grognard.engine.game import Action, IllegalAction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.bots.bot import Bot
    from grognard.engine.game import Seat
    from grognard.engine.registry import AnyGame
    from grognard.engine.thinking import Idea
    from grognard.lab.setting import Setting

RANDOM: Final = levels.RANDOM.id


class Player(ABC):
    """Answers for one seat of one game."""

    @abstractmethod
    def choose(self, state: Any) -> Action:
        """Return a legal answer to the question being asked."""

    def explain(self) -> Sequence[Idea]:
        """Return what was weighed for the last answer."""
        return ()

    @abstractmethod
    def leave(self) -> None:
        """Get up from the table."""


class AtRandom(Player):
    """Any of the options, each as likely as the others: it sees nothing, so it needs no View."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed).random

    def choose(self, state: Any) -> Action:
        """Return any option."""
        options = state.options()
        action: Action = options[int(self.random() * len(options))]
        return action

    def leave(self) -> None:
        """Nothing is held."""


class AtTable(Player):
    """A bot, which is shown what its seat may know."""

    def __init__(self, game: AnyGame, seat: Seat, bot: Bot, clock: Clock) -> None:
        self.game, self.seat, self.bot, self.clock = game, seat, bot, clock

    def choose(self, state: Any) -> Action:
        """Return the bot's answer, which must be legal."""
        table = Table(self.game, state, self.seat, self.clock)
        action = self.bot.choose(table)
        if action not in table.options:
            raise IllegalAction(f"{self.bot.name} answers {action}, which is no option")
        return action

    def explain(self) -> Sequence[Idea]:
        """Return what the bot weighed."""
        return self.bot.explain()

    def leave(self) -> None:
        """Send the bot away."""
        self.bot.close()


def seated(setting: Setting, game: AnyGame, name: str, seat: Seat, seed: str) -> Player:
    """Return a player who takes a seat for one game."""
    if name == RANDOM:
        return AtRandom(f"{seed}/{seat}")
    level, own = timed(name)
    turn = own or setting.seconds * TURN / DECISION
    nodes = None if own else setting.nodes
    clock = Clock(turn * DECISION / TURN, turn, nodes, process_time if own else perf_counter)
    return AtTable(game, seat, make_bot(level, game, seat, seed), clock)


def timed(name: str) -> tuple[str, float]:
    """Return a level and the seconds of a side's turn that it is given; none where it says none.

    >>> timed("general@4"), timed("general")
    (('general', 4.0), ('general', 0.0))
    """
    level, at, text = name.rpartition("@")
    if not at or ":" in name:
        return name, 0.0
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not (isfinite(found) and found > 0):
        raise UnknownBot(f"{name!r} is not written LEVEL@SECONDS")
    return level, found


def names(game: AnyGame) -> tuple[str, ...]:
    """Return whoever plays a game and comes with it, weakest first."""
    return (RANDOM, *(level.id for level in levels.levels(game)))


def usual(game: AnyGame) -> str:
    """Return who plays a game where nobody is named: its second level, which aims and is quick."""
    found = names(game)
    return found[min(2, len(found) - 1)]


def check(game: AnyGame, name: str) -> None:
    """Refuse the name of somebody who does not play this game."""
    if name == RANDOM:
        return
    level, _ = timed(name)
    if ":" not in name and level not in names(game):
        raise UnknownBot(f"there is no player {name!r}; there are: {levels.named(game)}")
    make_bot(level, game, 0).close()
