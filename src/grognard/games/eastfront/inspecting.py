"""What a side asks of a position: the whole of it for programs, and the reach of a piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.eastfront import (
    board_odds,
    command,
    declaring,
    movement,
    stacking,
    supply,
    why,
)
from grognard.games.eastfront.printed import ENEMY
from grognard.games.eastfront.refusing import told
from grognard.games.eastfront.seen import ids
from grognard.games.eastfront.state import SEGMENTS
from grognard.games.eastfront.words import half_points, side_id
from grognard.games.eastfront.zones import zone_of_control
from grognard.kit.inspecting import crowding, goals, hex_id, hex_ids, nowhere, refused, way

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.games.eastfront.engaged import Battle
    from grognard.games.eastfront.printed import Side
    from grognard.games.eastfront.state import Luga


def inspect(state: Luga, side: Side, lang: str) -> wire.Inspection:
    """Return everything that `side` may ask of a position."""
    return {
        "turn": state.turn,
        "segment": SEGMENTS[state.segment],
        "side": side_id(side),
        "zones": {
            "own": hex_ids(state, zone_of_control(state, side)),
            "enemy": hex_ids(state, zone_of_control(state, ENEMY[side])),
        },
        "supply": _supply(state, side),
        "command": _command(state, side),
        "stacking": _stacking(state, side),
        "support": _support(state, side),
        "attacks": _attacks(state, side, lang),
    }


def _supply(state: Luga, side: Side) -> wire.Supply:
    """6 - by hex: who stands there, whether a line leads there, and who carries a marker."""
    reached = supply.supplied(state, side)
    units: list[wire.SuppliedHex] = []
    for hex_ in numbers(state.occupied(side)):
        here = state.stacks[hex_]
        units.append(
            {
                "hex": hex_id(state, hex_),
                "units": ids(state, here),
                "supplied": bool(reached >> hex_ & 1),
                "line": [hex_id(state, step) for step in supply.line(state, side, hex_)],
                "marked": ids(state, here & (state.emergency | state.unsupplied)),
            }
        )
    return {"sources": hex_ids(state, supply.sources(state, side)), "units": units}


def _command(state: Luga, side: Side) -> list[wire.Commanded]:
    """6.4, 7.1 - the units of a side and the HQs that have them in their radius now."""
    posts = state.owned[side] & state.scenario.kinds.headquarters & ~state.inoperational
    areas = {post: command.radius(state, post) for post in numbers(posts)}
    found: list[wire.Commanded] = []
    for piece in numbers(state.owned[side] & state.scenario.kinds.combat):
        near = [post for post, area in areas.items() if area >> state.where[piece] & 1]
        names = [state.scenario.pieces[post].id for post in near]
        found.append({"piece": state.scenario.pieces[piece].id, "headquarters": names})
    return found


def _stacking(state: Luga, side: Side) -> list[wire.Crowding]:
    """3.1 - how full the hexes of a side are."""
    scenario = state.scenario
    return crowding(
        state,
        state.occupied(side),
        lambda hex_: stacking.points_of(scenario, state.stacks[hex_]),
        lambda hex_: stacking.limits(scenario)[hex_],
    )


def _support(state: Luga, side: Side) -> list[wire.Helper]:
    """15.2 - the guns that may still fire, their support, and the own units near enough."""
    scenario, found = state.scenario, list["wire.Helper"]()
    free = state.owned[side] & scenario.kinds.supporting
    for piece in numbers(free & ~(state.fired | state.unsupplied | state.overrun)):
        near = scenario.ground.map.disc(state.where[piece], scenario.pieces[piece].range)
        helped = 0
        for hex_ in numbers(near & state.held[side]):
            helped |= state.units_at(hex_)
        value = scenario.pieces[piece].support
        found.append(
            {
                "supporter": scenario.pieces[piece].id,
                "value": value,
                "units": ids(state, helped),
            }
        )
    return found


def _attacks(state: Luga, side: Side, lang: str) -> list[wire.AttackCase]:
    """12.1 - every attack on one hex with all units that may take part, without guns or air."""
    found: list[wire.AttackCase] = []
    free = declaring.may_attack(state, side)
    near = state.scenario.ground.map.adjacent(state.hexes_of(free))
    for target in numbers(near & state.occupied(ENEMY[side])):
        joined = declaring.able_on(state, side, 1 << target, free)
        if joined and declaring.reaches_lowest(state, side, 1 << target, joined):
            composed = declaring.declared(state, side, 1 << target, joined, True)
            found.append(_case(state, composed, lang))
    return found


def _case(state: Luga, composed: Battle, lang: str) -> wire.AttackCase:
    """15 - an attack that could be made, with the chance of each result."""
    case = board_odds.attack_case(state, composed, None, "bare", "as it stands", lang)
    return {
        "note": case["names"][lang],
        "reckoning": case["reckoning"],
        "chances": {one["result"]: one["chance"]["p"] for one in case["chances"]},
    }


def reach(
    state: Luga, side: Side, piece: PieceIndex, lang: str, hex_: Hex | None = None
) -> wire.Reach:
    """10 - where a counter may go, at what cost, and why nowhere else."""
    stays = why.not_movable(state, side, piece)
    found = nowhere(state, piece, told(stays, lang) if stays else None)
    if not state.owned[side] >> piece & 1:
        return found
    mover, costs = why.Mover(state, side, 1 << piece), movement.costs(state, piece)
    found["start"] = hex_id(state, state.where[piece])
    found["allowance"] = movement.allowance(state, piece) / movement.POINT
    found["hexes"] = [
        _reached(state, piece, goal, costs.get(goal, 0), hex_) for goal in goals(mover.reach, hex_)
    ]
    reasons = {goal: told(reason, lang) for goal, reason in mover.refusals().items()}
    found["refused"] = refused(state, reasons, hex_)
    return found


def _reached(
    state: Luga, piece: PieceIndex, goal: Hex, cost: int, asked: Hex | None
) -> wire.ReachedHex:
    """10.1 - a hex within reach; where it was asked for by itself, with the way."""
    one: wire.ReachedHex = {
        "hex": goal,
        "id": hex_id(state, goal),
        "cost": cost / movement.POINT,
        "text": half_points(cost),
    }
    if asked is not None:
        one["path"] = way(state, state.where[piece], movement.path(state, piece, goal))
    return one
