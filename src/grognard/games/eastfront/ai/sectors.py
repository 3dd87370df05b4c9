"""Who goes for which places: the orders of the armies and corps, from the file of the opponents.

German goals are in the order in which they are to be taken; Soviet ones are places to be held.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from grognard.games.eastfront.printed import Side

if TYPE_CHECKING:
    from grognard.engine.datafile import Section
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import Pieces
    from grognard.games.eastfront.printed import Scenario

SIDES = ("german", "soviet")
ALWAYS = 99
"""A last turn after every other."""


class Sector(NamedTuple):
    """The orders of some formations."""

    side: Side
    formations: tuple[str, ...]
    goals: tuple[str, ...]
    ahead: int
    """How many of the goals still to be taken draw at once."""
    turns: tuple[int, int]
    """The first and the last turn of these orders."""


class Orders(NamedTuple):
    """The orders of a sector on a map."""

    pieces: Pieces
    goals: tuple[Hex, ...]
    ahead: int


def read_sector(section: Section) -> Sector:
    """Return the sector of a table ``[[sector]]``."""
    found = Sector(
        Side(SIDES.index(section.text("side", *SIDES))),
        tuple(section.texts("formations")),
        tuple(section.texts("goals")),
        section.number("ahead", least=1),
        _turns(section),
    )
    section.finish()
    return found


def _turns(section: Section) -> tuple[int, int]:
    """Return the turns of orders: all of them, unless the table names a first or a last."""
    first = section.number("first", least=1) if "first" in section else 1
    return first, section.number("last", least=first) if "last" in section else ALWAYS


@lru_cache(maxsize=64)
def orders_of(
    scenario: Scenario, sectors: tuple[Sector, ...], side: Side, turn: int
) -> tuple[Orders, ...]:
    """Return the orders of a side on a turn; what a map does not know is left out."""
    names = scenario.ground.map.names
    found = []
    for sector in sectors:
        first, last = sector.turns
        if sector.side is side and first <= turn <= last:
            pieces = 0
            for name in sector.formations:
                pieces |= scenario.formations.get(name, 0)
            goals = tuple(names.index(name) for name in sector.goals if name in names)
            found.append(Orders(pieces, goals, sector.ahead))
    return tuple(found)
