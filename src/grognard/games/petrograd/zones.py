"""1.4 - Zones of control (ZOC)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.petrograd.printed import ENEMY
from grognard.kit.zones import Zones

if TYPE_CHECKING:
    from grognard.engine.hexmap import Region
    from grognard.games.petrograd.ground import Ground
    from grognard.games.petrograd.printed import Side
    from grognard.games.petrograd.state import Petrograd


@lru_cache(maxsize=16)
def _reach(ground: Ground) -> Zones:
    """1.4 - not across sea, lake or a major river without a bridge."""
    return Zones(ground.map, ground.unbridged, never=~ground.land)


def zone_of_control(state: Petrograd, side: Side) -> Region:
    """1.4 - the hexes around troops of a side that have a zone.

    It does not reach into a fort or a Petrograd hex where enemy troops stand.
    """
    ground = state.scenario.ground
    walls = (ground.forts | ground.city) & state.held[ENEMY[side]]
    zone = _around(ground, state.strong[side])
    return zone ^ zone & walls if walls else zone


@lru_cache(maxsize=4096)
def _around(ground: Ground, held: Region) -> Region:
    """Return the hexes around a region; remembered, since one side stands still."""
    return _reach(ground).around(held)


def barred(state: Petrograd, side: Side) -> Region:
    """4.2, 5.1, 8.2.6 - where no line and no retreat of a side goes.

    Hexes with an enemy piece, and hexes in an enemy zone of control without own troops.
    """
    enemy = ENEMY[side]
    return state.occupied(enemy) | zone_of_control(state, enemy) & ~state.held[side]


def encircled(state: Petrograd, side: Side, hexes: Region) -> Region:
    """8.3 - those of some hexes around which every hex is closed to a side.

    A hex that is a source of its side, Petrograd apart, is never encircled.
    """
    from grognard.games.petrograd.supply import outer_sources

    around, open_, found = state.scenario.ground.around, ~barred(state, side), 0
    for hex_ in numbers(hexes & ~outer_sources(state, side)):
        if not around[hex_] & open_:
            found |= 1 << hex_
    return found
