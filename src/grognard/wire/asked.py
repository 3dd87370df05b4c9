"""What a person is asked: the question in words, and every answer with what it brings."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from grognard.wire.printed import NounKind
from grognard.wire.words import Reason


class Left(TypedDict):
    """What is left undone by whoever ends a segment: "17 units have not moved"."""

    text: str
    count: int
    rule: str


Closed: TypeAlias = Literal["choice", "segment", "turn"]
"""What an answer ends: a choice made of several answers, a segment, a turn."""


class Answer(TypedDict):
    """One legal answer. What is not said is not so: nothing is thrown, nothing warned of."""

    verb: str
    noun: int
    kind: NounKind
    name: str
    """The noun as a journal writes it: a hex, a piece, a word; empty for none."""
    label: str
    """What it means, in words."""
    pieces: NotRequired[list[str]]
    """The pieces that it is about, where the name does not say it."""
    cost: NotRequired[str]
    """What it costs, as people write it: ``2½``."""
    closes: NotRequired[Closed]
    is_main: NotRequired[bool]
    """Whether it goes on as one usually would (the main button, and Space): it neither gives up,
    nor frees, nor takes back anything. At most one answer does."""
    throws: NotRequired[bool]
    """Whether dice fall at once."""
    reveals: NotRequired[bool]
    """Whether it shows what was hidden, so that it cannot be taken back."""
    gathers: NotRequired[bool]
    """Whether it adds to what is being gathered, so that all such answers may be given in a row."""
    warns: NotRequired[list[Reason]]
    """What it would hurt."""
    left: NotRequired[list[Left]]
    """What is left undone, where it closes something."""


class Prompt(TypedDict):
    """The question in words."""

    text: str
    rule: str
    is_mine: bool
