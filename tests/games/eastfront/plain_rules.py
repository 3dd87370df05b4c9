"""Zones, stacking, movement, supply and command once more, by loops over plain sets."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from games.eastfront.plain_map import (
    BRIDGES,
    BY_LAND,
    COMBAT,
    FORTIFIED,
    HEXES,
    LINKED,
    MAIN,
    MAJOR,
    MINOR,
    MOTORISED,
    NEAR,
    PIECES,
    POINTS,
    RAIL_BRIDGES,
    RAILS,
    RIVERS,
    ROAD_BRIDGES,
    SCENARIO,
    SEA_SIDES,
    WATER,
    ZONED,
    distance,
    is_a,
    number,
    other,
    room,
    side_of,
    weight,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Set as AbstractSet

POINT: Final = 2
"""Movement is counted in halves of a point."""
Cost: TypeAlias = int | None
MEMORY: Final = 64
"""Of how many states of the ground the costs of steps are remembered."""


class Ground(NamedTuple):
    """What a step costs depends on, mover apart."""

    mud: bool
    lingering: bool
    blown: frozenset[frozenset[str]]
    breached: frozenset[str]
    destroyed: frozenset[str]


@lru_cache(maxsize=MEMORY)
def remembered(ground: Ground) -> dict[tuple[bool, str, str, str], Cost]:
    """Return the costs found so far, by motorised or not, side, hex and next hex."""
    return {}


@dataclass(eq=False)
class Plain:
    """A position as plain dictionaries and sets of names, which nobody changes."""

    turn: int
    segment: str
    weather: str
    lingering: bool
    west_open: bool
    where: dict[str, str]
    steps: dict[str, int]
    marks: dict[str, frozenset[str]]
    control: dict[str, frozenset[str]]
    attack_supply: dict[str, int]
    air: dict[str, int]
    began: frozenset[str]
    destroyed: frozenset[str]
    breached: frozenset[str]
    converted: frozenset[str]
    blown: frozenset[frozenset[str]]
    used: dict[str, dict[str, int]]
    """7.2 - by use and HQ."""
    stacks: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.stacks = defaultdict(list)
        self.sides: dict[str, list[str]] = {"german": [], "soviet": []}
        for id_, hex_ in self.where.items():
            self.stacks[hex_].append(id_)
            self.sides[side_of(id_)].append(id_)

    @cached_property
    def zones(self) -> dict[str, set[str]]:
        """4.1 - by side, worked out when somebody asks."""
        return {side: zone(self, side) for side in self.sides}

    @cached_property
    def places(self) -> dict[str, frozenset[str]]:
        """Hexes with any counter, by side."""
        return {side: frozenset(self.where[id_] for id_ in self.of(side)) for side in self.sides}

    @cached_property
    def fronts(self) -> dict[str, frozenset[str]]:
        """Hexes with a combat unit, by side."""
        return {
            side: frozenset(self.where[id_] for id_ in self.of(side) if id_ in COMBAT)
            for side in self.sides
        }

    @cached_property
    def costs(self) -> dict[tuple[bool, str, str, str], Cost]:
        """10.2 to 10.4 - what steps cost, as far as somebody asked on such ground."""
        return remembered(
            Ground(self.mud, self.lingering, self.blown, self.breached, self.destroyed)
        )

    def of(self, side: str) -> list[str]:
        return self.sides[side]

    def taken(self, side: str) -> frozenset[str]:
        """Hexes with any counter of a side."""
        return self.places[side]

    def held(self, side: str) -> frozenset[str]:
        """Hexes with a combat unit of a side."""
        return self.fronts[side]

    def has(self, mark: str, id_: str) -> bool:
        return id_ in self.marks[mark]

    @property
    def mud(self) -> bool:
        return self.weather == "mud"

    def muddy(self, hex_: str) -> bool:
        """5.3 - mud, or a forest the turn after."""
        return self.mud or (self.lingering and HEXES[hex_]["terrain"] == "forest")

    def line(self, here: str, there: str) -> bool:
        """18.2 - whether an intact fortified side is crossed from outside to inside."""
        return (there, here) in FORTIFIED and there not in self.breached

    def point(self, hex_: str) -> bool:
        """18.1 - whether an intact fortified point is here."""
        return hex_ in POINTS and hex_ not in self.destroyed

    def bridge(self, here: str, there: str) -> bool:
        """11.3 - whether a bridge stands."""
        side = frozenset((here, there))
        return side in BRIDGES and side not in self.blown

    def pathless(self, here: str, there: str) -> bool:
        """10.4 - a major river without a bridge."""
        return frozenset((here, there)) in MAJOR and not self.bridge(here, there)


def is_linked(here: str, there: str) -> bool:
    """Whether a road or a railway joins two hexes."""
    return frozenset((here, there)) in LINKED


def reaches(here: str, there: str, *, wheels: bool, mud: bool, lingering: bool) -> bool:
    """4.1, 4.3 - whether the zone of a unit reaches from its hex to the next."""
    if frozenset((here, there)) in MAJOR | SEA_SIDES or there in WATER:
        return False
    settlement = HEXES[there]["settlement"]
    if settlement == "major_city":
        return False
    muddy = mud or (lingering and HEXES[there]["terrain"] == "forest")
    if wheels and muddy:
        return is_linked(here, there) or settlement in ("town", "city")
    return True


@cache
def zone_from(here: str, *, wheels: bool, mud: bool, lingering: bool) -> frozenset[str]:
    """4.1, 4.3 - where the zone of a unit reaches from a hex."""
    return frozenset(
        there
        for there in NEAR[here]
        if reaches(here, there, wheels=wheels, mud=mud, lingering=lingering)
    )


def zone_of(now: Plain, ids: Iterable[str]) -> set[str]:
    """4.1 - the zone of some units."""
    found: set[str] = set()
    for id_ in ids:
        if id_ in ZONED and not now.has("overrun", id_):
            found |= zone_from(
                now.where[id_],
                wheels=id_ in MOTORISED,
                mud=now.mud,
                lingering=now.lingering,
            )
    return found


def zone(now: Plain, side: str) -> set[str]:
    """4.1 - the zone of control of a side."""
    return zone_of(now, now.of(side))


def barred(now: Plain, side: str) -> AbstractSet[str]:
    """6.1 - enemy units, and enemy zones without own combat units."""
    enemy = other(side)
    return now.taken(enemy) | (now.zones[enemy] - now.held(side))


def fits(now: Plain, ids: Iterable[str], hex_: str) -> bool:
    """3.1 - whether units may end in a hex."""
    together = set(ids) | set(now.stacks[hex_])
    return sum(weight(id_) for id_ in together) <= room(hex_)


# 10 Movement


def allowance(now: Plain, id_: str) -> int:
    """2, 6.3 - what a unit has in the phase, in halves; 0 if it does not move in it."""
    full = number(id_, "move") * POINT
    if not full:
        return full
    if now.has("unsupplied", id_) and not is_a(id_, "cavalry"):
        full = max(full - 2 * POINT, 0)
    motorised, cavalry = id_ in MOTORISED, is_a(id_, "cavalry")
    match now.segment:
        case "german movement":
            return full
        case "german motorised":
            return full // 2 if motorised or cavalry else 0
        case "soviet motorised":
            if motorised or now.has("activated", id_):
                return full
            return full // 2 if cavalry else 0
        case "soviet movement":
            return full // 2 if motorised else full
    return 0


TABLE: Final = {  # 10.2: foot dry, motorised dry, foot mud, motorised mud; None: not off roads
    "clear": (1, 1, 2, 3),
    "forest": (2, 3, 3, None),
    "marsh": (2, 4, 4, None),
    "swamp": (4, None, None, None),
    "hills": (2, 2, 3, 4),
}


def ground(now: Plain, id_: str, hex_: str) -> Cost:
    """10.2 - what a hex costs without a road."""
    row, column = HEXES[hex_], (id_ in MOTORISED) + 2 * now.muddy(hex_)
    if row["settlement"] in ("city", "major_city"):
        return POINT // 2
    costs = (1, 1, 1, 2) if row["settlement"] == "town" else TABLE[row["terrain"]]
    found = costs[column]
    return None if found is None else found * POINT


def crossing(now: Plain, id_: str, side: frozenset[str]) -> Cost:
    """10.4 - what a river costs without a bridge; None: it is a major one."""
    if side in MAJOR:
        return None
    if side not in RIVERS:
        return 0
    return (1, 2, 2, 3)[(id_ in MOTORISED) + 2 * now.mud] * POINT


def entry(now: Plain, id_: str, here: str, there: str) -> Cost:
    """10.2 to 10.4 - what it costs to go from a hex to the next, zones apart; None: it may not."""
    step = id_ in MOTORISED, side_of(id_), here, there
    if step not in now.costs:
        now.costs[step] = _entry(now, id_, here, there)
    return now.costs[step]


def takes_all(now: Plain, id_: str, here: str, there: str) -> bool:
    """10.3, 10.4 - whether a unit that has not moved may take a step for all it has."""
    side = frozenset((here, there))
    if there in WATER or side in SEA_SIDES:
        return False
    motorised, plain = id_ in MOTORISED, ground(now, id_, there)
    if now.pathless(here, there):
        return plain is not None and not motorised and not now.mud
    is_track = side in MINOR and side not in now.blown
    is_soft = HEXES[there]["terrain"] in ("forest", "marsh") and now.muddy(there)
    return plain is None and motorised and is_track and is_soft


def may_enter(now: Plain, id_: str, here: str, there: str) -> bool:
    """10.2 to 10.4 - whether the ground lets a unit go to the next hex at all."""
    return entry(now, id_, here, there) is not None or takes_all(now, id_, here, there)


def _entry(now: Plain, id_: str, here: str, there: str) -> Cost:
    side = frozenset((here, there))
    if there in WATER or side in SEA_SIDES:
        return None
    motorised, mud = id_ in MOTORISED, now.muddy(there)
    plain = ground(now, id_, there)
    terrain, settlement = HEXES[there]["terrain"], HEXES[there]["settlement"]
    river = crossing(now, id_, side)
    found: list[int] = []
    for links, bridges in ((MAIN, ROAD_BRIDGES), (MINOR, ROAD_BRIDGES), (RAILS, RAIL_BRIDGES)):
        if side not in links or side in now.blown:
            continue
        if links is MAIN:
            cost: Cost = POINT if mud or not motorised else POINT // 2
        elif links is RAILS:
            cost = (1, 2, 2, 3)[motorised + 2 * mud] * POINT
        elif not mud:
            cost = POINT
        else:
            is_clear = terrain == "clear" and settlement in ("", "village", "town")
            cost = 2 * POINT if is_clear else plain
        if plain is not None and (cost is None or plain < cost):
            cost = plain
        if cost is None:
            continue
        if side in bridges and side not in now.blown:
            found.append(cost + (POINT if side in MAJOR and now.mud else 0))
        elif river is not None:
            found.append(cost + river)
    if plain is not None and river is not None:
        found.append(plain + river)
    if not found:
        return None
    best = min(found)
    if side_of(id_) == "german":
        best += POINT * (now.line(here, there) + now.point(there))
    return best


@lru_cache(maxsize=MEMORY)
def closed(now: Plain, id_: str) -> AbstractSet[str]:
    """10.1, 25 - where a unit may not go."""
    return now.taken(other(side_of(id_))) | WATER | kept_out(now, id_)


@lru_cache(maxsize=MEMORY)
def kept_out(now: Plain, id_: str) -> AbstractSet[str]:
    """25.4, 25.9, 25.10 - which hexes its orders keep a unit out of."""
    found: AbstractSet[str] = set()
    row, marked = PIECES[id_], now.has("emergency", id_) or now.has("unsupplied", id_)
    if side_of(id_) == "german":
        rule = SCENARIO["flanks"]
        if SCENARIO["options"]["flanks"] and id_ in MOTORISED and now.turn in rule["turns"]:
            found |= {hex_ for hex_ in HEXES if int(hex_[:2]) >= rule["column"]}
        return found
    if marked:
        return found
    rule = SCENARIO["hold_luga"]
    held_back = row["formation"] in rule["formations"] and now.turn < rule["before_turn"]
    if held_back and not now.control["german"] & set(rule["freed_by"]):
        found |= {hex_ for hex_ in HEXES if int(hex_[2:]) < rule["rows_below"]}
    rule = SCENARIO["narova_front"]
    held_back = row["formation"] in rule["formations"] and now.turn < rule["before_turn"]
    if held_back and SCENARIO["options"]["narova_front"]:
        found |= {hex_ for hex_ in HEXES if int(hex_[:2]) >= rule["from_column"]}
        found |= set(rule["hexes"])
    return found


def infiltrates(now: Plain, id_: str, here: str, there: str) -> bool:
    """11.1 - whether a unit may go from zone to zone."""
    if now.mud or now.has("unsupplied", id_):
        return False
    if side_of(id_) == "german" and now.line(here, there):
        return False
    friends = there in now.began and there in now.held(side_of(id_))
    return number(id_, "move") >= 7 or is_a(id_, "cavalry") or friends


def reach(now: Plain, ids: list[str]) -> set[str]:
    """10.1 - where units that start together and have not moved may end: where each of them can."""
    found = set[str].intersection(*(_reach_alone(now, id_) for id_ in ids))
    return {there for there in found if fits(now, ids, there)}


def _reach_alone(now: Plain, id_: str) -> set[str]:
    here, left = now.where[id_], allowance(now, id_)
    if not left:
        return set()
    if is_a(id_, "train"):
        return _by_train(now, id_, left)
    danger, shut = now.zones[other(side_of(id_))], closed(now, id_)
    found = _flood(now, id_, left, danger, shut)
    for there in set(NEAR[here]) - shut - found:
        if _goes_next(now, id_, there, danger, left):
            found.add(there)
    return found


def _goes_next(now: Plain, id_: str, there: str, danger: set[str], left: int) -> bool:
    """10.3 to 10.5, 11.1 - whether a unit may go one hex: paid, for all it has, or as its one."""
    here = now.where[id_]
    if not may_enter(now, id_, here, there):
        return False
    if here in danger and there in danger:
        return infiltrates(now, id_, here, there) and not now.pathless(here, there)
    if _is_paid(now, id_, there, danger, left):
        return True
    if now.mud or now.pathless(here, there):
        return False
    beside = set(NEAR[here]) - closed(now, id_)
    if here in danger:
        beside -= danger
    return not any(_is_paid(now, id_, one, danger, left) for one in beside)


def _is_paid(now: Plain, id_: str, there: str, danger: set[str], left: int) -> bool:
    """10.2 to 10.4 - whether a unit could pay for the next hex, zone to zone apart."""
    here = now.where[id_]
    cost, more = entry(now, id_, here, there), POINT * (there in danger)
    if cost is not None and cost + more <= left:
        return True
    return not more and takes_all(now, id_, here, there)


def _flood(now: Plain, id_: str, left: int, danger: set[str], shut: AbstractSet[str]) -> set[str]:
    """10.1, 4.2 - hex by hex; a zone costs 1 and stops."""
    start = now.where[id_]
    queue, best = [(0, start)], {start: 0}
    while queue:
        spent, here = heappop(queue)
        if spent > best[here] or (here in danger and here != start):
            continue
        for there in NEAR[here]:
            if there in shut or (here in danger and there in danger):
                continue
            cost = entry(now, id_, here, there)
            if cost is None:
                continue
            more = spent + cost + POINT * (there in danger)
            if more <= left and more < best.get(there, more + 1):
                best[there] = more
                heappush(queue, (more, there))
    return set(best) - {start}


def _by_train(now: Plain, id_: str, left: int) -> set[str]:
    """11.2 - along railways, 1 point a hex, never into an enemy zone."""
    start = now.where[id_]
    shut = closed(now, id_) | now.zones[other(side_of(id_))]
    rails = RAILS - now.blown
    found, edge = {start}, {start}
    for _ in range(left // POINT):
        edge = {
            there
            for here in edge
            for there in NEAR[here]
            if frozenset((here, there)) in rails
            and there not in shut
            and not now.pathless(here, there)
        } - found
        found |= edge
    return found - {start}


# 6 Supply


def sources(now: Plain, side: str) -> set[str]:
    """6.2 - the sources of a side that are open."""
    found = {
        hex_
        for hex_, (first, last) in SCENARIO["sources"][side].items()
        if first <= now.turn <= last
    }
    west = SCENARIO["west"]["exit"]
    if now.west_open:
        found = found | {west} if side == "german" else found - {west}
    return found - now.taken(other(side))


def ports(now: Plain) -> set[str]:
    """6.6 - the ports in use."""
    return {
        hex_
        for hex_, key in SCENARIO["ports"].items()
        if (key in now.where if key in PIECES else key in now.control["soviet"])
        and hex_ not in now.taken("german")
    }


def supplied(now: Plain, side: str) -> set[str]:
    """6.1 - the hexes in general supply: from sources backwards."""
    shut = barred(now, side) | WATER
    if side == "german":
        shut |= {hex_ for hex_ in POINTS if now.point(hex_)}
    open_sources = sources(now, side) - shut
    roads, rails = MAIN - now.blown, RAILS - now.blown

    @cache
    def steps(here: str) -> list[str]:
        return [
            there for there in BY_LAND[here] if there not in shut and not now.pathless(here, there)
        ]

    def by_road(begin: set[str]) -> set[str]:
        found, edge = set(begin), set(begin)
        for _ in range(15 if now.mud else 21):
            edge = {
                there for here in edge for there in steps(here) if frozenset((here, there)) in roads
            } - found
            found |= edge
        return found

    def by_rail(begin: set[str]) -> set[str]:
        usable = now.converted if side == "german" else set(HEXES)
        found = set(begin)
        edge = {hex_ for hex_ in begin if hex_ in usable}
        while edge:
            edge = {
                there
                for here in edge
                for there in steps(here)
                if frozenset((here, there)) in rails and there in usable
            } - found
            found |= edge
        return found

    heads = by_road(by_rail(open_sources)) | by_rail(by_road(open_sources))
    return overland(now, heads, steps)


def overland(now: Plain, heads: set[str], steps: Callable[[str], list[str]]) -> set[str]:
    """6.1 - 9 hexes, 6 in mud or where marsh, swamp or a muddy forest is crossed."""
    far = 6 if now.mud else 9

    def is_firm(hex_: str) -> bool:
        return HEXES[hex_]["terrain"] not in ("marsh", "swamp") and not now.muddy(hex_)

    found = _spread(heads, 6, steps, lambda hex_: True)
    if now.mud:
        return found
    near = _spread(heads, far - 1, steps, is_firm)
    return found | near | {there for here in near for there in steps(here)}


def _spread(
    heads: set[str], far: int, steps: Callable[[str], list[str]], passes: Callable[[str], bool]
) -> set[str]:
    found, edge = set(heads), set(heads)
    for _ in range(far):
        edge = {there for here in edge for there in steps(here) if passes(there)} - found
        found |= edge
    return found


def in_supply(now: Plain, id_: str, region: set[str]) -> bool:
    """6.1, 6.6 - whether a unit is in general supply."""
    here = now.where[id_]
    if here in region:
        return True
    near_port = any(distance(here, port) <= 1 for port in ports(now))
    return side_of(id_) == "soviet" and near_port


def isolated(now: Plain, side: str) -> set[str]:
    """21, 26.2 - hexes of a side from which no path leads to a source, a port or a major city."""
    shut = barred(now, side) | WATER
    goals = sources(now, side)
    if side == "soviet":
        goals |= ports(now)
        cities = {hex_ for hex_, row in HEXES.items() if row["settlement"] == "major_city"}
        goals |= cities & now.control["soviet"]

    def beside(hexes: set[str]) -> set[str]:
        return {there for here in hexes for there in BY_LAND[here]}

    found = goals - shut
    edge = set(found)
    while edge:
        edge = beside(edge) - shut - found
        found |= edge
    return set(now.taken(side)) - found - beside(found)
