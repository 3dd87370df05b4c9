"""Lines of supply: what is joined to sources over hexes that nobody closes.

`HexMap.flood` joins hexes side by side. A game whose lines run by road and railway and then a few
hexes across country puts `along` and `across` together; `Network` remembers what was joined.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from grognard.engine.bits import MARKS, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.kit.board import Beyond


class Network:
    """What is joined to some sources, found from what was joined to them before."""

    def __init__(self, board: HexMap, start: Region) -> None:
        self._board, self._start, self._joined = board, start, 0

    def avoiding(self, shut: Region) -> Region:
        """Return every hex joined to a source by hexes that are not shut."""
        self._joined = joined = self._board.flood(self._kept(shut), avoiding=shut)
        return joined

    def _kept(self, shut: Region) -> Region:
        """Return hexes that are joined still: a single one lost may not part its neighbours."""
        joined = self._joined
        lost = joined & shut
        if not lost:
            return joined | self._start
        if lost & (lost - 1) or lost & self._start:
            return self._start
        around = self._board.adjacent(lost) & joined
        return joined | self._start if _is_whole(self._board, around) else self._start


@lru_cache(maxsize=4096)
def _is_whole(board: HexMap, region: Region) -> bool:
    """Return whether one can go from any hex of a region to any other within it."""
    return board.flood(region & -region, avoiding=~region) == region


def along(start: Region, links: Beyond, *, avoiding: Region, most: int | None = None) -> Region:
    """Return every hex joined to `start` by links, at most so many of them, if that is said.

    `start` itself is tested against `avoiding` too.
    """
    everywhere = (1 << len(links)) - 1
    open_ = everywhere ^ everywhere & avoiding
    frontier = start & open_
    room = open_ ^ frontier
    steps = 0
    while frontier and steps != most:
        following = 0
        while frontier:
            hex_ = frontier.bit_length() - 1
            following |= links[hex_]
            frontier ^= MARKS[hex_]
        frontier = following & room
        room ^= frontier
        steps += 1
    return open_ ^ room


class Parts:
    """The parts into which barred hexes cut a network of links, each found when asked for."""

    def __init__(self, links: Beyond, shut: Region) -> None:
        self._links, self._shut = links, shut
        self._parts: list[Region] = []

    def joined_to(self, start: Region) -> Region:
        """Return every hex joined to `start` by links, as `along` does."""
        found, left = 0, start & ~self._shut
        while left:
            part = self._part_of(left.bit_length() - 1)
            found |= part
            left &= ~part
        return found

    def _part_of(self, hex_: Hex) -> Region:
        for part in self._parts:
            if part >> hex_ & 1:
                return part
        part = along(1 << hex_, self._links, avoiding=self._shut)
        self._parts.append(part)
        return part


def across(
    board: HexMap,
    start: Region,
    most: int,
    *,
    avoiding: Region,
    dear: Mapping[int, Region] | None = None,
    barred: Beyond | None = None,
    near: Callable[[Region], Region] | None = None,
) -> Region:
    """Return every hex at most so many hexes across country from `start`, itself included.

    A hex counts 1, or what `dear` says of some: ``{2: marsh}``; no step leads over a barred side.
    `near` may say faster what lies next to a region.
    """
    if near is None:
        near = partial(_neighbours, board, barred)
    if not dear:
        return _spread(start, most, near, board.everywhere & ~avoiding)
    prices = {1: board.everywhere, **dear}
    for price, region in dear.items():
        prices[1] &= ~region
        prices[price] = region & board.everywhere
    reached = [start] + [0] * most
    known = start
    for spent in range(most):
        frontier = reached[spent]
        if not frontier:
            continue
        beyond = near(frontier)
        beyond ^= beyond & (avoiding | known)
        for price, region in prices.items():
            if spent + price <= most:
                reached[spent + price] |= beyond & region
        for later in range(spent + 1, most + 1):
            reached[later] &= ~known
        known |= reached[spent + 1]
    for region in reached:
        known |= region
    return known


def _spread(start: Region, most: int, near: Callable[[Region], Region], room: Region) -> Region:
    """Return `across` where every hex counts 1."""
    known = frontier = start
    for _ in range(most):
        frontier = near(frontier) & room
        frontier ^= frontier & known
        if not frontier:
            break
        known |= frontier
    return known


def _neighbours(board: HexMap, barred: Beyond | None, region: Region) -> Region:
    if barred is None:
        return board.adjacent(region)
    found = 0
    for hex_ in numbers(region):
        found |= board.around[hex_] & ~barred[hex_]
    return found
