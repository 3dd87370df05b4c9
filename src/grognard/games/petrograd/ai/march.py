"""7 - where every piece of a side should end its move: one after another, then looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.petrograd import battle as rules
from grognard.games.petrograd import movement
from grognard.games.petrograd.ai.assault import promise
from grognard.games.petrograd.ai.exchange import chance_of_loss
from grognard.games.petrograd.ai.massing import Massing
from grognard.games.petrograd.ai.raid import raid
from grognard.games.petrograd.ai.ways import far
from grognard.games.petrograd.fighting import declared
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.stacking import fits

if TYPE_CHECKING:
    from random import Random

    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.ai.judge import Judge
    from grognard.games.petrograd.state import Petrograd

LOOKS: Final = 24
"""How many places troops look at closely, besides those next to enemies."""
HELP: Final = 3
"""How many come at most to keep a town, besides those who stand in it."""
SURE: Final = 0.55
"""How likely a garrison must be to drive besiegers away to go out against them."""
BETTER: Final = 0.1
"""By how much a place must be better to be taken instead."""


class March:
    """A plan of the movement of a side, made on a position of its own."""

    def __init__(self, judge: Judge, state: Petrograd, rng: Random) -> None:
        self.judge, self.rng, self.trial = judge, rng, state.copy()
        self.trial.events = None
        self.start = list(state.where)
        still = state.moved | judge.kinds.immobile | state.broken_down
        self.movers: Pieces = state.owned[judge.side] & ~still
        self.order: list[PieceIndex] = []
        """The pieces in the order in which they are to move."""
        self.values: dict[PieceIndex, float] = {}
        self._reach: dict[PieceIndex, int] = {}
        self._attacks: dict[tuple[Hex, tuple[tuple[PieceIndex, Hex], ...]], float] = {}

    def make(self) -> None:
        """Plan all moves: troops first, the strongest before the others, then their helpers."""
        judge, troops = self.judge, self.judge.kinds.troops
        ranked = sorted(
            numbers(self.movers & troops), key=lambda p: (-judge.strength(self.trial, p), p)
        )
        kept = self._garrison(ranked)
        if judge.style.cut and self._is_last():
            kept |= raid(self, ranked)
        ranked = [piece for piece in ranked if not kept >> piece & 1]
        if judge.style.mass:
            kept |= Massing(self, [piece for piece in ranked if not kept >> piece & 1]).make()
            ranked = [piece for piece in ranked if not kept >> piece & 1]
        for piece in ranked:
            self._settle(piece)
        for _ in range(judge.style.passes if judge.style.width else 0):
            if not self._look_again(ranked):
                break
        for piece in numbers(self.movers & ~troops):
            self._settle(piece)

    def _is_last(self) -> bool:
        """2.1 - whether nobody moves any more after this side."""
        is_red = self.judge.side is Side.RED
        return is_red and self.trial.turn == self.trial.scenario.last_turn

    def _garrison(self, troops: list[PieceIndex]) -> Pieces:
        """11.2 - leave in a town that must not fall as many as keep it, the weakest that can.

        Who stands there already comes before all others.
        """
        judge, trial, kept = self.judge, self.trial, 0
        towns = judge.vital(trial) if judge.style.garrison else []
        bound = sum(trial.stacks[town] for town in towns)
        for town in towns:
            inside = [piece for piece in reversed(troops) if trial.where[piece] == town]
            others = [
                piece for piece in reversed(troops) if self._may_join(piece, town, bound | kept)
            ]
            for piece in (*inside, *others[:HELP]):
                self.keep(piece, town)
                kept |= 1 << piece
                if judge.is_kept(trial, town, ~kept):
                    break
            kept |= self._sortie(town, [piece for piece in troops if trial.where[piece] == town])
            if judge.style.recall and self._is_due() and not judge.is_kept(trial, town, ~kept):
                kept |= self._call(town, kept, bound)
        return kept

    def _is_due(self) -> bool:
        """11.2 - whether the loss of a town ends the game, now or in the next turn."""
        return self.trial.turn >= self.trial.scenario.victory.sudden_red_from_turn - 1

    def _call(self, town: Hex, kept: Pieces, bound: Pieces) -> Pieces:
        """11.2 - call back whom a town needs that cannot be there this turn, the nearest first.

        They come as near as they can; whom they meet on the way is not their business.
        """
        judge, trial, called = self.judge, self.trial, 0
        ways, start = far(judge.scenario, town), self.trial.where[:]
        free = self.movers & judge.kinds.troops & ~judge.kinds.estonian & ~kept & ~bound
        for piece in sorted(numbers(free), key=lambda piece: (ways[start[piece]], piece)):
            if ways[start[piece]] > judge.style.recall:
                break
            if fits(trial, town, 1 << piece):
                trial.put(piece, town)
                called |= 1 << piece
                if judge.is_kept(trial, town, ~(kept | called)):
                    break
        for piece in numbers(called):
            trial.put(piece, start[piece])
        for piece in numbers(called):
            goals = [hex_ for hex_ in self.places(piece) if fits(trial, hex_, 1 << piece)]
            self.keep(piece, min(goals, key=lambda hex_: (ways[hex_], hex_)))
        return called

    def _sortie(self, town: Hex, inside: list[PieceIndex]) -> Pieces:
        """11.2 - send all but the weakest out against besiegers whom they are likely to beat.

        Those beside the town are attacked from there; these stand two hexes off.
        """
        judge, trial = self.judge, self.trial
        going, board = inside[:-1], judge.ground.map
        if self._is_due() and not judge.is_kept(trial, town, sum(1 << piece for piece in going)):
            return 0
        near = board.disc(town, 2) & ~judge.ground.around[town] & trial.held[judge.enemy]
        best, choice = SURE, -1
        for target in numbers(near) if going else ():
            for hex_ in numbers(judge.ground.around[target] & judge.ground.around[town]):
                if all(hex_ in self.places(piece) for piece in going):
                    chance = self._beats(going, hex_, target)
                    if chance > best:
                        best, choice = chance, hex_
        if choice < 0:
            return 0
        for piece in going:
            self.keep(piece, choice)
        return sum(1 << piece for piece in going)

    def _beats(self, pieces: list[PieceIndex], hex_: Hex, target: Hex) -> float:
        """8.2 - the chance that some pieces take a hex if they attack it from another."""
        trial, back = self.trial, [self.trial.where[piece] for piece in pieces]
        for piece in pieces:
            trial.put(piece, hex_)
        able = rules.may_join(trial, self.judge.side, target, 0)
        attackers = sum(1 << piece for piece in pieces) & able
        fought = declared(trial, self.judge.side, target, attackers, 0, night=False)
        chance = chance_of_loss(rules.reckon(trial, fought)) if attackers else 0.0
        for piece, here in zip(pieces, back, strict=True):
            trial.put(piece, here)
        return chance

    def _may_join(self, piece: PieceIndex, town: Hex, bound: Pieces) -> bool:
        """Whether a piece that is bound to no town can come to one."""
        is_free = not bound >> piece & 1
        return is_free and town in self.places(piece) and fits(self.trial, town, 1 << piece)

    def keep(self, piece: PieceIndex, hex_: Hex) -> None:
        """Send a piece to a town, or out of it, before anybody else moves."""
        if piece in self.order:
            self.judge.recall(self.trial, piece, self.trial.where[piece])
            self.order.remove(piece)
        if self.trial.where[piece] != hex_:
            self.trial.put(piece, hex_)
        self.judge.send(self.trial, piece, hex_)
        self.order.append(piece)
        self.values[piece] = self.judge.style.sudden

    def moves(self) -> list[tuple[PieceIndex, Hex]]:
        """Return who goes where; who stays is left out."""
        where = self.trial.where
        return [(piece, where[piece]) for piece in self.order if where[piece] != self.start[piece]]

    def places(self, piece: PieceIndex) -> list[Hex]:
        """Return where a piece may end its move, its own hex included."""
        return numbers(self.reach(piece))

    def reach(self, piece: PieceIndex) -> Region:
        """Return where a piece may end its move, its own hex included."""
        if piece not in self._reach:
            here = self.trial.where[piece]
            self._reach[piece] = movement.reach(self.trial, piece)
            self._reach[piece] |= 1 << here
        return self._reach[piece]

    def _likely(self, piece: PieceIndex) -> list[Hex]:
        """Return the places worth a closer look: drawn to, or here, or beside whom it matters.

        That is the enemy for troops, their own troops for all others.
        """
        judge, trial, places = self.judge, self.trial, self.places(piece)
        if len(places) <= LOOKS:
            return places
        is_troops = judge.kinds.troops >> piece & 1
        beside = judge.ground.beside(trial.occupied(judge.enemy))
        near = numbers(self._reach[piece] & (beside if is_troops else trial.held[judge.side]))
        count = LOOKS if is_troops or len(near) < 2 else LOOKS // 3
        wanted = sorted(places, key=lambda hex_: -judge.wanted(piece, hex_))[:count]
        return list(dict.fromkeys([trial.where[piece], *wanted, *near]))

    def _settle(self, piece: PieceIndex) -> None:
        """Give a piece the best place."""
        judge, trial = self.judge, self.trial
        here = trial.where[piece]
        values = {hex_: judge.at(trial, piece, hex_) for hex_ in self._likely(piece)}
        best = max(values, key=lambda hex_: (values[hex_], hex_ == here, -hex_))
        if values[best] < values[here] + BETTER:
            best = here
        if best != here:
            trial.put(piece, best)
        if judge.kinds.troops >> piece & 1:
            judge.send(trial, piece, best)
        self.order.append(piece)
        self.values[piece] = values[best]

    # Looking again, with exact odds

    def _look_again(self, pieces: list[PieceIndex]) -> bool:
        """Let every piece consider a few other places; return whether any moved."""
        shuffled = pieces[:]
        self.rng.shuffle(shuffled)
        return sum(self._look(piece) for piece in shuffled) > 0

    def _look(self, piece: PieceIndex) -> bool:
        """Reconsider a piece; a place is not crowded by those who ask whether to go there."""
        judge, trial = self.judge, self.trial
        judge.recall(trial, piece, trial.where[piece])
        has_moved = self._reconsider(piece)
        judge.send(trial, piece, trial.where[piece])
        return has_moved

    def _reconsider(self, piece: PieceIndex) -> bool:
        judge, trial = self.judge, self.trial
        here = trial.where[piece]
        zone = judge.ground.beside(trial.occupied(judge.enemy))
        ranked = sorted(
            [hex_ for hex_ in self._likely(piece) if hex_ != here],
            key=lambda hex_: (-judge.at(trial, piece, hex_), hex_),
        )
        contact = [hex_ for hex_ in ranked if zone >> hex_ & 1][: judge.style.width]
        if not contact and not zone >> here & 1:
            return False
        tried = dict.fromkeys([*contact, *ranked[:2]])
        about = judge.ground.around[here]
        for hex_ in tried:
            about |= judge.ground.around[hex_]
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
        """Return what it is worth that a piece stands in a hex: itself, and the attacks about it.

        Troops attack once, so that the second best attack counts half, the third a quarter.
        """
        trial = self.trial
        trial.put(piece, hex_)
        targets = numbers(about & rules.targets(trial, self.judge.side))
        promised = sorted([max(0.0, self._attack(target)) for target in targets], reverse=True)
        gains = sum(value / (1 << place) for place, value in enumerate(promised))
        return self.judge.standing(trial, piece, hex_) + self.judge.style.kill * gains

    def _attack(self, target: Hex) -> float:
        """8.1 - what the best attack on a hex promises, as the plan stands."""
        trial = self.trial
        able = rules.may_join(trial, self.judge.side, target, 0)
        key = target, tuple((piece, trial.where[piece]) for piece in numbers(able))
        found = self._attacks.get(key)
        if found is None:
            found = self._attacks[key] = promise(self.judge, trial, target, able)
        return found
