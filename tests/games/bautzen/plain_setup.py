"""12 - set-up, by plain loops over hex labels."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from games.bautzen.plain_map import ALLIED, PRINTED, Place
from games.bautzen.plain_position import COUNTERS
from games.bautzen.plain_rules import OPTIONS, fits

if TYPE_CHECKING:
    from collections.abc import Collection

    from games.bautzen.plain_position import Position

AREAS: Final[list[dict[str, Any]]] = PRINTED.scenario["area"]


def members(area: dict[str, Any]) -> list[str]:
    """The pieces of an area: formations by name, other units by their own."""
    found: list[str] = []
    for name in area["units"]:
        whole = [piece for piece, counter in COUNTERS.items() if counter.formation == name]
        found += [name] if name in COUNTERS else whole
    return found


AREA_OF: Final = {piece: area for area in AREAS for piece in members(area)}


def pieces(side: str) -> list[str]:
    """Every counter that a side sets up, in order."""
    found = [piece for area in AREAS if area["side"] == side for piece in members(area)]
    if side == ALLIED:
        convoys = [piece for piece, counter in COUNTERS.items() if counter.kind == "convoy"]
        found += convoys[: PRINTED.scenario["allied_convoys_at_start"]]
    return found


def area_of(position: Position, side: str, piece: str) -> Collection[Place]:
    """12.1, 12.2, R02 - the hexes where a counter may set up, stacking aside."""
    if COUNTERS[piece].kind == "convoy":
        return position.held(side)
    area = AREA_OF[piece]
    if "near" in area:
        friends = [
            place
            for one, place in position.at.items()
            if COUNTERS[one].nationality == area["near"] and _is_anchor(one)
        ]
        return {there for place in friends for there in PRINTED.near(place, 1)}
    return _printed_area(piece)


def _is_anchor(piece: str) -> bool:
    """12.1, R74 - whether independents may set up beside a unit: one of a formation, or any."""
    return OPTIONS["independents_anchor"] == "nation" or bool(COUNTERS[piece].formation)


@cache
def _printed_area(piece: str) -> frozenset[Place]:
    """The area of a unit that is the same whatever has been set up."""
    area = AREA_OF[piece]
    if "where" in area:
        near = [PRINTED.near(place, area["radius"]) for place in area["where"]]
        return frozenset(there for places in near for there in places)
    return frozenset(
        place
        for place in PRINTED.ground
        if PRINTED.row(place) >= area["min_row"] or int(place[:2]) <= area["max_column"]
    )


def is_accessible(piece: str, place: Place) -> bool:
    """10, R11 - a dominant position without road or railway is for infantry alone."""
    if place not in PRINTED.heights or COUNTERS[piece].climbs:
        return True
    return any((place, there) in PRINTED.lines for there in PRINTED.neighbours[place])


def places(position: Position, side: str, piece: str) -> set[Place]:
    """12, R59, R60 - the legal hexes of a counter; where none is left, the nearest outside."""
    area = area_of(position, side, piece)
    inside = {place for place in area if is_open(position, side, piece, place)}
    if inside:
        return inside
    legal = [place for place in PRINTED.ground if is_open(position, side, piece, place)]
    far = {place: min(PRINTED.distance[place][there] for there in area) for place in legal}
    nearest = min(far.values())
    return {place for place in legal if far[place] == nearest}


def is_legal(position: Position, side: str, piece: str, place: Place) -> bool:
    """12 - whether a hex is among the legal ones of a counter, most often without all of them."""
    if place in area_of(position, side, piece) and is_open(position, side, piece, place):
        return True
    return place in places(position, side, piece)


def is_open(position: Position, side: str, piece: str, place: Place) -> bool:
    """12, 5 - whether a counter may be set up in a hex, its area aside."""
    stack = position.stacks.get(place, ())
    is_capital = place == PRINTED.scenario["victory"]["capital"]
    if side == ALLIED and is_capital and not OPTIONS["set_up_in_capital"]:
        return False
    if any(position.owner[one] != side for one in stack):
        return False
    return is_accessible(piece, place) and fits([*stack, piece], place)


def placements(side: str, number: int) -> list[tuple[str, Place]]:
    """A ready-made set-up of one side: pieces and hexes, stacks from bottom to top."""
    stacks = PRINTED.scenario["ready"][number][side]
    return [(piece, place) for place, stack in stacks.items() for piece in stack]
