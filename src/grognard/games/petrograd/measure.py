"""What is worth counting in a game of Petrograd: losses, rules used, ground held, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.games.petrograd import combat, victory
from grognard.games.petrograd.load import DATA
from grognard.games.petrograd.state import Petrograd
from grognard.kit.history import read_history
from grognard.kit.measure import CountersMeter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Event
    from grognard.engine.hexmap import Region
    from grognard.engine.measure import Landmark, Measure
    from grognard.games.petrograd.printed import Scenario

HISTORY: Final = "history.toml"
SIDES: Final = ("white", "red")


class PetrogradMeter(CountersMeter[Petrograd]):
    """Counts as the game goes on."""

    losses_in: ClassVar[frozenset[str]] = frozenset({"lost_points", "destroyed", "surrendered"})

    def __init__(self, state: Petrograd) -> None:
        super().__init__(state, state.scenario.last_turn, landmarks(state.scenario))
        self.turn = state.turn

    def control(self, state: Petrograd) -> Sequence[Region]:
        """Return by side the hexes that it controls."""
        return state.control

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
        return self.measured(state, victory.level(state), points - middle)


def landmarks(scenario: Scenario) -> Sequence[Landmark]:
    """Return the places of which history tells who held them, turn by turn."""
    return read_history(DATA / HISTORY, scenario.ground.map, SIDES)
