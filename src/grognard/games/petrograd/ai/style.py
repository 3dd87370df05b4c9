"""The temper of a player, and who there is: read from a text file (`data/opponents.toml`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile
from grognard.games.petrograd.load import DATA
from grognard.kit.plans.weights import read_level, read_weights

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grognard.engine.datafile import Section
    from grognard.engine.thinking import Level
    from grognard.games.petrograd.printed import Side

FILE: Final = "opponents.toml"
KINDS: Final = ("recruit", "sergeant", "colonel")
"""Who a level is played by."""
SIDES: Final = ("white", "red")


@dataclass(frozen=True, slots=True)
class Style:
    """How much a player wants this and minds that, in points of victory or in PE."""

    drive: float
    """How strongly he is drawn to the places that he wants."""
    take: float
    """How much more a place counts that troops can walk into."""
    guard: float
    """How much he cares to leave troops where the enemy may come."""
    city: float
    """What of the worth of a Petrograd hex draws him."""
    railway: float
    """What a turn of the railway cut draws him."""
    sudden: float
    """What a place is worth whose loss ends the game at once (11.2)."""
    threat: float
    """How much he minds standing where the enemy is stronger."""
    hunger: float
    """What it costs to stand out of supply."""
    command: float
    """What it costs to stand a hex further than headquarters reach."""
    attack: float
    """How much he likes to stand against an enemy whom he outnumbers."""
    losses: float
    """What his own losses in attack weigh against the enemy's."""
    ground: float
    """What it is worth to drive the enemy from a hex, besides what the place is worth."""
    worthwhile: float
    """What an attack must promise to be made."""
    width: int
    """How many places a piece considers again, with exact odds; 0 for none."""
    passes: int
    """How often every piece looks for a better place."""


@dataclass(frozen=True, slots=True, eq=False)
class Opponents:
    """The levels, and how each of them sees the game."""

    levels: tuple[Level, ...]
    """Weakest first."""
    kinds: Mapping[str, str]
    """By level: who plays it, one of `KINDS`."""
    styles: Mapping[str, tuple[Style, Style]]
    """By level: the style of each side."""

    def style(self, level: str, side: Side) -> Style:
        """Return how a level sees the game from one side."""
        return self.styles[level][side]


@cache
def opponents() -> Opponents:
    """Return who plays the game besides people."""
    return read_opponents(DATA / FILE)


def read_opponents(file: Path) -> Opponents:
    """Return the levels of a file, weakest first, with their styles by side."""
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
    root.finish()
    return Opponents(tuple(levels), kinds, found)


def _styles(section: Section) -> tuple[Style, Style]:
    white, red = (read_weights(section.section(side), Style) for side in SIDES)
    section.finish()
    return white, red
