"""10.2 - how far it is from every hex to a place, in points of movement, in dry weather."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.eastfront.printed import Scenario

DECAY: Final = 0.93
"""What a point of the way leaves of the worth of a place."""
ROADS: Final = {"main": 0.5, "minor": 1.0}
OFF_ROAD: Final = {"clear": 1.0, "forest": 2.5, "marsh": 3.0, "swamp": 4.0, "hills": 2.0}
RIVER: Final = 1.5
FAR: Final = 999.0


@lru_cache(maxsize=512)
def far(scenario: Scenario, goal: Hex) -> tuple[float, ...]:
    """Return by hex how many points away a place is, zones and enemies forgotten."""
    return _spread(scenario, 1 << goal)


@lru_cache(maxsize=64)
def ahead(scenario: Scenario, front: Region) -> tuple[float, ...]:
    """Return by hex how many points away the nearest of some hexes is."""
    return _spread(scenario, front)


def _spread(scenario: Scenario, start: Region) -> tuple[float, ...]:
    ground = scenario.ground
    best = [FAR] * len(ground.terrain)
    heap = []
    for hex_ in numbers(start):
        best[hex_] = 0.0
        heap.append((0.0, hex_))
    while heap:
        cost, here = heappop(heap)
        if cost > best[here]:
            continue
        entry = OFF_ROAD.get(ground.terrain[here], FAR)
        for there in numbers(ground.map.around[here] & ground.land):
            total = cost + _step(scenario, here, there, entry)
            if total < best[there]:
                best[there] = total
                heappush(heap, (total, there))
    return tuple(best)


def _step(scenario: Scenario, here: Hex, there: Hex, entry: float) -> float:
    ground = scenario.ground
    if ground.barred[here] >> there & 1 or ground.unbridged[here] >> there & 1:
        return FAR
    if ground.main_road[here] >> there & 1:
        return ROADS["main"]
    if ground.road[here] >> there & 1:
        return ROADS["minor"]
    return entry + RIVER * (ground.river[here] >> there & 1)


@lru_cache(maxsize=512)
def near(scenario: Scenario, goal: Hex) -> tuple[float, ...]:
    """Return by hex what the way leaves of the worth of a place: 1 there, less further off."""
    return tuple([DECAY**cost for cost in far(scenario, goal)])


@lru_cache(maxsize=512)
def between(scenario: Scenario, goal: Hex, front: Region) -> tuple[float, ...]:
    """Return by hex how little a way from a front to a place goes round by it: 1 on the best."""
    here, there = ahead(scenario, front), far(scenario, goal)
    least = here[goal]
    return tuple([DECAY ** (one + other - least) for one, other in zip(here, there, strict=True)])
