"""The temper of a player, and who there is: read from a text file (`luga/opponents.toml`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile
from grognard.games.eastfront.ai.sectors import SIDES, Sector, read_sector
from grognard.games.eastfront.load import DATA
from grognard.kit.plans.weights import read_factors, read_level, read_weights, scaled

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grognard.engine.datafile import Section
    from grognard.engine.thinking import Level
    from grognard.games.eastfront.printed import Side

FILE: Final = "opponents.toml"
KINDS: Final = ("recruit", "officer")
"""Who a level is played by."""


@dataclass(frozen=True, slots=True)
class Style:
    """How much a player wants this and minds that, in points of victory or in steps."""

    drive: float
    """How strongly places that he wants draw him."""
    guard: float
    """How strongly places of his own draw him as the enemy comes near."""
    hold: float
    """What the chance of holding a place counts, against its worth."""
    take: float
    """How much more a place counts that a unit can walk into."""
    city: float
    """What of the worth of a Leningrad hex draws him."""
    sudden: float
    """What a place is worth whose loss ends the game at once (26.3)."""
    cut: float
    """What a hex that cuts highway or railway to Luga is worth."""
    threat: float
    """How much he minds standing where the enemy is stronger."""
    hunger: float
    """What it costs to stand out of supply."""
    close: float
    """What each point of defence is worth that a unit cuts off from supply where it stands."""
    wary: float
    """What it costs to stand where the enemy could cut the line of supply with his next move."""
    astray: float
    """What is left of the worth of a place that the orders of a unit do not name."""
    line: float
    """What it is worth to stand where the own zones close a gap."""
    together: float
    """What it is worth to a motorised unit to stand with others of its formation."""
    attack: float
    """How much he likes to stand against an enemy whom he outnumbers."""
    kill: float
    """What an enemy step is worth to him, in points of victory."""
    losses: float
    """What his own steps weigh against the enemy's."""
    spared: float
    """What is left of that on the last turn, when steps are worth only the points they cost."""
    ground: float
    """What it is worth to drive the enemy from a hex, besides what the place is worth, in steps."""
    worthwhile: float
    """What attacks must promise together to be made, in steps."""
    overrun: float
    """How likely an overrun must be to be tried."""
    mass: float
    """How much standing elsewhere counts against an attack for which units come together; 0: they
    do not."""
    width: int
    """How many places a unit considers again with exact odds; 0 for none."""
    passes: int
    """How often every unit looks for a better place."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """26.2 - what is to come in points besides what counts now, and how sure that is."""

    others: float
    coming: float
    """What is to come, at last and for each turn that is left."""
    sure: float
    unsure: float
    """By how much the end differs from what is expected, at last and more for each such turn."""


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
    sectors: tuple[Sector, ...]
    """Who goes for which places."""
    outlooks: Mapping[str, Forecast]
    """By scenario: how a position is judged."""

    def style(self, level: str, side: Side) -> Style:
        """Return how a level sees the game from one side."""
        return self.styles[level][side]

    def outlook(self, scenario: str) -> Forecast:
        """Return how positions of a scenario are judged; one that has no figures like the first."""
        found = self.outlooks.get(scenario)
        return found or next(iter(self.outlooks.values()))

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
    sectors = tuple(read_sector(section) for section in root.sections("sector"))
    judged = root.section("outlook")
    outlooks = {name: read_weights(judged.section(name), Forecast) for name in judged}
    root.finish()
    return Opponents(tuple(levels), kinds, found, factors, sectors, outlooks)


def _styles(section: Section) -> tuple[Style, Style]:
    german, soviet = (read_weights(section.section(side), Style) for side in SIDES)
    section.finish()
    return german, soviet
