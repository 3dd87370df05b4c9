"""3.1 - Stacking."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import MARKS, numbers
from grognard.games.eastfront.load_scenario import stacking_limit

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import Pieces
    from grognard.games.eastfront.printed import Scenario
    from grognard.games.eastfront.state import Luga


@lru_cache(maxsize=16)
def limits(scenario: Scenario) -> tuple[int, ...]:
    """3.1 - by hex: the points that it holds."""
    ground = scenario.ground
    return tuple(stacking_limit(ground, scenario.tables, hex_) for hex_ in range(ground.map.size))


@lru_cache(maxsize=16)
def weights(scenario: Scenario) -> tuple[int, ...]:
    """3.1 - by piece: what it counts in a hex."""
    return tuple(piece.stacking for piece in scenario.pieces)


@lru_cache(maxsize=16384)
def points_of(scenario: Scenario, pieces: Pieces) -> int:
    """3.1 - what some pieces count."""
    weight = weights(scenario)
    return sum([weight[piece] for piece in numbers(pieces)])


def fits(state: Luga, hex_: Hex, pieces: Pieces) -> bool:
    """3.1 - whether pieces may stop in a hex with what is there."""
    more = points_of(state.scenario, pieces & ~state.stacks[hex_])
    if not more:
        return True
    present = points_of(state.scenario, state.stacks[hex_])
    return present + more <= limits(state.scenario)[hex_]


def holds(state: Luga, hex_: Hex, pieces: Pieces) -> bool:
    """3.1 - whether a hex has room for pieces that come, or have just come, with what is there."""
    return points_of(state.scenario, state.stacks[hex_] | pieces) <= limits(state.scenario)[hex_]


def crowded(state: Luga, pieces: Pieces, goals: Region) -> Region:
    """3.1 - those of some hexes where pieces may not stop."""
    scenario = state.scenario
    more = points_of(scenario, pieces)
    if not more:
        return 0
    tables, swamp, found = scenario.tables, scenario.ground.swamp, 0
    doubtful = goals & state.occupied(scenario.pieces[pieces.bit_length() - 1].side)
    if more + heaviest(scenario) <= tables.stacking:
        doubtful &= state.crowded | swamp
    room = limits(scenario)
    while doubtful:
        hex_ = doubtful.bit_length() - 1
        doubtful -= MARKS[hex_]
        if points_of(scenario, state.stacks[hex_]) + more > room[hex_]:
            found |= MARKS[hex_]
    if more > tables.stacking_swamp:
        found |= swamp & goals
    if more > tables.stacking:
        found |= goals & ~scenario.ground.major_cities
    return found


@lru_cache(maxsize=16)
def heaviest(scenario: Scenario) -> int:
    """3.1 - what the largest piece counts: where it stands alone, others may join it."""
    return max(weights(scenario))
