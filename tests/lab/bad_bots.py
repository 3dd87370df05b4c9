"""Bots and games that misbehave, for tests."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.bots.bot import Bot, Table
from grognard.engine.game import Action

if TYPE_CHECKING:
    from random import Random

    from grognard.engine.game import Seat
    from grognard.engine.registry import AnyGame

MARK = "GROGNARD_TEST_MARK"
"""Names the file whose presence keeps `Mortal` alive."""
HELD = "GROGNARD_TEST_HELD"
"""Names, where it is set, the file in which `Hostage` says that it plays no further."""


class Cheat(Bot):
    """Answers what was never offered."""

    def __init__(self, game: AnyGame, seat: Seat, rng: Random) -> None:
        self.rng = rng

    def choose(self, table: Table) -> Action:
        return Action("cheat")


class Mortal(Bot):
    """Takes its whole process with it, once."""

    def __init__(self, game: AnyGame, seat: Seat, rng: Random) -> None:
        self.rng = rng

    def choose(self, table: Table) -> Action:
        mark = Path(os.environ[MARK])
        if not mark.exists():
            mark.touch()
            os._exit(1)
        return self.rng.choice(table.options)


class Hostage(Bot):
    """Is held in the middle of its game, longer than any test lasts, wherever `HELD` is set."""

    def __init__(self, game: AnyGame, seat: Seat, rng: Random) -> None:
        self.rng = rng

    def choose(self, table: Table) -> Action:
        if HELD in os.environ:
            Path(os.environ[HELD]).touch()
            time.sleep(600)
        return self.rng.choice(table.options)


class Interrupter(Bot):
    """Presses the keys that stop a run."""

    def __init__(self, game: AnyGame, seat: Seat, rng: Random) -> None:
        self.rng = rng

    def choose(self, table: Table) -> Action:
        raise KeyboardInterrupt
