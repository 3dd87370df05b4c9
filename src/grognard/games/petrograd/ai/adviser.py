"""What is known about playing well: the levels, and how a position stands, at a look.

White's points at the end are guessed from what he holds, what he is near to and what the enemy is
near to, and from the losses of both sides; the chance to win follows from the levels of 11.3.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.thinking import Adviser
from grognard.games.petrograd.ai.officer import Officer
from grognard.games.petrograd.ai.recruit import Recruit
from grognard.games.petrograd.ai.style import opponents
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.state import SEGMENTS, Petrograd
from grognard.games.petrograd.victory import standing, winner

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.engine.thinking import Level, Policy

NEAR: Final = 0.8
"""What a hex of distance leaves of the worth of a place that troops are drawn to."""
HOPE: Final = 0.35
"""What a place is worth at most that White does not hold."""
CITY_HOPE: Final = 0.02
"""The same of a Petrograd hex: there are twelve, and few are ever taken."""
PACE: Final = 3.5
"""Hexes that troops come nearer in a turn that is left, as far as hope goes."""
FEAR: Final = 0.6
"""What a place loses at most that Red is next to."""
LOSSES: Final = (-0.25, 0.05)
"""Points for each PE that White, or Red, has lost."""
SPREAD: Final = 3.0
"""How many points of the guess leave how much doubt."""


class PetrogradAdviser(Adviser[Petrograd]):
    """Levels, their policies, and an evaluation."""

    def levels(self) -> Sequence[Level]:
        """Return the levels, weakest first, as the game's own file has them."""
        return opponents().levels

    def policy(self, level: str, seat: Seat, rng: Random) -> Policy[Petrograd]:
        """Return a fresh policy of a level."""
        match opponents().kinds.get(level):
            case "recruit":
                return Recruit(Side(seat), rng, level)
            case "sergeant" | "colonel":
                return Officer(Side(seat), rng, level)
            case _:
                raise LookupError(f"there is no level {level!r}")

    def evaluate(self, state: Petrograd, seat: Seat) -> float:
        """11.3 - how likely a side is to win."""
        if state.is_over:
            found = winner(state)
            return 0.5 if found is None else float(found == seat)
        levels = state.scenario.victory.levels
        middle = (levels[1] + levels[2] - 1) / 2
        chance = 1 / (1 + exp(-(guess(state) - middle) / SPREAD))
        return chance if seat == Side.WHITE else 1 - chance

    def stage(self, state: Petrograd) -> int | None:
        """2.1 - each side has one stage of a turn to itself."""
        return 2 * state.turn + SEGMENTS[state.segment].startswith("red")


def guess(state: Petrograd) -> float:
    """11.1 - the points that White may expect."""
    now, victory = standing(state), state.scenario.victory
    held = dict(now.places)
    total = float(now.railway + now.trotsky + now.regiments + now.tanks)
    worth = dict.fromkeys(numbers(state.scenario.ground.city), victory.city) | victory.places
    white, red = (_places(state, side) for side in Side)
    ahead = PACE * (state.scenario.last_turn - state.turn)
    for hex_, points in worth.items():
        if hex_ in held:
            total += points * (1 - FEAR * _drawn(state, hex_, red, 0))
        else:
            in_city = state.scenario.ground.city >> hex_ & 1
            total += points * (CITY_HOPE if in_city else HOPE) * _drawn(state, hex_, white, ahead)
    return total + sum(rate * _lost(state, side) for side, rate in zip(Side, LOSSES, strict=True))


def _places(state: Petrograd, side: Side) -> list[Hex]:
    """Return where the troops of a side stand that are in good order."""
    troops = state.owned[side] & state.scenario.kinds.troops & ~state.routed
    return numbers(state.hexes_of(troops))


def _drawn(state: Petrograd, hex_: Hex, places: list[Hex], ahead: float) -> float:
    """Return how near the nearest of some hexes is, from 0 (far) to 1 (there or soon there)."""
    distance = state.scenario.ground.map.distance
    nearest = min([distance(hex_, place) for place in places], default=99)
    return float(NEAR ** max(0.0, nearest - ahead))


def _lost(state: Petrograd, side: Side) -> int:
    """Return the PE that a side has lost."""
    return sum(
        piece.points - state.steps[piece.index]
        for piece in state.scenario.pieces
        if piece.side is side and piece.is_troops
    )
