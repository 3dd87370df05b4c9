"""3, 9.3 - Zones of control (ZdC): the one place that says where they reach."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.kit.zones import Zones

if TYPE_CHECKING:
    from grognard.engine.hexmap import Region
    from grognard.games.bautzen.printed import Board, Side
    from grognard.games.bautzen.state import Bautzen


@lru_cache(maxsize=64)
def zones(board: Board) -> Zones:
    """3 - a zone reaches all adjacent hexes; rivers and lakes do not limit it."""
    return Zones(board.map)


def zone_of_control(state: Bautzen, side: Side) -> Region:
    """3, 9.3 - every hex next to a unit of `side`, headquarters, artillery and anti-tank included.

    Supply columns and aircraft have none (BZ-R03).
    """
    return zone_around(state.scenario.board, state.held[side])


@lru_cache(maxsize=16384)
def zone_around(board: Board, held: Region) -> Region:
    """3 - the zone of units in some hexes; remembered, since one side stands still."""
    return zones(board).around(held)
