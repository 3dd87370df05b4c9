"""10 - Dominant positions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.games.bautzen.state import ENEMY

if TYPE_CHECKING:
    from grognard.engine.hexmap import HexMap, Region
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Bautzen


def heights_held(state: Bautzen, side: Side) -> Region:
    """10.3, 10.4 - the dominant positions that a unit of `side` occupies."""
    return state.scenario.board.dominant & state.held[side]


def heights_friendly(state: Bautzen, side: Side) -> Region:
    """10.2 - the dominant positions that `side` occupies or controls."""
    return state.scenario.board.dominant & (state.held[side] | state.control[side])


def overlooked(state: Bautzen, side: Side) -> Region:
    """10.4 - every hex within two of a dominant position held by `side`."""
    scenario = state.scenario
    return _within(scenario.board.map, heights_held(state, side), scenario.tables.dominant_reach)


def supported_ground(state: Bautzen, side: Side) -> Region:
    """10.2 - where a unit of `side` draws two more points from each headquarters."""
    scenario = state.scenario
    heights = heights_friendly(state, side)
    return _within(scenario.board.map, heights, scenario.tables.dominant_reach)


@lru_cache(maxsize=4096)
def _within(board: HexMap, heights: Region, distance: int) -> Region:
    """Return what lies near some heights; remembered, since few of them ever change hands."""
    return board.within(heights, distance)


def inspected(state: Bautzen, side: Side) -> Region:
    """10.3 - the hexes whose enemy stacks `side` may look into."""
    around = state.scenario.board.map.adjacent(heights_held(state, side))
    return around & (state.held[ENEMY[side]] | state.convoys_at[ENEMY[side]])
