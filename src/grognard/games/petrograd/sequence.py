"""2 - The sequence of play, to be read from top to bottom beside the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.answers import Picked
from grognard.engine.bits import MOST, Picker, numbers, select
from grognard.engine.game import CHANCE, Action, Procedure, Question, Seat, frozen
from grognard.games.petrograd import arrivals, battle, events, rally, victory
from grognard.games.petrograd.command import read_command
from grognard.games.petrograd.fighting import Compose
from grognard.games.petrograd.printed import Scenario, Side
from grognard.games.petrograd.questions import (
    Arrival,
    Dig,
    MoveTo,
    PressVetrenko,
    Prize,
    Rail,
    Refit,
)
from grognard.games.petrograd.sight import look
from grognard.games.petrograd.state import PHASES, SEGMENTS, Petrograd
from grognard.games.petrograd.supply import read_supply
from grognard.kit.dice import TWO_D6

if TYPE_CHECKING:
    from collections.abc import Sequence

MOVE: Final = tuple(Action("move", piece) for piece in range(MOST))
MOVERS: Final = Picker(MOVE)
ATTACK: Final = tuple(Action("attack", hex_) for hex_ in range(MOST))
DONE: Final = Action("done")


def begin(scenario: Scenario) -> Petrograd:
    """3.1 - a new game: every piece in its hex, the first turn about to begin."""
    state = Petrograd(scenario)
    for piece, hex_, steps in scenario.setup:
        state.steps[piece] = steps
        state.put(piece, hex_)
    for piece in numbers(scenario.lost):
        state.steps[piece] = 0
    start_control(state)
    state.field_works[Side.RED] = scenario.field_works & state.held[Side.RED]
    state.field_works[Side.WHITE] = scenario.field_works & state.held[Side.WHITE]
    state.prize_taken = scenario.prize_taken
    look(state)
    state.reveals = 0
    state.turn = scenario.first_turn
    state.ask(Turn(scenario.first_turn))
    state.run_on()
    return state


def start_control(state: Petrograd) -> None:
    """1.6 - who controls what at the start: the scenario says, and who stands there."""
    ground, white = state.scenario.ground, state.scenario.white_ground
    white = (white | state.held[Side.WHITE]) & ~state.held[Side.RED]
    state.control = [white, ground.land & ~white]
    state.was_white = white


def segment_of(side: Side, phase: str) -> int:
    """2.2 - the number of a phase of a side."""
    return SEGMENTS.index(f"{side.name.lower()} {phase}")


@frozen
class Turn(Procedure[Petrograd]):
    """2.1 - one turn: White, then Red, then the check of victory."""

    number: int

    def run(self, state: Petrograd) -> None:
        """2.1 - put the phases of both sides."""
        state.turn = self.number
        state.flown, state.grounded = 0, False
        state.note("turn", "2.1", turn=self.number)
        state.ask(*phases(Side.WHITE), *phases(Side.RED), EndOfTurn())


def phases(side: Side) -> tuple[Procedure[Petrograd], ...]:
    """2.2 - the phases of a side."""
    return (
        Arrivals(side),
        Command(side),
        MovementPhase(side),
        CombatPhase(side),
        RallyPhase(side),
        EndOfPhases(side),
    )


KINDS: Final = {
    "arrivals": "Arrivals",
    "command": "Command",
    "movement": "MovementPhase",
    "combat": "CombatPhase",
    "rally": "RallyPhase",
}
"""2.2 - the procedure of each phase, by name."""


def open_at(state: Petrograd, segment: int) -> None:
    """2.2 - begin in the middle: open a phase of the current turn, with what follows it."""
    if SEGMENTS[segment] == "setup":
        segment = segment_of(Side.WHITE, PHASES[0])
    name, phase = SEGMENTS[segment].split()
    Turn(state.turn).run(state)
    wanted = KINDS[phase], Side[name.upper()]
    while (type(state.stack[-1]).__name__, getattr(state.stack[-1], "side", None)) != wanted:
        state.stack.pop()
    state.run_on()


@frozen
class Arrivals(Procedure[Petrograd]):
    """2.2 - arrivals and rail: the marks of the last phases go, pieces come, trains run."""

    side: Side

    def run(self, state: Petrograd) -> None:
        """3, 7.5 - pieces due that are late from now on wait; the others are placed one by one."""
        side = self.side
        state.segment = segment_of(side, "arrivals")
        state.moved = state.attacked = state.supported = state.detrained = 0
        state.assaulted, state.silent = 0, False
        state.rail_left = state.scenario.tables.rail[side]
        if side is Side.WHITE:
            state.night_before, state.night_now = state.night_now, 0
            state.vetrenko_obeys = False
        state.note("phases", "2.2", side=side)
        coming: list[Procedure[Petrograd]] = []
        for piece in arrivals.due(state, side):
            if arrivals.must_wait(state, piece):
                state.delayed |= 1 << piece
                state.note("delayed", "3.4", side=side, pieces=[piece])
            else:
                coming.append(Arrival(side, piece))
        state.ask(*events.throw(state, side), *coming, Rail(side))


@frozen
class Command(Procedure[Petrograd]):
    """2.2 - command: who is in command; White may press Vetrenko."""

    side: Side

    def run(self, state: Petrograd) -> None:
        """5.1, 10.2 - read command; with Rodzianko beside him Vetrenko obeys."""
        state.segment = segment_of(self.side, "command")
        read_command(state, self.side)
        events.after_command(state, self.side)
        if self.side is Side.WHITE:
            state.ask(PressVetrenko())


@frozen
class MovementPhase(Procedure[Petrograd]):
    """2.2 - movement."""

    side: Side

    def run(self, state: Petrograd) -> None:
        """7.1 - every piece may move once."""
        state.segment = segment_of(self.side, "movement")
        state.ask(Movement(self.side))


@frozen
class Movement(Question[Petrograd]):
    """7.1 - which piece moves next; ``done`` ends the phase."""

    rule: ClassVar[str] = "7.1"
    side: Side

    def seat(self, state: Petrograd) -> Seat:
        return self.side

    def options(self, state: Petrograd) -> Sequence[Action]:
        still = state.moved | state.scenario.kinds.immobile | state.broken_down
        return Picked(MOVERS, state.owned[self.side] & ~still, [DONE])

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "move":
            state.ask(MoveTo(self.side, action.noun), self)


@frozen
class CombatPhase(Procedure[Petrograd]):
    """2.2 - combat."""

    side: Side

    def run(self, state: Petrograd) -> None:
        """8.1 - attack by attack; then the captured train may appear (3.5)."""
        state.segment = segment_of(self.side, "combat")
        state.ask(Attack(self.side), Prize(self.side))


@frozen
class Attack(Question[Petrograd]):
    """8.1 - which enemy hex is attacked next; ``done`` ends the phase."""

    rule: ClassVar[str] = "8.1"
    side: Side

    def seat(self, state: Petrograd) -> Seat:
        return self.side

    def options(self, state: Petrograd) -> Sequence[Action]:
        return [*select(ATTACK, battle.targets(state, self.side)), DONE]

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "attack":
            state.ask(Compose(self.side, action.noun, 0, 0), self)


@frozen
class RallyPhase(Procedure[Petrograd]):
    """2.2 - rally and supply."""

    side: Side

    def run(self, state: Petrograd) -> None:
        """4.4, 9 - read supply, rally, refit, dig in."""
        state.segment = segment_of(self.side, "rally")
        read_supply(state, self.side)
        rally.rally(state, self.side)
        state.ask(Refit(self.side), Dig(self.side, state.scenario.tables.dig_hexes))


@frozen
class EndOfPhases(Procedure[Petrograd]):
    """2.2 - a side has played."""

    side: Side

    def run(self, state: Petrograd) -> None:
        """8.6, 10.7 - tanks are repaired; mines wait for the destroyers."""
        mine = state.owned[self.side]
        state.broken_down &= ~(mine & ~state.breaking)
        state.breaking &= ~mine
        mines = state.scenario.tables.mines
        if self.side is Side.RED and state.turn == mines.turn and state.where[mines.piece] >= 0:
            column = state.scenario.ground.map.column(state.where[mines.piece])
            if column <= mines.column:
                state.ask(MinesThrow())


@frozen
class MinesThrow(Question[Petrograd]):
    """10.7 - whether the Red destroyers are lost on mines."""

    rule: ClassVar[str] = "10.7"

    def seat(self, state: Petrograd) -> Seat:
        return CHANCE

    def options(self, state: Petrograd) -> Sequence[Action]:
        return TWO_D6.throws

    def answer(self, state: Petrograd, action: Action) -> None:
        mines, total = state.scenario.tables.mines, TWO_D6.total(action.noun)
        is_lost = total >= mines.lost_from
        kind = "mined" if is_lost else "not_mined"
        state.note(kind, "10.7", side=Side.RED, pieces=[mines.piece], number=total)
        if is_lost:
            state.remove(mines.piece)


@frozen
class EndOfTurn(Procedure[Petrograd]):
    """2.1, 11 - the end of a turn: points, sudden victory, and the next turn, if one is left."""

    def run(self, state: Petrograd) -> None:
        """11 - nothing is left to ask once the game is won or the last turn over."""
        victory.end_turn(state)
        if state.sudden or state.turn >= state.scenario.last_turn:
            points = victory.standing(state).points
            state.note("victory", "11.3", level=victory.level(state), number=points)
        else:
            state.ask(Turn(state.turn + 1))
