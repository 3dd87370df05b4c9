"""A modifier carries its reason, so log, tooltip, odds and test read one list."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

NumberT = TypeVar("NumberT", int, float)


class Modifier(NamedTuple):
    """A number added to a die or a column, and the rule that grants it."""

    rule: str
    value: int
    reason: str = ""


def clamp(value: NumberT, low: NumberT, high: NumberT) -> NumberT:
    """Hold a value between two others: what lies outside a table is read at its edge."""
    return min(max(value, low), high)


def capped(value: int, limit: int) -> int:
    """Hold a value between ``-limit`` and ``+limit``."""
    return clamp(value, -limit, limit)
