"""13, 7 - lines that shut the city in, or its supply out, and who could form them this turn.

No unit finds such a line by itself, since one gap makes the rest of it worthless: it is proposed
as a whole, and the planner keeps it if the position is better for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import bits_of
from grognard.games.bautzen.ai.sets import each_of, passable
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.supply import sources
from grognard.games.bautzen.victory import cordon
from grognard.kit.plans.cuts import cheapest_cut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.games.bautzen.ai.lore import Lore
    from grognard.games.bautzen.ai.strength import Reach
    from grognard.games.bautzen.state import Bautzen, PieceIndex
    from grognard.kit.plans.march import Moves

READY: Final = 2
FAR: Final = 3
FOE: Final = 12
"""The price of a hex of the line: within reach of a unit or its zone, beyond it, the enemy's."""
DEPTHS: Final = (0, 2, 4)
"""How far from the city the enemy may stand that a line shuts in with it."""


class Line(NamedTuple):
    """A line to form: its hexes, who goes where, and the hexes that stay open for want of units."""

    hexes: Region
    moves: Moves
    gaps: Region
    is_round_city: bool
    """Whether it shuts the city in; the others only keep supply from it."""


def lines(
    state: Bautzen, lore: Lore, reach: Reach, fighters: Sequence[PieceIndex]
) -> Iterator[Line]:
    """Yield lines round the city, tight and wide, and before the sources of the enemy's supply."""
    price = prices(state, lore, reach, fighters)
    board = lore.map
    city = bits_of(state.scenario.victory.city)
    open_ = city & ~state.held[Side.GERMAN]
    start, _ = cordon(state)
    seen: set[Region] = set()
    gates = sources(state, Side.ALLIED)
    for outer, middle in ((start, open_), (gates, city)):
        for depth in DEPTHS if middle else ():
            inner = board.within(middle, depth)
            if outer & inner:
                inner = middle
            hexes = cheapest_cut(board, inner, outer, price)
            if hexes and hexes not in seen:
                seen.add(hexes)
                line = formed(state, lore, reach, fighters, hexes, (outer, inner))
                yield line._replace(is_round_city=outer == start)


def prices(state: Bautzen, lore: Lore, reach: Reach, fighters: Sequence[PieceIndex]) -> list[int]:
    """Return by hex what it costs to shut it, by units and their zones."""
    near = 0
    for piece in fighters:
        near |= reach[piece]
    near |= lore.map.adjacent(near)
    price = [FAR] * lore.map.size
    for hex_ in each_of(near):
        price[hex_] = READY
    for hex_ in each_of(state.held[Side.ALLIED]):
        price[hex_] = FOE
    return price


def formed(
    state: Bautzen,
    lore: Lore,
    reach: Reach,
    fighters: Sequence[PieceIndex],
    hexes: Region,
    ends: tuple[Region, Region],
) -> Line:
    """Return who goes where so that a line is shut, and then so that it is hard to open.

    First the fewest posts that hold all of it or have it in their zones; whoever is left goes where
    it is weakest. `ends` are the regions that it parts.
    """
    foes = state.held[Side.ALLIED]
    open_ = hexes & ~foes
    spots = (hexes | lore.map.adjacent(hexes)) & ~foes
    free = {piece: reach[piece] & spots for piece in fighters if reach[piece] & spots}
    posts: dict[Hex, PieceIndex] = {}

    def put(hex_: Hex) -> None:
        able = [piece for piece, region in free.items() if region >> hex_ & 1]
        posts[hex_] = piece = min(able, key=lambda one: _scarce(state, free[one], one, hex_))
        del free[piece]

    while open_:
        able = _union(free.values()) & ~bits_of(tuple(posts))
        found = max(each_of(able), key=lambda hex_: _cover(lore, hex_, open_, hexes), default=-1)
        if found < 0 or not lore.grip[found] & open_:
            break
        put(found)
        open_ &= ~lore.grip[found]
    while free and not open_:
        held = bits_of(tuple(posts))
        weak = weak_spots(lore.map, held, foes, ends)
        able = (weak | lore.map.adjacent(weak)) & _union(free.values()) & ~held
        if not weak or not able:
            break
        put(min(each_of(able), key=lambda hex_: _left(lore.map, held | 1 << hex_, foes, weak)))
    moves = tuple((piece, hex_) for hex_, piece in posts.items())
    return Line(hexes, moves, open_ | hexes & foes, True)


def _union(regions: Iterable[Region]) -> Region:
    found = 0
    for region in regions:
        found |= region
    return found


def _cover(lore: Lore, hex_: Hex, open_: Region, hexes: Region) -> float:
    """Return how much of what is still open a unit would shut; on the line, on good ground."""
    covered = (lore.grip[hex_] & open_).bit_count()
    return covered - 0.05 * lore.die[hex_] + 0.02 * (hexes >> hex_ & 1)


def weak_spots(board: HexMap, held: Region, foes: Region, ends: tuple[Region, Region]) -> Region:
    """3 - return the hexes of a line where enemies may step in, if they open a way by that."""
    zone = board.adjacent(held)
    doors = passable(board, held, zone, foes)
    reached = board.flood(ends[0] & ~held, avoiding=(held | zone & ~foes) & ~doors)
    return doors & reached if reached & ends[1] else 0


def _left(board: HexMap, held: Region, foes: Region, weak: Region) -> int:
    """Return in how many of some hexes enemies might still step in."""
    return (passable(board, held, board.adjacent(held), foes) & weak).bit_count()


def _scarce(state: Bautzen, region: Region, piece: PieceIndex, hex_: Hex) -> tuple[bool, int, int]:
    """Return by what a unit is chosen: it is there already, can do little else, holds well."""
    unit = state.scenario.pieces[piece]
    return state.where[piece] != hex_, region.bit_count(), -unit.defence[state.steps[piece]]
