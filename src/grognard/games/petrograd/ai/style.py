"""The temper of a player, and who there is: read from a text file (`data/opponents.toml`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile
from grognard.games.petrograd.load import DATA
from grognard.kit.plans.weights import read_factors, read_level, read_weights, scaled

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grognard.engine.datafile import Section
    from grognard.engine.thinking import Level
    from grognard.games.petrograd.printed import Side

FILE: Final = "opponents.toml"
KINDS: Final = ("recruit", "officer")
"""Who a level is played by."""
SIDES: Final = ("white", "red")


@dataclass(frozen=True, slots=True)
class Style:
    """How much a player wants this and minds that, in points of victory or in PE."""

    drive: float
    """How strongly he is drawn to the places that he wants."""
    haste: float
    """By how much more in every turn than in the one before; less, if he must come early."""
    take: float
    """How much more a place counts that troops can walk into."""
    hold: float
    """What the chance of holding a place counts, against its worth, where the enemy may come."""
    guard: float
    """How strongly a place of his draws troops as the enemy comes near."""
    city: float
    """What of the worth of a Petrograd hex draws him."""
    railway: float
    """What a turn of the railway cut draws him."""
    prize: float
    """What a place is worth where something is to be captured (3.5)."""
    sudden: float
    """What a place is worth whose loss ends the game at once (11.2)."""
    early: float
    """What of that counts before its loss ends the game: supply runs there too."""
    threat: float
    """How much he minds standing where the enemy is stronger."""
    hunger: float
    """What it costs to stand out of supply."""
    command: float
    """What it costs to stand a hex further than headquarters reach."""
    attack: float
    """How much he likes to stand against an enemy whom he outnumbers."""
    kill: float
    """What a PE of the enemy is worth to him, in points of victory."""
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
    factors: Mapping[str, Mapping[str, float]]
    """By temper: what is multiplied in a style."""

    def style(self, level: str, side: Side) -> Style:
        """Return how a level sees the game from one side."""
        return self.styles[level][side]

    def tempers(self, style: Style) -> dict[str, Style]:
        """Return other ways of seeing the same position."""
        return {name: scaled(style, factors) for name, factors in self.factors.items()}


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
    tempers = root.section("temper")
    factors = {name: read_factors(tempers.section(name), Style) for name in tempers}
    root.finish()
    return Opponents(tuple(levels), kinds, found, factors)


def _styles(section: Section) -> tuple[Style, Style]:
    white, red = (read_weights(section.section(side), Style) for side in SIDES)
    section.finish()
    return white, red
