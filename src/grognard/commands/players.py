"""Who may sit at the table in the terminal: people, and every program that plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.bots.clock import Clock
from grognard.bots.levels import UnknownBot, make_bot
from grognard.commands.shared import UsageError
from grognard.lab.players import RANDOM, AtRandom, AtTable, Player, names

if TYPE_CHECKING:
    from grognard.engine.game import Seat
    from grognard.engine.registry import AnyGame

HUMAN: Final = "human"


def seated(
    game: AnyGame, name: str, seat: Seat, seed: str, clock: Clock | None = None
) -> Player | None:
    """Return the program that takes a seat, or None for a person."""
    if name == HUMAN:
        return None
    if name == RANDOM:
        return AtRandom(f"{seed}/{seat}")
    try:
        return AtTable(game, seat, make_bot(name, game, seat, seed), clock or Clock())
    except UnknownBot as error:
        raise UsageError(f"{error}; a side may also be {HUMAN} or {RANDOM}") from None


def is_known(game: AnyGame, name: str) -> bool:
    """Whether a name in a saved game is that of a person or of somebody who plays this game."""
    return name in (HUMAN, *names(game))
