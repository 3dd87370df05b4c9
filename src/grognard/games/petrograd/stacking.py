"""1.5 - Stacking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.state import Petrograd


def fits(state: Petrograd, hex_: Hex, pieces: Pieces) -> bool:
    """1.5 - whether pieces may stop in a hex with what is there: 10 PE, Estonians apart."""
    kinds = state.scenario.kinds
    troops = pieces & kinds.troops
    if not troops:
        return True
    present = state.units_at(hex_)
    together = troops | present
    if together & kinds.estonian and together & ~kinds.estonian:
        return False
    points = sum([state.steps[piece] for piece in numbers(together)])
    return points <= state.scenario.tables.stacking


def crowded(state: Petrograd, piece: PieceIndex, goals: Region) -> Region:
    """1.5 - those of some hexes where a piece may not stop."""
    if not state.scenario.kinds.troops >> piece & 1:
        return 0
    found, bit = 0, 1 << piece
    for hex_ in numbers(goals & state.held[state.scenario.pieces[piece].side]):
        if not fits(state, hex_, bit):
            found |= 1 << hex_
    return found
