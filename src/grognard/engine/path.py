"""Where a piece can go: least cost over hexes, links along roads, zones of control on the way.

A game describes its map once per class of mover with three small functions (what a step across a
side costs, what a link costs, which links meet) and says in a `ZoneLaw` what enemy zones do to it;
`Paths.reach` then answers for any position. Costs are whole numbers: `Scale` turns movement points
into halves, thirds or sixths. A piece that stops to overrun goes on with another `Leg` from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from grognard.engine.bits import MARKS, bits_of, digits, numbers
from grognard.engine.scale import Cost as Cost
from grognard.engine.scale import Scale as Scale
from grognard.engine.steps import FORBIDDEN, Edge, Patched, Steps

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


WaysKnown: TypeAlias = "list[WaysIn | None] | Patched[WaysIn | None]"
"""By hex: the ways in, as far as they are known."""


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


class Out:
    """The steps out of a hex: by neighbour, what they cost across country and along a link."""

    __slots__ = ("costs", "edges", "near", "whole")

    def __init__(self, costs: Mapping[Hex, tuple[Cost, Cost]]) -> None:
        self.costs = costs
        self.near: Region = bits_of([there for there, cost in costs.items() if min(cost) < NEVER])
        """The neighbours that may be entered at all."""
        self.whole: Region = bits_of([there for there, cost in costs.items() if cost[0] == WHOLE])
        """Where a piece that has not moved goes for all it has."""
        self.edges: tuple[Edge, ...] = tuple(
            [
                (there, across if across < WHOLE else NEVER, min(across, along))
                for there, (across, along) in costs.items()
                if min(across, along) < WHOLE
            ]
        )
        """The other steps, where all links of the hex meet."""


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
        self._line = line
        self._on_line: dict[tuple[Hex, int], int] = {}
        for here in board.hexes:
            for number in sorted({line(here, there) for there in board.neighbours[here]} - {0}):
                self._on_line[here, number] = len(self._hex_of)
                self._hex_of.append(here)
        lined: dict[int, int] = {}
        for (here, _), node in self._on_line.items():
            lined[1 << here] = lined.get(1 << here, 0) | 1 << node
        self._lined = tuple(lined.items())
        """The hexes with several lines, and the nodes of each on its lines."""
        self._lay_out(
            lambda here: Out(
                {there: (step(here, there), link(here, there)) for there in board.neighbours[here]}
            )
        )

    def _lay_out(self, out_of: Callable[[Hex], Out]) -> None:
        """Lay out all steps; nothing else is known yet."""
        outs = [out_of(here) for here in range(self.board.size)]
        self._whole = {here: out.whole for here, out in enumerate(outs) if out.whole}
        """By hex: where a piece that has not moved goes for all it has."""
        if self._on_line:
            edges = [self._on_lines(node, outs[here]) for node, here in enumerate(self._hex_of)]
        else:
            edges = [out.edges for out in outs]
        self._edges: list[tuple[Edge, ...]] | Patched[tuple[Edge, ...]] = edges
        self._steps = Steps(edges)
        self._known: dict[Leg, Region] = {}
        self._last: tuple[Leg, tuple[Cost, list[Region]]] | None = None
        """The last leg whose layers were found, and these: its way is often asked for next."""
        self._clear: dict[tuple[Hex, Cost], Region] = {}
        """By start and points: what is reached where nothing is in the way, the start included.

        Twins share it; it is true of those whose steps have not changed there."""
        self._near: dict[Hex, tuple[Region, ...]] = {}
        self._even: list[Steps | None] = [None, None]
        """The steps as `_at_once` needs them, for laws across country and by links too."""
        self._into: tuple[WaysKnown, WaysKnown] = self._unknown(), self._unknown()
        """The ways into every hex, across country alone and by links too, as far as known."""

    def altered(self, hexes: Iterable[Hex], out_of: Callable[[Hex], Out]) -> Paths:
        """Return the same map where only the steps out of some hexes cost otherwise.

        A bridge blown or a wall breached changes a few steps of many, and only they are laid out.
        """
        twin = object.__new__(Paths)
        twin.__dict__.update(self.__dict__)
        if self._on_line:
            twin._lay_out(out_of)
        else:
            twin._change({hex_: out_of(hex_) for hex_ in hexes})
        return twin

    def _change(self, outs: Mapping[Hex, Out]) -> None:
        """Lay out the steps from some hexes anew; what is known of the others stays known.

        No list as long as the map is copied: copies cost time, and more than that when the garbage
        collector looks through them.
        """
        self._near, self._known, self._last, self._even = {}, {}, None, [None, None]
        changed: dict[Hex, tuple[Edge, ...]] = {}
        turned: dict[Hex, None] = {}
        for hex_, out in outs.items():
            before, edges = self._edges[hex_], out.edges
            if out.whole != self._whole.get(hex_, 0):
                self._whole = {**self._whole, hex_: out.whole}
            if edges != before:
                changed[hex_] = edges
                for there, _, _ in {*edges}.symmetric_difference(before):
                    turned[there] = None
        across, along = self._into
        self._into = Patched(across, turned), Patched(along, turned)
        self._edges = Patched(self._edges, changed)
        self._steps = self._steps.altered(changed)

    def _unknown(self) -> list[WaysIn | None]:
        """Return the ways into every hex: none is known yet."""
        return [None] * self.board.size

    def _on_lines(self, node: int, out: Out) -> tuple[Edge, ...]:
        """Return the steps out of a node on a map where some links do not meet."""
        here = self._hex_of[node]
        edges: list[Edge] = []
        for there, (across, along) in out.costs.items():
            if across == WHOLE:
                across = NEVER
            if along != NEVER and not self._joins(node, here, there):
                along = NEVER
            entered = self._on_line.get((there, self._line(there, here)), there)
            if entered == there:
                edges.append((there, across, min(across, along)))
            else:
                edges += [(there, across, across), (entered, NEVER, along)]
        return tuple([edge for edge in edges if edge[2] < NEVER])

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
        by_cost = self._near.get(start)
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

    def _laid_even(self, *, by_link: bool) -> Steps:
        """Return the steps as they are laid out for a flood of hexes and zone at once."""
        steps = self._steps
        if steps.odd:
            steps = self._steps = steps.even()
        if steps.is_mixed and not by_link:
            steps = steps.parted(self._edges)
        self._even[by_link] = steps
        return steps

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

    def _remember_clear(self, leg: Leg, found: Region, near: Region) -> None:
        """Remember what a piece reaches, if nothing there and next to it was in its way."""
        blocked = leg.zone | leg.closed | self._steps.changed
        if not blocked & (found | near) and not self._on_line:
            if len(self._clear) >= KNOWN:
                self._clear.clear()
            self._clear[leg.start, leg.allowance - leg.spent] = found

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

    def _ways_in(self, there: Hex, by_link: bool) -> WaysIn:
        """Find from where a hex of a zone is entered, by links too or across country alone."""
        by_cost: dict[Cost, Region] = {}
        nodes = [there, *(node for (hex_, _), node in self._on_line.items() if hex_ == there)]
        for node in self._beside(there):
            for step in self._edges[node]:
                if step[0] in nodes:
                    cost = step[2] if by_link else step[1]
                    if cost < NEVER:
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


def _spent(layers: Sequence[Region], goal: Hex) -> Cost:
    """Return the number of the first of some layers in which a hex is reached, 0 if in none."""
    mark = MARKS[goal]
    for spent, left in enumerate(layers):
        if not left & mark:
            return spent
    return 0
