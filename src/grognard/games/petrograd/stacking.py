"""1.5 - Stacking."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.printed import Scenario
    from grognard.games.petrograd.state import Petrograd


def fits(state: Petrograd, hex_: Hex, pieces: Pieces) -> bool:
    """1.5 - whether pieces may stop in a hex with what is there: 10 SP, Estonians apart."""
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
    scenario, kinds = state.scenario, state.scenario.kinds
    if not kinds.troops >> piece & 1:
        return 0
    side = scenario.pieces[piece].side
    goals &= state.held[side]
    if not goals:
        return 0
    estonian = state.owned[side] & kinds.estonian
    found = 0
    if estonian:
        apart = state.owned[side] & kinds.army if kinds.estonian >> piece & 1 else estonian
        found = state.hexes_of(apart) & goals
    bit, troops, pairs = 1 << piece, kinds.troops, two_fit(scenario)
    doubtful = goals & ~found
    if pairs:
        doubtful &= state.crowded
    for hex_ in numbers(doubtful):
        present = state.stacks[hex_] & troops
        is_one = pairs and not present & (present - 1)
        if not is_one and not fits(state, hex_, bit):
            found |= 1 << hex_
    return found


@lru_cache(maxsize=64)
def two_fit(scenario: Scenario) -> bool:
    """1.5 - whether any two troops of a side may share a hex, so that only stacks are in doubt."""
    most = max(piece.points for piece in scenario.pieces)
    return 2 * most <= scenario.tables.stacking
