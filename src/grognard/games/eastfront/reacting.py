"""14 - The defender's reaction and his sealed orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MOST, numbers, select
from grognard.engine.game import Action, Procedure, Question, Seat, frozen
from grognard.engine.hexmap import Hex
from grognard.engine.meaning import PieceIndex
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import command, movement
from grognard.games.eastfront.declaring import pending, targets_of
from grognard.games.eastfront.parts import TO
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.sight import hidden, look, tell
from grognard.games.eastfront.state import Luga
from grognard.games.eastfront.zones import zone_of_control

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grognard.engine.hexmap import Region

REACT: Final = tuple(Action("react", piece) for piece in range(MOST))
PASS: Final = Action("pass")
STAND: Final = Action("stand")
GIVE_WAY: Final = Action("give_way")
NEAR: Final = 3
"""14.1 - how near a unit must be to react."""


@frozen
class ReactionPhase(Procedure[Luga]):
    """14 - the defender reacts for each attacked hex, then lays his orders."""

    side: Side

    def run(self, state: Luga) -> None:
        """14.1, 14.3 - one reaction a hex, one order an attack."""
        reactions = [Reaction(self.side, hex_) for hex_ in state.targets]
        orders = [Ordering(self.side, attack) for attack in pending(state)]
        state.ask(*reactions, *orders)


# 14.1 Reaction


def may_react(state: Luga, side: Side, target: Hex) -> dict[PieceIndex, Region]:
    """14.1 - who may come up for an attacked hex, and where each may go."""
    return dict(_one_by_one(state, side, target))


def _one_by_one(state: Luga, side: Side, target: Hex) -> Iterator[tuple[PieceIndex, Region]]:
    kinds, board = state.scenario.kinds, state.scenario.ground.map
    zone = zone_of_control(state, ENEMY[side])
    spent = state.reacted | state.overrun | state.unsupplied | state.reserved
    able = state.owned[side] & kinds.motorised & kinds.combat & ~spent & ~kinds.immobile
    near = board.disc(target, NEAR) & ~zone
    if side is Side.SOVIET:
        near &= command.free(state, command.REACTIONS)
    for piece in numbers(able):
        here = state.where[piece]
        if not near >> here & 1:
            continue
        half = movement.full_allowance(state, piece) // 2
        if goals := movement.within(state, piece, half):
            yield piece, goals


@frozen
class Reaction(Procedure[Luga]):
    """14.1 - the reaction for one attacked hex, where anybody can react."""

    side: Side
    target: Hex

    def run(self, state: Luga) -> None:
        """14.1 - ask the defender."""
        if next(_one_by_one(state, self.side, self.target), None):
            state.ask(React(self.side, self.target))


@frozen
class React(Question[Luga]):
    """14.1 - which unit comes up for an attacked hex, if any."""

    rule: ClassVar[str] = "14.1"
    side: Side
    target: Hex

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        ready = [REACT[piece] for piece in may_react(state, self.side, self.target)]
        return [*ready, PASS]

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "react":
            state.ask(ReactTo(self.side, self.target, action.noun))


@frozen
class ReactTo(Question[Luga]):
    """14.1 - where the unit goes: into the attacked hex, or elsewhere."""

    rule: ClassVar[str] = "14.1"
    side: Side
    target: Hex
    piece: PieceIndex

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        return select(TO, may_react(state, self.side, self.target)[self.piece])

    def answer(self, state: Luga, action: Action) -> None:
        start, piece, side = state.where[self.piece], self.piece, self.side
        if side is Side.SOVIET:
            command.spend(state, command.REACTIONS, start)
        was = hidden(state, ENEMY[side])
        state.reacted |= 1 << piece
        state.put(piece, action.noun)
        tell(state, "reacted", "14.1", side, 1 << piece, was, start=start, hex=action.noun)
        look(state)


# 14.3 Orders


def may_order(state: Luga, side: Side, attack: int) -> list[Action]:
    """14.3 - the orders that may be laid on an attack: in shelter, a Soviet one by an HQ."""
    hexes = targets_of(state, attack)
    if not all(rules.shelters(state, hex_, side) for hex_ in numbers(hexes)):
        return []
    if side is Side.SOVIET and not hexes & command.free(state, command.ORDERS):
        return []
    return [STAND] if state.is_mud else [STAND, GIVE_WAY]


@frozen
class Ordering(Procedure[Luga]):
    """14.3 - the order for one attack, where there may be one."""

    side: Side
    attack: int

    def run(self, state: Luga) -> None:
        """14.3 - ask the defender."""
        if may_order(state, self.side, self.attack):
            state.ask(LayOrder(self.side, self.attack))


@frozen
class LayOrder(Question[Luga]):
    """14.3 - an order is laid face down, or none."""

    rule: ClassVar[str] = "14.3"
    side: Side
    attack: int

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        return [*may_order(state, self.side, self.attack), PASS]

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "pass":
            return
        hexes = targets_of(state, self.attack)
        if self.side is Side.SOVIET:
            free = hexes & command.free(state, command.ORDERS)
            command.spend(state, command.ORDERS, numbers(free)[0])
        if action.verb == "stand":
            state.stand |= hexes
        else:
            state.give_way |= hexes
        state.note("ordered", "14.3", side=self.side, hex=numbers(hexes)[0])
