"""A modifier carries its reason, so log, tooltip, odds and test read one list."""

from __future__ import annotations

from typing import NamedTuple


class Modifier(NamedTuple):
    """A number added to a die or a column, and the rule that grants it."""

    rule: str
    value: int
    reason: str = ""


def capped(value: int, limit: int) -> int:
    """Hold a value between ``-limit`` and ``+limit``."""
    return min(max(value, -limit), limit)
