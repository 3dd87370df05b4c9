"""12.1 - who goes together against whom: attacks are planned before anybody looks for a place.

Every enemy within reach is tried from all sides and from each alone, with as many as it takes;
whoever must be attacked as well is reckoned with, and attack supply goes where it brings most.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import numbers
from grognard.games.eastfront import declaring
from grognard.games.eastfront.ai.assault import composed
from grognard.games.eastfront.stacking import fits

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.ai.assault import Plan
    from grognard.games.eastfront.ai.judge import Judge
    from grognard.games.eastfront.state import Luga

LEAST: Final = 1.5
"""What all who can come must have against a hex to be tried at all, to one."""
ENOUGH: Final = (3.5, 7.0)
"""To how much to one attackers are brought together: as few as do, and as many as help."""
ORIGINS: Final = 3
"""From how many hexes, the best, an attack is tried alone and in pairs."""


class Mass(NamedTuple):
    """Units to be brought together for attacks."""

    target: Hex
    moves: tuple[tuple[PieceIndex, Hex], ...]
    plan: Plan
    value: float
    """In points of victory."""


class Massing:
    """The attacks that the units of a side could come together for in this phase."""

    def __init__(
        self, judge: Judge, trial: Luga, units: Pieces, places: Callable[[PieceIndex], Region]
    ) -> None:
        self.judge, self.trial, self.places = judge, trial, places
        self.free = units & declaring.armed(judge.scenario)
        self._stays: dict[PieceIndex, float] = {}

    def make(self) -> list[Mass]:
        """Return attacks to be made together, the most promising first; their units are put."""
        trial, side = self.trial, self.judge.side
        found = {target: mass for target in self._targets() if (mass := self._best(target))}
        chosen: list[Mass] = []
        before = trial.attack_supply[side]
        while found:
            mass = max(found.values(), key=lambda one: (one.value, -one.target))
            del found[mass.target]
            if not self._still_holds(mass):
                again = self._best(mass.target)
                if again is not None and self._still_holds(again):
                    found[mass.target] = again
                continue
            self._choose(mass)
            for blow in mass.plan.blows:
                found.pop(blow.target, None)
            chosen.append(mass)
        trial.attack_supply[side] = before
        return chosen

    def _choose(self, mass: Mass) -> None:
        """Put the units of an attack where they are to stand, and lay its supply aside."""
        for piece, hex_ in mass.moves:
            self.trial.put(piece, hex_)
            self.free &= ~(1 << piece)
        spent = sum(blow.supply for blow in mass.plan.blows)
        self.trial.attack_supply[self.judge.side] -= spent

    def _targets(self) -> list[Hex]:
        """Return the enemies whom units can come up to, if they were strong enough together."""
        judge, trial = self.judge, self.trial
        reach: dict[PieceIndex, Region] = {p: self.places(p) for p in numbers(self.free)}
        found = []
        for target in numbers(trial.occupied(judge.enemy)):
            near = declaring.approaches(trial, target)
            force = sum(trial.attack_value(piece) for piece in reach if reach[piece] & near)
            if force >= LEAST * judge.defence(trial, target):
                found.append(target)
        return found

    def _still_holds(self, mass: Mass) -> bool:
        """Whether those who were chosen meanwhile leave the units, the room and the supply."""
        spent = sum(blow.supply for blow in mass.plan.blows)
        coming: dict[Hex, Pieces] = {}
        for piece, hex_ in mass.moves:
            coming[hex_] = coming.get(hex_, 0) | 1 << piece
        return (
            spent <= self.trial.attack_supply[self.judge.side]
            and not any(pieces & ~self.free for pieces in coming.values())
            and all(fits(self.trial, hex_, pieces) for hex_, pieces in coming.items())
        )

    def _best(self, target: Hex) -> Mass | None:
        """Return the best attack on a hex by those who are free."""
        trial = self.trial
        near = declaring.approaches(trial, target) & ~trial.occupied(self.judge.enemy)
        by_hex = {
            hex_: [p for p in numbers(self.free) if self.places(p) >> hex_ & 1]
            for hex_ in numbers(near)
        }
        strength = {
            hex_: sum(trial.attack_value(piece) for piece in pieces)
            - 2 * declaring.obliging(trial, self.judge.side, 1 << hex_).bit_count()
            for hex_, pieces in by_hex.items()
            if pieces
        }
        ranked = sorted(strength, key=lambda hex_: -strength[hex_])
        sets = [ranked, *([one] for one in ranked[:ORIGINS])]
        sets += [list(two) for two in combinations(ranked[:ORIGINS], 2)]
        best = None
        tried = set()
        for origins in sets:
            for enough in ENOUGH:
                moves = self._gather(target, origins, by_hex, enough)
                if moves in tried or not moves:
                    continue
                tried.add(moves)
                mass = self._weigh(target, moves)
                if mass is not None and (best is None or mass.value > best.value):
                    best = mass
        return best

    def _gather(
        self, target: Hex, origins: list[Hex], by_hex: dict[Hex, list[PieceIndex]], enough: float
    ) -> tuple[tuple[PieceIndex, Hex], ...]:
        """Return who goes where, strongest formations first, until there are enough."""
        trial, judge = self.trial, self.judge
        able = {piece for hex_ in origins for piece in by_hex[hex_]}
        force: dict[str, int] = {}
        for piece in able:
            name = judge.scenario.pieces[piece].formation
            force[name] = force.get(name, 0) + trial.attack_value(piece)
        ranked = sorted(
            able,
            key=lambda p: (
                -force[judge.scenario.pieces[p].formation],
                judge.scenario.pieces[p].formation,
                -trial.attack_value(p),
                p,
            ),
        )
        wanted, total = enough * judge.defence(trial, target), 0
        moves: list[tuple[PieceIndex, Hex]] = []
        for piece in ranked:
            if total >= wanted:
                break
            for hex_ in origins:
                if piece in by_hex[hex_] and self._fits(moves, piece, hex_):
                    moves.append((piece, hex_))
                    total += trial.attack_value(piece)
                    break
        return tuple(moves)

    def _fits(self, moves: list[tuple[PieceIndex, Hex]], piece: PieceIndex, hex_: Hex) -> bool:
        """3.1 - whether a unit still finds room beside those who are to go to the same hex."""
        trial = self.trial
        if trial.where[piece] == hex_:
            return True
        coming = sum(1 << other for other, there in moves if there == hex_)
        return fits(trial, hex_, coming | 1 << piece)

    def _weigh(self, target: Hex, moves: tuple[tuple[PieceIndex, Hex], ...]) -> Mass | None:
        """Return what an attack promises, less what its units would rather do; None if nothing."""
        judge, trial = self.judge, self.trial
        stays = sum(self._stay(piece) for piece, _ in moves)
        back = [(piece, trial.where[piece]) for piece, _ in moves]
        for piece, hex_ in moves:
            trial.put(piece, hex_)
        able = sum(1 << piece for piece, _ in moves)
        origins = trial.hexes_of(able)
        plan = composed(judge, trial, target, origins, able)
        value = -1.0
        if plan is not None and plan.value > judge.style.worthwhile:
            stand = sum(judge.standing(trial, piece, hex_) for piece, hex_ in moves)
            value = judge.style.kill * plan.value + judge.style.mass * (stand - stays)
        for piece, hex_ in back:
            trial.put(piece, hex_)
        return Mass(target, moves, plan, value) if plan is not None and value > 0 else None

    def _stay(self, piece: PieceIndex) -> float:
        """Return how well a unit could stand elsewhere, at a look."""
        found = self._stays.get(piece)
        if found is None:
            judge, trial = self.judge, self.trial
            here = trial.where[piece]
            wanted = max(numbers(self.places(piece)), key=lambda h: judge.wanted(piece, h))
            found = self._stays[piece] = max(
                judge.standing(trial, piece, here), judge.standing(trial, piece, wanted)
            )
        return found
