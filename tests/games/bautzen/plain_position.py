"""A position as the referee keeps it, and what it sees of a position of the game.

`observe` copies the plain facts of a game's state into a `Position` of its own kind, so that the
two can be compared fact by fact; nothing is asked of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from itertools import compress, count
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from games.bautzen.plain_map import ALLIED, GERMAN, PRINTED, SIDES, Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.engine.game import Action, Question
    from grognard.games.bautzen.printed import Scenario
    from grognard.games.bautzen.state import Bautzen

Plain: TypeAlias = tuple[str, str | int]
"""An action in words: verb and piece, hex or number."""

Asked: TypeAlias = tuple[Any, ...]
"""A question in words: its name, then its facts."""

SEGMENTS: Final = (
    "setup",
    *(f"{side} {part}" for side in SIDES for part in ("supply", "movement", "combat")),
)
OF_HEXES: Final = frozenset({"to", "stack", "attack"})
OF_PIECES: Final = frozenset({"move", "join", "support", "commit", "lose", "advance"})
COUNTERS: Final = PRINTED.counters
UNITS: Final = frozenset(piece for piece, counter in COUNTERS.items() if counter.is_unit)
CONVOYS: Final = [piece for piece, counter in COUNTERS.items() if counter.kind == "convoy"]


@dataclass
class Fight:
    """8.2 - the combat being fought."""

    side: str
    target: Place
    attackers: frozenset[str]
    supports: frozenset[str]
    defenders: frozenset[str]
    defence_supports: frozenset[str] = frozenset()
    hurt: frozenset[str] = frozenset()


def _two() -> dict[str, set[str]]:
    return {GERMAN: set(), ALLIED: set()}


@dataclass
class Position:
    """Every fact that the referee keeps or sees."""

    at: dict[str, Place] = field(default_factory=dict)
    stacks: dict[Place, list[str]] = field(default_factory=dict)
    """From bottom to top, in the order of arrival."""
    owner: dict[str, str] = field(default_factory=dict)
    """Of every counter on the map or waiting to enter."""
    steps: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, set[str]] = field(default_factory=_two)
    control: dict[Place, str] = field(default_factory=dict)
    known: dict[str, set[str]] = field(default_factory=_two)
    moved: set[str] = field(default_factory=set)
    attacked: set[str] = field(default_factory=set)
    retreated: set[str] = field(default_factory=set)
    supported: set[str] = field(default_factory=set)
    unsupplied: set[str] = field(default_factory=set)
    held_back: set[str] = field(default_factory=set)
    aircraft: set[str] = field(default_factory=set)
    aircraft_used: set[str] = field(default_factory=set)
    sealed: dict[str, set[str]] = field(default_factory=_two)
    fight: Fight | None = None
    turn: int = 0
    segment: str = "setup"
    _holdings: dict[str, frozenset[Place]] = field(default_factory=dict)
    """What `held` found of a side, until a counter of that side is laid down or taken off."""
    _columns: dict[str, list[str]] = field(default_factory=dict)
    """What `convoys` found of a side, as long."""

    def copy(self) -> Position:
        """Return an independent position."""
        twin = Position()
        for name in ("at", "owner", "steps", "control"):
            setattr(twin, name, dict(getattr(self, name)))
        for name in MARKS:
            setattr(twin, name, set(getattr(self, name)))
        for name in ("waiting", "known", "sealed"):
            setattr(twin, name, {side: set(marked) for side, marked in getattr(self, name).items()})
        twin.stacks = {place: list(stack) for place, stack in self.stacks.items()}
        twin.turn, twin.segment = self.turn, self.segment
        twin.fight = Fight(**vars(self.fight)) if self.fight else None
        return twin

    def battle(self) -> Fight:
        """Return the combat being fought."""
        assert self.fight is not None
        return self.fight

    def here(self, place: Place, side: str) -> list[str]:
        """The counters of a side in a hex."""
        return [piece for piece in self.stacks.get(place, ()) if self.owner[piece] == side]

    def units(self, place: Place) -> list[str]:
        """The units in a hex: its counters less the supply columns."""
        return [piece for piece in self.stacks.get(place, ()) if COUNTERS[piece].is_unit]

    def held(self, side: str) -> frozenset[Place]:
        """The hexes with a unit of a side."""
        found = self._holdings.get(side)
        if found is None:
            owner = self.owner
            found = frozenset(
                [at for piece, at in self.at.items() if owner[piece] == side and piece in UNITS]
            )
            self._holdings[side] = found
        return found

    def taken(self, side: str) -> frozenset[Place]:
        """The hexes with any counter of a side."""
        return self.held(side).union([self.at[piece] for piece in self.convoys(side)])

    def convoys(self, side: str) -> list[str]:
        """The supply columns of a side on the map."""
        found = self._columns.get(side)
        if found is None:
            at, owner = self.at, self.owner
            found = [piece for piece in CONVOYS if piece in at and owner[piece] == side]
            self._columns[side] = found
        return found

    def put(self, piece: str, place: Place, side: str) -> None:
        """Lay a counter on top of a stack."""
        self.lift(piece)
        self._forget(side)
        self.at[piece] = place
        self.owner[piece] = side
        self.stacks.setdefault(place, []).append(piece)

    def lift(self, piece: str) -> None:
        """Take a counter off the map."""
        place = self.at.pop(piece, None)
        if place is not None:
            self._forget(self.owner[piece])
            self.stacks[place].remove(piece)
            if not self.stacks[place]:
                del self.stacks[place]
            del self.owner[piece]

    def _forget(self, side: str) -> None:
        self._holdings.pop(side, None)
        self._columns.pop(side, None)

    def discard(self, piece: str) -> None:
        """Take a counter off the map together with the marks on it."""
        self.lift(piece)
        for marks in (self.moved, self.attacked, self.retreated, self.unsupplied):
            marks.discard(piece)
        for side in SIDES:
            self.known[side].discard(piece)


MARKS: Final = (
    "moved",
    "attacked",
    "retreated",
    "supported",
    "unsupplied",
    "held_back",
    "aircraft",
    "aircraft_used",
)
MARKS_OF: Final = attrgetter(*MARKS)


DIGITS: Final = bytes.maketrans(b"01", b"\x00\x01")


def _ones(bits: int) -> Iterable[int]:
    """The places of the ones in a number, read off its binary text from the end."""
    return compress(count(), f"{bits:b}"[::-1].encode().translate(DIGITS))


@cache
def _parts(question: type) -> tuple[str, ...]:
    """The names of the fields of a question."""
    return tuple(part.name for part in fields(question))


class Eyes:
    """Turns the numbers and bit sets of a game's state into ids, labels and sets."""

    def __init__(self, scenario: Scenario) -> None:
        self.ids = [piece.id for piece in scenario.pieces]
        board = scenario.board.map
        self.labels = {board.hex(label): label for label in PRINTED.ground}
        self._sets: dict[int, frozenset[str]] = {}
        self._regions: dict[int, frozenset[Place]] = {}
        self.bits = [1 << number for number in range(len(self.ids))]
        self._seen = Position()
        self._last: dict[str, object] = {}
        """By fact: what the game's state held when it was last read."""

    def pieces(self, bits: int) -> frozenset[str]:
        """The ids of a set of pieces."""
        found = self._sets.get(bits)
        if found is None:
            found = frozenset(map(self.ids.__getitem__, _ones(bits)))
            self._sets[bits] = found
        return found

    def region(self, bits: int) -> frozenset[Place]:
        """The labels of a set of hexes."""
        found = self._regions.get(bits)
        if found is None:
            found = frozenset(map(self.labels.__getitem__, _ones(bits)))
            self._regions[bits] = found
        return found

    def action(self, action: Action) -> Plain:
        """An action in words."""
        if action.verb in OF_HEXES:
            return action.verb, self.labels[action.noun]
        if action.verb in OF_PIECES:
            return action.verb, self.ids[action.noun]
        return action.verb, action.noun

    def actions(self, options: Iterable[Action]) -> list[Plain]:
        """Actions in words."""
        return [self.action(action) for action in options]

    def asked(self, state: Bautzen) -> Asked:
        """The question being asked, in words; ``("end",)`` when the game is over."""
        return self.question(state.question) if state.stack else ("end",)

    def question(self, question: Question[Any]) -> Asked:
        """A question in words: its name and its facts in the order of its fields."""
        told: list[Any] = [type(question).__name__]
        for part in _parts(type(question)):
            value = getattr(question, part)
            if part == "side":
                told.append(value.name.lower())
            elif part == "piece":
                told.append(self.ids[value])
            elif part in ("pieces", "attackers", "supports"):
                told.append(self.pieces(value))
            elif part == "target":
                told.append(self.labels[value])
            elif part in ("spent", "steps", "length", "gone"):
                told.append(value)
        return tuple(told)

    def observe(self, state: Bautzen) -> Position:
        """Every fact of a state, as a position of the referee's own kind.

        It is always the same position, brought up to date: what has not changed is not read again.
        """
        seen = self._seen
        where = bytes(state.where), bytes(state.rank), tuple(state.owned), tuple(state.waiting)
        if self._is_news("where", where):
            self._read_map(state, seen)
        if self._is_news("steps", bytes(state.steps)):
            seen.steps = dict(zip(self.ids, state.steps, strict=True))
        if self._is_news("control", tuple(state.control)):
            german, allied = state.control
            seen.control = dict.fromkeys(self.region(german), GERMAN)
            seen.control |= dict.fromkeys(self.region(allied), ALLIED)
        if self._is_news("hidden", (tuple(state.known), tuple(state.sealed))):
            seen.known, seen.sealed = self._two_sets(state.known), self._two_sets(state.sealed)
        marks = MARKS_OF(state)
        if self._is_news("marks", marks):
            for name, bits in zip(MARKS, marks, strict=True):
                setattr(seen, name, set(self.pieces(bits)))
        seen.turn, seen.segment = state.turn, SEGMENTS[state.segment]
        seen.fight = self._fight(state)
        return seen

    def _is_news(self, name: str, fact: object) -> bool:
        """Whether a fact is not what it was when it was last read; it is now."""
        if self._last.get(name) == fact:
            return False
        self._last[name] = fact
        return True

    def _two_sets(self, bits: Iterable[int]) -> dict[str, set[str]]:
        return {side: set(self.pieces(one)) for side, one in zip(SIDES, bits, strict=True)}

    def _read_map(self, state: Bautzen, seen: Position) -> None:
        """Where everything is, whose it is, and what waits to come."""
        ids, labels = self.ids, self.labels
        where = state.where.tolist()
        german = self.pieces(state.owned[0])
        present = [n for n, place in enumerate(where) if place >= 0]
        present.sort(key=state.rank.__getitem__)
        seen.at = {ids[n]: labels[where[n]] for n in present}
        seen.owner = {piece: GERMAN if piece in german else ALLIED for piece in seen.at}
        seen.stacks = {}
        for piece, place in seen.at.items():
            seen.stacks.setdefault(place, []).append(piece)
        for side in SIDES:
            seen._forget(side)
        seen.waiting = self._two_sets(state.waiting)
        for side in SIDES:
            seen.owner |= dict.fromkeys(seen.waiting[side], side)

    def _fight(self, state: Bautzen) -> Fight | None:
        if state.battle is None:
            return None
        battle, pieces = state.battle, self.pieces
        return Fight(
            SIDES[battle.side],
            self.labels[battle.target],
            pieces(battle.attackers),
            pieces(battle.supports),
            pieces(battle.defenders),
            pieces(battle.defence_supports),
            pieces(battle.hurt),
        )
