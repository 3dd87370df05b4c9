"""What one seat may see of a position: a whitelist, built from nothing, that can go over a wire.

People, bots and the network get Views, never States. A View holds its facts as the text that is
sent: it shares no memory with its state, nobody can change it, and to send it costs nothing more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

from grognard.engine.game import SPECTATOR, Action

if TYPE_CHECKING:
    from grognard.engine.game import Seat, State
    from grognard.wire import Asked, BotView, Seen

_ENCODE: Final = json.JSONEncoder(
    ensure_ascii=False,
    check_circular=False,
    separators=(",", ":"),
    sort_keys=True,
    allow_nan=False,
).encode


class Written(dict[str, Any]):
    """A part of a view that is shown again and again: it keeps its text, and nobody changes it.

    >>> Written({"height": 2}).text
    '{"height":2}'
    """

    __slots__ = ("text",)

    def __init__(self, part: Mapping[str, object]) -> None:
        super().__init__(part)
        self.text = _ENCODE(part)


@lru_cache(maxsize=4096)
def _name(name: str) -> str:
    """Return the name of a part, such as a hex, as JSON; there are few, and they come again."""
    return _ENCODE(name)


def _joined(parts: Mapping[str, object]) -> str:
    """Return the JSON of a mapping, some of whose values may have been written before."""
    written = [
        f"{_name(name)}:{part.text if type(part) is Written else _ENCODE(part)}"
        for name, part in sorted(parts.items())
    ]
    return f"{{{','.join(written)}}}"


def _written(facts: Mapping[str, object]) -> str:
    """Return facts as JSON; what was written before is not written again."""
    kept = {
        name: fact
        for name, fact in facts.items()
        if isinstance(fact, dict) and Written in map(type, fact.values())
    }
    rest = {name: fact for name, fact in facts.items() if name not in kept}
    texts = [f"{_name(name)}:{_joined(fact)}" for name, fact in sorted(kept.items())]
    if rest or not texts:
        texts.append(_ENCODE(rest)[1:-1])
    return f"{{{','.join(texts)}}}"


class View(Mapping[str, Any]):
    """The position as one seat sees it; as a mapping, the facts that the game shows that seat.

    >>> view = View(0, 0, {"kind": "Move", "rule": "5.1"}, [Action("pass")], {"turn": 3})
    >>> view["turn"], view.options
    (3, (Action(verb='pass', noun=0),))
    >>> View.decode(view.encode()) == view
    True
    """

    __slots__ = ("_facts", "options", "question", "seat", "text", "to_move")

    seat: Seat
    """`SPECTATOR` for whoever watches; nothing, in JSON."""
    to_move: Seat | None
    """Who answers the current question; None once the game is over."""
    question: Asked | None
    """What is asked; all of it for whoever answers, else its kind and rule."""
    options: tuple[Action, ...]
    """The legal answers, where this seat is the one to answer; else none."""
    text: str
    """The facts, as JSON."""

    def __init__(
        self,
        seat: Seat,
        to_move: Seat | None,
        question: Asked | None,
        options: Sequence[Action],
        facts: Mapping[str, object],
    ) -> None:
        self.seat, self.to_move, self.question = seat, to_move, question
        self.options = tuple(options)
        self._facts: Seen | None = None
        try:
            self.text = _written(facts)
        except (TypeError, ValueError) as error:
            raise TypeError(_fault(facts, "facts") or str(error)) from error

    @classmethod
    def build(cls, state: State, seat: Seat, facts: Seen, asked: Asked | None = None) -> View:
        """Return what `seat` sees: the given facts, who is asked what, and its own options.

        `asked` is all there is to know of the question: piece, target, who has joined. It is told
        to whoever answers; the others are told its kind and its rule.
        """
        if state.is_over:
            return cls(seat, None, None, (), facts)
        question = state.question
        to_move = question.seat(state)
        if seat != to_move:
            asked = None
        options = state.options() if seat == to_move else ()
        known = asked or {"kind": type(question).__name__, "rule": question.rule}
        return cls(seat, to_move, known, options, facts)

    @property
    def facts(self) -> Seen:
        """What the game shows this seat; a copy of one's own, read from the text."""
        if self._facts is None:
            self._facts = cast("Seen", json.loads(self.text))
        return self._facts

    def __getitem__(self, fact: str) -> Any:
        return cast("dict[str, Any]", self.facts)[fact]

    def __iter__(self) -> Iterator[str]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.encode() == other.encode()

    def __hash__(self) -> int:
        return hash(self.encode())

    def seat_text(self) -> str:
        """Return the view as it is sent to a board, without its options."""
        seat = None if self.seat == SPECTATOR else self.seat
        rest = _ENCODE({"question": self.question, "seat": seat, "to_move": self.to_move})
        return f'{{"facts":{self.text},{rest[1:]}'

    def as_json(self) -> BotView:
        """Return the view as plain dicts and lists, for a program to change or to send."""
        return cast("BotView", json.loads(self.encode()))

    def encode(self) -> bytes:
        """Return JSON: equal views give equal bytes, in every process."""
        options = _ENCODE([list(option) for option in self.options])
        return f'{self.seat_text()[:-1]},"options":{options}}}'.encode()

    @classmethod
    def decode(cls, data: bytes) -> View:
        """Return the view that was encoded as `data`."""
        read = json.loads(data)
        seat = SPECTATOR if read["seat"] is None else read["seat"]
        options = [Action(*option) for option in read["options"]]
        return cls(seat, read["to_move"], read["question"], options, read["facts"])


def _fault(value: object, place: str) -> str:
    """Say where in a value something stands that JSON cannot hold; empty where nothing does."""
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                return f"{place} has the key {key!r}; JSON keys are text"
        parts = [(f"{place}.{key}", item) for key, item in value.items()]
    elif isinstance(value, list | tuple):
        parts = [(f"{place}.{number}", item) for number, item in enumerate(value)]
    elif isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return f"{place} is {value}, which JSON cannot hold"
    elif value is None or isinstance(value, str | int | float):
        return ""
    else:
        return f"{place} is a {type(value).__name__}, which JSON cannot hold"
    return next(filter(None, (_fault(item, where) for where, item in parts)), "")
