"""What is worth counting in a game: losses, rules used, ground held, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.games.eastfront import combat, overrun, surrender, victory
from grognard.games.eastfront.load import DATA
from grognard.games.eastfront.state import Luga
from grognard.kit.history import read_history
from grognard.kit.measure import CountersMeter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Event
    from grognard.engine.hexmap import Region
    from grognard.engine.measure import Landmark, Measure
    from grognard.games.eastfront.printed import Scenario

HISTORY: Final = "history.toml"
SIDES: Final = ("german", "soviet")
FACES: Final = range(1, 11)
THREW: Final = "21 threw"
TENTHS: Final = "21 tenths"
SURRENDERED: Final = "21 surrendered"
"""21 - what is counted of hexes: those that threw, the tenths of their chances, those that fell."""


class LugaMeter(CountersMeter[Luga]):
    """Counts as the game goes on."""

    losses_in: ClassVar[frozenset[str]] = frozenset(
        {"lost_steps", "eliminated", "given_up", "surrender"}
    )

    def __init__(self, state: Luga) -> None:
        super().__init__(state, state.scenario.last_turn, landmarks(state.scenario))
        self.turn = state.turn

    def control(self, state: Luga) -> Sequence[Region]:
        """26.1 - return by side the hexes that it holds."""
        return state.control

    def count(self, state: Luga, event: Event) -> None:
        """15.6, 11.4.3, 21 - count what was noted; of a throw, every modifier."""
        super().count(state, event)
        if event.kind == "combat":
            granted = combat.modifiers(event.facts["attack"])
        elif event.kind == "overrun":
            granted = overrun.modifiers(event.facts["case"])
        elif event.kind == "surrender":
            granted = surrender.modifiers(event.facts["case"])
            self._count_surrender(event)
        else:
            return
        self.rules.update(modifier.rule for modifier in granted)

    def _count_surrender(self, event: Event) -> None:
        """21 - count a hex that threw, its chance by the table, and whether it surrendered."""
        case = event.facts["case"]
        drm = surrender.net(case)
        counted = {
            THREW: 1,
            TENTHS: sum(surrender.read(case, drm, die).success for die in FACES),
            SURRENDERED: int(event.facts["surrendered"]),
        }
        self.rules.update({name: number for name, number in counted.items() if number})

    def measure(self, state: Luga) -> Measure:
        """26 - return what was counted, the level of victory, and points above a draw's middle."""
        points, levels = victory.standing(state).points, state.scenario.victory.levels
        middle = (levels[1] - 1 + levels[2]) / 2
        return self.measured(state, victory.level(state), points - middle)


def landmarks(scenario: Scenario) -> Sequence[Landmark]:
    """Return the places of which history tells who held them, turn by turn."""
    return read_history(DATA / HISTORY, scenario.ground.map, SIDES)
