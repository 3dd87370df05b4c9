"""6, 21 - Lines of supply, states of supply, attack supply; who is cut off from everything."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import bits_of, numbers
from grognard.games.eastfront.marching import LINGERING, MUDDY, climate
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.sight import tell
from grognard.games.eastfront.works import lines, points
from grognard.games.eastfront.zones import barred
from grognard.kit.supply import across, along
from grognard.kit.zones import Zones

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import Pieces
    from grognard.games.eastfront.ground import Ground
    from grognard.games.eastfront.printed import Scenario
    from grognard.games.eastfront.state import Luga


def sources(state: Luga, side: Side) -> Region:
    """6.2 - the printed sources of a side this turn; an enemy unit in one closes it."""
    scenario, found = state.scenario, 0
    for hex_, (first, last) in scenario.sources[side].items():
        if first <= state.turn <= last:
            found |= 1 << hex_
    if state.west_open:
        exit_ = 1 << scenario.west_exit
        found = found | exit_ if side is Side.GERMAN else found & ~exit_
    return found & ~state.occupied(ENEMY[side])


def shut(state: Luga, side: Side) -> Region:
    """6.1 - where no line of a side goes."""
    found = barred(state, side) | ~state.scenario.ground.land
    return found | points(state) if side is Side.GERMAN else found


def supplied(state: Luga, side: Side) -> Region:
    """6.1, 6.6 - every hex in general supply: those that a line reaches, and those by a port."""
    begin, closed = sources(state, side), shut(state, side)
    converted = state.converted if side is Side.GERMAN else -1
    found = _reached(state.scenario, begin, closed, state.blown, converted, climate(state))
    return found | by_port(state) if side is Side.SOVIET else found


def unopposed(state: Luga, side: Side, begin: Region) -> Region:
    """6.1 - what lines from some sources would reach if no enemy stood in their way."""
    converted = state.converted if side is Side.GERMAN else -1
    closed = ~state.scenario.ground.land
    return _reached(state.scenario, begin, closed, state.blown, converted, climate(state))


def foreseen(state: Luga, side: Side, come: Region) -> Region:
    """6.1, 6.6 - what lines and ports of a side would reach if the enemy shut just these hexes."""
    ground = state.scenario.ground
    closed = come | ~ground.land | (points(state) if side is Side.GERMAN else 0)
    begin = sources(state, side) & ~come
    converted = state.converted if side is Side.GERMAN else -1
    found = _reached(state.scenario, begin, closed, state.blown, converted, climate(state))
    return found | by_port(state) if side is Side.SOVIET else found


@lru_cache(maxsize=1024)
def _reached(
    scenario: Scenario, begin: Region, closed: Region, blown: int, rails: Region, weather: int
) -> Region:
    """6.1 - what lines reach, worked out from the sources: rail and road, then across country."""
    network = _network(scenario, begin, closed, blown, rails, weather == MUDDY)
    return _overland(scenario, network, closed, blown, weather)


def _network(
    scenario: Scenario, begin: Region, closed: Region, blown: int, rails: Region, is_mud: bool
) -> Region:
    """6.1 - the hexes joined to sources by main road and railway, each once, in either order."""
    roads, rail, _ = lines(scenario.ground, blown)
    length, start = scenario.tables.road[is_mud], begin & ~closed
    by_rail = start | along(start & rails, rail, avoiding=closed | ~rails)
    by_road = along(start, roads, avoiding=closed, most=length) & rails & ~by_rail
    found = along(by_rail, roads, avoiding=closed, most=length)
    return found | along(by_road, rail, avoiding=closed | ~rails | by_rail)


def _overland(
    scenario: Scenario, network: Region, closed: Region, blown: int, weather: int
) -> Region:
    """6.1 - 9 hexes across country; 6 in mud, and where the line goes through marsh."""
    ground, (most, fewer) = scenario.ground, scenario.tables.overland
    beside = _beside(ground, blown)
    found = across(ground.map, network, fewer, avoiding=closed, near=beside)
    if weather == MUDDY or most <= fewer:
        return found
    slow = ground.marsh | ground.swamp
    if weather == LINGERING:
        slow |= ground.forest
    near = across(ground.map, network, most - 1, avoiding=closed | slow, near=beside)
    return found | near | beside(near) & ~closed


@lru_cache(maxsize=256)
def _beside(ground: Ground, blown: int) -> Callable[[Region], Region]:
    """6.1, 10.4 - what lies next to a region, not across sea or a major river without a bridge."""
    _, _, unbridged = lines(ground, blown)
    return Zones(ground.map, unbridged, ground.barred).around


def ports(state: Luga) -> Region:
    """6.6 - the Soviet ports in use: while a unit exists, or while a hex is Soviet."""
    found = 0
    for port, (piece, hex_) in state.scenario.ports.items():
        if state.steps[piece] if piece >= 0 else state.control[Side.SOVIET] >> hex_ & 1:
            found |= 1 << port
    return found & ~state.occupied(Side.GERMAN)


def by_port(state: Luga) -> Region:
    """6.6 - the hexes that a port in use supplies: its own and those next to it."""
    return state.scenario.ground.map.within(ports(state), 1) & state.scenario.ground.land


def cut_off(state: Luga, side: Side) -> Pieces:
    """6.1 - the units of a side on the map that are not in general supply now."""
    found = 0
    for hex_ in numbers(state.occupied(side) & ~supplied(state, side)):
        found |= state.stacks[hex_]
    return found


def read_supply(state: Luga) -> None:
    """6.3 - the supply phase: markers come, turn and go."""
    for side in Side:
        mine, cut = state.owned[side], cut_off(state, side)
        before, was_out = (state.emergency | state.unsupplied) & mine, state.unsupplied
        out, new = cut & before, cut & ~before
        state.emergency = state.emergency & ~mine | new
        state.unsupplied = state.unsupplied & ~mine | out
        for kind, pieces in (
            ("emergency", new),
            ("out_of_supply", out & ~was_out),
            ("resupplied", before & ~cut),
        ):
            if pieces:
                tell(state, kind, "6.3", side, pieces)


def _fed(state: Luga, side: Side, pieces: Pieces) -> Pieces:
    """6.1 - those of some pieces on the map that are in general supply."""
    if not pieces:
        return 0
    reached = supplied(state, side)
    return bits_of([piece for piece in numbers(pieces) if reached >> state.where[piece] & 1])


def head_of(state: Luga, side: Side, pieces: Pieces) -> int:
    """6.4 - an HQ within reach of every one of some attackers, -1 where there is none."""
    most, board = state.scenario.tables.head[state.is_mud], state.scenario.ground.map
    hexes = state.hexes_of(pieces)
    ready = state.owned[side] & state.scenario.kinds.headquarters & ~state.inoperational
    near = [piece for piece in numbers(ready) if not hexes & ~board.disc(state.where[piece], most)]
    return next(iter(numbers(_fed(state, side, bits_of(near)))), -1)


def joined(state: Luga, side: Side) -> Region:
    """21, 26.2 - what a path of any length joins to a source, a port or a major city of a side."""
    ground, closed = state.scenario.ground, barred(state, side) | ~state.scenario.ground.land
    goals = sources(state, side)
    if side is Side.SOVIET:
        goals |= ports(state) | ground.major_cities & state.control[Side.SOVIET]
    found = ground.map.flood(goals & ~closed, avoiding=closed | islands(state.scenario))
    return found | goals & islands(state.scenario)


@lru_cache(maxsize=16)
def islands(scenario: Scenario) -> Region:
    """12.3 - the hexes with water or sea sides all around."""
    ground = scenario.ground
    return sum(
        1 << hex_
        for hex_ in ground.map.hexes
        if ground.land >> hex_ & 1
        and not ground.map.around[hex_] & ground.land & ~ground.barred[hex_]
    )


def isolated(state: Luga, side: Side) -> Region:
    """21, 26.2 - the hexes with units of a side from which no path leads to anything of its own."""
    reached, board = joined(state, side), state.scenario.ground.map
    found, alone = 0, islands(state.scenario)
    for hex_ in numbers(state.occupied(side) & ~reached):
        if alone >> hex_ & 1 or not board.around[hex_] & reached & ~alone:
            found |= 1 << hex_
    return found


def line(state: Luga, side: Side, hex_: Hex) -> list[Hex]:
    """6.1 - a line of supply from a hex to a source, or nothing."""
    if not supplied(state, side) >> hex_ & 1:
        return []
    if side is Side.SOVIET and by_port(state) >> hex_ & 1:
        port = ports(state)
        return state.scenario.ground.map.route(hex_, port, avoiding=~(port | 1 << hex_))
    begin, closed = sources(state, side), shut(state, side)
    converted = state.converted if side is Side.GERMAN else -1
    network = _network(state.scenario, begin, closed, state.blown, converted, state.is_mud)
    board = state.scenario.ground.map
    beside = _beside(state.scenario.ground, state.blown)
    way = board.route(hex_, network, avoiding=closed, beside=beside)
    roads, rail, _ = lines(state.scenario.ground, state.blown)
    return way + _onward(board.around, roads, rail, network & ~closed, begin, way[-1])[1:]


def _onward(
    around: tuple[Region, ...],
    roads: tuple[Region, ...],
    rail: tuple[Region, ...],
    network: Region,
    begin: Region,
    here: Hex,
) -> list[Hex]:
    """6.1 - the rest of a line, by road and railway to the nearest source."""
    came, front = {here: here}, [here]
    while front:
        hex_ = front.pop(0)
        if begin >> hex_ & 1:
            way = [hex_]
            while way[-1] != here:
                way.append(came[way[-1]])
            return way[::-1]
        for there in numbers((roads[hex_] | rail[hex_]) & around[hex_] & network):
            if there not in came:
                came[there] = hex_
                front.append(there)
    return [here]
