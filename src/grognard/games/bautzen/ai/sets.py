"""Sets, and what was found out about them: a plan looks at the same ones many times."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grognard.engine.hexmap import Hex, HexMap, Region

FARTHEST: Final = 6
"""No headquarters supports from farther away."""
REMOTE: Final = 4
"""How far from the enemy is far enough."""


@lru_cache(maxsize=32768)
def each_of(bits: int) -> tuple[int, ...]:
    """Return the numbers in the set, in rising order.

    >>> each_of(0b101001)
    (0, 3, 5)
    """
    return tuple(numbers(bits))


@lru_cache(maxsize=1024)
def picker(bits: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return what picks the items with the numbers in the set out of a sequence.

    >>> picker(0b101001)([7, 6, 5, 4, 3, 2])
    (7, 4, 2)
    """
    chosen = each_of(bits)
    if len(chosen) < 2:
        return lambda items: tuple([items[number] for number in chosen])
    return itemgetter(*chosen)


@lru_cache(maxsize=8192)
def flooded(board: HexMap, start: Region, avoiding: Region) -> Region:
    """Return every hex reachable from `start` without entering `avoiding`."""
    return board.flood(start, avoiding=avoiding)


@lru_cache(maxsize=8192)
def passable(board: HexMap, held: Region, zone: Region, foes: Region) -> Region:
    """3 - return the hexes of a zone that an enemy may come to: he enters it from outside.

    `held` are the hexes of those whose zone it is, `foes` those of the enemy.
    """
    return zone & ~(held | foes) & board.adjacent(board.everywhere & ~(held | zone))


@lru_cache(maxsize=8192)
def discs(board: HexMap, spots: Region, radius: int) -> Region:
    """Return every hex at most `radius` hexes from one of some hexes."""
    return board.within(spots, radius)


class RearScores:
    """How well hexes lie behind units that stand in some hexes before an enemy."""

    def __init__(self, board: HexMap, spots: Region, foes: Region) -> None:
        near, away = board.distances_to(spots), board.distances_to(foes)
        self.score = {h: 1.2 * min(away[h], REMOTE) - 0.2 * near[h] for h in board.hexes}
        """By hex: the better the farther from any enemy, up to a point, and the nearer to them."""
        levels: dict[float, Region] = {}
        for hex_ in each_of(discs(board, spots, FARTHEST)):
            levels[self.score[hex_]] = levels.get(self.score[hex_], 0) | 1 << hex_
        self._levels = sorted(levels.items(), reverse=True)

    def best(self, region: Region) -> tuple[float, Hex]:
        """Return the best hex of a region and its score, or that there is none."""
        for score, level in self._levels:
            found = region & level
            if found:
                return score, (found & -found).bit_length() - 1
        return -1e9, -1


@lru_cache(maxsize=4096)
def rear_of(board: HexMap, spots: Region, foes: Region) -> RearScores:
    """Return what lies behind units in some hexes; plans look at the same ones many times."""
    return RearScores(board, spots, foes)
