"""A game that says everything by a file of texts, and shows in its views what its questions name.

The keys of the file: ``ask_`` and the kind of each question, each verb, each kind of event,
``side.`` and ``segment.`` with theirs. What a question or an event is about is filled in by name:
``{pieces}``, ``{hex}``, ``{start}``, figures.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from grognard.engine.bits import numbers
from grognard.engine.prompt import NotOffered
from grognard.engine.rulebook import Rulebook
from grognard.engine.view import View
from grognard.kit import shown
from grognard.kit.forms import HexForm, PieceForm, PiecesForm, fields_of
from grognard.kit.game import CountersGame, CountersT
from grognard.kit.laid import infos
from grognard.kit.printed import Captions
from grognard.kit.telling import log_line
from grognard.kit.words import names
from grognard.wire import blank

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from random import Random

    import grognard.wire as wire
    from grognard.engine.game import Action, Event, Seat
    from grognard.engine.hexmap import Region
    from grognard.engine.texts import Texts
    from grognard.kit.counters import Counters, Material
    from grognard.kit.files import DataFiles


class Placed(Protocol):
    """A scenario that knows its map and counters."""

    @property
    def material(self) -> Material:
        """The map and the counters."""


PlacedT = TypeVar("PlacedT", bound=Placed)


class SpokenGame(CountersGame[CountersT, PlacedT], Generic[CountersT, PlacedT]):
    """A game of counters told by its files; until it says otherwise it hides nothing."""

    files: ClassVar[DataFiles]
    texts: ClassVar[Texts]
    acts: ClassVar[Mapping[str, wire.Act]]
    """By kind of event: what it is shown as."""
    segments: ClassVar[tuple[str, ...]] = ()
    """The segments of a turn: ``blue movement``."""
    colours: ClassVar[tuple[int, ...]] = ()
    """By side: its place in `blank.COLOURS`."""
    goes_on: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By verb: the verbs that go on with the line of the journal that it began."""

    def regions(self) -> Mapping[str, Callable[[CountersT, Seat], Region]]:
        """Return what can be laid over the map: hexes of a side, by the keys of its words."""
        return {}

    # Files

    def scenario_id(self, scenario: PlacedT) -> str:
        """Return the name of a scenario."""
        return scenario.material.scenario

    def data_files(self, directory: Path | None = None) -> tuple[Path, ...]:
        """Return the files of a scenario, the bundled ones where a directory lacks them."""
        return self.files.all(directory)

    def rulebook(self) -> Rulebook:
        """Return the rules and rulings that lie beside the data."""
        return Rulebook.load(self.files.bundled)

    # What is seen

    @abstractmethod
    def seen(self, state: CountersT, seat: Seat) -> wire.Seen:
        """Return what a seat may see of a position."""

    def view(self, state: CountersT, seat: Seat) -> View:
        """Return what a seat may see, with what is asked."""
        return View.build(state, seat, self.seen(state, seat), asked_of(state))

    def reshuffle_hidden(self, state: CountersT, seat: Seat, rng: Random) -> CountersT:
        """Return the position itself: nothing of it is hidden."""
        return state.copy()

    def captions(self) -> Captions:
        """Return the names of what is printed beside the map."""
        return Captions(self.texts, self.texts, self.seats)

    def printed(self, scenario: PlacedT) -> wire.Printed:
        """Return the sides and the segments; the map and the counters are the game's to add."""
        said = {side: names(self.texts, f"side.{side}") for side in self.seats}
        return {
            **super().printed(scenario),
            "sides": blank.sides(self.seats, said, self.colours),
            "first": self.seats[0],
            "segments": [self.captions().segment(name) for name in self.segments],
        }

    def overlays(self, scenario: PlacedT) -> list[wire.OverlayInfo]:
        """Return what can be laid over the map."""
        return infos(self.regions(), lambda name: names(self.texts, name))

    def overlay(
        self, state: CountersT, seat: Seat, name: str, side: Seat, lang: str
    ) -> wire.Overlay:
        """Return hexes of a side."""
        if name not in self.regions():
            raise NotOffered(f"there is no overlay {name!r}; there are {', '.join(self.regions())}")
        return shown.overlay(state, name, side, self.regions()[name](state, side))

    # What is said

    def joins(self, previous: str, verb: str) -> bool:
        """Whether a verb goes on with the line of the journal that another began."""
        return verb in self.goes_on.get(previous, ())

    def question_text(self, state: CountersT, lang: str) -> str:
        """Return the question, with what it is about."""
        asked = asked_of(state) or {"kind": "", "rule": ""}
        pieces = ", ".join((*asked.get("pieces", ()), *asked.get("joined", ())))
        facts = {"pieces": pieces, "hex": asked.get("target", "")}
        return self.texts.say(f"ask_{asked['kind']}", lang, **facts)

    def answer_labels(self, state: CountersT, options: Sequence[Action], lang: str) -> list[str]:
        """Return each answer: the word of its verb, and its noun."""
        return [
            f"{self.texts.say(action.verb, lang)} {self.noun_name(state, action)}".rstrip()
            for action in options
        ]

    def describe(self, state: CountersT, event: Event, lang: str, seat: Seat | None = None) -> str:
        """Return an event as a sentence."""
        facts, material = dict(event.facts), state.material
        facts["pieces"] = ", ".join(material.ids[piece] for piece in facts.get("pieces", ()))
        for key in facts.keys() & {"start", "hex"}:
            facts[key] = material.map.name(facts[key])
        return self.texts.say(event.kind, lang, **facts)

    def tell(self, state: CountersT, event: Event, lang: str, seat: Seat) -> wire.LogLine:
        """Return an event with what is shown of it on the map."""
        text = self.describe(state, event, lang, seat)
        return log_line(state.material, event, seat, text, self.acts[event.kind])

    def hex_lines(self, state: CountersT, seat: Seat, hex_: int, lang: str) -> list[str]:
        """Return nothing: what is printed and what stands there is all there is to say."""
        return []


def asked_of(state: Counters) -> wire.Asked | None:
    """Return the question, and by the types of its fields what it is about.

    A `PieceIndex` is the piece it is put to, `Pieces` are those who joined, a `Hex` is the target.
    """
    if state.is_over:
        return None
    question, material = state.question, state.material
    found: wire.Asked = {"kind": type(question).__name__, "rule": question.rule}
    for name, form in fields_of(type(question)).items():
        value = getattr(question, name)
        if isinstance(form, PieceForm):
            found["pieces"] = [material.ids[value]]
        elif isinstance(form, PiecesForm):
            found["joined"] = [material.ids[piece] for piece in numbers(value)]
        elif isinstance(form, HexForm):
            found["target"] = material.map.name(value)
    return found
