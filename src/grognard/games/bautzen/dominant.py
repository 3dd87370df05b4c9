"""10 - Dominant positions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.games.bautzen.state import ENEMY

if TYPE_CHECKING:
    from grognard.engine.hexmap import Region
    from grognard.games.bautzen.printed import Scenario, Side
    from grognard.games.bautzen.state import Bautzen


def heights_held(state: Bautzen, side: Side) -> Region:
    """10.3, 10.4 - the dominant positions that a unit of `side` occupies."""
    return state.scenario.board.dominant & state.held[side]


def heights_friendly(state: Bautzen, side: Side) -> Region:
    """10.2 - the dominant positions that `side` occupies or controls."""
    return state.scenario.board.dominant & (state.held[side] | state.control[side])


def overlooked(state: Bautzen, side: Side) -> Region:
    """10.4 - every hex within two of a dominant position held by `side`."""
    return near_heights(state.scenario, heights_held(state, side))


def supported_ground(state: Bautzen, side: Side) -> Region:
    """10.2 - where a unit of `side` draws two more points from each headquarters."""
    return near_heights(state.scenario, heights_friendly(state, side))


@lru_cache(maxsize=4096)
def near_heights(scenario: Scenario, heights: Region) -> Region:
    """10.2, 10.4 - every hex within two of some heights; remembered, since they seldom change."""
    return scenario.board.map.within(heights, scenario.tables.dominant_reach)


def inspected(state: Bautzen, side: Side) -> Region:
    """10.3 - the hexes whose enemy stacks `side` may look into."""
    around = state.scenario.board.map.adjacent(heights_held(state, side))
    return around & (state.held[ENEMY[side]] | state.convoys_at[ENEMY[side]])
