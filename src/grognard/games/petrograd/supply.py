"""4 - Supply."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.sight import tell
from grognard.games.petrograd.zones import barred, encircled
from grognard.kit.supply import Parts, across

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import Pieces
    from grognard.games.petrograd.printed import Scenario
    from grognard.games.petrograd.state import Petrograd


def outer_sources(state: Petrograd, side: Side) -> Region:
    """4.1 - the printed sources of a side outside Petrograd, closed or not."""
    supply = state.scenario.tables.supply
    luga = 1 << supply.luga
    if side is Side.WHITE:
        found = supply.white | sum(1 << hex_ for hex_ in supply.minor)
        return found | luga & state.was_white & state.control[Side.WHITE]
    found = supply.red | luga & state.control[Side.RED]
    return found | supply.by_sea if has_sea_supply(state) else found


def has_sea_supply(state: Petrograd) -> bool:
    """4.1 - whether a Red ship or the guns of Krasnaya Gorka are on the map."""
    scenario = state.scenario
    guard = 1 << scenario.tables.supply.sea_guard
    return bool(state.owned[Side.RED] & (scenario.kinds.ships | guard))


def sources(state: Petrograd, side: Side) -> Region:
    """4.1 - the open sources: not held, controlled or watched by the enemy."""
    found = outer_sources(state, side)
    closed = barred(state, side) | state.control[ENEMY[side]]
    if side is Side.RED:
        quarters = state.scenario.ground.city & ~closed
        found |= quarters & ~encircled(state, side, quarters)
    return found & ~closed


def supplied(state: Petrograd, side: Side, start: Region | None = None) -> Region:
    """4.2 - every hex to which a line of supply leads, from all open sources or from some."""
    begin = sources(state, side) if start is None else start
    shut = barred(state, side)
    network = _network(state.scenario, begin, shut)
    return _across_country(state.scenario, network, shut)


def _network(scenario: Scenario, begin: Region, shut: Region) -> Region:
    """4.2 - the hexes joined to some sources by roads and railways."""
    return _parts(scenario, shut).joined_to(begin)


@lru_cache(maxsize=256)
def _parts(scenario: Scenario, shut: Region) -> Parts:
    """4.2 - the roads and railways, cut where a side has no way."""
    return Parts(scenario.ground.lines, shut)


@lru_cache(maxsize=512)
def _across_country(scenario: Scenario, network: Region, shut: Region) -> Region:
    """4.2 - what lies within three hexes across country of a network, marsh counting double."""
    ground, supply = scenario.ground, scenario.tables.supply
    return across(
        ground.map,
        network,
        supply.across_country,
        avoiding=shut | ~ground.land,
        dear={supply.marsh: ground.marsh},
        near=ground.beside,
    )


def estonian_supply(state: Petrograd) -> Region:
    """4.5 - within 6 hexes of a White ship or of the free coast of column 01."""
    scenario, supply = state.scenario, state.scenario.tables.supply
    free = supply.estonian_coast & state.control[Side.WHITE] & ~state.occupied(Side.RED)
    ships = state.hexes_of(state.owned[Side.WHITE] & scenario.kinds.ships)
    found = 0
    for hex_ in numbers(free | ships):
        found |= scenario.ground.within(hex_, supply.estonian_reach)
    return found


def unsupplied(state: Petrograd, side: Side) -> Pieces:
    """4.2 to 4.5 - the pieces of a side that are not supplied now."""
    kinds = state.scenario.kinds
    concerned = state.owned[side] & ~(kinds.ships | kinds.aircraft)
    estonian = concerned & kinds.estonian
    out = _outside(state, side, supplied(state, side)) & concerned & ~estonian
    if estonian:
        out |= _outside(state, side, estonian_supply(state)) & estonian
    if side is Side.WHITE and state.turn >= state.scenario.tables.supply.limits_from_turn:
        out |= _unfed(state, concerned & kinds.army & ~out)
    return out


def _outside(state: Petrograd, side: Side, region: Region) -> Pieces:
    """Return the counters in hexes with pieces of a side, but for those in a region."""
    found = 0
    for hex_ in numbers(state.occupied(side) & ~region):
        found |= state.stacks[hex_]
    return found


def _unfed(state: Petrograd, troops: Pieces) -> Pieces:
    """4.3 - those that find no room at the minor sources, the best fed first."""
    supply, pieces = state.scenario.tables.supply, state.scenario.pieces
    open_ = sources(state, Side.WHITE)
    limited = {**supply.minor, supply.luga: supply.luga_limit}
    free = supplied(state, Side.WHITE, open_ & ~sum(1 << hex_ for hex_ in limited))
    hungry = [piece for piece in numbers(troops) if not free >> state.where[piece] & 1]
    if not hungry:
        return 0
    room = {gate: most for gate, most in limited.items() if open_ >> gate & 1}
    reach = {gate: supplied(state, Side.WHITE, 1 << gate) for gate in room}
    hungry.sort(key=lambda piece: (-pieces[piece].quality, -state.steps[piece], piece))
    out = 0
    for piece in hungry:
        gates = [gate for gate in room if reach[gate] >> state.where[piece] & 1]
        best = max(gates, key=lambda gate: (room[gate], -gate), default=None)
        if best is None or room[best] < state.steps[piece]:
            out |= 1 << piece
        else:
            room[best] -= state.steps[piece]
    return out


def read_supply(state: Petrograd, side: Side) -> None:
    """4.4 - find out who is out of ammunition; the second time running, disorganised as well."""
    kinds, mine = state.scenario.kinds, state.owned[side]
    out = unsupplied(state, side)
    again = out & state.out_of_ammunition & kinds.troops & ~state.disorganised
    state.out_of_ammunition = state.out_of_ammunition & ~mine | out
    state.disorganised |= again
    if state.events is not None:
        if out:
            tell(state, "unsupplied", "4.4", side, out)
        if again:
            tell(state, "disorganised", "4.4", side, again)


def line(state: Petrograd, side: Side, hex_: Hex) -> list[Hex]:
    """4.2 - a line of supply from a hex to a source, or nothing."""
    shut, start = barred(state, side), sources(state, side)
    network = _network(state.scenario, start, shut)
    if not supplied(state, side) >> hex_ & 1:
        return []
    board, lines = state.scenario.ground.map, state.scenario.ground.lines
    way = board.route(hex_, network, avoiding=shut | ~state.scenario.ground.land)
    while way and not start >> way[-1] & 1:
        way = _onward(lines, network, start, way)
    return way


def _onward(lines: tuple[Region, ...], network: Region, start: Region, way: list[Hex]) -> list[Hex]:
    """4.2 - the rest of a line, by roads and railways to the nearest source."""
    came: dict[Hex, Hex] = {}
    front = [way[-1]]
    while front:
        here = front.pop(0)
        if start >> here & 1:
            rest = [here]
            while rest[-1] != way[-1]:
                rest.append(came[rest[-1]])
            return way + rest[::-1][1:]
        for there in numbers(lines[here] & network):
            if there not in came and there != way[-1]:
                came[there] = here
                front.append(there)
    return []
