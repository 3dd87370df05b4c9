"""The steps of a mover, laid out for a flood of the map that goes on cost by cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from grognard.engine.scale import Cost as Cost

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FORBIDDEN: Final[Cost] = 1 << 20
"""The cost of a step that is not allowed; `path` calls it NEVER."""

Edge: TypeAlias = tuple[int, Cost, Cost]
"""Where a step leads (a node), its cost across country, and its cost along a link."""


class Patched:
    """A long list in which a few items are others, without a copy of it."""

    __slots__ = ("_base", "_others")

    def __init__(self, base: Sequence[int] | Patched, others: Mapping[int, int]) -> None:
        self._base: Sequence[int] = base._base if isinstance(base, Patched) else base
        self._others: dict[int, int] = base._others.copy() if isinstance(base, Patched) else {}
        self._others.update(others)

    def __getitem__(self, index: int) -> int:
        found = self._others.get(index)
        return self._base[index] if found is None else found


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
        self.slot = nodes
        self._open_slots(across, along)
        self._marked: dict[Sequence[Edge], tuple[int, int]] = {}
        """What steps lead to, across country and altogether; twins add to it what they meet."""
        marks = [self._marks(tuple(steps)) for steps in edges]
        self.across: Sequence[int] | Patched = [across for across, _ in marks]
        # By the length of an int whose highest bit is the node: one subtraction less a node.
        self.from_last = [0, *(both for _, both in marks)]
        self.last = (0, *(1 << node for node in range(nodes)))

    def _open_slots(self, across: set[Cost], along: set[Cost]) -> None:
        """Say which costs there are, across country and by links."""
        self._across, self._along = across, along
        self.is_mixed = bool(across & along)
        """Whether a cost does not tell if a node was entered across country or by a link."""
        whole = (1 << self.slot) - 1
        self.free = sum(whole << self._at(cost) for cost in across - along)
        self.links = sum(1 << self._at(cost) for cost in along)
        self.slots = sum(1 << self._at(cost) for cost in across)

    def altered(self, changed: Mapping[int, Sequence[Edge]]) -> Steps:
        """Return the same steps but for those of some nodes."""
        twin = object.__new__(Steps)
        twin.__dict__.update(self.__dict__)
        edges = [edge for steps in changed.values() for edge in steps]
        across = self._across | {far for _, far, _ in edges if far < FORBIDDEN}
        along = self._along | {near for _, far, near in edges if near < far}
        if across != self._across or along != self._along:
            twin._open_slots(across, along)
        twin.from_last, anew = self.from_last[:], {}
        for node, steps in changed.items():
            anew[node], twin.from_last[node + 1] = self._marks(tuple(steps))
        twin.across = Patched(self.across, anew)
        return twin

    def _at(self, cost: Cost) -> int:
        """Return where the slot of a cost begins."""
        return (cost - 1) * self.slot

    def marks(self, steps: Sequence[Edge]) -> int:
        """Return where some steps lead, each at its least cost."""
        return sum([1 << self._at(near) + there for there, _, near in steps])

    def _marks(self, steps: tuple[Edge, ...]) -> tuple[int, int]:
        """Return where the steps of a node lead across country, and those with its links."""
        found = self._marked.get(steps)
        if found is None:
            across = along = 0
            for there, far, near in steps:
                if far < FORBIDDEN:
                    across |= 1 << self._at(far) + there
                if near < far:
                    along |= 1 << self._at(near) + there
            found = self._marked[steps] = across, across | along
        return found
