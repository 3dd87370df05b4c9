"""2 - The sequence of play, to be read from top to bottom beside the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.engine.game import Procedure, frozen
from grognard.games.eastfront import (
    arrivals,
    command,
    engineering,
    special,
    supply,
    victory,
    weather,
)
from grognard.games.eastfront.declaring import DeclarationPhase
from grognard.games.eastfront.fighting import CombatPhase
from grognard.games.eastfront.printed import Scenario, Side
from grognard.games.eastfront.questions import (
    Activation,
    Arrival,
    Bridges,
    Convert,
    Movement,
    Recovery,
    Repair,
    WeatherThrow,
    Withdrawal,
)
from grognard.games.eastfront.reacting import ReactionPhase
from grognard.games.eastfront.sight import look
from grognard.games.eastfront.state import SEGMENTS, Luga
from grognard.games.eastfront.surrendering import SurrenderPhase

if TYPE_CHECKING:
    from collections.abc import Callable


def begin(scenario: Scenario) -> Luga:
    """1.1 - a new game: every piece in its hex, the first turn about to begin."""
    state = Luga(scenario)
    for piece, hex_, steps in scenario.setup:
        state.steps[piece] = steps
        state.put(piece, hex_)
    for piece in numbers(scenario.lost | scenario.withdrawn):
        state.steps[piece] = 0
    state.withdrawn = scenario.withdrawn
    state.steps_lost, state.early = scenario.steps_lost, scenario.early_taken
    state.destroyed, state.breached = scenario.destroyed, scenario.breached
    state.converted, state.west_open = scenario.converted, scenario.west_open
    state.weather, state.dry_turns = scenario.before
    start_control(state)
    look(state)
    state.reveals = 0
    state.turn = scenario.first_turn
    state.ask(Turn(scenario.first_turn))
    state.run_on()
    return state


def start_control(state: Luga) -> None:
    """26.1 - who holds what at the start: the scenario says, and who stands there."""
    land, german = state.scenario.ground.land, state.scenario.german_ground
    german = (german | state.occupied(Side.GERMAN)) & ~state.occupied(Side.SOVIET)
    state.control = [german, land & ~german]


@frozen
class Turn(Procedure[Luga]):
    """2 - one turn."""

    number: int

    def run(self, state: Luga) -> None:
        """2 - put the phases of the turn; what an HQ gives is fresh."""
        state.turn = self.number
        pieces = len(state.scenario.pieces)
        state.activations, state.reactions, state.orders_given = (
            bytearray(pieces) for _ in range(3)
        )
        state.activated = 0
        state.germans_at_start = state.occupied(Side.GERMAN)
        state.note("turn", "2", turn=self.number)
        state.ask(*(Phase(segment) for segment in range(1, len(SEGMENTS))))


def open_at(state: Luga, segment: int) -> None:
    """2 - begin in the middle: open a phase of the current turn, with what follows it."""
    if not segment:
        segment = 1
    if not state.germans_at_start:
        state.germans_at_start = state.occupied(Side.GERMAN)
    state.ask(*(Phase(number) for number in range(segment, len(SEGMENTS))))
    state.run_on()


@frozen
class Phase(Procedure[Luga]):
    """2 - one phase of a turn, by its place in the order of all."""

    segment: int

    def run(self, state: Luga) -> None:
        """2, 18.1, 25.2 - the last phase has ended; nobody has moved in this one."""
        engineering.end_phase(state)
        state.segment = self.segment
        state.moved = state.group = state.repairing = 0
        state.spent = state.tried = 0
        special.read_reserves(state)
        state.note("phase", "2", segment=SEGMENTS[self.segment])
        PHASES[SEGMENTS[self.segment]](state)


def weather_phase(state: Luga) -> None:
    """5 - a throw, unless history or the limits have settled the weather."""
    found = weather.settled(state)
    if found is None:
        state.ask(WeatherThrow())
    else:
        weather.set_weather(state, found)


def supply_phase(state: Luga) -> None:
    """6.3 - both sides."""
    supply.read_supply(state)


def arrival_phase(state: Luga) -> None:
    """8 - withdrawals, then the arrivals of both sides."""
    if arrivals.is_withdrawal_asked(state):
        state.ask(Withdrawal(), Arrivals())
        return
    if state.turn > state.scenario.leaving_turn and not state.kept:
        arrivals.withdraw(state)
    Arrivals().run(state)


@frozen
class Arrivals(Procedure[Luga]):
    """8.1 - the arrivals of both sides, the German first."""

    def run(self, state: Luga) -> None:
        """8.1 - ask for each piece in its order."""
        late = [Arrival(side, piece) for side in Side for piece in arrivals.due(state, side)]
        state.ask(*late)


def german_movement(state: Luga) -> None:
    """10 - the German side moves, all of it or what is mobile."""
    state.began = state.occupied(Side.GERMAN)
    state.ask(Movement(Side.GERMAN))


def soviet_movement(state: Luga) -> None:
    """10 - the Soviet side moves."""
    state.began = state.occupied(Side.SOVIET)
    state.ask(Movement(Side.SOVIET))


def soviet_motorised(state: Luga) -> None:
    """7.2 - HQs activate units on foot, then the mobile and the activated move."""
    soviet_movement(state)
    if command.may_activate(state):
        state.ask(Activation())


def german_declaration(state: Luga) -> None:
    """12 - German attacks are declared."""
    state.ask(DeclarationPhase(Side.GERMAN))


def soviet_declaration(state: Luga) -> None:
    """12 - Soviet attacks are declared."""
    state.ask(DeclarationPhase(Side.SOVIET))


def soviet_reaction(state: Luga) -> None:
    """11.3, 14 - bridges are blown, then the Soviet side reacts and gives orders."""
    state.ask(Bridges(), ReactionPhase(Side.SOVIET))


def german_reaction(state: Luga) -> None:
    """14 - the German side reacts and gives orders."""
    state.ask(ReactionPhase(Side.GERMAN))


def german_combat(state: Luga) -> None:
    """15 - German attacks are fought."""
    state.ask(CombatPhase(Side.GERMAN))


def soviet_combat(state: Luga) -> None:
    """15 - Soviet attacks are fought."""
    state.ask(CombatPhase(Side.SOVIET))


def german_engineering(state: Luga) -> None:
    """18.3 - markers come off, bridges are repaired, railways converted."""
    state.clear_overrun(state.overrun & state.scenario.kinds.german)
    state.ask(Repair(Side.GERMAN), Convert(state.scenario.convert, -1))


def soviet_engineering(state: Luga) -> None:
    """18.3 - markers come off, bridges are repaired."""
    state.clear_overrun(state.overrun & state.scenario.kinds.soviet)
    state.ask(Repair(Side.SOVIET))


def end_phase(state: Luga) -> None:
    """7.4, 21, 26 - HQs recover, the Soviet surrender, victory is tested."""
    waiting = numbers(command.headquarters(state) & state.inoperational)
    state.ask(*(Recovery(piece) for piece in waiting), SurrenderPhase(), EndOfTurn())


PHASES: dict[str, Callable[[Luga], None]] = {
    "weather": weather_phase,
    "supply": supply_phase,
    "arrivals": arrival_phase,
    "german movement": german_movement,
    "german declaration": german_declaration,
    "soviet reaction": soviet_reaction,
    "german combat": german_combat,
    "german motorised": german_movement,
    "german engineering": german_engineering,
    "soviet motorised": soviet_motorised,
    "soviet declaration": soviet_declaration,
    "german reaction": german_reaction,
    "soviet combat": soviet_combat,
    "soviet movement": soviet_movement,
    "soviet engineering": soviet_engineering,
    "end": end_phase,
}
"""2 - what each phase does."""


@frozen
class EndOfTurn(Procedure[Luga]):
    """2, 18.2, 26 - the end of a turn: lines lost, sudden ends, and the next turn, if any."""

    def run(self, state: Luga) -> None:
        """26 - nothing is left to ask once the game is won or the last turn over."""
        engineering.end_phase(state)
        engineering.end_turn(state)
        victory.end_turn(state)
        if state.sudden or state.turn >= state.scenario.last_turn:
            points = victory.standing(state).points
            state.reveals += 1
            state.note("victory", "26.3", level=victory.level(state), number=points)
        else:
            state.ask(Turn(state.turn + 1))
