"""What is worth counting in a game of Petrograd: losses, rules used, ground held, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.games.petrograd import combat, victory
from grognard.games.petrograd.state import Petrograd
from grognard.kit.measure import CountersMeter, control_text

if TYPE_CHECKING:
    from grognard.engine.game import Event
    from grognard.engine.measure import Measure


class PetrogradMeter(CountersMeter[Petrograd]):
    """Counts as the game goes on."""

    losses_in: ClassVar[frozenset[str]] = frozenset({"lost_points", "destroyed", "surrendered"})

    def __init__(self, state: Petrograd) -> None:
        super().__init__(state, state.scenario.last_turn)
        self.turn = state.turn

    def count(self, state: Petrograd, event: Event) -> None:
        """8.2.3 - count what was noted; of a combat, every modifier."""
        super().count(state, event)
        if event.kind == "combat":
            granted = combat.modifiers(event.facts["fought"])
            self.rules.update(modifier.rule for modifier in granted)

    def measure(self, state: Petrograd) -> Measure:
        """11 - return what was counted, the level of victory, and White's points above a draw."""
        points, levels = victory.standing(state).points, state.scenario.victory.levels
        middle = (levels[1] - 1 + levels[2]) / 2
        control = control_text(state.material.map, state.control)
        return self.measured(victory.level(state), points - middle, control)
