"""How a player's temper changes as the end of the game nears."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.state import SEGMENTS

if TYPE_CHECKING:
    from grognard.games.eastfront.ai.style import Style
    from grognard.games.eastfront.state import Luga

LONG: Final = 8
"""How many turns before the end steps have their full weight."""
LAST: Final = {Side.GERMAN: "german motorised", Side.SOVIET: "soviet movement"}
"""2 - the phase in which a side moves for the last time in a turn."""
AIMLESS: Final = 0.1
HELD: Final = 1.0
TAKEN: Final = 3.0
"""26.1 - moving for the last time in the game: what is left of the draw of places out of reach, and
what places count at least that are kept, and that a unit can walk into."""


def wear(state: Luga, style: Style) -> float:
    """Return what is left of the weight of steps, which serve the less the nearer the end is."""
    left = state.scenario.last_turn - state.turn
    return style.spared + (1 - style.spared) * min(1.0, left / LONG)


def at_last(state: Luga, side: Side, style: Style) -> Style:
    """Return the style of a side that moves for the last time: what counts is who holds what."""
    if state.turn < state.scenario.last_turn or SEGMENTS[state.segment] != LAST[side]:
        return style
    threat = style.threat if side is Side.GERMAN else 0.0
    drive, hold = AIMLESS * style.drive, max(HELD, style.hold)
    return replace(style, drive=drive, hold=hold, take=max(TAKEN, style.take), threat=threat)
