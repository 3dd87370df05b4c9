"""The questions of arrivals, rail, command, movement and rally.

Rules live in the chapter modules; a question only says who chooses, among what, and which rule
carries the choice out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.answers import Picked
from grognard.engine.bits import MOST, Picker, numbers, select
from grognard.engine.game import CHANCE, Action, Procedure, Question, Seat, frozen
from grognard.engine.meaning import PieceIndex
from grognard.games.petrograd import arrivals, movement, rally
from grognard.games.petrograd.city import entered
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.sight import hidden
from grognard.games.petrograd.state import Petrograd
from grognard.kit.dice import TWO_D6

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex

TO: Final = tuple(Action("to", hex_) for hex_ in range(MOST))
GOALS: Final = Picker(TO)
RAIL: Final = tuple(Action("rail", piece) for piece in range(MOST))
TRAVELLERS: Final = Picker(RAIL)
REFIT: Final = tuple(Action("refit", piece) for piece in range(MOST))
DIG: Final = tuple(Action("dig", hex_) for hex_ in range(MOST))
DIGGINGS: Final = Picker(DIG)
STAY: Final = Action("stay")
WAIT: Final = Action("wait")
DONE: Final = Action("done")
PRESS: Final = Action("press")
LEAVE: Final = Action("leave")


def carry(state: Petrograd, side: Side, piece: PieceIndex, hex_: Hex, kind: str, rule: str) -> None:
    """7.1, 1.7 - move a piece and note it, with what the enemy could never see."""
    enemy, start = ENEMY[side], state.where[piece]
    is_told = state.events is not None
    unseen = hidden(state, enemy) >> piece & 1 if is_told else 0
    if start < 0:
        unseen = state.scenario.kinds.troops >> piece & 1
    state.put(piece, hex_)
    entered(state, side, 1 << piece, hex_)
    if is_told:
        unseen &= hidden(state, enemy) >> piece & 1
        secret = [piece] if unseen else []
        state.note(kind, rule, side=side, pieces=[piece], start=start, hex=hex_, hidden=secret)


# 3 Arrivals


@frozen
class Arrival(Procedure[Petrograd]):
    """3.2 - a piece is due: its owner is asked, if a hex is open to it."""

    side: Side
    piece: PieceIndex

    def run(self, state: Petrograd) -> None:
        """3.2 - without an open hex it waits."""
        if arrivals.entry_hexes(state, self.piece):
            state.ask(Arrive(self.side, self.piece))


@frozen
class Arrive(Question[Petrograd]):
    """3.2 - where a piece arrives; ``wait`` leaves it for a later turn."""

    rule: ClassVar[str] = "3.2"
    side: Side
    piece: PieceIndex

    def seat(self, state: Petrograd) -> Seat:
        return self.side

    def options(self, state: Petrograd) -> Sequence[Action]:
        return Picked(GOALS, arrivals.entry_hexes(state, self.piece), [WAIT])

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "wait":
            return
        entries = state.scenario.tables.entries
        by_rail = state.scenario.pieces[self.piece].entry == "nikolaev"
        if by_rail and not state.delayed >> self.piece & 1 and action.noun != entries.nikolaev:
            state.detrained |= 1 << self.piece
        state.returns[self.piece] = 0
        state.delayed &= ~(1 << self.piece)
        carry(state, self.side, self.piece, action.noun, "arrived", "3.2")


@frozen
class Prize(Procedure[Petrograd]):
    """3.5 - the captured train appears after White's combats."""

    side: Side

    def run(self, state: Petrograd) -> None:
        """3.5 - once, from turn 2 on, where White controls the station."""
        tables = state.scenario.tables
        if self.side is not Side.WHITE or state.prize_taken or state.turn < tables.prize_from_turn:
            return
        open_ = state.control[Side.WHITE] & ~state.occupied(Side.RED)
        stations = [hex_ for hex_ in tables.prize_hexes if open_ >> hex_ & 1]
        if len(stations) > 1:
            state.ask(Station())
        elif stations:
            capture(state, stations[0])


def capture(state: Petrograd, hex_: Hex) -> None:
    """3.5 - Talabchanin appears."""
    state.prize_taken = True
    piece = state.scenario.tables.prize
    state.put(piece, hex_)
    state.note("captured_train", "3.5", side=Side.WHITE, pieces=[piece], hex=hex_)


@frozen
class Station(Question[Petrograd]):
    """3.5 - at which station the captured train appears."""

    rule: ClassVar[str] = "3.5"

    def seat(self, state: Petrograd) -> Seat:
        return Side.WHITE

    def options(self, state: Petrograd) -> Sequence[Action]:
        return [TO[hex_] for hex_ in state.scenario.tables.prize_hexes]

    def answer(self, state: Petrograd, action: Action) -> None:
        capture(state, action.noun)


# 7.5 Rail


@frozen
class Rail(Question[Petrograd]):
    """7.5 - which piece goes by rail next; ``done`` ends it."""

    rule: ClassVar[str] = "7.5"
    side: Side

    def seat(self, state: Petrograd) -> Seat:
        return self.side

    def options(self, state: Petrograd) -> Sequence[Action]:
        return Picked(TRAVELLERS, arrivals.may_entrain(state, self.side), [DONE])

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "rail":
            state.ask(RailTo(self.side, action.noun), self)


@frozen
class RailTo(Question[Petrograd]):
    """7.5 - where a piece goes by rail."""

    rule: ClassVar[str] = "7.5"
    side: Side
    piece: PieceIndex

    def seat(self, state: Petrograd) -> Seat:
        return self.side

    def options(self, state: Petrograd) -> Sequence[Action]:
        return Picked(GOALS, arrivals.rail_hexes(state, self.piece), [STAY])

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "to":
            state.moved |= 1 << self.piece
            state.rail_left -= arrivals.load_of(state, self.piece)
            carry(state, self.side, self.piece, action.noun, "entrained", "7.5")


# 10.2 Vetrenko


@frozen
class PressVetrenko(Procedure[Petrograd]):
    """10.2 - White may press Vetrenko, from turn 3 on, while troops of 3 Div could go east."""

    def run(self, state: Petrograd) -> None:
        """10.2 - with Rodzianko beside his HQ he obeys without a throw."""
        vetrenko = state.scenario.tables.vetrenko
        post, leader = (state.where[piece] for piece in (vetrenko.headquarters, vetrenko.leader))
        if state.turn < vetrenko.from_turn or not division(state):
            return
        if post >= 0 and post == leader:
            state.vetrenko_obeys = True
            state.note("vetrenko_led", "10.2", side=Side.WHITE)
        else:
            state.ask(Press())


def division(state: Petrograd) -> list[PieceIndex]:
    """10.2 - the troops of 3 Div on the map."""
    scenario = state.scenario
    troops = state.owned[Side.WHITE] & scenario.kinds.troops
    formation = scenario.tables.vetrenko.formation
    return [p for p in numbers(troops) if scenario.pieces[p].formation == formation]


@frozen
class Press(Question[Petrograd]):
    """10.2 - whether White presses Vetrenko to march east of column 33."""

    rule: ClassVar[str] = "10.2"

    def seat(self, state: Petrograd) -> Seat:
        return Side.WHITE

    def options(self, state: Petrograd) -> Sequence[Action]:
        return [PRESS, LEAVE]

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "press":
            state.ask(VetrenkoThrow())


@frozen
class VetrenkoThrow(Question[Petrograd]):
    """10.2 - whether Vetrenko obeys."""

    rule: ClassVar[str] = "10.2"

    def seat(self, state: Petrograd) -> Seat:
        return CHANCE

    def options(self, state: Petrograd) -> Sequence[Action]:
        return TWO_D6.throws

    def answer(self, state: Petrograd, action: Action) -> None:
        total = TWO_D6.total(action.noun)
        state.vetrenko_obeys = total >= state.scenario.tables.vetrenko.obeys_from
        kind = "vetrenko_obeys" if state.vetrenko_obeys else "vetrenko_refuses"
        state.note(kind, "10.2", side=Side.WHITE, number=total)


# 7 Movement


@frozen
class MoveTo(Question[Petrograd]):
    """7.1 - where a piece moves; ``stay`` leaves it where it is."""

    rule: ClassVar[str] = "7.1"
    side: Side
    piece: PieceIndex

    def seat(self, state: Petrograd) -> Seat:
        return self.side

    def options(self, state: Petrograd) -> Sequence[Action]:
        return Picked(GOALS, movement.reach(state, self.piece), [STAY])

    def answer(self, state: Petrograd, action: Action) -> None:
        state.moved |= 1 << self.piece
        if action.verb == "to":
            carry(state, self.side, self.piece, action.noun, "moved", "7.1")


# 9 Rally


@frozen
class Refit(Procedure[Petrograd]):
    """9.3 - Red may refit troops from march battalions."""

    side: Side

    def run(self, state: Petrograd) -> None:
        """9.3 - ask, while there is somebody to refit."""
        if self.side is Side.RED and rally.may_refit(state):
            state.ask(Refitting())


@frozen
class Refitting(Question[Petrograd]):
    """9.3 - which troops take one SP of a march battalion; ``done`` ends it."""

    rule: ClassVar[str] = "9.3"

    def seat(self, state: Petrograd) -> Seat:
        return Side.RED

    def options(self, state: Petrograd) -> Sequence[Action]:
        return [*select(REFIT, rally.may_refit(state)), DONE]

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "refit":
            rally.refit(state, action.noun)
            state.ask(Refit(Side.RED))


@frozen
class Dig(Procedure[Petrograd]):
    """9.2 - a side may dig in so many more hexes."""

    side: Side
    number: int

    def run(self, state: Petrograd) -> None:
        """9.2 - ask, while there is a hex to dig in."""
        if self.number and rally.may_dig(state, self.side):
            state.ask(Digging(self.side, self.number))


@frozen
class Digging(Question[Petrograd]):
    """9.2 - in which hex troops dig in; ``done`` ends it."""

    rule: ClassVar[str] = "9.2"
    side: Side
    number: int

    def seat(self, state: Petrograd) -> Seat:
        return self.side

    def options(self, state: Petrograd) -> Sequence[Action]:
        return Picked(DIGGINGS, rally.may_dig(state, self.side), [DONE])

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "dig":
            rally.dig(state, self.side, action.noun)
            state.ask(Dig(self.side, self.number - 1))
