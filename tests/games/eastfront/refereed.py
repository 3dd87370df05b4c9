"""Random games of The Luga Line 1941 under the eyes of the referee."""

from __future__ import annotations

import traceback
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Final

from games.eastfront.referee import SIDES, Referee, Violation
from grognard.engine.game import CHANCE, apply
from grognard.engine.journal import Journal
from grognard.engine.registry import game
from grognard.games.eastfront.load import load, scenarios
from grognard.games.eastfront.sequence import begin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Action
    from grognard.games.eastfront.printed import Scenario
    from grognard.games.eastfront.state import Luga

LESS: Final = {"done": 0.1, "stay": 0.3, "fight": 0.4, "enough": 0.3, "halt": 0.3, "withdraw": 0.1}
MORE: Final = {"overrun": 6.0, "with": 2.0, "declare_supplied": 2.0, "abandon": 0.1, "pass": 0.5}
BOLD: Final = LESS | MORE
"""What a bold player does less or more often than by chance."""
READING: Final = 12
"""Supply is compared at one decision in so many of those looked at."""


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
        luga = game("luga")
        state = begin(luga.find(self.scenario))
        journal = Journal.begin(luga, self.scenario)
        for action in self.actions:
            journal.record(luga.seat_name(state.seat), luga.write_action(state, action))
            apply(state, action)
        return journal.format()


def scenario_for(seed: int) -> Scenario:
    """Return the campaign, or every fifth time another scenario."""
    return _loaded({3: "sabsk", 6: "position"}.get(seed % 10, ""))


@cache
def _loaded(name: str) -> Scenario:
    return load(scenarios()[name]) if name else load()


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
    is_bold = outcome.seed % 2 == 1
    while state.stack:
        options = state.options()
        if not options:
            outcome.violations.append(Violation("dead end", str(state.question)))
            return
        outcome.asked[type(state.question).__name__] += 1
        action = _bold(referee, state, rng, options) if is_bold else rng.choice(options)
        if rng.randrange(every) == 0:
            reads = rng.randrange(READING) == 0
            outcome.violations += referee.judge(state, options, reads=reads)
        if outcome.violations:
            return
        outcome.actions.append(action)
        if state.seat == CHANCE:
            expected, state.events = referee.before(state, action), []
            apply(state, action)
            outcome.violations += referee.judge_throw(state, expected)
            state.events = None
        else:
            apply(state, action)
    winner = state.winner()
    outcome.winner = "draw" if winner is None else SIDES[winner]


def _bold(referee: Referee, state: Luga, rng: Random, options: Sequence[Action]) -> Action:
    """Choose by weight, and every other time move next to an enemy where one can."""
    if type(state.question).__name__ == "MoveTo" and rng.random() < 0.6:
        close = referee.eyes.hexes(_beside(state, 1 - state.seat))
        near = [
            one for one in options if one.verb == "overrun" or referee.eyes.answer(one)[1] in close
        ]
        if near:
            return rng.choice(near)
    weights = [BOLD.get(action.verb, 1.0) for action in options]
    return rng.choices(options, weights)[0]


def _beside(state: Luga, side: int) -> int:
    return state.scenario.ground.map.adjacent(state.held[side])
