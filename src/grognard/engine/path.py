"""Where a piece can go: least cost over hexes, links along roads, zones of control that stop it.

A game describes its map once per class of mover with three small functions; `Paths.reach` then
answers for any position. Costs are whole numbers: games with half movement points count in halves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from grognard.engine.bits import digits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grognard.engine.hexmap import Hex, HexMap, Region

Cost: TypeAlias = int

NEVER: Final[Cost] = 1 << 20
"""The cost of a step that is not allowed."""

FEW: Final = 8
"""From fewer hexes than this, adding up steps hex by hex beats shifting whole lanes (measured)."""

Edge: TypeAlias = tuple[int, Cost, Cost]
"""Where a step leads (a node), its cost across country, and its cost along a link."""


class Leg(NamedTuple):
    """One move to be searched: from where, with what, past whom."""

    start: Hex
    spent: Cost
    allowance: Cost
    zone: Region
    """Where a piece stops: enemy zones of control."""
    closed: Region
    """Hexes that are not entered."""
    leaving: Cost
    """What leaving the zone costs more, for a piece that starts in it."""


class Lanes:
    """All steps of a mover, made at once from a whole set of hexes.

    A lane is a copy of the map's bits for the steps of one kind and cost; the lanes lie side by
    side in one int, so that one ``&`` and one shift serve them all. That is what makes `reach`
    fast: the count of operations matters, hardly the length of the ints (see docs/measurements.md).
    """

    def __init__(self, board: HexMap, steps: Sequence[tuple[Hex, Hex, Cost, bool]]) -> None:
        self.width = board.size
        self.kinds = tuple(sorted({(cost, is_link) for _, _, cost, is_link in steps}))
        by_shift: dict[int, int] = {}
        for here, there, cost, is_link in steps:
            lane = self.kinds.index((cost, is_link)) * self.width
            by_shift[there - here] = by_shift.get(there - here, 0) | 1 << lane + here
        self.up = tuple((shift, starts) for shift, starts in by_shift.items() if shift > 0)
        self.down = tuple((-shift, starts) for shift, starts in by_shift.items() if shift < 0)
        lanes = [
            (1 << number * self.width, is_link) for number, (_, is_link) in enumerate(self.kinds)
        ]
        self.across = sum(lane for lane, is_link in lanes if not is_link)
        self.along = sum(lane for lane, is_link in lanes if is_link)
        self.copies = self.across | self.along
        self.whole_lane = (1 << self.width) - 1
        self.costs = tuple(cost for cost, _ in self.kinds)
        self.from_hex = [self._shifted(1 << here) for here in range(board.size)]

    def masks(self, room: Region, quiet: Region) -> int:
        """Return what steps may enter: links only `quiet` hexes, other steps any of `room`."""
        return room * self.across | quiet * self.along

    def spread(self, front: Region, masks: int, pending: list[Region], now: Cost) -> None:
        """Add where the steps lead from a set of hexes to what is pending, each at its cost."""
        if front.bit_count() < FEW:
            found, from_hex = 0, self.from_hex
            while front:
                here = front.bit_length() - 1
                found |= from_hex[here]
                front ^= 1 << here
        else:
            found = self._shifted(front)
        found &= masks
        whole_lane, width = self.whole_lane, self.width
        for cost in self.costs:
            pending[now + cost] |= found & whole_lane
            found >>= width

    def _shifted(self, front: Region) -> int:
        """Return where the steps lead, in lanes."""
        fronts, found = front * self.copies, 0
        for shift, starts in self.up:
            found |= (fronts & starts) << shift
        for shift, starts in self.down:
            found |= (fronts & starts) >> shift
        return found


class Paths:
    """The steps of one class of mover over one map.

    `step(a, b)` is the cost across country, `link(a, b)` the cost along a road or railway, each
    `NEVER` where there is no such step, and `line(b, a)` tells on which line of `b` the link from
    `a` lies: 0 where all links of `b` meet, else links of different lines do not join.

    A node is a hex, or a hex as entered along one of its lines, from where only that line goes on
    at the link's cost.
    """

    def __init__(
        self,
        board: HexMap,
        step: Callable[[Hex, Hex], Cost],
        link: Callable[[Hex, Hex], Cost],
        line: Callable[[Hex, Hex], int],
    ) -> None:
        self.board = board
        self._hex_of = list(range(board.size))
        self._step, self._link, self._line = step, link, line
        self._on_line: dict[tuple[Hex, int], int] = {}
        for here in board.hexes:
            for number in sorted({line(here, there) for there in board.neighbours[here]} - {0}):
                self._on_line[here, number] = len(self._hex_of)
                self._hex_of.append(here)
        self._edges = [self._edges_from(node) for node in range(len(self._hex_of))]
        pairs = [(a, b) for a in board.hexes for b in board.neighbours[a]]
        across = [(a, b, step(a, b), False) for a, b in pairs if step(a, b) < NEVER]
        along = [
            (a, b, link(a, b), True)
            for a, b in pairs
            if link(a, b) < NEVER and (b, line(b, a)) not in self._on_line
        ]
        self._lanes = Lanes(board, across + along)
        self._across_only = Lanes(board, across)
        self._gates = tuple(
            (a, self._on_line[b, line(b, a)], link(a, b))
            for a, b in pairs
            if link(a, b) < NEVER and (b, line(b, a)) in self._on_line
        )
        self._dearest = max([cost for _, _, cost, _ in across + along], default=0)
        self._remembered = lru_cache(maxsize=8192)(self.flood)

    def _edges_from(self, node: int) -> tuple[Edge, ...]:
        here = self._hex_of[node]
        edges: list[Edge] = []
        for there in self.board.neighbours[here]:
            across, along = self._step(here, there), self._link(here, there)
            if along != NEVER and not self._joins(node, here, there):
                along = NEVER
            entered = self._on_line.get((there, self._line(there, here)), there)
            if entered == there:
                edges.append((there, across, min(across, along)))
            else:
                edges += [(there, across, across), (entered, NEVER, along)]
        return tuple(edge for edge in edges if edge[2] < NEVER)

    def _joins(self, node: int, here: Hex, there: Hex) -> bool:
        """Whether the link to `there` goes on from the line on which `here` was entered."""
        return node == here or self._on_line.get((here, self._line(here, there))) == node

    def reach(self, leg: Leg) -> Region:
        """Return every hex that can be entered.

        A piece stops where it enters the zone; a step that touches the zone is never made at the
        link's cost; from a start in the zone the first step costs more and may not lead to another
        hex of the zone.
        """
        return self._remembered(leg)

    def flood(self, leg: Leg) -> Region:
        """Return `reach`, found anew: whole regions, one cost after the other; `costs` is plain."""
        start, spent, allowance, zone, closed, leaving = leg
        room = self.board.everywhere & ~closed
        quiet = room & ~zone
        pending = [0] * (allowance + self._dearest + leaving + 2)
        begun = 1 << start
        if zone & begun:
            first = min(spent + leaving, allowance + 1)
            self._cross(pending, begun, first, quiet, quiet)
        elif spent <= allowance:
            pending[spent] = begun
        reached = passed = 0
        masks, spread = self._lanes.masks(room, quiet), self._lanes.spread
        for now in range(spent, allowance + 1):
            front = pending[now] & ~reached
            if not front:
                continue
            reached |= front
            front &= ~zone
            if not front:
                continue
            spread(front, masks, pending, now)
            for hex_, node, cost in self._gates:
                if front >> hex_ & 1:
                    passed |= self._pass(pending, node, now + cost, allowance, room, quiet)
        return (reached | passed) & ~begun

    def _cross(
        self, pending: list[Region], front: Region, now: Cost, room: Region, quiet: Region
    ) -> None:
        """Make every step across country from a set of hexes, each at its cost."""
        lanes = self._across_only
        lanes.spread(front, lanes.masks(room, quiet), pending, now)

    def _pass(
        self,
        pending: list[Region],
        node: int,
        now: Cost,
        allowance: Cost,
        room: Region,
        quiet: Region,
    ) -> Region:
        """Go along one line of a hex whose links do not all meet; return the hexes so passed."""
        here = 1 << self._hex_of[node]
        if now > allowance or not here & quiet:
            return 0
        passed = here
        self._cross(pending, here, now, room, quiet)
        for there, across, along in self._edges[node]:
            if along == across:
                continue
            if there >= self.board.size:
                passed |= self._pass(pending, there, now + along, allowance, room, quiet)
            elif now + along <= allowance:
                pending[now + along] |= 1 << there & quiet
        return passed

    def costs(self, leg: Leg) -> dict[Hex, Cost]:
        """Return every hex of `reach` and the least cost spent there."""
        start, best = leg.start, self._search(leg)
        del best[start]
        for node in [node for node in best if node >= self.board.size]:
            cost, hex_ = best.pop(node), self._hex_of[node]
            if hex_ != start:
                best[hex_] = min(cost, best.get(hex_, NEVER))
        return best

    def _search(self, leg: Leg) -> dict[int, Cost]:
        """Return the least cost of every node, the start included."""
        start, spent, allowance, zone, closed, leaving = leg
        edges = self._edges
        shut, stops = self._digits(closed), self._digits(zone)
        best: dict[int, Cost] = {start: spent}
        buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
        if stops[start]:
            for node, across, _ in edges[start]:
                cost = spent + across + leaving
                if cost <= allowance and not shut[node] and not stops[node]:
                    best[node] = cost
                    buckets[cost].append(node)
        elif spent <= allowance:
            buckets[spent].append(start)
        for here in range(spent, allowance + 1):
            for node in buckets[here]:
                if best[node] < here:
                    continue
                for there, across, along in edges[node]:
                    if shut[there]:
                        continue
                    halts = stops[there]
                    cost = here + (across if halts else along)
                    if cost <= allowance and cost < best.get(there, NEVER):
                        best[there] = cost
                        if not halts:
                            buckets[cost].append(there)
        return best

    def route(self, leg: Leg, goal: Hex) -> list[Hex]:
        """Return the hexes of a cheapest way to a goal within reach, the start left out."""
        start, zone, leaving = leg.start, leg.zone, leg.leaving
        best = self._search(leg)
        ends = [node for node in best if self._hex_of[node] == goal]
        if not ends:
            return []
        node = min(ends, key=best.__getitem__)
        way = []
        while node != start:
            way.append(self._hex_of[node])
            node = next(
                before
                for before in best
                if best[before] < best[node]
                and best[before] + self._edge_cost(before, node, start, zone, leaving) == best[node]
            )
        return way[::-1]

    def _edge_cost(self, node: int, there: int, start: Hex, zone: Region, leaving: Cost) -> Cost:
        """Return the cost of one step of a search, `NEVER` where the search does not make it."""
        if zone >> self._hex_of[node] & 1:
            if node != start or zone >> self._hex_of[there] & 1:
                return NEVER
            return (
                min((a for to, a, _ in self._edges[node] if to == there), default=NEVER) + leaving
            )
        halts = zone >> self._hex_of[there] & 1
        return min(
            (a if halts else f for to, a, f in self._edges[node] if to == there), default=NEVER
        )

    def _digits(self, region: Region) -> bytes:
        """Return one byte a node, 1 where its hex is in the region."""
        size = self.board.size
        marks = digits(region).ljust(size, b"\0")
        return marks + bytes(marks[hex_] for hex_ in self._hex_of[size:])

    def steps(self, node: int, zone: Region, leaving: Cost) -> dict[Hex, tuple[Cost, int]]:
        """Return the cost of each single step from a node, and the node it leads to.

        A step costs what it costs in `reach`, but it may go from one hex of the zone to another.
        """
        here = self._hex_of[node]
        charge = leaving if zone >> here & 1 else 0
        found: dict[Hex, tuple[Cost, int]] = {}
        for there, across, along in self._edges[node]:
            hex_ = self._hex_of[there]
            touches = (zone >> here | zone >> hex_) & 1
            cost = (across if touches else along) + charge
            if cost < found.get(hex_, (NEVER, there))[0]:
                found[hex_] = (cost, there)
        return found
