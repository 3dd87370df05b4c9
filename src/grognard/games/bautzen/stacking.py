"""5 - Stacking (empilement)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import bits_of, numbers

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.printed import Piece, Scenario
    from grognard.games.bautzen.state import Bautzen, Pieces


@lru_cache(maxsize=16384)
def points(scenario: Scenario, pieces: Pieces) -> int:
    """5.1 - the stacking points (PE) of some counters."""
    return sum(scenario.pieces[piece].stacking for piece in numbers(pieces))


@lru_cache(maxsize=64)
def limits(scenario: Scenario) -> tuple[int, ...]:
    """5.2 - by hex: six points in clear ground and towns, four in woods and difficult ground."""
    allowed = scenario.tables.stacking_limit
    return tuple(allowed.get(terrain, 0) for terrain in scenario.board.terrain)


def limit(scenario: Scenario, hex_: Hex) -> int:
    """5.2 - the stacking points that a hex holds."""
    return limits(scenario)[hex_]


def is_over_stacked(state: Bautzen, hex_: Hex) -> bool:
    """5.3 - whether a hex holds more than its limit, so that its units are halved."""
    scenario = state.scenario
    return points(scenario, state.stacks[hex_]) > limits(scenario)[hex_]


REMEMBERED: Final = 32768
"""How many stacks are remembered at most."""


class Refusals(dict["Pieces", "Pieces"]):
    """5.4-5.6 - by stack: the units that may not join it, whatever its points; worked out once.

    Independent units and corps or army headquarters go with any unit of their nationality and no
    other; apart from them, at most one unit may be a stranger to the formation of the rest.
    """

    def __init__(self, scenario: Scenario) -> None:
        super().__init__()
        units = [scenario.pieces[piece] for piece in numbers(scenario.units)]
        self._units, self._may_mix = scenario.units, scenario.options.mixed_nationalities
        self._loose = bits_of([unit.index for unit in units if _is_loose(unit)])
        nations: dict[str, Pieces] = {}
        for unit in units:
            nations[unit.nationality] = nations.get(unit.nationality, 0) | 1 << unit.index
        self._nation, self._formation = [0] * len(scenario.pieces), [0] * len(scenario.pieces)
        for unit in units:
            self._nation[unit.index] = nations[unit.nationality]
            self._formation[unit.index] = scenario.formations.get(unit.formation, 0)

    def __missing__(self, pieces: Pieces) -> Pieces:
        if len(self) >= REMEMBERED:
            self.clear()
        units = pieces & self._units
        self[pieces] = refused = self._foreign(units) | self._unbound(units & ~self._loose)
        return refused

    def _foreign(self, units: Pieces) -> Pieces:
        """5.5, 5.6 - the units whose nationality keeps them out of a stack."""
        if not units:
            return 0
        others = self._units & ~self._nation[units.bit_length() - 1]
        if units & self._loose or not self._may_mix:
            return self._units if units & others else others
        return self._loose if units & others else self._loose & others

    def _unbound(self, bound: Pieces) -> Pieces:
        """5.4 - the units whose formation keeps them out: the stack has its one stranger.

        If at most one is a stranger, the last or the first is none; of two, either may be.
        """
        last = self._formation[bound.bit_length() - 1]
        others = bound & ~last
        if not others:
            return 0
        first = self._formation[(bound & -bound).bit_length() - 1]
        welcome = 0 if others & (others - 1) else last
        others = bound & ~first
        if not others & (others - 1):
            welcome |= first
        return self._units & ~(welcome | self._loose) if welcome else self._units


@lru_cache(maxsize=64)
def refusals(scenario: Scenario) -> Refusals:
    """Return what has been worked out so far for a scenario."""
    return Refusals(scenario)


def mixes(scenario: Scenario, pieces: Pieces) -> bool:
    """5.4-5.6 - whether these counters may share a hex, whatever their points."""
    refused, units = refusals(scenario), numbers(pieces & scenario.units)
    together = 0
    for unit in units:
        if refused[together] >> unit & 1:
            return False
        together |= 1 << unit
    return True


def _is_loose(unit: Piece) -> bool:
    """5.5, 5.6 - whether a unit is bound to no formation when it stacks."""
    return unit.is_independent or unit.is_senior_hq


def fits(scenario: Scenario, hex_: Hex, pieces: Pieces) -> bool:
    """5 - whether these counters may share a hex without over-stacking it."""
    return mixes(scenario, pieces) and points(scenario, pieces) <= limits(scenario)[hex_]
