"""8.2.6 - Retreat and rout, hex by hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.engine.bits import numbers
from grognard.engine.game import Action, Procedure, Question, Seat, frozen
from grognard.engine.hexmap import Hex
from grognard.engine.meaning import Pieces
from grognard.games.petrograd import retreat
from grognard.games.petrograd.parts import (
    TO,
    LoseFrom,
    battle_of,
    engaged,
    had_troops,
    side_of,
    steadfast,
)
from grognard.games.petrograd.sight import lose_sight
from grognard.games.petrograd.state import Petrograd
from grognard.games.petrograd.table import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.games.petrograd.printed import Side


@frozen
class BeginRetreat(Procedure[Petrograd]):
    """8.2.6 - a part retreats or routs; what is left of a hex without troops goes one hex."""

    role: Role
    hexes: int
    is_rout: bool

    def run(self, state: Petrograd) -> None:
        """8.2.6 - hex by hex together, in a rout each piece by itself, trains always so."""
        kinds, pieces, hexes = state.scenario.kinds, engaged(state, self.role), self.hexes
        is_bereft = had_troops(state, self.role) and not pieces & kinds.troops
        if is_bereft and self.role is Role.DEFENDER:
            hexes = max(1, hexes)
        if not hexes or not pieces:
            return
        if self.is_rout:
            self._rout(state, pieces)
        state.ask(
            *[
                Retreating(self.role, group, hex_, hexes, 0)
                for hex_ in numbers(state.hexes_of(pieces))
                for group in self._groups(state, pieces & state.stacks[hex_])
            ]
        )

    def _rout(self, state: Petrograd, pieces: Pieces) -> None:
        fleeing = pieces & ~steadfast(state)
        fresh = fleeing & ~state.routed
        state.mark_routed(fleeing)
        if fresh:
            side = side_of(battle_of(state), self.role)
            state.note("routed", "8.2.6", side=side, pieces=numbers(fresh), hidden=[])

    def _groups(self, state: Petrograd, here: Pieces) -> list[Pieces]:
        """8.2.6 - who goes together; immobile troops are asked and cannot go, other pieces stay."""
        kinds = state.scenario.kinds
        here &= ~(kinds.immobile & ~kinds.troops)
        alone = here if self.is_rout else here & (kinds.trains | kinds.immobile)
        groups = [1 << piece for piece in numbers(alone)]
        return [here & ~alone, *groups] if here & ~alone else groups


@frozen
class Retreating(Procedure[Petrograd]):
    """8.2.6 - pieces on their way: from which hex, how far in all, how far they have come."""

    role: Role
    pieces: Pieces
    origin: Hex
    hexes: int
    gone: int

    def run(self, state: Petrograd) -> None:
        """8.2.6 - go on by the only way, or ask; what cannot go on pays for it."""
        side = side_of(battle_of(state), self.role)
        pieces = self.pieces & state.owned[side]
        if not pieces:
            return
        if self.gone == self.hexes:
            end_retreat(state, side, pieces)
            return
        ways = self.ways(state)
        if not ways:
            missing = self.hexes - self.gone
            troops = pieces & state.scenario.kinds.troops
            state.ask(LoseFrom(self.role, troops, missing, True), Blocked(self.role, pieces))
            if self.gone:
                end_retreat(state, side, pieces)
        elif len(ways) == 1:
            self.go(state, ways[0])
        else:
            state.ask(RetreatTo(self.role, pieces, self.origin, self.hexes, self.gone))

    def ways(self, state: Petrograd) -> list[Hex]:
        """8.2.6 - where the pieces may go next."""
        side = side_of(battle_of(state), self.role)
        pieces = self.pieces & state.owned[side]
        if pieces & state.scenario.kinds.immobile:
            return []
        return retreat.retreat_hexes(state, side, pieces, self.origin, self.gone)

    def go(self, state: Petrograd, hex_: Hex) -> None:
        """8.2.6 - one hex further."""
        side = side_of(battle_of(state), self.role)
        pieces = self.pieces & state.owned[side]
        members = numbers(pieces)
        start = state.where[members[0]]
        for piece in members:
            state.put(piece, hex_)
        state.note(
            "retreated", "8.2.6", side=side, pieces=members, start=start, hex=hex_, hidden=[]
        )
        state.ask(Retreating(self.role, pieces, self.origin, self.hexes, self.gone + 1))


def end_retreat(state: Petrograd, side: Side, pieces: Pieces) -> None:
    """1.6, 1.7 - pieces have come to the end of their retreat."""
    troops, here = pieces & state.scenario.kinds.troops, state.where[pieces.bit_length() - 1]
    if troops:
        state.settle(here, side)
        lose_sight(state, side, troops, here)


@frozen
class RetreatTo(Question[Petrograd]):
    """8.2.6 - the next hex of a retreat or rout."""

    rule: ClassVar[str] = "8.2.6"
    role: Role
    pieces: Pieces
    origin: Hex
    hexes: int
    gone: int

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), self.role)

    def _way(self) -> Retreating:
        return Retreating(self.role, self.pieces, self.origin, self.hexes, self.gone)

    def options(self, state: Petrograd) -> Sequence[Action]:
        return [TO[hex_] for hex_ in self._way().ways(state)]

    def answer(self, state: Petrograd, action: Action) -> None:
        self._way().go(state, action.noun)


@frozen
class Blocked(Procedure[Petrograd]):
    """8.2.6 - pieces that could not retreat: survivors are disorganised, or lost without troops."""

    role: Role
    pieces: Pieces

    def run(self, state: Petrograd) -> None:
        """8.2.6 - a piece of 0 SP stays only while own troops are with it."""
        side = side_of(battle_of(state), self.role)
        left = self.pieces & state.owned[side]
        if not left:
            return
        here = state.where[left.bit_length() - 1]
        if state.held[side] >> here & 1:
            state.disorganised |= left & ~steadfast(state)
            state.note("blocked", "8.2.6", side=side, pieces=numbers(left), hex=here, hidden=[])
            return
        for piece in numbers(left):
            state.destroy(piece, "8.2.6")
