"""26.3 - how likely each side is to win: the points it will come to, and how sure that is.

Every place that scores will be German at the end with a chance of its own, by who holds it, what
stands near it and how many turns are left: the more are left, the less that says, and the more what
became of such places in other games. All figures were fitted on played games, some of each
scenario (``[outlook]`` in `luga/opponents.toml`). Points are as uncertain as in those games: no
position before the end is quite won.
"""

from __future__ import annotations

from math import erf, exp, log, sqrt
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.eastfront.ai.style import opponents
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
STRENGTH: Final = 0.1
USUAL: Final = 105.0
"""What each point of Soviet defence on the map takes from the German side in the end, and how many
there are in most positions."""
TRUST: Final = 2.0
"""With so many turns left, what stands about a place says half of what will become of it."""


HELD: Final = -1.1
SUPPLIED: Final = 1.4
HELD_RATIO: Final = 3.3
KEPT: Final = 0.85
"""What tells that a place the German side controls counts for it at the end: by itself, if it is in
supply, and the logarithm of the ratio of strengths near it; and how many of them do."""
SOUGHT: Final = -0.4
SOUGHT_RATIO: Final = 1.1
TURNS: Final = 1.7
AWAY: Final = -0.5
RICH: Final = -0.8
"""What tells the same of other places: by itself, that ratio, the logarithm of the turns that are
left, how far the German side is away, and each point that the place counts: the rich ones lie far
behind the front."""
TAKEN: Final = (0.6, -0.75)
WHOLE: Final = 9.0
"""How many of the others do in a game of so many turns: by itself, and for each point."""


def chances(state: Luga) -> tuple[float, float, float]:
    """26.3 - the chances of a German win, a draw and a Soviet win."""
    left = turns_left(state)
    fit = opponents().outlook(state.scenario.id)
    middle, spread = expected(state, left), fit.sure + fit.unsure * left
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
    fit = opponents().outlook(state.scenario.id)
    total = (
        fit.others + fit.coming * left - found.steps - state.steps_lost / victory.steps_per_point
    )
    total += found.points - sum(points for _, points in found.places)
    total -= STRENGTH * (sum(power for _, power in forces[Side.SOVIET]) - USUAL)
    trust = TRUST / (TRUST + left)
    for hex_, points in victory.places.items():
        seen = _chance(state, hex_, hex_ in supplied, forces, left)
        usual = _usual(points, left, is_german=bool(state.control[Side.GERMAN] >> hex_ & 1))
        total += points * (trust * seen + (1 - trust) * usual)
    return total


def _usual(points: int, left: float, *, is_german: bool) -> float:
    """Return how many of such places are German at the end, whatever stands about them."""
    if is_german:
        return KEPT
    return _logistic(TAKEN[0] + TAKEN[1] * points) * sqrt(min(1.0, left / WHOLE))


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
        return _logistic(HELD + SUPPLIED * is_supplied + HELD_RATIO * ratio)
    away = min([ways[here] for here in numbers(state.held[Side.GERMAN])], default=FARTHEST)
    value = SOUGHT + SOUGHT_RATIO * ratio + TURNS * log(left) + AWAY * min(away, FARTHEST)
    return _logistic(value + RICH * state.scenario.victory.places[hex_])


def _logistic(value: float) -> float:
    """Return a chance from its logarithm of odds."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))
