"""A position as text: any moment of a game, written by the program or by hand.

A position written by hand may leave out almost everything; what it needs is where the counters
stand and, unless it is turn 1, which segment begins. See docs/notation.md.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar, cast

from grognard.engine.bits import numbers
from grognard.engine.datafile import Section, TomlFile
from grognard.engine.game import Procedure, Question
from grognard.engine.hexmap import HexError
from grognard.games.bautzen import fighting, outcome, questions, sequence
from grognard.games.bautzen.printed import Scenario, Side
from grognard.games.bautzen.state import Battle, Bautzen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.state import Pieces

T = TypeVar("T")

MARKS: Final = ("moved", "attacked", "retreated", "supported", "unsupplied")
BY_SIDE: Final = ("known", "waiting", "sealed")
REDUCED: Final = "reduced"

ASKABLE: Final = {
    name: kind
    for module in (sequence, questions, fighting, outcome)
    for name, kind in vars(module).items()
    if isinstance(kind, type)
    and issubclass(kind, Question | Procedure)
    and kind.__module__ == module.__name__
}
"""Everything that may wait on the stack of a game, by name."""


def write(state: Bautzen) -> str:
    """Return every fact of a position, equal positions giving equal text."""
    scenario = state.scenario
    lines = [
        'game = "bautzen"',
        f'scenario = "{scenario.id}"',
        f"turn = {state.turn}",
        f'segment = "{sequence.SEGMENTS[state.segment]}"',
        f"held = {_list(_held_names(state))}",
        f"aircraft = {_ids(scenario, state.aircraft)}",
        f"aircraft_used = {_ids(scenario, state.aircraft_used)}",
        f"lost = {_ids(scenario, _lost(state))}",
        f"asked = {_list([_write_asked(scenario, due) for due in state.stack])}",
        "",
        "[stacks]",
    ]
    everywhere = state.held[0] | state.held[1] | state.convoys_at[0] | state.convoys_at[1]
    for hex_ in numbers(everywhere):
        entries = [_write_counter(state, piece) for piece in state.stack_order(hex_)]
        lines.append(f'"{scenario.board.map.name(hex_)}" = {_list(entries)}')
    lines += ["", "[control]"]
    for side in Side:
        lines.append(f"{_name(side)} = {_list(_hex_names(scenario, state.control[side]))}")
    lines += ["", "[marks]"]
    lines += [f"{mark} = {_ids(scenario, getattr(state, mark))}" for mark in MARKS]
    for fact in BY_SIDE:
        lines += ["", f"[{fact}]"]
        by_side = getattr(state, fact)
        lines += [f"{_name(side)} = {_ids(scenario, by_side[side])}" for side in Side]
    if state.battle is not None:
        lines += ["", "[battle]"]
        words = _write_fields(scenario, state.battle)
        lines += [f'{name} = "{value}"' for name, value in words]
    return "\n".join(lines) + "\n"


def _name(side: Side) -> str:
    return side.name.lower()


def _list(words: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def _ids(scenario: Scenario, pieces: Pieces) -> str:
    return _list(scenario.pieces[piece].id for piece in numbers(pieces))


def _hex_names(scenario: Scenario, region: Region) -> list[str]:
    return [scenario.board.map.name(hex_) for hex_ in numbers(region)]


def _held_names(state: Bautzen) -> list[str]:
    names = state.scenario.tables.held_formations
    return [name for name in names if state.scenario.formations[name] & state.held_back]


def _lost(state: Bautzen) -> Pieces:
    return sum(1 << piece for piece, steps in enumerate(state.steps) if not steps)


def _write_counter(state: Bautzen, piece: int) -> str:
    printed = state.scenario.pieces[piece]
    words = [printed.id]
    if printed.side is None:
        words.append(_name(state.side_of(piece)))
    if state.steps[piece] < printed.steps:
        words.append(REDUCED)
    return " ".join(words)


def _write_asked(scenario: Scenario, due: Question[Bautzen] | Procedure[Bautzen]) -> str:
    words = [f"{name}={value}" for name, value in _write_fields(scenario, due)]
    return " ".join([type(due).__name__, *words])


def _write_fields(scenario: Scenario, record: object) -> list[tuple[str, str]]:
    """Return the fields of a frozen record as text, each by the kind of fact it holds."""
    written = []
    for field in fields(cast("Battle", record)):
        value = getattr(record, field.name)
        match field.type:
            case "Side":
                text = _name(value)
            case "Hex":
                text = scenario.board.map.name(value)
            case "PieceIndex":
                text = scenario.pieces[value].id
            case "Pieces":
                text = ",".join(scenario.pieces[piece].id for piece in numbers(value))
            case _:
                text = str(int(value))
        written.append((field.name, text))
    return written


def read(text: str, scenario: Scenario, file: str) -> Bautzen:
    """Return the position that a text describes, refusing what it cannot mean with its line."""
    return _Reader(TomlFile(Path(file), text).root, scenario).state


class _Reader:
    """Reads one position; every refusal names the line."""

    def __init__(self, root: Section, scenario: Scenario) -> None:
        self.root, self.scenario = root, scenario
        self.state = Bautzen(scenario)
        root.text("game", "bautzen")
        if "scenario" in root:
            root.text("scenario")
        self._read_stacks()
        self._read_pools()
        self._read_control()
        self._open()
        self._read_marks()
        self._read_battle()
        root.finish()

    def _read_stacks(self) -> None:
        section = self.root.section("stacks")
        for name in section:
            hex_ = self._hex(section, name)
            for entry in section.texts(name):
                self._place(section, name, hex_, entry)

    def _place(self, section: Section, name: str, hex_: Hex, entry: str) -> None:
        identity, *words = entry.split()
        piece = self._piece(section, identity)
        printed = self.scenario.pieces[piece]
        if self.state.where[piece] >= 0:
            section.refuse(f"{identity} stands in two hexes", name, identity)
        side = printed.side
        if side is None:
            side = self._side(section, words.pop(0) if words else "", identity)
        if printed.side is None or printed.is_unit:
            enemy = side.enemy
            if (self.state.held[enemy] | self.state.convoys_at[enemy]) >> hex_ & 1:
                section.refuse(f"{name} would hold counters of both sides", name, identity)
        else:
            section.refuse(f"{identity} cannot stand on the map", name, identity)
        if words == [REDUCED] and printed.steps > 1:
            self.state.steps[piece] -= 1
        elif words:
            section.refuse(f"{' '.join(words)!r} cannot be said of {identity}", name, identity)
        self.state.place(piece, hex_, side)
        if printed.is_unit:
            self.state.settle(hex_, side)

    def _read_pools(self) -> None:
        root, state, scenario = self.root, self.state, self.scenario
        names = scenario.tables.held_formations
        held = root.texts("held") if "held" in root else []
        for name in held:
            if name not in names:
                root.refuse(f"{name} is not one of {', '.join(names)}", "held", name)
            state.held_back |= scenario.formations[name]
        state.aircraft = self._pieces(root, "aircraft")
        state.aircraft_used = self._pieces(root, "aircraft_used")
        for piece in numbers(self._pieces(root, "lost")):
            if state.where[piece] >= 0:
                root.refuse(f"{scenario.pieces[piece].id} is both lost and on the map", "lost")
            state.steps[piece] = 0
        state.reveals = 0

    def _read_control(self) -> None:
        if "control" not in self.root:
            return
        section = self.root.section("control")
        if "asked" in self.root:
            self.state.control = [0, 0]
        for side in Side:
            if _name(side) in section:
                for name in section.texts(_name(side)):
                    hex_ = self._hex(section, name)
                    self.state.control[side] |= 1 << hex_
                    self.state.control[side.enemy] &= ~(1 << hex_)
        section.finish()

    def _open(self) -> None:
        """Put the questions that are asked, or open the segment that the position names."""
        root, state = self.root, self.state
        state.turn = root.number("turn", least=0) if "turn" in root else 1
        if state.turn > self.scenario.turns:
            root.refuse(f"there is no turn {state.turn}; the last is {self.scenario.turns}", "turn")
        name = root.text("segment", *sequence.SEGMENTS) if "segment" in root else "german movement"
        state.segment = sequence.SEGMENTS.index(name)
        if "asked" in root:
            state.stack = [self._asked(entry) for entry in root.texts("asked")]
        else:
            sequence.open_at(state, name)

    def _asked(self, entry: str) -> Question[Bautzen] | Procedure[Bautzen]:
        name, *words = entry.split()
        kind = ASKABLE.get(name)
        if kind is None:
            self.root.refuse(f"nothing called {name} can be asked", "asked", name)
        given = dict(word.split("=", 1) for word in words if "=" in word)
        return self._record(self.root, kind, given)

    def _record(self, section: Section, kind: type[T], given: dict[str, str]) -> T:
        """Return a frozen record made of texts, each read by the kind of fact it holds."""
        values: dict[str, object] = {}
        for field in fields(cast("Battle", kind)):
            if field.name not in given:
                section.refuse(f"{kind.__name__} lacks {field.name}", kind.__name__)
            values[field.name] = self._fact(section, str(field.type), given.pop(field.name))
        if given:
            section.refuse(f"{kind.__name__} has no {', '.join(given)}", kind.__name__)
        return kind(**values)

    def _fact(self, section: Section, kind: str, text: str) -> object:
        match kind:
            case "Side":
                return self._side(section, text, text)
            case "Hex":
                return self._hex(section, text)
            case "PieceIndex":
                return self._piece(section, text)
            case "Pieces":
                return sum(1 << self._piece(section, word) for word in text.split(",") if word)
        if not text.isdigit():
            section.refuse(f"{text!r} is not a whole number", text)
        return bool(int(text)) if kind == "bool" else int(text)

    def _read_marks(self) -> None:
        state = self.state
        if "marks" in self.root:
            section = self.root.section("marks")
            for mark in MARKS:
                if mark in section:
                    setattr(state, mark, self._pieces(section, mark))
            section.finish()
        for fact in BY_SIDE:
            if fact in self.root:
                section = self.root.section(fact)
                by_side = getattr(state, fact)
                for side in Side:
                    by_side[side] = self._pieces(section, _name(side))
                section.finish()

    def _read_battle(self) -> None:
        if "battle" in self.root:
            section = self.root.section("battle")
            given = {name: section.text(name) for name in section}
            self.state.battle = self._record(section, Battle, given)

    def _pieces(self, section: Section, key: str) -> Pieces:
        if key not in section:
            return 0
        return sum(1 << self._piece(section, name) for name in set(section.texts(key)))

    def _piece(self, section: Section, name: str) -> int:
        piece = self.scenario.by_id.get(name)
        if piece is None:
            section.refuse(f"there is no counter {name}", name)
        return piece

    def _hex(self, section: Section, name: str) -> Hex:
        try:
            return self.scenario.board.map.hex(name)
        except HexError as error:
            return section.refuse(str(error), name)

    def _side(self, section: Section, word: str, near: str) -> Side:
        for side in Side:
            if word == _name(side):
                return side
        return section.refuse(f"{near} must be said to be german or allied", near)
