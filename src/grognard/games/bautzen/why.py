"""Why not: the first rule that stands in the way of what a player would like to do.

The rules never ask this. Where a rule gives a set of what is allowed, a reason is found by taking
one condition after the other away, until the thing would be allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.bits import numbers
from grognard.games.bautzen import combat, movement, retreat, setup, supply, support
from grognard.games.bautzen.losses import may_lose
from grognard.games.bautzen.movement import Trip
from grognard.games.bautzen.stacking import limit, mixes, points
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces


class Reason(NamedTuple):
    """Why something is refused: the rule, and the sentence ``why.<key>`` with its number."""

    rule: str
    key: str
    number: int = 0


# Movement


def not_movable(state: Bautzen, side: Side, piece: PieceIndex) -> Reason | None:
    """4.1 - why a piece cannot be moved now at all."""
    bit = 1 << piece
    if (state.owned[ENEMY[side]] | state.waiting[ENEMY[side]]) & bit:
        return Reason("4.1", "not_yours")
    if not (state.owned[side] | state.waiting[side]) & bit:
        return Reason("11.2", "off_map")
    if state.moved & bit:
        return Reason("4.1", "moved")
    if state.waiting[side] & ~supply.may_enter(state, side) & bit:
        return Reason("7.2.2", "convoys_enough", state.scenario.tables.convoys_per_side)
    return None


class Mover:
    """4 - pieces of a side that would move together, and where they cannot go."""

    def __init__(self, state: Bautzen, side: Side, pieces: Pieces) -> None:
        self.state, self.side, self.pieces = state, side, pieces
        trip = Trip(state, side, pieces)
        self.here, self.span, self.is_foot = state.where[trip.leader], trip.span, trip.infantry
        self.shut, self.reach = trip.shut, trip.reach()
        self._unmixed = _found(trip)
        trip.zone = 0
        self._unhindered = _found(trip)
        trip.shut = 0
        self._unbarred = _found(trip)
        trip.infantry, trip.search = True, movement.paths(state.scenario, True)
        self._as_infantry = _found(trip)

    def refusals(self) -> dict[Hex, Reason]:
        """Return every hex where the pieces cannot go, each with its reason."""
        reasons = {hex_: self.refusal(hex_) for hex_ in self.state.scenario.board.map.hexes}
        return {hex_: reason for hex_, reason in reasons.items() if reason is not None}

    def refusal(self, hex_: Hex) -> Reason | None:
        """Return why the pieces cannot move to a hex, or None where they can."""
        if self.reach >> hex_ & 1:
            return None
        if hex_ == self.here:
            return Reason("4.1", "here")
        if self.shut >> hex_ & 1:
            return self._closed(hex_)
        if self._unmixed >> hex_ & 1:
            return Reason("5.4", "mix")
        if self._unhindered >> hex_ & 1:
            return Reason("3", "zone")
        if self._is_height(hex_) and self._as_infantry >> hex_ & 1:
            return Reason("4.1", "height")
        if self._unbarred >> hex_ & 1:
            return Reason("4.1", "way")
        return Reason("4.1", "far", self.span // movement.MP)

    def _closed(self, hex_: Hex) -> Reason:
        """4.1, 11.3, 7.1.2 - why no piece of the group may enter a hex at all."""
        state, enemy = self.state, ENEMY[self.side]
        if (state.held[enemy] | state.convoys_at[enemy]) >> hex_ & 1:
            return Reason("4.1", "enemy")
        if self.pieces & state.held_back and movement.south_of_hold(state.scenario) >> hex_ & 1:
            return Reason("11.3", "held", state.scenario.tables.held_from_row)
        return Reason("7.1.2", "unsupplied")

    def _is_height(self, hex_: Hex) -> bool:
        """4.1 - whether a step to or from a dominant position is what the hex asks for."""
        board = self.state.scenario.board
        if self.is_foot:
            return False
        return bool(board.dominant >> hex_ & 1) or (
            self.here >= 0
            and bool(board.map.around[self.here] >> hex_ & 1)
            and movement.is_barred_by_height(board, self.here, hex_)
        )


def _found(trip: Trip) -> Region:
    """4.1 - every hex that a trip could reach, stacking apart."""
    if not trip.is_entering:
        return trip.search.reach(trip.leg(trip.state.where[trip.leader]))
    found = 0
    for gate, spent in trip.gates():
        found |= 1 << gate
        if not trip.zone >> gate & 1:
            found |= trip.search.reach(trip.leg(gate, spent))
    return found


# Combat


def not_a_target(state: Bautzen, side: Side, hex_: Hex) -> Reason | None:
    """8.1 - why a hex cannot be attacked."""
    enemy, board = ENEMY[side], state.scenario.board
    if not (state.held[enemy] | state.convoys_at[enemy]) >> hex_ & 1:
        return Reason("8.1", "nobody")
    if hex_ in combat.targets(state, side):
        return None
    if not board.map.around[hex_] & state.held[side]:
        return Reason("8.1", "not_adjacent")
    if not combat.approaches(state, side, hex_):
        return Reason("8.1", "lake")
    held = combat.barred_from(state, hex_) & combat.can_attack(state, side)
    if any(state.stacks[near] & held for near in numbers(combat.approaches(state, side, hex_))):
        return Reason("11.3", "held", state.scenario.tables.held_from_row)
    return Reason("8.1", "no_attacker")


def not_an_attacker(
    state: Bautzen, side: Side, target: Hex, joined: Pieces, piece: PieceIndex
) -> Reason | None:
    """8.1, 7.3, 8.6.2 - why a unit cannot join the attack on a hex."""
    scenario, bit, here = state.scenario, 1 << piece, state.where[piece]
    if not state.owned[side] & bit:
        return Reason("8.1", "not_yours")
    if joined & bit:
        return Reason("8.1", "joined")
    if not scenario.combat_units & bit:
        return Reason("8.6.1", "no_fighter")
    if state.attacked & bit:
        return Reason("8.1", "attacked")
    if not scenario.board.map.around[target] >> here & 1:
        return Reason("8.1", "not_adjacent")
    if scenario.board.across_lake[target] >> here & 1:
        return Reason("8.1", "lake")
    if combat.barred_from(state, target) & bit:
        return Reason("11.3", "held", scenario.tables.held_from_row)
    if not combat.attack_value(state, piece):
        return Reason("7.3" if state.unsupplied & bit else "5.3", "no_attack")
    if not combat.may_join(state, side, target, joined) & bit:
        return Reason("8.6.2", "guns_alone")
    return None


def not_a_supporter(state: Bautzen, side: Side, units: Pieces, piece: PieceIndex) -> Reason | None:
    """9.1, 9.2, 7.3 - why a headquarters or artillery cannot help these units."""
    bit = 1 << piece
    if not state.owned[side] & bit:
        return Reason("9.1", "not_yours")
    if not bit & (state.scenario.headquarters | state.scenario.artillery):
        return Reason("9.1", "no_support")
    if state.supported & bit:
        return Reason("9.1", "supported")
    if state.unsupplied & bit:
        return Reason("7.3", "cut_off")
    able = [
        unit for unit in numbers(units) if support.may_be_supported_by(state.scenario, unit) & bit
    ]
    if not able:
        return Reason("9.2", "stranger")
    if not any(support.reaches(state, piece, unit) for unit in able):
        return Reason("9.1", "out_of_range", state.scenario.pieces[piece].range)
    return None


def not_lost_first(state: Bautzen, units: Pieces, hurt: Pieces, piece: PieceIndex) -> Reason | None:
    """8.3 - why a unit does not take the next step."""
    if not units >> piece & 1:
        return Reason("8.3", "not_in_combat")
    return None if may_lose(state, units, hurt) >> piece & 1 else Reason("8.3", "others_first")


def not_a_retreat(
    state: Bautzen, side: Side, pieces: Pieces, origin: Hex, gone: int, length: int, hex_: Hex
) -> Reason | None:
    """8.5.1, 8.5.2 - why a retreating stack cannot go on to a hex."""
    if hex_ in retreat.retreat_steps(state, side, pieces, origin, gone, length):
        return None
    scenario, here = state.scenario, state.where[numbers(pieces)[0]]
    board, enemy = scenario.board.map, ENEMY[side]
    if not board.around[here] >> hex_ & 1 or not board.ring(origin, gone + 1) >> hex_ & 1:
        return Reason("8.5.1", "not_away")
    if (state.held[enemy] | state.convoys_at[enemy]) >> hex_ & 1:
        return Reason("8.5.2", "enemy")
    if zone_of_control(state, enemy) >> hex_ & 1:
        return Reason("8.5.2", "enemy_zone")
    if pieces & state.held_back and movement.south_of_hold(scenario) >> hex_ & 1:
        return Reason("11.3", "held", scenario.tables.held_from_row)
    if not retreat.steps_over(scenario, here, pieces) >> hex_ & 1:
        return Reason("4.1", "barred")
    return Reason("8.5.1", "no_end")


# Set-up


def not_a_place(state: Bautzen, side: Side, piece: PieceIndex, hex_: Hex) -> Reason | None:
    """12 - why a unit cannot be set up in a hex."""
    if setup.places_for(state, side, piece) >> hex_ & 1:
        return None
    scenario, enemy = state.scenario, ENEMY[side]
    if (state.held[enemy] | state.convoys_at[enemy]) >> hex_ & 1:
        return Reason("12", "enemy")
    if setup.closed_capital(scenario, side) >> hex_ & 1:
        return Reason("12.1", "capital")
    if not setup.region_of(state, side, piece) >> hex_ & 1:
        return Reason("12", "area")
    together = state.stacks[hex_] | 1 << piece
    if not mixes(scenario, together):
        return Reason("5.4", "mix")
    if points(scenario, together) > limit(scenario, hex_):
        return Reason("5.2", "crowded", limit(scenario, hex_))
    return Reason("4.1", "height")
