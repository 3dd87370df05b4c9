"""Results of combat that are the steps both sides lose, ``1/2``: read, said, reckoned."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from grognard.engine.account import Figure, Prospect
from grognard.engine.outlook import Possibility, outlook_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grognard.kit.dice import Dice
    from grognard.kit.tables import ResultsTable

Losses: TypeAlias = tuple[int, int]
"""The steps that attacker and defender lose."""
Fates: TypeAlias = tuple[Possibility[Losses, int], ...]


def read_losses(cell: str) -> Losses | None:
    """Return the losses that a cell names, None where it names none.

    >>> read_losses("1/2"), read_losses("1-2")
    ((1, 2), None)
    """
    attacker, _, defender = cell.partition("/")
    both = cell.isascii() and attacker.isdigit() and defender.isdigit()
    return (int(attacker), int(defender)) if both else None


def losses_text(losses: Losses) -> str:
    """Return losses as they are printed.

    >>> losses_text((1, 2))
    '1/2'
    """
    return "/".join(map(str, losses))


def fates(results: ResultsTable[Losses], column: int, dice: Dice, rule: str) -> Fates:
    """Return what a throw on a column can bring, each result with its chance."""
    throws = [action.noun for action in dice.throws]
    return outlook_of(
        throws,
        lambda throw: results.result(column, dice.total(throw)),
        losses_text,
        lambda losses: (rule,),
    )


def prospects(found: Fates) -> list[Prospect]:
    """Return results as a calculator shows them."""
    return [Prospect((one.text,), one.chance, {"losses": one.text}) for one in found]


def mean(found: Fates, place: int) -> Fraction:
    """Return what the attacker (0) or the defender (1) loses on average."""
    return sum((one.chance * one.result[place] for one in found), Fraction())


def means(found: Fates, said: Mapping[str, str]) -> list[Figure]:
    """Return what both sides lose on average, by the ids and words of their losses."""
    keys: Sequence[str] = [*said]
    return [
        Figure(key, said[key], mean(found, place), is_chance=False)
        for place, key in enumerate(keys)
    ]
