"""Outpost: a complete small game, as somebody else would write one for this engine.

Two sides of three face-down counters on a board of 5 by 5 hexes.

1. Each side secretly arranges the strengths 1, 2 and 3 on its counters.
2. In turn, a side passes or moves one counter to a neighbouring hex without a friend.
3. Entering an enemy's hex is combat: attacker, then defender, secretly commit reserves; the
   attacker throws a die. Strength, reserves and the die against strength, reserves and 3: the
   loser is removed, on a tie nobody is, and a winning attacker takes the hex.
4. The game ends after the last turn or with a side. The side with more counters wins.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from itertools import permutations
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from grognard.engine.datafile import DataError, TomlFile
from grognard.engine.game import CHANCE, Action, Event, Noun, Question, Routine, Seat, State
from grognard.engine.hexmap import HexMap
from grognard.engine.registry import Game, NotAPosition
from grognard.engine.view import View
from grognard.wire import blank

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from random import Random

    from grognard.wire import Asked, Closed, Counter, Plain, Printed, Stack

BOARD = HexMap.rectangle(columns=5, rows=5)
NAMES = ("R1", "R2", "R3", "B1", "B2", "B3")
HOMES = ("0101", "0301", "0501", "0105", "0305", "0505")
ORDERS = tuple(permutations((1, 2, 3)))
OFF = 255


class Scenario(NamedTuple):
    """How long the game lasts, and how many reserves a side has."""

    name: str = "skirmish"
    turns: int = 16
    reserves: int = 2


class Outpost(State):
    """The counters of a side are 0 to 2 or 3 to 5; `OFF` is a hex off the board."""

    __slots__ = ("faces", "hexes", "known", "reserves", "sealed", "turn", "turns")

    def __init__(self, scenario: Scenario) -> None:
        super().__init__()
        self.turns, self.turn = scenario.turns, 0
        self.hexes = bytearray(BOARD.hex(name) for name in HOMES)
        self.faces = bytearray(6)
        self.known = bytearray(6)
        self.reserves = bytearray([scenario.reserves] * 2)
        self.sealed = bytearray([OFF, OFF])

    def copy(self) -> Self:
        other = type(self).__new__(type(self))
        other.stack, other.events, other.reveals = self.stack.copy(), None, self.reveals
        other.turns, other.turn = self.turns, self.turn
        other.hexes, other.faces, other.known = self.hexes[:], self.faces[:], self.known[:]
        other.reserves, other.sealed = self.reserves[:], self.sealed[:]
        return other

    def canonical(self) -> str:
        arrays = (self.hexes, self.faces, self.known, self.reserves, self.sealed)
        return f"{self.turn}/{self.turns} {[array.hex() for array in arrays]} {self.stack}"

    def winner(self) -> Seat | None:
        red, blue = len(alive(self, 0)), len(alive(self, 1))
        return None if red == blue or not self.is_over else int(blue > red)

    def note(self, kind: str, rule: str, **facts: object) -> None:
        if self.events is not None:
            self.events.append(Event(kind, rule, facts))


def alive(state: Outpost, seat: Seat) -> list[int]:
    """Return the counters that a side has on the board."""
    return [piece for piece in range(3 * seat, 3 * seat + 3) if state.hexes[piece] != OFF]


def reach(state: Outpost, piece: int) -> list[int]:
    """2 - the neighbouring hexes without a friend."""
    friends = {state.hexes[friend] for friend in alive(state, piece // 3)}
    return [hex_ for hex_ in BOARD.neighbours[state.hexes[piece]] if hex_ not in friends]


def end_turn(state: Outpost, seat: Seat) -> None:
    """4 - the other side moves, unless that was the last turn or one side is gone."""
    state.turn += 1
    if state.turn < state.turns and alive(state, 0) and alive(state, 1):
        state.ask(Move(1 - seat))


@dataclass(frozen=True, slots=True)
class Arrange(Question[Outpost]):
    """1 - in which order do the strengths lie on your counters?"""

    rule: ClassVar[str] = "1"
    side: Seat

    def seat(self, state: Outpost) -> Seat:
        return self.side

    def options(self, state: Outpost) -> Sequence[Action]:
        return [Action("arrange", order) for order in range(len(ORDERS))]

    def answer(self, state: Outpost, action: Action) -> None:
        state.faces[3 * self.side : 3 * self.side + 3] = bytes(ORDERS[action.noun])
        state.note("arranged", "1", seat=self.side, order=action.noun, hidden=["order"])


@dataclass(frozen=True, slots=True)
class Move(Question[Outpost]):
    """2 - which counter moves?"""

    rule: ClassVar[str] = "2"
    side: Seat

    def seat(self, state: Outpost) -> Seat:
        return self.side

    def options(self, state: Outpost) -> Sequence[Action]:
        able = [piece for piece in alive(state, self.side) if reach(state, piece)]
        return [Action("pass"), *(Action("move", piece) for piece in able)]

    def answer(self, state: Outpost, action: Action) -> None:
        if action.verb == "move":
            state.ask(To(action.noun))
        else:
            end_turn(state, self.side)


@dataclass(frozen=True, slots=True)
class To(Question[Outpost]):
    """2 - to which hex does it move?"""

    rule: ClassVar[str] = "2"
    piece: int

    def seat(self, state: Outpost) -> Seat:
        return self.piece // 3

    def options(self, state: Outpost) -> Sequence[Action]:
        return [Action("to", hex_) for hex_ in reach(state, self.piece)]

    def answer(self, state: Outpost, action: Action) -> None:
        if action.noun in state.hexes:
            fight = Fight(self.piece, state.hexes.index(action.noun))
            attacker = self.piece // 3
            state.ask(Commit(fight, attacker), Commit(fight, 1 - attacker), Throw(fight))
        else:
            state.hexes[self.piece] = action.noun
            state.note("moved", "2", piece=self.piece, to=action.noun)
            end_turn(state, self.piece // 3)

    def routine(self, state: Outpost, action: Action) -> Routine:
        return Routine.YES if action.noun in state.hexes else Routine.NO


class Fight(NamedTuple):
    """Who attacks whom."""

    attacker: int
    defender: int


@dataclass(frozen=True, slots=True)
class Commit(Question[Outpost]):
    """3 - how many reserves do you secretly commit?"""

    rule: ClassVar[str] = "3"
    fight: Fight
    side: Seat

    def seat(self, state: Outpost) -> Seat:
        return self.side

    def options(self, state: Outpost) -> Sequence[Action]:
        return [Action("commit", number) for number in range(state.reserves[self.side] + 1)]

    def answer(self, state: Outpost, action: Action) -> None:
        state.sealed[self.side] = action.noun
        state.note("committed", "3", seat=self.side, number=action.noun, hidden=["number"])

    def routine(self, state: Outpost, action: Action) -> Routine:
        is_first = isinstance(state.stack[-2], Commit)
        return Routine.UNWATCHED if is_first else Routine.NO


@dataclass(frozen=True, slots=True)
class Throw(Question[Outpost]):
    """3 - the die of the combat."""

    rule: ClassVar[str] = "3"
    fight: Fight
    faces: tuple[Action, ...] = field(
        default=tuple(Action("throw", die) for die in range(1, 7)), repr=False
    )

    def seat(self, state: Outpost) -> Seat:
        return CHANCE

    def options(self, state: Outpost) -> Sequence[Action]:
        return self.faces

    def answer(self, state: Outpost, action: Action) -> None:
        attacker, defender = self.fight
        margin = force(state, attacker) + action.noun - force(state, defender) - 3
        state.note("fought", "3", attacker=attacker, defender=defender, margin=margin)
        reveal(state, self.fight)
        if margin > 0:
            state.hexes[attacker], state.hexes[defender] = state.hexes[defender], OFF
        elif margin < 0:
            state.hexes[attacker] = OFF
        end_turn(state, attacker // 3)


def force(state: Outpost, piece: int) -> int:
    """3 - strength and the reserves committed."""
    return state.faces[piece] + state.sealed[piece // 3]


def reveal(state: Outpost, fight: Fight) -> None:
    """3 - what fights is seen by all, and the reserves are spent."""
    for piece in fight:
        state.known[piece] = 1
        state.reserves[piece // 3] -= state.sealed[piece // 3]
        state.sealed[piece // 3] = OFF
    state.reveals += 1


class OutpostGame(Game[Outpost, Scenario]):
    """What programs need to know of Outpost."""

    id = "outpost"
    titles: ClassVar[Mapping[str, str]] = {"en": "Outpost", "fr": "Avant-poste"}
    rules_version = "1"
    seats = ("red", "blue")
    verbs: ClassVar[Mapping[str, Noun]] = {
        "arrange": Noun.WORD,
        "move": Noun.PIECE,
        "to": Noun.HEX,
        "pass": Noun.NOTHING,
        "commit": Noun.NUMBER,
        "throw": Noun.NUMBER,
    }
    closes: ClassVar[Mapping[str, Closed]] = {"pass": "turn"}
    words: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "arrange": tuple("".join(map(str, order)) for order in ORDERS)
    }

    def load(self, directory: Path | None = None) -> Scenario:
        if directory is None:
            return Scenario()
        file = TomlFile(directory / "scenario.toml")
        for key in file.data:
            if key not in Scenario._fields:
                file.refuse(f"a scenario has no {key}", key)
        return Scenario(**file.data)

    def scenario_id(self, scenario: Scenario) -> str:
        return scenario.name

    def start(self, scenario: Scenario) -> Outpost:
        state = Outpost(scenario)
        state.ask(Arrange(0), Arrange(1), Move(0))
        return state

    def configure(self, scenario: Scenario, options: Mapping[str, str]) -> Scenario:
        for name, value in options.items():
            if name != "turns" or not value.isdigit():
                raise ValueError(f"{name}={value}: the only option is turns, a number")
            scenario = scenario._replace(turns=int(value))
        return scenario

    def piece_name(self, state: Outpost, number: int) -> str:
        return NAMES[number]

    def piece_number(self, state: Outpost, text: str) -> int:
        if text not in NAMES:
            raise ValueError(f"there is no counter {text!r}")
        return NAMES.index(text)

    def hex_name(self, state: Outpost, number: int) -> str:
        return BOARD.name(number)

    def hex_number(self, state: Outpost, text: str) -> int:
        return BOARD.hex(text)

    def joins(self, previous: str, verb: str) -> bool:
        return (previous, verb) == ("move", "to")

    def view(self, state: Outpost, seat: Seat) -> View:
        facts = blank.seen(state.turn, state.turns)
        for piece, hex_ in enumerate(state.hexes):
            if hex_ != OFF:
                facts["stacks"][BOARD.name(hex_)] = self.stack(state, seat, piece)
        for seat_, side in enumerate(self.seats):
            facts["tracks"][f"reserves.{side}"] = state.reserves[seat_]
        sealed: list[Plain] = [number != OFF for number in state.sealed]
        own = state.sealed[seat] if seat in (0, 1) else OFF
        facts["facts"] = {"sealed": sealed, "committed": None if own == OFF else own}
        return View.build(state, seat, facts, self.asked(state))

    def stack(self, state: Outpost, seat: Seat, piece: int) -> Stack:
        """Return a counter as a seat sees it: its strength is a mark, where it is known."""
        is_known = state.known[piece] or piece // 3 == seat
        marks = [str(state.faces[piece])] if is_known and state.faces[piece] else []
        side = self.seats[piece // 3]
        shown: Counter = {"id": NAMES[piece], "steps": 1, "marks": marks}
        return {"side": side, "height": 1, "hidden": 0, "pieces": [shown]}

    def asked(self, state: Outpost) -> Asked | None:
        """Return the question with what it is about."""
        if state.is_over:
            return None
        question = state.question
        found: Asked = {"kind": type(question).__name__, "rule": question.rule}
        if isinstance(question, To):
            found["pieces"] = [NAMES[question.piece]]
        elif isinstance(question, Commit):
            found["joined"] = [NAMES[question.fight.attacker]]
            found["target"] = BOARD.name(state.hexes[question.fight.defender])
        return found

    def printed(self, scenario: Scenario) -> Printed:
        board = blank.sheet("Outpost", 5, 5, [(hex_, BOARD.name(hex_)) for hex_ in BOARD.hexes])
        sides = [self.seats[piece // 3] for piece in range(6)]
        return {
            **super().printed(scenario),
            "map": board,
            "pieces": [
                blank.piece(number, NAMES[number], side, "infantry")
                for number, side in enumerate(sides)
            ],
            "marks": [
                blank.mark(str(strength), {"en": f"strength {strength}"}) for strength in (1, 2, 3)
            ],
            "tracks": [
                blank.track(f"reserves.{side}", {"en": f"reserves of {side}"}, side)
                for side in self.seats
            ],
        }

    def reshuffle_hidden(self, state: Outpost, seat: Seat, rng: Random) -> Outpost:
        other, enemy = state.copy(), 1 - seat
        secret = [p for p in range(3 * enemy, 3 * enemy + 3) if not state.known[p]]
        faces = sorted(state.faces[piece] for piece in secret)
        for piece, face in zip(secret, rng.sample(faces, len(faces)), strict=True):
            other.faces[piece] = face
        if state.sealed[enemy] != OFF:
            other.sealed[enemy] = rng.randint(0, state.reserves[enemy])
        return other

    def describe(self, state: Outpost, event: Event, lang: str, seat: Seat | None = None) -> str:
        facts = event.facts
        if facts.get("hidden") and seat not in (None, facts["seat"]):
            facts = {"seat": facts["seat"]}
        words = ", ".join(f"{fact}={value}" for fact, value in facts.items() if fact != "hidden")
        kind = FRENCH[event.kind] if lang == "fr" else event.kind
        return f"{kind} ({event.rule}): {words}"

    def write_position(self, state: Outpost) -> str:
        match state.stack:
            case [Move(side)]:
                lines = [f"turn = {state.turn}", f"to_move = {side}"]
                lines += [f"reserves = {list(state.reserves)}", "[pieces]"]
            case _:
                raise NotAPosition("a position is written between two turns")
        for name, hex_, face, known in zip(
            NAMES, state.hexes, state.faces, state.known, strict=True
        ):
            place = BOARD.name(hex_) if hex_ != OFF else ""
            lines.append(f'{name} = ["{place}", {face}, {known}]')
        return "\n".join(lines) + "\n"

    def read_position(self, text: str, scenario: Scenario, file: str = "position") -> Outpost:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise DataError(file, 1, str(error)) from None
        state = Outpost(scenario)
        state.turn, state.reserves = data["turn"], bytearray(data["reserves"])
        for piece, name in enumerate(NAMES):
            place, state.faces[piece], state.known[piece] = data["pieces"][name]
            state.hexes[piece] = BOARD.hex(place) if place else OFF
        state.ask(Move(data["to_move"]))
        return state

    def invariants(self, state: Outpost) -> list[str]:
        held = [state.hexes[piece] for piece in (*alive(state, 0), *alive(state, 1))]
        return [] if len(held) == len(set(held)) else ["two counters share a hex"]


FRENCH = {
    "arranged": "disposition",
    "moved": "mouvement",
    "committed": "engagement",
    "fought": "combat",
}
