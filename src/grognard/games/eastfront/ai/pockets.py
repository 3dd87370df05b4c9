"""6.1, 21 - whom a unit would cut off from supply by standing in a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.eastfront.printed import ENEMY
from grognard.games.eastfront.supply import foreseen, supplied
from grognard.games.eastfront.zones import zone_around, zone_from

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex
    from grognard.games.eastfront.printed import Side
    from grognard.games.eastfront.state import Luga


class Pockets:
    """What standing in a hex would close, in defence factors cut off."""

    def __init__(self, state: Luga, side: Side) -> None:
        self.side, self.enemy = side, ENEMY[side]
        self.fed = supplied(state, self.enemy)
        """6.1 - where the enemy is in supply as the phase begins."""
        self._found: dict[tuple[Region, Region, Hex], float] = {}

    def closed_by(self, state: Luga, piece: PieceIndex, hex_: Hex) -> float:
        """Return the defence of the enemies whom only this unit would cut off there."""
        about = zone_around(state.scenario.ground, hex_) | 1 << hex_
        if not about & self.fed:
            return 0.0
        shut = self._shut_by_others(state, piece)
        key = shut, state.held[self.enemy], hex_
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._cut(state, shut, about)
        return found

    def _shut_by_others(self, state: Luga, piece: PieceIndex) -> Region:
        """6.1 - where no line of the enemy goes because of the other units."""
        here, hexes = state.where[piece], -1
        zoned = state.scenario.kinds.zoned & state.owned[self.side]
        if here >= 0 and not state.stacks[here] & zoned & ~(1 << piece):
            hexes = ~(1 << here)
        zone = zone_from(state, self.side, hexes) & ~state.held[self.enemy]
        return zone | state.occupied(self.side) & hexes

    def _cut(self, state: Luga, shut: Region, about: Region) -> float:
        mine = state.held[self.enemy]
        more = shut | about & ~mine
        if more == shut:
            return 0.0
        lost = foreseen(state, self.enemy, shut) & ~foreseen(state, self.enemy, more) & mine
        return sum(float(state.defence_values(state.units_at(hex_))) for hex_ in numbers(lost))
