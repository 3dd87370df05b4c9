"""The temper of a player, and who there is: read from a text file (`data/opponents.toml`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.kit.plans.weights import scaled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.engine.thinking import Level
    from grognard.games.bautzen.ai.opening import Opening
    from grognard.games.bautzen.printed import Side


class Worth(NamedTuple):
    """What the goals are worth to a player, in points of combat factors."""

    city: float = 34.0
    place: float = 15.0
    source: float = 0.0
    """The ground of a source of Allied supply."""
    capital: float = 50.0


PLAIN: Final = Worth()


@dataclass(frozen=True, slots=True)
class Style:
    """The temper of a player: how much he minds this, how much he wants that."""

    losses: float = 0.75
    """What his own losses in attack weigh against the enemy's."""
    threat: float = 0.7
    """How much he minds what the enemy could do next."""
    drive: float = 0.7
    """How strongly he is drawn to the goals."""
    city: float = 1.0
    places: float = 1.0
    sources: float = 0.0
    """How strongly each kind of goal draws him; the last are the sources of Allied supply."""
    worth: Worth = PLAIN
    closing: float = 0.0
    """What it is worth that a source of Allied supply is shut, or costs if he is Allied."""
    manning: float = 0.0
    """What it is worth besides that a unit stands in it: no reinforcement opens it again (11.2)."""
    eased: float = 1.0
    """How much of that draw is left of a source that a unit stands in already."""
    storm: float = 0.0
    """The share of what a source is worth shut that counts when it is fought for."""
    victory: float = 0.0
    """What it is worth to have won, by the chance that every condition of 13 holds in the end."""
    contested: float = 0.5
    """The share of what hangs on a goal that counts in a fight for it; it may be lost again."""
    ring: float = 0.0
    """What it is worth that not even many Allied units could join the city to its sources again."""
    finish: float = 1.0
    """How many times as much a manned source, the ring and a place count in the last turn."""
    lone: float = 0.0
    """How much he minds headquarters and guns alone where the enemy may come, by their worth."""
    served: float = 0.0
    """What a point of support is worth that stands within range of fighters beside an enemy."""
    line: float = 0.1
    """How much he minds a unit whose supply the enemy could cut, as a share of its worth."""
    hunger: float = 3.0
    """What it costs a side that a unit of it is out of supply when it attacks and is attacked."""
    passing: float = 0.15
    """The share of that which an enemy suffers who can still move before he fights."""
    siege: float = 1.0
    """How much he cares about cutting the city off, or keeping it joined."""
    unguarded: float = 15.0
    """What it costs to leave the capital empty, even with no enemy near: he comes by road."""
    cordons: int = 0
    """Whether he looks for lines that shut the city in, or its supply out: 1 if so."""
    encircling: float = 0.0
    """What a line round the city is worth by how far it is formed, before it is closed."""
    storms: int = 0
    """Whether he looks for storms of the city by all who can come: 1 if so."""
    helped: float = 0.7
    """The share of all the support in range that he expects to meet in an attack (9.1)."""
    guesses: int = 1
    """From how many imagined states he judges what a hidden stack defends with."""
    width: int = 7
    """How many places he considers for each piece."""
    passes: int = 2
    """How often every piece looks for a better place."""
    plans: int = 1
    """How many plans he makes for a segment, in different orders; the best is taken."""
    together: int = 2
    """How many formations he sends against one hex at once; 0 if he moves unit by unit."""


@dataclass(frozen=True, slots=True, eq=False)
class Opponents:
    """The levels, and how each of them sees the game."""

    levels: tuple[Level, ...]
    """Weakest first."""
    kinds: Mapping[str, str]
    """By level: who plays it, ``recruit``, ``sergeant`` or ``officer``."""
    styles: Mapping[str, tuple[Style, Style]]
    """By level: the style of each side."""
    factors: Mapping[str, Mapping[str, float]]
    """By temper: what is multiplied in a style."""
    readings: Mapping[str, Mapping[str, float]]
    """By reading of encirclement (BZ-R31): what is multiplied in every style."""

    outlook: Mapping[str, float]
    """What the figures of a position are worth, by their names (`ai/outlook.py`)."""
    openings: tuple[Opening, ...] = ()
    """12 - ways to set up."""

    def style(self, level: str, side: Side, reading: str = "") -> Style:
        """Return how a level sees the game from one side, as encirclement is read."""
        return scaled(self.styles[level][side], self.readings.get(reading, {}))

    def tempers(self, style: Style) -> dict[str, Style]:
        """Return other ways of seeing the same position."""
        return {name: scaled(style, factors) for name, factors in self.factors.items()}
