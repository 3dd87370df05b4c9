"""What stands behind a unit: its defence, its supports, its formation, its reach."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from grognard.engine.bits import bits_of
from grognard.games.bautzen import combat, movement
from grognard.games.bautzen.ai.lore import lore_of
from grognard.games.bautzen.ai.sets import each_of
from grognard.games.bautzen.combat import is_whole_formation
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.stacking import fits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.ai.lore import Lore
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces

Reach: TypeAlias = dict[int, int]
"""By piece: the hexes it can move to."""

NEARNESS: Final = 0.87
"""How the pull of a goal fades with each hex."""
HELPED: Final = 0.7
COLUMN_SPENT: Final = 0.75
PLANE_SPENT: Final = 0.5
"""The share of the support in range that a defender is likely to have; how likely he is to spend a
supply column, or an aircraft, that he could."""


@lru_cache(maxsize=1024)
def nearness(lore: Lore, goals: tuple[tuple[Hex, float], ...]) -> tuple[float, ...]:
    """Return, by hex, the weight of the goal that counts most there, fading with distance."""
    board = lore.map
    pull = [0.0] * board.size
    for hex_ in board.hexes:
        pull[hex_] = max(weight * NEARNESS ** board.distance(hex_, g) for g, weight in goals)
    return tuple(pull)


@lru_cache(maxsize=1024)
def weighted(lore: Lore, goals: tuple[tuple[Hex, float], ...], weight: float) -> tuple[float, ...]:
    """Return nearness, by hex, for a unit of some weight."""
    return tuple([pull * weight for pull in nearness(lore, goals)])


@lru_cache(maxsize=65536)
def supporters_of(lore: Lore, units: Pieces) -> Pieces:
    """9.2 - return the headquarters and artillery that may support one of these units."""
    allowed = 0
    for piece in each_of(units):
        allowed |= lore.supporters[piece]
    return allowed


@lru_cache(maxsize=1024)
def room_for(lore: Lore, piece: PieceIndex) -> Region:
    """5.2 - return the hexes where a piece may stand by itself."""
    fitting = [hex_ for hex_ in lore.map.hexes if fits(lore.scenario, hex_, 1 << piece)]
    return bits_of(fitting)


def own_defence(state: Bautzen, units: Pieces, *, is_cut: bool) -> int:
    """8.6 - what units defend with by themselves, headquarters apart."""
    scenario, pieces = state.scenario, state.scenario.pieces
    arms = scenario.artillery | scenario.anti_tank
    if not units & ~arms:
        return units.bit_count()
    total = 0
    weak = ~lore_of(scenario).foot
    for piece in each_of(units & scenario.combat_units):
        factor = pieces[piece].defence[state.steps[piece]]
        total += (factor + 1) // 2 if is_cut and weak >> piece & 1 else factor
    return total


def foreseen_defence(
    state: Bautzen, side: Side, hex_: Hex, helped: float = HELPED
) -> tuple[int, float]:
    """Return what a hex of `side` will defend with, and the columns that it is likely to shift.

    7.2.1, 10 - by supply columns near it, and by an aircraft that is not used yet: what may be
    spent on one attack alone is not spent on every one. `helped` is the share of the support in
    range that it is likely to be given: 9.1 - each headquarters supports once in a segment.
    """
    scenario, pieces = state.scenario, state.scenario.pieces
    lore = lore_of(scenario)
    units = state.units_at(hex_)
    total = combat.total(combat.defence_factors(state, hex_))
    ready = state.owned[side] & lore.helpers[side] & ~state.supported & ~state.unsupplied
    in_stack = units & scenario.headquarters
    allowed = supporters_of(lore, units)
    far = 0
    for piece in each_of(ready & allowed & ~in_stack):
        if lore.map.distance(state.where[piece], hex_) <= pieces[piece].range:
            far += pieces[piece].support
    near = lore.map.disc(hex_, 1)
    columns = sum(
        near >> state.where[piece] & 1 for piece in each_of(state.owned[side] & scenario.convoys)
    )
    planes = bool(state.aircraft & ~state.aircraft_used) and side is Side.ALLIED
    return max(1, total + int(far * helped)), COLUMN_SPENT * min(columns, 2) + PLANE_SPENT * planes


def whole_formation(state: Bautzen, side: Side, attackers: Pieces) -> int:
    """8.2 - the die modifier for a formation that attacks as a whole."""
    is_whole = is_whole_formation(state, side, attackers)
    return state.scenario.tables.die_formation if is_whole else 0


def reaches(state: Bautzen, side: Side, pieces: Sequence[PieceIndex]) -> Reach:
    """4 - where each piece can go, its own hex included."""
    found = {}
    for piece in pieces:
        here = 1 << state.where[piece] if state.where[piece] >= 0 else 0
        found[piece] = here | movement.reach(state, side, 1 << piece)
    return found
