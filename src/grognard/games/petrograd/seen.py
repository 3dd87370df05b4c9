"""What a seat sees, as plain facts; and positions that look the same to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from grognard.engine.bits import numbers
from grognard.games.petrograd.arrivals import is_off_map, turn_of
from grognard.games.petrograd.command import out_of_command
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.sight import hidden
from grognard.games.petrograd.state import SEGMENTS
from grognard.games.petrograd.victory import level, standing

if TYPE_CHECKING:
    from random import Random

    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.state import Petrograd

Fact: TypeAlias = "int | str | bool | list[Fact] | dict[str, Fact] | None"

STATES: Final = ("disorganised", "routed", "out_of_ammunition", "broken_down")
DONE: Final = ("moved", "attacked", "supported", "flown", "detrained")
MARKS: Final = (*STATES, *DONE)
"""What lies on a counter for all to see; hidden counters keep it when they change places."""


def facts(state: Petrograd, seat: Seat) -> dict[str, Fact]:
    """Return everything that a side may see; a seat that is neither side sees what both see."""
    unseen = unseen_by(state, seat)
    return {
        "turn": state.turn,
        "turns": state.scenario.last_turn,
        "segment": SEGMENTS[state.segment],
        "stacks": {
            state.scenario.ground.map.name(hex_): _stack(state, hex_, unseen, seat)
            for hex_ in numbers(_occupied(state))
        },
        "in_play": {_name(side): _ids(state, state.owned[side]) for side in Side},
        "waiting": {_name(side): _waiting(state, side) for side in Side},
        "lost": _ids(state, state.lost),
        "control": {_name(side): _hexes(state, state.control[side]) for side in Side},
        "field_works": {_name(side): _hexes(state, state.field_works[side]) for side in Side},
        "prisoners": {_name(side): state.prisoners[side] for side in Side},
        "rail_left": state.rail_left,
        "vetrenko_obeys": state.vetrenko_obeys,
        "has_risen": state.has_risen,
        "victory": _victory(state),
        "battle": _battle(state),
    }


def unseen_by(state: Petrograd, seat: Seat) -> Pieces:
    """1.7 - the counters that a seat may not see; a spectator sees neither side's."""
    if seat in tuple(Side):
        return hidden(state, Side(seat))
    return hidden(state, Side.WHITE) | hidden(state, Side.RED)


def _name(side: Side) -> str:
    return side.name.lower()


def _ids(state: Petrograd, pieces: Pieces) -> list[Fact]:
    return [state.scenario.pieces[piece].id for piece in numbers(pieces)]


def _hexes(state: Petrograd, region: Region) -> list[Fact]:
    return [state.scenario.ground.map.name(hex_) for hex_ in numbers(region)]


def _occupied(state: Petrograd) -> Region:
    return state.occupied(Side.WHITE) | state.occupied(Side.RED)


def _waiting(state: Petrograd, side: Side) -> list[Fact]:
    """3.2 - the pieces that are to come, each with its turn."""
    return [
        {"id": piece.id, "turn": turn_of(state, piece.index), "late": _is_late(state, piece.index)}
        for piece in state.scenario.pieces
        if piece.side is side and is_off_map(state, piece.index)
    ]


def _is_late(state: Petrograd, piece: PieceIndex) -> bool:
    return bool(state.delayed >> piece & 1)


def _stack(state: Petrograd, hex_: Hex, unseen: Pieces, seat: Seat) -> dict[str, Fact]:
    """1.7 - the counters of a hex, bottom to top; of hidden ones only what their backs show."""
    order = state.stack_order(hex_)
    return {
        "side": _name(state.scenario.pieces[order[-1]].side),
        "height": len(order),
        "hidden": sum(unseen >> piece & 1 for piece in order),
        "pieces": [_counter(state, piece, seat) for piece in order if not unseen >> piece & 1],
        "backs": [_back(state, piece) for piece in order if unseen >> piece & 1],
    }


def _marks(state: Petrograd, piece: PieceIndex) -> list[Fact]:
    return [mark for mark in MARKS if getattr(state, mark) >> piece & 1]


def _counter(state: Petrograd, piece: PieceIndex, seat: Seat) -> dict[str, Fact]:
    """5.1 - a counter with its marks; who is out of command, only its own side is shown."""
    marks = _marks(state, piece)
    if state.scenario.pieces[piece].side == seat and state.uncommanded >> piece & 1:
        marks.append("uncommanded")
    return {"id": state.scenario.pieces[piece].id, "steps": state.steps[piece], "marks": marks}


def _back(state: Petrograd, piece: PieceIndex) -> dict[str, Fact]:
    """1.7 - the back of a counter: kind, size, nation and state."""
    printed = state.scenario.pieces[piece]
    return {
        "kind": printed.kind.value,
        "size": printed.size,
        "nation": printed.nation,
        "marks": _marks(state, piece),
    }


def _victory(state: Petrograd) -> dict[str, Fact]:
    """11 - the points of White, line by line."""
    now, name = standing(state), state.scenario.ground.map.name
    return {
        "points": now.points,
        "level": level(state),
        "places": {name(hex_): points for hex_, points in now.places},
        "railway": now.railway,
        "trotsky": now.trotsky,
        "regiments": now.regiments,
        "tanks": now.tanks,
    }


def _battle(state: Petrograd) -> dict[str, Fact] | None:
    """8.2 - the combat as announced so far."""
    battle = state.battle
    if battle is None:
        return None
    return {
        "side": _name(battle.side),
        "target": state.scenario.ground.map.name(battle.target),
        "attackers": _ids(state, battle.attackers),
        "supports": _ids(state, battle.supports),
        "defenders": _ids(state, battle.defenders),
        "defence_supports": _ids(state, battle.defence_supports),
        "night": battle.night,
        "column": battle.column,
    }


def back_of(state: Petrograd, piece: PieceIndex) -> tuple[str, str, str]:
    """1.7 - what never changes on the back of a counter; who is alike may be mistaken."""
    printed = state.scenario.pieces[piece]
    return printed.kind.value, printed.size, printed.nation


ATTEMPTS: Final = 20
"""How often hidden troops are dealt anew until they stack as 1.5 wants."""


def reshuffle(state: Petrograd, side: Side, rng: Random) -> Petrograd:
    """1.7 - return a position that `side` cannot tell from this one.

    The enemy's hidden troops change places with others whose backs are alike, each place keeping
    its marks. What is drawn depends on nothing hidden: two positions that look alike to `side` give
    the same one with the same random numbers.
    """
    enemy, twin = ENEMY[side], state.copy()
    alike: dict[tuple[str, str, str], list[PieceIndex]] = {}
    for piece in numbers(hidden(state, side)):
        alike.setdefault(back_of(state, piece), []).append(piece)
    for _ in range(ATTEMPTS if alike else 0):
        for _, pieces in sorted(alike.items()):
            _redeal(twin, enemy, pieces, rng)
        held = numbers(twin.held[enemy])
        if all(twin.points_at(hex_) <= state.scenario.tables.stacking for hex_ in held):
            break
    if alike:
        twin.uncommanded &= ~twin.owned[enemy]
        twin.uncommanded |= out_of_command(twin, enemy)
    return twin


def _redeal(twin: Petrograd, enemy: Side, pieces: list[PieceIndex], rng: Random) -> None:
    """1.7 - deal counters anew over the places they stand in, marks staying where they are."""
    places = sorted((twin.where[piece], twin.rank[piece], _flags(twin, piece)) for piece in pieces)
    drawn = sorted(pieces)
    rng.shuffle(drawn)
    works = twin.field_works[enemy]
    for piece in pieces:
        twin.put(piece, -1)
    for piece, (hex_, rank, flags) in zip(drawn, places, strict=True):
        for mark, is_set in zip(MARKS, flags, strict=True):
            setattr(twin, mark, getattr(twin, mark) & ~(1 << piece) | is_set << piece)
        twin.put(piece, hex_)
        twin.rank[piece] = rank
    twin.field_works[enemy] = works


def _flags(state: Petrograd, piece: PieceIndex) -> tuple[int, ...]:
    return tuple(getattr(state, mark) >> piece & 1 for mark in MARKS)
