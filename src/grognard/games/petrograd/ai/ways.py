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
