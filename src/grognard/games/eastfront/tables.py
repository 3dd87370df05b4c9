"""10, 3, 6 - figures of movement, stacking and supply that every East Front game shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.datafile import Section

FOUR: Final = 4
"""Columns of a table of costs: on foot dry, motorised dry, on foot in mud, motorised in mud."""
GROUNDS: Final = ("clear", "forest", "marsh", "swamp", "hills", "town", "city", "major_city")
LINKS: Final = ("main", "minor", "rail")
CROSSED: Final = ("river", "major_bridge")

Costs = dict[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Tables:
    """The figures; costs are half points, -1 where only a road or railway leads in."""

    stacking: int
    stacking_swamp: int
    stacking_major_city: int
    cost: Costs
    """10.2 - by ground."""
    link: Costs
    """10.3 - by kind of line."""
    cross: Costs
    """10.4 - by what is crossed."""
    fortified: int
    zone: int
    """4.2 - what entering an enemy zone costs more."""
    overrun: int
    """11.4.2 - what an overrun costs more."""
    overland: tuple[int, int]
    """6.1 - hexes across country, dry and in mud."""
    road: tuple[int, int]
    slower: int
    """6.3 - what being out of supply takes from an allowance."""
    head: tuple[int, int]
    """6.4 - hexes from an attacker to its headquarters, dry and in mud."""
    infiltrate_from: int
    """11.1 - the printed allowance that infiltrates."""
    blown_to: int
    """11.3 - the highest throw that blows a bridge."""


def column_of(is_motorised: bool, is_mud: bool) -> int:
    """10.2 - the column of the tables of costs."""
    return is_motorised + 2 * is_mud


def read_tables(file: Path) -> Tables:
    """Return the figures of a file."""
    root = TomlFile(file).root
    root.flag("reconstructed")
    stacking, cross, supply = (root.section(name) for name in ("stacking", "cross", "supply"))
    tables = Tables(
        stacking=stacking.number("points", least=1),
        stacking_swamp=stacking.number("swamp", least=1),
        stacking_major_city=stacking.number("major_city", least=1),
        cost=_costs(root.section("cost"), GROUNDS),
        link=_costs(root.section("link"), LINKS),
        cross=_costs(cross, CROSSED),
        fortified=cross.number("fortified", least=0),
        zone=cross.number("zone", least=0),
        overrun=cross.number("overrun", least=0),
        overland=(supply.number("overland", least=0), supply.number("overland_mud", least=0)),
        road=(supply.number("road", least=0), supply.number("road_mud", least=0)),
        slower=supply.number("slower", least=0),
        head=(supply.number("head", least=0), supply.number("head_mud", least=0)),
        infiltrate_from=root.section("movement").number("infiltrate_from", least=0),
        blown_to=root.section("bridges").number("blown_to", least=0),
    )
    root.finish()
    return tables


def _costs(section: Section, names: tuple[str, ...]) -> Costs:
    """Return four figures for each name."""
    found: Costs = {}
    for name in names:
        figures = tuple(section.numbers(name))
        if len(figures) != FOUR:
            section.refuse(f"{name} has {len(figures)} figures, not {FOUR}", name)
        found[name] = figures
    return found
