"""25 - Special rules of the Luga Line: reserves, hold orders, flanks."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.eastfront.printed import ENEMY, Side

if TYPE_CHECKING:
    from grognard.engine.hexmap import Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.printed import Scenario
    from grognard.games.eastfront.state import Luga


def read_reserves(state: Luga) -> None:
    """25.2 - who neither moves nor reacts in the phase that begins."""
    scenario = state.scenario
    state.reserved = 0
    if state.turn >= scenario.reserves_turn:
        return
    for side in Side:
        enemies, board = state.occupied(ENEMY[side]), scenario.ground.map
        for piece in numbers(state.owned[side] & scenario.reserves):
            near = board.disc(state.where[piece], scenario.options.reserve_radius)
            if not near & enemies:
                state.reserved |= 1 << piece


def forbidden(state: Luga, piece: PieceIndex) -> Region:
    """25.4, 25.9, 25.10 - the hexes that a unit does not enter of its own will."""
    scenario, bit = state.scenario, 1 << piece
    if not bit & bound(scenario):
        return 0
    if bit & scenario.kinds.german:
        is_bound = scenario.options.flanks and state.turn in scenario.flank_turns
        return beyond_flanks(scenario) if is_bound and bit & scenario.kinds.motorised else 0
    if bit & (state.emergency | state.unsupplied):
        return 0
    found = 0
    hold, front = scenario.orders
    for order in (hold, front) if scenario.options.narova_front else (hold,):
        is_free = order.freed_by & state.control[Side.GERMAN]
        if bit & order.pieces and state.turn < order.before_turn and not is_free:
            found |= order.hexes
    return found


@lru_cache(maxsize=16)
def bound(scenario: Scenario) -> Pieces:
    """25.4, 25.9, 25.10 - the units that some order binds at some time."""
    found = scenario.kinds.german & scenario.kinds.motorised
    for order in scenario.orders:
        found |= order.pieces
    return found


@lru_cache(maxsize=16)
def beyond_flanks(scenario: Scenario) -> Region:
    """25.9 - the columns that German motorised units wait before."""
    board = scenario.ground.map
    return sum(1 << hex_ for hex_ in board.hexes if board.column(hex_) >= scenario.flank_column)
