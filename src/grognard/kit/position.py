"""A position as text: any moment of a game, written by the program or by hand.

The layout is the same for every game: what is true of the whole, ``asked`` (the stack of
questions), ``[stacks]`` with the counters of each hex from bottom to top, then the facts that the
game declares. A position written by hand may leave out almost everything. See docs/notation.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from grognard.engine.bits import numbers
from grognard.engine.datafile import Section, TomlFile
from grognard.engine.game import Procedure, Question
from grognard.kit.counters import Counters
from grognard.kit.facts import Each
from grognard.kit.forms import Source, fields_of, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import ModuleType

    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.kit.facts import Fact

StateT = TypeVar("StateT", bound=Counters)

REDUCED: Final = "reduced"


def askable(*modules: ModuleType) -> dict[str, type[Any]]:
    """Return the questions and procedures that some modules define, by name."""
    return {
        name: kind
        for module in modules
        for name, kind in vars(module).items()
        if isinstance(kind, type)
        and issubclass(kind, Question | Procedure)
        and kind.__module__ == module.__name__
    }


class Notation(Generic[StateT]):
    """Writes and reads the positions of one game, which says what is its own by overriding."""

    early: frozenset[str] = frozenset()
    """Sections that are read before a segment is opened, not over what that made of them."""

    def __init__(self, game: str, asked: dict[str, type[Any]]) -> None:
        self.game, self.asked = game, asked

    # What a game says

    def open(self, state: StateT, root: Section) -> None:
        """Open what the position names, when it does not say what is asked."""
        root.refuse("this position does not say what is asked")

    def placed(self, state: StateT, piece: PieceIndex, hex_: Hex, side: Seat) -> None:
        """See to what follows from a counter that stands in a hex."""

    def check(self, state: StateT, root: Section) -> None:
        """Refuse what a position of this game cannot say, before anything is asked."""

    # Writing

    def write(self, state: StateT) -> str:
        """Return every fact of a position, equal positions giving equal text."""
        facts = type(state).facts
        lines = [f'game = "{self.game}"', f'scenario = "{state.material.scenario}"']
        lines += [
            self._line(state, fact, getattr(state, fact.name)) for fact in facts if not fact.place
        ]
        ids = state.material.ids
        lines.append(f"lost = {listed(ids[piece] for piece in numbers(state.lost))}")
        lines.append(f"asked = {listed(write_record(state, due) for due in state.stack)}")
        lines += ["", "[stacks]", *self._stacks(state)]
        for title in dict.fromkeys(fact.place for fact in facts if fact.place):
            lines += self._section(state, title, [fact for fact in facts if fact.place == title])
        return "\n".join(lines) + "\n"

    def _stacks(self, state: StateT) -> Iterable[str]:
        everywhere = 0
        for region in (*state.held, *state.others_at):
            everywhere |= region
        for hex_ in numbers(everywhere):
            entries = [self._counter(state, piece) for piece in state.stack_order(hex_)]
            yield f'"{state.material.map.name(hex_)}" = {listed(entries)}'

    def _counter(self, state: StateT, piece: PieceIndex) -> str:
        material, left = state.material, state.steps[piece]
        words, printed = [material.ids[piece]], material.steps[piece]
        if material.owners[piece] is None:
            words.append(material.seats[state.side_of(piece)])
        if left < printed:
            words.append(REDUCED if printed == 2 else f"{left}/{printed}")
        return " ".join(words)

    def _section(self, state: StateT, title: str, facts: Sequence[Fact]) -> list[str]:
        """Return the lines of a section; a record that is None has none."""
        lines: list[str] = []
        for fact in facts:
            value = getattr(state, fact.name)
            if fact.record is not None:
                if value is None:
                    return []
                words = record_words(state, value)
                lines += [f'{name} = "{word}"' for name, word in words]
            elif fact.each is Each.SEAT and fact.form is not None:
                for name, one in zip(state.material.seats, value, strict=True):
                    lines.append(f"{name} = {fact.form.write(state, one)}")
            elif fact.each is Each.PIECE:
                ids = state.material.ids
                lines += [f'"{ids[piece]}" = {one}' for piece, one in enumerate(value) if one]
            else:
                lines.append(self._line(state, fact, value))
        return ["", f"[{title}]", *lines]

    def _line(self, state: StateT, fact: Fact, value: object) -> str:
        if fact.form is None:
            raise TypeError(f"{fact.name} is a record and needs a section")
        return f"{fact.title} = {fact.form.write(state, value)}"

    # Reading

    def read(self, text: str, begin: Callable[[], StateT], file: str) -> StateT:
        """Return the position that a text describes, refusing what it cannot mean with its line."""
        root, state = TomlFile(Path(file), text).root, begin()
        source, facts = Source(state, root), type(state).facts
        root.text("game", self.game)
        if "scenario" in root:
            root.text("scenario")
        self._read_stacks(state, source.within(root.section("stacks")))
        self._read_facts(state, source, [fact for fact in facts if not fact.place])
        self._read_lost(state, source)
        state.reveals = 0
        early = [fact for fact in facts if fact.place in self.early]
        self._read_sections(state, source, early)
        self.check(state, root)
        if "asked" in root:
            state.stack = [self._asked(source, entry) for entry in root.texts("asked")]
        else:
            self.open(state, root)
        self._read_sections(state, source, [f for f in facts if f.place and f not in early])
        root.finish()
        return state

    def _read_stacks(self, state: StateT, source: Source) -> None:
        for name in source.section:
            hex_ = source.hex(name)
            for entry in source.section.texts(name):
                self._place(state, source, name, hex_, entry)
        source.section.finish()

    def _place(self, state: StateT, source: Source, name: str, hex_: Hex, entry: str) -> None:
        identity, *words = entry.split() or [""]
        piece, material, section = source.piece(identity), state.material, source.section
        if state.where[piece] >= 0:
            section.refuse(f"{identity} stands in two hexes", name, identity)
        side = material.owners[piece]
        if side is None:
            side = self._side(source, words.pop(0) if words else "", identity)
        if not (material.units | material.others) >> piece & 1:
            section.refuse(f"{identity} cannot stand on the map", name, identity)
        if any(state.stacks[hex_] & owned for owned in state.owned if owned != state.owned[side]):
            section.refuse(f"{name} would hold counters of both sides", name, identity)
        left = self._steps(material.steps[piece], words)
        if left is None:
            section.refuse(f"{' '.join(words)!r} cannot be said of {identity}", name, identity)
        state.steps[piece] = left
        state.place(piece, hex_, side)
        self.placed(state, piece, hex_, side)

    def _side(self, source: Source, word: str, identity: str) -> Seat:
        seats = source.state.material.seats
        if word not in seats:
            source.section.refuse(f"{identity} must be said to be {' or '.join(seats)}", identity)
        return seats.index(word)

    def _steps(self, printed: int, words: Sequence[str]) -> int | None:
        """Return the steps that the words behind a counter leave it, None if they are no words."""
        if not words:
            return max(1, printed)
        if printed == 2 and words == [REDUCED]:
            return 1
        left, _, whole = words[0].partition("/")
        is_said = len(words) == 1 and left.isdigit() and whole == str(printed) and printed > 2
        return int(left) if is_said and 0 < int(left) < printed else None

    def _read_lost(self, state: StateT, source: Source) -> None:
        root = source.section
        for piece in [source.piece(name) for name in root.texts("lost")] if "lost" in root else []:
            if state.where[piece] >= 0:
                root.refuse(f"{state.material.ids[piece]} is both lost and on the map", "lost")
            state.steps[piece] = 0

    def _read_facts(self, state: StateT, source: Source, facts: Sequence[Fact]) -> None:
        """Read facts that stand in one section each under its own name."""
        for fact in facts:
            if fact.title in source.section and fact.form is not None:
                setattr(state, fact.name, fact.form.read(source, fact.title))
            elif fact.unsaid is not None:
                setattr(state, fact.name, fact.unsaid)

    def _read_sections(self, state: StateT, source: Source, facts: Sequence[Fact]) -> None:
        root = source.section
        for title in dict.fromkeys(fact.place for fact in facts if fact.place in root):
            inner = source.within(root.section(title))
            some = [fact for fact in facts if fact.place == title]
            for fact in some:
                self.read_section(state, inner, fact)
            inner.section.finish()

    def read_section(self, state: StateT, source: Source, fact: Fact) -> None:
        """Read a fact from the section in which it stands."""
        section = source.section
        if fact.record is not None:
            given = {name: section.text(name) for name in section}
            setattr(state, fact.name, read_record(source, fact.record, given))
        elif fact.each is Each.SEAT and fact.form is not None:
            by_seat = getattr(state, fact.name)
            for seat, name in enumerate(state.material.seats):
                by_seat[seat] = fact.form.read(source, name) if name in section else fact.form.zero
        elif fact.each is Each.PIECE:
            for name in section:
                getattr(state, fact.name)[source.piece(name)] = section.number(name, least=0)
        else:
            self._read_facts(state, source, [fact])

    def _asked(self, source: Source, entry: str) -> Any:
        name, *words = entry.split() or [""]
        kind = self.asked.get(name)
        if kind is None:
            source.section.refuse(f"nothing called {name} can be asked", "asked", name)
        given = dict(word.split("=", 1) for word in words if "=" in word)
        return read_record(source, kind, given)


def record_words(state: Counters, record: object) -> list[tuple[str, str]]:
    """Return the fields of a frozen record as words, each by what it stands for."""
    return [
        (name, form.word(state, getattr(record, name)))
        for name, form in fields_of(type(record)).items()
    ]


def write_record(state: Counters, record: object) -> str:
    """Return a question or procedure as one text: its name, then its fields."""
    words = [f"{name}={word}" for name, word in record_words(state, record)]
    return " ".join([type(record).__name__, *words])


def read_record(source: Source, kind: type[Any], given: dict[str, str]) -> Any:
    """Return a frozen record made of words."""
    values: dict[str, object] = {}
    for name, meaning in fields_of(kind).items():
        if name not in given:
            source.section.refuse(f"{kind.__name__} lacks {name}", kind.__name__)
        values[name] = meaning.unword(source, given.pop(name))
    if given:
        source.section.refuse(f"{kind.__name__} has no {', '.join(given)}", kind.__name__)
    return kind(**values)
