"""Throws of one die or several, as a question to chance whose answers are all equally likely.

A throw of several dice is one question. Its answers are the faces in the order of the dice,
written side by side, so ``throw 46`` is a four and a six, and there are 36 of them for two dice.
So whatever weighs, draws, enumerates or records chance (odds, playouts, bots, journal, server,
conformance) needs to know nothing of dice: it still sees options of equal weight. A ten on a
ten-sided die is written 0, as it is printed.

>>> TWO_D6.faces(46), TWO_D6.total(46), len(TWO_D6.throws)
((4, 6), 10, 36)
>>> D10.faces(0), D10.total(0), D10.throws[-1].noun
((10,), 10, 0)
"""

from __future__ import annotations

from itertools import product
from typing import Final

from grognard.engine.game import Action
from grognard.engine.odds import Distribution

THROW: Final = "throw"


class Dice:
    """Some dice thrown together, each told from the others."""

    def __init__(self, *sides: int) -> None:
        if not sides or not all(2 <= faces <= 10 for faces in sides):
            raise ValueError("dice have 2 to 10 faces each, written as one digit")
        self.sides = sides
        by_code = {
            _code(faces): faces for faces in product(*(range(1, most + 1) for most in sides))
        }
        self._faces = by_code
        self._totals = {code: sum(faces) for code, faces in by_code.items()}
        self.throws: Final = tuple(Action(THROW, code) for code in by_code)
        """The answers of chance, of equal weight."""

    def faces(self, noun: int) -> tuple[int, ...]:
        """Return the face of each die of a throw."""
        return self._faces[noun]

    def total(self, noun: int) -> int:
        """Return the sum of the faces of a throw."""
        return self._totals[noun]

    @property
    def totals(self) -> Distribution[int]:
        """The chance of each total.

        >>> TWO_D6.totals[7]
        Fraction(1, 6)
        """
        return Distribution.of(self._totals.values())

    @property
    def least(self) -> int:
        """The lowest total."""
        return len(self.sides)

    @property
    def most(self) -> int:
        """The highest total."""
        return sum(self.sides)

    def __repr__(self) -> str:
        return f"Dice{self.sides}"


def _code(faces: tuple[int, ...]) -> int:
    """Return the faces side by side, a ten as 0."""
    code = 0
    for face in faces:
        code = 10 * code + face % 10
    return code


D6: Final = Dice(6)
TWO_D6: Final = Dice(6, 6)
D10: Final = Dice(10)
