"""The temper of a player."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """The temper of a player: how much he minds this, how much he wants that."""

    losses: float = 0.75
    """What his own losses in attack weigh against the enemy's."""
    threat: float = 0.7
    drive: float = 0.7
    """How strongly he is drawn to the goals."""
    line: float = 0.1
    """How much he minds a unit whose supply the enemy could cut, as a share of its worth."""
    siege: float = 1.0
    """How much he cares about cutting the city off, or keeping it joined."""
    city: float = 1.0
    places: float = 1.0
    width: int = 7
    """How many places he considers for each piece."""
    passes: int = 2
    formations: bool = True
    """Whether he sends whole formations, or only one unit after another."""
