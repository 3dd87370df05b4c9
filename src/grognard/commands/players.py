"""Who may sit at the table, by name: a maker is given the game and its random numbers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from grognard.commands.shared import UsageError
from grognard.engine.play import Player
from grognard.engine.registry import AnyGame

if TYPE_CHECKING:
    from grognard.engine.game import Action
    from grognard.engine.view import View

Maker: TypeAlias = Callable[[AnyGame, Random], Player]

HUMAN: Final = "human"
RANDOM: Final = "random"


def random_player(game: AnyGame, rng: Random) -> Player:
    """Return the simplest opponent: any of its options, each as likely as the others."""

    def choose(view: View) -> Action:
        return view.options[int(rng.random() * len(view.options))]

    return choose


MAKERS: Final[dict[str, Maker]] = {RANDOM: random_player}
"""Every program that plays."""


def check_names(names: list[str], seats: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    """Refuse a list of players that does not fit the seats, or names nobody."""
    if len(names) != len(seats):
        raise UsageError(f"there are {len(seats)} sides ({', '.join(seats)}), not {len(names)}")
    for name in names:
        if name not in allowed:
            raise UsageError(f"there is no player {name!r}; there are: {', '.join(allowed)}")
