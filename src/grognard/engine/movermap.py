"""A map laid out for one class of mover: what its steps cost, and where links join.

A node is a hex, or a hex as entered along one of its lines, from where only that line goes on at
the link's cost. `search` and `path` ask what can be reached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Self, TypeAlias

from grognard.engine.bits import bits_of
from grognard.engine.scale import Cost
from grognard.engine.steps import FORBIDDEN, Edge, Patched, Steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from grognard.engine.hexmap import Hex, HexMap, Region

NEVER: Final[Cost] = FORBIDDEN
"""The cost of a step that is not allowed."""

WHOLE: Final[Cost] = NEVER - 1
"""The cost of a step that takes all a piece has, if it has not moved, and not into a zone."""


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


class MoverMap:
    """The steps of one class of mover over one map, and what was found out about them.

    `step(a, b)` is the cost across country, `link(a, b)` the cost along a road or railway, each
    `NEVER` where there is no such step, and `line(b, a)` tells on which line of `b` the link from
    `a` lies: 0 where all links of `b` meet, else links of different lines do not join.
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
        """The steps as a flood at once needs them, for laws across country and by links too."""
        self._into: tuple[WaysKnown, WaysKnown] = self._unknown(), self._unknown()
        """The ways into every hex, across country alone and by links too, as far as known."""

    def altered(self, hexes: Iterable[Hex], out_of: Callable[[Hex], Out]) -> Self:
        """Return the same map where only the steps out of some hexes cost otherwise.

        A bridge blown or a wall breached changes a few steps of many, and only they are laid out.
        """
        twin = object.__new__(type(self))
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

    def _joins(self, node: int, here: Hex, there: Hex) -> bool:
        """Whether the link to `there` goes on from the line on which `here` was entered."""
        return node == here or self._on_line.get((here, self._line(here, there))) == node

    def _beside(self, node: int) -> Sequence[int]:
        """Return the nodes from which one may come to a node."""
        near = self.board.neighbours[self._hex_of[node]]
        if not self._on_line:
            return near
        return [one for one, hex_ in enumerate(self._hex_of) if hex_ in near]

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

    def _hexes(self, reached: int) -> Region:
        """Return the hexes of some nodes."""
        for here, nodes in self._lined:
            if reached & nodes:
                reached = reached & ~nodes | here
        return reached

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

    def _laid_even(self, *, by_link: bool) -> Steps:
        """Return the steps as they are laid out for a flood of hexes and zone at once."""
        steps = self._steps
        if steps.odd:
            steps = self._steps = steps.even()
        if steps.is_mixed and not by_link:
            steps = steps.parted(self._edges)
        self._even[by_link] = steps
        return steps
