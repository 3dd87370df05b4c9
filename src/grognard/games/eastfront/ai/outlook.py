"""26.3 - how likely each side is to win: the points it will come to, and how sure that is.

Every place that scores will be German at the end with a chance of its own, by who holds it, what
stands near it and how many turns are left; these chances were fitted on played games. Points are
as uncertain as they were in those games, so that no position before the end is quite won.
"""

from __future__ import annotations

from math import erf, exp, log, sqrt
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.eastfront.ai.ways import far
from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.state import SEGMENTS
from grognard.games.eastfront.victory import standing

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.games.eastfront.state import Luga

SOVIET_FROM: Final = SEGMENTS.index("soviet motorised")
"""2 - where the Soviet part of a turn begins."""
NEAR: Final = 16.0
"""From how far, in points of the way, units still count for a place."""
FADING: Final = 0.8
"""What a point of the way leaves of their strength."""
FARTHEST: Final = 40.0
"""Beyond that a side is nowhere near."""
SURE: Final = 2.5
UNSURE: Final = 0.9
"""By how many points the end differs from what is expected: at last, and more for every turn."""
OTHERS: Final = (1.2, 0.85, 0.4)
"""26.2 - what counts besides places at the end: by itself, for each point now, for each turn."""


HELD: Final = -2.1
SUPPLIED: Final = 1.8
HELD_RATIO: Final = 3.5
"""What tells that a place the German side controls counts for it at the end: by itself, if it is in
supply, and the logarithm of the ratio of strengths near it."""
SOUGHT: Final = -4.4
SOUGHT_RATIO: Final = 4.1
TURNS: Final = 2.2
AWAY: Final = -0.34
"""What tells the same of other places: by itself, that ratio, the logarithm of the turns that are
left, and how far the German side is away."""


def chances(state: Luga) -> tuple[float, float, float]:
    """26.3 - the chances of a German win, a draw and a Soviet win."""
    left = turns_left(state)
    middle, spread = expected(state, left), SURE + UNSURE * left
    levels = state.scenario.victory.levels
    german = _above(levels[1] - 0.5, middle, spread)
    not_lost = _above(levels[2] - 0.5, middle, spread)
    return german, not_lost - german, 1 - not_lost


def turns_left(state: Luga) -> float:
    """Return how many turns are left, half a one after the German part of this."""
    return state.scenario.last_turn - state.turn + 1 - (state.segment >= SOVIET_FROM) / 2


def expected(state: Luga, left: float) -> float:
    """26 - return how many points are to be expected at the end."""
    found, victory = standing(state), state.scenario.victory
    supplied = {hex_ for hex_, _ in found.places}
    forces = [_forces(state, side) for side in Side]
    total = OTHERS[0] + OTHERS[1] * (found.points - sum(n for _, n in found.places))
    total += OTHERS[2] * left
    for hex_, points in victory.places.items():
        total += points * _chance(state, hex_, hex_ in supplied, forces, left)
    return total


def _above(level: float, middle: float, spread: float) -> float:
    """Return the chance of at least so many points."""
    return 0.5 - 0.5 * erf((level - middle) / (spread * sqrt(2)))


def _forces(state: Luga, side: Side) -> list[tuple[Hex, float]]:
    """Return where a side's combat units stand, and how strong they are for what they do."""
    found: dict[Hex, float] = {}
    for piece in numbers(state.owned[side] & state.scenario.kinds.combat):
        hex_ = state.where[piece]
        power = state.values(piece)[0] if side is Side.GERMAN else state.defence_value(piece)
        found[hex_] = found.get(hex_, 0.0) + power
    return list(found.items())


def _chance(
    state: Luga,
    hex_: Hex,
    is_supplied: bool,
    forces: list[list[tuple[Hex, float]]],
    left: float,
) -> float:
    """Return the chance that a place is German at the end."""
    ways = far(state.scenario, hex_)
    near = [
        1.0 + sum(power * FADING ** ways[here] for here, power in force if ways[here] < NEAR)
        for force in forces
    ]
    ratio = log(near[Side.GERMAN] / near[Side.SOVIET])
    if state.control[Side.GERMAN] >> hex_ & 1:
        value = HELD + SUPPLIED * is_supplied + HELD_RATIO * ratio
    else:
        away = min([ways[here] for here in numbers(state.held[Side.GERMAN])], default=FARTHEST)
        value = SOUGHT + SOUGHT_RATIO * ratio + TURNS * log(left) + AWAY * min(away, FARTHEST)
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))
