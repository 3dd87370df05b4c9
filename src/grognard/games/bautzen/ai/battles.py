"""Which attacks to make, with whom, and what to spend on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.games.bautzen import combat, support
from grognard.games.bautzen.ai.duel import column_of, exchange, step_costs
from grognard.games.bautzen.ai.lore import lore_of
from grognard.games.bautzen.ai.sets import each_of
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.zones import zone_of_control
from grognard.kit.plans.attacks import Order, best_order, best_orders, choices, programme
from grognard.kit.plans.blows import cumulative

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.ai.appraise import Appraiser
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Bautzen, Pieces


HOPELESS: Final = 6.0
"""What keeps a player from attacking with less than the defender has, cheap as it may be."""


def orders(judge: Appraiser, state: Bautzen) -> list[Order]:
    """8.1 - return the best attack on every hex that can be attacked, best first."""
    targets = combat.targets(state, judge.side)
    return best_orders(targets, lambda target: best_on(judge, state, target))


def planned(judge: Appraiser, state: Bautzen, found: Sequence[Order], least: float) -> list[Order]:
    """8.1, 9.1 - return the attacks to make, best first, when all are weighed together.

    `found` is the best attack on every hex by itself, of which those count that promise more than
    `least`; a headquarters that one of them could spare may decide another.
    """
    worth = [order for order in found if order.value > least]
    if len(worth) < 2:
        return worth
    options = [
        Order(target, attackers, supports, value - least)
        for order in worth
        for target, attackers, supports, value in _ways(judge, state, order.target)
        if value > least
    ]
    return [order._replace(value=order.value + least) for order in programme(options)]


def _ways(judge: Appraiser, state: Bautzen, target: Hex) -> Iterator[Order]:
    """9.1 - yield attacks on a hex by all telling sets, with all supports they can use and fewer.

    Fewer are all but one of them, those of their own formations alone, and none.
    """
    for attackers in _sets(judge, state, target):
        whole = weigh(judge, state, target, attackers)
        yield whole
        spared = {whole.supports & ~(1 << helper) for helper in each_of(whole.supports)}
        spared |= {whole.supports & judge.led, 0}
        for supports in spared - {whole.supports}:
            yield weigh(judge, state, target, attackers, supports)


def best_on(judge: Appraiser, state: Bautzen, target: Hex) -> Order | None:
    """Return the best attack on a hex: all neighbours, fewer of them, or one formation alone.

    Anti-tank guns only come along with a unit of their hex (8.6.2).
    """
    sets = _sets(judge, state, target)
    return best_order(sets, lambda attackers: weigh(judge, state, target, attackers))


def _sets(judge: Appraiser, state: Bautzen, target: Hex) -> list[Pieces]:
    """8.1 - return sets of those who may attack a hex: the strongest, formations by themselves."""
    able = combat.can_attack(state, judge.side)
    near = combat.neighbours_who_may(state, judge.side, target, able)
    guns = near & state.scenario.anti_tank
    return choices(
        near & ~guns,
        lambda piece: combat.attack_value(state, piece),
        state.scenario.formations.values(),
        lambda attackers: _with_guns(state, attackers, guns),
    )


def _with_guns(state: Bautzen, attackers: Pieces, guns: Pieces) -> Pieces:
    for piece in each_of(guns):
        if state.stacks[state.where[piece]] & attackers:
            attackers |= 1 << piece
    return attackers


def weigh(
    judge: Appraiser, state: Bautzen, target: Hex, attackers: Pieces, among: Pieces = -1
) -> Order:
    """Return the attack of these units on a hex, with the supports it needs, and its value.

    The supports are looked for `among` some pieces; if nobody says, among all that are free.
    """
    units = state.units_at(target)
    if not units:
        weakest = min(each_of(attackers), key=lambda piece: combat.attack_value(state, piece))
        return Order(target, 1 << weakest, 0, 1.5)
    hexes = combat.hexes_of(state, attackers)
    helpers = support.available(state, judge.side, attackers) & among
    attack = sum(combat.attack_value(state, piece) for piece in each_of(attackers))
    defence, _ = judge.defence_of(state, target)
    supports = _needed(state, judge.side, attackers, helpers, attack, defence)
    is_open = judge.has_way_out(state, target)
    shift = 1 if _can_spend(state, judge.side, attackers) else 0
    out = attackers & state.unsupplied
    gain, loss = judge.assault_terms(
        state, target, attackers, hexes, supports, out, is_open=is_open, shift=shift
    )
    price = 0.02 * attack + 0.05 * supports.bit_count() + shift
    if attack + min(attack, _backing(state, judge.side, supports, attackers)) < defence:
        price += HOPELESS
    return Order(target, attackers, supports, gain - judge.style.losses * loss - price)


def _backing(state: Bautzen, side: Side, supports: Pieces, attackers: Pieces) -> int:
    """9.1 - what the supports of an attack add."""
    values = (support.support_value(state, side, helper, attackers) for helper in each_of(supports))
    return sum(values)


def _can_spend(state: Bautzen, side: Side, attackers: Pieces) -> bool:
    return bool(combat.convoys_within_reach(state, side, attackers))


def _needed(
    state: Bautzen, side: Side, attackers: Pieces, helpers: Pieces, attack: int, defence: int
) -> Pieces:
    """9.2 - return the supports to name: all that raise the column, none beyond."""
    lore = lore_of(state.scenario)
    values = {h: support.support_value(state, side, h, attackers) for h in each_of(helpers)}
    ranked = sorted(values, key=lambda helper: -values[helper])
    chosen: list[int] = []
    total = 0
    for helper in ranked:
        if total >= attack:
            break
        chosen.append(helper)
        total += values[helper]
    best = column_of(lore, attack + min(total, attack), defence, 0)
    for helper in reversed(chosen[:]):
        less = total - values[helper]
        if column_of(lore, attack + min(less, attack), defence, 0) == best:
            chosen.remove(helper)
            total = less
    return sum(1 << helper for helper in chosen)


# What a battle under way is worth at one column or another


def stake(state: Bautzen, judge: Appraiser, column: int, die: int) -> float:
    """Return what the attacker of the current battle may expect at a column, losses deducted."""
    battle = state.battle
    if battle is None:
        return 0.0
    lore = lore_of(state.scenario)
    costs = cumulative(step_costs(lore, state, battle.attackers))[:4]
    is_open = _has_way_out(state, battle.target, ENEMY[battle.side])
    losses = judge.loss_of(state, battle.target, is_open=is_open)
    gain, loss = exchange(lore, column, die, costs, losses)
    return gain - loss


def _has_way_out(state: Bautzen, target: Hex, side: Side) -> bool:
    lore, enemy = lore_of(state.scenario), ENEMY[side]
    shut = state.held[enemy] | zone_of_control(state, enemy) | state.convoys_at[enemy]
    return bool(lore.approaches[target] & ~shut)


def column_now(state: Bautzen, extra: Pieces = 0, *, sealed: int = 0) -> tuple[int, int]:
    """Return column and die modifier of the current battle, were `extra` to support the defence.

    `sealed` shifts the column, attackers' right counted positive.
    """
    battle = state.battle
    if battle is None:
        raise LookupError("no combat is being fought")
    side = ENEMY[battle.side]
    sums = combat.arithmetic(state, battle, (0, 0))
    units = state.units_at(battle.target)
    more = sum(support.support_value(state, side, helper, units) for helper in each_of(extra))
    shift = sum(modifier.value for modifier in sums.shifts) + sealed
    lore = lore_of(state.scenario)
    column = column_of(lore, sums.attack_total, sums.defence_total + more, shift)
    return column, sums.die_modifier
