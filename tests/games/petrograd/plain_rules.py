"""Zones, stacking, supply, command and movement once more, by loops over plain sets."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import Final

from games.petrograd.plain_map import (
    BRIDGES,
    CITY,
    ESTONIAN,
    FORTS,
    HEXES,
    HIGHWAYS,
    LAND,
    NEAR,
    PIECES,
    RAIL_HEXES,
    RAILS,
    RIVERS,
    ROAD_BRIDGES,
    ROADS,
    SEA,
    SIDE_OF,
    SUPPORTING,
    TABLES,
    TROOPS,
    distance,
    is_open,
    number,
    other,
    side_of,
)

MOVERS: Final = {
    "infantry": "foot",
    "cavalry": "horse",
    "artillery": "guns",
    "hq": "guns",
    "car": "car",
    "tank": "tank",
    "train": "train",
}


SIXTHS: Final = 6
"""A point of movement: a car takes a third of it on the highway, others half on a road."""
MEMORY: Final = 8
"""Of how many questions about positions the answers are remembered."""


@dataclass(eq=False)
class Plain:
    """A position as plain dictionaries and sets of names, which nobody changes."""

    turn: int
    where: dict[str, str]
    steps: dict[str, int]
    marks: dict[str, frozenset[str]]
    control: dict[str, frozenset[str]]
    works: dict[str, frozenset[str]]
    was_white: frozenset[str]
    assaulted: frozenset[str]
    rail_left: int
    estonian_losses: int
    vetrenko_obeys: bool
    grounded: bool = False
    silent: bool = False
    stacks: dict[str, list[str]] = field(init=False)
    sides: dict[str, list[str]] = field(init=False)
    troops: dict[str, dict[str, list[str]]] = field(init=False)
    """By side and hex: the troops there."""

    def __post_init__(self) -> None:
        self.stacks, self.sides = {}, {"white": [], "red": []}
        self.troops = {"white": {}, "red": {}}
        for id_, hex_ in self.where.items():
            side = SIDE_OF[id_]
            self.stacks.setdefault(hex_, []).append(id_)
            self.sides[side].append(id_)
            if id_ in TROOPS:
                self.troops[side].setdefault(hex_, []).append(id_)

    def of(self, side: str) -> list[str]:
        return self.sides[side]

    def held(self, side: str) -> set[str]:
        """Hexes with troops of a side."""
        return set(self.troops[side])

    def taken(self, side: str) -> set[str]:
        """Hexes with any piece of a side."""
        return {self.where[id_] for id_ in self.of(side)}

    def has(self, mark: str, id_: str) -> bool:
        return id_ in self.marks[mark]

    def good(self, id_: str) -> bool:
        return not (self.has("disorganised", id_) or self.has("routed", id_))


@cache
def beside(hex_: str) -> frozenset[str]:
    """Return where one can go by land from a hex."""
    return frozenset(there for there in NEAR[hex_] if is_open(hex_, there))


@lru_cache(maxsize=MEMORY)
def zone(now: Plain, side: str) -> frozenset[str]:
    """1.4 - the zone of control of a side."""
    found: set[str] = set()
    enemy, routed = now.held(other(side)), now.marks["routed"]
    for hex_, troops in now.troops[side].items():
        able = [id_ for id_ in troops if id_ not in routed]
        lone = len(able) == 1 and PIECES[able[0]]["size"] == "II"
        if able and not lone:
            found |= beside(hex_)
    return frozenset(found - ((FORTS | CITY) & enemy))


@lru_cache(maxsize=MEMORY)
def barred(now: Plain, side: str) -> frozenset[str]:
    """4.2 - enemy pieces, and enemy zones without own troops."""
    enemy = other(side)
    return frozenset(now.taken(enemy) | (zone(now, enemy) - now.held(side)))


def fits(now: Plain, ids: list[str], hex_: str) -> bool:
    """1.5 - 10 SP, Estonians apart."""
    moving = [id_ for id_ in ids if id_ in TROOPS]
    if not moving:
        return True
    there = [id_ for id_ in now.stacks.get(hex_, ()) if id_ in TROOPS]
    together = set(moving) | set(there)
    estonian = together & ESTONIAN
    if estonian and estonian != together:
        return False
    return sum(now.steps[id_] for id_ in together) <= int(TABLES["stacking"]["points"])


# Supply


def is_encircled(now: Plain, side: str, hex_: str) -> bool:
    """8.3 - no hex around is open, and the hex is no outer source."""
    if hex_ in outer_sources(now, side):
        return False
    shut = barred(now, side)
    return beside(hex_) <= shut


def outer_sources(now: Plain, side: str) -> set[str]:
    """4.1 - the printed sources, Petrograd apart."""
    supply = TABLES["supply"]
    if side == "white":
        found = set(supply["white"]) | set(supply["minor"])
        if supply["luga"] in now.was_white and supply["luga"] in now.control["white"]:
            found.add(supply["luga"])
        return found
    found = set(supply["red"])
    if supply["luga"] in now.control["red"]:
        found.add(supply["luga"])
    ships = any(PIECES[id_]["kind"] == "fleet" for id_ in now.of("red"))
    if ships or supply["sea_guard"] in now.where:
        found |= set(supply["red_by_sea"])
    return found


def sources(now: Plain, side: str) -> set[str]:
    """4.1 - the open sources."""
    found, shut = outer_sources(now, side), barred(now, side) | now.control[other(side)]
    if side == "red":
        found |= {hex_ for hex_ in CITY - shut if not is_encircled(now, side, hex_)}
    return found - shut


@lru_cache(maxsize=1)
def road_and_rail() -> dict[str, set[str]]:
    """Return by hex where a road or a railway leads from it."""
    lines: dict[str, set[str]] = defaultdict(set)
    for link in ROADS | RAILS:
        one, two = tuple(link)
        lines[one].add(two)
        lines[two].add(one)
    return lines


def supplied(now: Plain, side: str, start: set[str]) -> set[str]:
    """4.2 - by roads and rails, then three hexes across country, marsh counting two."""
    shut, lines = barred(now, side), road_and_rail()
    joined = start - shut
    front = list(joined)
    while front:
        for there in lines[front.pop()]:
            if there not in joined and there not in shut:
                joined.add(there)
                front.append(there)
    known = set(joined)
    reached = [joined, set(), set(), set()]
    for spent, hexes in enumerate(reached):
        known |= hexes
        for here in hexes:
            for there in beside(here):
                if there not in known and there not in shut:
                    total = spent + (2 if HEXES[there]["terrain"] == "marsh" else 1)
                    if total <= 3:
                        reached[total].add(there)
    return known


def unsupplied(now: Plain, side: str) -> set[str]:
    """4.2 to 4.5 - who is not supplied."""
    supply = TABLES["supply"]
    open_ = sources(now, side)
    reached, out = supplied(now, side, open_), set()
    free = set(supply["estonian_coast"]) & now.control["white"] - now.taken("red")
    ships = {now.where[id_] for id_ in now.of("white") if PIECES[id_]["kind"] == "fleet"}
    for id_ in now.of(side):
        if PIECES[id_]["kind"] in ("fleet", "air"):
            continue
        if id_ in ESTONIAN:
            if not any(distance(now.where[id_], hex_) <= 6 for hex_ in free | ships):
                out.add(id_)
        elif now.where[id_] not in reached:
            out.add(id_)
    if side == "white" and now.turn >= supply["limits_from_turn"]:
        out |= _unfed(now, open_, out)
    return out


def _unfed(now: Plain, open_: set[str], out: set[str]) -> set[str]:
    """4.3 - who finds no room at the minor sources."""
    supply = TABLES["supply"]
    room = {**supply["minor"], supply["luga"]: supply["luga_limit"]}
    free = supplied(now, "white", open_ - set(room))
    room = {hex_: most for hex_, most in room.items() if hex_ in open_}
    reach = {hex_: supplied(now, "white", {hex_}) for hex_ in room}
    order = list(PIECES)
    hungry = [
        id_
        for id_ in now.of("white")
        if id_ in TROOPS and PIECES[id_]["nation"] == "nwa" and id_ not in out
    ]
    hungry = [id_ for id_ in hungry if now.where[id_] not in free]
    hungry.sort(key=lambda id_: (-number(id_, "quality"), -now.steps[id_], order.index(id_)))
    unfed = set()
    for id_ in hungry:
        gates = [hex_ for hex_ in room if now.where[id_] in reach[hex_]]
        if not gates or max(room[hex_] for hex_ in gates) < now.steps[id_]:
            unfed.add(id_)
        else:
            most = max(room[hex_] for hex_ in gates)
            room[min(hex_ for hex_ in gates if room[hex_] == most)] -= now.steps[id_]
    return unfed


# Command


def commanded_from(now: Plain, side: str, post: str, target: str = "") -> set[str]:
    """5.1 - the hexes within the range of a headquarters; the attacked hex is open to it."""
    shut = barred(now, side) - {target}
    reached = front = {now.where[post]}
    for _ in range(number(post, "range")):
        front = {there for here in front for there in NEAR[here]} - reached - shut
        reached = reached | front
    return reached


def posts(now: Plain, side: str) -> list[str]:
    """5.1 - the headquarters that can command."""
    return [id_ for id_ in now.of(side) if PIECES[id_]["kind"] == "hq" and now.good(id_)]


def commands(post: str, id_: str) -> bool:
    """5.3 - whether a headquarters is of the chain of a piece."""
    formation = PIECES[id_]["formation"]
    return PIECES[post]["formation"] in (formation, *TABLES["chain"][formation])


def uncommanded(now: Plain, side: str) -> set[str]:
    """5.1 - troops that no headquarters of their chain reaches."""
    areas = {post: commanded_from(now, side, post) for post in posts(now, side)}
    return {
        id_
        for id_ in now.of(side)
        if id_ in TROOPS - ESTONIAN
        and not any(commands(post, id_) and now.where[id_] in areas[post] for post in areas)
    }


# Movement


def ground_cost(mover: str, hex_: str) -> int:
    """7.2 - -1 by road only."""
    row, chart = HEXES[hex_], TABLES["cost"][mover]
    return int(chart.get(row["settlement"], chart.get(row["terrain"], -1)))


def step_cost(now: Plain, mover: str, here: str, there: str, in_zone: bool) -> int | None:
    """7.2 to 7.4 - the sixths of a point of one step, None where it is not allowed."""
    bridge = TABLES["bridge"]
    if here in bridge["side"] and there in bridge["side"]:
        held = set(bridge["side"]) <= now.control["white"]
        if mover == "train" and (now.turn < bridge["open_from_turn"] or not held):
            return None
        if mover == "tank" and now.turn < bridge["tanks_from_turn"]:
            return None
    return _land_cost(mover, here, there, in_zone)


@cache
def _land_cost(mover: str, here: str, there: str, in_zone: bool) -> int | None:
    """7.2 to 7.4 - the sixths of a point of one step, by the map alone."""
    side = frozenset((here, there))
    if mover == "train":
        return SIXTHS if side in RAILS else None
    if not is_open(here, there):
        return None
    found = []
    bridges = ROAD_BRIDGES if mover in ("car", "tank") else BRIDGES
    ground = ground_cost(mover, there)
    if ground < 0 and side in ROADS:
        ground = ground_cost("foot", there)
    crossing = 0
    if side not in bridges:
        crossing = 2 if side in RIVERS["river"] else 1 if side in RIVERS["stream"] else 0
        if side in RIVERS["major"]:
            ground = -1
    if ground >= 0:
        found.append(SIXTHS * (ground + crossing))
    if not in_zone:
        if side in HIGHWAYS and mover == "car":
            found.append(SIXTHS // 3)
        if side in ROADS:
            found.append(SIXTHS // 2)
        if side in RAILS and mover in ("foot", "horse", "guns"):
            found.append(SIXTHS)
    return min(found, default=None)


@cache
def _ways(mover: str, here: str) -> list[tuple[str, int | None, int | None]]:
    """Return the neighbours of a hex, and what a step there costs out of zones and in one."""
    return [
        (there, _land_cost(mover, here, there, False), _land_cost(mover, here, there, True))
        for there in NEAR[here]
    ]


BEYOND_ESTONIANS: Final = {hex_ for hex_ in HEXES if int(hex_[:2]) > 16 or int(hex_[2:]) > 14}
BEYOND_VETRENKO: Final = {hex_ for hex_ in HEXES if int(hex_[:2]) > 33}


def closed_to(now: Plain, id_: str) -> set[str]:
    """10.2, 10.3 - hexes that a piece may not stop in, or in the case of Estonians enter."""
    if id_ in ESTONIAN:
        return BEYOND_ESTONIANS
    if id_ in TROOPS and PIECES[id_]["formation"] == "3 Div" and not now.vetrenko_obeys:
        return BEYOND_VETRENKO
    return set()


def reach(now: Plain, id_: str) -> set[str]:
    """7 - where a piece may move to."""
    side, kind = side_of(id_), PIECES[id_]["kind"]
    if not number(id_, "move") or now.has("broken_down", id_):
        return set()
    if kind == "fleet":
        return sea_reach(now, id_)
    if kind == "air":
        return air_reach(now, id_)
    found = set(costs(now, id_)) - closed_to(now, id_)
    if id_ not in TROOPS:
        return found
    own = now.held(side)
    return {hex_ for hex_ in found if hex_ not in own or fits(now, [id_], hex_)}


def costs(now: Plain, id_: str) -> dict[str, int]:
    """7.1 to 7.4 - the least sixths of a point to every hex that a piece can enter."""
    side, mover = side_of(id_), MOVERS[PIECES[id_]["kind"]]
    start, enemy, bridge = now.where[id_], other(side), set(TABLES["bridge"]["side"])
    watched, taken = zone(now, enemy), now.taken(enemy)
    shut = set(taken) | (closed_to(now, id_) if id_ in ESTONIAN else set())
    if now.has("routed", id_):
        shut |= watched
    allowance = SIXTHS * number(id_, "move")
    if now.has("detrained", id_):
        allowance //= 2
    leave = SIXTHS * int(TABLES["zone"]["leave"])
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if spent > best[here] or (here in watched and here != start):
            continue
        leaves = here in watched
        for there, free, zoned in _ways(mover, here):
            if there in shut or (leaves and there in watched):
                continue
            cost = zoned if leaves or there in watched else free
            if here in bridge:
                cost = step_cost(now, mover, here, there, leaves or there in watched)
            if cost is None:
                continue
            total = spent + cost + (leave if leaves else 0)
            if total <= allowance and total < best.get(there, 999):
                best[there] = total
                heappush(queue, (total, there))
    del best[start]
    return best


def sea_reach(now: Plain, id_: str) -> set[str]:
    """7.7 - where a ship may go."""
    ships, side = TABLES["ships"], side_of(id_)
    water = set(SEA)
    if side == "white" and ships["guard"] in now.where:
        water = {hex_ for hex_ in water if int(hex_[:2]) < ships["barred_from_column"]}
    if id_ == ships["harbour_piece"] and now.turn < ships["harbour_from_turn"]:
        water.discard(ships["harbour"])
    best = {now.where[id_]: 0}
    queue = [(0, now.where[id_])]
    while queue:
        spent, here = heappop(queue)
        ways = [(there, 1) for there in NEAR[here]]
        if here in ships["cape"]:
            ways.append((ships["cape"][1 - ships["cape"].index(here)], ships["cape_cost"]))
        for there, cost in ways:
            total = spent + cost
            open_ = there in water and total <= number(id_, "move")
            if open_ and total < best.get(there, 99):
                best[there] = total
                heappush(queue, (total, there))
    return set(best) - now.taken(other(side)) - {now.where[id_]}


def air_reach(now: Plain, id_: str) -> set[str]:
    """7.8 - where aircraft may have their base."""
    side, here = side_of(id_), now.where[id_]
    shut = zone(now, other(side)) | now.taken(other(side)) | {here}
    return {
        hex_
        for hex_ in now.control[side] - shut
        if distance(here, hex_) <= number(id_, "move")
        and (
            HEXES[hex_]["terrain"] == "clear"
            or HEXES[hex_]["settlement"] in ("town", "large", "city")
        )
    }


# Rail


@lru_cache(maxsize=64)
def rail_line(now: Plain, side: str, start: str) -> set[str]:
    """7.5 - the hexes joined to one by railway hexes that a side may use."""
    enemy = other(side)
    shut = now.taken(enemy) | zone(now, enemy) | now.control[enemy]
    usable = RAIL_HEXES - shut
    if side == "white" and now.turn < TABLES["bridge"]["open_from_turn"]:
        usable &= set(TABLES["rail"]["white_early"])
    reached = {start} & usable
    front = list(reached)
    while front:
        here = front.pop()
        for there in NEAR[here]:
            if there not in usable or there in reached:
                continue
            if step_cost(now, "train", here, there, False) is not None:
                reached.add(there)
                front.append(there)
    return reached


def by_rail(now: Plain, id_: str) -> set[str]:
    """7.5 - where a piece may be carried."""
    kind, side = PIECES[id_]["kind"], side_of(id_)
    load = now.steps[id_] if id_ in TROOPS else 1
    if kind in ("fleet", "air", "train") or not number(id_, "move") or id_ in ESTONIAN:
        return set()
    if now.has("routed", id_) or now.has("moved", id_) or load > now.rail_left:
        return set()
    line = rail_line(now, side, now.where[id_]) - {now.where[id_]}
    return {hex_ for hex_ in line if fits(now, [id_], hex_)}


def supporters(now: Plain, side: str, target: str) -> set[str]:
    """8.2.2 - who may support a combat for a hex."""
    found = set()
    for id_ in now.of(side):
        spent = any(now.has(mark, id_) for mark in ("supported", "flown", "out_of_ammunition"))
        down = now.grounded and PIECES[id_]["kind"] == "air"
        near = distance(now.where[id_], target) <= number(id_, "range")
        if id_ in SUPPORTING and now.good(id_) and not spent and not down and near:
            found.add(id_)
    return {id_ for id_ in found if now.where[id_] != target}


def is_land(hex_: str) -> bool:
    """Whether a hex is land."""
    return hex_ in LAND
