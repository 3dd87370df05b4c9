"""3 to 7, 4.3, 10.4 - zones, stacking, supply and movement, by plain loops over hex labels."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from games.bautzen.plain_map import GERMAN, PRINTED, Place, other
from games.bautzen.plain_position import COUNTERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.bautzen.plain_position import Position

Pace: TypeAlias = frozenset[bool]
"""Who is in a group: infantry (True), others (False), or both."""

NEIGHBOURS: Final = PRINTED.neighbours
TABLES: Final = PRINTED.tables
OPTIONS: Final = PRINTED.scenario["options"]
SEPARATE: Final = {
    (way[1], end): number
    for number, way in enumerate(PRINTED.separate_roads)
    for end in (way[0], way[2])
}


def zone(position: Position, side: str) -> set[Place]:
    """3 - the hexes next to a unit of a side; supply columns have no zone (R03)."""
    return {there for place in position.held(side) for there in NEIGHBOURS[place]}


def watched(position: Position, side: str) -> set[Place]:
    """10.4 - the hexes within two of a dominant position that a unit of `side` occupies."""
    reach = TABLES["dominant"]["reach"]
    occupied = position.held(side) & PRINTED.heights
    return {there for place in occupied for there in PRINTED.near(place, reach)}


def closed(position: Position, side: str, held: frozenset[Place]) -> set[Place]:
    """7.1.2, 10.4 - the hexes in an enemy zone, or watched, where no unit of the side is."""
    enemy = other(side)
    return (zone(position, enemy) | watched(position, enemy)) - held


def working_sources(position: Position, side: str, held: frozenset[Place]) -> set[Place]:
    """7.1.1, R35 - the sources without an enemy unit that no zone and no height closes."""
    found = PRINTED.sources[side] - position.held(other(side))
    if OPTIONS["source_closed_by_zoc"]:
        found -= closed(position, side, held)
    return found


def fed(position: Position, side: str, without: Iterable[str] = ()) -> set[Place]:
    """7.1.1, 7.1.2, 10.4 - the hexes that a line joins to a source, some counters left aside."""
    enemy, away = other(side), set(without)
    held = position.held(side)
    for place in {position.at[piece] for piece in away if piece in position.at}:
        if not any(piece not in away for piece in position.units(place)):
            held -= {place}
    barred = closed(position, side, held) | position.held(enemy)
    found = working_sources(position, side, held)
    frontier = list(found)
    while frontier:
        here = frontier.pop()
        for there in NEIGHBOURS[here]:
            if there not in found and there not in barred:
                found.add(there)
                frontier.append(there)
    return found


def is_fed_at(place: Place, side: str, lines: set[Place]) -> bool:
    """7.1.2c - whether a unit that stands in a hex is supplied, given the lines without it."""
    if place in lines or place in PRINTED.sources[side]:
        return True
    return any(there in lines for there in NEIGHBOURS[place])


def check_supply(position: Position, side: str) -> None:
    """7.1 - mark the units of a side that no line reaches."""
    lines = fed(position, side)
    for piece, place in position.at.items():
        if position.owner[piece] == side and COUNTERS[piece].is_unit:
            if place in lines:
                position.unsupplied.discard(piece)
            else:
                position.unsupplied.add(piece)


def may_stack(pieces: Iterable[str]) -> bool:
    """5.4, 5.5, 5.6 - whether these counters may share a hex, points aside."""
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


def steps_out(
    pace: Pace, here: Place, line: int | None, enemy_zone: set[Place]
) -> list[tuple[Place, int, int | None]]:
    """4.2 - every step out of a hex: where to, half MPs, and the road one is then on.

    `line` is the number of the road by which 0404 was entered (R39), else None.
    """
    found: list[tuple[Place, int, int | None]] = []
    may_ride = here not in enemy_zone
    for there, ordinary, is_line in sides_of(pace, here):
        if ordinary is not None:
            found.append((there, ordinary, None))
        on_road = line is None or SEPARATE.get((here, there)) == line
        if is_line and may_ride and on_road and there not in enemy_zone:
            found.append((there, 1, SEPARATE.get((there, here))))
    return found


def reach(
    position: Position, side: str, group: list[str], goal: Place | None = None
) -> dict[Place, int]:
    """4.1 - where a group may end its move, and the half MPs it takes at least.

    With a goal the search ends as soon as the goal is reached.
    """
    enemy = other(side)
    enemy_zone, barred = zone(position, enemy), position.taken(enemy)
    must_eat = any(COUNTERS[piece].is_unit and piece not in position.unsupplied for piece in group)
    lines = fed(position, side, group) if must_eat else set()
    most, pace = allowance(position, group), pace_of(group)
    start = position.at.get(group[0])

    is_held = not position.held_back.isdisjoint(group)

    def may_enter(place: Place) -> bool:
        if place in barred or (is_held and is_held_out(position, group, place)):
            return False
        return not must_eat or is_fed_at(place, side, lines)

    buckets: list[list[tuple[Place, int | None]]] = [[] for _ in range(most + 1)]
    if start is not None:
        buckets[0].append((start, None))
    else:
        for place in PRINTED.sources[side]:
            cost = ground_cost(pace, place)
            if cost <= most and may_enter(place):
                buckets[cost].append((place, None))
    best: dict[tuple[Place, int | None], int] = {}
    entered: dict[Place, int] = {}
    enterable: dict[Place, bool] = {}
    for spent, bucket in enumerate(buckets):
        if goal in entered:
            break
        for node in bucket:
            here = node[0]
            if best.setdefault(node, spent) < spent:
                continue
            is_start = here == start
            if not is_start:
                entered.setdefault(here, spent)
                if here in enemy_zone:
                    continue
            leaves_zone = is_start and here in enemy_zone
            for there, cost, line in steps_out(pace, here, node[1], enemy_zone):
                total = spent + cost
                if leaves_zone:
                    total += 2 * TABLES["movement"]["leave_zone"]
                    if there in enemy_zone:
                        continue
                if total > most or there == start or best.get((there, line), total + 1) <= total:
                    continue
                if there not in enterable:
                    enterable[there] = may_enter(there)
                if enterable[there]:
                    best[there, line] = total
                    buckets[total].append((there, line))
    wanted = entered if goal is None else {goal} & entered.keys()
    return {
        place: entered[place]
        for place in wanted
        if may_stack([*group, *position.stacks.get(place, ())])
    }


def nearest_source(position: Position, side: str, place: Place) -> int | None:
    """4.3, R13, R35 - how far the nearest source that works is, in hexes."""
    sources = working_sources(position, side, position.held(side))
    return min((PRINTED.distance[place][source] for source in sources), default=None)


def withdrawal_steps(
    position: Position, side: str, piece: str, spent: int, line: int | None, first: bool
) -> dict[Place, tuple[int, int | None]]:
    """4.3 - the next hexes of a withdrawal, each nearer to a source: half MPs spent and road."""
    here, enemy = position.at[piece], other(side)
    enemy_zone, barred = zone(position, enemy), position.taken(enemy)
    far = nearest_source(position, side, here)
    must_eat = piece not in position.unsupplied
    lines = fed(position, side, [piece]) if must_eat else set()
    more = 2 * TABLES["movement"]["leave_zone"] if first and here in enemy_zone else 0
    found: dict[Place, tuple[int, int | None]] = {}
    for there, cost, road in steps_out(pace_of([piece]), here, line, enemy_zone):
        total = spent + cost + more
        if total > allowance(position, [piece]) or there in barred:
            continue
        if is_held_out(position, [piece], there):
            continue
        if must_eat and not is_fed_at(there, side, lines):
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
