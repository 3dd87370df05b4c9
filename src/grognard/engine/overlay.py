"""Something laid over the map for whoever plays: hexes with a word each, and lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.engine.hexmap import Hex


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is drawn: hexes, each with a word or nothing, and lines from hex to hex."""

    hexes: Mapping[Hex, str]
    lines: tuple[tuple[Hex, ...], ...] = field(default=())
