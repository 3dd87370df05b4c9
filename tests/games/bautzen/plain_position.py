"""A position as the referee keeps it, and what it sees of a position of the game.

`observe` copies the plain facts of a game's state into a `Position` of its own kind, so that the
two can be compared fact by fact; nothing is asked of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
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
                place
                for piece, place in self.at.items()
                if owner[piece] == side and COUNTERS[piece].is_unit
            )
            self._holdings[side] = found
        return found

    def taken(self, side: str) -> frozenset[Place]:
        """The hexes with any counter of a side."""
        return self.held(side) | {self.at[piece] for piece in self.convoys(side)}

    def convoys(self, side: str) -> list[str]:
        """The supply columns of a side on the map."""
        owner = self.owner
        return [piece for piece in CONVOYS if piece in self.at and owner[piece] == side]

    def put(self, piece: str, place: Place, side: str) -> None:
        """Lay a counter on top of a stack."""
        self._holdings.clear()
        self.lift(piece)
        self.at[piece] = place
        self.owner[piece] = side
        self.stacks.setdefault(place, []).append(piece)

    def lift(self, piece: str) -> None:
        """Take a counter off the map."""
        self._holdings.clear()
        place = self.at.pop(piece, None)
        if place is not None:
            self.stacks[place].remove(piece)
            if not self.stacks[place]:
                del self.stacks[place]
            del self.owner[piece]

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


def _ones(bits: int) -> list[int]:
    """The places of the ones in a number, read off its binary text."""
    return [n for n, digit in enumerate(reversed(f"{bits:b}")) if digit == "1"]


class Eyes:
    """Turns the numbers and bit sets of a game's state into ids, labels and sets."""

    def __init__(self, scenario: Scenario) -> None:
        self.ids = [piece.id for piece in scenario.pieces]
        board = scenario.board.map
        self.labels = {board.hex(label): label for label in PRINTED.ground}
        self._sets: dict[int, frozenset[str]] = {}
        self._regions: dict[int, frozenset[Place]] = {}
        self._last_facts: tuple[bytes, bytes, bytes, int] | None = None
        self._last_map = Position()

    def pieces(self, bits: int) -> frozenset[str]:
        """The ids of a set of pieces."""
        found = self._sets.get(bits)
        if found is None:
            found = frozenset(self.ids[n] for n in _ones(bits))
            self._sets[bits] = found
        return found

    def region(self, bits: int) -> frozenset[Place]:
        """The labels of a set of hexes."""
        found = self._regions.get(bits)
        if found is None:
            found = frozenset(self.labels[n] for n in _ones(bits))
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
        for part in fields(question):  # type: ignore[arg-type]
            value = getattr(question, part.name)
            if part.name == "side":
                told.append(value.name.lower())
            elif part.name == "piece":
                told.append(self.ids[value])
            elif part.name in ("pieces", "attackers", "supports"):
                told.append(self.pieces(value))
            elif part.name == "target":
                told.append(self.labels[value])
            elif part.name in ("spent", "steps", "length", "gone"):
                told.append(value)
        return tuple(told)

    def observe(self, state: Bautzen) -> Position:
        """Every fact of a state, as a position of the referee's own kind."""
        seen = Position()
        self._observe_map(state, seen)
        for number, side in enumerate(SIDES):
            seen.waiting[side] = set(self.pieces(state.waiting[number]))
            seen.known[side] = set(self.pieces(state.known[number]))
            seen.sealed[side] = set(self.pieces(state.sealed[number]))
            for piece in seen.waiting[side]:
                seen.owner[piece] = side
            seen.control |= dict.fromkeys(self.region(state.control[number]), side)
        for name in MARKS:
            setattr(seen, name, set(self.pieces(getattr(state, name))))
        seen.turn, seen.segment = state.turn, SEGMENTS[state.segment]
        seen.fight = self._fight(state)
        return seen

    def _observe_map(self, state: Bautzen, seen: Position) -> None:
        """Where everything is; read again only when it has changed."""
        facts = (bytes(state.where), bytes(state.steps), bytes(state.rank), state.owned[0])
        if facts != self._last_facts:
            self._last_facts, self._last_map = facts, Position()
            self._read_map(state, self._last_map)
        last = self._last_map
        seen.at, seen.steps, seen.stacks = last.at, last.steps, last.stacks
        seen.owner = dict(last.owner)
        seen._holdings = last._holdings

    def _read_map(self, state: Bautzen, seen: Position) -> None:
        ids, labels, rank = self.ids, self.labels, state.rank
        where = state.where.tolist()
        seen.steps = dict(zip(ids, state.steps, strict=True))
        german = self.pieces(state.owned[0])
        present = [n for n, place in enumerate(where) if place >= 0]
        present.sort(key=rank.__getitem__)
        for n in present:
            piece, place = ids[n], labels[where[n]]
            seen.at[piece] = place
            seen.owner[piece] = GERMAN if piece in german else ALLIED
            seen.stacks.setdefault(place, []).append(piece)

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
