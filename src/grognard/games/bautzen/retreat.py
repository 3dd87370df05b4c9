"""8.5 - Retreat after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.bautzen.movement import south_of_hold
from grognard.games.bautzen.printed import ABLE
from grognard.games.bautzen.stacking import fits
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.zones import zone_of_control

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.printed import Scenario, Side
    from grognard.games.bautzen.state import Bautzen, Pieces


def steps_over(scenario: Scenario, here: Hex, pieces: Pieces) -> Region:
    """8.1, 13 - the neighbours that these pieces may enter after combat, as far as terrain goes.

    Never over a lake side; on and off a dominant position, all but infantry only by road or rail.
    """
    board = scenario.board
    open_ = board.map.around[here] & ~board.across_lake[here]
    if pieces & ~scenario.infantry:
        barred = board.map.around[here] if board.dominant >> here & 1 else board.dominant
        open_ &= ~barred | board.linked[here]
    return open_


def refuge(state: Bautzen, side: Side, pieces: Pieces) -> Region:
    """8.5.2 - where a retreat may pass: no enemy, no enemy zone, even beside a friend (BZ-R25)."""
    scenario, enemy = state.scenario, ENEMY[side]
    shut = state.held[enemy] | state.convoys_at[enemy] | zone_of_control(state, enemy)
    if pieces & state.held_back:
        shut |= south_of_hold(scenario)
    return scenario.board.map.everywhere & ~shut


def retreat_steps(
    state: Bautzen, side: Side, pieces: Pieces, origin: Hex, gone: int, length: int
) -> list[Hex]:
    """8.5.1 - the next hexes of a retreat that has gone `gone` of its `length` hexes.

    Each hex lies one farther from the origin; the stack goes together and may not end
    over-stacked. Only steps from which a legal end can be reached are given.
    """
    here = state.where[numbers(pieces)[0]]
    safe = refuge(state, side, pieces)
    return [
        there
        for there in _onward(state, pieces, origin, here, gone, safe)
        if _can_end(state, pieces, origin, there, gone + 1, length, safe)
    ]


def _onward(
    state: Bautzen, pieces: Pieces, origin: Hex, here: Hex, gone: int, safe: Region
) -> list[Hex]:
    """8.5.1 - the hexes next to `here` that are safe and one farther from the origin."""
    board = state.scenario.board.map
    outer = board.ring(origin, gone + 1) & safe & steps_over(state.scenario, here, pieces)
    return numbers(outer)


def _can_end(
    state: Bautzen, pieces: Pieces, origin: Hex, here: Hex, gone: int, length: int, safe: Region
) -> bool:
    """8.5.1, 8.5.2 - whether a retreat that stands here can be finished."""
    if gone == length:
        return fits(state.scenario, here, state.stacks[here] | pieces)
    return any(
        _can_end(state, pieces, origin, there, gone + 1, length, safe)
        for there in _onward(state, pieces, origin, here, gone, safe)
    )


def tradeable(state: Bautzen, side: Side, pieces: Pieces, steps: int) -> list[int]:
    """8.5.1 - for how many hexes of retreat a stack may trade the steps of a result."""
    if state.scenario.options.blocked_retreat != ABLE:
        return [*range(steps + 1)]
    able = _open_lengths(state, side, pieces, steps)
    return lengths(state.scenario, steps, able.__contains__)


def _open_lengths(state: Bautzen, side: Side, pieces: Pieces, most: int) -> list[int]:
    """8.5.1, 8.5.2 - the numbers of hexes, `most` at the most, that the stack can retreat."""
    scenario, origin = state.scenario, state.where[numbers(pieces)[0]]
    safe, board = refuge(state, side, pieces), scenario.board.map
    found, passed = [], [origin]
    for hexes in range(1, most + 1):
        onward = 0
        for here in passed:
            onward |= steps_over(scenario, here, pieces)
        passed = numbers(onward & safe & board.ring(origin, hexes))
        if not passed:
            break
        if any(fits(scenario, there, state.stacks[there] | pieces) for there in passed):
            found.append(hexes)
    return found


def lengths(scenario: Scenario, steps: int, is_open: Callable[[int], bool]) -> list[int]:
    """8.5.1, 8.5.2 - the numbers of hexes to choose from, given for which there is a way.

    No farther than there is one for the stack as it stands. A stack without any may trade as much
    as it likes: it stays, the steps count all the same, and each unit loses one more (BZ-R56).
    """
    every = [*range(steps + 1)]
    if scenario.options.blocked_retreat != ABLE:
        return every
    able = [hexes for hexes in every[1:] if is_open(hexes)]
    return [0, *able] if able else every


def is_blocked(state: Bautzen, side: Side, pieces: Pieces, length: int) -> bool:
    """8.5.2 - whether the stack has no legal retreat of this length."""
    origin = state.where[numbers(pieces)[0]]
    return not retreat_steps(state, side, pieces, origin, 0, length)
