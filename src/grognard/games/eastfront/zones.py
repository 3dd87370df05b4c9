"""4 - Zones of control (ZOC)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.eastfront.printed import ENEMY
from grognard.kit.zones import Zones

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.eastfront.ground import Ground
    from grognard.games.eastfront.printed import Side
    from grognard.games.eastfront.state import Luga


@lru_cache(maxsize=16)
def _reach(ground: Ground) -> Zones:
    """4.1 - not across a major river or a sea side, and not into a major city, sea or lake."""
    never = ground.major_cities | ground.map.everywhere & ~ground.land
    return Zones(ground.map, ground.major, ground.barred, never=never)


def zone_around(ground: Ground, hex_: Hex) -> Region:
    """4.1 - the zone that a unit in a hex would have, in dry weather."""
    return _around(ground, 1 << hex_)


def zone_of_control(state: Luga, side: Side) -> Region:
    """4.1, 4.3 - the hexes around units of a side that have a zone."""
    mobile = state.mobile_zones[side]
    if mobile and (state.lingering or state.is_mud):
        return zone_from(state, side, -1)
    return _around(state.scenario.ground, state.zones[side] | mobile)


def zone_from(state: Luga, side: Side, hexes: Region) -> Region:
    """4.1, 4.3 - the zone of the units of some hexes alone."""
    foot, mobile = state.zones[side] & hexes, state.mobile_zones[side] & hexes
    return _zone(state.scenario.ground, foot, mobile, state.is_mud, state.lingering)


def _zone(ground: Ground, foot: Region, mobile: Region, is_mud: bool, lingers: bool) -> Region:
    """4.1, 4.3 - the zone of units on foot and of motorised ones in the mud that there is."""
    if not (mobile and (is_mud or lingers)):
        return _around(ground, foot | mobile)
    muddy = ground.map.everywhere if is_mud else ground.forest
    found = _around(ground, foot) | _around(ground, mobile) & ~muddy
    return found | _along_lines(ground, mobile) & muddy


def watching(state: Luga, side: Side, hex_: Hex) -> Region:
    """4.1, 4.3 - the hexes whose units of a side have a zone on a hex."""
    zones = state.zones[side], state.mobile_zones[side]
    return _watching(state.scenario.ground, *zones, state.is_mud, state.lingering, hex_)


@lru_cache(maxsize=8192)
def _watching(
    ground: Ground, foot: Region, mobile: Region, is_mud: bool, lingers: bool, hex_: Hex
) -> Region:
    found = 0
    for there in numbers(ground.map.around[hex_] & (foot | mobile)):
        bit = 1 << there
        found |= bit if _zone(ground, foot & bit, mobile & bit, is_mud, lingers) >> hex_ & 1 else 0
    return found


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
