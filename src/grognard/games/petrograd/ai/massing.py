"""8.1 - attacks planned before anything else: who could come against whom, and at what price."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import numbers
from grognard.games.petrograd import battle as rules
from grognard.games.petrograd.ai.assault import promise
from grognard.games.petrograd.stacking import fits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.ai.march import March

MOST: Final = 7
"""How many troops are tried against a hex."""
WEAK: Final = 0.1
"""The strength of the weakest."""
ATTACKS: Final = 9
"""How many attacks are planned at most."""
LEAST: Final = 0.25
"""What an attack must be worth, in points of victory, more than all else its troops could do."""
SPREAD: Final = 0.2
"""What it is worth to come from another side: who is shut in is beaten."""


class Offer(NamedTuple):
    """Somebody who could come beside a hex."""

    price: float
    """What he gives up elsewhere, for each point of his strength."""
    piece: PieceIndex
    force: float
    spots: Region
    """Where he could stand."""


class Gathering(NamedTuple):
    """An attack that could be made: what it is worth, on which hex, and who goes where for it."""

    value: float
    target: Hex
    moves: tuple[tuple[PieceIndex, Hex], ...]


class Massing:
    """Finds the attacks of a phase, the best first, each with troops of its own."""

    def __init__(self, march: March, troops: Sequence[PieceIndex]) -> None:
        self.march, self.judge, self.trial = march, march.judge, march.trial
        self.free = list(troops)
        self._best: dict[PieceIndex, float] = {}

    def make(self) -> Pieces:
        """8.1 - send troops against the enemy; return who goes."""
        gone: Pieces = 0
        book: dict[Hex, Gathering] = {}
        for _ in range(ATTACKS):
            for target in numbers(self.trial.held[self.judge.enemy]):
                if target not in book:
                    book[target] = self._against(target)
            best = max(book.values(), default=None)
            if best is None or best.value < LEAST:
                break
            for piece, hex_ in best.moves:
                self.march.keep(piece, hex_)
                self.free.remove(piece)
                gone |= 1 << piece
            used = {piece for piece, _ in best.moves}
            book = {
                target: attack
                for target, attack in book.items()
                if target != best.target and not used & {piece for piece, _ in attack.moves}
            }
            book[best.target] = Gathering(0.0, best.target, ())
        return gone

    def _against(self, target: Hex) -> Gathering:
        """Return the best attack on a hex by those who are free."""
        offers = self._offers(target)
        best = Gathering(0.0, target, ())
        cheapest = sorted(offers)
        strongest = sorted(offers, key=lambda offer: (-offer.force, offer))
        return max(best, self._added(target, cheapest), self._added(target, strongest))

    def _offers(self, target: Hex) -> list[Offer]:
        """Return who could come beside a hex: what it costs for his strength, and where to."""
        judge, trial = self.judge, self.trial
        spots = judge.ground.around[target] & ~trial.occupied(judge.enemy)
        found = []
        for piece in self.free:
            reach = self.march.reach(piece) & spots
            if reach:
                best = max(judge.wanted(piece, hex_) for hex_ in numbers(reach))
                force = max(judge.strength(trial, piece), WEAK)
                price = max(0.0, self._at_best(piece) - best)
                found.append(Offer(price / force, piece, force, reach))
        return found

    def _at_best(self, piece: PieceIndex) -> float:
        """Return what draws a piece most, of all places where it can go."""
        found = self._best.get(piece)
        if found is None:
            judge = self.judge
            found = max(judge.wanted(piece, hex_) for hex_ in self.march.places(piece))
            self._best[piece] = found
        return found

    def _added(self, target: Hex, offers: Sequence[Offer]) -> Gathering:
        """Return the best attack when one after another joins."""
        judge, trial = self.judge, self.trial
        moves: list[tuple[PieceIndex, Hex]] = []
        back = {offer.piece: trial.where[offer.piece] for offer in offers[:MOST]}
        best, price, together = Gathering(0.0, target, ()), 0.0, 0
        for _, piece, _, spots in offers[:MOST]:
            spot = self._spot(piece, spots, {hex_ for _, hex_ in moves})
            if spot < 0:
                continue
            price += max(0.0, self._at_best(piece) - judge.wanted(piece, spot))
            trial.put(piece, spot)
            moves.append((piece, spot))
            together |= 1 << piece
            able = rules.may_join(trial, judge.side, target, 0) & together
            if able != together:
                continue
            gain = judge.style.kill * promise(judge, trial, target, able) - price
            if gain > best.value:
                best = Gathering(gain, target, tuple(moves))
        for piece, hex_ in back.items():
            trial.put(piece, hex_)
        return best

    def _spot(self, piece: PieceIndex, reach: Region, used: set[Hex]) -> Hex:
        """Return from where a piece would attack: another side is better."""
        judge, trial = self.judge, self.trial
        best, choice = float("-inf"), -1
        for hex_ in numbers(reach):
            if hex_ == trial.where[piece] or fits(trial, hex_, 1 << piece):
                value = judge.wanted(piece, hex_) + SPREAD * (hex_ not in used)
                value += judge.cover(trial, judge.side, hex_)
                if value > best:
                    best, choice = value, hex_
        return choice
