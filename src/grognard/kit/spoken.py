"""A game that says everything by a file of texts, and shows in its views what its questions name.

The keys of the file: ``ask_`` and the kind of each question, each verb, each kind of event. What a
question or an event is about is filled in by name: ``{pieces}``, ``{hex}``, ``{start}``, figures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic

from grognard.engine.bits import numbers
from grognard.kit.forms import HexForm, PieceForm, PiecesForm, fields_of
from grognard.kit.game import CountersGame, CountersT, ScenarioT
from grognard.kit.telling import log_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import grognard.wire as wire
    from grognard.engine.game import Action, Event, Seat
    from grognard.engine.texts import Texts
    from grognard.kit.counters import Counters


class SpokenGame(CountersGame[CountersT, ScenarioT], Generic[CountersT, ScenarioT]):
    """A game of counters whose words stand in a file; nothing of its events is hidden."""

    texts: ClassVar[Texts]
    acts: ClassVar[Mapping[str, wire.Act]]
    """By kind of event: what it is shown as."""

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
