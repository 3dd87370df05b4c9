"""The questions of weather, arrivals, movement, command, bridges and engineering.

Rules live in the chapter modules; a question only says who chooses, among what, and which rule
carries the choice out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.answers import Picked
from grognard.engine.bits import MOST, Picker, bits_of, numbers, select
from grognard.engine.game import CHANCE, Action, Procedure, Question, Seat, frozen
from grognard.engine.hexmap import Hex
from grognard.engine.meaning import PieceIndex, Pieces
from grognard.games.eastfront import (
    arrivals,
    command,
    engineering,
    movement,
    overrunning,
    sight,
    weather,
)
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.state import Luga
from grognard.games.eastfront.zones import zone_of_control
from grognard.kit.dice import D10

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Region

TO: Final = tuple(Action("to", hex_) for hex_ in range(MOST))
GOALS: Final = Picker(TO)
MOVE: Final = tuple(Action("move", piece) for piece in range(MOST))
MOVERS: Final = Picker(MOVE)
WITH: Final = tuple(Action("with", piece) for piece in range(MOST))
OVERRUN: Final = tuple(Action("overrun", hex_) for hex_ in range(MOST))
ACTIVATE: Final = tuple(Action("activate", piece) for piece in range(MOST))
ACTIVATED: Final = Picker(ACTIVATE)
CONVERT: Final = tuple(Action("convert", hex_) for hex_ in range(MOST))
STAY: Final = Action("stay")
DONE: Final = Action("done")
RELEASE: Final = Action("release")
KEEP: Final = Action("keep")


def carry(
    state: Luga, side: Side, pieces: Pieces, hex_: Hex, kind: str, rule: str, way: Sequence[Hex]
) -> None:
    """10.1, 26.1, 1.4 - move pieces by some hexes and note it, as far as the enemy may know."""
    was = None if state.events is None else sight.hidden(state, ENEMY[side])
    start = -1
    for piece in numbers(pieces):
        start = state.where[piece]
        state.put(piece, hex_)
    if len(way) > 1:
        state.hold(bits_of(way), side)
    if state.events is not None:
        facts = {"start": start, "hex": hex_, "path": list(way)}
        sight.tell(state, kind, rule, side, pieces, was=was, **facts)
    sight.look(state)


# 5 Weather


@frozen
class WeatherThrow(Question[Luga]):
    """5.1 - the weather of this turn."""

    rule: ClassVar[str] = "5.1"

    def seat(self, state: Luga) -> Seat:
        return CHANCE

    def options(self, state: Luga) -> Sequence[Action]:
        return D10.throws

    def answer(self, state: Luga, action: Action) -> None:
        die = D10.total(action.noun)
        weather.set_weather(state, weather.read_die(state, die), die)


# 8 Arrivals and withdrawals


@frozen
class Arrival(Procedure[Luga]):
    """8.1 - a piece is due: its owner is asked, if a hex is open to it."""

    side: Side
    piece: PieceIndex

    def run(self, state: Luga) -> None:
        """8.1 - without an open hex it waits, and may come elsewhere later."""
        if arrivals.entry_hexes(state, self.piece):
            state.ask(Arrive(self.side, self.piece))
        else:
            state.delayed |= 1 << self.piece
            state.note("delayed", "8.1", side=self.side, pieces=[self.piece])


@frozen
class Arrive(Question[Luga]):
    """8.1 - where a piece arrives."""

    rule: ClassVar[str] = "8.1"
    side: Side
    piece: PieceIndex

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        return Picked(GOALS, arrivals.entry_hexes(state, self.piece))

    def answer(self, state: Luga, action: Action) -> None:
        carry(state, self.side, 1 << self.piece, action.noun, "arrived", "8.1", ())
        arrivals.arrive(state, self.piece)


@frozen
class Withdrawal(Question[Luga]):
    """8.2 - whether the German side lets its division go, or keeps it and loses points."""

    rule: ClassVar[str] = "8.2"

    def seat(self, state: Luga) -> Seat:
        return Side.GERMAN

    def options(self, state: Luga) -> Sequence[Action]:
        return [RELEASE, KEEP]

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "keep":
            state.kept = True
            state.note("kept", "8.2", side=Side.GERMAN)
        else:
            arrivals.withdraw(state)


# 7.2 Command


@frozen
class Activation(Question[Luga]):
    """7.2 - which unit on foot an HQ activates next; ``done`` ends it."""

    rule: ClassVar[str] = "7.2"

    def seat(self, state: Luga) -> Seat:
        return Side.SOVIET

    def options(self, state: Luga) -> Sequence[Action]:
        return Picked(ACTIVATED, command.may_activate(state), [DONE])

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "activate":
            command.activate(state, action.noun)
            if command.may_activate(state):
                state.ask(self)


# 10 Movement


@frozen
class Movement(Question[Luga]):
    """10.1 - which unit moves next; ``done`` ends the phase."""

    rule: ClassVar[str] = "10.1"
    side: Side

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        return Picked(MOVERS, movement.movers(state, self.side), [DONE])

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "move":
            state.group, state.spent = 1 << action.noun, 0
            state.ask(MOVE_TO[self.side], self)


def companions(state: Luga, side: Side) -> Pieces:
    """10.1 - who may still join the units that are about to move: whoever began beside them."""
    if state.spent or state.moved & state.group:
        return 0
    others = state.stacks[state.where[state.group.bit_length() - 1]] & ~state.group
    return others and others & movement.movers(state, side)


@frozen
class MoveTo(Question[Luga]):
    """10.1, 11.4 - where units move, who goes with them, what they overrun; ``stay`` ends it."""

    rule: ClassVar[str] = "10.1"
    side: Side

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        more = [STAY]
        if targets := overrunning.targets(state, state.group):
            more = [*select(OVERRUN, targets), STAY]
        if joining := companions(state, self.side):
            more = [*select(WITH, joining), *more]
        return Picked(GOALS, self.goals(state), more)

    def goals(self, state: Luga) -> Region:
        """10.1 - where they may go; units that have moved go on only after an overrun."""
        if not state.moved & state.group:
            return movement.reach_of(state, state.group, remember=False)
        return 0

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "with":
            state.group |= 1 << action.noun
            state.ask(self)
        elif action.verb == "overrun":
            state.moved |= state.group
            state.ask(overrunning.Overrun(self.side, state.group, action.noun), GoOn(self.side))
        elif action.verb == "to":
            self.move(state, action.noun)
        else:
            stop(state)

    def move(self, state: Luga, hex_: Hex) -> None:
        """10.1 - go to a hex; whoever may overrun from there is asked once more."""
        group = state.group
        may_run = not group & ~overrunning.overrunners(state)
        if may_run:
            may_run = bool(state.material.map.around[hex_] & state.occupied(ENEMY[self.side]))
        spent = movement.cost_of(state, group, hex_) if may_run else 0
        way = movement.way_of(state, self.side, group, hex_)
        carry(state, self.side, group, hex_, "moved", "10.1", way)
        state.moved |= group
        state.spent = spent
        if spent and overrunning.targets(state, group):
            state.ask(self)
        else:
            stop(state)


MOVE_TO: Final = tuple(MoveTo(side) for side in Side)


def stop(state: Luga) -> None:
    """10.1 - the units that moved have moved."""
    state.moved |= state.group
    state.group, state.spent = 0, 0


@frozen
class GoOn(Procedure[Luga]):
    """11.4.4 - after an overrun the winners go on with what is left; losers have stopped."""

    side: Side

    def run(self, state: Luga) -> None:
        """11.4.4 - who stands in another enemy zone may only overrun again."""
        if not state.group:
            stop(state)
            return
        here = state.where[state.group.bit_length() - 1]
        if not zone_of_control(state, ENEMY[self.side]) >> here & 1:
            state.moved &= ~state.group
        state.ask(MoveTo(self.side))


# 11.3 Bridges


@frozen
class Blow(Question[Luga]):
    """11.3 - which bridge the Soviet side tries to blow next; ``done`` ends it."""

    rule: ClassVar[str] = "11.3"

    def seat(self, state: Luga) -> Seat:
        return Side.SOVIET

    def options(self, state: Luga) -> Sequence[Action]:
        return [*(Action("blow", number) for number in engineering.may_blow(state)), DONE]

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "blow":
            state.ask(BlowThrow(action.noun), Bridges())


@frozen
class Bridges(Procedure[Luga]):
    """11.3 - after the German declarations the Soviet side may try to blow bridges."""

    def run(self, state: Luga) -> None:
        """11.3 - ask, while there is a bridge to try."""
        if engineering.may_blow(state):
            state.ask(Blow())


@frozen
class BlowThrow(Question[Luga]):
    """11.3 - whether a bridge is blown."""

    rule: ClassVar[str] = "11.3"
    number: int

    def seat(self, state: Luga) -> Seat:
        return CHANCE

    def options(self, state: Luga) -> Sequence[Action]:
        return D10.throws

    def answer(self, state: Luga, action: Action) -> None:
        die = D10.total(action.noun)
        engineering.blow(state, self.number, die)


# 18.3 Engineering


@frozen
class Repair(Procedure[Luga]):
    """11.3, 18.3 - engineers of a side may repair bridges."""

    side: Side

    def run(self, state: Luga) -> None:
        """11.3 - ask, while there is a bridge to repair."""
        if engineering.may_repair(state, self.side):
            state.ask(Repairing(self.side))


@frozen
class Repairing(Question[Luga]):
    """11.3 - which bridge is repaired next; ``done`` ends it."""

    rule: ClassVar[str] = "11.3"
    side: Side

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        found = engineering.may_repair(state, self.side)
        return [*(Action("repair", number) for number in found), DONE]

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "repair":
            engineering.repair(state, self.side, action.noun)
            state.ask(Repair(self.side))


@frozen
class Convert(Procedure[Luga]):
    """6.5 - the German side may convert so many more railway hexes, on from the last."""

    left: int
    last: Hex

    def run(self, state: Luga) -> None:
        """6.5 - ask, while there is a hex to convert."""
        if self.left and engineering.may_convert(state, self.last):
            state.ask(Converting(self.left, self.last))


@frozen
class Converting(Question[Luga]):
    """6.5 - which railway hex is converted next; ``done`` ends it."""

    rule: ClassVar[str] = "6.5"
    left: int
    last: Hex

    def seat(self, state: Luga) -> Seat:
        return Side.GERMAN

    def options(self, state: Luga) -> Sequence[Action]:
        return [*select(CONVERT, engineering.may_convert(state, self.last)), DONE]

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "convert":
            state.converted |= 1 << action.noun
            state.note("converted", "6.5", side=Side.GERMAN, hexes=[action.noun])
            state.ask(Convert(self.left - 1, action.noun))


# 7.4 Recovery


@frozen
class Recovery(Question[Luga]):
    """7.4 - whether a Soviet HQ becomes operational."""

    rule: ClassVar[str] = "7.4"
    piece: PieceIndex

    def seat(self, state: Luga) -> Seat:
        return CHANCE

    def options(self, state: Luga) -> Sequence[Action]:
        return D10.throws

    def answer(self, state: Luga, action: Action) -> None:
        die = D10.total(action.noun)
        command.recover(state, self.piece, die)
