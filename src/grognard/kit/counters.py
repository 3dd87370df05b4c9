"""A position of counters on a map: where each stands, its steps, and what a game adds to that.

A game declares each changing fact once; copies, canonical texts and position files follow from it,
so that none of them can forget one::

    class Mine(Counters):
        disorganised: Pieces = fact()
        entrenched: Region = fact()
        points: BySeat[int] = fact()

Its type says what a fact stands for (see `kit.facts`). `place` is the only way to move a counter.
"""

from __future__ import annotations

from abc import ABCMeta
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, Self

from grognard.engine.bits import MARKS, numbers
from grognard.engine.game import Event, Seat, State
from grognard.kit.facts import Fact, declared_facts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grognard.engine.hexmap import Hex, HexMap, Region, Side
    from grognard.engine.meaning import PieceIndex, Pieces

OFF_MAP: Final[Hex] = -1
UNWRITABLE: Final = ' ,="\\\n\t'
"""What would part the name of a counter where a position file has several words."""


class Owned(Protocol):
    """A counter of a side."""

    @property
    def index(self) -> PieceIndex:
        """Its number."""

    @property
    def id(self) -> str:
        """What it is called."""

    @property
    def side(self) -> Seat:
        """Whose it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """The map and the counters that the positions of a game speak of."""

    scenario: str
    """What the scenario is called."""
    map: HexMap
    seats: tuple[str, ...]
    """The names of the sides, as position files write them."""
    ids: tuple[str, ...]
    """By piece: what it is called."""
    steps: tuple[int, ...]
    """By piece: the steps that it has at first."""
    owners: tuple[Seat | None, ...]
    """By piece: its side, None for one that serves whoever holds it."""
    units: Pieces
    """The counters that hold the hex they stand in."""
    others: Pieces
    """The counters that may stand on the map and hold nothing."""
    sides: tuple[Side, ...] = ()
    """The hexsides that may change, such as bridges; sets of them are one bit each."""
    numbers: dict[str, PieceIndex] = field(init=False)
    """The counters by what they are called."""

    @classmethod
    def of(
        cls,
        scenario: str,
        map_: HexMap,
        seats: tuple[str, ...],
        pieces: Sequence[Owned],
        steps: Callable[[int], int],
    ) -> Material:
        """Return the material of counters that each have a side and hold where they stand."""
        return cls(
            *(scenario, map_, seats),
            ids=tuple(piece.id for piece in pieces),
            steps=tuple(steps(piece.index) for piece in pieces),
            owners=tuple(piece.side for piece in pieces),
            units=(1 << len(pieces)) - 1,
            others=0,
        )

    def __post_init__(self) -> None:
        by_name = {name: number for number, name in enumerate(self.ids)}
        object.__setattr__(self, "numbers", by_name)
        for name in (*self.ids, *self.seats):
            if not name or set(name) & set(UNWRITABLE):
                raise ValueError(f"{name!r} cannot be written in a position: no blanks, commas, =")


class _Alias(str):
    """The slot of a base class that a game calls by another name."""

    __slots__ = ()


def alias(slot: str) -> Any:
    """Call a slot of the base class by the game's own word for it; as fast as the slot."""
    return _Alias(slot)


class CountersType(ABCMeta):
    """Makes slots and a copy of the facts that a class declares."""

    facts: tuple[Fact, ...]

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **more: Any
    ) -> CountersType:
        """Take the declared facts out of the class and give it a slot for each."""
        declared = {word: value for word, value in namespace.items() if isinstance(value, Fact)}
        for word in declared:
            del namespace[word]
        namespace["__slots__"] = (*namespace.get("__slots__", ()), *declared)
        made = super().__new__(mcs, name, bases, namespace, **more)
        for word, value in namespace.items():
            if isinstance(value, _Alias):
                setattr(made, word, getattr(made, value))
        bases_first = made.__mro__[:0:-1]
        inherited = [fact for base in bases_first for fact in base.__dict__.get("own", ())]
        made.own = declared_facts(made, declared)  # type: ignore[attr-defined]
        made.facts = (*inherited, *made.own)  # type: ignore[attr-defined]
        if "copy" not in namespace:
            made.copy = _copier(made)  # type: ignore[attr-defined]
        return made


FRESH: Final = {"events": "None", "stacks": "self.stacks", "shares_stacks": "True"}
SLICED: Final = frozenset(("stack", "where", "steps", "rank", "owned", "held", "others_at"))


def _copier(kind: CountersType) -> Any:
    """Return what copies a state: one line a slot, written once, since searches wait for it."""
    sliced = SLICED | {fact.name for fact in kind.facts if fact.is_many}
    slots = [slot for base in kind.__mro__[::-1] for slot in base.__dict__.get("__slots__", ())]
    lines = ["def copy(self):", "    twin = new(type(self))", "    self.shares_stacks = True"]
    for slot in dict.fromkeys(slots):
        value = FRESH.get(slot, f"self.{slot}[:]" if slot in sliced else f"self.{slot}")
        lines.append(f"    twin.{slot} = {value}")
    made: dict[str, Any] = {"new": object.__new__}
    exec("\n".join([*lines, "    return twin"]), made)
    made["copy"].__doc__ = "Return an independent position that notes no events."
    made["copy"].__qualname__ = f"{kind.__qualname__}.copy"
    return made["copy"]


class Counters(State, metaclass=CountersType):
    """Where counters stand. A slot that is no fact is shared by copies: what never changes."""

    __slots__ = (
        *("material", "where", "steps", "stacks", "shares_stacks", "rank", "arrivals"),
        *("owned", "held", "others_at", "crowded"),
    )

    own: ClassVar[tuple[Fact, ...]]
    facts: ClassVar[tuple[Fact, ...]]
    """What the class declares, in the order in which position files have it."""

    def __init__(self, material: Material) -> None:
        super().__init__()
        self.material = material
        count, seats = len(material.ids), len(material.seats)
        self.where: array[int] = array("h", [OFF_MAP]) * count
        self.steps = bytearray(max(1, steps) for steps in material.steps)
        """By piece: the steps it has left; 0 once it is lost."""
        self.stacks: list[Pieces] = [0] * material.map.size
        """By hex: the counters there. Only `place` may change it."""
        self.shares_stacks = False
        """Whether a copy has the same `stacks`; the first of the two that moves makes its own."""
        self.rank: array[int] = array("I", [0]) * count
        """By piece: higher lies nearer the top of its stack."""
        self.arrivals = 0
        self.owned: list[Pieces] = [0] * seats
        """By side: its counters on the map."""
        self.held: list[Region] = [0] * seats
        """By side: the hexes with a unit of it."""
        self.others_at: list[Region] = [0] * seats
        """By side: the hexes with a counter of it that is no unit."""
        self.crowded: Region = 0
        """The hexes with more than one counter."""
        for fact in type(self).facts:
            setattr(self, fact.name, fact.fresh(material))

    def copy(self) -> Self:
        """Return an independent position that notes no events; what never changes is shared."""
        raise NotImplementedError("made with the class, by CountersType")

    def note(self, kind: str, rule: str, **facts: object) -> None:
        """Note a change for the log, where somebody reads it."""
        if self.events is not None:
            self.events.append(Event(kind, rule, facts))

    def side_of(self, piece: PieceIndex) -> Seat:
        """Return the side that a counter belongs to, or that holds it on the map."""
        owner = self.material.owners[piece]
        if owner is not None:
            return owner
        return next(seat for seat, owned in enumerate(self.owned) if owned >> piece & 1)

    def place(self, piece: PieceIndex, hex_: Hex, side: Seat) -> None:
        """Put a counter of `side` on top of the stack of a hex, or take it off the map."""
        bit, material = MARKS[piece], self.material
        if material.units & bit:
            alike, regions = material.units, self.held
        else:
            alike, regions = material.others, self.others_at
        if self.shares_stacks:
            self.stacks, self.shares_stacks = self.stacks[:], False
        stacks, owned, left = self.stacks, self.owned, self.where[piece]
        if left >= 0:
            stacks[left] = rest = stacks[left] ^ bit
            if not rest & alike & owned[side] and regions[side] & MARKS[left]:
                regions[side] ^= MARKS[left]
            if rest and not rest & (rest - 1):
                self.crowded ^= MARKS[left]
        if hex_ < 0:
            owned[side] &= ~bit
        else:
            there, mark = stacks[hex_], MARKS[hex_]
            if there:
                self.crowded |= mark
            stacks[hex_] = there | bit
            regions[side] |= mark
            owned[side] |= bit
            self.arrivals += 1
            self.rank[piece] = self.arrivals
        self.where[piece] = hex_

    def stack_order(self, hex_: Hex) -> list[PieceIndex]:
        """Return the counters of a hex from bottom to top; those that are no units lie beneath."""
        stack, rank = self.stacks[hex_], self.rank.__getitem__
        units = stack & self.material.units
        ordered = sorted(numbers(units), key=rank)
        if units == stack:
            return ordered
        return sorted(numbers(stack ^ units), key=rank) + ordered

    def units_at(self, hex_: Hex) -> Pieces:
        """Return the units of a hex."""
        return self.stacks[hex_] & self.material.units

    def hexes_of(self, pieces: Pieces) -> Region:
        """Return the hexes where these counters stand, all of them on the map."""
        region, where = 0, self.where
        while pieces:
            piece = pieces.bit_length() - 1
            region |= MARKS[where[piece]]
            pieces -= MARKS[piece]
        return region

    def is_held_by(self, hex_: Hex, side: Seat) -> bool:
        """Whether a unit of `side` is in a hex."""
        return bool(self.held[side] >> hex_ & 1)

    @property
    def lost(self) -> Pieces:
        """The counters that have no step left."""
        return sum(1 << piece for piece, steps in enumerate(self.steps) if not steps)
