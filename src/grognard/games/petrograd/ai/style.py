"""The temper of a player, and who there is: read from a text file (`data/opponents.toml`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grognard.kit.plans.weights import scaled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.engine.thinking import Level
    from grognard.games.petrograd.ai.sectors import Sector
    from grognard.games.petrograd.printed import Side


@dataclass(frozen=True, slots=True)
class Style:
    """How much a player wants this and minds that, in points of victory or in PE."""

    drive: float
    """How strongly he is drawn to the places that he wants."""
    sight: float
    """Within how many hexes he minds enemies; 0: all who could come, as far as they can march."""
    haste: float
    """By how much more in every turn than in the one before; less, if he must come early."""
    astray: float
    """What is left of the draw of a place for troops whose orders name others."""
    spear: float
    """How much more strongly places draw strong troops than weak: a power of their strength."""
    take: float
    """How much more a place counts that troops can walk into."""
    hold: float
    """What the chance of holding a place counts, against its worth, where the enemy may come."""
    steady: float
    """By how much more in every turn than in the one before: points count at the end."""
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
    prey: float
    """What of the worth of that town the enemies about it are worth."""
    garrison: float
    """How safe he makes the town whose loss ends the game before anybody else moves; 0: not so."""
    recall: float
    """From how far, in points of the way, troops are called back to it; 0: nobody."""
    mass: float
    """Whether he plans attacks before anything else; 0: not."""
    cut: float
    """Whether he cuts off in his last move what the enemy then no longer counts (11.1); 0: not."""
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


@dataclass(frozen=True, slots=True)
class Forecast:
    """What tells that a place will be White's at the end, in logarithms of odds."""

    force: float
    """What the logarithm of the ratio of strengths near it counts."""
    held: float
    soon: float
    """What it counts to hold it, divided by the turns left and a little more."""
    march: float
    """What every turn that is left counts for White, who comes from afar."""
    rest: float
    """What counts for White everywhere."""


@dataclass(frozen=True, slots=True, eq=False)
class Opponents:
    """The levels, and how each of them sees the game."""

    levels: tuple[Level, ...]
    """Weakest first."""
    kinds: Mapping[str, str]
    """By level: who plays it, a recruit or an officer."""
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
