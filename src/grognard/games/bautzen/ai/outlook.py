"""How a position stands between two turns: a few plain figures, and the chance to win they tell of.

The figures are those of the German side. What each is worth was fitted on played games by
``grognard fit bautzen`` and stands in ``data/opponents.toml``.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from grognard.engine.bits import bits_of, numbers
from grognard.games.bautzen.ai.appraise import RING, belt
from grognard.games.bautzen.ai.lore import lore_of
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.victory import relieved
from grognard.games.bautzen.zones import zone_of_control

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.games.bautzen.state import Bautzen


def figures(state: Bautzen) -> dict[str, float]:
    """Return what counts in a position, each from about 0 to 1, and again as the end comes near."""
    victory, board = state.scenario.victory, state.scenario.board.map
    german, joined = state.control[Side.GERMAN], relieved(state)
    near = joined | board.adjacent(joined)
    city = bits_of(victory.city)
    zone = zone_of_control(state, Side.GERMAN) | state.held[Side.GERMAN]
    round_it = board.adjacent(city) & ~city
    taken = sum(german >> hex_ & 1 for hex_ in victory.places)
    goals = {
        "city": (german & city).bit_count() / len(victory.city),
        "cut": float(not near & city & ~german),
        "belt": RING[belt(state, joined)],
        "siege": (zone & round_it).bit_count() / max(round_it.bit_count(), 1),
        "places": min(taken, victory.needed) / max(victory.needed, 1),
        "spare": max(taken - victory.needed, 0) / max(len(victory.places), 1),
        "capital": float(state.control[Side.ALLIED] >> victory.capital & 1),
    }
    late = state.turn / state.scenario.turns
    found = {**goals, **{f"late {name}": late * value for name, value in goals.items()}}
    found["unguarded"] = float(not state.held[Side.GERMAN] >> victory.capital & 1)
    found["late"] = late
    return found | _forces(state)


def _forces(state: Bautzen) -> dict[str, float]:
    """Return what both sides still have, and how much of it is out of supply."""
    worth, found = lore_of(state.scenario).worth, {}
    for side in Side:
        units = numbers(state.owned[side] & state.scenario.units)
        total = sum(worth[unit][state.steps[unit]] for unit in units)
        hungry = sum(worth[u][state.steps[u]] for u in units if state.unsupplied >> u & 1)
        found[f"{side.name.lower()} force"] = total / 300
        found[f"{side.name.lower()} hunger"] = hungry / 300
    return found


def chance(weights: Mapping[str, float], state: Bautzen) -> float:
    """13 - return how likely the German side is to win; with Dresden lost, not likely at all.

    Too few of the games played lose Dresden for its weight to be fitted.
    """
    found = figures(state)
    total = weights.get("", 0.0) + sum(
        weights.get(name, 0.0) * value for name, value in found.items()
    )
    german = 1.0 / (1.0 + exp(-max(min(total, 30.0), -30.0)))
    left = 1.0 - state.turn / state.scenario.turns
    return german * (0.1 + 0.5 * left) if found["capital"] else german
