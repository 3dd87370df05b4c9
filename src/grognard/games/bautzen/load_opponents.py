"""Read who plays the game besides people: the levels, and the weights of their styles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile
from grognard.games.bautzen.ai.opening import Opening
from grognard.games.bautzen.ai.style import Opponents, Style
from grognard.games.bautzen.load_setup import SIDES
from grognard.kit.plans.weights import read_factors, read_level, read_weights

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.datafile import Section
    from grognard.engine.thinking import Level

KINDS: Final = ("recruit", "sergeant", "officer")
"""Who a level is played by."""


def read_opponents(file: Path) -> Opponents:
    """Return the levels, weakest first, their styles by side, and other tempers."""
    root = TomlFile(file).root
    levels, kinds = [], {}
    for section in root.sections("level"):
        level = _level(section)
        if level.id in kinds:
            section.refuse(f"there are two levels {level.id}", level.id)
        levels.append(level)
        kinds[level.id] = section.text("plays", *KINDS)
        section.finish()
    styles = root.section("style")
    found = {name: _styles(styles.section(name)) for name in styles}
    for level in levels:
        if kinds[level.id] != "recruit" and level.id not in found:
            styles.refuse(f"there is no style of the level {level.id}")
    tempers = root.section("temper")
    factors = {name: read_factors(tempers.section(name), Style) for name in tempers}
    readings = root.section("reading")
    read = {name: read_factors(readings.section(name), Style) for name in readings}
    outlook = root.section("outlook")
    worth = {name: outlook.real(name) for name in outlook}
    openings = root.sections("opening") if "opening" in root else []
    opened = tuple(_opening(section) for section in openings)
    root.finish()
    return Opponents(tuple(levels), kinds, found, factors, read, worth, opened)


def _opening(section: Section) -> Opening:
    side = SIDES[section.text("side", *SIDES)]
    places = section.section("places")
    found = {name: places.text(name) for name in places}
    opening = Opening(section.text("id"), side, section.number("often", least=0), found)
    section.finish()
    return opening


def _level(section: Section) -> Level:
    level = read_level(section)
    if ":" in level.id or not level.id.strip():
        section.refuse(f"{level.id!r} is no name for a level", "id")
    return level


def _styles(section: Section) -> tuple[Style, Style]:
    german, allied = (read_weights(section.section(side), Style) for side in SIDES)
    section.finish()
    return german, allied
