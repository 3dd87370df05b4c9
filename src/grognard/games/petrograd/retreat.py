"""8.2.6, 8.2.7 - Where beaten pieces go, and where the victors follow."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import bits_of, numbers
from grognard.games.petrograd.battle import may_roll
from grognard.games.petrograd.movement import beyond_estonian_zone, forbidden
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.stacking import fits
from grognard.games.petrograd.supply import sources
from grognard.games.petrograd.zones import barred, zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.state import Petrograd


def retreat_hexes(
    state: Petrograd, side: Side, pieces: Pieces, origin: Hex, gone: int
) -> list[Hex]:
    """8.2.6 - the hexes to which pieces that stand together may retreat next.

    Each is further from the hex they left; those nearer to an open source go first.
    """
    scenario, kinds = state.scenario, state.scenario.kinds
    here = state.where[(pieces & -pieces).bit_length() - 1]
    ground = scenario.ground
    way = ground.rail[here] if pieces & kinds.trains else ground.around[here]
    way &= ground.map.ring(origin, gone + 1) & ~barred(state, side) & ground.land
    if pieces & kinds.estonian:
        way &= ~beyond_estonian_zone(scenario)
    found = [hex_ for hex_ in numbers(way) if fits(state, hex_, pieces)]
    if len(found) < 2:
        return found
    far = _distances(ground.map, sources(state, side))
    homeward = [hex_ for hex_ in found if far[hex_] < far[here]]
    return homeward or found


@lru_cache(maxsize=1024)
def _distances(board: HexMap, gates: Region) -> bytes:
    """8.2.6 - by hex: how far it is to the nearest of some sources; all alike if there is none."""
    return board.distances_to(gates)


def may_advance(
    state: Petrograd, side: Side, fighters: Pieces, goals: Region
) -> dict[PieceIndex, Region]:
    """8.2.7 - the pieces that may enter a hex left by the enemy, and which hexes."""
    scenario, kinds = state.scenario, state.scenario.kinds
    open_ = goals & ~state.held[ENEMY[side]]
    found: dict[PieceIndex, Region] = {}
    able = fighters & (kinds.troops | kinds.tanks | kinds.cars) & ~kinds.immobile
    for piece in numbers(able & state.owned[side] & ~state.broken_down):
        here = state.where[piece]
        way = scenario.ground.around[here] & open_ & ~forbidden(state, piece)
        region = 0
        for hex_ in numbers(way):
            rolls = kinds.troops >> piece & 1 or may_roll(scenario, here, hex_)
            if rolls and fits(state, hex_, 1 << piece):
                region |= 1 << hex_
        if region:
            found[piece] = region
    return found


def second_hexes(state: Petrograd, side: Side, piece: PieceIndex) -> Region:
    """8.2.7 - where troops that have advanced may go on to, if they may at all."""
    scenario, bit, here = state.scenario, 1 << piece, state.where[piece]
    spent = state.disorganised | state.routed | state.out_of_ammunition
    if not bit & scenario.kinds.troops & ~spent:
        return 0
    enemy = ENEMY[side]
    if zone_of_control(state, enemy) >> here & 1:
        return 0
    way = scenario.ground.around[here] & ~state.occupied(enemy) & ~forbidden(state, piece)
    return bits_of([hex_ for hex_ in numbers(way) if fits(state, hex_, bit)])
