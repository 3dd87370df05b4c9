"""The cheapest line of hexes that parts one region of a map from another: a minimum vertex cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grognard.engine.hexmap import Hex, HexMap, Region

BARRED: Final = 1000
"""The price of a hex that nobody could shut."""

Side = tuple["Hex", bool]
"""A hex as it is entered (False) or left (True)."""


def cheapest_cut(board: HexMap, inner: Region, outer: Region, price: Sequence[int]) -> Region:
    """Return the hexes to shut so that no way leads from one region to the other, or nothing.

    `price` says by hex what it costs to shut it, nothing if it is shut already. Of several cuts as
    cheap as each other, the nearest to `inner` is returned; hexes of `inner` are never shut.
    """
    flow = _Flow(board, inner, outer & ~inner, price)
    while flow.augment():
        if flow.total >= BARRED:
            return 0
    return flow.cut


class _Flow:
    """A flow from one region to another in which each hex lets through what its price is."""

    def __init__(self, board: HexMap, inner: Region, outer: Region, price: Sequence[int]) -> None:
        self.board, self.inner, self.outer, self.price = board, inner, outer, price
        self.through: dict[Hex, int] = {}
        self.along: dict[tuple[Hex, Hex], int] = {}
        self.total = 0
        self.cut: Region = 0

    def augment(self) -> bool:
        """Send more along a way that has room; where there is none, say what is in the way."""
        came: dict[Side, Side] = {}
        frontier: list[Side] = []
        for hex_ in numbers(self.inner):
            came[hex_, True] = (hex_, True)
            frontier.append((hex_, True))
        while frontier:
            following: list[Side] = []
            for here in frontier:
                for there in self._ways(here):
                    if there in came:
                        continue
                    came[there] = here
                    if there[1] and self.outer >> there[0] & 1:
                        self._send(came, there)
                        return True
                    following.append(there)
            frontier = following
        self.cut = 0
        for hex_, is_left in came:
            if not is_left and (hex_, True) not in came:
                self.cut |= 1 << hex_
        return False

    def _ways(self, here: Side) -> list[Side]:
        hex_, is_left = here
        if is_left:
            price, inner = self.price, self.inner
            found = [
                (k, False) for k in self.board.neighbours[hex_] if price[k] and not inner >> k & 1
            ]
            if self.through.get(hex_):
                found.append((hex_, False))
            return found
        found = [(k, True) for k in self.board.neighbours[hex_] if self.along.get((k, hex_))]
        if self.through.get(hex_, 0) < self.price[hex_]:
            found.append((hex_, True))
        return found

    def _send(self, came: Mapping[Side, Side], end: Side) -> None:
        line = [end]
        while came[line[-1]] != line[-1]:
            line.append(came[line[-1]])
        steps = list(zip(line[1:], line, strict=False))
        amount = min(self._room(a, b) for a, b in steps)
        for (h, out_of), (k, _) in steps:
            if h == k:
                change = -amount if out_of else amount
                self.through[h] = self.through.get(h, 0) + change
            elif out_of:
                self.along[h, k] = self.along.get((h, k), 0) + amount
            else:
                self.along[k, h] -= amount
        self.total += amount

    def _room(self, a: Side, b: Side) -> int:
        (h, out_of), (k, _) = a, b
        if h == k:
            return self.through[h] if out_of else self.price[h] - self.through.get(h, 0)
        return BARRED if out_of else self.along[k, h]
