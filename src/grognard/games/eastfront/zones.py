"""4 - Zones of control (ZOC)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.eastfront.printed import ENEMY
from grognard.kit.zones import Zones

if TYPE_CHECKING:
    from grognard.engine.hexmap import Region
    from grognard.games.eastfront.ground import Ground
    from grognard.games.eastfront.printed import Side
    from grognard.games.eastfront.state import Luga


@lru_cache(maxsize=16)
def _reach(ground: Ground) -> Zones:
    """4.1 - not across a major river or a sea side, and not into a major city, sea or lake."""
    never = ground.major_cities | ground.map.everywhere & ~ground.land
    return Zones(ground.map, ground.major, ground.barred, never=never)


def zone_of_control(state: Luga, side: Side) -> Region:
    """4.1, 4.3 - the hexes around units of a side that have a zone."""
    return zone_from(state, side, -1)


def zone_from(state: Luga, side: Side, hexes: Region) -> Region:
    """4.1, 4.3 - the zone of the units of some hexes alone."""
    ground = state.scenario.ground
    foot, mobile = state.zones[side] & hexes, state.mobile_zones[side] & hexes
    if not (mobile and (state.is_mud or state.lingering)):
        return _around(ground, foot | mobile)
    muddy = ground.map.everywhere if state.is_mud else ground.forest
    found = _around(ground, foot) | _around(ground, mobile) & ~muddy
    return found | _along_lines(ground, mobile) & muddy


@lru_cache(maxsize=8192)
def _around(ground: Ground, held: Region) -> Region:
    """Return the zone of units in a region; remembered, since one side stands still."""
    return _reach(ground).around(held)


@lru_cache(maxsize=8192)
def _along_lines(ground: Ground, held: Region) -> Region:
    """4.3 - what the zone of motorised units reaches in mud: by road and rail, and into towns."""
    settled = ground.towns | ground.cities
    found = 0
    for hex_ in numbers(held):
        open_ = settled | ground.road[hex_] | ground.rail[hex_]
        found |= _around(ground, 1 << hex_) & open_
    return found


def barred(state: Luga, side: Side) -> Region:
    """6.1, 16.6, 21 - hexes with an enemy unit, or in an enemy zone without an own combat unit."""
    enemy = ENEMY[side]
    return state.occupied(enemy) | zone_of_control(state, enemy) & ~state.held[side]
