"""What one seat may see of a position: a whitelist, built from nothing, that can go over a wire.

People, bots and the network get Views, never States. A View shares no memory with its state.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from grognard.engine.game import Action

if TYPE_CHECKING:
    from grognard.engine.game import Seat, State

Json: TypeAlias = Any
"""Text, numbers, true, false, nothing, and lists and text-keyed mappings of these."""


class Asked(NamedTuple):
    """What everybody may know of the current question: its kind and its rule."""

    kind: str
    rule: str


@dataclass(frozen=True, eq=False)
class View(Mapping[str, Json]):
    """The position as one seat sees it; as a mapping, the facts that the game shows that seat.

    >>> view = View(0, 0, Asked("Move", "5.1"), (Action("pass"),), {"turn": 3})
    >>> view["turn"], view.options
    (3, (Action(verb='pass', noun=0),))
    >>> View.decode(view.encode()) == view
    True
    """

    seat: Seat
    to_move: Seat | None
    """Who answers the current question; None once the game is over."""
    question: Asked | None
    options: tuple[Action, ...]
    """The legal answers, where this seat is the one to answer; else none."""
    facts: Mapping[str, Json]

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "facts", _frozen(self.facts))
        except TypeError as error:
            raise TypeError(_fault(self.facts, "facts")) from error

    @classmethod
    def build(cls, state: State, seat: Seat, facts: Mapping[str, Json]) -> View:
        """Return what `seat` sees: the given facts, who is asked what, and its own options."""
        if state.is_over:
            return cls(seat, None, None, (), facts)
        question = state.question
        to_move = question.seat(state)
        options = tuple(state.options()) if seat == to_move else ()
        return cls(seat, to_move, Asked(type(question).__name__, question.rule), options, facts)

    def __getitem__(self, fact: str) -> Json:
        return self.facts[fact]

    def __iter__(self) -> Iterator[str]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.encode() == other.encode()

    def __hash__(self) -> int:
        return hash(self.encode())

    def as_json(self) -> dict[str, Json]:
        """Return the view as plain dicts and lists, for a program to change or to send."""
        return {
            "seat": self.seat,
            "to_move": self.to_move,
            "question": self.question and self.question._asdict(),
            "options": [list(option) for option in self.options],
            "facts": _thawed(self.facts),
        }

    def encode(self) -> bytes:
        """Return canonical JSON: equal views give equal bytes, in every process."""
        text = json.dumps(self.as_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return text.encode()

    @classmethod
    def decode(cls, data: bytes) -> View:
        """Return the view that was encoded as `data`."""
        read = json.loads(data)
        question = Asked(**read["question"]) if read["question"] else None
        options = tuple(Action(*option) for option in read["options"])
        return cls(read["seat"], read["to_move"], question, options, read["facts"])


def _frozen(value: Json) -> Json:
    """Return a deep, unchangeable copy of a JSON value; refuse what JSON cannot hold.

    The types that facts are made of are told by identity, since views are made by the thousand.
    """
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is dict:
        if not all(isinstance(key, str) for key in value):
            raise TypeError
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    if kind is list or kind is tuple:
        return tuple([_frozen(item) for item in value])
    return _frozen_other(value)


def _frozen_other(value: Json) -> Json:
    """Return a copy of a value of a rarer type: numbers, enumerations, other mappings and lists."""
    if isinstance(value, str | int | float):
        if value != value or value in (float("inf"), float("-inf")):
            raise TypeError
        return value
    if isinstance(value, Mapping):
        return _frozen(dict(value))
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return _frozen(list(value))
    raise TypeError


def _fault(value: Json, place: str) -> str:
    """Say where in a value something stands that JSON cannot hold; empty where nothing does."""
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                return f"{place} has the key {key!r}; JSON keys are text"
        parts = [(f"{place}.{key}", item) for key, item in value.items()]
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray):
        parts = [(f"{place}.{number}", item) for number, item in enumerate(value)]
    elif isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return f"{place} is {value}, which JSON cannot hold"
    elif value is None or isinstance(value, str | int | float):
        return ""
    else:
        return f"{place} is a {type(value).__name__}, which JSON cannot hold"
    return next(filter(None, (_fault(item, where) for where, item in parts)), "")


def _thawed(value: Json) -> Json:
    """Return a frozen JSON value as plain dicts and lists."""
    kind = type(value)
    if kind is MappingProxyType:
        return {key: _thawed(item) for key, item in value.items()}
    if kind is tuple:
        return [_thawed(item) for item in value]
    return value
