"""Where every piece of a side should end its movement: found by trying, judged by the game.

Formations are first sent whole against a hex, wherever that makes the position better; then each
piece by itself looks for a better place. A game says who can go where, how a formation would stand
against a hex, which few places a piece considers, and how good the plan is as it stands.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence
    from random import Random

    from grognard.engine.hexmap import Hex, Region

Moves: TypeAlias = tuple[tuple[int, "Hex"], ...]
"""Pieces, and where each of them goes."""

BETTER: Final = 0.05
"""By how much a plan must gain to be changed."""


class Thrust(NamedTuple):
    """Formations sent against a hex: who goes where, and how much better that is."""

    gain: float
    target: Hex
    formations: tuple[str, ...]
    moves: Moves
    what: str = "thrust"
    """What it is called where a plan is told."""


class March(ABC):
    """A plan in the making."""

    def __init__(self, units: Sequence[int], rng: Random, *, passes: int, together: int) -> None:
        self.units, self.rng = units, rng
        self.passes, self.together = passes, together
        self.best = 0.0
        """How good the plan is so far."""
        self.thrusts: list[Thrust] = []
        """What formations were sent to do."""
        self.seen: list[Thrust] | None = None
        """What they might be sent to do from where they stand, best first, once that is known."""

    # What the game says

    @abstractmethod
    def value(self) -> float:
        """Return how good the plan is as it stands."""

    @abstractmethod
    def where(self, piece: int) -> Hex:
        """Return where the plan has a piece; negative while it is off the map."""

    @abstractmethod
    def put(self, piece: int, hex_: Hex) -> None:
        """Give a piece another place in the plan."""

    @abstractmethod
    def fits(self, hex_: Hex) -> bool:
        """Whether all that the plan has in a hex may stand there together."""

    @abstractmethod
    def groups(self) -> Mapping[str, list[int]]:
        """Return the pieces that go together, by the name of their formation."""

    @abstractmethod
    def within(self, group: Sequence[int]) -> Region:
        """Return where those of a group who fight can go."""

    @abstractmethod
    def targets(self) -> Iterable[tuple[Hex, Region]]:
        """Return the hexes that formations may be sent against, each with the hexes to go to."""

    @abstractmethod
    def arrangements(self, target: Hex, group: Sequence[int]) -> Iterable[Moves]:
        """Return ways in which a group could stand against a hex, if it can come there."""

    @abstractmethod
    def promising(self, piece: int) -> Iterable[Hex]:
        """Return the few places that a piece considers."""

    # What is the same in every game

    def improve(self, first: Thrust | None = None, without: Container[Thrust] = ()) -> None:
        """Make the plan better: formations first, then piece by piece.

        For another plan from the same start: `first` is a thrust made whatever it gains, `without`
        are thrusts not to be made.
        """
        self.best = self.value()
        self.send_formations(first, without)
        for _ in range(self.passes):
            if not self.improve_units():
                break

    def send_formations(self, first: Thrust | None = None, without: Container[Thrust] = ()) -> None:
        """Try formations, alone and together, against every hex they can come to; keep what helps.

        What looks best by itself is tried first; a formation is sent once.
        """
        if self.seen is None:
            self.seen = sorted(self.thrusts_in_sight(), key=lambda thrust: -thrust.gain)
        self.thrusts = []
        sent: set[str] = set()
        if first is not None and self.make(first.moves):
            sent.update(first.formations)
            self.thrusts.append(first)
        for thrust in self.seen:
            if not sent.isdisjoint(thrust.formations) or thrust in without:
                continue
            if self.keep(thrust.moves):
                sent.update(thrust.formations)
                self.thrusts.append(thrust)

    def make(self, moves: Moves) -> bool:
        """Make these moves if they are possible together, whatever they gain."""
        back = self._make(moves)
        if all(self.fits(hex_) for _, hex_ in moves):
            self.best = self.value()
            return True
        self._take_back(back)
        return False

    def others(self, most: int) -> list[Thrust]:
        """Return thrusts that the plan does not make, best first: one against each hex."""
        taken = {thrust.target for thrust in self.thrusts}
        found: list[Thrust] = []
        for thrust in self.seen or ():
            if thrust.target not in taken and len(found) < most:
                taken.add(thrust.target)
                found.append(thrust)
        return found

    def thrusts_in_sight(self) -> list[Thrust]:
        """Return the thrusts that look better than staying."""
        groups = self.groups()
        within = {name: self.within(group) for name, group in groups.items()}
        found = []
        for target, spots in self.targets():
            able = [name for name in groups if within[name] & spots]
            for count in range(1, self.together + 1):
                for names in combinations(able, count):
                    group = [piece for name in names for piece in groups[name]]
                    for moves in self.arrangements(target, group):
                        gain = self.gain(moves)
                        if gain > 0:
                            found.append(Thrust(gain, target, names, moves))
        return found

    def gain(self, moves: Moves) -> float:
        """Return how much better the plan would be with these moves."""
        back = self._make(moves)
        value = self.value()
        self._take_back(back)
        return value - self.best

    def keep(self, moves: Moves) -> bool:
        """Keep these moves if they are possible together and make the plan better."""
        back = self._make(moves)
        if all(self.fits(hex_) for _, hex_ in moves):
            value = self.value()
            if value > self.best + BETTER:
                self.best = value
                return True
        self._take_back(back)
        return False

    def _make(self, moves: Moves) -> list[tuple[int, Hex]]:
        """Make moves in the plan, and return the moves that take them back."""
        back = []
        for piece, hex_ in moves:
            back.append((piece, self.where(piece)))
            self.put(piece, hex_)
        return back

    def _take_back(self, moves: list[tuple[int, Hex]]) -> None:
        for piece, hex_ in reversed(moves):
            self.put(piece, hex_)

    def improve_units(self) -> bool:
        """Let every piece look for a better place; return whether any found one."""
        order = list(self.units)
        self.rng.shuffle(order)
        is_better = False
        for piece in order:
            if self.where(piece) >= 0 and self.improve_unit(piece):
                is_better = True
        return is_better

    def improve_unit(self, piece: int) -> bool:
        """Give a piece the best of the places that it considers; return whether it goes there."""
        here = self.where(piece)
        best, choice = self.best + BETTER, -1
        for hex_ in self.promising(piece):
            self.put(piece, hex_)
            value = self.value()
            if value > best:
                best, choice = value, hex_
        self.put(piece, here if choice < 0 else choice)
        if choice < 0:
            return False
        self.best = best
        return True
