"""8.6, 9, 10.2 - Support by headquarters and artillery."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import MARKS, numbers
from grognard.games.bautzen.command import commanders
from grognard.games.bautzen.dominant import supported_ground

if TYPE_CHECKING:
    from grognard.games.bautzen.printed import Scenario, Side
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces


@lru_cache(maxsize=1024)
def may_be_supported_by(scenario: Scenario, piece: PieceIndex) -> Pieces:
    """9.2, 8.6.2 - the headquarters and artillery whose support a unit may take.

    A formation's unit takes its own headquarters and those of a corps or army; an independent one
    only those of a corps or army; both take any artillery of their nationality.
    """
    unit = scenario.pieces[piece]
    able = 0
    for number in numbers(scenario.artillery):
        if scenario.pieces[number].nationality == unit.nationality:
            able |= 1 << number
    for number in numbers(commanders(scenario, piece)):
        if scenario.pieces[number].is_senior_hq or not unit.is_independent:
            able |= 1 << number
    return able & ~(1 << piece)


def reaches(state: Bautzen, supporter: PieceIndex, unit: PieceIndex) -> bool:
    """9.1, 8.6.2 - whether a unit lies within command or fire distance of a supporter."""
    post, here = state.where[supporter], state.where[unit]
    distance = state.scenario.board.map.distance(post, here)
    return distance <= state.scenario.pieces[supporter].range


def ready_to_support(state: Bautzen, side: Side) -> Pieces:
    """7.3, 9.1 - the supporters of `side` still free in this segment and in supply."""
    arms = state.scenario.headquarters | state.scenario.artillery
    return state.owned[side] & arms & ~state.supported & ~state.unsupplied


def available(state: Bautzen, side: Side, units: Pieces) -> Pieces:
    """9.1, 9.2 - the supporters that may help at least one of these units."""
    free, found = ready_to_support(state, side), 0
    if not free:
        return 0
    for unit in numbers(units):
        able = free & may_be_supported_by(state.scenario, unit)
        while able:
            supporter = able.bit_length() - 1
            able -= MARKS[supporter]
            if reaches(state, supporter, unit):
                found |= MARKS[supporter]
        free &= ~found
    return found


def support_value(state: Bautzen, side: Side, supporter: PieceIndex, units: Pieces) -> int:
    """8.6, 9.1, 10.2 - what a supporter adds to the fight of these units.

    A headquarters adds two more if a unit it supports stands on, or within two hexes of, a
    dominant position that its side occupies or controls; once, however many there are (BZ-R23).
    """
    value = state.scenario.pieces[supporter].support
    if not state.scenario.headquarters >> supporter & 1:
        return value
    ground = supported_ground(state, side)
    for unit in numbers(units):
        helped = unit == supporter or (
            may_be_supported_by(state.scenario, unit) >> supporter & 1
            and reaches(state, supporter, unit)
        )
        if helped and ground >> state.where[unit] & 1:
            return value + state.scenario.tables.dominant_support
    return value
