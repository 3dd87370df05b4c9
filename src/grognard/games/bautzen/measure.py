"""What is worth counting in a game of Bautzen: losses, rules used, ground held, why it was won."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from grognard.engine.measure import Measure, Meter
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.questions import MoveTo
from grognard.games.bautzen.state import OFF_MAP, Bautzen
from grognard.games.bautzen.victory import standing

if TYPE_CHECKING:
    from grognard.engine.game import Action, Event
    from grognard.games.bautzen.victory import Standing

LOSS: Final = ("flipped", "eliminated")


class BautzenMeter(Meter[Bautzen]):
    """Counts as the game goes on."""

    def __init__(self, state: Bautzen) -> None:
        self.turn = state.turn
        self.steps = bytearray(state.steps)
        self.rules: Counter[str] = Counter()
        self.losses = [[0] * state.scenario.turns for _ in Side]
        self.lost_at: list[Counter[str]] = [Counter() for _ in Side]

    def before(self, state: Bautzen, action: Action) -> None:
        """4.1, 11.2 - count plain moves here, since to note one is to search its path."""
        question = state.question
        if action.verb != "to" or not isinstance(question, MoveTo):
            state.events = []
            return
        state.events = None
        piece = question.pieces.bit_length() - 1
        self.rules["11.2" if state.where[piece] == OFF_MAP else "4.1"] += 1

    def after(self, state: Bautzen) -> None:
        """Count what was noted."""
        for event in state.events or ():
            self._count(state, event)
        state.events = None

    def _count(self, state: Bautzen, event: Event) -> None:
        self.rules[event.rule] += 1
        if event.kind in LOSS:
            self._count_losses(state, event)
        elif event.kind == "combat":
            sums = event.facts["sums"]
            applied = [m for m in (*sums.shifts, *sums.die) if m.value]
            self.rules.update(f"{modifier.rule} {modifier.reason}" for modifier in applied)
        elif event.kind == "turn":
            self.turn = event.facts["turn"]

    def _count_losses(self, state: Bautzen, event: Event) -> None:
        """8.3, 8.5.3 - a unit that is eliminated may lose two steps at once.

        8.5.2 - one answer may cost several units a step, each noted by itself.
        """
        side, name = event.facts["side"], state.scenario.board.map.name(event.facts["hex"])
        for piece in event.facts["pieces"]:
            lost = self.steps[piece] - state.steps[piece]
            self.losses[side][max(0, self.turn - 1)] += lost
            self.lost_at[side][name] += lost
            self.steps[piece] = state.steps[piece]

    def measure(self, state: Bautzen) -> Measure:
        """Return what was counted, and how the game ended."""
        found = standing(state)
        return Measure(
            reason=reason(state, found),
            margin=margin(state, found),
            losses=tuple(map(tuple, self.losses)),
            rules=dict(sorted(self.rules.items())),
            control=control(state),
            lost_at=tuple(dict(sorted(lost.items())) for lost in self.lost_at),
        )


def control(state: Bautzen) -> str:
    """13 - return who controls each hex."""
    german, allied = state.control
    return "".join(
        "0" if german >> hex_ & 1 else "1" if allied >> hex_ & 1 else "."
        for hex_ in state.scenario.board.map.hexes
    )


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
