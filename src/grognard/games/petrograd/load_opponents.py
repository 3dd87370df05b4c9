"""Read who plays the game besides people: the levels, the weights of their styles, their orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile
from grognard.games.petrograd.ai.sectors import SIDES, Sector
from grognard.games.petrograd.ai.style import Forecast, Opponents, Style
from grognard.games.petrograd.printed import Side
from grognard.kit.board import named_hex
from grognard.kit.plans.weights import read_factors, read_level, read_weights

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from grognard.engine.datafile import Section
    from grognard.engine.hexmap import HexMap

KINDS: Final = ("recruit", "officer")
"""Who a level is played by."""


def read_opponents(
    file: Path, board: HexMap, formations: Collection[str], bundled: Path
) -> Opponents:
    """Return the levels of a file, weakest first, with their styles by side, and the orders.

    A file of an older version does not say how positions are judged: there the bundled one does.
    """
    root = TomlFile(file).root
    levels, kinds = [], {}
    for section in root.sections("level"):
        level = read_level(section)
        levels.append(level)
        kinds[level.id] = section.text("plays", *KINDS)
        section.finish()
    styles = root.section("style")
    found = {name: _styles(styles.section(name)) for name in styles}
    for level in levels:
        if level.id not in found:
            styles.refuse(f"there is no style of the level {level.id}")
    tempers = root.section("temper")
    factors = {name: read_factors(tempers.section(name), Style) for name in tempers}
    sectors = tuple(_sector(one, board, formations) for one in root.sections("sector"))
    judged = (root if "outlook" in root else TomlFile(bundled).root).section("outlook")
    outlooks = {name: read_weights(judged.section(name), Forecast) for name in judged}
    if not outlooks:
        judged.refuse("no scenario has figures")
    root.finish()
    return Opponents(tuple(levels), kinds, found, factors, sectors, outlooks)


def _styles(section: Section) -> tuple[Style, Style]:
    white, red = (read_weights(section.section(side), Style) for side in SIDES)
    section.finish()
    return white, red


def _sector(section: Section, board: HexMap, formations: Collection[str]) -> Sector:
    """Return the orders of a table ``[[sector]]``."""
    names = section.texts("formations")
    for name in names:
        if name not in formations:
            section.refuse(f"no piece is of {name}", "formations")
    goals = frozenset(named_hex(section, name, board) for name in section.texts("goals"))
    side = Side(SIDES.index(section.text("side", *SIDES)))
    section.finish()
    return Sector(side, tuple(names), goals)
