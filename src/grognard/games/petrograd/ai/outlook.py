"""11 - how a position stands: the chance of every victory level, at a look.

Every place that scores will be White's at the end with a chance of its own, by who holds it, whose
troops are near and how many turns are left; how much these count was fitted on played games of each
scenario (``[outlook]`` in `data/opponents.toml`). From these chances follow those of all totals,
and from the totals, with the levels of 11.3, the chance to win.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.petrograd.command import morale_of, quality_of
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.victory import standing
from grognard.kit.plans.conditions import totals

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.games.petrograd.state import Petrograd

QUALITY: Final = 1.38
MORALE: Final = 1.15
"""How many times stronger a point of quality, and of morale, makes."""
NEAR: Final = 0.7
"""What a hex of distance leaves of the strength of troops."""
FAR: Final = 8
"""From how many hexes troops still count."""
SOME: Final = 0.4
"""What is added to the strength of both sides: nobody is quite absent."""
CITY: Final = -3.0
"""What counts against White in the city, besides what does everywhere."""
RAIL: Final = 0.5
"""The chance, at even strength, that the railway is cut in a turn that is left."""
REGIMENTS: Final = 0.4
"""How many regiments White loses in a turn that is left."""


def chances(state: Petrograd) -> tuple[float, float, float]:
    """11.3 - the chances that White wins, that nobody does, and that Red wins."""
    levels, now = state.scenario.victory.levels, standing(state)
    known = now.railway + now.trotsky + now.tanks
    left = turns_left(state)
    lost = state.regiments_lost + REGIMENTS * left - state.scenario.victory.regiments_free
    known -= round(max(0.0, lost) * state.scenario.victory.regiment)
    found = totals(_places(state, left) + _railway(state))
    white = sum(chance for points, chance in found.items() if points + known >= levels[1])
    draw = sum(c for points, c in found.items() if levels[2] <= points + known < levels[1])
    safe = _base(state, left)
    return white * safe, draw * safe, 1 - (white + draw) * safe


def turns_left(state: Petrograd) -> float:
    """Return how many turns are left to play, the present one in part."""
    played = (state.segment - 1) / 10 if state.segment else 0.0
    return max(0.0, state.scenario.last_turn - state.turn + 1 - played)


def _places(state: Petrograd, left: float) -> list[tuple[int, float]]:
    """11.1 - the points of every place and the chance that White has it at the end."""
    victory, ground = state.scenario.victory, state.scenario.ground
    worth = dict.fromkeys(numbers(ground.city), victory.city) | victory.places
    force = [_force(state, side) for side in Side]
    held = {hex_ for hex_, _ in standing(state).places}
    return [
        (points, _held(state, hex_, hex_ in held, force, left)) for hex_, points in worth.items()
    ]


def _held(
    state: Petrograd, hex_: Hex, is_white: bool, force: list[dict[Hex, float]], left: float
) -> float:
    """Return the chance that White holds a place at the end."""
    white, red = (_near(state, hex_, side) for side in force)
    fit = state.scenario.opponents.outlook(state.scenario.id)
    grip = fit.held / (left + fit.soon) * (1 if is_white else -1)
    rest = fit.rest + (CITY if state.scenario.ground.city >> hex_ & 1 else 0.0)
    near = fit.force * log((white + SOME) / (red + SOME))
    return _likely(near + grip + fit.march * left + rest)


def _railway(state: Petrograd) -> list[tuple[int, float]]:
    """11.1 - a point for every turn that is left in which the railway may be cut."""
    turns = [turn for turn in state.scenario.victory.rail_turns if turn >= state.turn]
    line = numbers(state.scenario.tables.entries.nikolaev_line)[::3]
    force = [_force(state, side) for side in Side]
    near = [max(_near(state, hex_, side) for hex_ in line) for side in force]
    chance = RAIL * _likely(log((near[0] + SOME) / (near[1] + SOME)))
    return [(1, chance) for _ in turns]


def _base(state: Petrograd, left: float) -> float:
    """11.2 - the chance that Red retakes no place whose loss ends the game."""
    force, safe = [_force(state, side) for side in Side], 1.0
    for hex_ in numbers(state.scenario.victory.sudden_red & state.control[Side.WHITE]):
        white, red = (_near(state, hex_, side) for side in force)
        safe *= _likely(log((white + SOME) / (red + SOME)) + 1.0 + 1.0 / (left + 0.3))
    return safe


def _force(state: Petrograd, side: Side) -> dict[Hex, float]:
    """Return by hex the strength of the troops of a side."""
    found: dict[Hex, float] = {}
    for piece in numbers(state.owned[side] & state.scenario.kinds.troops):
        here = state.where[piece]
        found[here] = found.get(here, 0.0) + strength(state, piece)
    return found


def strength(state: Petrograd, piece: PieceIndex) -> float:
    """1.3 - what troops count for, by PE, quality, morale and states."""
    shaken = state.disorganised | state.out_of_ammunition
    halved = (shaken >> piece & 1) + (state.routed >> piece & 1)
    return state.steps[piece] * each(state, piece) / (1 << halved)


def each(state: Petrograd, piece: PieceIndex) -> float:
    """1.3 - what a PE counts for, by quality and morale; one of 3 and 3 counts 1."""
    quality, morale = quality_of(state, piece), morale_of(state, piece)
    return float(QUALITY ** (quality - 3) * MORALE ** (morale - 3))


def _near(state: Petrograd, hex_: Hex, force: dict[Hex, float]) -> float:
    """Return the strength of a side near a hex, the less the further off."""
    distance = state.scenario.ground.map.distance
    total = 0.0
    for here, amount in force.items():
        gap = distance(hex_, here)
        if gap <= FAR:
            total += amount * NEAR**gap
    return total


def _likely(value: float) -> float:
    """Return a chance from its logarithmic odds."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))
