"""6 - Command."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import bits_of, numbers

if TYPE_CHECKING:
    from grognard.engine.hexmap import Region
    from grognard.games.bautzen.printed import Scenario
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces


@lru_cache(maxsize=1024)
def commanders(scenario: Scenario, piece: PieceIndex) -> Pieces:
    """6.1, 7.2.2 - the headquarters that may command a unit.

    Its formation's, and the corps or army headquarters of its nationality; an independent unit
    takes any headquarters of its nationality.
    """
    unit = scenario.pieces[piece]
    able = 0
    for number in numbers(scenario.headquarters):
        headquarters = scenario.pieces[number]
        if headquarters.nationality != unit.nationality:
            continue
        own = bool(unit.formation) and headquarters.formation == unit.formation
        if own or headquarters.is_senior_hq or unit.is_independent:
            able |= 1 << number
    return able


def out_of_command(state: Bautzen, units: Pieces) -> Pieces:
    """6.1 - those of some units on the map that no headquarters has within command distance.

    Only those count that may command the unit. Terrain, enemy units and zones do not matter.
    """
    lost, led, stacks = units, _led(state.scenario), state.stacks
    occupied = state.held[0] | state.held[1]
    for post in numbers(state.scenario.headquarters):
        near = 0
        if lost & led[post]:
            for hex_ in numbers(area(state, post) & occupied):
                near |= stacks[hex_]
        lost ^= lost & near & led[post]
    return lost


@lru_cache(maxsize=64)
def _led(scenario: Scenario) -> tuple[Pieces, ...]:
    """6.1 - by headquarters: the units that it may command."""
    found = [0] * len(scenario.pieces)
    for unit in numbers(scenario.units):
        for post in numbers(commanders(scenario, unit)):
            found[post] |= 1 << unit
    return tuple(found)


def area(state: Bautzen, headquarters: PieceIndex) -> Region:
    """6.1 - the hexes within the command distance of a headquarters; none off the map."""
    post, scenario = state.where[headquarters], state.scenario
    distance = scenario.pieces[headquarters].range
    return scenario.board.map.disc(post, distance) if post >= 0 else 0


def may_use_convoy(state: Bautzen, piece: PieceIndex) -> bool:
    """7.2.2 - whether this unit's command lets its side spend a supply column.

    By 6.1 any headquarters that commands it will do (BZ-R18); the stricter option takes only the
    formation's own for a unit of a formation.
    """
    scenario = state.scenario
    able = commanders(scenario, piece)
    formation = scenario.pieces[piece].formation
    if scenario.options.convoy_command == "formation" and formation:
        able &= scenario.formations[formation]
    return bool(commanding(state, piece, able))


def commanding(state: Bautzen, piece: PieceIndex, able: Pieces) -> Pieces:
    """6.1 - those of the headquarters `able` on the map that have the unit within distance."""
    here = state.where[piece]
    return bits_of([post for post in numbers(able) if area(state, post) >> here & 1])
