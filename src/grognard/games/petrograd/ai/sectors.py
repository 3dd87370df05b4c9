"""The orders of a formation: which places are asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.games.petrograd.printed import Scenario, Side

SIDES: Final = ("white", "red")
NONE: Final = -1
"""The sector of those who have no orders."""


@dataclass(frozen=True, slots=True)
class Sector:
    """The places that are asked of some formations or brigades of a side."""

    side: Side
    formations: tuple[str, ...]
    goals: frozenset[Hex]


@dataclass(frozen=True, slots=True)
class Orders:
    """The sectors of a side."""

    sectors: tuple[int, ...]
    """By piece: its sector."""
    goals: tuple[frozenset[Hex], ...]
    """By sector."""
    asked: frozenset[Hex]
    """The places that are asked of anybody; any other is open to all."""

    def wants(self, sector: int, hex_: Hex) -> bool:
        """Whether troops of a sector may go for a place as for one of their own."""
        return sector == NONE or hex_ in self.goals[sector] or hex_ not in self.asked


@lru_cache(maxsize=64)
def orders_of(scenario: Scenario, side: Side) -> Orders:
    """Return the orders of the troops of a side; those of a brigade go before its formation's."""
    mine = [sector for sector in scenario.opponents.sectors if sector.side is side]
    number = {name: place for place, sector in enumerate(mine) for name in sector.formations}
    goals = tuple(sector.goals for sector in mine)
    return Orders(
        tuple(
            number.get(piece.brigade, number.get(piece.formation, NONE))
            if piece.side is side
            else NONE
            for piece in scenario.pieces
        ),
        goals,
        frozenset().union(*goals),
    )
