"""What a seat sees, as plain facts; and positions that look the same to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from grognard.engine.bits import bits_of, numbers
from grognard.games.bautzen.command import is_in_command
from grognard.games.bautzen.fighting import Commit, Throw, committable
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.sequence import SEGMENTS
from grognard.games.bautzen.sight import hidden
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.victory import standing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from random import Random

    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces

Fact: TypeAlias = "int | str | bool | list[Fact] | dict[str, Fact] | None"

MARKS = ("moved", "attacked", "retreated", "supported", "unsupplied")


def facts(state: Bautzen, seat: Seat) -> dict[str, Fact]:
    """Return everything that a side may see; a seat that is neither side sees what both see."""
    unseen = _unseen(state, seat)
    return {
        "turn": state.turn,
        "turns": state.scenario.turns,
        "segment": SEGMENTS[state.segment],
        "stacks": {
            state.scenario.board.map.name(hex_): _stack(state, hex_, unseen, seat)
            for hex_ in numbers(_occupied(state))
        },
        "in_play": {_name(side): _ids(state, state.owned[side]) for side in Side},
        "waiting": {_name(side): _ids(state, state.waiting[side]) for side in Side},
        "lost": [state.scenario.pieces[p].id for p, steps in enumerate(state.steps) if not steps],
        "held": _ids(state, state.held_back),
        "aircraft": _ids(state, state.aircraft & ~state.aircraft_used),
        "aircraft_used": _ids(state, state.aircraft_used),
        "control": {_name(side): _hexes(state, state.control[side]) for side in Side},
        "victory": _victory(state),
        "battle": _battle(state, seat),
    }


def _name(side: Side) -> str:
    return side.name.lower()


def _ids(state: Bautzen, pieces: Pieces) -> list[Fact]:
    return [state.scenario.pieces[piece].id for piece in numbers(pieces)]


def _hexes(state: Bautzen, region: Region) -> list[Fact]:
    return [state.scenario.board.map.name(hex_) for hex_ in numbers(region)]


def _occupied(state: Bautzen) -> Region:
    return state.held[0] | state.held[1] | state.convoys_at[0] | state.convoys_at[1]


def _unseen(state: Bautzen, seat: Seat) -> Pieces:
    """10.3 - the counters that a seat may not see; a spectator sees neither side's."""
    if seat in tuple(Side):
        return hidden(state, Side(seat))
    return hidden(state, Side.GERMAN) | hidden(state, Side.ALLIED)


def _stack(state: Bautzen, hex_: Hex, unseen: Pieces, seat: Seat) -> dict[str, Fact]:
    """10.3 - the counters of a hex that may be seen, bottom to top, and how many more there are."""
    order = state.stack_order(hex_)
    shown = [piece for piece in order if not unseen >> piece & 1]
    return {
        "side": _name(state.side_of(order[-1])),
        "height": len(order),
        "hidden": len(order) - len(shown),
        "pieces": [_counter(state, piece, seat) for piece in shown],
    }


def _counter(state: Bautzen, piece: PieceIndex, seat: Seat) -> dict[str, Fact]:
    """6.1 - a counter with its marks; who is out of command, only its own side is shown.

    An enemy's command may hang on a headquarters that lies hidden.
    """
    marks: list[Fact] = [mark for mark in MARKS if getattr(state, mark) >> piece & 1]
    is_own = seat in tuple(Side) and (state.owned[seat] & state.scenario.combat_units) >> piece & 1
    if is_own and not is_in_command(state, piece):
        marks.append("uncommanded")
    return {"id": state.scenario.pieces[piece].id, "steps": state.steps[piece], "marks": marks}


def _victory(state: Bautzen) -> dict[str, Fact]:
    """13 - what holds now of the German side's conditions; their words are printed."""
    now, victory = standing(state), state.scenario.victory
    capital = (victory.capital,)
    return {
        "side": _name(Side.GERMAN),
        "wins": now.is_german,
        "conditions": [
            _condition(state, "city", victory.city, now.city, len(victory.city)),
            _condition(state, "places", victory.places, now.places, victory.needed),
            _condition(state, "capital", capital, capital if now.capital_is_safe else (), 1),
        ],
    }


def _condition(
    state: Bautzen, name: str, hexes: Iterable[Hex], held: Collection[Hex], needed: int
) -> dict[str, Fact]:
    """13 - one condition: its hexes, those that count for it now, and how many must."""
    number = state.scenario.board.map.name
    return {
        "id": name,
        "holds": len(held) >= needed,
        "needed": needed,
        "hexes": [number(hex_) for hex_ in hexes],
        "held": [number(hex_) for hex_ in held],
    }


def _battle(state: Bautzen, seat: Seat) -> dict[str, Fact] | None:
    """8.2 - the combat as announced so far; of sealed choices only one's own (8.2.1)."""
    battle = state.battle
    if battle is None:
        return None
    return {
        "side": _name(battle.side),
        "target": state.scenario.board.map.name(battle.target),
        "attackers": _ids(state, battle.attackers),
        "supports": _ids(state, battle.supports),
        "defence_supports": _ids(state, battle.defence_supports),
        "sealed": _ids(state, state.sealed[seat]) if seat in tuple(Side) else [],
    }


def reshuffle(state: Bautzen, side: Side, rng: Random) -> Bautzen:
    """Return a position that `side` cannot tell from this one.

    The enemy's hidden counters change places among themselves, each place keeping its height and
    its marks, and what he has sealed is drawn anew. What is drawn depends on nothing hidden: two
    positions that look alike to `side` give the same one with the same random numbers.
    """
    enemy, twin = ENEMY[side], state.copy()
    pieces = numbers(hidden(state, side))
    for hex_ in numbers(state.held[enemy]):
        _rank_as_it_lies(twin, hex_)
    places = sorted((twin.where[piece], twin.rank[piece], _marks(twin, piece)) for piece in pieces)
    drawn = pieces[:]
    rng.shuffle(drawn)
    for piece in drawn:
        twin.place(piece, -1, enemy)
    for piece, (hex_, rank, marks) in zip(drawn, places, strict=True):
        twin.place(piece, hex_, enemy)
        twin.rank[piece] = rank
        for mark, is_set in zip(MARKS, marks, strict=True):
            bits = getattr(twin, mark) & ~(1 << piece)
            setattr(twin, mark, bits | is_set << piece)
    _redraw_sealed(twin, enemy, rng)
    battle = twin.battle
    if battle is not None and battle.side == side and not battle.hurt:
        defenders = battle.defenders & twin.owned[enemy]
        if defenders & bits_of(pieces):
            twin.battle = replace(battle, defenders=twin.units_at(battle.target))
    return twin


def _rank_as_it_lies(state: Bautzen, hex_: Hex) -> None:
    """Give the counters of a stack, supply columns at the bottom, ranks in their visible order."""
    order = state.stack_order(hex_)
    for piece, rank in zip(order, sorted(state.rank[piece] for piece in order), strict=True):
        state.rank[piece] = rank


def _marks(state: Bautzen, piece: PieceIndex) -> tuple[int, ...]:
    return tuple(getattr(state, mark) >> piece & 1 for mark in MARKS)


def _redraw_sealed(state: Bautzen, enemy: Side, rng: Random) -> None:
    """8.2.1 - draw what the enemy has sealed, or is choosing, anew among all that he might."""
    state.sealed[enemy] = 0
    has_chosen = state.battle is not None and Throw() in state.stack
    if not has_chosen or Commit(enemy) in state.stack:
        return
    while (able := numbers(committable(state, enemy))) and rng.random() < 0.5:
        state.sealed[enemy] |= 1 << rng.choice(able)
