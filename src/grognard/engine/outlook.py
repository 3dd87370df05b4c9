"""Everything that one throw can bring, gathered by result: a table that a notebook shows.

>>> parity = outlook_of(range(1, 7), lambda die: die % 2 == 0, text=str, rules=lambda _: ())
>>> [(one.result, str(one.chance), one.dice) for one in parity]
[(False, '1/2', (1, 3, 5)), (True, '1/2', (2, 4, 6))]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from grognard.engine.odds import Distribution, Number
from grognard.engine.report import bar_table

if TYPE_CHECKING:
    from grognard.engine.modifier import Modifier

T = TypeVar("T", bound=Hashable)
D = TypeVar("D")


class Possibility(NamedTuple, Generic[T, D]):
    """One result that can come up: in words, its chance, the throws that bring it, its rules."""

    result: T
    text: str
    chance: Fraction
    dice: tuple[D, ...]
    rules: tuple[str, ...]


def outlook_of(
    throws: Collection[D],
    resolve: Callable[[D], T],
    text: Callable[[T], str],
    rules: Callable[[T], Iterable[str]],
    key: Callable[[T], Hashable] | None = None,
) -> tuple[Possibility[T, D], ...]:
    """Resolve every throw once, all equally likely, and gather results whose `key` is equal.

    Without a key the results themselves are compared.
    """
    found: dict[Hashable, tuple[T, list[D]]] = {}
    for throw in throws:
        result = resolve(throw)
        mark = result if key is None else key(result)
        if mark in found:
            found[mark][1].append(throw)
        else:
            found[mark] = (result, [throw])
    return tuple(
        Possibility(
            result,
            text(result),
            Fraction(len(dice), len(throws)),
            tuple(dice),
            tuple(dict.fromkeys(rules(result))),
        )
        for result, dice in found.values()
    )


@dataclass(frozen=True, slots=True)
class Outlook(Generic[T, D]):
    """Every result that a case can reach, and the modifiers under which it is thrown.

    `marks` says what must be known of the table itself: restored cells, reconstructed figures.
    """

    column: str
    modifiers: tuple[Modifier, ...]
    possibilities: tuple[Possibility[T, D], ...]
    marks: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the modifiers."""
        return sum(modifier.value for modifier in self.modifiers)

    @property
    def results(self) -> Distribution[T]:
        """The chance of each result."""
        return Distribution({one.result: one.chance for one in self.possibilities})

    def probability(self, holds: Callable[[T], bool]) -> Fraction:
        """Return the chance that a claim about the result holds."""
        return sum((one.chance for one in self.possibilities if holds(one.result)), Fraction(0))

    def expectation(self, value: Callable[[T], Number]) -> Fraction:
        """Return the mean of a value of the result."""
        return sum((one.chance * value(one.result) for one in self.possibilities), Fraction(0))

    def _repr_html_(self) -> str:
        rows = ((one.text, one.chance) for one in self.possibilities)
        return bar_table(rows, notes=self.marks)
