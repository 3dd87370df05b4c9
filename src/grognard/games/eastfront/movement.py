"""10, 11.1, 11.2 - Movement. Costs and allowances count half points."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import MARKS, numbers
from grognard.engine.path import NEVER, Cost, Leg, ZoneLaw
from grognard.games.eastfront import special
from grognard.games.eastfront.marching import Going, climate, marches
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.stacking import crowded
from grognard.games.eastfront.state import SEGMENTS
from grognard.games.eastfront.works import unbridged
from grognard.games.eastfront.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.printed import Scenario
    from grognard.games.eastfront.state import Luga

GERMAN, SOVIET = Side
POINT: Final = 2
"""A point is two halves."""
HALVED: Final = {
    SEGMENTS.index("german motorised"): ("motorised", "cavalry"),
    SEGMENTS.index("soviet motorised"): ("cavalry",),
    SEGMENTS.index("soviet movement"): ("motorised",),
}
"""2 - who has half his allowance, by phase."""


def march_of(state: Luga, piece: PieceIndex) -> Going:
    """10.2 - the steps of a piece now: by its kind, the weather, bridges and works."""
    scenario, bit = state.scenario, MARKS[piece]
    kinds = scenario.kinds
    if bit & kinds.trains:
        return marches(scenario, "train", 0, state.blown, SOVIET, 0)
    kind = "motorised" if bit & kinds.motorised else "foot"
    if bit & kinds.soviet:
        return marches(scenario, kind, climate(state), state.blown, SOVIET, 0)
    works = state.destroyed
    if state.breached:
        works |= state.breached << scenario.ground.map.size
    return marches(scenario, kind, climate(state), state.blown, GERMAN, works)


def movers(state: Luga, side: Side) -> Pieces:
    """2 - who may move in the phase that is played, and has not."""
    kinds, mine = state.scenario.kinds, state.owned[side]
    name = SEGMENTS[state.segment]
    if name == "german motorised":
        mine &= kinds.motorised | kinds.cavalry
    elif name == "soviet motorised":
        mine &= kinds.motorised | kinds.cavalry | state.activated
    return mine & ~(state.moved | state.reserved | kinds.immobile)


def allowance(state: Luga, piece: PieceIndex) -> Cost:
    """10.1, 2, 6.3 - the half points of a piece in the phase that is played."""
    return allowances(state.scenario, state.segment)[state.unsupplied >> piece & 1][piece]


def full_allowance(state: Luga, piece: PieceIndex) -> Cost:
    """10.1, 6.3 - its printed allowance, two points less if it is out of supply (not cavalry)."""
    return full_allowances(state.scenario)[state.unsupplied >> piece & 1][piece]


@lru_cache(maxsize=16)
def full_allowances(scenario: Scenario) -> tuple[tuple[Cost, ...], ...]:
    """10.1, 6.3 - by piece: its half points in supply, and out of supply."""
    full = tuple(piece.move * POINT for piece in scenario.pieces)
    cavalry = scenario.kinds.cavalry
    reduced = tuple(
        halves if cavalry >> piece & 1 else max(0, halves - scenario.tables.slower)
        for piece, halves in enumerate(full)
    )
    return full, reduced


@lru_cache(maxsize=256)
def allowances(scenario: Scenario, segment: int) -> tuple[tuple[Cost, ...], ...]:
    """10.1, 2, 6.3 - by piece: its half points in a phase in supply, and out of supply."""
    half = halved(scenario, segment)
    return tuple(
        tuple(
            halves // POINT if half >> piece & 1 else halves
            for piece, halves in enumerate(by_piece)
        )
        for by_piece in full_allowances(scenario)
    )


def halved(scenario: Scenario, segment: int) -> Pieces:
    """2 - who has half his allowance in a phase."""
    kinds = scenario.kinds
    sets = {"motorised": kinds.motorised, "cavalry": kinds.cavalry}
    return sum(sets[name] for name in HALVED.get(segment, ()))


@lru_cache(maxsize=16)
def zone_law(scenario: Scenario) -> ZoneLaw:
    """4.2 - one point more to enter an enemy zone, and no step further."""
    return ZoneLaw(enter=scenario.tables.zone, by_link=True)


def closed_to(state: Luga, piece: PieceIndex) -> Region:
    """10.1, 11.2, 25 - the hexes that a piece does not enter by moving."""
    enemy = ENEMY[state.scenario.pieces[piece].side]
    closed = state.held[enemy] | state.others_at[enemy] | special.forbidden(state, piece)
    if state.scenario.kinds.trains >> piece & 1:
        closed |= zone_of_control(state, enemy)
    return closed


def leg(state: Luga, piece: PieceIndex) -> Leg:
    """4.2 - the move of a piece: where it starts, what it has, what stops it."""
    zone = zone_of_control(state, ENEMY[state.scenario.pieces[piece].side])
    spent = state.spent if state.group >> piece & 1 else 0
    closed, law = closed_to(state, piece), zone_law(state.scenario)
    return Leg(state.where[piece], spent, allowance(state, piece), zone, closed, law)


def reach(state: Luga, piece: PieceIndex, *, remember: bool = True) -> Region:
    """10, 11.1 - every hex that a piece may move to, but for stacking."""
    move, march = leg(state, piece), march_of(state, piece)
    if move.allowance <= 0:
        return 0
    found = march.paths.reach(move, remember=remember)
    if move.spent:
        return found
    return found | for_all(state, piece, move, march, found)


def for_all(state: Luga, piece: PieceIndex, move: Leg, march: Going, found: Region) -> Region:
    """10.5, 11.1 - the hexes entered for a whole allowance: infiltration, and one hex at least.

    A major river without a bridge is crossed by neither (10.4).
    """
    is_watched = bool(move.zone & MARKS[move.start])
    if found and not is_watched:
        return 0
    if state.is_mud or state.scenario.kinds.trains >> piece & 1:
        return 0
    near = march.near(move.start) & ~move.closed & ~unbridged(state)[move.start]
    more = 0
    if is_watched and not state.unsupplied >> piece & 1:
        more = near & move.zone & ~march.walls(move.start)
        if not state.scenario.kinds.infiltrating >> piece & 1:
            more &= state.began & state.held[state.scenario.pieces[piece].side]
    if not found:
        more |= near & ~move.zone if is_watched else near
    return more


def reach_of(state: Luga, pieces: Pieces, *, remember: bool = True) -> Region:
    """10.1, 3.1 - every hex to which pieces of one hex may move together and stop.

    Remembered, where it will be asked again.
    """
    if not pieces & (pieces - 1):
        found = reach(state, pieces.bit_length() - 1, remember=remember)
    else:
        found = -1
        for piece in numbers(pieces):
            found &= found and reach(state, piece, remember=remember)
    return found and found ^ found & crowded(state, pieces, found)


def costs(state: Luga, piece: PieceIndex) -> dict[Hex, Cost]:
    """10 - every hex within reach and the half points spent there."""
    move, march = leg(state, piece), march_of(state, piece)
    found = march.paths.costs(move) if move.allowance > 0 else {}
    paid = sum(1 << hex_ for hex_ in found)
    if move.allowance > 0 and not move.spent:
        for hex_ in numbers(for_all(state, piece, move, march, paid) & ~paid):
            found[hex_] = move.allowance
    return found


def costs_of(state: Luga, pieces: Pieces) -> dict[Hex, Cost]:
    """10.1 - every hex that pieces reach together, and the half points of the dearest of them."""
    within, found = reach_of(state, pieces), dict[int, int]()
    for piece in numbers(pieces):
        for hex_, cost in costs(state, piece).items():
            if within >> hex_ & 1:
                found[hex_] = max(cost, found.get(hex_, 0))
    return found


def cost_of(state: Luga, pieces: Pieces, goal: Hex) -> Cost:
    """10.1 - the half points that the dearest of some pieces spends on a hex that all reach."""
    dearest = 0
    for piece in numbers(pieces):
        move = leg(state, piece)
        # A hex that no points pay for is entered for all of them.
        dearest = max(dearest, min(march_of(state, piece).paths.cost(move, goal), move.allowance))
    return dearest


def path(state: Luga, piece: PieceIndex, goal: Hex) -> list[Hex]:
    """10.1 - by which hexes a piece goes to a hex within its reach, the goal included."""
    move, march = leg(state, piece), march_of(state, piece)
    if march.near(move.start) >> goal & 1:
        return [goal]
    return march.paths.route(move, goal) or [goal]


def slowest(state: Luga, pieces: Pieces) -> PieceIndex:
    """10.1 - which of some pieces has the least allowance."""
    if not pieces & (pieces - 1):
        return pieces.bit_length() - 1
    return min(numbers(pieces), key=lambda piece: (allowance(state, piece), piece))


def entry_cost(state: Luga, piece: PieceIndex, here: Hex, there: Hex) -> Cost:
    """10.2 to 10.4 - the half points of a single step, zones apart; -1 where it cannot be paid."""
    found = march_of(state, piece).paths.steps(here, 0, 0, 1 << there)
    cost = found[there][0] if there in found else NEVER
    return cost if cost < NEVER else -1


def may_enter(state: Luga, piece: PieceIndex, here: Hex, there: Hex) -> bool:
    """10.2, 16.6 - whether the ground lets a piece step from a hex to the next at all."""
    return bool(march_of(state, piece).near(here) >> there & 1)


def within(state: Luga, piece: PieceIndex, most: Cost, avoiding: Region = 0) -> Region:
    """14.1 - where a piece gets with so many half points, past no enemy zone but to friends."""
    scenario = state.scenario
    side = scenario.pieces[piece].side
    enemy, friends = ENEMY[side], state.occupied(side)
    zone = zone_of_control(state, enemy)
    closed = closed_to(state, piece) | avoiding | zone & ~friends
    move = Leg(state.where[piece], 0, most, zone, closed, zone_law(scenario))
    found = march_of(state, piece).paths.reach(move, remember=False)
    return found & ~crowded(state, 1 << piece, found)


def way_of(state: Luga, side: Side, pieces: Pieces, goal: Hex) -> list[Hex]:
    """10.1, 26.1 - the way of the slowest of those who move together.

    The goal alone where nobody reads it and nothing changes hands.
    """
    piece = slowest(state, pieces)
    if state.events is None:
        march = march_of(state, piece)
        if march.near(state.where[piece]) >> goal & 1:
            return [goal]
        if not march.paths.passed(leg(state, piece), goal, ~state.control[side]):
            return [goal]
    return path(state, piece, goal)
