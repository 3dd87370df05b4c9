"""Random games of Petrograd 1919 under the eyes of the referee."""

from __future__ import annotations

import traceback
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from games.petrograd.referee import SIDES, Referee, Violation
from grognard.engine.game import apply
from grognard.engine.journal import Journal
from grognard.engine.registry import game
from grognard.games.petrograd.load import chosen, load, scenarios
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.sequence import begin
from grognard.games.petrograd.zones import zone_of_control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Action
    from grognard.games.petrograd.printed import Scenario
    from grognard.games.petrograd.state import Petrograd

BOLD: Final = {"done": 0.1, "stay": 0.3, "fight": 0.4, "enough": 0.3, "halt": 0.3, "wait": 0.2}
"""What a bold player does less often than by chance; he attacks, supports and advances more."""
READING: Final = 12
"""Supply and command are compared at one decision in so many."""


@dataclass
class Outcome:
    """One game: what was done, how much was compared, what was wrong."""

    seed: int
    scenario: str = "campaign"
    actions: list[Action] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    compared: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    winner: str = ""

    def journal(self) -> str:
        """The game as a journal that can be replayed, up to where it was stopped."""
        petrograd = game("petrograd")
        state = begin(petrograd.find(self.scenario))
        journal = Journal.begin(petrograd, self.scenario)
        for action in self.actions:
            journal.record(petrograd.seat_name(state.seat), petrograd.write_action(state, action))
            apply(state, action)
        return journal.format()


def scenario_for(seed: int) -> Scenario:
    """Return the campaign, or every fifth time another scenario or the events."""
    others = scenarios()
    match seed % 10:
        case 3:
            return load(others["break-in"])
        case 6:
            return load(others["pulkovo"])
        case 9:
            return chosen(load(), {"events": "true"})
    return load()


def play(seed: int, every: int = 1) -> Outcome:
    """Play one random game; 1 time in `every` all options are compared.

    Every other seed plays boldly.
    """
    scenario = scenario_for(seed)
    outcome = Outcome(seed, scenario.id)
    try:
        _play(outcome, scenario, Random(seed), every)
    except Exception:
        outcome.violations.append(Violation("crash", traceback.format_exc()))
    return outcome


def _play(outcome: Outcome, scenario: Scenario, rng: Random, every: int) -> None:
    state = begin(scenario)
    referee = Referee(state)
    outcome.compared = referee.checked
    while state.stack and not outcome.violations:
        options = state.options()
        outcome.asked[type(state.question).__name__] += 1
        is_bold = outcome.seed % 2 == 1
        action = _bold(state, rng, options) if is_bold else rng.choice(options)
        is_throw = type(state.question).__name__ == "Throw"
        looks = rng.randrange(every) == 0
        if looks:
            outcome.violations += referee.judge_options(state, options)
        if rng.randrange(READING * every) == 0:
            outcome.violations += referee.judge_reading(state)
        if outcome.violations:
            return
        outcome.actions.append(action)
        if looks or is_throw:
            referee.remember(state)
            expected = referee.before(state, action)
            apply(state, action)
            outcome.violations += referee.judge_result(state, expected)
            if is_throw and state.battle is not None:
                outcome.violations += referee.judge_halves(state)
        else:
            apply(state, action)
    if not state.stack:
        winner = state.winner()
        outcome.winner = "draw" if winner is None else SIDES[winner]


def _bold(state: Petrograd, rng: Random, options: Sequence[Action]) -> Action:
    """Choose by weight, and every other time move next to an enemy where one can.

    He plays and does not judge, so he may take zones as the game has them.
    """
    if type(state.question).__name__ == "MoveTo" and rng.random() < 0.6:
        close = zone_of_control(state, Side(1 - state.seat))
        near = [one for one in options if one.verb == "to" and close >> one.noun & 1]
        if near:
            return rng.choice(near)
    weights = [BOLD.get(action.verb, 1.0) for action in options]
    return rng.choices(options, weights)[0]
