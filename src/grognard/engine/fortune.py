"""How lucky a throw was: all that it could have led to, and what it did lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from grognard.engine.game import Seat
    from grognard.engine.odds import Distribution


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result as it is printed, and its worth to the seat that threw."""

    name: str
    worth: int


@dataclass(frozen=True, slots=True)
class Fortune:
    """A throw made by a seat: what could have come of it, and what did.

    >>> from grognard.engine.odds import Distribution
    >>> hit, miss = Outcome("hit", 1), Outcome("miss", 0)
    >>> throw = Fortune(0, Distribution({hit: 1, miss: 3}), hit)
    >>> throw.chance, throw.luck, throw.expected
    (Fraction(1, 4), Fraction(7, 8), Fraction(1, 4))
    """

    seat: Seat
    chances: Distribution[Outcome]
    happened: Outcome

    @property
    def chance(self) -> Fraction:
        """The chance of exactly what happened."""
        return self.chances[self.happened]

    @property
    def as_good(self) -> Fraction:
        """The chance of this or better, for the seat that threw."""
        return self._sum(lambda worth: worth >= self.happened.worth)

    @property
    def luck(self) -> Fraction:
        """From 0 to 1: the chance of worse, and half the chance of what was worth the same."""
        worse = self._sum(lambda worth: worth < self.happened.worth)
        return worse + self._sum(lambda worth: worth == self.happened.worth) / 2

    @property
    def expected(self) -> Fraction:
        """What the throw was worth before it fell."""
        return self.chances.expectation(lambda outcome: outcome.worth)

    def _sum(self, holds: Callable[[int], bool]) -> Fraction:
        return self.chances.probability(lambda outcome: holds(outcome.worth))
