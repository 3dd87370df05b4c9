"""What a side asks of a position, in the types of the contract: hexes, how full they are, reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import grognard.wire as wire
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex
    from grognard.kit.counters import Counters


def hex_id(state: Counters, hex_: Hex) -> str:
    """Return the printed number of a hex."""
    return state.material.map.name(hex_)


def hex_ids(state: Counters, region: Region) -> list[str]:
    """Return the printed numbers of hexes."""
    return [hex_id(state, hex_) for hex_ in numbers(region)]


def crowding(
    state: Counters, region: Region, points: Callable[[Hex], int], limit: Callable[[Hex], int]
) -> list[wire.Crowding]:
    """Return how full hexes are."""
    found: list[wire.Crowding] = []
    for hex_ in numbers(region):
        full, most = points(hex_), limit(hex_)
        one: wire.Crowding = {
            "hex": hex_id(state, hex_),
            "points": full,
            "limit": most,
            "over_stacked": full > most,
        }
        found.append(one)
    return found


def nowhere(state: Counters, piece: PieceIndex, why: wire.Reason | None) -> wire.Reach:
    """Return the reach of a piece that goes nowhere, or of which nothing is known yet."""
    return {
        "piece": state.material.ids[piece],
        "start": None,
        "allowance": None,
        "cannot_move": why,
        "hexes": [],
        "refused": [],
    }


def refused(
    state: Counters, reasons: Mapping[Hex, wire.Reason], asked: Hex | None
) -> list[wire.RefusedHex]:
    """Return the hexes out of reach, each with its reason; with `asked` that hex alone."""
    return [
        {"hex": goal, "id": hex_id(state, goal), **reason}
        for goal, reason in reasons.items()
        if asked is None or goal == asked
    ]


def way(state: Counters, start: Hex, steps: Sequence[Hex]) -> list[str]:
    """Return a way, from the hex in which it begins, if it begins on the map."""
    return [hex_id(state, step) for step in ([start, *steps] if start >= 0 else steps)]


def goals(region: Region, asked: Hex | None) -> Iterable[Hex]:
    """Return the hexes of a region, or that one of them which was asked for."""
    return numbers(region if asked is None else region & 1 << asked)
