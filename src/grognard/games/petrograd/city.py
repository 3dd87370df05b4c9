"""10.8 - The city rises; and what follows when troops stop in a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MOST, select
from grognard.engine.game import Action, Procedure, Question, Seat, frozen
from grognard.engine.meaning import PieceIndex
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.sight import lose_sight
from grognard.games.petrograd.stacking import crowded
from grognard.games.petrograd.state import Petrograd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import Pieces

TO: Final = tuple(Action("to", hex_) for hex_ in range(MOST))


def entered(state: Petrograd, side: Side, pieces: Pieces, hex_: Hex) -> None:
    """1.6, 1.7, 10.8 - pieces have ended a move or an advance in a hex."""
    troops = pieces & state.scenario.kinds.troops
    if not troops:
        return
    state.settle(hex_, side)
    lose_sight(state, side, troops, hex_)
    in_city = state.scenario.ground.city >> hex_ & 1
    if in_city and side is Side.WHITE and not state.has_risen:
        state.has_risen = True
        state.note("risen", "10.8", hex=hex_)
        state.ask(*[CallUp(piece) for piece in district_battalions(state)])


def district_battalions(state: Petrograd) -> list[PieceIndex]:
    """10.8 - the six battalions that the districts call up."""
    return [piece.index for piece in state.scenario.pieces if piece.entry == "rising"]


def muster_points(state: Petrograd, piece: PieceIndex) -> Region:
    """10.8 - the Petrograd hexes where a battalion may be put."""
    free = state.scenario.ground.city & ~state.occupied(Side.WHITE)
    return free & ~crowded(state, piece, free)


@frozen
class CallUp(Procedure[Petrograd]):
    """10.8 - a district battalion is called up, if a hex is free for it."""

    piece: PieceIndex

    def run(self, state: Petrograd) -> None:
        """10.8 - ask where."""
        if muster_points(state, self.piece):
            state.ask(District(self.piece))


@frozen
class District(Question[Petrograd]):
    """10.8 - in which Petrograd hex a district battalion is put."""

    rule: ClassVar[str] = "10.8"
    piece: PieceIndex

    def seat(self, state: Petrograd) -> Seat:
        return Side.RED

    def options(self, state: Petrograd) -> Sequence[Action]:
        return select(TO, muster_points(state, self.piece))

    def answer(self, state: Petrograd, action: Action) -> None:
        state.put(self.piece, action.noun)
        state.settle(action.noun, Side.RED)
        lose_sight(state, Side.RED, 1 << self.piece, action.noun)
        state.note("called_up", "10.8", side=Side.RED, pieces=[self.piece], hex=action.noun)
