"""6 - Command."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers

if TYPE_CHECKING:
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


def is_in_command(state: Bautzen, piece: PieceIndex) -> bool:
    """6.1 - whether a headquarters that may command the unit has it within command distance.

    Terrain, enemy units and zones of control do not matter.
    """
    return bool(commanding(state, piece, commanders(state.scenario, piece)))


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
    here, found = state.where[piece], 0
    board, pieces = state.scenario.board.map, state.scenario.pieces
    for number in numbers(able):
        post = state.where[number]
        if post >= 0 and board.distance(post, here) <= pieces[number].range:
            found |= 1 << number
    return found
