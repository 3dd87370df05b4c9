"""8.2.7 - Advance after combat, one hex or two."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MOST, numbers, select
from grognard.engine.game import Action, Procedure, Question, Seat, frozen
from grognard.engine.meaning import PieceIndex, Pieces
from grognard.games.petrograd import retreat
from grognard.games.petrograd.city import entered
from grognard.games.petrograd.parts import HALT, TO, battle_of, engaged, had_troops, side_of
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.state import Petrograd
from grognard.games.petrograd.table import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex, Region

ADVANCE: Final = tuple(Action("advance", piece) for piece in range(MOST))


@frozen
class BeginAdvance(Procedure[Petrograd]):
    """8.2.7 - a part must advance, if a piece of it can."""

    role: Role
    limit: int

    def run(self, state: Petrograd) -> None:
        """8.2.7 - ask as long as a piece may advance."""
        if able(state, self.role):
            state.ask(Advance(self.role, self.limit, 0))


def able(state: Petrograd, role: Role) -> dict[PieceIndex, Region]:
    """8.2.7 - the pieces that may advance, and to which hexes."""
    battle = battle_of(state)
    side = side_of(battle, role)
    goals = 1 << battle.target if role is Role.ATTACKER else battle.origins
    goals = left_hexes(state, side, goals, role)
    fighters = engaged(state, role) & ~pieces_in(state, goals)
    return retreat.may_advance(state, side, fighters, goals)


def left_hexes(state: Petrograd, side: Side, goals: Region, role: Role) -> Region:
    """8.2.7 - the hexes that the other part has left: no troops, or, without troops, nobody."""
    enemy, kinds = ENEMY[side], state.scenario.kinds
    found = 0
    for hex_ in numbers(goals & ~state.held[enemy]):
        staying = state.stacks[hex_] & state.owned[enemy] & ~kinds.immobile
        if had_troops(state, role.adversary) or not staying:
            found |= 1 << hex_
    return found


def pieces_in(state: Petrograd, region: Region) -> Pieces:
    """Return the counters in a region."""
    found = 0
    for hex_ in numbers(region):
        found |= state.stacks[hex_]
    return found


@frozen
class Advance(Question[Petrograd]):
    """8.2.7 - which piece advances next; at least one must."""

    rule: ClassVar[str] = "8.2.7"
    role: Role
    limit: int
    advanced: Pieces

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), self.role)

    def options(self, state: Petrograd) -> Sequence[Action]:
        ready = [ADVANCE[piece] for piece in able(state, self.role)]
        return [*ready, HALT] if self.advanced else ready

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "halt":
            self.finish(state)
            return
        goals = numbers(able(state, self.role)[action.noun])
        if len(goals) > 1:
            state.ask(AdvanceTo(self.role, self.limit, self.advanced, action.noun))
        else:
            self.enter(state, action.noun, goals[0])

    def enter(self, state: Petrograd, piece: PieceIndex, hex_: Hex) -> None:
        """8.2.7 - a piece advances, then others may."""
        following = Advance(self.role, self.limit, self.advanced | 1 << piece)
        if able_after(state, self.role, piece, hex_):
            state.ask(following)
        else:
            following.finish(state)

    def finish(self, state: Petrograd) -> None:
        """8.2.7 - nobody else advances; after "a" some may go on to a second hex."""
        if self.limit > 1:
            state.ask(*[GoOn(self.role, piece) for piece in numbers(self.advanced)])


def able_after(state: Petrograd, role: Role, piece: PieceIndex, hex_: Hex) -> bool:
    """8.2.7 - move a piece in and say whether more may follow."""
    move_in(state, side_of(battle_of(state), role), piece, hex_)
    return bool(able(state, role))


def move_in(state: Petrograd, side: Side, piece: PieceIndex, hex_: Hex) -> None:
    """8.2.7, 1.6 - a piece enters a hex left by the enemy; what else he left there is lost."""
    start = state.where[piece]
    for left in numbers(state.stacks[hex_] & state.owned[ENEMY[side]]):
        state.destroy(left, "8.2.7")
    state.put(piece, hex_)
    state.note("advanced", "8.2.7", side=side, pieces=[piece], start=start, hex=hex_, hidden=[])
    entered(state, side, 1 << piece, hex_)


@frozen
class AdvanceTo(Question[Petrograd]):
    """8.2.7 - into which of the hexes left by the attackers a piece advances."""

    rule: ClassVar[str] = "8.2.7"
    role: Role
    limit: int
    advanced: Pieces
    piece: PieceIndex

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), self.role)

    def options(self, state: Petrograd) -> Sequence[Action]:
        return [TO[hex_] for hex_ in numbers(able(state, self.role)[self.piece])]

    def answer(self, state: Petrograd, action: Action) -> None:
        Advance(self.role, self.limit, self.advanced).enter(state, self.piece, action.noun)


@frozen
class GoOn(Procedure[Petrograd]):
    """8.2.7 - troops that have advanced may go on to a second hex."""

    role: Role
    piece: PieceIndex

    def run(self, state: Petrograd) -> None:
        """8.2.7 - ask, where they may."""
        if state.where[self.piece] < 0:
            return
        side = side_of(battle_of(state), self.role)
        if retreat.second_hexes(state, side, self.piece):
            state.ask(SecondHex(self.role, self.piece))


@frozen
class SecondHex(Question[Petrograd]):
    """8.2.7 - to which second hex troops advance, or none."""

    rule: ClassVar[str] = "8.2.7"
    role: Role
    piece: PieceIndex

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), self.role)

    def options(self, state: Petrograd) -> Sequence[Action]:
        side = side_of(battle_of(state), self.role)
        goals = retreat.second_hexes(state, side, self.piece)
        return [*select(TO, goals), HALT]

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "to":
            move_in(state, side_of(battle_of(state), self.role), self.piece, action.noun)
