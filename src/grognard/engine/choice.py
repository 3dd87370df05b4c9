"""Chance and choice together: an exact small game tree, each owner choosing best for himself.

>>> gamble = Chance(((1, "tails", Leaf(0)), (1, "heads", Leaf(4))))
>>> tree = Choice("attacker", (("stand", Leaf(1)), ("gamble", gamble)))
>>> solution = solve(tree, Objective.zero_sum("attacker", "defender", lambda points: points))
>>> solution.values["attacker"], solution.decisions[0].chosen
(Fraction(2, 1), 'gamble')
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

from grognard.engine.odds import Distribution, Number, mixture

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T", bound=Hashable)

Owner: TypeAlias = Hashable
"""Who makes a choice: a side of the game."""

Payoff: TypeAlias = Callable[[T], Number]
"""What an outcome is worth to an owner; more is better."""


_Values: TypeAlias = tuple[tuple[Number, ...], ...]
"""For each owner, what an outcome is worth to him by each of his payoffs."""


@dataclass(frozen=True, slots=True)
class Leaf(Generic[T]):
    """What has happened in the end."""

    outcome: T


@dataclass(frozen=True, slots=True)
class Chance(Generic[T]):
    """A throw: for each result its whole weight, its name and what follows."""

    branches: tuple[tuple[int, str, Leaf[T] | Chance[T] | Choice[T]], ...]


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """A choice of one owner: for each option its name and what follows."""

    owner: Owner
    options: tuple[tuple[str, Leaf[T] | Chance[T] | Choice[T]], ...]


Tree: TypeAlias = Leaf[T] | Chance[T] | Choice[T]


class Objective(Generic[T]):
    """What each owner wants: payoffs in order, a later one only to part what is equal before.

    What is equal in all of them goes to the option named first.
    """

    __slots__ = ("owners", "ranks", "rate")

    def __init__(self, payoffs: Mapping[Owner, Sequence[Payoff[T]]]) -> None:
        self.owners = tuple(payoffs)
        self.ranks = tuple(len(wanted) for wanted in payoffs.values())
        self.rate: Callable[[T], _Values] = lambda outcome: tuple(
            tuple(value(outcome) for value in wanted) for wanted in payoffs.values()
        )

    @classmethod
    def zero_sum(cls, gainer: Owner, loser: Owner, *payoffs: Payoff[T]) -> Objective[T]:
        """Let one owner seek the most of each payoff and the other the least."""
        objective = cls({gainer: payoffs, loser: payoffs})

        def rate(outcome: T) -> _Values:
            gained = tuple(value(outcome) for value in payoffs)
            return gained, tuple(-value for value in gained)

        objective.rate = rate
        return objective


class Decision(NamedTuple):
    """What an owner would choose after a line of results and choices.

    `options` gives the first payoff of each option to the owner who chooses.
    """

    path: tuple[str, ...]
    owner: Owner
    chosen: str
    options: tuple[tuple[str, Number], ...]


@dataclass(frozen=True, slots=True)
class Solution(Generic[T]):
    """The value of a tree to each owner, what then happens, and every choice on the way."""

    values: Mapping[Owner, Number]
    outcomes: Distribution[T]
    decisions: tuple[Decision, ...]


def solve(tree: Tree[T], objective: Objective[T]) -> Solution[T]:
    """Return the value of a tree when every owner chooses best for himself at every choice."""
    decisions: list[Decision] = []
    values, outcomes = _solve(tree, objective, (), decisions)
    firsts = {owner: values[number][0] for number, owner in enumerate(objective.owners)}
    return Solution(firsts, outcomes, tuple(decisions))


def _solve(
    tree: Tree[T], objective: Objective[T], path: tuple[str, ...], decisions: list[Decision]
) -> tuple[_Values, Distribution[T]]:
    """Return the payoffs of every owner and the outcomes, noting the decisions below."""
    if isinstance(tree, Leaf):
        return objective.rate(tree.outcome), Distribution.certain(tree.outcome)
    if isinstance(tree, Chance):
        return _throw(tree, objective, path, decisions)
    return _choose(tree, objective, path, decisions)


def _throw(
    tree: Chance[T], objective: Objective[T], path: tuple[str, ...], decisions: list[Decision]
) -> tuple[_Values, Distribution[T]]:
    """Weigh every result of a throw."""
    solved = [
        (weight, *_solve(branch, objective, (*path, label), decisions))
        for weight, label, branch in tree.branches
    ]
    total = sum(weight for weight, _, _ in solved)
    values = tuple(
        tuple(
            Fraction(sum(weight * values[owner][rank] for weight, values, _ in solved)) / total
            for rank in range(ranks)
        )
        for owner, ranks in enumerate(objective.ranks)
    )
    return values, mixture((weight, outcomes) for weight, _, outcomes in solved)


def _choose(
    tree: Choice[T], objective: Objective[T], path: tuple[str, ...], decisions: list[Decision]
) -> tuple[_Values, Distribution[T]]:
    """Take the owner's best option; only the decisions that follow from it are kept."""
    owner = objective.owners.index(tree.owner)
    below: list[list[Decision]] = [[] for _ in tree.options]
    solved = [
        _solve(option, objective, (*path, label), noted)
        for (label, option), noted in zip(tree.options, below, strict=True)
    ]
    best = max(range(len(solved)), key=lambda number: solved[number][0][owner])
    worths = tuple(
        (label, values[owner][0])
        for (label, _), (values, _) in zip(tree.options, solved, strict=True)
    )
    decisions.append(Decision(path, tree.owner, tree.options[best][0], worths))
    decisions.extend(below[best])
    return solved[best]
