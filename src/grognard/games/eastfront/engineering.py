"""11.3, 6.5, 18 - Bridges blown and repaired, railways converted, works lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.sight import tell
from grognard.games.eastfront.works import lines
from grognard.games.eastfront.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import Pieces
    from grognard.games.eastfront.state import Luga


def may_blow(state: Luga) -> list[int]:
    """11.3 - the bridges that the Soviet player may try to blow now."""
    held, began = state.held[Side.SOVIET], state.germans_at_start
    gone = state.blown | state.tried
    found = []
    for number, (one, other) in enumerate(state.scenario.ground.bridges):
        if gone >> number & 1:
            continue
        near = held >> one & 1 and not began >> other & 1
        if near or (held >> other & 1 and not began >> one & 1):
            found.append(number)
    return found


def blow(state: Luga, number: int, die: int) -> None:
    """11.3 - a bridge is tried: on 1-7 it is gone."""
    state.tried |= 1 << number
    is_gone = die <= state.scenario.tables.blown_to
    if is_gone:
        state.blown |= 1 << number
    hexes = list(state.scenario.ground.bridges[number])
    kind = "bridge_blown" if is_gone else "bridge_stands"
    state.note(kind, "11.3", side=Side.SOVIET, hexes=hexes, die=die)


def may_repair(state: Luga, side: Side) -> list[int]:
    """11.3 - the bridges that an engineer of a side may repair now."""
    enemies = state.occupied(ENEMY[side])
    return [
        number
        for number in numbers(state.blown)
        if repairers(state, side, number)
        and not any(enemies >> hex_ & 1 for hex_ in state.scenario.ground.bridges[number])
    ]


def repairers(state: Luga, side: Side, number: int) -> Pieces:
    """11.3 - the engineers beside a bridge that have not repaired in this phase."""
    one, other = state.scenario.ground.bridges[number]
    engineers = state.owned[side] & state.scenario.kinds.engineers & ~state.repairing
    return engineers & (state.stacks[one] | state.stacks[other])


def repair(state: Luga, side: Side, number: int) -> None:
    """11.3 - an engineer repairs a bridge."""
    engineer = numbers(repairers(state, side, number))[0]
    state.repairing |= 1 << engineer
    state.blown &= ~(1 << number)
    hexes = list(state.scenario.ground.bridges[number])
    tell(state, "bridge_repaired", "11.3", side, 1 << engineer, hexes=hexes)


def may_convert(state: Luga, last: Hex) -> Region:
    """6.5 - the railway hexes that may be converted next, going on from the last one if any."""
    _, rail, _ = lines(state.scenario.ground, state.blown)
    start = 1 << last if last >= 0 else state.converted
    found = 0
    for hex_ in numbers(start):
        found |= rail[hex_]
    closed = state.converted | zone_of_control(state, Side.SOVIET) | state.occupied(Side.SOVIET)
    return found & state.control[Side.GERMAN] & ~closed


def end_phase(state: Luga) -> None:
    """18.1 - fortified points where a German unit ends a phase are destroyed for good."""
    lost = state.scenario.ground.points & ~state.destroyed & state.occupied(Side.GERMAN)
    state.destroyed |= lost
    for hex_ in numbers(lost):
        state.note("point_destroyed", "18.1", hex=hex_)


def end_turn(state: Luga) -> None:
    """18.2 - fortified sides whose inside hex the Germans hold count no more."""
    inside = 0
    for beyond in state.scenario.ground.fortified:
        inside |= beyond
    lost = inside & ~state.breached & state.control[Side.GERMAN]
    if lost:
        state.breached |= lost
        state.note("lines_broken", "18.2", hexes=numbers(lost))
