"""What a seat sees, as the contract has it; and positions that look the same to it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import bits_of, numbers
from grognard.games.petrograd.advancing import Advance, AdvanceTo, SecondHex
from grognard.games.petrograd.arrivals import is_off_map, turn_of
from grognard.games.petrograd.city import District
from grognard.games.petrograd.command import out_of_command
from grognard.games.petrograd.fighting import Compose, DefenceSupport
from grognard.games.petrograd.movement import is_bridge_open
from grognard.games.petrograd.outcome import BreakdownThrow, ChooseResult
from grognard.games.petrograd.parts import Lose, side_of
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.questions import Arrive, Digging, MoveTo, RailTo
from grognard.games.petrograd.retreating import RetreatTo
from grognard.games.petrograd.sight import hidden
from grognard.games.petrograd.state import SEGMENTS
from grognard.games.petrograd.supply import supplied
from grognard.games.petrograd.victory import level, standing
from grognard.games.petrograd.victory import winner as winner_now
from grognard.games.petrograd.words import SIDE_IDS, side_id
from grognard.kit.measure import control_text

if TYPE_CHECKING:
    from random import Random

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.state import Petrograd

STATES: Final = ("disorganised", "routed", "out_of_ammunition", "broken_down")
DONE: Final = ("moved", "attacked", "supported", "flown", "detrained")
MARKS: Final = (*STATES, *DONE)
"""What lies on a counter for all to see; hidden counters keep it when they change places."""
SEATS: Final = tuple(int(side) for side in Side)


def facts(state: Petrograd, seat: Seat) -> wire.Seen:
    """Return everything that a side may see; a seat that is neither side sees what both see."""
    unseen, name = unseen_by(state, seat), state.scenario.ground.map.name
    occupied = state.occupied(Side.WHITE) | state.occupied(Side.RED)
    cut_off = _cut_off(state, Side(seat)) if seat in SEATS else 0
    return {
        "turn": state.turn,
        "turns": state.scenario.last_turn,
        "segment": SEGMENTS[state.segment],
        "stacks": {
            name(hex_): _stack(state, hex_, unseen, seat, cut_off) for hex_ in numbers(occupied)
        },
        "pools": _pools(state),
        "control": _control(state.material.map, *state.control),
        "markers": _markers(state),
        "tracks": _tracks(state),
        "victory": victory(state),
        "battle": _battle(state),
        "declared": [],
        "facts": {"backs": _backs(state, unseen)},
    }


def ids(state: Petrograd, pieces: Pieces) -> list[str]:
    """Return the names of some counters."""
    return [state.scenario.pieces[piece].id for piece in numbers(pieces)]


def unseen_by(state: Petrograd, seat: Seat) -> Pieces:
    """1.7 - the counters that a seat may not see; a spectator sees neither side's."""
    if seat in SEATS:
        return hidden(state, Side(seat))
    return hidden(state, Side.WHITE) | hidden(state, Side.RED)


@lru_cache(maxsize=256)
def _control(board: HexMap, white: Region, red: Region) -> str:
    """1.6 - who controls each hex; it changes more rarely than it is shown."""
    return control_text(board, (white, red))


def _cut_off(state: Petrograd, side: Side) -> Region:
    """4.2 - where troops of a side stand to which no line leads now; Estonians have their own."""
    kinds = state.scenario.kinds
    troops = state.owned[side] & kinds.troops & ~kinds.estonian
    return state.hexes_of(troops) & ~supplied(state, side)


def _stack(state: Petrograd, hex_: Hex, unseen: Pieces, seat: Seat, cut_off: Region) -> wire.Stack:
    """1.7 - the counters of a hex that may be seen, bottom to top, and how many more there are.

    4.2 - its own side is shown where no line of supply leads now.
    """
    order = state.stack_order(hex_)
    shown = [_counter(state, piece, seat) for piece in order if not unseen >> piece & 1]
    found: wire.Stack = {
        "side": SIDE_IDS[state.scenario.pieces[order[-1]].side],
        "height": len(order),
        "hidden": len(order) - len(shown),
        "pieces": shown,
    }
    if cut_off >> hex_ & 1:
        found["marks"] = ["cut_off"]
    return found


def marks_of(state: Petrograd, piece: PieceIndex) -> list[str]:
    """Return the marks of a counter that all may see."""
    return [mark for mark in MARKS if getattr(state, mark) >> piece & 1]


def _counter(state: Petrograd, piece: PieceIndex, seat: Seat) -> wire.Counter:
    """5.1 - a counter with its marks; who is out of command, only its own side is shown."""
    marks = marks_of(state, piece)
    if state.scenario.pieces[piece].side == seat and state.uncommanded >> piece & 1:
        marks.append("uncommanded")
    return {"id": state.scenario.pieces[piece].id, "steps": state.steps[piece], "marks": marks}


def _backs(state: Petrograd, unseen: Pieces) -> dict[str, wire.Plain]:
    """1.7 - by hex, the backs of the counters that lie face down: kind, size, nation, marks."""
    found: dict[str, wire.Plain] = {}
    for hex_ in numbers(state.hexes_of(unseen)):
        order = [piece for piece in state.stack_order(hex_) if unseen >> piece & 1]
        found[state.scenario.ground.map.name(hex_)] = [
            [*back_of(state, piece), *marks_of(state, piece)] for piece in order
        ]
    return found


POOLS: Final = (("waiting", "3.2"), ("later", "3.2"), ("lost", "8.2.5"))


def _pools(state: Petrograd) -> dict[str, wire.SeenPool]:
    """3.2 - what is due, what comes later, what is lost."""
    found: dict[str, wire.SeenPool] = {}
    for side in Side:
        mine = [piece.index for piece in state.scenario.pieces if piece.side is side]
        coming = [piece for piece in mine if is_off_map(state, piece)]
        due = [piece for piece in coming if turn_of(state, piece) <= state.turn]
        pools = {
            "waiting": bits_of(due),
            "later": bits_of(coming) & ~bits_of(due),
            "lost": bits_of([piece for piece in mine if not state.steps[piece]]),
        }
        for name, pieces in pools.items():
            if pieces:
                late = ids(state, state.delayed & pieces)
                found[f"{name}.{side_id(side)}"] = {"pieces": ids(state, pieces), "used": late}
    return found


def _markers(state: Petrograd) -> list[wire.Marker]:
    """9.2, 10.1 - field works, and the bridge of Yamburg while it is down."""
    name = state.scenario.ground.map.name
    found: list[wire.Marker] = [
        {"kind": "field_works", "hexes": [name(hex_)], "side": side_id(side), "number": None}
        for side in Side
        for hex_ in numbers(state.field_works[side])
    ]
    if not is_bridge_open(state, "train"):
        ends = [name(hex_) for hex_ in state.scenario.tables.bridge.side]
        found.append({"kind": "bridge", "hexes": ends, "side": None, "number": None})
    return found


def _tracks(state: Petrograd) -> dict[str, int]:
    """Return what is counted for the whole game."""
    return {
        "points": standing(state).points,
        "rail": state.rail_left,
        "vetrenko": int(state.vetrenko_obeys),
        **{f"prisoners.{side_id(side)}": state.prisoners[side] for side in Side},
    }


def victory(state: Petrograd) -> wire.Victory:
    """11 - the points of White, line by line, and what would win at once."""
    now, printed = standing(state), state.scenario.victory
    winner, city = winner_now(state), state.scenario.ground.city
    held = city & state.control[Side.WHITE]
    retaken = printed.sudden_red & state.was_white & state.control[Side.RED]
    scored = sum(points for _, points in now.places)
    return {
        "winner": None if winner is None else side_id(winner),
        "level": level(state),
        "points": {side_id(Side.WHITE): now.points},
        "conditions": [
            _condition(
                state, "places", bits_of([*printed.places]), bits_of([h for h, _ in now.places])
            )
            | {"now": scored, "needed": printed.levels[1]},
            _condition(state, "city", city, held) | {"needed": printed.sudden_city},
            _condition(state, "railway", 0, 0)
            | {"now": now.railway, "holds": now.railway > 0, "needed": 1},
            _condition(state, "retaken", printed.sudden_red, retaken) | {"needed": 1},
        ],
    }


def _condition(state: Petrograd, name: str, hexes: Region, held: Region) -> wire.Condition:
    """11 - one condition: its hexes, and those that count for it now."""
    number = state.scenario.ground.map.name
    return {
        "id": name,
        "holds": bool(held),
        "now": held.bit_count(),
        "needed": 0,
        "hexes": [number(hex_) for hex_ in numbers(hexes)],
        "held": [number(hex_) for hex_ in numbers(held)],
    }


def _battle(state: Petrograd) -> wire.Battle | None:
    """8.2 - the combat as announced so far."""
    battle = state.battle
    if battle is None:
        return None
    return {
        "kind": "combat",
        "side": side_id(battle.side),
        "targets": [state.scenario.ground.map.name(battle.target)],
        "attackers": ids(state, battle.attackers),
        "supports": ids(state, battle.supports),
        "defence_supports": ids(state, battle.defence_supports),
        "committed": [],
    }


def asked(state: Petrograd) -> wire.Asked | None:
    """Return the current question with all that it is about, for whoever answers it."""
    if state.is_over:
        return None
    question, name = state.question, state.scenario.ground.map.name
    found: wire.Asked = {"kind": type(question).__name__, "rule": question.rule}
    if state.battle is not None:
        found["target"] = name(state.battle.target)
    match question:
        case Arrive() | RailTo() | MoveTo() | District() | BreakdownThrow() | SecondHex():
            found["pieces"] = ids(state, 1 << question.piece)
        case AdvanceTo(piece=piece):
            found["pieces"] = ids(state, 1 << piece)
        case Compose(target=target, attackers=attackers, supports=supports):
            found["target"] = name(target)
            found["joined"], found["supports"] = ids(state, attackers), ids(state, supports)
        case DefenceSupport() if state.battle is not None:
            found["supports"] = ids(state, state.battle.defence_supports)
        case ChooseResult(role=role) if state.battle is not None:
            found["facts"] = {"side": side_id(side_of(state.battle, role))}
        case Lose(pieces=pieces):
            found["pieces"] = ids(state, pieces)
        case RetreatTo(pieces=pieces, hexes=hexes, gone=gone):
            found["pieces"], found["steps"] = ids(state, pieces), hexes - gone
        case Advance(advanced=advanced, limit=limit):
            found["joined"], found["steps"] = ids(state, advanced), limit
        case Digging(number=number):
            found["steps"] = number
    return found


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
    marks = _marks_on(twin, bits_of(pieces))
    places = sorted(
        (twin.where[piece], twin.rank[piece], _flags(twin, marks, piece)) for piece in pieces
    )
    drawn = sorted(pieces)
    rng.shuffle(drawn)
    works = twin.field_works[enemy]
    for piece in pieces:
        twin.put(piece, -1)
    for piece, (hex_, rank, flags) in zip(drawn, places, strict=True):
        for mark, is_set in zip(marks, flags, strict=True):
            setattr(twin, mark, getattr(twin, mark) & ~(1 << piece) | is_set << piece)
        twin.put(piece, hex_)
        twin.rank[piece] = rank
    twin.field_works[enemy] = works


def _marks_on(state: Petrograd, pieces: Pieces) -> list[str]:
    """Return the marks that any of some pieces have."""
    return [mark for mark in MARKS if getattr(state, mark) & pieces]


def _flags(state: Petrograd, marks: list[str], piece: PieceIndex) -> tuple[int, ...]:
    return tuple([getattr(state, mark) >> piece & 1 for mark in marks])
