"""7.2 - how far it is on foot from every hex to a place, in points of movement."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.path import NEVER
from grognard.games.petrograd.movement import ground_cost

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.games.petrograd.printed import Scenario

DECAY: Final = 0.95
"""What a point of the way leaves of the worth of a place."""
ROAD: Final = 0.5
FAR: Final = 999.0


@lru_cache(maxsize=512)
def far(scenario: Scenario, goal: Hex) -> tuple[float, ...]:
    """Return by hex how many points away a place is, zones and enemies forgotten."""
    ground = scenario.ground
    best = [FAR] * len(ground.around)
    best[goal] = 0.0
    heap = [(0.0, goal)]
    while heap:
        cost, here = heappop(heap)
        if cost > best[here]:
            continue
        entry = ground_cost(scenario, "foot", here)
        for there in numbers(ground.around[here]):
            step = ROAD if ground.road[here] >> there & 1 else float(entry)
            if step < NEVER and cost + step < best[there]:
                best[there] = cost + step
                heappush(heap, (best[there], there))
    return tuple(best)


@lru_cache(maxsize=512)
def near(scenario: Scenario, goal: Hex) -> tuple[float, ...]:
    """Return by hex what the way leaves of the worth of a place: 1 there, less further off."""
    return tuple([DECAY**cost for cost in far(scenario, goal)])


def lifeline(scenario: Scenario, hex_: Hex) -> list[Hex]:
    """4.2 - the way by road and railway from a hex to White's railhead; nothing off the roads."""
    back, way = _roads(scenario), []
    while back[hex_] >= 0:
        hex_ = back[hex_]
        way.append(hex_)
    return way


@lru_cache(maxsize=16)
def _roads(scenario: Scenario) -> tuple[int, ...]:
    """Return by hex the next one on the way to the railhead by road and railway, or -1."""
    lines = scenario.ground.lines
    back, front = [-1] * len(lines), numbers(scenario.tables.supply.white)
    seen = set(front)
    while front:
        here = front.pop(0)
        for there in numbers(lines[here]):
            if there not in seen:
                seen.add(there)
                back[there] = here
                front.append(there)
    return tuple(back)
