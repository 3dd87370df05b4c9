"""Counts what every game of counters has: rules used, steps lost by side, turn and hex."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from grognard.engine.measure import Measure, Meter
from grognard.kit.counters import Counters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Action, Event
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.engine.measure import Landmark

CountersT = TypeVar("CountersT", bound=Counters)


class CountersMeter(Meter[CountersT], Generic[CountersT]):
    """Counts as the game goes on; a game says what its events are called and how it ended."""

    losses_in: ClassVar[frozenset[str]] = frozenset()
    """The events that tell of lost steps, with the facts ``side``, ``pieces`` and ``hex``."""

    def __init__(self, state: CountersT, turns: int, landmarks: Sequence[Landmark] = ()) -> None:
        self.turn = 0
        self.steps = bytearray(state.steps)
        self.rules: Counter[str] = Counter()
        seats = range(len(state.material.seats))
        self.losses = [[0] * turns for _ in seats]
        self.lost_at: list[Counter[str]] = [Counter() for _ in seats]
        board = state.material.map
        self.held = {board.hex(landmark.hex): "" for landmark in landmarks}
        self.names = {board.hex(landmark.hex): landmark.hex for landmark in landmarks}

    def control(self, state: CountersT) -> Sequence[Region]:
        """Return by seat the hexes that it controls."""
        return ()

    def before(self, state: CountersT, action: Action) -> None:
        """Ask for the events of an answer."""
        state.events = []

    def after(self, state: CountersT) -> None:
        """Count what was noted."""
        for event in state.events or ():
            self.count(state, event)
        state.events = None

    def count(self, state: CountersT, event: Event) -> None:
        """Count one event."""
        self.rules[event.rule] += 1
        if event.kind in self.losses_in:
            self._count_losses(state, event)
        elif event.kind == "turn":
            self._note_holders(self.control(state))
            self.turn = event.facts["turn"]

    def _note_holders(self, control: Sequence[Region]) -> None:
        """Note who holds the landmarks at the end of the turn."""
        for hex_, before in self.held.items():
            if len(before) < self.turn:
                self.held[hex_] = before.rjust(self.turn - 1, ".") + holder(control, hex_)

    def _count_losses(self, state: CountersT, event: Event) -> None:
        """Count steps; a unit may lose several at once, and one answer may cost several units."""
        side, name = event.facts["side"], state.material.map.name(event.facts["hex"])
        for piece in event.facts["pieces"]:
            lost = self.steps[piece] - state.steps[piece]
            self.losses[side][max(0, self.turn - 1)] += lost
            self.lost_at[side][name] += lost
            self.steps[piece] = state.steps[piece]

    def measured(self, state: CountersT, reason: str, margin: float) -> Measure:
        """Return what was counted, with how the game ended."""
        control = self.control(state)
        self._note_holders(control)
        return Measure(
            reason=reason,
            margin=margin,
            losses=tuple(map(tuple, self.losses)),
            rules=dict(sorted(self.rules.items())),
            control=control_text(state.material.map, control),
            lost_at=tuple(dict(sorted(lost.items())) for lost in self.lost_at),
            held={self.names[hex_]: held for hex_, held in self.held.items()},
        )


def control_text(map_: HexMap, control: Sequence[Region]) -> str:
    """Return by hex the digit of the side that controls it, or a point."""
    return "".join(holder(control, hex_) for hex_ in map_.hexes)


def holder(control: Sequence[Region], hex_: Hex) -> str:
    """Return the digit of the side that controls a hex, or a point."""
    return next((str(seat) for seat, held in enumerate(control) if held >> hex_ & 1), ".")
