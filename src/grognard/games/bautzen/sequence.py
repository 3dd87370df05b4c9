"""2 - The sequence of play, to be read from top to bottom beside the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.answers import Picked
from grognard.engine.bits import MARKS, MOST, Picker, numbers
from grognard.engine.game import CHANCE, Action, Procedure, Question, Routine, Seat, frozen
from grognard.games.bautzen import combat, reinforcements, setup, supply, victory
from grognard.games.bautzen.fighting import Compose
from grognard.games.bautzen.printed import (
    PARTS,
    STAGES,
    Scenario,
    Segment,
    Side,
    Stage,
)
from grognard.games.bautzen.printed import (
    SEGMENTS as SEGMENTS,
)
from grognard.games.bautzen.questions import THROWS, MoveTo, Release, SetUpPiece
from grognard.games.bautzen.state import Bautzen

if TYPE_CHECKING:
    from collections.abc import Sequence


MOVE: Final = tuple(Action("move", piece) for piece in range(MOST))
MOVERS: Final = Picker(MOVE)
STACK: Final = tuple(Action("stack", hex_) for hex_ in range(MOST))
ATTACK: Final = tuple(Action("attack", hex_) for hex_ in range(MOST))
DONE: Final = Action("done")
FREE: Final = Action("free")


def _by_side(stage: Stage) -> tuple[int, ...]:
    """Return by side the number of its segment of a stage."""
    return tuple(PARTS.index(Segment(stage, side)) for side in Side)


SUPPLY: Final = _by_side(Stage.SUPPLY)
MOVEMENT: Final = _by_side(Stage.MOVEMENT)
COMBAT: Final = _by_side(Stage.COMBAT)


def begin(scenario: Scenario) -> Bautzen:
    """12, 2 - a new game: the Allied side sets up, then the German, then turn 1 begins."""
    state = Bautzen(scenario)
    held = scenario.tables.held_formations
    state.held_back = sum(scenario.formations[name] for name in held)
    state.aircraft = sum(1 << air for air in numbers(scenario.aircraft)[: scenario.air_at_start])
    state.control[Side.GERMAN] = 1 << scenario.victory.capital
    open_at(state, PARTS[0])
    return state


@frozen
class Turn(Procedure[Bautzen]):
    """2 - one turn: the phase of the first side, then that of the other."""

    number: int

    def run(self, state: Bautzen) -> None:
        """2 - supply, movement and combat of each side, then the next turn, if one is left."""
        self.open(state, course(state.scenario))

    def open(self, state: Bautzen, segments: Sequence[Segment]) -> None:
        """2 - begin the turn with the first of these segments, then the others, then the next."""
        last = self.number == state.scenario.turns
        following = EndOfGame() if last else Turn(self.number + 1)
        state.turn = self.number
        state.aircraft_used = 0
        state.note("turn", "2", turn=self.number)
        state.ask(*map(opening, segments), following)


def course(scenario: Scenario) -> list[Segment]:
    """2 - the segments of a turn in the order of play."""
    sides = (scenario.first, scenario.first.enemy)
    return [Segment(stage, side) for side in sides for stage in STAGES]


def open_at(state: Bautzen, segment: Segment) -> None:
    """2 - begin in the middle: open a segment of the current turn, with what follows it."""
    if segment.stage is Stage.SETUP:
        state.ask(*_setups(state.scenario), Turn(1))
    else:
        segments = course(state.scenario)
        Turn(state.turn).open(state, segments[segments.index(segment) :])
    state.run_on()


def _setups(scenario: Scenario) -> list[OfferSetUp]:
    """12 - the sides in the order in which they set up."""
    return [OfferSetUp(side) for side in dict.fromkeys(area.side for area in scenario.areas)]


@frozen
class EndOfGame(Procedure[Bautzen]):
    """13 - after the last turn the winner is found; nothing is left to ask."""

    def run(self, state: Bautzen) -> None:
        """13 - note who has won."""
        state.note("victory", "13", side=victory.winner(state), standing=victory.standing(state))


@frozen
class OfferSetUp(Question[Bautzen]):
    """12 - take a ready-made set-up, or place every unit freely.

    Where the enemy stands in a hex of the ready-made one, the units of that hex are placed freely.
    """

    rule: ClassVar[str] = "12"
    side: Side

    def seat(self, state: Bautzen) -> Seat:
        return self.side

    def options(self, state: Bautzen) -> Sequence[Action]:
        ready = range(len(state.scenario.ready))
        return [*(Action("ready", number) for number in ready), FREE]

    def answer(self, state: Bautzen, action: Action) -> None:
        if action.verb == "ready":
            pieces = setup.put_ready(state, self.side, action.noun)
        else:
            pieces = setup.to_place(state, self.side)
        state.ask(*[SetUpPiece(self.side, piece) for piece in pieces])

    def routine(self, state: Bautzen, action: Action) -> Routine:
        return Routine.YES if action == FREE else Routine.NO


@frozen
class SupplySegment(Procedure[Bautzen]):
    """2, 7.2, 11 - supply columns arrive, and Allied reinforcements."""

    side: Side

    def run(self, state: Bautzen) -> None:
        """7.2 - the Allied side receives its columns outright, the German throws for them."""
        state.segment = SUPPLY[self.side]
        tables = state.scenario.tables
        if self.side is Side.ALLIED:
            supply.receive_convoys(state, Side.ALLIED, tables.allied_convoys, "7.2")
            if state.turn >= tables.reinforcement_from_turn:
                state.ask(ReinforcementThrow())
        elif state.turn >= tables.german_convoys_from_turn:
            state.ask(GermanConvoyThrow())


@frozen
class GermanConvoyThrow(Question[Bautzen]):
    """7.2 - how many supply columns the German side receives."""

    rule: ClassVar[str] = "7.2"

    def seat(self, state: Bautzen) -> Seat:
        return CHANCE

    def options(self, state: Bautzen) -> Sequence[Action]:
        return THROWS

    def answer(self, state: Bautzen, action: Action) -> None:
        number = state.scenario.tables.german_convoys[action.noun]
        state.note("convoy_throw", "7.2", side=Side.GERMAN, die=action.noun, number=number)
        supply.receive_convoys(state, Side.GERMAN, number, "7.2")


@frozen
class ReinforcementThrow(Question[Bautzen]):
    """11.1 - the Allied throw on the reinforcement table."""

    rule: ClassVar[str] = "11.1"

    def seat(self, state: Bautzen) -> Seat:
        return CHANCE

    def options(self, state: Bautzen) -> Sequence[Action]:
        return THROWS

    def answer(self, state: Bautzen, action: Action) -> None:
        if reinforcements.arrive(state, action.noun):
            state.ask(Release())


@frozen
class MovementSegment(Procedure[Bautzen]):
    """2 - check own supply, then move."""

    side: Side

    def run(self, state: Bautzen) -> None:
        """2, 7.1 - every piece may move once from here on."""
        state.segment = MOVEMENT[self.side]
        state.moved = state.attacked = state.supported = state.retreated = 0
        state.note("segment", "2", side=self.side, segment="movement")
        supply.check(state, self.side)
        state.ask(Movement(self.side))


@frozen
class Movement(Question[Bautzen]):
    """4.1 - which piece moves next, or which stack together; ``done`` ends the segment."""

    rule: ClassVar[str] = "4.1"
    side: Side

    def seat(self, state: Bautzen) -> Seat:
        return self.side

    def options(self, state: Bautzen) -> Sequence[Action]:
        side, stacks = self.side, state.stacks
        idle = state.owned[side]
        if state.waiting[side]:
            idle |= supply.may_enter(state, side)
        idle ^= idle & state.moved
        crowded = state.crowded & (state.held[side] | state.convoys_at[side])
        others = [DONE]
        while crowded:  # from the highest hex to the lowest
            hex_ = crowded.bit_length() - 1
            crowded -= MARKS[hex_]
            movers = stacks[hex_] & idle
            if movers & (movers - 1):
                others.append(STACK[hex_])
        others.reverse()
        return Picked(MOVERS, idle, others)

    def answer(self, state: Bautzen, action: Action) -> None:
        if action.verb == "done":
            return
        if action.verb == "stack":
            pieces = state.stacks[action.noun] & ~state.moved
        else:
            pieces = 1 << action.noun
        state.moved |= pieces
        state.ask(MoveTo(self.side, pieces), self)


@frozen
class CombatSegment(Procedure[Bautzen]):
    """2 - check own supply, then attack."""

    side: Side

    def run(self, state: Bautzen) -> None:
        """2, 8.1, 8.5.3 - every unit may attack once; marks of the last segment are gone."""
        state.segment = COMBAT[self.side]
        state.moved = state.attacked = state.supported = state.retreated = 0
        state.note("segment", "2", side=self.side, segment="combat")
        supply.check(state, self.side)
        state.ask(Combat(self.side))


@frozen
class Combat(Question[Bautzen]):
    """8.1 - which enemy hex is attacked next; ``done`` ends the segment."""

    rule: ClassVar[str] = "8.1"
    side: Side

    def seat(self, state: Bautzen) -> Seat:
        return self.side

    def options(self, state: Bautzen) -> Sequence[Action]:
        return [*(ATTACK[hex_] for hex_ in combat.targets(state, self.side)), DONE]

    def answer(self, state: Bautzen, action: Action) -> None:
        if action.verb == "attack":
            state.ask(Compose(self.side, action.noun, 0, 0), self)


def opening(segment: Segment) -> Procedure[Bautzen]:
    """2 - what opens a segment of a side."""
    if segment.side is None:
        raise ValueError("set-up is opened by its questions")
    return OPENINGS[segment.stage](segment.side)


OPENINGS: Final[dict[Stage, type[SupplySegment | MovementSegment | CombatSegment]]] = {
    Stage.SUPPLY: SupplySegment,
    Stage.MOVEMENT: MovementSegment,
    Stage.COMBAT: CombatSegment,
}
