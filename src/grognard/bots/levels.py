"""Bots by name: a level, ``module:Class`` of your own, or ``process:`` and a command."""

from __future__ import annotations

import shlex
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Final

from grognard.bots.bot import Bot
from grognard.bots.general import General, PolicyBot
from grognard.bots.process import ProcessBot

if TYPE_CHECKING:
    from grognard.engine.game import Seat
    from grognard.engine.registry import AnyGame

LEVELS: Final = ("recruit", "sergeant", "colonel", "general")
PROCESS: Final = "process:"


class UnknownBot(LookupError):
    """No bot of that name can be had for the game."""

    def __str__(self) -> str:
        return str(self.args[0])


def make_bot(spec: str, game: AnyGame, seat: Seat, seed: int | str = 0) -> Bot:
    """Return a bot for one seat of one game; the same seed gives the same bot.

    `spec` is a level, ``module:Class`` (a class made with game, seat and random numbers) or
    ``process:command`` (a program that speaks JSON lines, see docs/bots.md).
    """
    rng = Random(f"{spec} {game.id} {seat} {seed}")
    if spec.startswith(PROCESS):
        return ProcessBot(shlex.split(spec.removeprefix(PROCESS)))
    if ":" in spec:
        return _of_class(spec, game, seat, rng)
    adviser = game.adviser()
    if spec not in LEVELS:
        known = ", ".join(LEVELS)
        raise UnknownBot(f"there is no bot {spec!r}; there are {known}, module:Class, process:...")
    if adviser is None:
        raise UnknownBot(f"{game.id} has no opponents of its own")
    return General(adviser, seat, rng) if spec == "general" else PolicyBot(adviser, spec, seat, rng)


def _of_class(spec: str, game: AnyGame, seat: Seat, rng: Random) -> Bot:
    """Return a bot of somebody else's class."""
    module_name, _, name = spec.partition(":")
    try:
        made = getattr(import_module(module_name), name)(game, seat, rng)
    except (ImportError, AttributeError) as error:
        raise UnknownBot(f"there is no bot at {spec!r}: {error}") from error
    if not isinstance(made, Bot):
        raise UnknownBot(f"{spec!r} is not a bot but a {type(made).__name__}")
    return made
