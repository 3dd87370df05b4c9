"""9 - Rally, digging in and march battalions."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import bits_of, numbers
from grognard.games.petrograd.command import in_good_order
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.sight import tell
from grognard.games.petrograd.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.printed import Scenario
    from grognard.games.petrograd.state import Petrograd


def outside(state: Petrograd, side: Side, pieces: Pieces) -> Pieces:
    """9.1 - those of some pieces of a side that are in no enemy zone of control."""
    zone, found = zone_of_control(state, ENEMY[side]), 0
    for piece in numbers(pieces & state.owned[side]):
        if not zone >> state.where[piece] & 1:
            found |= 1 << piece
    return found


def rally(state: Petrograd, side: Side) -> None:
    """9.1 - supplied pieces outside enemy zones that did not attack recover by one state."""
    shaken = (state.disorganised | state.routed) & ~(state.attacked | state.out_of_ammunition)
    able = outside(state, side, shaken)
    routed, ordered = able & state.routed, able & ~state.routed
    state.mark_rallied(routed)
    state.disorganised = state.disorganised & ~ordered | routed
    if able and state.events is not None:
        tell(state, "rallied", "9.1", side, able)


def may_dig(state: Petrograd, side: Side) -> Region:
    """9.2 - the hexes where a side may dig field works."""
    scenario = state.scenario
    idle = state.owned[side] & scenario.kinds.troops & ~(state.moved | state.attacked)
    idle &= ~(state.out_of_ammunition | state.uncommanded)
    found = state.hexes_of(in_good_order(state, idle)) & ~state.field_works[side]
    return found & ~_built_on(scenario)


@lru_cache(maxsize=16)
def _built_on(scenario: Scenario) -> Region:
    """9.2 - the hexes with works that are printed on the map."""
    return bits_of([*scenario.ground.works])


def dig(state: Petrograd, side: Side, hex_: Hex) -> None:
    """9.2 - field works are dug."""
    state.field_works[side] |= 1 << hex_
    state.note("dug", "9.2", side=side, hex=hex_)


def may_refit(state: Petrograd) -> Pieces:
    """9.3 - the Red troops that march battalions of their hex may restore."""
    scenario, found = state.scenario, 0
    givers = state.owned[Side.RED] & scenario.kinds.march & ~state.out_of_ammunition
    for giver in numbers(outside(state, Side.RED, givers)):
        for piece in numbers(state.units_at(state.where[giver]) & ~scenario.kinds.march):
            if state.steps[piece] < scenario.pieces[piece].steps:
                found |= 1 << piece
    return found


def refit(state: Petrograd, piece: PieceIndex) -> None:
    """9.3 - a march battalion gives one SP; without SP left it is broken up."""
    scenario = state.scenario
    givers = state.units_at(state.where[piece]) & scenario.kinds.march & ~state.out_of_ammunition
    giver = numbers(givers)[0]
    tell(state, "refitted", "9.3", Side.RED, 1 << piece)
    state.steps[piece] += 1
    if state.steps[giver] > 1:
        state.steps[giver] -= 1
    else:
        state.remove(giver)
