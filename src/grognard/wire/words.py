"""The small parts that everything else is made of: words, colours, reasons, exact figures."""

from typing import TypeAlias, TypedDict

Names: TypeAlias = dict[str, str]
"""A text by language: ``{"en": ..., "fr": ...}``; English at least."""

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"
"""Whatever JSON can hold: for facts that one game alone has, and no board reads."""


class Reason(TypedDict):
    """Words and the rule they come from; the rule is never written into the words."""

    rule: str
    """The number of the rule; empty where none says it."""
    text: str


class Figure(TypedDict):
    """A number, exact and rounded."""

    p: str
    """As a fraction: ``1/6``, ``2``."""
    value: float


class Colours(TypedDict):
    """How a side, or a nation, is drawn; each colour as CSS writes it."""

    face: str
    """The ground of a counter."""
    edge: str
    """Darker, for its edge."""
    strong: str
    """For arrows, frames and marks on the map."""
    ink: str
    """The text on its ground."""
