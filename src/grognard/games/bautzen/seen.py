"""What a seat sees, as the contract has it; and positions that look the same to it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, cast

from grognard.engine.bits import bits_of, numbers
from grognard.engine.view import Written
from grognard.games.bautzen.command import out_of_command
from grognard.games.bautzen.fighting import Commit, Compose, DefenceSupport, Throw, committable
from grognard.games.bautzen.outcome import Advance, ConvoyThrow, Lose, Retreat, Trade
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.printed_json import POOLS
from grognard.games.bautzen.questions import MoveTo, SetUpPiece, Withdraw, WithdrawalThrow
from grognard.games.bautzen.sequence import SEGMENTS
from grognard.games.bautzen.sight import hidden
from grognard.games.bautzen.stacking import is_over_stacked
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.victory import standing
from grognard.games.bautzen.words import SIDE_IDS, captions, side_id

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from random import Random

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.printed import Scenario
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces

MARKS = ("moved", "attacked", "retreated", "supported", "unsupplied")
SEATS = tuple(int(side) for side in Side)
NOTHING: list[str] = []


def facts(state: Bautzen, seat: Seat) -> wire.Seen:
    """Return everything that a side may see; a seat that is neither side sees what both see."""
    name = state.scenario.board.map.name
    stacks = _Stacks(state, seat)
    return {
        "turn": state.turn,
        "turns": state.scenario.turns,
        "segment": SEGMENTS[state.segment],
        "stacks": {name(hex_): stacks.at(hex_) for hex_ in numbers(_occupied(state))},
        "pools": _pools(state),
        "control": _control(state.scenario, *state.control),
        "markers": [],
        "tracks": {},
        "victory": victory(state),
        "battle": _battle(state, seat),
        "declared": [],
    }


def ids(state: Bautzen, pieces: Pieces) -> list[str]:
    """Return the names of some counters."""
    printed = state.scenario.pieces
    return [printed[piece].id for piece in numbers(pieces)]


def _occupied(state: Bautzen) -> Region:
    return state.held[0] | state.held[1] | state.convoys_at[0] | state.convoys_at[1]


def unseen(state: Bautzen, seat: Seat) -> Pieces:
    """10.3 - the counters that a seat may not see; a spectator sees neither side's."""
    if seat in SEATS:
        return hidden(state, Side(seat))
    return hidden(state, Side.GERMAN) | hidden(state, Side.ALLIED)


@lru_cache(maxsize=256)
def _control(scenario: Scenario, german: Region, allied: Region) -> str:
    """13 - who controls each hex; it changes more rarely than it is shown."""
    return "".join(
        "0" if german >> hex_ & 1 else "1" if allied >> hex_ & 1 else "."
        for hex_ in scenario.board.map.hexes
    )


class _Stacks:
    """10.3, 6.1 - the stacks of a position as a seat may see them.

    Who is out of command or over-stacked, only its own side is shown: an enemy's command may hang
    on a headquarters that lies hidden, and his points on counters that do.
    """

    def __init__(self, state: Bautzen, seat: Seat) -> None:
        self.state, self.unseen = state, unseen(state, seat)
        self.own = state.owned[seat] if seat in SEATS else 0
        self.marks = [(mark, getattr(state, mark)) for mark in MARKS]
        self.marked = 0
        for _, pieces in self.marks:
            self.marked |= pieces
        self.uncommanded = out_of_command(state, self.own & state.scenario.combat_units)
        self.special = self.unseen | self.marked | self.uncommanded

    def at(self, hex_: Hex) -> wire.Stack:
        """Return the counters of a hex that may be seen, and how many more there are."""
        state, members = self.state, self.state.stacks[hex_]
        top = members.bit_length() - 1
        if members & (members - 1):
            order = state.stack_order(hex_)
            top = order[-1]
        elif self.special >> top & 1:
            order = [top]
        else:
            return _plain(state.scenario, state.side_of(top), top, state.steps[top])
        shown = [self._counter(piece) for piece in order if not self.unseen >> piece & 1]
        is_over = len(order) > 1 and self.own >> top & 1 and is_over_stacked(state, hex_)
        return _stack(state.scenario, state.side_of(top), len(order), tuple(shown), bool(is_over))

    def _counter(self, piece: PieceIndex) -> _Counter:
        marks: tuple[str, ...] = ()
        if self.marked >> piece & 1:
            marks = tuple([mark for mark, pieces in self.marks if pieces >> piece & 1])
        if self.uncommanded >> piece & 1:
            marks += ("uncommanded",)
        return piece, self.state.steps[piece], marks


_Counter: TypeAlias = tuple["PieceIndex", int, tuple[str, ...]]
"""A counter that may be seen, its steps and its marks."""


@lru_cache(maxsize=16384)
def _stack(
    scenario: Scenario, side: Side, height: int, shown: tuple[_Counter, ...], is_over: bool
) -> wire.Stack:
    """Return a stack as it is shown; put into words once, since most are shown again."""
    stack: wire.Stack = {
        "side": SIDE_IDS[side],
        "height": height,
        "hidden": height - len(shown),
        "pieces": [
            {"id": scenario.pieces[piece].id, "steps": steps, "marks": list(marks)}
            for piece, steps, marks in shown
        ],
    }
    if is_over:
        stack["marks"] = ["over_stacked"]
    return cast("wire.Stack", Written(stack))


@lru_cache(maxsize=4096)
def _plain(scenario: Scenario, side: Side, piece: PieceIndex, steps: int) -> wire.Stack:
    """Return a counter that lies alone, seen and without a mark, as most do."""
    return _stack(scenario, side, 1, ((piece, steps, ()),), False)


def _pools(state: Bautzen) -> dict[str, wire.SeenPool]:
    """7.2, 10, 11 - what lies beside the map, and the supply columns in play."""
    found: dict[str, wire.SeenPool] = {}
    gone = bits_of([piece for piece, steps in enumerate(state.steps) if not steps])
    for name, side, _ in POOLS:
        pieces = _in_pool(state, name, side, gone)
        if pieces:
            used = ids(state, state.aircraft_used & pieces) if name == "air" else NOTHING
            found[captions().pool_id(name, side)] = {"pieces": ids(state, pieces), "used": used}
    return found


def _in_pool(state: Bautzen, name: str, side: Side | None, gone: Pieces) -> Pieces:
    scenario = state.scenario
    if name == "air":
        return state.aircraft
    if name == "held":
        return state.held_back
    if side is None:
        raise LookupError(f"{name} is the pool of a side")
    if name == "columns":
        return state.owned[side] & scenario.convoys
    if name == "waiting":
        return state.waiting[side]
    if name == "lost":
        return gone & _printed_for(scenario, side)
    absent = ~(gone | state.owned[side] | state.waiting[side] | state.aircraft)
    return _printed_for(scenario, side) & absent


@lru_cache(maxsize=64)
def _printed_for(scenario: Scenario, side: Side) -> Pieces:
    """Return the counters of a side, supply columns not among them."""
    return bits_of([piece.index for piece in scenario.pieces if piece.side is side])


def victory(state: Bautzen) -> wire.Victory:
    """13 - what holds now of the German side's conditions; their words are printed."""
    now, printed = standing(state), state.scenario.victory
    capital = (printed.capital,)
    return {
        "winner": side_id(Side.GERMAN if now.is_german else Side.ALLIED),
        "level": None,
        "points": {},
        "conditions": [
            _condition(state, "city", printed.city, now.city, len(printed.city)),
            _condition(state, "places", printed.places, now.places, printed.needed),
            _condition(state, "capital", capital, capital if now.capital_is_safe else (), 1),
        ],
    }


def _condition(
    state: Bautzen, name: str, hexes: Iterable[Hex], held: Collection[Hex], needed: int
) -> wire.Condition:
    """13 - one condition: its hexes, those that count for it now, and how many must."""
    number = state.scenario.board.map.name
    return {
        "id": name,
        "holds": len(held) >= needed,
        "now": len(held),
        "needed": needed,
        "hexes": [number(hex_) for hex_ in hexes],
        "held": [number(hex_) for hex_ in held],
    }


def _battle(state: Bautzen, seat: Seat) -> wire.Battle | None:
    """8.2 - the combat as announced so far; of sealed choices only one's own (8.2.1)."""
    battle = state.battle
    if battle is None:
        return None
    return {
        "kind": "combat",
        "side": side_id(battle.side),
        "targets": [state.scenario.board.map.name(battle.target)],
        "attackers": ids(state, battle.attackers),
        "supports": ids(state, battle.supports),
        "defence_supports": ids(state, battle.defence_supports),
        "committed": ids(state, state.sealed[seat]) if seat in SEATS else [],
    }


def asked(state: Bautzen) -> wire.Asked | None:
    """Return the current question with all that it is about, for whoever answers it."""
    if state.is_over:
        return None
    question = state.question
    found: wire.Asked = {"kind": type(question).__name__, "rule": question.rule}
    if state.battle is not None:
        found["target"] = state.scenario.board.map.name(state.battle.target)
    match question:
        case SetUpPiece() | Withdraw() | WithdrawalThrow() | ConvoyThrow():
            found["pieces"] = ids(state, 1 << question.piece)
        case MoveTo(pieces=pieces):
            found["pieces"] = ids(state, pieces)
        case Compose(target=target, attackers=attackers, supports=supports):
            found["target"] = state.scenario.board.map.name(target)
            found["joined"] = ids(state, attackers)
            found["supports"] = ids(state, supports)
        case DefenceSupport() if state.battle is not None:
            found["supports"] = ids(state, state.battle.defence_supports)
        case Commit(side=side):
            found["joined"] = ids(state, state.sealed[side])
        case Trade(steps=steps):
            found["steps"] = steps
        case Lose(steps=steps):
            found["steps"] = steps
        case Retreat(pieces=pieces, length=length, gone=gone):
            found["pieces"], found["steps"] = ids(state, pieces), length - gone
        case Advance() if state.battle is not None:
            here = state.stacks[state.battle.target] & state.owned[state.battle.side]
            found["joined"] = ids(state, here)
    return found


def reshuffle(state: Bautzen, side: Side, rng: Random) -> Bautzen:
    """Return a position that `side` cannot tell from this one.

    The enemy's hidden counters change places among themselves, each place keeping its height and
    its marks, and what he has sealed is drawn anew. What is drawn depends on nothing hidden: two
    positions that look alike to `side` give the same one with the same random numbers.
    """
    enemy, twin = ENEMY[side], state.copy()
    pieces = numbers(hidden(state, side))
    for hex_ in numbers(state.held[enemy] & state.crowded):
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
