"""7 - Headquarters: who is in whose radius, and what command is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.sight import hidden, tell

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.state import Luga

ACTIVATIONS: Final = "activations"
REACTIONS: Final = "reactions"
ORDERS: Final = "orders_given"
"""7.2 - for what command is used, each counted apart: facts of a position."""


def headquarters(state: Luga) -> Pieces:
    """7.1 - the Soviet HQs on the map."""
    return state.owned[Side.SOVIET] & state.scenario.kinds.headquarters


def radius(state: Luga, hq: PieceIndex) -> Region:
    """7.1 - the hexes in the radius of an HQ, whatever lies between."""
    reach = state.scenario.pieces[hq].radius
    return state.scenario.ground.map.disc(state.where[hq], reach)


def commanded(state: Luga) -> Region:
    """7.1 - the hexes in the radius of an operational Soviet HQ."""
    found = 0
    for hq in numbers(headquarters(state) & ~state.inoperational):
        found |= radius(state, hq)
    return found


def blocked(state: Luga) -> Region:
    """7.3 - the hexes in the radius of a Soviet HQ that is not operational."""
    found = 0
    for hq in numbers(headquarters(state) & state.inoperational):
        found |= radius(state, hq)
    return found


def left(state: Luga, use: str, hq: PieceIndex) -> int:
    """7.2 - what an HQ may still give this turn."""
    used: bytearray = getattr(state, use)
    return state.scenario.pieces[hq].command - used[hq]


def free(state: Luga, use: str) -> Region:
    """7.2, 7.3 - where an operational HQ has command left for a use, and none blocks it."""
    found = 0
    for hq in numbers(headquarters(state) & ~state.inoperational):
        if left(state, use, hq) > 0:
            found |= radius(state, hq)
    return found & ~blocked(state) if found else 0


def spend(state: Luga, use: str, hex_: Hex) -> PieceIndex:
    """7.2 - take one from an HQ in whose radius a hex lies: from the one that has most left."""
    able = [
        hq
        for hq in numbers(headquarters(state) & ~state.inoperational)
        if left(state, use, hq) > 0 and radius(state, hq) >> hex_ & 1
    ]
    hq = max(able, key=lambda one: (left(state, use, one), -one))
    getattr(state, use)[hq] += 1
    return hq


def may_activate(state: Luga) -> Pieces:
    """7.2 - the Soviet units on foot that an HQ may activate."""
    near, where = free(state, ACTIVATIONS), state.where
    if not near:
        return 0
    kinds = state.scenario.kinds
    able = state.owned[Side.SOVIET] & kinds.foot & ~(kinds.immobile | kinds.cavalry)
    found = 0
    for piece in numbers(able & ~(state.activated | state.reserved)):
        if near >> where[piece] & 1:
            found |= 1 << piece
    return found


def activate(state: Luga, piece: PieceIndex) -> None:
    """7.2 - an HQ activates a unit on foot; to the enemy one out of sight (1.4) has no name."""
    hq = spend(state, ACTIVATIONS, state.where[piece])
    state.activated |= 1 << piece
    if state.events is not None:
        is_dark = bool(hidden(state, Side.GERMAN) >> hq & 1)
        tell(state, "activated", "7.2", Side.SOVIET, 1 << piece, hq=hq, is_dark=is_dark)


def recover(state: Luga, piece: PieceIndex, die: int) -> None:
    """7.4 - an HQ that throws its recovery value or less is operational again."""
    needed = state.scenario.pieces[piece].recovery
    if die <= needed:
        state.inoperational &= ~(1 << piece)
    facts = {"die": die, "number": needed, "recovered": die <= needed}
    state.note("recovery", "7.4", side=Side.SOVIET, pieces=[piece], **facts)
