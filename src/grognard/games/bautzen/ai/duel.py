"""What an attack is worth: the results table weighed with what each side would then choose."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.modifier import capped
from grognard.games.bautzen.ai.lore import DIE_SPAN
from grognard.games.bautzen.ai.sets import each_of
from grognard.games.bautzen.combat import ratio_column
from grognard.kit.plans import blows

if TYPE_CHECKING:
    from grognard.games.bautzen.ai.lore import Lore
    from grognard.games.bautzen.state import Bautzen, Pieces


def step_costs(lore: Lore, state: Bautzen, units: Pieces) -> tuple[float, ...]:
    """8.3 - what the first, second, ... step costs when losses fall where they hurt least.

    Units that survive a step take theirs first; headquarters and artillery come last.
    """
    worth, steps = lore.worth, state.steps
    late = lore.scenario.headquarters | lore.scenario.artillery
    flips: list[float] = []
    deaths: list[float] = []
    last: list[float] = []
    for piece in each_of(units):
        left = steps[piece]
        values = worth[piece]
        if late >> piece & 1:
            last.append(values[left])
        else:
            if left > 1:
                flips.append(values[left] - values[left - 1])
            deaths.append(values[1])
    return (*sorted(flips), *sorted(deaths), *sorted(last))


def defence_costs(
    sums: tuple[float, ...], one_each: float, ground: float, *, is_open: bool
) -> tuple[float, ...]:
    """8.5 - what results of 0 to 6 steps cost a defender who trades as suits him best.

    `one_each` is the price of a blocked retreat: the cost of one step for every unit of the stack,
    or more than anything where the steps traded count all the same. A destroyed stack loses its
    ground too.
    """
    blocked = one_each + (ground if one_each >= sums[-1] else 0.0)
    retreat = ground if is_open else blocked
    survived = [min(cost, retreat) for cost in sums[1:-1][:6]]
    destroyed = min(sums[-1] + ground, retreat)
    return (0.0, *survived, *[destroyed] * (6 - len(survived)))


@lru_cache(maxsize=65536)
def exchange(
    lore: Lore,
    column: int,
    die: int,
    attack_sums: tuple[float, ...],
    defence: tuple[float, ...],
) -> tuple[float, float]:
    """Return what an attack is expected to cost the defender and the attacker."""
    die = capped(die, DIE_SPAN)
    return blows.exchange(lore.outcomes[column][die + DIE_SPAN], attack_sums, defence)


@lru_cache(maxsize=65536)
def column_of(lore: Lore, attack: int, defence: int, shift: int) -> int:
    """8.2 - the column of the results table; remembered, since the same totals come again."""
    results = lore.scenario.tables.results
    return results.column(ratio_column(attack, defence, len(results.columns) - 1), shift)
