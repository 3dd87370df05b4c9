"""1.7 - What a side may see of the other's counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.petrograd.printed import ENEMY, Side

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import Pieces
    from grognard.games.petrograd.state import Petrograd


def hidden(state: Petrograd, side: Side) -> Pieces:
    """1.7 - the enemy troops on the map that `side` may not see."""
    troops = state.owned[ENEMY[side]] & state.scenario.kinds.troops
    return troops & ~state.known[side]


def in_contact(state: Petrograd, side: Side) -> Pieces:
    """1.7 - the enemy troops next to troops of `side`."""
    near = state.scenario.ground.map.adjacent(state.held[side]) & state.held[ENEMY[side]]
    found = 0
    for hex_ in numbers(near):
        found |= state.units_at(hex_)
    return found


def show(state: Petrograd, side: Side, pieces: Pieces) -> None:
    """1.7 - `side` is shown these troops of the enemy."""
    fresh = pieces & ~state.known[side]
    if fresh:
        state.known[side] |= fresh
        state.reveals += 1


def look(state: Petrograd) -> None:
    """1.7 - both sides turn up what has come into contact."""
    for side in Side:
        show(state, side, in_contact(state, side))


def lose_sight(state: Petrograd, side: Side, troops: Pieces, hex_: Hex) -> None:
    """1.7 - troops have moved to a hex: in contact with no enemy they lie face down again."""
    state.known[ENEMY[side]] &= ~troops
    _look_at(state, side, hex_)


def _look_at(state: Petrograd, side: Side, hex_: Hex) -> None:
    """1.7 - troops of a side have come to a hex: they and those next to it are turned up."""
    near = state.scenario.ground.map.around[hex_] & state.held[ENEMY[side]]
    if near:
        for there in numbers(near):
            show(state, side, state.units_at(there))
        show(state, ENEMY[side], state.units_at(hex_))


def tell(
    state: Petrograd, kind: str, rule: str, side: Side, pieces: Pieces, **facts: object
) -> None:
    """Note something that happens to pieces of a side; the enemy reads no hidden name."""
    if state.events is not None:
        secret = numbers(pieces & hidden(state, ENEMY[side]))
        state.note(kind, rule, side=side, pieces=numbers(pieces), hidden=secret, **facts)
