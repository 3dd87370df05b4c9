"""What is worth counting in a game of Bautzen: losses, rules used, ground held, why it was won."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.questions import MoveTo
from grognard.games.bautzen.state import OFF_MAP, Bautzen
from grognard.games.bautzen.victory import standing
from grognard.kit.measure import CountersMeter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Action, Event
    from grognard.engine.hexmap import Region
    from grognard.engine.measure import Measure
    from grognard.games.bautzen.victory import Standing


class BautzenMeter(CountersMeter[Bautzen]):
    """Counts as the game goes on."""

    losses_in: ClassVar[frozenset[str]] = frozenset({"flipped", "eliminated"})

    def __init__(self, state: Bautzen) -> None:
        super().__init__(state, state.scenario.turns)
        self.turn = state.turn

    def before(self, state: Bautzen, action: Action) -> None:
        """4.1, 11.2 - count plain moves here, since to note one is to search its path."""
        question = state.question
        if action.verb != "to" or not isinstance(question, MoveTo):
            super().before(state, action)
            return
        state.events = None
        piece = question.pieces.bit_length() - 1
        self.rules["11.2" if state.where[piece] == OFF_MAP else "4.1"] += 1

    def control(self, state: Bautzen) -> Sequence[Region]:
        """Return by side the hexes that it controls."""
        return state.control

    def count(self, state: Bautzen, event: Event) -> None:
        """8.2 - count what was noted; of a combat, every modifier."""
        super().count(state, event)
        if event.kind == "combat":
            sums = event.facts["sums"]
            applied = [m for m in (*sums.shifts, *sums.die) if m.value]
            self.rules.update(f"{modifier.rule} {modifier.reason}" for modifier in applied)

    def measure(self, state: Bautzen) -> Measure:
        """Return what was counted, and how the game ended."""
        found = standing(state)
        return self.measured(state, reason(state, found), margin(state, found))


def reason(state: Bautzen, found: Standing) -> str:
    """13 - return how the German side took Bautzen, or what it lacks."""
    if found.is_german:
        held = all(state.control[Side.GERMAN] >> hex_ & 1 for hex_ in found.city)
        return "Bautzen and enough places" if held else "Bautzen encircled and enough places"
    victory = state.scenario.victory
    lacking = {
        "Bautzen": len(found.city) < len(victory.city),
        "enough places": len(found.places) < victory.needed,
        "Dresden": not found.capital_is_safe,
    }
    return "the German side lacks " + " and ".join(name for name, lacks in lacking.items() if lacks)


def margin(state: Bautzen, found: Standing) -> float:
    """13 - return how many hexes the German side has to spare, plus one, or how many it lacks."""
    victory = state.scenario.victory
    if found.is_german:
        return 1 + len(found.places) - victory.needed
    places = max(0, victory.needed - len(found.places))
    return -(len(victory.city) - len(found.city) + places + (not found.capital_is_safe))
