"""Exact chances: a distribution is a value, and an outcome's chance is a fraction, never a float.

>>> TWO_D6[7]
Fraction(1, 6)
>>> (TWO_D6 + 1).probability(lambda total: total >= 12)
Fraction(1, 12)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from grognard.engine.report import bar_table

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

Number: TypeAlias = int | Fraction
"""What chances and payoffs are made of."""


class Distribution(Mapping[T, Fraction], Generic[T]):
    """The chance of each outcome. Chances are kept as whole weights and always sum to 1.

    >>> loaded = Distribution({"hit": 2, "miss": 4})
    >>> loaded["hit"], sum(loaded.values())
    (Fraction(1, 3), Fraction(1, 1))
    """

    __slots__ = ("_total", "_weights")

    _weights: dict[T, int]
    _total: int

    def __init__(self, weights: Mapping[T, Number]) -> None:
        for outcome, weight in weights.items():
            if not isinstance(weight, int | Fraction):
                raise TypeError(f"the weight of {outcome!r} is {weight!r}, not an exact number")
            if weight < 0:
                raise ValueError(f"the weight of {outcome!r} is negative: {weight}")
        scale = lcm(*(weight.denominator for weight in weights.values()))
        self._keep({outcome: int(weight * scale) for outcome, weight in weights.items()})

    def _keep(self, weights: dict[T, int]) -> None:
        """Keep whole weights, without zeros, in lowest terms."""
        divisor = gcd(*weights.values())
        if divisor == 0:
            raise ValueError("a distribution needs an outcome that can happen")
        self._weights = {
            outcome: weight // divisor for outcome, weight in weights.items() if weight
        }
        self._total = sum(self._weights.values())

    @classmethod
    def of(cls, outcomes: Iterable[T]) -> Distribution[T]:
        """Give every listed outcome the same weight; one listed twice has it twice.

        >>> Distribution.of("aab")["a"]
        Fraction(2, 3)
        """
        return _counted((outcome, 1) for outcome in outcomes)

    @classmethod
    def certain(cls, outcome: T) -> Distribution[T]:
        """Return the distribution of what must happen."""
        return _counted(((outcome, 1),))

    @property
    def weights(self) -> Mapping[T, int]:
        """The chances as whole numbers over `total`, in lowest terms."""
        return self._weights

    @property
    def total(self) -> int:
        """The common denominator of the chances."""
        return self._total

    def __getitem__(self, outcome: T) -> Fraction:
        return Fraction(self._weights[outcome], self._total)

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Distribution):
            return self._weights == other._weights
        return NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        inside = ", ".join(f"{outcome!r}: {weight}" for outcome, weight in self._weights.items())
        return f"Distribution({{{inside}}})"

    def chance(self, outcome: T) -> Fraction:
        """Return the chance of an outcome, 0 for one that cannot happen."""
        return Fraction(self._weights.get(outcome, 0), self._total)

    def probability(self, holds: Callable[[T], bool]) -> Fraction:
        """Return the chance that a claim holds.

        >>> die(6).probability(lambda face: face > 4)
        Fraction(1, 3)
        """
        weight = sum(weight for outcome, weight in self._weights.items() if holds(outcome))
        return Fraction(weight, self._total)

    def expectation(self, value: Callable[[T], Number]) -> Fraction:
        """Return the mean of a value.

        >>> die(6).expectation(lambda face: face)
        Fraction(7, 2)
        """
        total = sum(weight * value(outcome) for outcome, weight in self._weights.items())
        return Fraction(total) / self._total

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of a function of the outcome.

        >>> die(6).map(lambda face: face % 2 == 0)[True]
        Fraction(1, 2)
        """
        return _counted((function(outcome), weight) for outcome, weight in self._weights.items())

    def given(self, holds: Callable[[T], bool]) -> Distribution[T]:
        """Return the distribution once a claim is known to hold.

        >>> die(6).given(lambda face: face > 4)[6]
        Fraction(1, 2)
        """
        return _counted(item for item in self._weights.items() if holds(item[0]))

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """Return the distribution of what follows, where it depends on the outcome.

        >>> coin = die(2)
        >>> coin.then(lambda face: die(6) if face == 1 else Distribution.certain(0))[0]
        Fraction(1, 2)
        """
        return mixture((weight, follow(outcome)) for outcome, weight in self._weights.items())

    def __add__(self: Distribution[int], other: Distribution[int] | int) -> Distribution[int]:
        if isinstance(other, int):
            return self.map(lambda outcome: outcome + other)
        return _counted(
            (left + right, weight * other_weight)
            for left, weight in self._weights.items()
            for right, other_weight in other._weights.items()
        )

    def _repr_html_(self) -> str:
        return bar_table((str(outcome), chance) for outcome, chance in self.items())


def _counted(pairs: Iterable[tuple[T, int]]) -> Distribution[T]:
    """Return the distribution of outcomes with whole weights, those named twice added up."""
    weights: dict[T, int] = {}
    for outcome, weight in pairs:
        weights[outcome] = weights.get(outcome, 0) + weight
    distribution: Distribution[T] = Distribution.__new__(Distribution)
    distribution._keep(weights)
    return distribution


def mixture(parts: Iterable[tuple[Number, Distribution[T]]]) -> Distribution[T]:
    """Return one distribution out of several, each with its weight.

    >>> mixture([(1, die(2)), (1, Distribution.certain(9))])[9]
    Fraction(1, 2)
    """
    listed = list(parts)
    common = lcm(*(part.total * weight.denominator for weight, part in listed))
    return _counted(
        (outcome, int(weight * common) // part.total * outcome_weight)
        for weight, part in listed
        for outcome, outcome_weight in part.weights.items()
    )


def die(faces: int) -> Distribution[int]:
    """Return a fair die with faces 1 and up."""
    return Distribution.of(range(1, faces + 1))


def sum_of(count: int, thrown: Distribution[int]) -> Distribution[int]:
    """Return the total of several equal throws.

    >>> sum_of(3, die(6))[18]
    Fraction(1, 216)
    """
    total = Distribution.certain(0)
    for _ in range(count):
        total = total + thrown
    return total


D6: Final = die(6)
D10: Final = die(10)
TWO_D6: Final = D6 + D6
