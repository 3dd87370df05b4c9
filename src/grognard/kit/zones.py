"""Zones of control: the hexes next to units, but for those that a side of some kind shuts off.

A game says in one place what bars a zone, who has one and where none reaches; movement, supply,
retreats, bots and odds read that place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import MARKS, bits_of

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.kit.board import Beyond


class Zones:
    """Where the zone of a unit reaches, for every hex it may stand in."""

    def __init__(self, map_: HexMap, *barred: Beyond, never: Region = 0) -> None:
        """Reach every neighbour but those beyond the barred sides, and never into some hexes."""
        self._map, self._open = map_, ~never
        self._special: dict[Hex, Region] = {}
        for beyond in barred:
            for hex_, shut in enumerate(beyond):
                if shut:
                    near = self._special.get(hex_, map_.around[hex_])
                    self._special[hex_] = near & ~shut
        self._specials = bits_of([*self._special])
        """The hexes from which some neighbour is barred."""

    def around(self, held: Region) -> Region:
        """Return the zone of units in some hexes."""
        special = held & self._specials
        zone = self._map.adjacent(held ^ special)
        while special:
            hex_ = special.bit_length() - 1
            zone |= self._special[hex_]
            special -= MARKS[hex_]
        return zone & self._open
