"""26.3 - how likely each side is to win, from who holds what and who can still come there."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.eastfront.ai.ways import far
from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.victory import standing
from grognard.kit.plans.conditions import totals

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.games.eastfront.state import Luga

PACE: Final = 3.0
"""How many points of the way the front moves in a turn, against resistance."""
SPREAD: Final = 3.0
"""How uncertain that is."""


def chances(state: Luga) -> tuple[float, float, float]:
    """26.3 - the chances of a German win, a draw and a Soviet win."""
    found, victory = standing(state), state.scenario.victory
    fixed = found.points - sum(points for _, points in found.places) - found.lines
    scores = [
        (points, _chance(state, hex_))
        for hex_, points in victory.places.items()
        if not victory.leningrad >> hex_ & 1
    ]
    lines = [
        max(_chance(state, hex_) for hex_ in numbers(line))
        for line in (victory.highway, victory.railway)
    ]
    scores.append((victory.lines_cut, min(lines)))
    german = draw = 0.0
    high, low = victory.levels[1], victory.levels[2]
    for total, share in totals(scores).items():
        points = total + fixed
        german += share * (points >= high)
        draw += share * (low <= points < high)
    return german, draw, max(0.0, 1 - german - draw)


def _chance(state: Luga, hex_: Hex) -> float:
    """Return the chance that a place is German at the end."""
    ways = far(state.scenario, hex_)
    german = min([ways[here] for here in numbers(state.held[Side.GERMAN])], default=99.0)
    soviet = min([ways[here] for here in numbers(state.held[Side.SOVIET])], default=99.0)
    left = state.scenario.last_turn - state.turn + 1
    if state.control[Side.GERMAN] >> hex_ & 1:
        lead = soviet / 2 + 4.0
        return 1 / (1 + exp(-lead / SPREAD))
    lead = PACE * left - german - 3.0 * (soviet < 2)
    return 1 / (1 + exp(-lead / SPREAD))
