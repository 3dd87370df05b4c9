"""1.4 - What each side sees of the other: the top counter, and what lies beneath near its own.

Sight follows from the position. Nothing that is legal depends on what is hidden: units with a zone
of control lie on top of those without, combat units on top of the rest, so that zones, and whether
a hex is held by a combat unit, can be read off the top counter (LU-R34).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import bits_of, numbers
from grognard.games.eastfront.printed import ENEMY, Side

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.state import Luga


def height(state: Luga, piece: PieceIndex) -> tuple[bool, bool, bool, int]:
    """1.4 - how high a counter lies in its stack: by zone, foot, combat, then the last to come."""
    kinds, bit = state.scenario.kinds, 1 << piece
    has_zone = bool(bit & kinds.zoned & ~state.overrun)
    is_foot, is_combat = not bit & kinds.motorised, bool(bit & kinds.combat)
    return has_zone, has_zone and is_foot, is_combat, state.rank[piece]


def order(state: Luga, hex_: Hex) -> list[PieceIndex]:
    """1.4 - the counters of a hex from bottom to top."""
    return sorted(numbers(state.stacks[hex_]), key=lambda piece: height(state, piece))


def looked_into(state: Luga, side: Side) -> Region:
    """1.4 - the enemy hexes next to a combat unit of a side."""
    enemy = ENEMY[side]
    near = _beside(state.scenario.ground.map, state.held[side])
    return near & (state.held[enemy] | state.others_at[enemy])


@lru_cache(maxsize=64)
def _beside(board: HexMap, held: Region) -> Region:
    """Return the hexes next to a region; remembered, since one side stands still."""
    return board.adjacent(held)


def engaged(state: Luga) -> Pieces:
    """1.4 - who is attacked, attacks or supports now: both sides see them."""
    found, battle = state.fired, state.battle
    if battle is not None:
        found |= battle.attackers | battle.supports | battle.defence_supports
    if state.targets:
        found |= bits_of([piece for piece, attack in enumerate(state.attack_of) if attack])
        for hex_ in state.targets:
            found |= state.stacks[hex_]
    return found


def hidden(state: Luga, side: Side) -> Pieces:
    """1.4 - the enemy counters on the map that a side may not see."""
    dark = state.crowded & state.occupied(ENEMY[side]) & ~looked_into(state, side)
    found = 0
    for hex_ in numbers(dark):
        found |= state.stacks[hex_] & ~(1 << order(state, hex_)[-1])
    return found & ~engaged(state) if found else 0


def look(state: Luga) -> None:
    """1.4 - see into what has come near; what lay beneath others there has come to light."""
    known = state.known
    for side in ENEMY:
        now = looked_into(state, side)
        if now != known[side]:
            if now & ~known[side] & state.crowded:
                state.reveals += 1
            known[side] = now


def tell(
    state: Luga,
    kind: str,
    rule: str,
    side: Side,
    pieces: Pieces,
    was: Pieces | None = None,
    **facts: object,
) -> None:
    """1.4 - note something that happens to pieces of a side; the enemy reads no hidden name.

    Of a move, `was` holds who was hidden before it: a counter seen at either end is named.
    """
    if state.events is None:
        return
    secret = pieces & hidden(state, ENEMY[side])
    if was is not None:
        secret &= was
    state.note(kind, rule, side=side, pieces=numbers(pieces), hidden=numbers(secret), **facts)
