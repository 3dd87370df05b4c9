"""The plain search: the cheapest way of a piece, hex by hex.

It says what each hex costs and by which hexes the way leads; `path` finds whole regions faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import digits, numbers
from grognard.engine.movermap import NEVER, MoverMap

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.movermap import Leg, ZoneLaw
    from grognard.engine.scale import Cost


class Search(MoverMap):
    """What a piece can reach and what that costs, found from hex to hex."""

    def costs(self, leg: Leg) -> dict[Hex, Cost]:
        """Return every hex of `reach` and the least cost spent there."""
        start, best = leg.start, self._search(leg)
        del best[start]
        for node in [node for node in best if node >= self.board.size]:
            cost, hex_ = best.pop(node), self._hex_of[node]
            if hex_ != start:
                best[hex_] = min(cost, best.get(hex_, NEVER))
        return best

    def _search(self, leg: Leg, goal: Hex | None = None) -> dict[int, Cost]:
        """Return the least cost of every node, the start included; of a goal, no dearer ones."""
        start, spent, allowance, zone, closed, law = leg
        shut, zoned, edges = self._digits(closed), self._digits(zone), [*self._edges]
        best: dict[int, Cost] = {start: spent}
        buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
        if spent <= allowance:
            buckets[spent].append(start)
        for here in range(spent, allowance + 1):
            if goal in best and here >= best[goal]:
                break
            for node in buckets[here]:
                if best[node] < here:
                    continue
                leaves = zoned[node]
                for there, across, along in edges[node]:
                    if shut[there]:
                        continue
                    if leaves or zoned[there]:
                        cost = here + self._paid(law, across, along, leaves, zoned[there])
                    else:
                        cost = here + along
                    if cost <= allowance and cost < best.get(there, NEVER):
                        best[there] = cost
                        if not (law.stops and zoned[there]):
                            buckets[cost].append(there)
        for hex_ in numbers(self._for_all(leg)):
            best[hex_] = min(allowance, best.get(hex_, NEVER))
        return best

    def _paid(self, law: ZoneLaw, across: Cost, along: Cost, leaves: int, enters: int) -> Cost:
        """Return what a step costs where one end or both lie in the zone."""
        if not (leaves or enters):
            return along
        if leaves and enters and not law.from_zone_to_zone:
            return NEVER
        cost = along if law.by_link else across
        return cost + leaves * law.leave + enters * law.enter

    def _for_all(self, leg: Leg) -> Region:
        """Return the hexes that a piece which has not moved enters for all it has."""
        start, open_ = leg.start, self.board.everywhere & ~leg.closed
        if leg.spent or not leg.allowance:
            return 0
        found = self._whole.get(start, 0) & open_ & ~leg.zone
        if leg.law.infiltrates and leg.zone >> start & 1:
            found |= self.near(start, NEVER) & open_ & leg.zone
        return found

    def route(self, leg: Leg, goal: Hex) -> list[Hex]:
        """Return the hexes of a cheapest way to a goal within reach, the start left out."""
        best = self._search(leg) if self._on_line else self._search(leg, goal)
        ends = [node for node in best if self._hex_of[node] == goal]
        if not ends:
            return []
        order = {node: place for place, node in enumerate(best)}
        node = min(ends, key=best.__getitem__)
        way = []
        while node != leg.start:
            way.append(self._hex_of[node])
            # A step for all that a piece has comes from nowhere else than its start.
            before = [one for one in self._beside(node) if self._leads(leg, best, one, node)]
            node = min(before, key=order.__getitem__, default=leg.start)
        return way[::-1]

    def _leads(self, leg: Leg, best: Mapping[int, Cost], node: int, there: int) -> bool:
        """Whether a cheapest way comes to a node over another."""
        cost = best.get(node, NEVER)
        return cost < best[there] and cost + self._edge_cost(leg, node, there) == best[there]

    def _edge_cost(self, leg: Leg, node: int, there: int) -> Cost:
        """Return the cost of one step of a search, `NEVER` where the search does not make it."""
        leaves = leg.zone >> self._hex_of[node] & 1
        enters = leg.zone >> self._hex_of[there] & 1
        if leaves and leg.law.stops and node != leg.start:
            return NEVER
        for to, across, along in self._edges[node]:
            if to == there:
                return self._paid(leg.law, across, along, leaves, enters)
        return NEVER

    def overrun(self, leg: Leg, target: Hex, more: Cost) -> tuple[Hex, Cost] | None:
        """Return from where a piece overruns a hex on its way, and what it has spent when it does.

        It pays for the step into the hex and so much more; it stands before it in its start or
        outside the zone, to which the zone of the hex itself should not belong. If it wins, its
        next leg starts in the hex, with that spent.
        """
        found: tuple[Hex, Cost] | None = None
        for node, spent in self._search(leg).items():
            here = self._hex_of[node]
            if leg.zone >> here & 1 and node != leg.start:
                continue
            for there, across, along in self._edges[node]:
                paid = self._paid(leg.law, across, along, leg.zone >> here & 1, 0)
                cost = spent + paid + more
                if self._hex_of[there] != target or cost > leg.allowance:
                    continue
                if found is None or cost < found[1]:
                    found = here, cost
        return found

    def _digits(self, region: Region) -> bytes:
        """Return one byte a node, 1 where its hex is in the region."""
        size = self.board.size
        marks = digits(region).ljust(size, b"\0")
        return marks + bytes(marks[hex_] for hex_ in self._hex_of[size:])

    def steps(
        self, node: int, zone: Region, leaving: Cost, goals: Region | None = None
    ) -> dict[Hex, tuple[Cost, int]]:
        """Return the cost of each single step from a node to a goal, and the node it leads to.

        A step costs what it costs in `reach`, but it may go from one hex of the zone to another.
        """
        here = self._hex_of[node]
        charge = leaving if zone >> here & 1 else 0
        found: dict[Hex, tuple[Cost, int]] = {}
        for there, across, along in self._edges[node]:
            hex_ = self._hex_of[there]
            if goals is not None and not goals >> hex_ & 1:
                continue
            touches = (zone >> here | zone >> hex_) & 1
            cost = (across if touches else along) + charge
            if cost < found.get(hex_, (NEVER, there))[0]:
                found[hex_] = (cost, there)
        return found
