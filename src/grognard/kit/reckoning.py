"""What counters count in a fight, and how it came to that: line by line, each with its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction

    import grognard.wire as wire
    from grognard.engine.modifier import Modifier


class Change(NamedTuple):
    """Something that a rule does to a value, and what it is then."""

    rule: str
    reason: str
    value: int


class Factor(NamedTuple):
    """What one counter adds to a fight, the rule that says how much, and how it came to that."""

    piece: int
    value: int
    rule: str
    printed: int
    changes: tuple[Change, ...] = ()


def changed(piece: int, rule: str, printed: int, changes: Iterable[Change]) -> Factor:
    """Return what a counter counts after some changes to what is printed on it.

    >>> changed(3, "8.2", 7, [Change("7.3", "unsupplied", 3)]).value
    3
    """
    made = tuple(changes)
    return Factor(piece, made[-1].value if made else printed, rule, printed, made)


def total(factors: Iterable[Factor]) -> int:
    """Return the sum of some factors."""
    return sum([factor.value for factor in factors])


# As boards and programs are told


def figure(value: Fraction) -> wire.Figure:
    """Return a fraction, exact and rounded."""
    return {"p": str(value), "value": float(value)}


def change_told(change: Change, say: Callable[[str], str]) -> wire.Change:
    """Return a change with its words."""
    return {"rule": change.rule, "text": say(change.reason), "value": change.value}


def factors_told(
    factors: Iterable[Factor], ids: Sequence[str], say: Callable[[str], str]
) -> list[wire.Factor]:
    """Return what each counter counts, and how it came to that."""
    return [
        {
            "piece": ids[factor.piece],
            "printed": factor.printed,
            "changes": [change_told(change, say) for change in factor.changes],
            "value": factor.value,
            "rule": factor.rule,
        }
        for factor in factors
    ]


def modifiers_told(found: Iterable[Modifier], say: Callable[[str], str]) -> list[wire.Modifier]:
    """Return modifiers with the words of their reasons."""
    return [{"rule": one.rule, "text": say(one.reason), "value": one.value} for one in found]
