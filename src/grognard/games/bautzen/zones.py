"""3, 9.3 - Zones of control (ZdC)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.engine.hexmap import HexMap, Region
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Bautzen


def zone_of_control(state: Bautzen, side: Side) -> Region:
    """3, 9.3 - every hex next to a unit of `side`, headquarters, artillery and anti-tank included.

    Supply columns and aircraft have none (BZ-R03); rivers and lakes do not limit it.
    """
    return _adjacent(state.scenario.board.map, state.held[side])


@lru_cache(maxsize=4096)
def _adjacent(board: HexMap, held: Region) -> Region:
    """Return the hexes next to a region; remembered, since one side stands still."""
    return board.adjacent(held)
