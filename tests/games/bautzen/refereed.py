"""Random games of Bautzen 1945 under the eyes of the referee."""

from __future__ import annotations

import traceback
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final

from games.bautzen import plain_rules
from games.bautzen.plain_map import other
from games.bautzen.plain_readings import reading
from games.bautzen.referee import Referee, Violation
from grognard.engine.game import apply
from grognard.engine.journal import Journal
from grognard.games.bautzen.game import BautzenGame
from grognard.games.bautzen.load import load
from grognard.games.bautzen.sequence import begin

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grognard.engine.game import Action
    from grognard.games.bautzen.printed import Scenario

BOLD: Final = {"done": 0.15, "stay": 0.3, "fight": 0.4, "enough": 0.3, "seal": 0.4, "halt": 0.3}
"""What a bold player does less often than by chance; he attacks, supports and advances more."""


@dataclass
class Outcome:
    """One game: what was done, how much was compared, what was wrong."""

    seed: int
    actions: list[Action] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    compared: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    winner: str = ""
    readings: dict[str, str] = field(default_factory=dict)

    def scenario(self) -> Scenario:
        """The scenario as this game reads its rules."""
        return BautzenGame().configure(load(), self.readings)

    def journal(self) -> str:
        """The game as a journal that can be replayed, up to where it was stopped."""
        game, scenario = BautzenGame(), self.scenario()
        state = begin(scenario)
        journal = Journal.begin(game, game.scenario_id(scenario), self.readings)
        for action in self.actions:
            journal.record(game.seat_name(state.seat), game.write_action(state, action))
            apply(state, action)
        return journal.format()


def play(
    seed: int, every: int = 1, style: str = "", readings: Mapping[str, str] | None = None
) -> Outcome:
    """Play one random game; 1 time in `every` all options are compared.

    Otherwise the answer alone is checked. Every other seed plays boldly unless told. `readings`
    are options of the scenario, chosen otherwise than usual.
    """
    outcome = Outcome(seed, readings=dict(readings or {}))
    is_bold = style == "bold" or (not style and seed % 2 == 1)
    try:
        with reading(outcome.readings):
            _play(outcome, Random(seed), every, is_bold)
    except Exception:
        outcome.violations.append(Violation("crash", traceback.format_exc()))
    return outcome


def _play(outcome: Outcome, rng: Random, every: int, is_bold: bool) -> None:
    state = begin(outcome.scenario())
    referee = Referee(state)
    outcome.compared = referee.checked
    while state.stack and not outcome.violations:
        options = state.options()
        outcome.asked[referee.game.asked()[0]] += 1
        action = _bold(referee, rng, options) if is_bold else rng.choice(options)
        if rng.randrange(every) == 0:
            outcome.violations += referee.judge_options(options)
        else:
            outcome.violations += referee.judge_answer(action)
        if not outcome.violations:
            outcome.actions.append(action)
            apply(state, action)
            outcome.violations += referee.judge_result(state, action)
    if not state.stack:
        outcome.winner = ("german", "allied")[state.winner() or 0]


def _bold(referee: Referee, rng: Random, options: Sequence[Action]) -> Action:
    """Choose by weight, and every other time move next to an enemy where one can."""
    asked = referee.game.asked()
    if asked[0] == "MoveTo" and rng.random() < 0.5:
        close = plain_rules.zone(referee.game.position, other(asked[1]))
        near = [one for one in options if referee.eyes.action(one)[1] in close]
        if near:
            return rng.choice(near)
    weights = [BOLD.get(action.verb, 1.0) for action in options]
    return rng.choices(options, weights)[0]
