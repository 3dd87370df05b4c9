"""The questions a player asks of a position, as plain functions of it.

Each takes the side that asks and tells it nothing of an enemy stack that it may not inspect
(10.3): an attack on such a stack is reckoned without its defence.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.bits import numbers
from grognard.engine.odds import Distribution
from grognard.games.bautzen import combat, movement, stacking, support
from grognard.games.bautzen.command import commanders, commanding
from grognard.games.bautzen.fighting import Commit, Compose, DefenceSupport, Throw
from grognard.games.bautzen.sequence import SEGMENTS
from grognard.games.bautzen.sight import hidden
from grognard.games.bautzen.state import Battle
from grognard.games.bautzen.supply import is_supplied, supply_line
from grognard.games.bautzen.why import Mover, not_movable

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.combat import Arithmetic, Factor, Result
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces
    from grognard.games.bautzen.why import Reason


class Reach(NamedTuple):
    """4 - where a piece may go, at what cost in MPs, and why nowhere else."""

    piece: PieceIndex
    allowance: Fraction
    costs: dict[Hex, Fraction]
    refused: dict[Hex, Reason]
    cannot_move: Reason | None
    """Why the piece may not be moved at this moment at all, whatever its reach."""


def reach(state: Bautzen, side: Side, piece: PieceIndex) -> Reach:
    """4 - the reach of a counter of `side`, on the map or waiting to enter it."""
    bit = 1 << piece
    span = Fraction(movement.allowance(state, piece), movement.MP)
    if not (state.owned[side] | state.waiting[side]) & bit:
        return Reach(piece, span, {}, {}, not_movable(state, side, piece))
    costs = movement.Trip(state, side, bit).costs()
    in_points = {hex_: Fraction(cost, movement.MP) for hex_, cost in sorted(costs.items())}
    refused = Mover(state, side, bit).refusals()
    return Reach(piece, span, in_points, refused, not_movable(state, side, piece))


class Supply(NamedTuple):
    """7.1 - whether a hex of a side is supplied, by which line, and what the last check found."""

    hex: Hex
    units: Pieces
    is_supplied: bool
    line: list[Hex]
    """From the hex to a source, both included; empty where there is none."""
    marked: Pieces
    """The units that failed the last check of their side, and suffer until the next."""


def supply(state: Bautzen, side: Side) -> list[Supply]:
    """7.1 - the supply of every hex that `side` holds, as it is now."""
    found = []
    for hex_ in numbers(state.held[side]):
        units, fed = state.units_at(hex_), is_supplied(state, side, hex_)
        line = supply_line(state, side, hex_) if fed else []
        found.append(Supply(hex_, units, fed, line, units & state.unsupplied))
    return found


def command(state: Bautzen, side: Side) -> dict[PieceIndex, Pieces]:
    """6.1 - by unit of `side` on the map: the headquarters that have it in command."""
    units = state.owned[side] & state.scenario.units
    return {
        unit: commanding(state, unit, commanders(state.scenario, unit)) for unit in numbers(units)
    }


class Stacking(NamedTuple):
    """5 - how full a hex is."""

    hex: Hex
    points: int
    limit: int
    is_over_stacked: bool


def stacks(state: Bautzen, side: Side) -> list[Stacking]:
    """5.1 to 5.3 - the stacking points of every hex where `side` has counters."""
    scenario = state.scenario
    return [
        Stacking(
            hex_,
            stacking.points(scenario, state.stacks[hex_]),
            stacking.limit(scenario, hex_),
            stacking.is_over_stacked(state, hex_),
        )
        for hex_ in numbers(state.held[side] | state.convoys_at[side])
    ]


def supports(state: Bautzen, side: Side) -> dict[PieceIndex, Pieces]:
    """9.1, 9.2 - by headquarters and artillery free to support: the units they may help."""
    units = numbers(state.owned[side] & state.scenario.units)
    return {
        supporter: sum(
            1 << unit
            for unit in units
            if support.may_be_supported_by(state.scenario, unit) >> supporter & 1
            and support.reaches(state, supporter, unit)
        )
        for supporter in numbers(support.ready_to_support(state, side))
    }


class AttackAsSeen(NamedTuple):
    """8.2 - an attack as its asker may reckon it, before the enemy's support and sealed choices.

    With hidden counters in the target, or nothing but supply columns, `sums` and `results` are
    None: neither the factors of the defence nor the column can be told. With hidden counters
    beside the attackers, which may over-stack them (5.3), not even the attack can.
    """

    battle: Battle
    hidden: int
    attack: tuple[Factor, ...]
    attack_support: tuple[Factor, ...]
    attack_total: int
    sums: Arithmetic | None
    results: Distribution[Result] | None


def attack(
    state: Bautzen, side: Side, battle: Battle, committed: tuple[Pieces, Pieces] = (0, 0)
) -> AttackAsSeen:
    """8.2 - the arithmetic of a combat and its results over the die, as `side` may know them."""
    unseen = (state.stacks[battle.target] & hidden(state, side)).bit_count()
    beside = _beside(state, battle.attackers) & hidden(state, side)
    if beside:
        return AttackAsSeen(battle, beside.bit_count(), (), (), 0, None, None)
    ours = combat.attack_factors(state, battle.attackers)
    helped = combat.support_factors(state, battle.side, battle.supports, battle.attackers)
    total = combat.attack_total(ours, helped)
    if unseen or not state.units_at(battle.target):
        return AttackAsSeen(battle, unseen, ours, helped, total, None, None)
    sums = combat.arithmetic(state, battle, committed)
    results = Distribution.of(combat.resolve(state, sums, die) for die in combat.D6)
    return AttackAsSeen(battle, unseen, ours, helped, total, sums, results)


def _beside(state: Bautzen, units: Pieces) -> Pieces:
    """Return the counters that share a hex with some units."""
    found = 0
    for hex_ in numbers(combat.hexes_of(state, units)):
        found |= state.stacks[hex_]
    return found


def composed(
    state: Bautzen, side: Side, target: Hex, attackers: Pieces, supporters: Pieces
) -> AttackAsSeen:
    """8.2 - the reckoning of an attack of `side` that has not been declared."""
    defenders = state.units_at(target)
    return attack(state, side, Battle(side, target, attackers, supporters, defenders, 0, 0))


def attacks(state: Bautzen, side: Side) -> list[AttackAsSeen]:
    """8.1 - every hex that `side` may attack, each with all units and supports that may take part.

    Outside the side's own combat segment: what it could attack if that began now.
    """
    if SEGMENTS[state.segment] != f"{side.name.lower()} combat":
        state = state.copy()
        state.attacked = state.supported = 0
    return [_strongest(state, side, target) for target in combat.targets(state, side)]


def _strongest(state: Bautzen, side: Side, target: Hex) -> AttackAsSeen:
    joined: Pieces = 0
    while more := combat.may_join(state, side, target, joined):
        joined |= more
    helpers = support.available(state, side, joined) if state.units_at(target) else 0
    return composed(state, side, target, joined, helpers)


def current(state: Bautzen, side: Side) -> AttackAsSeen | None:
    """8.2 - the reckoning of the combat being composed or fought, as `side` may know it.

    8.2.1 - of what is sealed, only its own counts. None once the die has been thrown.
    """
    question = state.question
    if isinstance(question, Compose):
        if question.side is not side or not question.attackers:
            return None
        return composed(state, side, question.target, question.attackers, question.supports)
    battle = state.battle
    is_open = isinstance(question, DefenceSupport | Commit | Throw)
    if battle is None or not is_open or not state.units_at(battle.target):
        return None
    mine = state.sealed[side]
    return attack(state, side, battle, (mine, 0) if battle.side is side else (0, mine))
