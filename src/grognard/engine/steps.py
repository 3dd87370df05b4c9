"""The steps of a mover, laid out for a flood of the map that goes on cost by cost."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final, TypeAlias

from grognard.engine.scale import Cost as Cost

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FORBIDDEN: Final[Cost] = 1 << 20
"""The cost of a step that is not allowed; `path` calls it NEVER."""

Edge: TypeAlias = tuple[int, Cost, Cost]
"""Where a step leads (a node), its cost across country, and its cost along a link."""


class Steps:
    """All steps of a mover, laid out for a flood of the map that goes on cost by cost.

    A slot is a set of nodes as an int. What steps lead to lies in one long int, first the slot of
    the nodes one point away, then that of two points, and so on: adding it to what is pending is
    one ``|``, spending a point one shift. The count of operations is what matters most; of the
    length of the ints only shifts and differences take notice.
    """

    def __init__(self, edges: Sequence[Sequence[Edge]]) -> None:
        nodes = len(edges)
        across = {across for steps in edges for _, across, _ in steps if across < FORBIDDEN}
        along = {along for steps in edges for _, across, along in steps if along < across}
        self._costs = frozenset(across), frozenset(along)
        self.is_mixed = bool(across & along)
        """Whether a cost does not tell if a node was entered across country or by a link."""
        self.slot = nodes
        whole = (1 << nodes) - 1
        self.free = sum(whole << self._at(cost) for cost in across - along)
        self.links = sum(1 << self._at(cost) for cost in along)
        self.slots = sum(1 << self._at(cost) for cost in across)
        self.across = [self._marks(steps, across=True) for steps in edges]
        alongs = [self._marks(steps, across=False) for steps in edges]
        marks = zip(self.across, alongs, strict=True)
        # By the length of an int whose highest bit is the node: one subtraction less a node.
        self.from_last = (0, *(across | along for across, along in marks))
        self.last = (0, *(1 << node for node in range(nodes)))

    def altered(self, changed: Mapping[int, Sequence[Edge]]) -> Steps | None:
        """Return the same steps but for those of some nodes; None if they cost what none did."""
        across, along = self._costs
        for steps in changed.values():
            if any(far < FORBIDDEN and far not in across for _, far, _ in steps):
                return None
            if any(near < far and near not in along for _, far, near in steps):
                return None
        twin = copy(self)
        twin.across, from_last = self.across[:], list(self.from_last)
        for node, steps in changed.items():
            twin.across[node] = self._marks(steps, across=True)
            from_last[node + 1] = twin.across[node] | self._marks(steps, across=False)
        twin.from_last = tuple(from_last)
        return twin

    def _at(self, cost: Cost) -> int:
        """Return where the slot of a cost begins."""
        return (cost - 1) * self.slot

    def _marks(self, steps: Sequence[Edge], *, across: bool) -> int:
        """Return where the steps of a node lead, across country or by links."""
        if across:
            return sum(1 << self._at(cost) + there for there, cost, _ in steps if cost < FORBIDDEN)
        return sum(1 << self._at(cost) + there for there, other, cost in steps if cost < other)
