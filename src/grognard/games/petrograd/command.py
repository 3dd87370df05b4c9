"""5 - Command."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.petrograd.zones import barred

if TYPE_CHECKING:
    from grognard.engine.hexmap import Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.printed import Scenario, Side
    from grognard.games.petrograd.state import Petrograd


def in_good_order(state: Petrograd, pieces: Pieces) -> Pieces:
    """1.3 - those that are neither disorganised nor routed."""
    return pieces & ~(state.disorganised | state.routed)


def reach(state: Petrograd, side: Side, post: PieceIndex, shut: Region | None = None) -> Region:
    """5.1 - the hexes within the range of a headquarters, by lines that no enemy bars."""
    scenario = state.scenario
    closed = barred(state, side) if shut is None else shut
    board = scenario.ground.map
    open_ = board.everywhere ^ board.everywhere & closed
    reached = 1 << state.where[post]
    for _ in range(scenario.pieces[post].range):
        reached |= board.adjacent(reached) & open_
    return reached


def commanding(state: Petrograd, side: Side) -> Pieces:
    """5.1 - the headquarters of a side that can command."""
    return in_good_order(state, state.owned[side] & state.scenario.kinds.headquarters)


def out_of_command(state: Petrograd, side: Side) -> Pieces:
    """5.1 - the troops of a side that no headquarters of their chain reaches."""
    kinds, shut, held = state.scenario.kinds, barred(state, side), state.held[side]
    lost, chains = state.owned[side] & kinds.troops & ~kinds.estonian, _chains(state.scenario)
    for post in numbers(commanding(state, side)):
        near = 0
        if lost & chains[post]:
            for hex_ in numbers(reach(state, side, post, shut) & held):
                near |= state.stacks[hex_]
        lost &= ~(near & chains[post])
    return lost


@lru_cache(maxsize=16)
def _chains(scenario: Scenario) -> tuple[Pieces, ...]:
    """5.3 - by headquarters: the pieces that it may command."""
    found = [0] * len(scenario.pieces)
    for piece, posts in enumerate(scenario.commanders):
        for post in numbers(posts):
            found[post] |= 1 << piece
    return tuple(found)


def read_command(state: Petrograd, side: Side) -> None:
    """5.1 - find out who is in command in the phases of a side."""
    state.uncommanded = state.uncommanded & ~state.owned[side] | out_of_command(state, side)


def bonus(state: Petrograd, side: Side, target: int, engaged: Pieces) -> tuple[int, PieceIndex]:
    """5.3 - the best bonus of a headquarters for troops engaged, and whose it is (-1: nobody's)."""
    scenario, chain = state.scenario, 0
    for piece in numbers(engaged):
        chain |= scenario.commanders[piece]
    shut, board = barred(state, side) & ~(1 << target), scenario.ground.map
    values = {post: bonus_of(state, post) for post in numbers(commanding(state, side) & chain)}
    for post in sorted(values, key=values.__getitem__, reverse=True):
        if values[post] <= 0:
            break
        is_near = board.distance(state.where[post], target) <= scenario.pieces[post].range
        if is_near and reach(state, side, post, shut) >> target & 1:
            return values[post], post
    return 0, -1


def bonus_of(state: Petrograd, post: PieceIndex) -> int:
    """10.6 - the special bonus of a headquarters; Nadezhny raises that of 7 Army."""
    nadezhny = state.scenario.tables.nadezhny
    if post == nadezhny.piece and state.turn >= nadezhny.from_turn:
        return nadezhny.bonus
    return state.scenario.pieces[post].bonus


def quality_of(state: Petrograd, piece: PieceIndex) -> int:
    """10.6 - the quality of a piece; Nadezhny raises that of the HQ of 7 Army."""
    nadezhny = state.scenario.tables.nadezhny
    if piece == nadezhny.piece and state.turn >= nadezhny.from_turn:
        return nadezhny.quality
    return state.scenario.pieces[piece].quality


def morale_of(state: Petrograd, piece: PieceIndex) -> int:
    """10.3 - the morale of a piece; Estonian troops lose heart when they have lost 3 SP."""
    printed = state.scenario.pieces[piece].morale
    if not state.scenario.kinds.estonian >> piece & 1:
        return printed
    shaken = state.estonian_losses >= state.scenario.tables.estonian_losses
    return max(1, printed - shaken)
