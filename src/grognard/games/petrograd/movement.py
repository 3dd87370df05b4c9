"""7 - Movement. Costs count half points, those of armoured cars sixths."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.path import NEVER, Cost, Leg, Paths, Scale, ZoneLaw
from grognard.games.petrograd.printed import ENEMY, Kind, Side
from grognard.games.petrograd.stacking import crowded
from grognard.games.petrograd.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex
    from grognard.games.petrograd.printed import Scenario
    from grognard.games.petrograd.state import Petrograd

MOVERS: Final = {
    Kind.INFANTRY: "foot",
    Kind.CAVALRY: "horse",
    Kind.ARTILLERY: "guns",
    Kind.HQ: "guns",
    Kind.CAR: "car",
    Kind.TANK: "tank",
    Kind.TRAIN: "train",
}
"""7.2 - the column of the chart of costs, by kind; ships and aircraft have ways of their own."""


@lru_cache(maxsize=16)
def movers(scenario: Scenario) -> tuple[str, ...]:
    """7.2 - by piece: the column of the chart of costs."""
    return tuple(MOVERS.get(piece.kind, "") for piece in scenario.pieces)


HALVES: Final = Scale("1", "1/2")
SIXTHS: Final = Scale("1", "1/2", "1/3")


def scale_of(mover: str) -> Scale:
    """7.1 - the parts in which the points of a mover are counted."""
    return SIXTHS if mover == "car" else HALVES


def scale_for(state: Petrograd, piece: PieceIndex) -> Scale:
    """7.1 - the parts in which the points of a counter are counted."""
    return scale_of(MOVERS.get(state.scenario.pieces[piece].kind, "foot"))


def ground_cost(scenario: Scenario, mover: str, hex_: Hex) -> Cost:
    """7.2 - the points to enter a hex across country; a town hides the ground beneath it."""
    ground, chart = scenario.ground, scenario.tables.cost[mover]
    settlement = ground.settlement[hex_]
    points = chart[settlement if settlement in chart else ground.terrain[hex_]]
    return NEVER if points < 0 else points


@lru_cache(maxsize=64)
def paths(scenario: Scenario, mover: str, is_bridge_open: bool) -> Paths:
    """7.2, 7.4, 7.6 - the steps of a kind of mover; the bridge of 10.1 is open to it or not."""
    ground, tables = scenario.ground, scenario.tables
    point, broken = scale_of(mover).point, () if is_bridge_open else tables.bridge.side

    def is_broken(here: Hex, there: Hex) -> bool:
        return here in broken and there in broken

    def crossing(here: Hex, there: Hex) -> Cost:
        bridges = ground.road_bridged if mover in ("car", "tank") else ground.bridged
        if bridges[here] >> there & 1:
            return 0
        if ground.major[here] >> there & 1:
            return NEVER
        river, stream = ground.river[here] >> there & 1, ground.stream[here] >> there & 1
        return river * tables.cross["river"] + stream * tables.cross["stream"]

    def step(here: Hex, there: Hex) -> Cost:
        if mover == "train" or not ground.around[here] >> there & 1 or is_broken(here, there):
            return link(here, there) if mover == "train" else NEVER
        cost = ground_cost(scenario, mover, there)
        if cost == NEVER and ground.road[here] >> there & 1:
            cost = ground_cost(scenario, "foot", there)
        cost += crossing(here, there)
        return cost * point if cost < NEVER else NEVER

    def link(here: Hex, there: Hex) -> Cost:
        if is_broken(here, there):
            return NEVER
        if mover == "train":
            return point if ground.rail[here] >> there & 1 else NEVER
        if mover == "car" and ground.main_road[here] >> there & 1:
            return point // 3
        if ground.road[here] >> there & 1:
            return point // 2
        on_foot = mover in ("foot", "horse", "guns")
        return point if on_foot and ground.rail[here] >> there & 1 else NEVER

    return Paths(ground.map, step, link, lambda hex_, neighbour: 0)


def is_bridge_open(state: Petrograd, mover: str) -> bool:
    """10.1 - whether trains, or tanks, may pass the bridge of Yamburg; all others may."""
    bridge = state.scenario.tables.bridge
    if mover == "tank":
        return state.turn >= bridge.tanks_from_turn
    if mover != "train":
        return True
    if state.turn < bridge.open_from_turn:
        return False
    one, other = bridge.side
    return bool(state.control[Side.WHITE] >> one & state.control[Side.WHITE] >> other & 1)


def allowance(state: Petrograd, piece: PieceIndex) -> Cost:
    """7.1, 3.3 - the parts of points that a piece may spend; half of them after detraining."""
    parts = _allowances(state.scenario)[piece]
    return parts // 2 if state.detrained >> piece & 1 else parts


@lru_cache(maxsize=16)
def _allowances(scenario: Scenario) -> tuple[Cost, ...]:
    """7.1 - by piece: its printed allowance, in parts of points."""
    columns = zip(movers(scenario), scenario.pieces, strict=True)
    return tuple(scale_of(mover).cost(piece.move) for mover, piece in columns)


@lru_cache(maxsize=16)
def beyond_estonian_zone(scenario: Scenario) -> Region:
    """10.3 - the hexes closed to Estonian troops."""
    board, tables = scenario.ground.map, scenario.tables
    return sum(
        1 << hex_
        for hex_ in board.hexes
        if board.column(hex_) > tables.estonian_columns or board.row(hex_) > tables.estonian_rows
    )


@lru_cache(maxsize=16)
def beyond_vetrenko(scenario: Scenario) -> Region:
    """10.2 - the hexes closed to 3 Div while Vetrenko does not obey."""
    board, east = scenario.ground.map, scenario.tables.vetrenko.east_of_column
    return sum(1 << hex_ for hex_ in board.hexes if board.column(hex_) > east)


def forbidden(state: Petrograd, piece: PieceIndex) -> Region:
    """10.2, 10.3 - the hexes that a piece may not move or advance to, whoever is there."""
    scenario, bit = state.scenario, 1 << piece
    if bit & scenario.kinds.estonian:
        return beyond_estonian_zone(scenario)
    formation = scenario.pieces[piece].formation
    is_bound = bit & scenario.kinds.troops and formation == scenario.tables.vetrenko.formation
    return beyond_vetrenko(scenario) if is_bound and not state.vetrenko_obeys else 0


def leg(state: Petrograd, piece: PieceIndex) -> Leg:
    """7.3 - the move of a piece by land: where it stops and what is closed to it."""
    scenario = state.scenario
    enemy = ENEMY[scenario.pieces[piece].side]
    zone = zone_of_control(state, enemy)
    closed = state.occupied(enemy)
    if state.routed >> piece & 1:
        closed |= zone
    if scenario.kinds.estonian >> piece & 1:
        closed |= beyond_estonian_zone(scenario)
    law = zone_law(scenario, movers(scenario)[piece])
    return Leg(state.where[piece], 0, allowance(state, piece), zone, closed, law)


@lru_cache(maxsize=64)
def zone_law(scenario: Scenario, mover: str) -> ZoneLaw:
    """7.3 - a piece stops on entering a zone, pays to leave it, and does not go zone to zone."""
    return ZoneLaw(leave=scale_of(mover).cost(scenario.tables.leave))


def search(state: Petrograd, piece: PieceIndex) -> Paths:
    """7.2 - the steps of a piece that moves by land."""
    mover = movers(state.scenario)[piece]
    return paths(state.scenario, mover, is_bridge_open(state, mover))


def reach(state: Petrograd, piece: PieceIndex) -> Region:
    """7 - every hex that a piece may move to."""
    kinds, bit = state.scenario.kinds, 1 << piece
    if bit & (kinds.immobile | state.broken_down):
        return 0
    if bit & kinds.ships:
        return sea_reach(state, piece)
    if bit & kinds.aircraft:
        return air_reach(state, piece)
    found = search(state, piece).reach(leg(state, piece), remember=False)
    found ^= found & forbidden(state, piece)
    return found ^ found & crowded(state, piece, found)


def costs(state: Petrograd, piece: PieceIndex) -> dict[Hex, Cost]:
    """7 - every hex within reach by land and what it takes to get there."""
    kinds, bit = state.scenario.kinds, 1 << piece
    within = reach(state, piece)
    if bit & kinds.ships:
        distances = sea_distances(state, piece)
        return {hex_: distances[hex_] * HALVES.point for hex_ in numbers(within)}
    if bit & (kinds.aircraft | kinds.immobile | state.broken_down):
        return {}
    found = search(state, piece).costs(leg(state, piece))
    return {hex_: cost for hex_, cost in found.items() if within >> hex_ & 1}


def path(state: Petrograd, piece: PieceIndex, goal: Hex) -> list[Hex]:
    """7.1 - by which hexes a piece goes to a hex within its reach, the goal included."""
    if 1 << piece & (state.scenario.kinds.ships | state.scenario.kinds.aircraft):
        return [goal]
    return search(state, piece).route(leg(state, piece), goal)


def sea_distances(state: Petrograd, piece: PieceIndex) -> dict[Hex, int]:
    """7.7 - the points a ship needs to each sea hex open to it, its own hex included."""
    return _sea_distances(state.scenario, state.where[piece], open_water(state, piece))


@lru_cache(maxsize=512)
def _sea_distances(scenario: Scenario, start: Hex, water: Region) -> dict[Hex, int]:
    """7.7 - the same from a hex through some water."""
    board, ships = scenario.ground.map, scenario.tables.ships
    best = {start: 0}
    front = [start]
    cape = dict((ships.cape, ships.cape[::-1]))
    while front:
        here = min(front, key=best.__getitem__)
        front.remove(here)
        steps = [(there, 1) for there in numbers(board.around[here] & water)]
        if here in cape and water >> cape[here] & 1:
            steps.append((cape[here], ships.cape_cost))
        for there, cost in steps:
            if best[here] + cost < best.get(there, NEVER):
                best[there] = best[here] + cost
                front.append(there)
    return best


def open_water(state: Petrograd, piece: PieceIndex) -> Region:
    """7.7 - the sea hexes that a ship may enter."""
    scenario, ships = state.scenario, state.scenario.tables.ships
    water, board = scenario.ground.sea, scenario.ground.map
    if scenario.pieces[piece].side is Side.WHITE and state.where[ships.guard] >= 0:
        water &= ~_from_column(scenario, ships.barred_from_column)
    is_early = piece == ships.harbour_piece and state.turn < ships.harbour_from_turn
    return water & ~(1 << ships.harbour) if is_early else water & board.everywhere


@lru_cache(maxsize=16)
def _from_column(scenario: Scenario, first: int) -> Region:
    board = scenario.ground.map
    return sum(1 << hex_ for hex_ in board.hexes if board.column(hex_) >= first)


def sea_reach(state: Petrograd, piece: PieceIndex) -> Region:
    """7.7 - where a ship may go; it does not stop with enemy ships."""
    printed = state.scenario.pieces[piece]
    taken = state.occupied(ENEMY[printed.side]) | 1 << state.where[piece]
    found = 0
    for hex_, points in sea_distances(state, piece).items():
        if points <= printed.move:
            found |= 1 << hex_
    return found & ~taken


def air_reach(state: Petrograd, piece: PieceIndex) -> Region:
    """7.8 - the hexes where aircraft may have their base."""
    scenario, printed = state.scenario, state.scenario.pieces[piece]
    here, enemy = state.where[piece], ENEMY[printed.side]
    ground = scenario.ground
    near = ground.within(here, printed.move) & ground.open & state.control[printed.side]
    return near & ~zone_of_control(state, enemy) & ~state.occupied(enemy) & ~(1 << here)
