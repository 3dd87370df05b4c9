"""The questions of set-up, movement and reinforcement.

Rules live in the chapter modules; a question only says who chooses, among what, and which rule
carries the choice out. The questions of combat stand in `fighting` and `outcome`, those that
open and close segments in `sequence`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.answers import Picked
from grognard.engine.bits import MOST, Picker, numbers
from grognard.engine.game import CHANCE, Action, Question, Routine, Seat, frozen
from grognard.engine.path import Cost
from grognard.games.bautzen import movement, reinforcements, setup
from grognard.games.bautzen.combat import D6
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.sight import hidden
from grognard.games.bautzen.state import ENEMY, Bautzen, PieceIndex, Pieces
from grognard.games.bautzen.zones import zone_of_control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex


TO: Final = tuple(Action("to", hex_) for hex_ in range(MOST))
GOALS: Final = Picker(TO)
STAY: Final = Action("stay")
TOP: Final = Action("top")
WITHDRAW: Final = Action("withdraw")
THROWS: Final = tuple(Action("throw", face) for face in D6)


@frozen
class SetUpPiece(Question[Bautzen]):
    """12 - put one unit in a hex of its set-up area."""

    rule: ClassVar[str] = "12"
    side: Side
    piece: PieceIndex

    def seat(self, state: Bautzen) -> Seat:
        return self.side

    def options(self, state: Bautzen) -> Sequence[Action]:
        return Picked(GOALS, setup.places_for(state, self.side, self.piece))

    def answer(self, state: Bautzen, action: Action) -> None:
        setup.put(state, self.side, self.piece, action.noun)

    def routine(self, state: Bautzen, action: Action) -> Routine:
        following = state.stack[-2]
        is_last = not (isinstance(following, SetUpPiece) and following.side == self.side)
        return Routine.NO if is_last else Routine.YES


@frozen
class MoveTo(Question[Bautzen]):
    """4.1 - where a piece, or a stack together, moves.

    ``stay`` leaves it where it is; ``top`` does so and lays it on top of its stack.
    """

    rule: ClassVar[str] = "4.1"
    side: Side
    pieces: Pieces

    def seat(self, state: Bautzen) -> Seat:
        return self.side

    def options(self, state: Bautzen) -> Sequence[Action]:
        trip = movement.Trip(state, self.side, self.pieces)
        others = [STAY]
        if self.pieces & (self.pieces - 1) == 0:
            piece = self.pieces.bit_length() - 1
            if self._is_covered(state, piece):
                others.append(TOP)
            if trip.may_withdraw():
                others.append(WITHDRAW)
        return Picked(GOALS, trip.reach(), others)

    def routine(self, state: Bautzen, action: Action) -> Routine:
        return Routine.YES if action == STAY else Routine.NO

    def _is_covered(self, state: Bautzen, piece: PieceIndex) -> bool:
        """Whether another unit lies on top of this one, so that it could be laid on top."""
        here, units = state.where[piece], state.scenario.units
        if here < 0 or not units >> piece & 1:
            return False
        others = state.stacks[here] & units & ~self.pieces
        if not others:
            return False
        return max([state.rank[other] for other in numbers(others)]) > state.rank[piece]

    def answer(self, state: Bautzen, action: Action) -> None:
        verb = action.verb
        if verb == "to":
            _carry(state, self.side, self.pieces, action.noun)
        elif verb == "withdraw":
            piece = self.pieces.bit_length() - 1
            _go_on_withdrawing(state, Withdraw(self.side, piece, 0, state.where[piece], True))
        elif verb == "top":
            piece = self.pieces.bit_length() - 1
            state.place(piece, state.where[piece], self.side)


def _carry(state: Bautzen, side: Side, pieces: Pieces, hex_: int) -> None:
    """4.1 - move pieces to a hex in one move, from the bottom of their stack to the top."""
    if state.events is not None:
        _carry_and_tell(state, side, pieces, hex_)
    elif state.scenario.options.pass_through_control:
        _put(state, side, pieces, movement.Trip(state, side, pieces).path(hex_))
    else:
        _put(state, side, pieces, (hex_,))


def _put(state: Bautzen, side: Side, pieces: Pieces, passed: Sequence[Hex]) -> None:
    """4.1, 13 - put pieces in the last of some hexes; units make all of these their side's."""
    hex_ = passed[-1]
    if pieces & (pieces - 1):
        for piece in _from_bottom(state, pieces):
            state.place(piece, hex_, side)
    else:
        state.place(pieces.bit_length() - 1, hex_, side)
    if state.waiting[side] & pieces:
        state.waiting[side] &= ~pieces
    if state.known[ENEMY[side]] & pieces:
        state.known[ENEMY[side]] &= ~pieces
    if pieces & state.scenario.units:
        for entered in passed:
            state.settle(entered, side)


def _from_bottom(state: Bautzen, pieces: Pieces) -> list[PieceIndex]:
    """Return pieces of a stack from its bottom to its top."""
    return sorted(numbers(pieces), key=state.rank.__getitem__)


def _carry_and_tell(state: Bautzen, side: Side, pieces: Pieces, hex_: Hex) -> None:
    """4.1, 10.3 - move pieces and note it for the log, with what the enemy could never see."""
    members = _from_bottom(state, pieces)
    start = state.where[members[0]]
    path = movement.Trip(state, side, pieces).path(hex_)
    unseen = pieces & hidden(state, ENEMY[side])
    by_option = state.scenario.options.pass_through_control
    _put(state, side, pieces, path if by_option else path[-1:])
    state.note(
        "entered" if start < 0 else "moved",
        "11.2" if start < 0 else "4.1",
        side=side,
        pieces=members,
        start=start,
        hex=hex_,
        path=path,
        hidden=numbers(unseen & hidden(state, ENEMY[side])),
    )


@frozen
class Withdraw(Question[Bautzen]):
    """4.3 - the next hex of a withdrawal through enemy zones of control."""

    rule: ClassVar[str] = "4.3"
    side: Side
    piece: PieceIndex
    spent: Cost
    node: int
    first: bool

    def seat(self, state: Bautzen) -> Seat:
        return self.side

    def options(self, state: Bautzen) -> Sequence[Action]:
        return [TO[hex_] for hex_ in self.steps(state)]

    def steps(self, state: Bautzen) -> dict[Hex, movement.WithdrawalStep]:
        """4.3 - the hexes it may withdraw to next."""
        trip = movement.Trip(state, self.side, 1 << self.piece)
        return trip.withdrawal_steps(self.spent, self.node, first=self.first)

    def answer(self, state: Bautzen, action: Action) -> None:
        spent, node = self.steps(state)[action.noun]
        start, there = state.where[self.piece], action.noun
        state.place(self.piece, there, self.side)
        state.known[ENEMY[self.side]] &= ~(1 << self.piece)
        state.note("withdrew", "4.3", side=self.side, pieces=[self.piece], start=start, hex=there)
        if zone_of_control(state, ENEMY[self.side]) >> there & 1:
            state.ask(WithdrawalThrow(self.side, self.piece, spent, node))
        else:
            _go_on_withdrawing(state, Withdraw(self.side, self.piece, spent, node, False))


def _go_on_withdrawing(state: Bautzen, following: Withdraw) -> None:
    """4.3 - ask for the next hex; with none left to go to, the unit stops where it is."""
    if following.options(state):
        state.ask(following)
    else:
        state.settle(state.where[following.piece], following.side)


@frozen
class WithdrawalThrow(Question[Bautzen]):
    """4.3 - one die for each enemy zone entered; 1 or 2 costs a step."""

    rule: ClassVar[str] = "4.3"
    side: Side
    piece: PieceIndex
    spent: Cost
    node: int

    def seat(self, state: Bautzen) -> Seat:
        return CHANCE

    def options(self, state: Bautzen) -> Sequence[Action]:
        return THROWS

    def answer(self, state: Bautzen, action: Action) -> None:
        piece = self.piece
        state.note("withdrawal_throw", "4.3", side=self.side, pieces=[piece], die=action.noun)
        if action.noun in state.scenario.tables.withdrawal_loss:
            state.lose_step(piece, "4.3")
        if state.where[piece] >= 0:
            _go_on_withdrawing(state, Withdraw(self.side, piece, self.spent, self.node, False))


@frozen
class Release(Question[Bautzen]):
    """11.3 - choose which of the held formations is released."""

    rule: ClassVar[str] = "11.3"

    def seat(self, state: Bautzen) -> Seat:
        return Side.ALLIED

    def options(self, state: Bautzen) -> Sequence[Action]:
        return [Action("release", number) for number in reinforcements.held_formations(state)]

    def answer(self, state: Bautzen, action: Action) -> None:
        reinforcements.release(state, action.noun)

    def routine(self, state: Bautzen, action: Action) -> Routine:
        return Routine.YES
