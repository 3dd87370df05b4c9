"""What a side asks of a position: the whole of it for programs, and the reach of a piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.petrograd import battle, command, movement, odds, reckoning, supply, why
from grognard.games.petrograd.asking import told
from grognard.games.petrograd.fighting import declared
from grognard.games.petrograd.printed import ENEMY
from grognard.games.petrograd.seen import ids
from grognard.games.petrograd.state import SEGMENTS
from grognard.games.petrograd.words import board_texts, side_id
from grognard.games.petrograd.zones import barred, zone_of_control
from grognard.kit.inspecting import crowding, goals, hex_id, hex_ids, nowhere, refused, way

if TYPE_CHECKING:
    from collections.abc import Iterator

    import grognard.wire as wire
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.engine.scale import Cost, Scale
    from grognard.games.petrograd.printed import Side
    from grognard.games.petrograd.state import Petrograd


def inspect(state: Petrograd, side: Side, lang: str) -> wire.Inspection:
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
        "attacks": [*_attacks(state, side, lang)],
    }


def _supply(state: Petrograd, side: Side) -> wire.Supply:
    """4 - by hex: who stands there, whether a line leads there, and who failed the last reading."""
    hungry = supply.unsupplied(state, side)
    units: list[wire.SuppliedHex] = []
    for hex_ in numbers(state.held[side]):
        troops = state.units_at(hex_)
        line = supply.line(state, side, hex_)
        units.append(
            {
                "hex": hex_id(state, hex_),
                "units": ids(state, troops),
                "supplied": not troops & hungry,
                "line": [hex_id(state, step) for step in line],
                "marked": ids(state, troops & state.out_of_ammunition),
            }
        )
    return {"sources": hex_ids(state, supply.sources(state, side)), "units": units}


def _command(state: Petrograd, side: Side) -> list[wire.Commanded]:
    """5.1 - troops of a side and the headquarters that have them in command now."""
    scenario, shut = state.scenario, barred(state, side)
    areas = {
        post: command.reach(state, side, post, shut)
        for post in numbers(command.commanding(state, side))
    }
    found: list[wire.Commanded] = []
    for piece in numbers(state.owned[side] & scenario.kinds.troops):
        posts = [
            post
            for post, area in areas.items()
            if scenario.commanders[piece] >> post & 1 and area >> state.where[piece] & 1
        ]
        names = [scenario.pieces[post].id for post in posts]
        found.append({"piece": scenario.pieces[piece].id, "headquarters": names})
    return found


def _stacking(state: Petrograd, side: Side) -> list[wire.Crowding]:
    limit = state.scenario.tables.stacking
    return crowding(state, state.held[side], state.points_at, lambda hex_: limit)


def _support(state: Petrograd, side: Side) -> list[wire.Helper]:
    """8.2.2 - who may still fire, its support, and the own troops that an attack might have."""
    scenario, found = state.scenario, []
    free = state.owned[side] & scenario.kinds.supporting & ~(state.supported | state.flown)
    for piece in numbers(command.in_good_order(state, free) & ~state.out_of_ammunition):
        near = scenario.ground.within(state.where[piece], scenario.pieces[piece].range)
        helped = 0
        for hex_ in numbers(near & state.held[side]):
            helped |= state.units_at(hex_)
        one: wire.Helper = {
            "supporter": scenario.pieces[piece].id,
            "value": scenario.pieces[piece].support,
            "units": ids(state, helped),
        }
        found.append(one)
    return found


def _attacks(state: Petrograd, side: Side, lang: str) -> Iterator[wire.AttackCase]:
    """8.1 - every attack with all troops that may take part, by day and without support."""
    for target in numbers(battle.targets(state, side)):
        joined = battle.may_join(state, side, target, 0)
        if joined & state.scenario.kinds.estonian:
            joined &= state.scenario.kinds.estonian
        composed = declared(state, side, target, joined, 0, False)
        found = odds.columns(battle.reckon(state, composed))
        yield {
            "note": board_texts().say("odds.before", lang),
            "reckoning": reckoning.reckoning(state, composed, lang),
            "chances": {column: str(chance) for column, chance in found.chances.items()},
        }


def reach(
    state: Petrograd, side: Side, piece: PieceIndex, lang: str, hex_: Hex | None = None
) -> wire.Reach:
    """7 - where a counter may go, at what cost, and why nowhere else."""
    stays = why.not_movable(state, side, piece)
    found = nowhere(state, piece, told(stays, lang) if stays else None)
    if not state.owned[side] >> piece & 1:
        return found
    mover, costs = why.Mover(state, side, piece), movement.costs(state, piece)
    scale = movement.scale_for(state, piece)
    found["start"] = hex_id(state, state.where[piece])
    found["allowance"] = float(state.scenario.pieces[piece].move)
    found["hexes"] = [
        _reached(state, piece, goal, scale, costs.get(goal, 0), hex_)
        for goal in goals(mover.reach, hex_)
    ]
    reasons = {goal: told(reason, lang) for goal, reason in mover.refusals().items()}
    found["refused"] = refused(state, reasons, hex_)
    return found


def _reached(
    state: Petrograd, piece: PieceIndex, goal: Hex, scale: Scale, cost: Cost, asked: Hex | None
) -> wire.ReachedHex:
    """7.1 - a hex within reach; where it was asked for by itself, with the way."""
    one: wire.ReachedHex = {
        "hex": goal,
        "id": hex_id(state, goal),
        "cost": cost / scale.point,
        "text": scale.words(cost),
    }
    if asked is not None:
        one["path"] = way(state, state.where[piece], movement.path(state, piece, goal))
    return one
