"""Where headquarters and artillery stand, and what was found out while they stood there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from grognard.games.bautzen.ai.sets import each_of, picker
from grognard.games.bautzen.ai.strength import supporters_of
from grognard.games.bautzen.ai.viewpoint import Viewpoint

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.ai.lore import Lore
    from grognard.games.bautzen.ai.style import Style
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces


Shelf: TypeAlias = dict[tuple["Pieces", "Region", bool, "Region"], float]
"""The threats to stacks of one hex: by units, from where they come, whether it is cut off, and
where the enemy is out of supply."""

Book: TypeAlias = dict[tuple["Pieces", "Region", "Pieces", bool, "Pieces"], "PlannedAssault | None"]
"""The attacks on one hex: by attackers, from where, supports spent, whether it is shut in, and
those of the attackers who are out of supply."""


@dataclass(frozen=True, slots=True)
class PlannedAssault:
    """An attack as planned or foreseen."""

    target: Hex
    attackers: Pieces
    supports: Pieces
    value: float


@dataclass(slots=True)
class Posts:
    """The headquarters and artillery of a side as they stand, and what was worked out for that."""

    lore: Lore
    helpers: Pieces
    cover: dict[PieceIndex, Region]
    """By helper: the hexes within its range."""
    shelves: dict[Hex, Shelf] = field(default_factory=dict)
    """By hex of mine: the threats to stacks there."""
    books: dict[Hex, Book] = field(default_factory=dict)
    """By enemy hex: the attacks on it."""

    def inherit(self, other: Posts) -> None:
        """Take over what was worked out for other posts and holds for these as well.

        It does for a hex that lies in range of the same helpers, and for an enemy hex if that is
        so of every hex from which it may be attacked.
        """
        changed, approaches = 0, self.lore.approaches
        for helper, region in self.cover.items():
            changed |= region ^ other.cover.get(helper, 0)
        self.shelves = {h: shelf for h, shelf in other.shelves.items() if not changed >> h & 1}
        self.books = {h: book for h, book in other.books.items() if not changed & approaches[h]}

    def in_range(self, hex_: Hex) -> Pieces:
        """Return the helpers within whose range a hex lies."""
        found = 0
        for helper, region in self.cover.items():
            if region >> hex_ & 1:
                found |= 1 << helper
        return found

    def backing(self, units: Pieces, hex_: Hex) -> int:
        """Return the support that a stack may count on: half of what is in range, his own HQ."""
        pieces, cover = self.lore.scenario.pieces, self.cover
        total = 0
        for helper in each_of(self.helpers & (units | supporters_of(self.lore, units))):
            support = pieces[helper].support
            if units >> helper & 1:
                total += 2 * support if units & ~(1 << helper) else (support + 1)
            elif cover[helper] >> hex_ & 1:
                total += support
        return total // 2

    def supports(self, attackers: Pieces, hexes: Region, spent: Pieces) -> Pieces:
        """9.2 - return those not yet spent that may support attackers, with a hex in range."""
        found = 0
        for helper in each_of(self.helpers & supporters_of(self.lore, attackers) & ~spent):
            if self.cover[helper] & hexes:
                found |= 1 << helper
        return found


class Rear(Viewpoint):
    """A side's headquarters and artillery, in all the places where they are tried."""

    def __init__(self, state: Bautzen, side: Side, style: Style) -> None:
        super().__init__(state, side, style)
        self._posts: dict[tuple[Pieces, tuple[Hex, ...]], Posts] = {}
        self._latest: Posts | None = None

    def posts(self, state: Bautzen) -> Posts:
        """Return the posts of a position."""
        helpers = state.owned[self.side] & self.lore.helpers[self.side]
        key = (helpers, picker(helpers)(state.where))
        found = self._posts.get(key)
        if found is None:
            found = self._posts[key] = Posts(self.lore, helpers, self._cover(state, helpers))
            if self._latest is not None and self._latest.helpers == helpers:
                found.inherit(self._latest)
        self._latest = found
        return found

    def _cover(self, state: Bautzen, helpers: Pieces) -> dict[PieceIndex, Region]:
        pieces, disc = self.scenario.pieces, self.lore.map.disc
        return {p: disc(state.where[p], pieces[p].range) for p in each_of(helpers)}
