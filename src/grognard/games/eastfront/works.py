"""11.3, 18 - Bridges, fortified points and fortified sides as they stand now."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.eastfront.ground import Ground
    from grognard.games.eastfront.state import Luga
    from grognard.kit.board import Beyond


def points(state: Luga) -> Region:
    """18.1 - the fortified points that are not destroyed."""
    return state.scenario.ground.points & ~state.destroyed


def is_point(state: Luga, hex_: Hex) -> bool:
    """18.1 - whether a hex is a fortified point that is not destroyed."""
    return bool(points(state) >> hex_ & 1)


def crosses_line(state: Luga, here: Hex, there: Hex) -> bool:
    """18.2 - whether a fortified side that still counts lies between, from outside to inside."""
    return bool(state.scenario.ground.fortified[here] & ~state.breached & 1 << there)


def has_line(state: Luga, hex_: Hex) -> bool:
    """18.2 - whether a hex lies inside a fortified side that still counts."""
    inside = state.scenario.ground.board.before("fortified")[hex_]
    return bool(inside) and not state.breached >> hex_ & 1


def is_bridged(state: Luga, here: Hex, there: Hex) -> bool:
    """11.3 - whether a bridge stands between two hexes."""
    number = state.scenario.ground.bridge(here, there)
    return number >= 0 and not state.blown >> number & 1


def is_unbridged(state: Luga, here: Hex, there: Hex) -> bool:
    """10.4 - whether a major river without a standing bridge lies between two hexes."""
    ground = state.scenario.ground
    return bool(ground.major[here] >> there & 1) and not is_bridged(state, here, there)


def unbridged(state: Luga) -> Beyond:
    """10.4 - by hex: the neighbours across a major river without a standing bridge."""
    return lines(state.scenario.ground, state.blown)[2]


@lru_cache(maxsize=256)
def lines(ground: Ground, blown: int) -> tuple[Beyond, Beyond, Beyond]:
    """11.3 - main roads, railways and unbridged sides, with these bridges gone.

    A bridge that is gone carries neither road nor railway.
    """
    if not blown:
        return ground.main_road, ground.rail, ground.unbridged
    roads, rail, open_ = list(ground.main_road), list(ground.rail), list(ground.unbridged)
    for number in numbers(blown):
        one, other = ground.bridges[number]
        for here, there in ((one, other), (other, one)):
            roads[here] &= ~(1 << there)
            rail[here] &= ~(1 << there)
            open_[here] |= ground.major[here] & 1 << there
    return tuple(roads), tuple(rail), tuple(open_)
