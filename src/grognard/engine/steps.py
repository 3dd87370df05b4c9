"""The steps of a mover, laid out for a flood of the map that goes on cost by cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from grognard.engine.bits import LAST, MOST, numbers
from grognard.engine.scale import Cost as Cost

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

T = TypeVar("T")

FORBIDDEN: Final[Cost] = 1 << 20
"""The cost of a step that is not allowed; `movermap` calls it NEVER."""

Edge: TypeAlias = tuple[int, Cost, Cost]
"""Where a step leads (a node), its cost across country, and its cost along a link."""


class Patched(Generic[T]):
    """A long list in which a few items are others, without a copy of it."""

    __slots__ = ("_base", "_others")

    def __init__(self, base: list[T] | Patched[T], others: Mapping[int, T]) -> None:
        self._base: list[T] = base._base if isinstance(base, Patched) else base
        self._others: dict[int, T] = base._others.copy() if isinstance(base, Patched) else {}
        self._others.update(others)

    def __getitem__(self, index: int) -> T:
        others = self._others
        return others[index] if index in others else self._base[index]

    def __setitem__(self, index: int, item: T) -> None:
        """Set an item, where it is no other one in the long list that many share."""
        if index in self._others:
            self._others[index] = item
        else:
            self._base[index] = item

    def __iter__(self) -> Iterator[T]:
        items = self._base[:]
        for index, item in self._others.items():
            items[index] = item
        return iter(items)


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
        self.across: list[int] | Patched[int] = [across for across, _ in marks]
        # By the length of an int whose highest bit is the node: one subtraction less a node.
        self.from_last = [0, *(both for _, both in marks)]
        self.last = LAST if nodes <= MOST else (0, *(1 << node for node in range(nodes)))
        self.mixed: tuple[tuple[int, list[int], int], ...] = ()
        """Links kept apart, by their cost: the nodes with such links, where these lead by the
        length of an int as in `from_last`, and where the slot of that cost begins."""
        self.odd = self.changed = 0
        """The nodes whose steps are not in `from_last`, and those that are not as in the first."""
        self._out_of_odd: dict[int, int] = {}

    def _open_slots(self, across: set[Cost], along: set[Cost]) -> None:
        """Say which costs there are, across country and by links."""
        self._across, self._along = across, along
        self.is_mixed = bool(across & along)
        """Whether a cost does not tell if a node was entered across country or by a link."""
        self.free = self._slots_of(across - along)
        self.links = sum(1 << self._at(cost) for cost in along)
        self.slots = sum(1 << self._at(cost) for cost in across)

    def _slots_of(self, costs: Iterable[Cost]) -> int:
        """Return the slots of some costs, with every node in them."""
        whole = (1 << self.slot) - 1
        return sum(whole << self._at(cost) for cost in costs)

    def altered(self, changed: Mapping[int, Sequence[Edge]]) -> Steps:
        """Return the same steps but for those of some nodes."""
        twin = object.__new__(Steps)
        twin.__dict__.update(self.__dict__)
        edges = [edge for steps in changed.values() for edge in steps]
        across = self._across | {far for _, far, _ in edges if far < FORBIDDEN}
        along = self._along | {near for _, far, near in edges if near < far}
        if across != self._across or along != self._along:
            twin._open_slots(across, along)
        marks = {node: self._marks(tuple(steps)) for node, steps in changed.items()}
        twin.odd |= sum([1 << node for node in changed])
        twin.changed |= twin.odd
        twin._out_of_odd = {**self._out_of_odd, **{node: both for node, (_, both) in marks.items()}}
        twin.across = Patched(self.across, {node: across for node, (across, _) in marks.items()})
        return twin

    def even(self) -> Steps:
        """Return the same steps, all of them in `from_last`."""
        if not self.odd:
            return self
        twin = object.__new__(Steps)
        twin.__dict__.update(self.__dict__)
        twin.odd, twin.from_last = 0, self.from_last[:]
        for node, marks in self._out_of_odd.items():
            twin.from_last[node + 1] = marks
        return twin

    def parted(self, edges: Iterable[Sequence[Edge]]) -> Steps:
        """Return the same steps, all even, where no cost of a link is one across country too.

        The links whose cost is one are kept apart, in `mixed`.
        """
        even, costs = self.even(), sorted(self._across & self._along)
        twin = object.__new__(Steps)
        twin.__dict__.update(even.__dict__)
        twin.from_last = even.from_last[:]
        twin.is_mixed, across = False, self._across
        twin.free = twin._slots_of(across)
        twin.links = sum(1 << self._at(cost) for cost in self._along - across)
        links: dict[Cost, list[int]] = {cost: [0] * (self.slot + 1) for cost in costs}
        for length, steps in enumerate(edges, start=1):
            for there, far, near in steps:
                if near < far and near in links:
                    links[near][length] |= 1 << there
                    twin.from_last[length] ^= 1 << self._at(near) + there
        twin.mixed = tuple(
            (sum([self.last[length] for length, to in enumerate(by_last) if to]), by_last, at)
            for at, by_last in [(self._at(cost), by_last) for cost, by_last in links.items()]
        )
        return twin

    def by_mixed(self, node: int, among: int) -> int:
        """Return where the links kept apart lead from a node, as far as to some nodes."""
        found = 0
        for _, by_last, at in self.mixed:
            found |= (by_last[node + 1] & among) << at
        return found

    def out_of(self, node: int) -> int:
        """Return where the steps of a node lead."""
        return self._out_of_odd[node] if self.odd >> node & 1 else self.from_last[node + 1]

    def out_of_odd(self, nodes: int) -> int:
        """Return where the steps of some nodes lead, all of them odd."""
        found = 0
        for node in numbers(nodes):
            found |= self._out_of_odd[node]
        return found

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
