"""Where a piece can go: least cost over hexes, links along roads, zones of control on the way.

A game describes its map once per class of mover with three small functions (what a step across a
side costs, what a link costs, which links meet) and says in a `ZoneLaw` what enemy zones do to it;
`Paths.reach` then answers for any position. Costs are whole numbers: `Scale` turns movement points
into halves, thirds or sixths. A piece that stops to overrun goes on with another `Leg` from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import MARKS, numbers
from grognard.engine.movermap import NEVER as NEVER
from grognard.engine.movermap import WHOLE as WHOLE
from grognard.engine.movermap import Leg as Leg
from grognard.engine.movermap import Out as Out
from grognard.engine.movermap import ZoneLaw as ZoneLaw
from grognard.engine.scale import Cost as Cost  # noqa: TC001 - games take it from here
from grognard.engine.scale import Scale as Scale
from grognard.engine.search import Search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex, Region

KNOWN: Final = 16384
"""How many answers are remembered at most."""


class Paths(Search):
    """The steps of one class of mover over one map, and what its pieces reach."""

    def reach(self, leg: Leg, *, remember: bool = True) -> Region:
        """Return every hex that can be entered; remembered, where it will be asked again."""
        found = self._known.get(leg) if self._known else None
        if found is None:
            found = self.flood(leg)
            if remember:
                if len(self._known) >= KNOWN:
                    self._known.clear()
                self._known[leg] = found
        return found

    def flood(self, leg: Leg, others: Sequence[tuple[Hex, Cost]] = ()) -> Region:
        """Return `reach`, found anew: whole regions, one cost after the other; `costs` is plain.

        `others` are more starts and what is spent there, no less than at the first; all lie
        outside the zone. Where a piece goes on in the zone, there is nothing but the plain search.
        """
        enter, _, stops, between, by_link, infiltrates = leg.law
        if between or not stops:
            return self._searched(leg, others)
        if by_link and not self._on_line:
            reached = self._by_layers(leg)
            for start, spent in others:
                reached |= self._by_layers(leg._replace(start=start, spent=spent))
        elif enter:
            reached = self._up_to_zone(leg)
            for start, spent in others:
                reached |= self._up_to_zone(leg._replace(start=start, spent=spent))
        else:
            reached = self._at_once(leg, others)
        if reached.bit_length() > self.board.size:
            reached = self._hexes(reached)
        if (infiltrates or self._whole) and not leg.spent:
            reached |= self._for_all(leg)
        return reached ^ reached & MARKS[leg.start]

    def cost(self, leg: Leg, goal: Hex) -> Cost:
        """Return the least cost spent at one hex, `NEVER` where it is out of reach."""
        start, _, allowance, zone, closed, law = leg
        if not self._is_layered(law):
            return self.costs(leg).get(goal, NEVER)
        if closed >> goal & 1 or goal == start:
            return NEVER
        left, layers = self._layered(leg)
        best, least = NEVER, _spent(layers, goal)
        if least:
            least += (zone >> goal & 1) * law.enter
            best = allowance - left + least if least <= left else NEVER
        return min(best, allowance) if self._for_all(leg) >> goal & 1 else best

    def passed(self, leg: Leg, goal: Hex, among: Region = -1) -> Region:
        """Return those of some hexes that a cheapest way to a goal may lead over, both ends apart.

        Much faster than `route`; where the law is no layered one it may be more hexes.
        """
        if not self._is_layered(leg.law):
            return self.reach(leg) & among
        _, layers = self._layered(leg)
        cost, quiet = _spent(layers, goal), ~leg.zone
        among &= quiet
        wanted = layers[0] & among
        if not cost or wanted == layers[cost - 1] & among:
            return 0
        first = next(spent for spent, left in enumerate(layers) if left & among != wanted)
        into, found = self._into[True], 0
        waiting = [(goal, cost)]
        while waiting:
            there, cost = waiting.pop()
            for price, before in into[there] or self._ways_in(there, True):
                spent = cost - price
                if first <= spent:
                    came = before & (layers[spent - 1] ^ layers[spent]) & quiet & ~found
                    if came:
                        found |= came
                        waiting += [(hex_, spent) for hex_ in numbers(came)]
        return found & among

    def _at_once(self, leg: Leg, others: Sequence[tuple[Hex, Cost]]) -> Region:
        """Return the nodes reached, those of the zone and those outside it in one flood.

        Everything is written out in one loop, because it runs more often than anything else; what
        is surely in a set is taken out with ``-``, which the interpreter does faster than ``^``.
        """
        start, spent, allowance, zone, closed, law = leg
        if self._clear and not others:
            clear = self._clear.get((start, allowance - spent))
            if clear and not (zone | closed | self._steps.changed) & clear:
                return clear
        steps = self._even[law.by_link] or self._laid_even(by_link=law.by_link)
        begun, left, mixed = 1 << start, allowance - spent, steps.mixed
        everywhere = self.board.everywhere
        fresh = everywhere ^ everywhere & closed
        quiet = fresh ^ fresh & zone
        for here, nodes in self._lined:
            if here & quiet:
                quiet |= nodes
                fresh |= nodes
            elif law.by_link and here & fresh:
                fresh |= nodes
        fresh ^= fresh & begun
        allowed = (fresh if law.by_link else quiet) * steps.links | steps.free
        if zone & begun:
            left -= law.leave
            pending = steps.across[start] & quiet * steps.slots
            if law.by_link:
                pending |= steps.from_last[start + 1] & quiet * steps.links
        else:
            pending = steps.from_last[start + 1] & allowed
            if mixed:
                pending |= steps.by_mixed(start, quiet)
        for other, later in others:
            onward = steps.from_last[other + 1] & allowed | steps.by_mixed(other, quiet)
            pending |= onward << (later - spent) * steps.slot
        if left <= 0:
            return 0
        from_last, last, slot, unreached = steps.from_last, steps.last, steps.slot, fresh
        for _ in range(left - 1):
            front = pending & unreached
            pending >>= slot
            if front:
                unreached -= front
                front &= quiet
                if front:
                    for linked, by_last, at in mixed:
                        linked &= front
                        if linked:
                            found = 0
                            while linked:
                                length = linked.bit_length()
                                found |= by_last[length]
                                linked -= last[length]
                            pending |= (found & quiet) << at
                    length = front.bit_length()
                    found = from_last[length]
                    front -= last[length]
                    while front:
                        length = front.bit_length()
                        found |= from_last[length]
                        front -= last[length]
                    pending |= found & allowed
            elif not pending:
                break
        reached = fresh ^ unreached | pending & unreached
        if not self._on_line and not (others or reached & (zone | closed)):
            found = reached | begun
            self._remember_clear(leg, found, self.board.adjacent(found))
        return reached

    def _up_to_zone(self, leg: Leg) -> Region:
        """Return the nodes reached: first those outside the zone, then the edge of the zone.

        So nothing in the long ints need tell how the zone was entered, nor what that cost more.
        """
        start, spent, allowance, zone, closed, law = leg
        begun, clear = 1 << start, self._clear.get((start, allowance - spent))
        if clear and not (zone | closed | self._steps.changed) & clear:
            return clear ^ begun
        left, unreached = self._outside_zone(leg)
        if left <= 0:
            return 0
        reached = unreached[0] ^ unreached[-1]
        left -= law.enter
        known = reached | begun ^ begun & zone
        near = self.board.adjacent(self._hexes(known))
        edge = near & zone
        edge ^= edge & (closed | begun)
        if not edge:
            self._remember_clear(leg, reached | begun, near)
            return reached
        into, end = self._into[law.by_link], len(unreached) - 1
        for there in numbers(edge):
            for cost, before in into[there] or self._ways_in(there, law.by_link):
                if cost > left:
                    break
                before &= known
                if before and before & unreached[min(left - cost, end)] != before:
                    reached |= MARKS[there]
                    break
        return reached

    def _outside_zone(self, leg: Leg) -> tuple[Cost, list[Region]]:
        """Return what there is to spend, and the layers of the nodes outside the zone."""
        start, spent, allowance, zone, closed, law = leg
        begun, steps, left = 1 << start, self._steps, allowance - spent
        everywhere = self.board.everywhere
        quiet = everywhere ^ everywhere & (closed | zone)
        for here, nodes in self._lined:
            if here & quiet:
                quiet |= nodes
        quiet &= ~begun
        pending = steps.out_of(start)
        if zone & begun:
            left -= law.leave
            if not law.by_link:
                pending = steps.across[start]
        return left, self._layers(pending, left, quiet) if left > 0 else [quiet]

    def _remember_clear(self, leg: Leg, found: Region, near: Region) -> None:
        """Remember what a piece reaches, if nothing there and next to it was in its way."""
        blocked = leg.zone | leg.closed | self._steps.changed
        if not blocked & (found | near) and not self._on_line:
            if len(self._clear) >= KNOWN:
                self._clear.clear()
            self._clear[leg.start, leg.allowance - leg.spent] = found

    def _is_layered(self, law: ZoneLaw) -> bool:
        """Whether every step costs the same in the zone and outside it, but for entering it."""
        return law.by_link and law.stops and not (law.from_zone_to_zone or self._on_line)

    def _by_layers(self, leg: Leg) -> Region:
        """Return the hexes reached where the law is a layered one."""
        zone = leg.zone
        left, layers = self._layered(leg)
        to_zone = left - leg.law.enter
        in_time = layers[min(to_zone, len(layers) - 1)] if to_zone > 0 else layers[0]
        return layers[0] ^ layers[-1] ^ (in_time ^ layers[-1]) & zone

    def _layered(self, leg: Leg) -> tuple[Cost, list[Region]]:
        """Return what there is to spend, and the layers of all hexes; those of the zone are ends.

        What entering the zone costs more is in none of them.
        """
        if self._last is not None and self._last[0] == leg:
            return self._last[1]
        start, spent, allowance, zone, closed, law = leg
        begun, steps, left = 1 << start, self._steps, allowance - spent
        everywhere = self.board.everywhere
        fresh = everywhere ^ everywhere & (closed | begun)
        pending = steps.out_of(start)
        if zone & begun:
            left -= law.leave
            edges = self._edges[start]
            pending = steps.marks([edge for edge in edges if not zone >> edge[0] & 1])
        layers = self._layers(pending, left, fresh, fresh ^ fresh & zone) if left > 0 else [fresh]
        self._last = leg, (left, layers)
        return left, layers

    def _layers(
        self, pending: int, left: Cost, unreached: Region, through: Region = 0
    ) -> list[Region]:
        """Return by the points spent, from none to all, which of some nodes are not reached yet.

        The list ends where nothing more is reached; `through` are the nodes from which steps go on,
        if these are not all. What is surely in a set is taken out with ``^``, which for long ints
        is faster than ``-``.
        """
        steps, layers = self._steps, [unreached]
        from_last, last, slot, odd = steps.from_last, steps.last, steps.slot, steps.odd
        for _ in range(left - 1):
            front = pending & unreached
            pending >>= slot
            if front:
                unreached ^= front
                if through:
                    front &= through
                if odd and front & odd:
                    apart = front & odd
                    front ^= apart
                    pending |= steps.out_of_odd(apart)
                length = front.bit_length()
                found = from_last[length]
                front ^= last[length]
                while front:
                    length = front.bit_length()
                    found |= from_last[length]
                    front ^= last[length]
                pending |= found
            elif not pending:
                return layers
            layers.append(unreached)
        layers.append(unreached ^ pending & unreached)
        return layers

    def _searched(self, leg: Leg, others: Sequence[tuple[Hex, Cost]]) -> Region:
        """Return `reach` by the plain search, from each of some starts."""
        found = 0
        for start, spent in ((leg.start, leg.spent), *others):
            for hex_ in self.costs(leg._replace(start=start, spent=spent)):
                found |= 1 << hex_
        return found & ~(1 << leg.start)


def _spent(layers: Sequence[Region], goal: Hex) -> Cost:
    """Return the number of the first of some layers in which a hex is reached, 0 if in none."""
    mark = MARKS[goal]
    for spent, left in enumerate(layers):
        if not left & mark:
            return spent
    return 0
