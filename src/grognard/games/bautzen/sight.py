"""10.3 - What a side may see of the other's counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.bautzen.dominant import inspected
from grognard.games.bautzen.state import ENEMY

if TYPE_CHECKING:
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Bautzen, Pieces


def visible(state: Bautzen, side: Side) -> Pieces:
    """10.3 - the enemy counters whose faces `side` may see.

    The top counter of every stack, all of a stack next to a dominant position that `side`
    occupies, and what a combat has shown and has not moved since. A supply column lies beneath
    units (BZ-R48), so one on top has only columns under it.
    """
    enemy = ENEMY[side]
    owned, held = state.owned[enemy], state.held[enemy]
    opened = inspected(state, side) | state.convoys_at[enemy] & ~held
    unseen = 0
    for hex_ in numbers(state.crowded & held & ~opened):
        unseen |= state.stacks[hex_] & ~(1 << state.stack_order(hex_)[-1])
    return owned & (~unseen | state.known[side])


def hidden(state: Bautzen, side: Side) -> Pieces:
    """10.3 - the enemy counters on the map that `side` may not see."""
    return state.owned[ENEMY[side]] & ~visible(state, side)
