"""The map as one seat sees it, ready to be drawn by a program that knows no rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.engine.game import Seat


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex: its ground and what can be seen there.

    `ground` is a plain word (clear, woods, difficult, town, village, height, water) that a
    drawing gives a colour; one that it does not know is drawn as clear.
    """

    hex: str
    """As printed, CCRR; even columns lie half a hex lower."""
    ground: str
    name: str = ""
    owner: Seat | None = None
    """The side of the counters there."""
    counter: str = ""
    """The counter on top, in full."""
    label: str = ""
    """The same in at most four letters."""
    height: int = 0
    """How many counters lie there."""

    @property
    def column(self) -> int:
        """The printed column, from 1."""
        return int(self.hex[:2])

    @property
    def row(self) -> int:
        """The printed row, from 1."""
        return int(self.hex[2:])


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole map, and a line that says where in the game one is."""

    heading: str
    cells: tuple[Cell, ...]
