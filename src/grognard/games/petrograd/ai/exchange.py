"""8.2 - what a combat is expected to bring: every throw, every choice, exactly, and remembered."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from grognard.engine.choice import Choice, Leaf
from grognard.games.petrograd.combat import (
    Combat,
    choices,
    extra_loss,
    modifiers,
    morale_row,
    read,
)
from grognard.games.petrograd.odds import hex_lost, hex_taken, steps_lost
from grognard.games.petrograd.table import Role

if TYPE_CHECKING:
    from grognard.engine.choice import Tree
    from grognard.games.petrograd.combat import Aftermath
    from grognard.games.petrograd.table import Effect

WAYS: Final = tuple((total, 6 - abs(7 - total)) for total in range(2, 13))
"""In how many ways of 36 two dice make a total."""
RETREAT: Final = 0.3
DISORDER: Final = 0.25
ROUT: Final = 0.35
"""What a hex of retreat costs in PE; disorder and rout cost a share of all PE engaged."""


class Stakes(NamedTuple):
    """What is at stake in a combat, in PE."""

    hex: float
    """The attacked hex."""
    losses: float
    """What the attacker's losses weigh against the defender's."""


def suffered(effect: Effect, points: int) -> float:
    """Return what a result costs a side of so many PE."""
    lost = steps_lost(effect, points)
    left = points - lost
    shaken = left * (ROUT * effect.rout + DISORDER * effect.disorganised)
    return lost + shaken + (RETREAT * effect.retreat if left else 0.0)


def worth(outcome: Aftermath, combat: Combat, stakes: Stakes) -> float:
    """Return what an outcome is worth to the attacker, in PE."""
    return _worth(_blow(outcome, combat), stakes)


def expected(combat: Combat, stakes: Stakes) -> float:
    """Return what a combat is worth to the attacker when each owner chooses best."""
    shift = sum(modifier.value for modifier in modifiers(combat))
    return _expected(_key(combat, shift), stakes, _Sheet(combat, shift))


def chance_of_loss(combat: Combat) -> float:
    """Return the chance that the attacker takes the hex if he cares for nothing else."""
    shift = sum(modifier.value for modifier in modifiers(combat))
    outcomes = _outcomes(_key(combat, shift), _Sheet(combat, shift))
    return sum([ways * _taken(tree) for ways, tree in outcomes]) / 36


def _key(combat: Combat, shift: int) -> object:
    """Return all that matters of a combat."""
    rows = tuple(morale_row(side, combat.table) for side in (combat.attacker, combat.defender))
    points = (combat.attacker.points, combat.defender.points)
    return (shift, rows, points, extra_loss(combat), combat.panic)


class _Sheet:
    """A combat carried past the key of a memory: all that matters of it is in the key."""

    def __init__(self, combat: Combat, shift: int) -> None:
        self.combat, self.shift = combat, shift

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Sheet) and self.combat.table is other.combat.table

    def __hash__(self) -> int:
        return id(self.combat.table)


@lru_cache(maxsize=1 << 16)
def _expected(key: object, stakes: Stakes, sheet: _Sheet) -> float:
    return sum([ways * _best(tree, stakes) for ways, tree in _outcomes(key, sheet)]) / 36


class Blow(NamedTuple):
    """What an outcome costs both sides in PE, and whether the hex changes hands."""

    gain: float
    cost: float
    ground: float


class Fork(NamedTuple):
    """A choice among outcomes or further choices."""

    is_attackers: bool
    ways: tuple[Branch, ...]


Branch: TypeAlias = Blow | Fork


@lru_cache(maxsize=1 << 14)
def _outcomes(key: object, sheet: _Sheet) -> tuple[tuple[int, Branch], ...]:
    """Return all throws with what may come of them, whatever is at stake."""
    combat = sheet.combat
    return tuple(
        (ways, _branch(choices(combat, read(combat, dice, sheet.shift)), combat))
        for dice, ways in WAYS
    )


def _blow(outcome: Aftermath, combat: Combat) -> Blow:
    return Blow(
        suffered(outcome.defender, combat.defender.points),
        suffered(outcome.attacker, combat.attacker.points),
        hex_taken(outcome, combat) - 0.3 * hex_lost(outcome, combat),
    )


def _worth(blow: Blow, stakes: Stakes) -> float:
    return blow.gain - stakes.losses * blow.cost + stakes.hex * blow.ground


def _branch(tree: Tree[Aftermath], combat: Combat) -> Branch:
    if isinstance(tree, Leaf):
        return _blow(tree.outcome, combat)
    if not isinstance(tree, Choice):
        raise TypeError("no throw follows a throw")
    ways = tuple(_branch(follow, combat) for _, follow in tree.options)
    return Fork(tree.owner is Role.ATTACKER, ways)


def _best(branch: Branch, stakes: Stakes) -> float:
    """PG-5 - the attacker chooses the most for himself, the defender the least for him."""
    if isinstance(branch, Blow):
        return _worth(branch, stakes)
    values = [_best(follow, stakes) for follow in branch.ways]
    return max(values) if branch.is_attackers else min(values)


def _taken(branch: Branch) -> bool:
    """PG-5 - whether the attacker takes the hex: he chooses to, the defender not to."""
    if isinstance(branch, Blow):
        return branch.ground > 0
    found = [_taken(follow) for follow in branch.ways]
    return any(found) if branch.is_attackers else all(found)
