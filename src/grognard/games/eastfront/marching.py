"""10.2 to 10.4 - What a step costs: ground, roads and railways, rivers, fortified sides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import numbers
from grognard.engine.path import NEVER, WHOLE, Cost, Out, Paths
from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.state import MUD
from grognard.games.eastfront.tables import column_of

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.eastfront.ground import Ground
    from grognard.games.eastfront.printed import Scenario
    from grognard.games.eastfront.state import Luga

DRY, LINGERING, MUDDY = range(3)
SETTLED: Final = ("town", "city", "major_city")
FEW: Final = 12
"""Where so many hexes have changed since the last time, it is not asked if fewer differ from what
stands at the beginning."""
TRAIN_COST: Final = 2
"""11.2 - the half points of a railway hex."""


@dataclass(frozen=True, slots=True, eq=False)
class Going:
    """The steps of one kind of mover in one weather."""

    paths: Paths
    ways: Ways

    def near(self, here: Hex) -> Region:
        """Return the neighbours of a hex that may be entered from it at all."""
        return self.ways.out_of(here).near

    def walls(self, here: Hex) -> Region:
        """11.1 - the neighbours beyond an enemy fortified side."""
        return self.ways.walls(here)


def climate(state: Luga) -> int:
    """5.3 - dry, dry with mud in the forests, or mud."""
    if state.weather == MUD:
        return MUDDY
    return LINGERING if state.lingering else DRY


class Ways:
    """What steps cost a kind of mover in a weather, with some bridges gone and works broken."""

    def __init__(
        self, scenario: Scenario, kind: str, weather: int, blown: int, side: Side, works: int
    ) -> None:
        self.ground, self.tables = scenario.ground, scenario.tables
        self.kind, self.weather, self.blown = kind, weather, blown
        self.is_motorised = kind == "motorised"
        self.is_hindered = side is Side.GERMAN
        size = self.ground.map.size
        self.breached, self.destroyed = works >> size, works & (1 << size) - 1
        self.known = _known(scenario, kind, weather, side)
        self.looked_up: dict[Hex, Out] = {}

    def out_of(self, here: Hex) -> Out:
        """10.2, 10.3 - what steps out of a hex cost, worked out once for what is broken there."""
        found = self.looked_up.get(here)
        if found is None:
            ground = self.ground
            bridges, beside = ground.bridges_of[here], ground.map.around[here]
            lines = self.breached & ground.fortified[here]
            key = here, self.blown & bridges, lines, self.destroyed & beside
            found = self.known.get(key)
            if found is None:
                found = self.known[key] = self.worked_out(here)
            self.looked_up[here] = found
        return found

    def worked_out(self, here: Hex) -> Out:
        """10.2, 10.3 - what each step out of a hex costs."""
        costs = {
            there: (self.across(here, there), self.along(here, there))
            for there in self.ground.map.neighbours[here]
        }
        return Out(costs)

    def step(self, here: Hex, there: Hex) -> Cost:
        """10.2 - the cost across country."""
        return self.out_of(here).costs[there][0]

    def link(self, here: Hex, there: Hex) -> Cost:
        """10.3 - the cost along a road or railway."""
        return self.out_of(here).costs[there][1]

    def is_muddy(self, hex_: Hex) -> bool:
        """5.3, 5.4 - whether a hex is entered at the cost of mud."""
        if self.weather == LINGERING:
            return bool(self.ground.forest >> hex_ & 1)
        return self.weather == MUDDY

    def ground_cost(self, hex_: Hex) -> Cost:
        """10.2 - the half points to enter a hex, -1 where only a road leads in."""
        settlement = self.ground.settlement[hex_]
        word = settlement if settlement in SETTLED else self.ground.terrain[hex_]
        column = column_of(self.is_motorised, self.is_muddy(hex_))
        return self.tables.cost[word][column]

    def is_cut(self, here: Hex, there: Hex) -> bool:
        """11.3 - whether the bridge between two hexes is gone."""
        number = self.ground.bridge(here, there)
        return number >= 0 and bool(self.blown >> number & 1)

    def crossing(self, here: Hex, there: Hex) -> Cost:
        """10.4 - what the side between two hexes costs more; WHOLE or NEVER at a major river."""
        ground, column = self.ground, column_of(self.is_motorised, self.weather == MUDDY)
        is_bridged = ground.bridge(here, there) >= 0 and not self.is_cut(here, there)
        if ground.major[here] >> there & 1:
            if is_bridged:
                return self.tables.cross["major_bridge"][column]
            return WHOLE if self.kind == "foot" and self.weather != MUDDY else NEVER
        if ground.river[here] >> there & 1 and not is_bridged:
            return self.tables.cross["river"][column]
        return 0

    def works_cost(self, here: Hex, there: Hex) -> Cost:
        """10.4 - what Germans pay more for a fortified side from outside, or for a point."""
        if not self.is_hindered:
            return 0
        line = self.ground.fortified[here] & ~self.breached & 1 << there
        point = self.ground.points & ~self.destroyed & 1 << there
        return (bool(line) + bool(point)) * self.tables.fortified

    def across(self, here: Hex, there: Hex) -> Cost:
        """10.2 - the cost across country; a train goes along its line."""
        ground = self.ground
        if self.kind == "train":
            return self.along(here, there)
        if not ground.land >> there & 1 or ground.barred[here] >> there & 1:
            return NEVER
        base, crossing = self.ground_cost(there), self.crossing(here, there)
        if crossing >= WHOLE:
            return crossing if base >= 0 else NEVER
        if base < 0:
            return WHOLE if self.is_muddy_track(here, there) else NEVER
        return base + crossing + self.works_cost(here, there)

    def is_muddy_track(self, here: Hex, there: Hex) -> bool:
        """10.3 - whether a minor road leads motorised units into forest or marsh in mud."""
        ground = self.ground
        is_open = (ground.forest | ground.marsh) >> there & 1 and self.is_muddy(there)
        by_road = ground.road[here] >> there & 1 and not self.is_cut(here, there)
        return bool(is_open and by_road)

    def along(self, here: Hex, there: Hex) -> Cost:
        """10.3, 11.2 - the cost along the cheapest road or railway between two hexes."""
        ground, tables = self.ground, self.tables
        if self.is_cut(here, there):
            return NEVER
        if self.kind == "train":
            return TRAIN_COST if ground.rail[here] >> there & 1 else NEVER
        column = column_of(self.is_motorised, self.is_muddy(there))
        found = [NEVER]
        if ground.main_road[here] >> there & 1:
            found.append(tables.link["main"][column])
        elif ground.road[here] >> there & 1 and self.is_firm(there):
            found.append(tables.link["minor"][column])
        if ground.rail[here] >> there & 1:
            found.append(tables.link["rail"][column])
        best = min(found)
        if best >= NEVER:
            return NEVER
        return best + self.crossing(here, there) + self.works_cost(here, there)

    def walls(self, here: Hex) -> Region:
        """11.1 - the neighbours beyond an enemy fortified side."""
        return self.ground.fortified[here] & ~self.breached if self.is_hindered else 0

    def is_firm(self, hex_: Hex) -> bool:
        """10.3 - whether a minor road helps into a hex: always when dry, in mud on clear ground."""
        return not self.is_muddy(hex_) or self.ground.terrain[hex_] == "clear"


@lru_cache(maxsize=64)
def _known(scenario: Scenario, kind: str, weather: int, side: Side) -> dict[tuple[int, ...], Out]:
    """10.2 - what steps out of a hex cost, by the hex and what is broken around it."""
    return {}


@lru_cache(maxsize=1024)
def marches(
    scenario: Scenario, kind: str, weather: int, blown: int, side: Side, works: int
) -> Going:
    """10.2 to 10.4 - the steps of a kind of mover; `works` are broken sides and points.

    They differ in a few hexes from what was asked for last, or from where everything stands, and
    only those are worked out.
    """
    before = _last(scenario, kind, weather, side)
    if not (blown or works):
        return before[0].march
    ways = Ways(scenario, kind, weather, blown, side, works)
    last, hexes = before[-1], _since(before[-1], ways.ground, blown, works)
    if hexes.bit_count() > FEW and len(before) > 1:
        intact = _since(before[0], ways.ground, blown, works)
        if intact.bit_count() < hexes.bit_count():
            last, hexes = before[0], intact
    march = Going(last.march.paths.altered(numbers(hexes), ways.out_of), ways)
    before[1:] = [Laid(blown, works, march)]
    return march


class Laid(NamedTuple):
    """Steps that were laid out, and for which bridges and works."""

    blown: int
    works: int
    march: Going


@lru_cache(maxsize=64)
def _last(scenario: Scenario, kind: str, weather: int, side: Side) -> list[Laid]:
    """10.2 - the steps where everything stands, then those that were laid out last."""
    return [Laid(0, 0, _intact(scenario, kind, weather, side))]


def _intact(scenario: Scenario, kind: str, weather: int, side: Side) -> Going:
    """10.2 to 10.4 - the steps of a kind of mover where every bridge stands, and every work."""
    ways = Ways(scenario, kind, weather, 0, side, 0)
    return Going(Paths(scenario.ground.map, ways.step, ways.link), ways)


def _since(laid: Laid, ground: Ground, blown: int, works: int) -> Region:
    """11.3, 18 - the hexes out of which a step has changed since steps were laid out."""
    blown, works = blown ^ laid.blown, works ^ laid.works
    size, found = ground.map.size, 0
    for number in numbers(blown):
        one, other = ground.bridges[number]
        found |= 1 << one | 1 << other
    outside = ground.board.before("fortified")
    for hex_ in numbers(works >> size):
        found |= outside[hex_]
    return found | ground.map.adjacent(works & (1 << size) - 1)
