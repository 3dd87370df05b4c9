"""11.1 - the last move of Red: places count for White only where his lines still reach them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.supply import line, supplied

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.ai.march import March
    from grognard.games.petrograd.state import Petrograd

RAIDS: Final = 12
"""How many go out at most to cut lines."""
NARROWED: Final = 0.01
"""What every hex counts that is no longer reached: a place may be fed by two lines."""
LEAST: Final = 0.3
"""What a raid must gain."""


def reached(state: Petrograd) -> float:
    """11.1 - the points of the places that White holds and feeds, and a little for every hex."""
    victory = state.scenario.victory
    fed = supplied(state, Side.WHITE)
    held = fed & state.control[Side.WHITE] & ~state.held[Side.RED]
    points = sum(points for hex_, points in victory.places.items() if held >> hex_ & 1)
    city = held & state.scenario.ground.city
    return points + victory.city * city.bit_count() + NARROWED * fed.bit_count()


def lines(state: Petrograd) -> Region:
    """4.2 - the hexes of the lines that feed the places of White, with all that lie beside."""
    found = 0
    for hex_ in state.scenario.victory.places:
        if state.control[Side.WHITE] >> hex_ & 1:
            for step in line(state, Side.WHITE, hex_):
                found |= 1 << step
    return found | state.scenario.ground.beside(found)


def raid(march: March, troops: Sequence[PieceIndex]) -> Pieces:
    """11.1 - send troops, the weakest first, where each cuts most places off; return who goes."""
    trial, gone = march.trial, 0
    for _ in range(RAIDS):
        best, piece, goal = LEAST, -1, -1
        before = reached(trial)
        for hex_, raider in _raiders(march, lines(trial), troops, gone).items():
            gain = before - _if_there(trial, raider, hex_)
            if gain > best:
                best, piece, goal = gain, raider, hex_
        if piece < 0:
            break
        march.keep(piece, goal)
        gone |= 1 << piece
    return gone


def _raiders(
    march: March, about: Region, troops: Sequence[PieceIndex], gone: Pieces
) -> dict[Hex, PieceIndex]:
    """7.1 - the weakest who can come to each of some hexes."""
    found: dict[Hex, PieceIndex] = {}
    for piece in troops:
        if (gone | march.trial.routed) >> piece & 1:
            continue
        for hex_ in march.places(piece):
            if about >> hex_ & 1:
                found[hex_] = piece
    held = march.trial.held[ENEMY[march.judge.side]]
    return {hex_: piece for hex_, piece in found.items() if not held >> hex_ & 1}


def _if_there(trial: Petrograd, piece: PieceIndex, hex_: Hex) -> float:
    here = trial.where[piece]
    trial.put(piece, hex_)
    found = reached(trial)
    trial.put(piece, here)
    return found
