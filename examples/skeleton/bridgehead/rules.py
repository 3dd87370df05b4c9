"""The rules: the position, the questions that are asked, and what an answer does."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

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
from grognard.kit.reckoning import Change, Factor, changed, total
from grognard.kit.zones import Zones

if TYPE_CHECKING:
    from collections.abc import Sequence


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
        """5 - who has won."""
        return leader(self) if self.is_over else None


def leader(state: Bridgehead) -> Seat:
    """5 - Blue, with a counter in the town or alone on the map; else Red."""
    return 0 if state.is_held_by(state.scenario.town, 0) or not state.owned[1] else 1


@lru_cache
def zones(scenario: Scenario) -> Zones:
    """3 - the one place that says where zones reach: not across a river without a bridge."""
    return Zones(scenario.board.map, scenario.wet)


def zone(state: Bridgehead, side: Seat) -> Region:
    """3 - the zone of a side."""
    return zones(state.scenario).around(state.held[side])


def reach(state: Bridgehead, piece: PieceIndex) -> Region:
    """2, 3 - where a counter may move."""
    scenario, enemy = state.scenario, 1 - state.side_of(piece)
    closed, allowance = state.held[0] | state.held[1], scenario.pieces[piece].move
    leg = Leg(state.where[piece], 0, allowance, zone(state, enemy), closed, ZoneLaw())
    return scenario.paths.reach(leg)


def attackers(state: Bridgehead, side: Seat, target: Hex) -> Pieces:
    """4 - the counters that stand next to a hex and have not attacked."""
    around = state.material.map.around[target]
    fresh = numbers(state.owned[side] & ~state.used)
    return sum(1 << piece for piece in fresh if around >> state.where[piece] & 1)


def factor(state: Bridgehead, piece: PieceIndex) -> Factor:
    """4 - what a counter counts: with one step half, rounded up."""
    printed = state.scenario.pieces[piece].strength
    halved = [Change("4", "reduced", (printed + 1) // 2)] if state.steps[piece] == 1 else []
    return changed(piece, "4", printed, halved)


def shifts(scenario: Scenario, ground: str, *, over_river: bool) -> list[Modifier]:
    """4 - the column shifts of a fight, each with its reason."""
    reasons = [ground, "river"] if over_river else [ground]
    return [Modifier("4", scenario.shifts[one], one) for one in reasons if one in scenario.shifts]


def column(scenario: Scenario, attack: int, defence: int, found: Sequence[Modifier]) -> int:
    """4 - the column that is read."""
    shift = sum(one.value for one in found)
    return scenario.results.column(LADDER.step(attack, defence), shift)


class Sums:
    """4 - an attack on the map, reckoned: log, odds and the board all read this."""

    def __init__(self, state: Bridgehead, target: Hex, joined: Pieces) -> None:
        scenario = state.scenario
        self.enemy = state.stacks[target].bit_length() - 1
        self.attack = [factor(state, piece) for piece in numbers(joined)]
        self.defence = [factor(state, self.enemy)]
        starts, banks = state.hexes_of(joined), scenario.wet[target]
        self.shifts = shifts(scenario, scenario.ground[target], over_river=not starts & ~banks)
        self.ratio = LADDER.step(total(self.attack), total(self.defence))
        self.column = column(scenario, total(self.attack), total(self.defence), self.shifts)


def lose(state: Bridgehead, pieces: Sequence[PieceIndex], steps: int) -> None:
    """4 - take steps, from the strongest first; a counter without any leaves the map."""
    for _ in range(steps):
        left = [piece for piece in pieces if state.steps[piece]]
        if left:
            hit = max(left, key=lambda piece: factor(state, piece).value)
            state.steps[hit] -= 1
            if not state.steps[hit]:
                state.place(hit, OFF_MAP, state.side_of(hit))


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
    """1, 5 - a segment begins; where a side has no counter left, the game is over."""

    def run(self, state: Bridgehead) -> None:
        state.used = 0
        if not all(state.owned):
            state.stack.clear()
            state.note("ended", "5")


@frozen
class Asked(Question[Bridgehead]):
    """A question to the side whose segment it is."""

    segment: ClassVar[str] = "combat"
    side: Seat

    def seat(self, state: Bridgehead) -> Seat:
        return self.side


@frozen
class Move(Asked):
    """2 - which counter moves."""

    rule: ClassVar[str] = "2"
    segment: ClassVar[str] = "movement"

    def options(self, state: Bridgehead) -> Sequence[Action]:
        fresh = numbers(state.owned[self.side] & ~state.used)
        able = [Action("move", piece) for piece in fresh if reach(state, piece)]
        return [*able, Action("done")]

    def answer(self, state: Bridgehead, action: Action) -> None:
        if action.verb == "move":
            state.ask(MoveTo(self.side, action.noun), self)


@frozen
class MoveTo(Asked):
    """2 - to which hex it moves."""

    rule: ClassVar[str] = "2"
    segment: ClassVar[str] = "movement"
    piece: PieceIndex

    def options(self, state: Bridgehead) -> Sequence[Action]:
        return [Action("to", hex_) for hex_ in numbers(reach(state, self.piece))]

    def answer(self, state: Bridgehead, action: Action) -> None:
        start, there = state.where[self.piece], action.noun
        state.place(self.piece, there, self.side)
        state.used |= 1 << self.piece
        state.note("moved", "2", side=self.side, pieces=[self.piece], start=start, hex=there)


@frozen
class Attack(Asked):
    """4 - which hex is attacked."""

    rule: ClassVar[str] = "4"

    def options(self, state: Bridgehead) -> Sequence[Action]:
        enemies = numbers(state.held[1 - self.side])
        able = [Action("attack", hex_) for hex_ in enemies if attackers(state, self.side, hex_)]
        return [*able, Action("done")]

    def answer(self, state: Bridgehead, action: Action) -> None:
        if action.verb == "attack":
            state.ask(Join(self.side, action.noun, 0), self)


@frozen
class Join(Asked):
    """4 - who joins the attack, until it is fought: the player himself says when."""

    rule: ClassVar[str] = "4"
    target: Hex
    joined: Pieces

    def options(self, state: Bridgehead) -> Sequence[Action]:
        able = numbers(attackers(state, self.side, self.target) & ~self.joined)
        fight = [Action("fight")] if self.joined else []
        return [*(Action("join", piece) for piece in able), *fight]

    def answer(self, state: Bridgehead, action: Action) -> None:
        if action.verb == "join":
            state.ask(Join(self.side, self.target, self.joined | 1 << action.noun))
        else:
            state.used |= self.joined
            state.ask(Throw(self.side, self.target, self.joined))


@frozen
class Throw(Join):
    """4 - the die of a fight, and what it brings."""

    def seat(self, state: Bridgehead) -> Seat:
        return CHANCE

    def options(self, state: Bridgehead) -> Sequence[Action]:
        return D6.throws

    def answer(self, state: Bridgehead, action: Action) -> None:
        sums, pieces = Sums(state, self.target, self.joined), numbers(self.joined)
        lost, killed = state.scenario.results.result(sums.column, action.noun)
        place = {"side": self.side, "pieces": pieces, "hex": self.target}
        read = state.scenario.results.columns[sums.column]
        result = f"{lost}/{killed}"
        state.note("fought", "4", **place, die=action.noun, column=read, result=result)
        lose(state, pieces, lost)
        lose(state, [sums.enemy], killed)
        left = [piece for piece in pieces if state.steps[piece]]
        if left and not state.steps[sums.enemy]:
            state.place(left[0], self.target, self.side)
            state.note("advanced", "4", side=self.side, pieces=left[:1], hex=self.target)


NOTATION: Notation[Bridgehead] = Notation("bridgehead", askable(sys.modules[__name__]))
