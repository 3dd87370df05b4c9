"""Who plays in the laboratory, by name: `random`, or any bot of `grognard.bots.levels`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import TYPE_CHECKING, Any, Final

from grognard.bots import levels
from grognard.bots.bot import Table
from grognard.bots.clock import Clock
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
    clock = Clock(decision=setting.seconds, nodes=setting.nodes)
    return AtTable(game, seat, make_bot(name, game, seat, seed), clock)


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
    if ":" not in name and name not in names(game):
        raise UnknownBot(f"there is no player {name!r}; there are: {levels.named(game)}")
    make_bot(name, game, 0).close()
