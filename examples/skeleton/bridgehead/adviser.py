"""How a position stands. Opponents and hints are made of this alone (docs/bots.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.rules import Bridgehead, factor, leader
from grognard import Adviser, numbers
from grognard.kit.reckoning import total

if TYPE_CHECKING:
    from grognard import Seat


class BridgeheadAdviser(Adviser[Bridgehead]):
    """Counts strength, and Blue's way to the town."""

    def evaluate(self, state: Bridgehead, seat: Seat) -> float:
        """Return the chance of a seat to win, as well as one can tell at a look."""
        if state.is_over:
            return float(leader(state) == seat)
        blue, red = (total(factor(state, piece) for piece in numbers(o)) for o in state.owned)
        map_, town = state.material.map, state.scenario.town
        ways = [map_.distance(hex_, town) for hex_ in numbers(state.held[0])]
        near = 0.3 / (1 + min(ways, default=9))
        chance = 0.8 * blue / (blue + red + 1) + near
        return chance if seat == 0 else 1 - chance

    def stage(self, state: Bridgehead) -> int:
        """Return the turn, which shares out the time to think."""
        return state.turn
