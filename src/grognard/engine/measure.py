"""What a game measures of itself while programs play it: the raw material of statistics.

A game that wants to be measured offers a `Meter` (see `Game.meter`). Nobody reads the log of such
a game, so a meter asks for events only where they tell it something.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple

from grognard.engine.game import StateT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.engine.game import Action


class Measure(NamedTuple):
    """What there is to know of one finished game, of whatever rules."""

    reason: str
    """Why the winner won, in a few words; the same words for the same reason."""
    margin: float
    """By how much: above 0 in favour of the first seat, below 0 in favour of the second."""
    losses: tuple[tuple[int, ...], ...]
    """By seat, by turn: the steps lost."""
    rules: Mapping[str, int]
    """By rule: how often it came into play."""
    control: str
    """By hex, in the order of the chart: the digit of the seat that holds it, or ``.``."""
    lost_at: tuple[Mapping[str, int], ...]
    """By seat, by printed hex: the steps lost there."""
    held: Mapping[str, str] = MappingProxyType({})
    """By landmark, for every turn from the first: the digit of the seat that held it at its end."""


class Landmark(NamedTuple):
    """A place whose holder is noted at the end of every turn, and who held it in history."""

    hex: str
    """Its printed number."""
    name: str
    history: str
    """For every turn from the first: the digit of a seat, or ``.`` where it is not known."""


class Meter(ABC, Generic[StateT]):
    """Watches one game being played."""

    @abstractmethod
    def before(self, state: StateT, action: Action) -> None:
        """Look at an answer about to be given; set `state.events` to None or to a list."""

    @abstractmethod
    def after(self, state: StateT) -> None:
        """Look at the events of the answer, and clear them."""

    @abstractmethod
    def measure(self, state: StateT) -> Measure:
        """Return what was seen of a game that is over."""
