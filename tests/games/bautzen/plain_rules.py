"""3 to 7, 4.3, 10.4 - zones, stacking, supply and movement, by plain loops over hex labels."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from games.bautzen.plain_map import GERMAN, PRINTED, Place, other
from games.bautzen.plain_position import COUNTERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.bautzen.plain_position import Position

Pace: TypeAlias = frozenset[bool]
"""Who is in a group: infantry (True), others (False), or both."""

Node: TypeAlias = tuple[Place, int | None]
"""A hex on the way, and the number of the separate road one is on there (R39), if any."""

NEIGHBOURS: Final = PRINTED.neighbours
TABLES: Final = PRINTED.tables
OPTIONS: Final = PRINTED.scenario["options"]
SEPARATE: Final = {
    (way[1], end): number
    for number, way in enumerate(PRINTED.separate_roads)
    for end in (way[0], way[2])
}


# What follows from a set of hexes alone is kept for the sets met last: most moves leave the enemy
# where it was, and a group is asked about several times before it goes.


@lru_cache(maxsize=64)
def around(held: frozenset[Place]) -> frozenset[Place]:
    """Every hex next to one of these."""
    return frozenset().union(*[NEIGHBOURS[place] for place in held])


@lru_cache(maxsize=64)
def shut(held: frozenset[Place]) -> frozenset[Place]:
    """7.1.2, 10.4 - the hexes that units in these close to lines: by a zone, or from a height."""
    reach = TABLES["dominant"]["reach"]
    heights = held & PRINTED.heights
    watched = {there for place in heights for there in PRINTED.near(place, reach)}
    return around(held) | watched


def zone(position: Position, side: str) -> frozenset[Place]:
    """3 - the hexes next to a unit of a side; supply columns have no zone (R03)."""
    return around(position.held(side))


@lru_cache(maxsize=256)
def working_sources(
    side: str, kept: frozenset[Place], enemies: frozenset[Place]
) -> frozenset[Place]:
    """7.1.1, R35 - the sources without an enemy unit that no zone and no height closes.

    `kept` are the hexes that enemy units close but for a unit of the side there.
    """
    found = frozenset(PRINTED.sources[side]) - enemies
    if OPTIONS["source_closed_by_zoc"]:
        found -= shut(enemies) - kept
    return found


@lru_cache(maxsize=256)
def lines(side: str, kept: frozenset[Place], enemies: frozenset[Place]) -> frozenset[Place]:
    """7.1.1, 7.1.2 - the hexes joined to a source by hexes without an enemy that none closes."""
    barred = (shut(enemies) - kept) | enemies
    found = set(working_sources(side, kept, enemies))
    frontier = list(found)
    while frontier:
        here = frontier.pop()
        for there in NEIGHBOURS[here]:
            if there not in found and there not in barred:
                found.add(there)
                frontier.append(there)
    return frozenset(found)


def fed(position: Position, side: str, without: Iterable[str] = ()) -> frozenset[Place]:
    """7.1.1, 7.1.2, 10.4 - the hexes that a line joins to a source, some counters left aside."""
    enemies, away = position.held(other(side)), set(without)
    held = position.held(side)
    for place in {position.at[piece] for piece in away if piece in position.at}:
        if not any(piece not in away for piece in position.units(place)):
            held -= {place}
    return lines(side, held & shut(enemies), enemies)


def is_fed_at(place: Place, side: str, joined: frozenset[Place]) -> bool:
    """7.1.2c - whether a unit that stands in a hex is supplied, given the lines without it."""
    if place in joined or place in PRINTED.sources[side]:
        return True
    return not joined.isdisjoint(NEIGHBOURS[place])


def check_supply(position: Position, side: str) -> None:
    """7.1 - mark the units of a side that no line reaches."""
    joined = fed(position, side)
    for piece, place in position.at.items():
        if position.owner[piece] == side and COUNTERS[piece].is_unit:
            if place in joined:
                position.unsupplied.discard(piece)
            else:
                position.unsupplied.add(piece)


def may_stack(pieces: Iterable[str]) -> bool:
    """5.4, 5.5, 5.6 - whether these counters may share a hex, points aside."""
    return shares(tuple(pieces))


@lru_cache(maxsize=8192)
def shares(pieces: tuple[str, ...]) -> bool:
    units = [COUNTERS[piece] for piece in pieces if COUNTERS[piece].is_unit]
    if len(units) < 2:
        return True
    nations = {unit.nationality for unit in units}
    free = [unit for unit in units if unit.is_independent or unit.is_senior]
    if len(nations) > 1 and (free or not OPTIONS["mixed_nationalities"]):
        return False
    by_formation: dict[str, int] = {}
    for unit in units:
        if unit not in free:
            by_formation[unit.formation] = by_formation.get(unit.formation, 0) + 1
    if not by_formation:
        return True
    strangers = sum(by_formation.values()) - max(by_formation.values())
    return strangers <= 1


def points(pieces: Iterable[str]) -> int:
    """5.1 - the stacking points of some counters."""
    return sum(COUNTERS[piece].stacking for piece in pieces)


def limit(place: Place) -> int:
    """5.2 - what a hex holds."""
    found: int = TABLES["stacking"][PRINTED.ground[place]]
    return found


def fits(pieces: Iterable[str], place: Place) -> bool:
    """5.2, 5.4 - whether these counters may be in a hex together, points and kinds."""
    together = list(pieces)
    return may_stack(together) and points(together) <= limit(place)


def is_held_out(position: Position, group: Iterable[str], place: Place) -> bool:
    """11.3 - row 05 and everything south of it is closed to Guards not yet released."""
    if PRINTED.row(place) < TABLES["reinforcements"]["held_from_row"]:
        return False
    return any(piece in position.held_back for piece in group)


def may_cross(group: Iterable[str], a: Place, b: Place) -> bool:
    """10, R11 - only infantry enters or leaves a dominant position off road and railway."""
    if a not in PRINTED.heights and b not in PRINTED.heights:
        return True
    return (a, b) in PRINTED.lines or all(COUNTERS[piece].climbs for piece in group)


def allowance(position: Position, group: Iterable[str]) -> int:
    """4.1, 7.3, R51 - half MPs: those of the slowest, halved where unsupplied."""
    found = []
    for piece in group:
        counter = COUNTERS[piece]
        points_ = counter.movement[position.steps[piece]]
        if piece in position.unsupplied and counter.is_vehicle_bound:
            points_ //= 2
        found.append(2 * points_)
    return min(found)


def ground_cost(pace: Pace, place: Place) -> int:
    """13 - half MPs for the ground of a hex: the dearest of a group."""
    dearest = 0
    for climbs in pace:
        table = TABLES["movement"]["infantry" if climbs else "other"]
        if place in PRINTED.heights:
            # R38: across a road side others pay 2; every other side is barred to them.
            cost = 2 if table["dominant"] == "road" else table["dominant"]
        elif PRINTED.settlement[place]:
            cost = table[PRINTED.settlement[place]]
        else:
            cost = max(table[kind] for kind in PRINTED.ground[place].split("+"))
        dearest = max(dearest, 2 * cost)
    return dearest


def pace_of(group: Iterable[str]) -> Pace:
    """R10, R51 - by whose costs a group moves."""
    return frozenset(COUNTERS[piece].climbs for piece in group)


@cache
def sides_of(pace: Pace, here: Place) -> tuple[tuple[Place, int | None, bool], ...]:
    """4.1, 13 - the ways out of a hex: where to, half MPs off the road if at all, and any road."""
    found: list[tuple[Place, int | None, bool]] = []
    for there in NEIGHBOURS[here]:
        is_line = (here, there) in PRINTED.lines
        is_high = here in PRINTED.heights or there in PRINTED.heights
        if is_high and not is_line and False in pace:
            continue
        ordinary: int | None = None
        if (here, there) not in PRINTED.lakes:
            ordinary = ground_cost(pace, there)
            if (here, there) in PRINTED.rivers:
                ordinary += 2 * TABLES["movement"]["river"]
        found.append((there, ordinary, is_line))
    return tuple(found)


@cache
def ways_out(pace: Pace, node: Node, may_ride: bool) -> tuple[tuple[Node, int, bool], ...]:
    """4.2 - every step out of a hex without enemies: where to, half MPs, and whether by road."""
    found: list[tuple[Node, int, bool]] = []
    here, line = node
    for there, ordinary, is_line in sides_of(pace, here):
        if ordinary is not None:
            found.append(((there, None), ordinary, False))
        on_road = line is None or SEPARATE.get((here, there)) == line
        if is_line and may_ride and on_road:
            found.append(((there, SEPARATE.get((there, here))), 1, True))
    return tuple(found)


def steps_out(pace: Pace, node: Node, enemy_zone: frozenset[Place]) -> list[tuple[Node, int]]:
    """4.2 - every step out of a hex: where to, on which road, and half MPs; no road in a zone.

    The road of the node is the one by which 0404 was entered (R39), else None.
    """
    return [
        (next_, cost)
        for next_, cost, is_ride in ways_out(pace, node, node[0] not in enemy_zone)
        if not is_ride or next_[0] not in enemy_zone
    ]


FARTHEST: Final = {
    climbs: 2 * max(max(one.movement) for one in COUNTERS.values() if one.climbs == climbs)
    for climbs in (True, False)
}
"""Half MPs of the fastest infantry, and of the fastest others."""
NO_GOAL: Final = dict.fromkeys(PRINTED.ground, 0)


@cache
def ways_in(pace: Pace, there: Place) -> list[tuple[Place, int]]:
    """Every step into a hex of a map without any counter: where from, and half MPs."""
    return [
        (here, cost)
        for here in NEIGHBOURS[there]
        for (end, _), cost, _ in ways_out(pace, (here, None), may_ride=True)
        if end == there
    ]


@cache
def at_best(pace: Pace, goal: Place) -> dict[Place, int]:
    """The half MPs that are left to a goal from every hex of a map without any counter."""
    most = min(FARTHEST[climbs] for climbs in pace)
    left = dict.fromkeys(PRINTED.ground, most + 1)
    left[goal] = 0
    buckets: list[list[Place]] = [[] for _ in range(most + 1)]
    buckets[0].append(goal)
    for spent, bucket in enumerate(buckets):
        for there in bucket:
            if left[there] < spent:
                continue
            for here, cost in ways_in(pace, there):
                if spent + cost < left[here]:
                    left[here] = spent + cost
                    buckets[spent + cost].append(here)
    return left


def reach(
    position: Position, side: str, group: list[str], goal: Place | None = None
) -> dict[Place, int]:
    """4.1 - where a group may end its move, and the half MPs it takes at least.

    The next node is always one from which the goal could be reached for the least: what is spent
    and what is left at best. Without a goal nothing is left anywhere.
    """
    enemy = other(side)
    enemy_zone, barred = zone(position, enemy), position.taken(enemy)
    must_eat = any(COUNTERS[piece].is_unit and piece not in position.unsupplied for piece in group)
    joined = fed(position, side, group) if must_eat else frozenset()
    most, pace = allowance(position, group), pace_of(group)
    start = position.at.get(group[0])
    left = at_best(pace, goal) if goal is not None else NO_GOAL
    is_held = not position.held_back.isdisjoint(group)

    def may_enter(place: Place) -> bool:
        if place in barred or (is_held and is_held_out(position, group, place)):
            return False
        return not must_eat or is_fed_at(place, side, joined)

    buckets: list[list[Node]] = [[] for _ in range(most + 1)]
    if start is None:
        for place in PRINTED.sources[side]:
            total = ground_cost(pace, place) + left[place]
            if total <= most and may_enter(place):
                buckets[total].append((place, None))
    elif left[start] <= most:
        buckets[left[start]].append((start, None))
    best: dict[Node, int] = {}
    entered: dict[Place, int] = {}
    enterable: dict[Place, bool] = {}
    for least, bucket in enumerate(buckets):
        if goal in entered:
            break
        for node in bucket:
            here = node[0]
            spent = least - left[here]
            if best.setdefault(node, spent) < spent:
                continue
            is_start = here == start
            if not is_start:
                entered.setdefault(here, spent)
                if here in enemy_zone:
                    continue
            leaves_zone = is_start and here in enemy_zone
            if leaves_zone:
                spent += 2 * TABLES["movement"]["leave_zone"]
            for next_, cost, is_ride in ways_out(pace, node, here not in enemy_zone):
                there, total = next_[0], spent + cost
                if total + left[there] > most or there == start:
                    continue
                if next_ in best and best[next_] <= total:
                    continue
                if there in enemy_zone and (is_ride or leaves_zone):
                    continue
                if there not in enterable:
                    enterable[there] = may_enter(there)
                if enterable[there]:
                    best[next_] = total
                    buckets[total + left[there]].append(next_)
    wanted = entered if goal is None else {goal} & entered.keys()
    stacks, may_be_alone = position.stacks, may_stack(group)
    return {
        place: entered[place]
        for place in wanted
        if (may_stack([*group, *stacks[place]]) if place in stacks else may_be_alone)
    }


def nearest_source(position: Position, side: str, place: Place) -> int | None:
    """4.3, R13, R35 - how far the nearest source that works is, in hexes."""
    enemies = position.held(other(side))
    sources = working_sources(side, position.held(side) & shut(enemies), enemies)
    return min((PRINTED.distance[place][source] for source in sources), default=None)


def withdrawal_steps(
    position: Position, side: str, piece: str, spent: int, line: int | None, first: bool
) -> dict[Place, tuple[int, int | None]]:
    """4.3 - the next hexes of a withdrawal, each nearer to a source: half MPs spent and road."""
    here, enemy = position.at[piece], other(side)
    enemy_zone, barred = zone(position, enemy), position.taken(enemy)
    far = nearest_source(position, side, here)
    must_eat = piece not in position.unsupplied
    joined = fed(position, side, [piece]) if must_eat else frozenset()
    more = 2 * TABLES["movement"]["leave_zone"] if first and here in enemy_zone else 0
    found: dict[Place, tuple[int, int | None]] = {}
    for (there, road), cost in steps_out(pace_of([piece]), (here, line), enemy_zone):
        total = spent + cost + more
        if total > allowance(position, [piece]) or there in barred:
            continue
        if is_held_out(position, [piece], there):
            continue
        if must_eat and not is_fed_at(there, side, joined):
            continue
        if not may_stack([piece, *position.stacks.get(there, ())]):
            continue
        nearer = nearest_source(position, side, there)
        if far is None or nearer is None or nearer >= far:
            continue
        if there not in found or total < found[there][0]:
            found[there] = (total, road)
    return found


def convoys_of(position: Position, side: str) -> int:
    """7.2.2d - the supply columns a side has, those that wait to enter included."""
    waiting = [piece for piece in position.waiting[side] if COUNTERS[piece].kind == "convoy"]
    return len(position.convoys(side)) + len(waiting)


def has_room_for_booty(position: Position, side: str) -> bool:
    """7.2.2, 8.6.3, R19 - whether a captured column may stay: four on the map, or four in all."""
    counted = len(position.convoys(side))
    if OPTIONS["convoy_limit"] == "all":
        counted = convoys_of(position, side)
    return counted < int(TABLES["convoys"]["per_side"])


def may_come_in(position: Position, side: str, piece: str) -> bool:
    """7.2.2 - whether a counter that waits may enter: a fifth column on the map may not."""
    if COUNTERS[piece].kind != "convoy" or piece in position.at:
        return True
    return len(position.convoys(side)) < int(TABLES["convoys"]["per_side"])


def receive_convoys(position: Position, side: str, number: int) -> None:
    """7.2, 7.2.2d - columns of the pool arrive, as long as the side has fewer than four."""
    for _ in range(number):
        pool = [
            piece
            for piece, counter in COUNTERS.items()
            if counter.kind == "convoy" and piece not in position.owner
        ]
        if pool and convoys_of(position, side) < TABLES["convoys"]["per_side"]:
            position.waiting[side].add(pool[0])
            position.owner[pool[0]] = side


def reinforcement_die(position: Position, die: int) -> int:
    """11.1, R28 - the modified die of the reinforcement table."""
    table, victory = TABLES["reinforcements"], PRINTED.scenario["victory"]
    if any(position.control.get(place) == GERMAN for place in victory["city"]):
        place = victory["places"][victory["reinforcement_place"]]
        both = position.control.get(place) == GERMAN
        die += table["town_and_place"] if both else table["town"]
    if position.turn in table["early_turns"]:
        die += table["early"]
    return max(1, min(7, die))
