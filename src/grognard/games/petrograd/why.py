"""Why not: the first rule that stands in the way of what a player would like to do.

The rules never ask this. Where a rule gives a set of what is allowed, a reason is found by taking
one condition after the other away, until the thing would be allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.games.petrograd import arrivals, battle, movement
from grognard.games.petrograd.command import in_good_order
from grognard.games.petrograd.printed import ENEMY

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.printed import Side
    from grognard.games.petrograd.state import Petrograd


class Reason(NamedTuple):
    """Why something is refused: the rule, and the sentence ``why.<key>`` with its number."""

    rule: str
    key: str
    number: int = 0


def not_movable(state: Petrograd, side: Side, piece: PieceIndex) -> Reason | None:
    """7.1 - why a piece cannot be moved now at all."""
    bit = 1 << piece
    if not state.owned[side] & bit:
        return Reason("7.1", "not_yours")
    if state.moved & bit:
        return Reason("7.1", "moved")
    if state.scenario.kinds.immobile & bit:
        return Reason("1.2", "immobile")
    return Reason("8.6", "broken_down") if state.broken_down & bit else None


class Mover:
    """7 - a piece that would move, and where it cannot go; every region is found once."""

    def __init__(self, state: Petrograd, side: Side, piece: PieceIndex) -> None:
        self.state, self.side, self.piece = state, side, piece
        kinds, bit = state.scenario.kinds, 1 << piece
        self.reach = movement.reach(state, piece)
        self.shut = movement.forbidden(state, piece)
        self.by_land = not bit & (kinds.ships | kinds.aircraft | kinds.immobile)
        self._unstacked = self._zoneless = self._unbarred = 0
        if self.by_land:
            leg, search = movement.leg(state, piece), movement.search(state, piece)
            self._zone = leg.zone
            self._unstacked = search.reach(leg)
            open_ = leg._replace(zone=0, closed=state.occupied(ENEMY[side]))
            self._zoneless = search.reach(open_)
            self._unbarred = search.reach(open_._replace(closed=0))

    def refusals(self) -> dict[Hex, Reason]:
        """Return every hex where the piece cannot go, each with its reason."""
        found = {hex_: self.refusal(hex_) for hex_ in self.state.scenario.ground.map.hexes}
        return {hex_: reason for hex_, reason in found.items() if reason is not None}

    def refusal(self, hex_: Hex) -> Reason | None:
        """Return why the piece cannot move to a hex, None where it can."""
        state, scenario, bit = self.state, self.state.scenario, 1 << self.piece
        if self.reach >> hex_ & 1:
            return None
        if hex_ == state.where[self.piece]:
            return Reason("7.1", "here")
        if state.occupied(ENEMY[self.side]) >> hex_ & 1:
            return Reason("7.1", "enemy")
        own_element = scenario.ground.sea if bit & scenario.kinds.ships else scenario.ground.land
        if not own_element >> hex_ & 1:
            return Reason("7.2", "water")
        if self.shut >> hex_ & 1:
            estonian = scenario.kinds.estonian & bit
            return Reason("10.3", "estonian") if estonian else Reason("10.2", "vetrenko")
        return self._on_the_way(hex_)

    def _on_the_way(self, hex_: Hex) -> Reason:
        """7.3, 1.5 - what keeps a piece from a hex: room, zones, or the distance."""
        state, piece = self.state, self.piece
        if not self.by_land:
            at_sea = state.scenario.kinds.ships >> piece & 1
            return Reason("7.7" if at_sea else "7.8", "way")
        if self._unstacked >> hex_ & 1:
            return Reason("1.5", "crowded")
        if state.routed >> piece & 1 and self._zone >> hex_ & 1:
            return Reason("7.3", "routed")
        if self._zoneless >> hex_ & 1:
            return Reason("7.3", "zone")
        if self._unbarred >> hex_ & 1:
            return Reason("7.1", "way")
        return Reason("7.1", "far", state.scenario.pieces[piece].move)


def not_a_target(state: Petrograd, side: Side, hex_: Hex) -> Reason | None:
    """8.1 - why a hex cannot be attacked."""
    if battle.targets(state, side) >> hex_ & 1:
        return None
    if not state.occupied(ENEMY[side]) >> hex_ & 1:
        return Reason("8.1", "nobody")
    if state.assaulted >> hex_ & 1:
        return Reason("8.1", "assaulted")
    return Reason("8.1", "no_attacker")


def not_an_attacker(
    state: Petrograd, side: Side, target: Hex, joined: Pieces, supports: Pieces, piece: PieceIndex
) -> Reason | None:
    """8.1, 5.2 - why a piece cannot join the attack on a hex."""
    kinds, bit = state.scenario.kinds, 1 << piece
    if not state.owned[side] & bit:
        return Reason("8.1", "not_yours")
    if joined & bit:
        return Reason("8.1", "joined")
    if state.attacked & bit:
        return Reason("8.1", "attacked")
    if state.routed & bit:
        return Reason("8.1", "shaken")
    if not battle.may_attack(state, side) & bit or not (joined or kinds.troops & bit):
        return Reason("8.1", "no_fighter")
    if not battle.approaches(state, target) >> state.where[piece] & 1:
        return Reason("8.1", "not_adjacent")
    if not battle.may_join(state, side, target, joined) & bit:
        apart = bool(joined & kinds.estonian) != bool(bit & kinds.estonian)
        return Reason("8.1", "apart" if joined and apart else "not_adjacent")
    return Reason("5.2", "uncommanded") if supports and state.uncommanded & bit else None


def not_a_supporter(
    state: Petrograd, side: Side, target: Hex, attackers: Pieces, piece: PieceIndex
) -> Reason | None:
    """8.2.2, 5.2 - why a piece cannot support a combat; `attackers` are one's own."""
    scenario, bit = state.scenario, 1 << piece
    if not state.owned[side] & bit:
        return Reason("8.2.2", "not_yours")
    if not scenario.kinds.supporting & bit:
        return Reason("8.2.2", "no_support")
    if (state.supported | state.flown) & bit:
        return Reason("8.2.2", "supported")
    if not in_good_order(state, bit) or state.out_of_ammunition & bit:
        return Reason("8.2.2", "silent")
    reach = scenario.pieces[piece].range
    if scenario.ground.map.distance(state.where[piece], target) > reach:
        return Reason("8.2.2", "out_of_range", reach)
    if attackers & state.uncommanded:
        return Reason("5.2", "uncommanded")
    if not battle.may_support(state, side, target) & bit:
        return Reason("8.2.2", "silent")
    return None


def not_by_rail(state: Petrograd, side: Side, piece: PieceIndex) -> Reason | None:
    """7.5 - why a piece cannot go by rail now."""
    if not state.owned[side] >> piece & 1:
        return Reason("7.5", "not_yours")
    if state.moved >> piece & 1:
        return Reason("7.5", "moved")
    return None if arrivals.may_entrain(state, side) >> piece & 1 else Reason("7.5", "no_rail")


def not_among(goals: Region, hex_: Hex, rule: str, key: str) -> Reason | None:
    """Return a reason where a hex is not one of those that are offered."""
    return None if goals >> hex_ & 1 else Reason(rule, key)
