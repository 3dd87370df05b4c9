"""What a side asks of a position: the whole of it for programs, and the reach of a piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.bautzen import queries, support
from grognard.games.bautzen.answering import Warnings, points
from grognard.games.bautzen.asking import told
from grognard.games.bautzen.log import texts
from grognard.games.bautzen.movement import MP, Trip
from grognard.games.bautzen.reckoning import attack_facts
from grognard.games.bautzen.seen import ids
from grognard.games.bautzen.sequence import SEGMENTS
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.supply import sources
from grognard.games.bautzen.words import side_id
from grognard.games.bautzen.zones import zone_of_control
from grognard.kit.inspecting import hex_id, hex_ids, refused, way

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.queries import AttackAsSeen
    from grognard.games.bautzen.state import Bautzen, PieceIndex


def inspect(state: Bautzen, side: Side, lang: str) -> wire.Inspection:
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
        "attacks": [_attack(state, one, lang) for one in queries.attacks(state, side)],
    }


def _attack(state: Bautzen, attack: AttackAsSeen, lang: str) -> wire.AttackCase:
    note = "odds.hidden" if attack.hidden else "odds.before"
    likely = attack.results.items() if attack.results else ()
    return {
        "note": texts().say(note, lang, number=attack.hidden),
        "reckoning": attack_facts(state, attack, lang),
        "chances": {str(result): str(chance) for result, chance in likely},
    }


def reach(
    state: Bautzen, side: Side, piece: PieceIndex, lang: str, hex_: Hex | None = None
) -> wire.Reach:
    """4 - where a counter may go, at what cost, what it would hurt, and why nowhere else."""
    found = queries.reach(state, side, piece)
    here = state.where[piece] if state.owned[side] >> piece & 1 else -1
    is_known = bool(found.costs or found.refused)
    warned = Warnings(state, side, 1 << piece, lang) if found.costs else None
    reached: list[wire.ReachedHex] = []
    for goal, cost in found.costs.items():
        if hex_ is not None and goal != hex_:
            continue
        one: wire.ReachedHex = {
            "hex": goal,
            "id": hex_id(state, goal),
            "cost": float(cost),
            "text": points(int(cost * MP)),
        }
        if warned and (reasons := warned.at(goal)):
            one["warns"] = reasons
        if hex_ is not None:
            one["path"] = way(state, here, Trip(state, side, 1 << piece).path(goal))
        reached.append(one)
    refusals = {goal: told(why, lang) for goal, why in found.refused.items()}
    return {
        "piece": state.scenario.pieces[piece].id,
        "start": hex_id(state, here) if here >= 0 else None,
        "allowance": float(found.allowance) if is_known else None,
        "cannot_move": told(found.cannot_move, lang) if found.cannot_move else None,
        "hexes": reached,
        "refused": refused(state, refusals, hex_),
    }


def _supply(state: Bautzen, side: Side) -> wire.Supply:
    units: list[wire.SuppliedHex] = [
        {
            "hex": hex_id(state, entry.hex),
            "units": ids(state, entry.units),
            "supplied": entry.is_supplied,
            "line": [hex_id(state, hex_) for hex_ in entry.line],
            "marked": ids(state, entry.marked),
        }
        for entry in queries.supply(state, side)
    ]
    return {"sources": hex_ids(state, sources(state, side)), "units": units}


def _command(state: Bautzen, side: Side) -> list[wire.Commanded]:
    return [
        {"piece": state.scenario.pieces[unit].id, "headquarters": ids(state, posts)}
        for unit, posts in queries.command(state, side).items()
    ]


def _stacking(state: Bautzen, side: Side) -> list[wire.Crowding]:
    return [
        {
            "hex": hex_id(state, entry.hex),
            "points": entry.points,
            "limit": entry.limit,
            "over_stacked": entry.is_over_stacked,
        }
        for entry in queries.stacks(state, side)
    ]


def _support(state: Bautzen, side: Side) -> list[wire.Helper]:
    return [
        {
            "supporter": state.scenario.pieces[supporter].id,
            "value": support.support_value(state, side, supporter, units),
            "units": ids(state, units),
        }
        for supporter, units in queries.supports(state, side).items()
    ]
