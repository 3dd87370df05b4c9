"""What one more of each thing would make of an attack: a factor, a column, a support, a unit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.bits import numbers
from grognard.games.bautzen import combat, support
from grognard.games.bautzen.odds.attack import MARGIN, Field, Weights, assault
from grognard.games.bautzen.odds.commitments import within_reach
from grognard.games.bautzen.odds.table import next_column, read_column
from grognard.games.bautzen.odds.unseen import assault_as_seen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Battle, Bautzen, PieceIndex, Pieces


class Gain(NamedTuple):
    """One thing more, and the attack it would make; value and chance are the attacker's."""

    rule: str
    what: str
    """``attack``, ``defence``, ``convoy``, ``aircraft``, ``support`` or ``unit``."""
    piece: PieceIndex | None
    amount: int
    """The total needed, or what the counter adds: factors, or columns of the table."""
    value: Fraction
    hex_taken: Fraction


class Variation(NamedTuple):
    """The same combat with one thing more."""

    rule: str
    what: str
    piece: PieceIndex
    amount: int
    battle: Battle
    committed: tuple[Pieces, Pieces]


def variations(
    state: Bautzen, battle: Battle, committed: tuple[Pieces, Pieces], owner: Side
) -> Iterator[Variation]:
    """Yield the combat with each thing that its owner has and has not yet used.

    8.2 - once an attack is declared, no unit joins it and no support of it is named.
    """
    yield from _sealed(state, battle, committed, owner)
    if owner != battle.side or state.battle is None:
        yield from _supported(state, battle, committed, owner)
    if owner == battle.side and state.battle is None:
        yield from _joined(state, battle, committed)


def _sealed(
    state: Bautzen, battle: Battle, committed: tuple[Pieces, Pieces], owner: Side
) -> Iterator[Variation]:
    """7.2.1, 10 air - one more supply column, one more aircraft; those alike are one."""
    ours, theirs = committed
    mine = ours if owner == battle.side else theirs
    columns, planes = within_reach(state, battle, owner)
    for rule, what, able in (("7.2.1", "convoy", columns), ("10 air", "aircraft", planes)):
        free = able & ~mine
        if free:
            more = mine | free & -free
            pair = (more, theirs) if owner == battle.side else (ours, more)
            yield Variation(rule, what, numbers(free)[0], 1, battle, pair)


def _supported(
    state: Bautzen, battle: Battle, committed: tuple[Pieces, Pieces], owner: Side
) -> Iterator[Variation]:
    """9.1 - each headquarters or artillery that could still be named."""
    attacks = owner == battle.side
    units = battle.attackers if attacks else state.units_at(battle.target)
    free = support.available(state, owner, units) & ~(battle.supports | battle.defence_supports)
    if not attacks:
        free &= ~combat.counted_by_themselves(state, units)
    for piece in numbers(free):
        bit, value = 1 << piece, support.support_value(state, owner, piece, units)
        backed = (
            replace(battle, supports=battle.supports | bit)
            if attacks
            else replace(battle, defence_supports=battle.defence_supports | bit)
        )
        yield Variation("9.1", "support", piece, value, backed, committed)


def _joined(
    state: Bautzen, battle: Battle, committed: tuple[Pieces, Pieces]
) -> Iterator[Variation]:
    """8.1 - each unit that may still join the attack."""
    for piece in numbers(combat.may_join(state, battle.side, battle.target, battle.attackers)):
        joined = replace(battle, attackers=battle.attackers | 1 << piece)
        value = combat.attack_value(state, piece)
        yield Variation("8.1", "unit", piece, value, joined, committed)


def gains(
    state: Bautzen,
    battle: Battle,
    committed: tuple[Pieces, Pieces] = (0, 0),
    weights: Weights = MARGIN,
    owner: Side | None = None,
) -> tuple[Gain, ...]:
    """Return what each thing that `owner` (else the attacker) still has would change."""
    side = battle.side if owner is None else owner
    if not state.units_at(battle.target):
        return ()
    found = list(next_column_gain(state, battle, committed, weights, side))
    for rule, what, piece, amount, changed, spent in variations(state, battle, committed, side):
        made = assault(state, changed, spent, weights)
        found.append(Gain(rule, what, piece, amount, made.value, made.summary.hex_taken))
    return tuple(found)


def gains_as_seen(
    state: Bautzen,
    side: Side,
    battle: Battle,
    committed: tuple[Pieces, Pieces] = (0, 0),
    weights: Weights = MARGIN,
) -> tuple[Gain, ...]:
    """10.3 - what each thing that `side` still has would change, as far as it may know.

    Values are the cautious ones of `Seen.low`; nothing is said where only the table is reckoned.
    """
    found = []
    for rule, what, piece, amount, changed, spent in variations(state, battle, committed, side):
        made = assault_as_seen(state, side, changed, spent, weights).low
        if made is not None:
            found.append(Gain(rule, what, piece, amount, made.value, made.summary.hex_taken))
    return tuple(found)


def next_column_gain(
    state: Bautzen,
    battle: Battle,
    committed: tuple[Pieces, Pieces],
    weights: Weights,
    owner: Side,
) -> Iterator[Gain]:
    """8.2.4 - the total that moves the ratio by one column in the owner's favour."""
    field = Field(state, battle, committed, weights)
    sums = combat.arithmetic(state, battle, committed)
    last = len(state.scenario.tables.columns) - 1
    if owner == battle.side:
        what, needed = "attack", next_column(sums.attack_total, sums.defence_total, last)
        first = sums.first_column + 1
    else:
        what, needed = "defence", _defence_needed(sums.attack_total, sums.first_column)
        first = combat.ratio_column(sums.attack_total, needed, last) if needed else 0
    if needed is not None:
        shift = sum(modifier.value for modifier in sums.shifts)
        column = state.scenario.tables.results.column(first, shift)
        chart = read_column(state, first, column, shift, sums.die_modifier)
        made = field.read(sums, chart, battle)
        yield Gain("8.2.4", what, None, needed, made.value, made.summary.hex_taken)


def _defence_needed(attack: int, column: int) -> int | None:
    """8.2.4 - the least defence that an attack meets in a lower column."""
    return attack // column + 1 if column else None
