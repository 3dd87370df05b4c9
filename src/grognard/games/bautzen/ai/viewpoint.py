"""What stays the same for a side while it moves its pieces about and looks how that would be."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grognard.games.bautzen.ai.duel import defence_costs, step_costs
from grognard.games.bautzen.ai.lore import lore_of
from grognard.games.bautzen.ai.sets import each_of
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.state import ENEMY
from grognard.kit.plans.blows import cumulative

if TYPE_CHECKING:
    from random import Random

    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.ai.style import Style
    from grognard.games.bautzen.printed import Scenario
    from grognard.games.bautzen.state import Bautzen, Pieces


class Viewpoint:
    """One side and its temper, before positions that differ only in where its pieces stand.

    So whatever depends on the enemy, on steps or on control may be worked out once and kept; what
    depends on the hexes held, once for each set of them.
    """

    def __init__(self, state: Bautzen, side: Side, style: Style) -> None:
        self.side, self.enemy, self.style = side, ENEMY[side], style
        self.lore = lore_of(state.scenario, style.worth)
        self.scenario: Scenario = state.scenario
        self.units, self.fighters = self.scenario.units, self.scenario.combat_units
        self.urgency = 0.85 + 0.15 * state.turn / self.scenario.turns
        self.is_last_word = side is Side.ALLIED and state.turn == self.scenario.turns
        """Whether no enemy segment follows, so that only the goals still count."""
        self._gates = self.scenario.board.sources[Side.ALLIED]
        self._first = state
        self.rng: Random | None = None
        """By what he guesses at hidden counters; without, the first state is all there is."""
        self.stakes: dict[Hex, float] = {}
        """13 - by how much the chance to win hangs on a goal, where victory is counted so."""
        self._steps: dict[Pieces, tuple[tuple[float, ...], float]] = {}
        self._losses: dict[tuple[Hex, Pieces, bool], tuple[float, ...]] = {}

    def loss_of(self, state: Bautzen, target: Hex, *, is_open: bool) -> tuple[float, ...]:
        """Return what each result of an attack on a hex costs its defender."""
        key = (target, state.units_at(target), is_open)
        found = self._losses.get(key)
        if found is None:
            found = self._losses[key] = self._loss_of(state, *key)
        return found

    def _loss_of(
        self, state: Bautzen, target: Hex, units: Pieces, is_open: bool
    ) -> tuple[float, ...]:
        sums, each = self._steps_of(state, units)
        ground = self.lore.ground[target] * (0.4 + 0.6 * self.urgency)
        if target in self.stakes:
            ground += self.style.contested * self.style.victory * self.stakes[target]
        if self._gates >> target & 1:
            ground += self.style.storm * (self.style.closing + self.style.manning)
        stuck = math.inf if self.scenario.options.returns_traded_steps else each
        return defence_costs(sums, stuck, ground, is_open=is_open)

    def _steps_of(self, state: Bautzen, units: Pieces) -> tuple[tuple[float, ...], float]:
        """Return what it costs units to lose 0, 1, 2, ... steps, and to lose one each."""
        found = self._steps.get(units)
        if found is None:
            worth, steps = self.lore.worth, state.steps
            each = sum([worth[p][steps[p]] - worth[p][steps[p] - 1] for p in each_of(units)])
            sums = cumulative(step_costs(self.lore, state, units))
            found = self._steps[units] = sums, each
        return found
