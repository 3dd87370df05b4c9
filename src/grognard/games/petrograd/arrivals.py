"""3 - Arrivals, and 7.5 - movement by rail."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import MARKS, numbers
from grognard.games.petrograd.command import in_good_order
from grognard.games.petrograd.movement import beyond_estonian_zone, is_bridge_open
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.stacking import crowded
from grognard.games.petrograd.zones import zone_of_control
from grognard.kit.board import masks, without
from grognard.kit.supply import along

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.ground import Ground
    from grognard.games.petrograd.printed import Scenario
    from grognard.games.petrograd.state import Petrograd
    from grognard.kit.board import Beyond

WORDS: Final = frozenset(
    {
        *("city", "city_rail", "nikolaev", "vitebsk", "south"),
        *("luga", "landing", "rising", "prize"),
    }
)
"""3.2 - what an entry may say besides the numbers of hexes."""


def turn_of(state: Petrograd, piece: PieceIndex) -> int:
    """3.2, 10.5 - the turn from which a piece may come; a leader who escaped comes back later."""
    return state.returns[piece] or state.scenario.pieces[piece].turn


def is_off_map(state: Petrograd, piece: PieceIndex) -> bool:
    """Whether a piece is neither on the map nor lost."""
    return state.where[piece] < 0 and state.steps[piece] > 0


def due(state: Petrograd, side: Side) -> list[PieceIndex]:
    """3.2 - the pieces of a side that may come now, in the order of the list."""
    pieces, kinds = state.scenario.pieces, state.scenario.kinds
    away = (kinds.white, kinds.red)[side] & ~state.owned[side]
    return [
        piece
        for piece in numbers(away)
        if state.steps[piece] > 0
        and turn_of(state, piece) <= state.turn
        and (pieces[piece].entry not in ("", "prize") or state.returns[piece])
    ]


def is_railway_cut(state: Petrograd) -> bool:
    """3.3 - whether White troops in good order stand on the Nikolaev railway."""
    kinds = state.scenario.kinds
    troops = in_good_order(state, state.owned[Side.WHITE] & kinds.troops)
    return bool(state.hexes_of(troops) & state.scenario.tables.entries.nikolaev_line)


def joined_to_city(state: Petrograd) -> Region:
    """3.4 - the hexes from which a path free of White pieces and zones leads to Petrograd."""
    shut = state.occupied(Side.WHITE) | zone_of_control(state, Side.WHITE)
    return _joined(state.scenario.ground, shut)


@lru_cache(maxsize=256)
def _joined(ground: Ground, shut: Region) -> Region:
    open_ = ground.land ^ ground.land & shut
    front = ground.city & open_
    room = open_ ^ front
    while front:
        front = ground.beside(front) & room
        room ^= front
    return open_ ^ room


def entry_hexes(state: Petrograd, piece: PieceIndex) -> Region:
    """3.2 to 3.6 - the hexes in which a piece may be put now; its delay is looked up, not made."""
    printed = state.scenario.pieces[piece]
    if state.delayed >> piece & 1:
        found = late_entry(state)
    elif state.returns[piece]:
        found = _returning(state, piece)
    else:
        found = 0
        for word in printed.entry.split():
            found |= _entry(state, piece, word)
    found &= ~state.occupied(ENEMY[printed.side])
    return found & ~crowded(state, piece, found)


def _returning(state: Petrograd, piece: PieceIndex) -> Region:
    """10.5 - where a leader comes back."""
    tables = state.scenario.tables
    if piece == tables.trotsky:
        return state.scenario.ground.city
    return 1 << tables.rodzianko_entry


def _entry(state: Petrograd, piece: PieceIndex, word: str) -> Region:
    """3.2 - the hexes that one word of an entry stands for."""
    ground, tables = state.scenario.ground, state.scenario.tables
    entries = tables.entries
    match word:
        case "city":
            return ground.city
        case "city_rail":
            return ground.city & ground.rail_hexes
        case "nikolaev":
            return 1 << entries.nikolaev | detraining(state)
        case "vitebsk":
            gate = 1 << entries.vitebsk
            lost = state.occupied(Side.WHITE) | zone_of_control(state, Side.WHITE)
            return entries.south if gate & lost else gate
        case "south":
            return entries.south
        case "luga":
            return 1 << tables.supply.luga & state.control[Side.WHITE]
        case "landing":
            return landing_hexes(state)
        case "rising":
            return 0
    return 1 << ground.map.hex(word)


def landing_hexes(state: Petrograd) -> Region:
    """3.6 - the coast next to the Estonian flotilla, in the zone, without a fort."""
    scenario = state.scenario
    ship = state.where[scenario.tables.flotilla]
    if ship < 0:
        return 0
    ground = scenario.ground
    near = ground.map.around[ship] & ground.coast & ~ground.forts
    return near & ~beyond_estonian_zone(scenario)


def detraining(state: Petrograd) -> Region:
    """3.3 - where arrivals of the Nikolaev railway may leave the train at once."""
    ground, entries = state.scenario.ground, state.scenario.tables.entries
    goals = entries.detrain | ground.city & ground.rail_hexes
    return rail_line(state, Side.RED, entries.nikolaev) & goals


def is_entry_lost(state: Petrograd, piece: PieceIndex) -> bool:
    """3.4 - whether a Red piece finds its entry held, or cut off from the city."""
    printed = state.scenario.pieces[piece]
    if printed.side is not Side.RED or printed.entry in ("vitebsk", "south", "rising"):
        return False
    held = state.occupied(Side.WHITE)
    if printed.entry == "nikolaev":
        gates: Region = 1 << state.scenario.tables.entries.nikolaev
    else:
        gates = 0
        for word in printed.entry.split():
            gates |= _entry(state, piece, word)
    return not gates & ~held & joined_to_city(state)


def late_entry(state: Petrograd) -> Region:
    """3.4 - where late arrivals come: 4207, or 3301 where that is lost too."""
    joined = joined_to_city(state)
    open_ = [hex_ for hex_ in state.scenario.tables.entries.late if joined >> hex_ & 1]
    return 1 << open_[0] if open_ else 0


def must_wait(state: Petrograd, piece: PieceIndex) -> bool:
    """3.3, 3.4 - whether a piece that is due is late from now on."""
    if state.delayed >> piece & 1 or state.returns[piece]:
        return False
    by_rail = state.scenario.pieces[piece].entry == "nikolaev"
    return (by_rail and is_railway_cut(state)) or is_entry_lost(state, piece)


# 7.5 Movement by rail


def rail_network(state: Petrograd, side: Side) -> Region:
    """7.5 - the railway hexes that a side may use now."""
    scenario, enemy = state.scenario, ENEMY[side]
    tables = scenario.tables
    shut = state.occupied(enemy) | zone_of_control(state, enemy) | state.control[enemy]
    found = scenario.ground.rail_hexes & ~shut
    if side is Side.WHITE and state.turn < tables.bridge.open_from_turn:
        found &= tables.rail_early
    return found


def rail_line(state: Petrograd, side: Side, start: Hex) -> Region:
    """7.5, 10.1 - the hexes joined to one by an unbroken line, itself included."""
    lines = rail_lines(state, side)
    return next((line for line in lines if line >> start & 1), 0)


def rail_lines(state: Petrograd, side: Side) -> tuple[Region, ...]:
    """7.5 - the railways that a side may use now, each an unbroken line."""
    return _lines(state.scenario, rail_network(state, side), is_bridge_open(state, "train"))


@lru_cache(maxsize=256)
def _lines(scenario: Scenario, network: Region, is_open: bool) -> tuple[Region, ...]:
    """7.5 - the unbroken parts of a network of railway hexes; remembered, since many ask."""
    rail = scenario.ground.rail if is_open else _without_bridge(scenario)
    found = []
    while network:
        line = along(network & -network, rail, avoiding=~network)
        found.append(line)
        network &= ~line
    return tuple(found)


@lru_cache(maxsize=16)
def _without_bridge(scenario: Scenario) -> Beyond:
    """10.1 - the railways while the bridge of Yamburg is down."""
    bridge = scenario.tables.bridge.side
    down = masks(scenario.ground.map, (bridge, bridge[::-1]))
    return without(scenario.ground.rail, down)


def load_of(state: Petrograd, piece: PieceIndex) -> int:
    """7.5 - what a piece takes of the capacity of the railways."""
    return state.steps[piece] if state.scenario.kinds.troops >> piece & 1 else 1


def may_entrain(state: Petrograd, side: Side) -> Pieces:
    """7.5 - the pieces of a side that may go by rail now."""
    kinds, held, stacks = state.scenario.kinds, state.held[side], state.stacks
    barred = kinds.ships | kinds.aircraft | kinds.trains | kinds.immobile | kinds.estonian
    ready = state.owned[side] & ~(barred | state.routed | state.moved)
    stations, found = state.hexes_of(ready), 0
    for line in rail_lines(state, side):
        boarding = line & stations
        if boarding and line & (line - 1):
            empty = line ^ line & held
            for hex_ in numbers(boarding):
                room, is_open = line ^ MARKS[hex_], empty & ~MARKS[hex_]
                for piece in numbers(stacks[hex_] & ready):
                    is_light = load_of(state, piece) <= state.rail_left
                    if is_light and (is_open or room & ~crowded(state, piece, room)):
                        found |= MARKS[piece]
    return found


def rail_hexes(state: Petrograd, piece: PieceIndex) -> Region:
    """7.5 - where a piece may go by rail."""
    here, side = state.where[piece], state.scenario.pieces[piece].side
    line = rail_line(state, side, here) & ~(1 << here)
    return line & ~crowded(state, piece, line)
