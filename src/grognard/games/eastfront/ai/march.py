"""10 - where every piece of a side should end its move: one after another, then looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.eastfront import declaring, movement
from grognard.games.eastfront.ai.assault import promise
from grognard.games.eastfront.ai.massing import Massing
from grognard.games.eastfront.stacking import fits

if TYPE_CHECKING:
    from random import Random

    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex
    from grognard.games.eastfront.ai.judge import Judge
    from grognard.games.eastfront.state import Luga

LOOKS: Final = 16
"""How many places a unit looks at closely, besides those next to enemies."""
BETTER: Final = 0.1
"""By how much a place must be better to be taken instead."""


class MarchPlan:
    """A plan of the movement of a side, made on a position of its own."""

    def __init__(self, judge: Judge, state: Luga, rng: Random) -> None:
        self.judge, self.rng, self.trial = judge, rng, state.copy()
        self.trial.events = None
        self.start = list(state.where)
        self.movers = movement.movers(state, judge.side)
        self.order: list[PieceIndex] = []
        """The pieces in the order in which they are to move."""
        self.values: dict[PieceIndex, float] = {}
        self._reach: dict[PieceIndex, Region] = {}
        self._attacks: dict[tuple[Hex, int], float] = {}

    def make(self) -> None:
        """Plan all moves: combat units, the strongest first, then helpers, the slow ones first."""
        judge, trial = self.judge, self.trial
        combat = numbers(self.movers & judge.kinds.combat)
        judge.unsettled = self.movers
        self._garrison(combat)
        self._mass(combat)
        ranked = sorted(combat, key=lambda p: (-max(trial.values(p)), p))
        ranked = [piece for piece in ranked if piece not in self.values]
        for piece in ranked:
            self._settle(piece)
        for _ in range(judge.style.passes if judge.style.width and judge.fights else 0):
            if not self._look_again(ranked):
                break
        helpers = numbers(self.movers & ~judge.kinds.combat)
        for piece in sorted(helpers, key=lambda p: (judge.scenario.pieces[p].move, p)):
            self._settle(piece)

    def moves(self) -> list[tuple[PieceIndex, Hex]]:
        """Return who goes where; who stays is left out."""
        where = self.trial.where
        return [(piece, where[piece]) for piece in self.order if where[piece] != self.start[piece]]

    def _places(self, piece: PieceIndex) -> Region:
        """Return where a piece may end its move, its own hex included."""
        if piece not in self._reach:
            here = self.trial.where[piece]
            self._reach[piece] = movement.reach(self.trial, piece) | 1 << here
        return self._reach[piece]

    def _likely(self, piece: PieceIndex) -> list[Hex]:
        """Return the places worth a closer look: drawn to, or here, or beside whom it matters."""
        judge, trial, places = self.judge, self.trial, self._places(piece)
        if places.bit_count() <= LOOKS:
            return numbers(places)
        is_combat = judge.kinds.combat >> piece & 1
        beside = judge.ground.map.adjacent(trial.occupied(judge.enemy))
        near = numbers(places & (beside if is_combat else trial.held[judge.side]))
        count = LOOKS if is_combat or len(near) < 2 else LOOKS // 3
        wanted = sorted(numbers(places), key=lambda hex_: -judge.wanted(piece, hex_))[:count]
        return list(dict.fromkeys([trial.where[piece], *wanted, *near]))

    def _garrison(self, combat: list[PieceIndex]) -> None:
        """26 - first of all, keep somebody in the places that the enemy could walk into."""
        judge, trial = self.judge, self.trial
        for hex_, least in judge.exposed(trial):
            stays = trial.stacks[hex_] & judge.kinds.combat & trial.owned[judge.side]
            stays &= ~self.movers | sum(1 << piece for piece in self.values)
            missing = least - judge.guarding(trial, stays)
            while missing > 0:
                able = self._guards(combat, hex_, missing)
                if not able:
                    break
                piece = min(able, key=lambda p: self._price(p, hex_))
                self._stay(piece, hex_)
                missing -= trial.defence_value(piece)

    def _guards(self, combat: list[PieceIndex], hex_: Hex, least: float) -> list[PieceIndex]:
        """Return who can hold a place: those strong enough alone, else the strongest there are."""
        trial = self.trial
        able = [
            piece
            for piece in combat
            if piece not in self.values
            and self._places(piece) >> hex_ & 1
            and (trial.where[piece] == hex_ or fits(trial, hex_, 1 << piece))
        ]
        most = max([trial.defence_value(piece) for piece in able], default=0)
        return [piece for piece in able if trial.defence_value(piece) >= min(least, most)]

    def _mass(self, combat: list[PieceIndex]) -> None:
        """12.1 - bring units together for the attacks that promise most."""
        judge = self.judge
        if not judge.fights or not judge.style.mass:
            return
        units = sum(1 << piece for piece in combat if piece not in self.values)
        for mass in Massing(judge, self.trial, units, self._places).make():
            for piece, hex_ in mass.moves:
                self._stay(piece, hex_)

    def _price(self, piece: PieceIndex, hex_: Hex) -> tuple[float, int]:
        """Return what it costs to leave a unit in a place: its attack, and the way back."""
        trial, judge = self.trial, self.judge
        away = judge.ground.map.distance(trial.where[piece], hex_)
        is_mobile = judge.kinds.motorised >> piece & 1
        return float(trial.values(piece)[0] + away + 2 * is_mobile), piece

    def _stay(self, piece: PieceIndex, hex_: Hex) -> None:
        """Give a piece its place."""
        self.trial.put(piece, hex_)
        self.judge.unsettled &= ~(1 << piece)
        self.judge.send(self.trial, piece, hex_)
        self.order.append(piece)
        self.values[piece] = self.judge.standing(self.trial, piece, hex_)

    def _settle(self, piece: PieceIndex) -> None:
        """Give a piece the best place."""
        judge, trial = self.judge, self.trial
        here = trial.where[piece]
        values = {
            hex_: judge.at(trial, piece, hex_)
            for hex_ in self._likely(piece)
            if hex_ == here or fits(trial, hex_, 1 << piece)
        }
        best = max(values, key=lambda hex_: (values[hex_], hex_ == here, -hex_))
        if values[best] < values[here] + BETTER:
            best = here
        if best != here:
            trial.put(piece, best)
        judge.unsettled &= ~(1 << piece)
        if judge.kinds.combat >> piece & 1:
            judge.send(trial, piece, best)
        self.order.append(piece)
        self.values[piece] = values[best]

    # Looking again, with exact odds

    def _look_again(self, pieces: list[PieceIndex]) -> bool:
        """Let every unit consider a few other places; return whether any moved."""
        shuffled = pieces[:]
        self.rng.shuffle(shuffled)
        return sum(self._reconsider(piece) for piece in shuffled) > 0

    def _reconsider(self, piece: PieceIndex) -> bool:
        judge, trial = self.judge, self.trial
        board, here = judge.ground.map, trial.where[piece]
        beside = board.adjacent(trial.occupied(judge.enemy))
        ranked = sorted(
            [hex_ for hex_ in self._likely(piece) if hex_ != here],
            key=lambda hex_: (-judge.at(trial, piece, hex_), hex_),
        )
        contact = [hex_ for hex_ in ranked if beside >> hex_ & 1][: judge.style.width]
        if not contact and not beside >> here & 1:
            return False
        tried = dict.fromkeys([*contact, *ranked[:2]])
        about = board.around[here]
        for hex_ in tried:
            about |= board.around[hex_]
        best, choice = self._whole(piece, here, about) + BETTER, here
        for hex_ in tried:
            if not fits(trial, hex_, 1 << piece):
                continue
            value = self._whole(piece, hex_, about)
            if value > best:
                best, choice = value, hex_
        trial.put(piece, choice)
        if choice != here:
            self.order.remove(piece)
            self.order.append(piece)
            self.values[piece] = best
        return choice != here

    def _whole(self, piece: PieceIndex, hex_: Hex, about: Region) -> float:
        """Return what it is worth that a unit stands in a hex: itself, and the attacks about it."""
        trial, judge = self.trial, self.judge
        trial.put(piece, hex_)
        targets = numbers(about & trial.occupied(judge.enemy))
        promised = sorted([max(0.0, self._attack(target)) for target in targets], reverse=True)
        gains = sum(value / (1 << place) for place, value in enumerate(promised))
        return judge.standing(trial, piece, hex_) + judge.style.kill * gains

    def _attack(self, target: Hex) -> float:
        """12.1 - what the attack of all who touch a hex promises, as the plan stands."""
        trial, side = self.trial, self.judge.side
        able = declaring.able_on(trial, side, 1 << target, declaring.may_attack(trial, side))
        if not able or not declaring.reaches_lowest(trial, side, 1 << target, able):
            return 0.0
        key = target, hash(tuple((piece, trial.where[piece]) for piece in numbers(able)))
        found = self._attacks.get(key)
        if found is None:
            found = self._attacks[key] = promise(self.judge, trial, target, able)[0]
        return found
