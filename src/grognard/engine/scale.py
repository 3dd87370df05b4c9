"""Movement points as whole numbers: halves, thirds or sixths of a point."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Final, TypeAlias

Cost: TypeAlias = int
"""What a step costs, in the smallest part of a movement point that a game needs."""


SIGNS: Final = {
    Fraction(sign): said
    for sign, said in zip(("1/2", "1/3", "2/3", "1/6", "5/6"), "½⅓⅔⅙⅚", strict=True)
}
"""Parts of a point that have a sign of their own."""


class Scale:
    """Movement points in the smallest part that some costs need.

    >>> scale = Scale("1", "1/2", "1/3")
    >>> scale.point, scale.cost("1/2"), scale.words(scale.cost("7/3"))
    (6, 3, '2⅓')
    """

    def __init__(self, *costs: str) -> None:
        self.point: Final[Cost] = lcm(*(Fraction(cost).denominator for cost in costs))
        """One movement point."""

    def cost(self, points: str | int) -> Cost:
        """Return movement points as a cost; refuse what the scale cannot hold."""
        units = Fraction(points) * self.point
        if units.denominator > 1:
            raise ValueError(f"{points} is no whole number of 1/{self.point} points")
        return int(units)

    def words(self, cost: Cost) -> str:
        """Return a cost as movement points."""
        whole, rest = divmod(cost, self.point)
        part = Fraction(rest, self.point)
        said = SIGNS.get(part, f" {part}") if rest else ""
        return f"{whole if whole or not rest else ''}{said}".strip()
