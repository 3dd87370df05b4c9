"""What every game of counters tells programs alike: names, positions, what must be true."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from grognard.engine.bits import numbers
from grognard.engine.registry import Game
from grognard.kit.counters import Counters

if TYPE_CHECKING:
    from grognard.kit.position import Notation

CountersT = TypeVar("CountersT", bound=Counters)
ScenarioT = TypeVar("ScenarioT")


class CountersGame(Game[CountersT, ScenarioT], Generic[CountersT, ScenarioT]):
    """A game whose states are `Counters`; the rest of `Game` is its own to say."""

    @property
    @abstractmethod
    def notation(self) -> Notation[CountersT]:
        """What writes and reads its positions."""

    @abstractmethod
    def empty(self, scenario: ScenarioT) -> CountersT:
        """Return a position of a scenario with no counter on the map."""

    def piece_name(self, state: CountersT, number: int) -> str:
        """Return what a counter is called."""
        return state.material.ids[number]

    def piece_number(self, state: CountersT, text: str) -> int:
        """Return the counter that is called so."""
        found = state.material.numbers.get(text)
        if found is None:
            raise ValueError(f"there is no counter {text!r}")
        return found

    def hex_name(self, state: CountersT, number: int) -> str:
        """Return the printed number of a hex."""
        return state.material.map.name(number)

    def hex_number(self, state: CountersT, text: str) -> int:
        """Return the hex of that number."""
        return state.material.map.hex(text)

    def write_position(self, state: CountersT) -> str:
        """Return the text of a position."""
        return self.notation.write(state)

    def read_position(self, text: str, scenario: ScenarioT, file: str = "position") -> CountersT:
        """Return the position that a text describes."""
        return self.notation.read(text, lambda: self.empty(scenario), file)

    def invariants(self, state: CountersT) -> list[str]:
        """Return whatever is true of this position and never may be: counters out of place."""
        material, name = state.material, state.material.map.name
        wrong = [
            f"{name(hex_)} holds counters of both sides"
            for hex_ in material.map.hexes
            if sum(bool(state.stacks[hex_] & owned) for owned in state.owned) > 1
        ]
        for seat, owned in enumerate(state.owned):
            wrong += [
                f"{material.ids[piece]} is not where it stands"
                for piece in numbers(owned)
                if not state.stacks[state.where[piece]] >> piece & 1
            ]
            if state.held[seat] != state.hexes_of(owned & material.units):
                wrong.append(f"{material.seats[seat]} does not hold the hexes of its units")
        return wrong
