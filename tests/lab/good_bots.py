"""Simple bots for any game, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.bots.bot import Bot, Table

if TYPE_CHECKING:
    from random import Random

    from grognard.engine.game import Action, Seat
    from grognard.engine.registry import AnyGame


class Passive(Bot):
    """Takes the first option."""

    def __init__(self, game: AnyGame, seat: Seat, rng: Random) -> None:
        self.name = "passive"

    def choose(self, table: Table) -> Action:
        return table.options[0]


class Last(Passive):
    """Takes the last option."""

    def choose(self, table: Table) -> Action:
        return table.options[-1]


class LastToo(Last):
    """Plays as `Last` does, under another name."""
