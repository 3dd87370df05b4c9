"""Why not: the first rule that stands in the way of what a player would like to do.

The rules never ask this. Where a rule gives a set of what is allowed, a reason is found by taking
one condition after the other away, until the thing would be allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.bits import numbers
from grognard.engine.forbidden import Forbidden
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import (
    command,
    declaring,
    movement,
    overrun,
    overrunning,
    reacting,
    special,
)
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.state import SEGMENTS
from grognard.games.eastfront.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.state import Luga


class Reason(NamedTuple):
    """Why something is refused: the rule, and the sentence ``why.<key>`` with its number.

    Where the charts refuse it, `said` is their own template and `facts` fill it.
    """

    rule: str
    key: str
    number: int = 0
    said: str = ""
    facts: tuple[tuple[str, object], ...] = ()


# 10 Movement


def not_movable(state: Luga, side: Side, piece: PieceIndex) -> Reason | None:
    """10.1, 2, 25.2 - why a piece cannot be moved now at all."""
    kinds, bit = state.scenario.kinds, 1 << piece
    if not state.owned[side] & bit:
        return Reason("10.1", "not_yours")
    if kinds.immobile & bit:
        return Reason("16.2", "immobile")
    if state.reserved & bit:
        return Reason("25.2", "reserved")
    if state.moved & bit:
        return Reason("10.1", "moved")
    name = SEGMENTS[state.segment]
    if not name.endswith(("movement", "motorised")) or not name.startswith(side.name.lower()):
        return Reason("2", "not_asked")
    if not movement.movers(state, side) & bit:
        return Reason("7.2" if side is Side.SOVIET else "2", "not_motorised")
    return None


class Mover:
    """10 - units that would move, and where they cannot go; every region is found once."""

    def __init__(self, state: Luga, side: Side, pieces: Pieces) -> None:
        self.state, self.side, self.pieces = state, side, pieces
        self.piece = numbers(pieces)[0]
        self.reach = movement.reach_of(state, pieces)
        self.forbidden = self.closed = 0
        self._unstacked = self._zoneless = -1
        for one in numbers(pieces):
            self.forbidden |= special.forbidden(state, one)
            self.closed |= movement.closed_to(state, one)
            self._unstacked &= movement.reach(state, one)
            self._zoneless &= self._without_zones(one)

    def _without_zones(self, piece: PieceIndex) -> Region:
        """4.2 - where a piece would go if the enemy had no zones."""
        leg, march = movement.leg(self.state, piece), movement.march_of(self.state, piece)
        return march.paths.reach(leg._replace(zone=0), remember=False)

    def refusals(self) -> dict[Hex, Reason]:
        """Return every hex where the units cannot go, each with its reason."""
        found = {hex_: self.refusal(hex_) for hex_ in self.state.scenario.ground.map.hexes}
        return {hex_: reason for hex_, reason in found.items() if reason is not None}

    def refusal(self, hex_: Hex) -> Reason | None:
        """Return why the units cannot move to a hex, None where they can."""
        state, ground = self.state, self.state.scenario.ground
        if self.reach >> hex_ & 1 and not state.moved & self.pieces:
            return None
        if hex_ == state.where[self.piece]:
            return Reason("10.1", "here")
        if state.occupied(ENEMY[self.side]) >> hex_ & 1:
            return not_overrun(state, self.pieces, hex_)
        if not ground.land >> hex_ & 1:
            return Reason("10.1", "water")
        if self.forbidden >> hex_ & 1:
            return self._ordered(hex_)
        if state.moved & self.pieces:
            return Reason("10.1", "moved")
        if self._unstacked >> hex_ & 1:
            return Reason("3.1", "crowded")
        if self._zoneless >> hex_ & 1:
            return Reason("4.2", "zone")
        if self.pieces & state.scenario.kinds.trains and not ground.rail_hexes >> hex_ & 1:
            return Reason("11.2", "train")
        if ground.map.around[state.where[self.piece]] >> hex_ & 1:
            return self._next(hex_)
        allowance = min(movement.allowance(state, one) for one in numbers(self.pieces))
        return Reason("10.1", "far", allowance // movement.POINT)

    def _ordered(self, hex_: Hex) -> Reason:
        """25 - which special rule keeps the units away."""
        scenario = self.state.scenario
        if self.side is Side.GERMAN:
            return Reason("25.9", "flanks")
        hold, _ = scenario.orders
        if hold.pieces & self.pieces and hold.hexes >> hex_ & 1:
            return Reason("25.4", "hold")
        return Reason("25.10", "narova")

    def _next(self, hex_: Hex) -> Reason:
        """10.2, 10.4, 11.2 - why not even the next hex."""
        state, here = self.state, self.state.where[self.piece]
        for one in numbers(self.pieces):
            if state.scenario.kinds.trains >> one & 1:
                return Reason("11.2", "train")
            if not movement.may_enter(state, one, here, hex_):
                river = state.scenario.ground.major[here] >> hex_ & 1
                return Reason("10.4", "river") if river else Reason("10.2", "ground")
        return Reason("10.1", "dear")


def not_overrun(state: Luga, pieces: Pieces, target: Hex) -> Reason | None:
    """11.4 - why a hex with an enemy is not run over."""
    here = state.where[numbers(pieces)[0]]
    if overrunning.targets(state, pieces) >> target & 1:
        return None
    if not state.scenario.ground.map.around[here] >> target & 1:
        return Reason("10.1", "enemy")
    try:
        overrun.check(overrunning.case_of(state, pieces, target))
    except Forbidden as error:
        return Reason(error.rule, "charts", 0, error.template, tuple(error.facts.items()))
    if not overrunning.may_pay(state, pieces, target):
        return Reason("11.4.2", "dear")
    return Reason("10.1", "enemy")


def not_activated(state: Luga, piece: PieceIndex) -> Reason | None:
    """7.2, 7.3 - why no HQ activates a unit."""
    kinds, bit = state.scenario.kinds, 1 << piece
    if not state.owned[Side.SOVIET] & bit:
        return Reason("7.2", "not_yours")
    if command.may_activate(state) & bit:
        return None
    if not kinds.foot & bit or kinds.immobile & bit:
        return Reason("7.2", "not_on_foot")
    if state.activated & bit:
        return Reason("7.2", "activated")
    here = state.where[piece]
    if command.blocked(state) >> here & 1:
        return Reason("7.3", "blocked")
    return Reason("7.2", "no_command")


# 12 Attacks


def not_a_target(state: Luga, side: Side, hex_: Hex) -> Reason | None:
    """12.1, 12.2 - why a hex cannot be attacked."""
    due = declaring.owed(state, side)
    goals = declaring.open_targets(state, side)
    if (goals & due if due else goals) >> hex_ & 1:
        return None
    if not state.occupied(ENEMY[side]) >> hex_ & 1:
        return Reason("12.1", "nobody")
    if hex_ in state.targets:
        return Reason("12.1", "declared")
    if due and goals >> hex_ & 1:
        return Reason("12.2", "owed", due.bit_count())
    free = declaring.may_attack(state, side)
    if not declaring.able_on(state, side, 1 << hex_, free):
        return Reason("12.1", "no_attacker")
    if not declaring.may_join(state, side, 1 << hex_, 0):
        return Reason("12.2", "obliged")
    return Reason("12.1", "too_weak")


def not_an_attacker(
    state: Luga, side: Side, targets: Region, joined: Pieces, piece: PieceIndex
) -> Reason | None:
    """12.1, 12.2 - why a unit cannot join an attack."""
    bit = 1 << piece
    if not state.owned[side] & bit:
        return Reason("12.1", "not_yours")
    if joined & bit:
        return Reason("12.1", "joined")
    if state.attack_of[piece]:
        return Reason("12.1", "attacks")
    if declaring.may_join(state, side, targets, joined) & bit:
        return None
    if not declaring.may_attack(state, side) & bit:
        return Reason("12.1", "no_fighter")
    if not declaring.able_on(state, side, targets, bit):
        return Reason("12.1", "not_adjacent")
    return Reason("12.2", "obliged")


def not_a_supporter(state: Luga, side: Side, piece: PieceIndex) -> Reason | None:
    """15.2 - why guns cannot support the combat being fought."""
    bit, battle = 1 << piece, state.battle
    if not state.owned[side] & bit:
        return Reason("15.2", "not_yours")
    if battle is None or not state.scenario.kinds.supporting & bit:
        return Reason("15.2", "no_support")
    is_attacker = battle.side is side
    guns = rules.attack_guns if is_attacker else rules.defence_guns
    if guns(state, battle) & bit:
        return None
    if state.fired & bit or (battle.supports | battle.defence_supports) & bit:
        return Reason("15.2", "fired")
    if is_attacker and not battle.supply:
        return Reason("6.4", "no_supply")
    if is_attacker and state.scenario.kinds.coastal & bit:
        return Reason("15.2", "coastal")
    if bit & (state.unsupplied | state.overrun):
        return Reason("15.2", "silent")
    reach = state.scenario.pieces[piece].range
    if not state.scenario.ground.map.disc(state.where[piece], reach) & battle.targets:
        return Reason("15.2", "out_of_range", reach)
    if not is_attacker and zone_of_control(state, battle.side) >> state.where[piece] & 1:
        return Reason("15.2", "in_zone")
    return Reason("15.2", "too_many")


def not_reacting(state: Luga, side: Side, target: Hex, piece: PieceIndex) -> Reason | None:
    """14.1 - why a unit does not come up for an attacked hex."""
    bit, kinds = 1 << piece, state.scenario.kinds
    if not state.owned[side] & bit:
        return Reason("14.1", "not_yours")
    if piece in reacting.may_react(state, side, target):
        return None
    if not kinds.motorised & kinds.combat & bit:
        return Reason("14.1", "reacts_motorised")
    if state.reserved & bit:
        return Reason("25.2", "reserved")
    if (state.reacted | state.overrun | state.unsupplied) & bit:
        return Reason("14.1", "cannot_react")
    here = state.where[piece]
    if zone_of_control(state, ENEMY[side]) >> here & 1:
        return Reason("14.1", "in_enemy_zone")
    if state.scenario.ground.map.distance(here, target) > reacting.NEAR:
        return Reason("14.1", "too_far_to_react", reacting.NEAR)
    if side is Side.SOVIET and not command.free(state, command.REACTIONS) >> here & 1:
        return Reason("7.2", "no_command")
    return Reason("14.1", "nowhere")


def not_among(goals: Region, number: int, rule: str, key: str) -> Reason | None:
    """Return a reason where a hex or a piece is not one of those that are offered."""
    return None if goals >> number & 1 else Reason(rule, key)
