"""The rules: the position, the questions that are asked, and what an answer does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from bridgehead.load import LADDER, Scenario
from grognard import (
    CHANCE,
    Action,
    Hex,
    Leg,
    Modifier,
    PieceIndex,
    Pieces,
    Procedure,
    Question,
    Region,
    Seat,
    ZoneLaw,
    frozen,
    numbers,
)
from grognard.kit.counters import OFF_MAP, Counters
from grognard.kit.dice import D6
from grognard.kit.facts import fact
from grognard.kit.position import Notation, askable
from grognard.kit.zones import Zones


class Bridgehead(Counters):
    """What changes, besides where counters stand and their steps."""

    __slots__ = ("scenario",)

    turn: int = fact(unsaid=1)
    used: Pieces = fact()
    """The counters that have moved, or attacked, in this segment."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario.material)
        self.scenario = scenario

    def canonical(self) -> str:
        """Return every fact as text; it is made of the declarations above."""
        return NOTATION.write(self)

    def winner(self) -> Seat | None:
        """5 - Blue in the town at the end, or alone on the map."""
        return (0 if holds_town(self) or not self.owned[1] else 1) if self.is_over else None


def holds_town(state: Bridgehead) -> bool:
    """5 - whether Blue stands in the town."""
    return state.is_held_by(state.scenario.town, 0)


@lru_cache
def zones(scenario: Scenario) -> Zones:
    """3 - the one place that says where zones reach: not across a river without a bridge."""
    return Zones(scenario.board.map, scenario.wet)


def reach(state: Bridgehead, piece: PieceIndex) -> Region:
    """2, 3 - where a counter may move."""
    scenario, side = state.scenario, state.side_of(piece)
    zone = zones(scenario).around(state.held[1 - side])
    closed = state.held[0] | state.held[1]
    leg = Leg(state.where[piece], 0, scenario.pieces[piece].move, zone, closed, ZoneLaw())
    return scenario.paths.reach(leg)


def targets(state: Bridgehead, piece: PieceIndex) -> Region:
    """4 - the enemies next to a counter."""
    around = state.material.map.around[state.where[piece]]
    return around & state.held[1 - state.side_of(piece)]


def strength(state: Bridgehead, piece: PieceIndex) -> int:
    """4 - what a counter counts: with one step half, rounded up."""
    printed = state.scenario.pieces[piece].strength
    return printed if state.steps[piece] == 2 else (printed + 1) // 2


def shifts(scenario: Scenario, ground: str, *, over_river: bool) -> list[Modifier]:
    """4 - the column shifts of a fight, each with its reason."""
    reasons = [ground, *(["river"] if over_river else [])]
    return [Modifier("4", scenario.shifts[one], one) for one in reasons if one in scenario.shifts]


def column(scenario: Scenario, attack: int, defence: int, found: Sequence[Modifier]) -> int:
    """4 - the column of a fight."""
    first = LADDER.step(attack, defence)
    return scenario.results.column(first, sum(one.value for one in found))


def shifts_of(state: Bridgehead, piece: PieceIndex, target: Hex) -> list[Modifier]:
    """4 - the column shifts of an attack on the map."""
    scenario, start = state.scenario, state.where[piece]
    ground = scenario.board.words("terrain")[target]
    return shifts(scenario, ground, over_river=bool(scenario.wet[start] >> target & 1))


def column_of(state: Bridgehead, piece: PieceIndex, target: Hex) -> int:
    """4 - the column of an attack on the map."""
    attack, defence = strength(state, piece), strength(state, enemy_in(state, target))
    return column(state.scenario, attack, defence, shifts_of(state, piece, target))


def enemy_in(state: Bridgehead, hex_: Hex) -> PieceIndex:
    """1 - the one counter of a hex."""
    return state.stacks[hex_].bit_length() - 1


def lose(state: Bridgehead, piece: PieceIndex, steps: int) -> None:
    """4 - take steps from a counter; without any it leaves the map."""
    state.steps[piece] -= min(steps, state.steps[piece])
    if not state.steps[piece]:
        state.place(piece, OFF_MAP, state.side_of(piece))


@frozen
class Turn(Procedure[Bridgehead]):
    """1 - the next turn, or the end."""

    def run(self, state: Bridgehead) -> None:
        if state.turn == state.scenario.turns:
            state.note("ended", "5")
            return
        state.turn += 1
        state.note("turn", "1", turn=state.turn)
        blue = (Segment(), Move(0), Segment(), Attack(0))
        red = (Segment(), Move(1), Segment(), Attack(1))
        state.ask(*blue, *red, Turn())


@frozen
class Segment(Procedure[Bridgehead]):
    """1 - a segment begins: nobody has moved or attacked in it; without enemies nobody needs to."""

    def run(self, state: Bridgehead) -> None:
        state.used = 0
        if not (state.owned[0] and state.owned[1]):
            state.stack.clear()
            state.note("ended", "5")


@frozen
class Move(Question[Bridgehead]):
    """2 - which counter moves?"""

    rule: ClassVar[str] = "2"
    side: Seat

    def seat(self, state: Bridgehead) -> Seat:
        return self.side

    def options(self, state: Bridgehead) -> Sequence[Action]:
        fresh = numbers(state.owned[self.side] & ~state.used)
        able = [piece for piece in fresh if reach(state, piece)]
        return [*(Action("move", piece) for piece in able), Action("done")]

    def answer(self, state: Bridgehead, action: Action) -> None:
        if action.verb == "move":
            state.ask(To(action.noun), self)


@frozen
class To(Question[Bridgehead]):
    """2 - to which hex?"""

    rule: ClassVar[str] = "2"
    piece: PieceIndex

    def seat(self, state: Bridgehead) -> Seat:
        return state.side_of(self.piece)

    def options(self, state: Bridgehead) -> Sequence[Action]:
        return [Action("to", hex_) for hex_ in numbers(reach(state, self.piece))]

    def answer(self, state: Bridgehead, action: Action) -> None:
        side, start = state.side_of(self.piece), state.where[self.piece]
        state.place(self.piece, action.noun, side)
        state.used |= 1 << self.piece
        facts = {"side": side, "pieces": [self.piece], "start": start, "hex": action.noun}
        state.note("moved", "2", **facts)


@frozen
class Attack(Question[Bridgehead]):
    """4 - which counter attacks?"""

    rule: ClassVar[str] = "4"
    side: Seat

    def seat(self, state: Bridgehead) -> Seat:
        return self.side

    def options(self, state: Bridgehead) -> Sequence[Action]:
        fresh = numbers(state.owned[self.side] & ~state.used)
        able = [piece for piece in fresh if targets(state, piece)]
        return [*(Action("attack", piece) for piece in able), Action("done")]

    def answer(self, state: Bridgehead, action: Action) -> None:
        if action.verb == "attack":
            state.ask(Target(action.noun), self)


@frozen
class Target(Question[Bridgehead]):
    """4 - which enemy does it attack?"""

    rule: ClassVar[str] = "4"
    piece: PieceIndex

    def seat(self, state: Bridgehead) -> Seat:
        return state.side_of(self.piece)

    def options(self, state: Bridgehead) -> Sequence[Action]:
        return [Action("at", hex_) for hex_ in numbers(targets(state, self.piece))]

    def answer(self, state: Bridgehead, action: Action) -> None:
        state.ask(Fight(self.piece, action.noun))


@frozen
class Fight(Question[Bridgehead]):
    """4 - the one answer is given by the player himself, since it throws; undo goes back."""

    rule: ClassVar[str] = "4"
    piece: PieceIndex
    target: Hex

    def seat(self, state: Bridgehead) -> Seat:
        return state.side_of(self.piece)

    def options(self, state: Bridgehead) -> Sequence[Action]:
        return [Action("fight")]

    def answer(self, state: Bridgehead, action: Action) -> None:
        state.used |= 1 << self.piece
        state.ask(Throw(self.piece, self.target))


@frozen
class Throw(Question[Bridgehead]):
    """4 - the die of a fight."""

    rule: ClassVar[str] = "4"
    piece: PieceIndex
    target: Hex

    def seat(self, state: Bridgehead) -> Seat:
        return CHANCE

    def options(self, state: Bridgehead) -> Sequence[Action]:
        return D6.throws

    def answer(self, state: Bridgehead, action: Action) -> None:
        piece, target, side = self.piece, self.target, state.side_of(self.piece)
        enemy, read = enemy_in(state, target), column_of(state, piece, target)
        attacker, defender = state.scenario.results.result(read, action.noun)
        facts = {"side": side, "pieces": [piece], "hex": target, "target": enemy}
        result = f"{attacker}/{defender}"
        state.note("fought", "4", **facts, die=action.noun, column=read, result=result)
        lose(state, piece, attacker)
        lose(state, enemy, defender)
        if state.steps[piece] and not state.steps[enemy]:
            state.place(piece, target, side)


class BridgeheadNotation(Notation[Bridgehead]):
    """Positions as text; one written by hand that asks nothing opens with Blue's movement."""

    def open(self, state: Bridgehead, root: object) -> None:
        state.turn -= 1
        state.ask(Turn())
        state.run_on()


NOTATION = BridgeheadNotation("bridgehead", askable(sys.modules[__name__]))
