"""8 - Arrivals and withdrawals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.sight import tell
from grognard.games.eastfront.stacking import fits
from grognard.games.eastfront.supply import cut_off, sources, supplied
from grognard.games.eastfront.works import lines
from grognard.games.eastfront.zones import zone_of_control
from grognard.kit.supply import along

if TYPE_CHECKING:
    from grognard.engine.hexmap import Region
    from grognard.engine.meaning import PieceIndex
    from grognard.games.eastfront.state import Luga


def is_off_map(state: Luga, piece: PieceIndex) -> bool:
    """8.1 - whether a piece is still to come."""
    printed = state.scenario.pieces[piece]
    return bool(printed.turn and state.where[piece] < 0 and state.steps[piece])


def due(state: Luga, side: Side) -> list[PieceIndex]:
    """8.1 - the pieces of a side that should be on the map and are not, in their order."""
    return [
        piece.index
        for piece in state.scenario.pieces
        if piece.side is side and piece.turn <= state.turn and is_off_map(state, piece.index)
    ]


def entry_hexes(state: Luga, piece: PieceIndex) -> Region:
    """8.1 - the hexes in which a piece may arrive now."""
    scenario = state.scenario
    printed, enemy = scenario.pieces[piece], ENEMY[scenario.pieces[piece].side]
    entry = scenario.entries[printed.entry]
    closed = state.occupied(enemy)
    found = sum(1 << hex_ for hex_ in entry.hexes) & ~closed
    if entry.in_order:
        found = _first(state, printed.side, entry.hexes) & ~closed
    if state.delayed >> piece & 1:
        found |= entry.later & ~closed & ~state.control[enemy]
    if entry.rail:
        found |= entry.rail & rail_hexes(state)
    for hex_ in numbers(found & state.occupied(printed.side)):
        if not fits(state, hex_, 1 << piece):
            found &= ~(1 << hex_)
    return found


def _first(state: Luga, side: Side, hexes: tuple[int, ...]) -> Region:
    """8.1 - the first of some hexes that the enemy does not hold."""
    for hex_ in hexes:
        if not state.control[ENEMY[side]] >> hex_ & 1:
            return 1 << hex_
    return 0


def rail_hexes(state: Luga) -> Region:
    """8.3 - supplied railway hexes with a railway, free of Germans and their zones, to a source."""
    _, rail, _ = lines(state.scenario.ground, state.blown)
    closed = state.occupied(Side.GERMAN) | zone_of_control(state, Side.GERMAN)
    joined = along(sources(state, Side.SOVIET), rail, avoiding=closed)
    return joined & supplied(state, Side.SOVIET)


def arrive(state: Luga, piece: PieceIndex) -> None:
    """7.1, 8.1 - a piece has arrived; a Soviet HQ is not operational yet."""
    bit = 1 << piece
    state.delayed &= ~bit
    if bit & state.scenario.kinds.headquarters & state.scenario.kinds.soviet:
        state.inoperational |= bit


def is_withdrawal_asked(state: Luga) -> bool:
    """8.2 - whether the German player must say now if the division leaves."""
    scenario = state.scenario
    return state.turn == scenario.leaving_turn and bool(state.owned[Side.GERMAN] & scenario.leaving)


def withdraw(state: Luga) -> None:
    """8.2 - those of the division that are in general supply leave; the others wait for it."""
    leaving = state.owned[Side.GERMAN] & state.scenario.leaving & ~cut_off(state, Side.GERMAN)
    for piece in numbers(leaving):
        here = state.where[piece]
        tell(state, "withdrawn", "8.2", Side.GERMAN, 1 << piece, hex=here)
        state.withdraw(piece)
