"""8.2 - what a combat is expected to bring: every throw, every choice, exactly, and remembered."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

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
    gain = suffered(outcome.defender, combat.defender.points)
    cost = suffered(outcome.attacker, combat.attacker.points)
    ground = hex_taken(outcome, combat) - 0.3 * hex_lost(outcome, combat)
    return gain - stakes.losses * cost + stakes.hex * ground


def expected(combat: Combat, stakes: Stakes) -> float:
    """Return what a combat is worth to the attacker when each owner chooses best."""
    shift = sum(modifier.value for modifier in modifiers(combat))
    rows = tuple(morale_row(side, combat.table) for side in (combat.attacker, combat.defender))
    points = (combat.attacker.points, combat.defender.points)
    key = (shift, rows, points, extra_loss(combat), combat.panic)
    return _expected(key, stakes, _Sheet(combat, shift))


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
    combat = sheet.combat
    total = 0.0
    for dice, ways in WAYS:
        tree = choices(combat, read(combat, dice, sheet.shift))
        total += ways * _best(tree, combat, stakes)
    return total / 36


def _best(tree: Tree[Aftermath], combat: Combat, stakes: Stakes) -> float:
    """PG-5 - the attacker chooses the most for himself, the defender the least for him."""
    if isinstance(tree, Leaf):
        return worth(tree.outcome, combat, stakes)
    if not isinstance(tree, Choice):
        raise TypeError("no throw follows a throw")
    values = [_best(follow, combat, stakes) for _, follow in tree.options]
    return max(values) if tree.owner is Role.ATTACKER else min(values)
