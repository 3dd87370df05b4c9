"""12 - Set-up (déploiement)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import MARKS, bits_of, numbers
from grognard.games.bautzen.movement import south_of_hold
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.stacking import limit, limits, points, refusals
from grognard.games.bautzen.state import ENEMY

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.printed import Area, Board, Scenario
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces


def to_place(state: Bautzen, side: Side) -> list[PieceIndex]:
    """12 - the counters that `side` sets up, in order: its areas, then its supply columns."""
    scenario = state.scenario
    pieces = [piece for area in scenario.areas if area.side is side for piece in area.pieces]
    if side is Side.ALLIED:
        pieces += numbers(scenario.convoys)[: scenario.allied_convoys_at_start]
    return pieces


@lru_cache(maxsize=1024)
def area_of(scenario: Scenario, piece: PieceIndex) -> Area | None:
    """12.1, 12.2 - the set-up area of a unit; a supply column has none."""
    return next((area for area in scenario.areas if piece in area.pieces), None)


def region_of(state: Bautzen, side: Side, piece: PieceIndex) -> Region:
    """12.1, 12.2 - where a unit sets up, stacking apart.

    Independent units go with or next to units of formations of their nationality (BZ-R74); supply
    columns with a unit of their side (BZ-R02).
    """
    area = area_of(state.scenario, piece)
    if area is None:
        return state.held[side]
    if not area.near_nationality:
        return area.region
    kin = anchors(state.scenario, area.near_nationality)
    near = state.hexes_of(state.owned[side] & kin)
    return near | state.scenario.board.map.adjacent(near)


@lru_cache(maxsize=64)
def anchors(scenario: Scenario, nationality: str) -> Pieces:
    """12.1 - the units of a nationality beside which its independent units set up (BZ-R74)."""
    units = [scenario.pieces[unit] for unit in numbers(scenario.units)]
    by_formation = scenario.options.independents_anchor == "formation"
    return bits_of(
        [
            unit.index
            for unit in units
            if unit.nationality == nationality and (unit.formation or not by_formation)
        ]
    )


def places_for(state: Bautzen, side: Side, piece: PieceIndex) -> Region:
    """12 - the hexes where a unit may be set up: in its area, free of the enemy, within stacking.

    With no such hex left, the nearest ones outside the area serve.
    """
    board = state.scenario.board.map
    region = region_of(state, side, piece)
    standable = _standable(state, side, piece)
    while True:
        places = _with_room(state, side, piece, region & standable)
        if places or region == board.everywhere:
            return places
        region |= board.adjacent(region) or board.everywhere


def _with_room(state: Bautzen, side: Side, piece: PieceIndex, region: Region) -> Region:
    """5 - those of some hexes where a unit may be put within stacking."""
    scenario, bit = state.scenario, 1 << piece
    own = scenario.pieces[piece].stacking
    found = region & _empty_with_room(scenario, own)
    refused, most = refusals(scenario), limits(scenario)
    taken = found & (state.held[side] | state.convoys_at[side])
    while taken:
        hex_ = taken.bit_length() - 1
        taken -= MARKS[hex_]
        stack = state.stacks[hex_]
        if refused[stack] & bit or points(scenario, stack) + own > most[hex_]:
            found -= MARKS[hex_]
    return found


@lru_cache(maxsize=1024)
def _empty_with_room(scenario: Scenario, points: int) -> Region:
    """5.2 - the hexes that hold so many stacking points, if nothing else is there."""
    return bits_of([hex_ for hex_ in scenario.board.map.hexes if points <= limit(scenario, hex_)])


def _standable(state: Bautzen, side: Side, piece: PieceIndex) -> Region:
    """12, 13 - the hexes where a unit may be put, its area and stacking apart.

    Free of the enemy; north of the held rows for Guards; off the heights without road or railway
    for all but infantry; not in Dresden, which is German (BZ-R32).
    """
    scenario, enemy = state.scenario, ENEMY[side]
    board = scenario.board
    barred = state.held[enemy] | state.convoys_at[enemy]
    if state.held_back >> piece & 1:
        barred |= south_of_hold(scenario)
    barred |= closed_capital(scenario, side)
    if not scenario.infantry >> piece & 1:
        barred |= _roadless_heights(board)
    return board.map.everywhere & ~barred


def closed_capital(scenario: Scenario, side: Side) -> Region:
    """12.1, 13 - Dresden, which the German side controls, for Allied units (BZ-R32)."""
    is_closed = side is Side.ALLIED and not scenario.options.set_up_in_capital
    return 1 << scenario.victory.capital if is_closed else 0


@lru_cache(maxsize=64)
def _roadless_heights(board: Board) -> Region:
    """13 - the dominant positions without road or railway."""
    return bits_of([height for height in numbers(board.dominant) if not board.linked[height]])


def put(state: Bautzen, side: Side, piece: PieceIndex, hex_: Hex) -> None:
    """12 - set a counter up; its side controls the hex."""
    state.place(piece, hex_, side)
    if state.scenario.units >> piece & 1:
        state.settle(hex_, side)
    if state.events is not None:
        state.note("set_up", "12", side=side, pieces=[piece], hex=hex_, hidden=[piece])


def put_ready(state: Bautzen, side: Side, number: int) -> list[PieceIndex]:
    """12 - set up a side as a ready-made set-up has it, where the enemy has left its hexes free.

    Return the counters that still want a hex, in the order of setting up.
    """
    mine, enemy = to_place(state, side), ENEMY[side]
    wanted, taken = bits_of(mine), state.held[enemy] | state.convoys_at[enemy]
    ready = state.scenario.ready[number]
    for piece, hex_ in ready.placements:
        if wanted >> piece & 1 and not taken >> hex_ & 1:
            put(state, side, piece, hex_)
    state.note("set_up_ready", "12", side=side, ready=ready.id)
    return [piece for piece in mine if not state.owned[side] >> piece & 1]
