"""A greedy player: each unit in turn goes where its own small evaluation is highest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.engine.thinking import Idea
from grognard.games.bautzen.ai.officer import Officer
from grognard.games.bautzen.ai.strength import reaches
from grognard.games.bautzen.stacking import fits
from grognard.games.bautzen.supply import network

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.ai.appraise import Appraiser
    from grognard.games.bautzen.state import Bautzen, PieceIndex


class Sergeant(Officer):
    """Moves one unit after another by ground, odds, supply and company; attacks by exact odds."""

    def _plan(self, state: Bautzen) -> None:
        """4.1 - give every piece its best place, the strongest first."""
        judge, trial = self._judge(state), state.copy()
        scenario = state.scenario
        idle = (state.owned[self.side] | state.waiting[self.side]) & ~state.moved
        pieces = sorted(numbers(idle), key=lambda p: -judge.lore.worth[p][state.steps[p]])
        reach = reaches(state, self.side, pieces)
        self.moves, self.planned_at = [], (state.turn, state.segment)
        for piece in pieces:
            places = [
                hex_
                for hex_ in numbers(reach[piece])
                if fits(scenario, hex_, trial.stacks[hex_] | 1 << piece)
            ]
            if not places:
                continue
            joined = network(trial, self.side, trial.held[self.side])
            values = {hex_: self._worth(judge, trial, piece, hex_, joined) for hex_ in places}
            best = max(values, key=lambda hex_: values[hex_])
            if best != state.where[piece]:
                trial.place(piece, best, self.side)
                self.moves.append((piece, best))
                idea = Idea("march", values[best], "standing", pieces=(piece,), hexes=(best,))
                self._ideas.append(idea)
        self._plan_ideas = self._ideas

    def _worth(
        self, judge: Appraiser, trial: Bautzen, piece: PieceIndex, hex_: Hex, joined: int
    ) -> float:
        """Return how well one piece would stand in a hex."""
        scenario, lore, unit = trial.scenario, judge.lore, trial.scenario.pieces[piece]
        bit = 1 << hex_
        friends = trial.units_at(hex_) & ~(1 << piece)
        contact = lore.map.around[hex_] & trial.held[judge.enemy]
        value = 4.0 * judge.pull[hex_] + (0.5 if friends else 0.0) - 0.3 * lore.die[hex_]
        if not (joined | lore.map.adjacent(joined)) & bit:
            value -= 3.0
        if not scenario.combat_units >> piece & 1:
            return value - (3.0 if contact and not friends else 0.0)
        if not trial.held[self.side] & bit:
            is_mine = bool(trial.control[self.side] & bit)
            value += 0.4 * (judge.raiders.get(hex_, 0.0) if is_mine else lore.ground[hex_])
        attack = unit.attack[trial.steps[piece]]
        for target in numbers(contact & lore.approaches[hex_]):
            value += 0.5 * self._odds(judge, trial, target, attack)
        return value

    def _odds(self, judge: Appraiser, trial: Bautzen, target: Hex, attack: int) -> float:
        """Return how far friends already next to an enemy, and this unit, outnumber him."""
        total = attack
        for hex_ in numbers(judge.lore.approaches[target] & trial.held[self.side]):
            for piece in numbers(trial.stacks[hex_] & trial.scenario.combat_units):
                total += trial.scenario.pieces[piece].attack[trial.steps[piece]]
        defence, _ = judge.defence_of(trial, target)
        return min(total / defence, 4.0) - 1.0
