"""Where a piece can go: least cost over hexes, links along roads, zones of control on the way.

A game describes its map once per class of mover with three small functions (what a step across a
side costs, what a link costs, which links meet) and says in a `ZoneLaw` what enemy zones do to it;
`Paths.reach` then answers for any position. Costs are whole numbers: `Scale` turns movement points
into halves, thirds or sixths. A piece that stops to overrun goes on with another `Leg` from there.
"""

from __future__ import annotations

from copy import copy
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from grognard.engine.bits import MARKS, digits, numbers
from grognard.engine.scale import Cost as Cost
from grognard.engine.scale import Scale as Scale
from grognard.engine.steps import FORBIDDEN, Edge, Steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from grognard.engine.hexmap import Hex, HexMap, Region

NEVER: Final[Cost] = FORBIDDEN
"""The cost of a step that is not allowed."""

WHOLE: Final[Cost] = NEVER - 1
"""The cost of a step that takes all a piece has, if it has not moved, and not into a zone."""

KNOWN: Final = 16384
"""How many answers are remembered at most."""


WaysIn: TypeAlias = tuple[tuple[Cost, int], ...]
"""From which nodes a hex of a zone is entered, by the cost, the least first."""


class ZoneLaw(NamedTuple):
    """What enemy zones do to a piece that moves; each game says it for its own."""

    enter: Cost = 0
    """What entering a hex of the zone costs more."""
    leave: Cost = 0
    """What leaving a hex of the zone costs more."""
    stops: bool = True
    """Whether a piece goes no further than the first hex of the zone that it enters."""
    from_zone_to_zone: bool = False
    """Whether a step may lead from one hex of the zone straight to another."""
    by_link: bool = False
    """Whether a step that touches the zone may be made at the cost of the link."""
    infiltrates: bool = False
    """Whether a piece that has not moved may go from zone to zone, one hex, for all it has."""


class Leg(NamedTuple):
    """One move to be searched: from where, with what, past whom."""

    start: Hex
    spent: Cost
    allowance: Cost
    zone: Region
    """Enemy zones of control."""
    closed: Region
    """Hexes that are not entered."""
    law: ZoneLaw
    """What the zone does."""


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
        link: Callable[[Hex, Hex], Cost] = lambda here, there: NEVER,
        line: Callable[[Hex, Hex], int] = lambda here, there: 0,
    ) -> None:
        self.board = board
        self._hex_of = list(range(board.size))
        self._step, self._link, self._line = step, link, line
        self._on_line: dict[tuple[Hex, int], int] = {}
        for here in board.hexes:
            for number in sorted({line(here, there) for there in board.neighbours[here]} - {0}):
                self._on_line[here, number] = len(self._hex_of)
                self._hex_of.append(here)
        self._whole: dict[Hex, Region] = {}
        """By hex: where a piece that has not moved goes for all it has."""
        self._edges = [self._edges_from(node) for node in range(len(self._hex_of))]
        self._steps = Steps(self._edges)
        lined: dict[int, int] = {}
        for (here, _), node in self._on_line.items():
            lined[1 << here] = lined.get(1 << here, 0) | 1 << node
        self._lined = tuple(lined.items())
        """The hexes with several lines, and the nodes of each on its lines."""
        self._known: dict[Leg, Region] = {}
        self._near: list[tuple[Region, ...] | None] = [None] * board.size
        self._into = _unknown(board.size)

    def altered(
        self,
        hexes: Iterable[Hex],
        step: Callable[[Hex, Hex], Cost],
        link: Callable[[Hex, Hex], Cost],
    ) -> Paths:
        """Return the same map where only the steps out of some hexes cost otherwise.

        A bridge blown or a wall breached changes a few steps of many, and only they are laid out.
        """
        twin = copy(self)
        twin._step, twin._link, twin._whole = step, link, dict(self._whole)
        twin._edges = self._edges[:]
        changed = {}
        for hex_ in hexes:
            twin._whole.pop(hex_, None)
            changed[hex_] = twin._edges[hex_] = twin._edges_from(hex_)
        if self._on_line:
            return Paths(self.board, step, link, self._line)
        twin._steps, twin._known = self._steps.altered(changed), {}
        twin._near = self._near[:]
        across, along = self._into
        twin._into = across[:], along[:]
        for hex_ in changed:
            twin._near[hex_] = None
            for there in self.board.neighbours[hex_]:
                for ways in twin._into:
                    ways[there] = None
        return twin

    def _edges_from(self, node: int) -> tuple[Edge, ...]:
        if not self._on_line:
            return self._plain_edges(node)
        here = self._hex_of[node]
        edges: list[Edge] = []
        for there in self.board.neighbours[here]:
            across, along = self._step(here, there), self._link(here, there)
            if across == WHOLE:
                self._whole[here] = self._whole.get(here, 0) | 1 << there
                across = NEVER
            if along != NEVER and not self._joins(node, here, there):
                along = NEVER
            entered = self._on_line.get((there, self._line(there, here)), there)
            if entered == there:
                edges.append((there, across, min(across, along)))
            else:
                edges += [(there, across, across), (entered, NEVER, along)]
        return tuple(edge for edge in edges if edge[2] < NEVER)

    def _plain_edges(self, here: Hex) -> tuple[Edge, ...]:
        """Return the steps out of a hex on a map where all links of a hex meet."""
        edges: list[Edge] = []
        for there in self.board.neighbours[here]:
            across, along = self._step(here, there), self._link(here, there)
            if across == WHOLE:
                self._whole[here] = self._whole.get(here, 0) | 1 << there
                across = NEVER
            least = min(across, along)
            if least < NEVER:
                edges.append((there, across, least))
        return tuple(edges)

    def _near_by_cost(self, node: int) -> tuple[Region, ...]:
        """Return by cost the hexes entered across country from a hex for no more than that."""
        steps = [(there, across) for there, across, _ in self._edges[node] if across < NEVER]
        dearest = max([across for _, across in steps], default=0)
        return tuple(
            sum(1 << there for there, across in steps if across <= cost)
            for cost in range(dearest + 1)
        )

    def near(self, start: Hex, most: Cost) -> Region:
        """Return the hexes entered from a hex by one step across country for at most so much."""
        by_cost = self._near[start]
        if by_cost is None:
            by_cost = self._near[start] = self._near_by_cost(start)
        return by_cost[min(most, len(by_cost) - 1)] if most >= 0 else 0

    def _joins(self, node: int, here: Hex, there: Hex) -> bool:
        """Whether the link to `there` goes on from the line on which `here` was entered."""
        return node == here or self._on_line.get((here, self._line(here, there))) == node

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
        if enter or (self._steps.is_mixed and not by_link):
            reached = self._up_to_zone(leg)
            for start, spent in others:
                reached |= self._up_to_zone(leg._replace(start=start, spent=spent))
        else:
            reached = self._at_once(leg, others)
        if reached.bit_length() > self.board.size:
            reached = self._hexes(reached)
        if (infiltrates or self._whole) and not leg.spent:
            reached |= self._for_all(leg)
        return reached & ~MARKS[leg.start]

    def _at_once(self, leg: Leg, others: Sequence[tuple[Hex, Cost]]) -> Region:
        """Return the nodes reached, those of the zone and those outside it in one flood.

        Everything is written out in one loop, because it runs more often than anything else; what
        is surely in a set is taken out with ``-``, which the interpreter does faster than ``^``.
        """
        start, spent, allowance, zone, closed, law = leg
        begun, steps, left = 1 << start, self._steps, allowance - spent
        fresh = self.board.everywhere & ~closed
        quiet = fresh & ~zone
        for here, nodes in self._lined:
            if here & quiet:
                quiet |= nodes
                fresh |= nodes
            elif law.by_link and here & fresh:
                fresh |= nodes
        fresh &= ~begun
        allowed = (fresh if law.by_link else quiet) * steps.links | steps.free
        if zone & begun:
            left -= law.leave
            pending = steps.across[start] & quiet * steps.slots
            if law.by_link:
                pending |= steps.from_last[start + 1] & quiet * steps.links
        else:
            pending = steps.from_last[start + 1] & allowed
        for other, later in others:
            pending |= (steps.from_last[other + 1] & allowed) << (later - spent) * steps.slot
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
        return fresh ^ unreached | pending & unreached

    def _up_to_zone(self, leg: Leg) -> Region:
        """Return the nodes reached: first those outside the zone, then the edge of the zone.

        So nothing in the long ints need tell how the zone was entered, nor what that cost more.
        """
        zone, law, begun = leg.zone, leg.law, 1 << leg.start
        left, unreached = self._outside_zone(leg)
        if left <= 0:
            return 0
        reached = unreached[0] ^ unreached[-1]
        left -= law.enter
        known = reached | begun & ~zone
        edge = self.board.adjacent(self._hexes(known)) & zone & ~(leg.closed | begun)
        into = self._into[law.by_link]
        for there in numbers(edge):
            for cost, before in into[there] or self._ways_in(there, law.by_link):
                if cost > left:
                    break
                if before & known & ~unreached[min(left - cost, len(unreached) - 1)]:
                    reached |= 1 << there
                    break
        return reached

    def _outside_zone(self, leg: Leg) -> tuple[Cost, list[Region]]:
        """Return what there is to spend, and the layers of the nodes outside the zone."""
        start, spent, allowance, zone, closed, law = leg
        begun, steps, left = 1 << start, self._steps, allowance - spent
        quiet = self.board.everywhere & ~(closed | zone)
        for here, nodes in self._lined:
            if here & quiet:
                quiet |= nodes
        quiet &= ~begun
        pending = steps.from_last[start + 1]
        if zone & begun:
            left -= law.leave
            if not law.by_link:
                pending = steps.across[start]
        return left, self._layers(pending, left, quiet) if left > 0 else [quiet]

    def passed(self, leg: Leg, goal: Hex) -> Region:
        """Return the hexes between start and goal that any cheapest way to a goal may lead over.

        Much faster than `route`; where the law or the map is no plain one it may be more hexes.
        """
        law = leg.law
        if self._on_line or law.from_zone_to_zone or not (law.stops and law.by_link):
            return self.reach(leg)
        _, layers = self._outside_zone(leg)
        entered = [1 << leg.start, *(more ^ fewer for more, fewer in pairwise(layers))]
        into, found = self._into[True], 0
        waiting = [(goal, self._least(leg, goal, entered))]
        while waiting:
            there, cost = waiting.pop()
            for price, before in into[there] or self._ways_in(there, True):
                if 0 < cost - price < len(entered):
                    came = before & entered[cost - price] & ~found
                    found |= came
                    waiting += [(hex_, cost - price) for hex_ in numbers(came)]
        return found

    def _least(self, leg: Leg, goal: Hex, entered: Sequence[Region]) -> Cost:
        """Return the least cost of a goal, not counting what entering the zone costs more."""
        if not leg.zone >> goal & 1:
            return next((cost for cost, nodes in enumerate(entered) if nodes >> goal & 1), 0)
        first = leg.zone >> leg.start & 1
        ways = self._into[True][goal] or self._ways_in(goal, True)
        costs = [
            next((cost + price for cost in range(first, len(entered)) if entered[cost] & before), 0)
            for price, before in ways
        ]
        return min([cost for cost in costs if cost], default=0)

    def _layers(self, pending: int, left: Cost, unreached: Region) -> list[Region]:
        """Return by the points spent, from none to all, which of some nodes are not reached yet.

        The list ends where nothing more is reached. What is surely in a set is taken out with
        ``^``, which for long ints is faster than ``-``.
        """
        steps, layers = self._steps, [unreached]
        from_last, last, slot = steps.from_last, steps.last, steps.slot
        for _ in range(left - 1):
            front = pending & unreached
            pending >>= slot
            if front:
                unreached ^= front
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

    def _ways_in(self, there: Hex, by_link: bool) -> WaysIn:
        """Find from where a hex of a zone is entered, by links too or across country alone."""
        by_cost: dict[Cost, Region] = {}
        for node in self._beside(there):
            for to, across, along in self._edges[node]:
                cost = along if by_link else across
                if self._hex_of[to] == there and cost < NEVER:
                    by_cost[cost] = by_cost.get(cost, 0) | 1 << node
        found = self._into[by_link][there] = tuple(sorted(by_cost.items()))
        return found

    def _for_all(self, leg: Leg) -> Region:
        """Return the hexes that a piece which has not moved enters for all it has."""
        start, open_ = leg.start, self.board.everywhere & ~leg.closed
        if leg.spent or not leg.allowance:
            return 0
        found = self._whole.get(start, 0) & open_ & ~leg.zone
        if leg.law.infiltrates and leg.zone >> start & 1:
            found |= self.near(start, NEVER) & open_ & leg.zone
        return found

    def _searched(self, leg: Leg, others: Sequence[tuple[Hex, Cost]]) -> Region:
        """Return `reach` by the plain search, from each of some starts."""
        found = 0
        for start, spent in ((leg.start, leg.spent), *others):
            for hex_ in self.costs(leg._replace(start=start, spent=spent)):
                found |= 1 << hex_
        return found & ~(1 << leg.start)

    def _hexes(self, reached: int) -> Region:
        """Return the hexes of some nodes."""
        for here, nodes in self._lined:
            if reached & nodes:
                reached = reached & ~nodes | here
        return reached

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
        shut, zoned = self._digits(closed), self._digits(zone)
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
                for there, across, along in self._edges[node]:
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

    def _beside(self, node: int) -> Sequence[int]:
        """Return the nodes from which one may come to a node."""
        near = self.board.neighbours[self._hex_of[node]]
        if not self._on_line:
            return near
        return [one for one, hex_ in enumerate(self._hex_of) if hex_ in near]

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


def _unknown(size: int) -> tuple[list[WaysIn | None], list[WaysIn | None]]:
    """Return the ways into every hex, across country alone and by links too: none is known yet."""
    return [None] * size, [None] * size
