"""8.3, 8.5 - Everything that can become of either side of a combat, whatever its owner chooses.

The rules are the game's own, called on copies of the position; nothing is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.bits import numbers
from grognard.games.bautzen import retreat
from grognard.games.bautzen.losses import may_lose
from grognard.games.bautzen.outcome import may_advance
from grognard.games.bautzen.stacking import fits
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.supply import network

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.engine.hexmap import Region
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Battle, Bautzen, PieceIndex, Pieces


class Stand(NamedTuple):
    """What has become of the attacked stack."""

    steps: int
    """Steps lost."""
    units: int
    """Units eliminated."""
    hexes: int
    """Hexes retreated."""
    is_destroyed: bool
    """No unit of it is left."""
    is_vacated: bool
    """It has left its hex, or is destroyed."""
    columns: int
    """8.6.3 - supply columns left alone in the hex."""
    rules: tuple[str, ...]


class Toll(NamedTuple):
    """What has become of the attackers."""

    steps: int
    units: int
    is_destroyed: bool
    can_advance: bool
    """8.4 - a survivor could enter the hex, were it vacant."""


class Situation(NamedTuple):
    """A position after some losses: the units that took a step, in order, and what it cost."""

    state: Bautzen
    hurt: Pieces
    lost: tuple[PieceIndex, ...]
    price: int
    """Combat factors lost, to part what is equal otherwise."""


class Way(NamedTuple):
    """One thing an owner may do: its words, and the position to which it leads."""

    words: str
    situation: Situation


def _factors(state: Bautzen, piece: PieceIndex) -> int:
    """Return the printed factors of a unit with the steps it has left."""
    printed, steps = state.scenario.pieces[piece], state.steps[piece]
    return printed.attack[steps] + printed.defence[steps] if steps else 0


class Losing:
    """8.3 - one side of a combat and the ways in which it may spread its losses."""

    def __init__(self, state: Bautzen, side: Side, members: Pieces) -> None:
        self.side, self.members = side, members
        self.pieces = numbers(members)
        self.start = state
        self.strength = sum(state.steps[piece] for piece in self.pieces)
        self._after: list[list[Situation]] = [[Situation(state, 0, (), 0)]]

    def after(self, losses: int) -> list[Situation]:
        """8.3 - every position to which so many losses lead, each once."""
        while len(self._after) <= losses:
            self._after.append(self.one_more(self._after[-1]))
        return self._after[losses]

    def one_more(self, situations: list[Situation]) -> list[Situation]:
        """8.3 - take one more step in each of some positions; what is not there is ignored."""
        found: dict[tuple[bytes, Pieces], Situation] = {}
        for situation in situations:
            for following in self._next(situation):
                key = self.key(following.state), following.hurt
                if key not in found or found[key].price > following.price:
                    found[key] = following
        return list(found.values())

    def _next(self, situation: Situation) -> Iterator[Situation]:
        """8.3 - the positions in which one of those who may take the next step has taken it."""
        state, hurt, lost, price = situation
        present = self.present(state)
        if not present:
            yield situation
        for piece in self.choose(state, numbers(may_lose(state, present, hurt)), hurt):
            twin = state.copy()
            twin.lose_step(piece, "8.3")
            worth = price + _factors(state, piece) - _factors(twin, piece)
            yield Situation(twin, hurt | 1 << piece, (*lost, piece), worth)

    def choose(self, state: Bautzen, able: list[PieceIndex], hurt: Pieces) -> list[PieceIndex]:
        """Return those of the units worth trying: all of them."""
        return able

    def present(self, state: Bautzen) -> Pieces:
        """8.3 - the units of this force still on the map."""
        return self.members & state.owned[self.side]

    def key(self, state: Bautzen) -> bytes:
        """Return what tells two positions of this force apart."""
        steps = state.steps
        return bytes([steps[piece] for piece in self.pieces])

    def lost(self, state: Bautzen) -> tuple[int, int]:
        """Return the steps and the units that this force has lost."""
        steps, pieces = state.steps, self.pieces
        left = sum(steps[piece] for piece in pieces)
        return self.strength - left, sum(not steps[piece] for piece in pieces)

    def in_words(self, situation: Situation) -> str:
        """Return the losses of a position as answers: ``lose 21/20Pz, 59/20Pz``."""
        printed = situation.state.scenario.pieces
        return "lose " + ", ".join(printed[piece].id for piece in situation.lost)


class Attackers(Losing):
    """8.3, 8.4 - the attacking units; alike are those that only their factors tell apart."""

    def __init__(self, state: Bautzen, battle: Battle, *, tell_apart: bool = False) -> None:
        super().__init__(state, battle.side, battle.attackers)
        self.advancing = may_advance(state)
        self.tell_apart = tell_apart

    def choose(self, state: Bautzen, able: list[PieceIndex], hurt: Pieces) -> list[PieceIndex]:
        """Return of each kind of unit the one whose step costs least."""
        if self.tell_apart:
            return able
        best: dict[tuple[int, ...], tuple[int, PieceIndex]] = {}
        for piece in able:
            marks = (self.advancing >> piece & 1, state.retreated >> piece & 1, hurt >> piece & 1)
            printed, steps = state.scenario.pieces[piece], state.steps[piece]
            left = steps - 1
            price = _factors(state, piece) - (printed.attack[left] + printed.defence[left]) * (
                left > 0
            )
            kind = (steps, *marks)
            if kind not in best or best[kind][0] > price:
                best[kind] = price, piece
        return [piece for _, piece in best.values()]

    def tolls(self, losses: int) -> dict[Toll, Situation]:
        """8.3 - what so many losses may make of the attackers."""
        found: dict[Toll, Situation] = {}
        for situation in self.after(losses):
            toll = self.toll(situation.state)
            if toll not in found or found[toll].price > situation.price:
                found[toll] = situation
        return found

    def toll(self, state: Bautzen) -> Toll:
        """8.4 - what has become of the attackers in a position."""
        left = self.present(state)
        return Toll(*self.lost(state), not left, bool(self.advancing & left))


class Defenders(Losing):
    """8.5 - the attacked stack: it loses steps, then stands or retreats.

    `spent` are the supply columns that it gives for this combat; `barred` hexes where it may not
    end a retreat for a reason of the asker's.
    """

    def __init__(self, state: Bautzen, battle: Battle, spent: Pieces, barred: Region = 0) -> None:
        super().__init__(state, ENEMY[battle.side], battle.defenders)
        self.target = battle.target
        self.spent, self.barred = spent, barred
        self._ends: dict[Pieces, list[Region]] = {}

    def trades(self, steps: int) -> list[int]:
        """8.5.1, 8.5.2 - for how many hexes of retreat the steps of a result may be traded."""
        scenario = self.start.scenario
        return retreat.lengths(scenario, steps, lambda hexes: bool(self.ends(self.start, hexes)))

    def stands(self, losses: int, hexes: int) -> dict[Stand, Way]:
        """8.5.1 - what may become of a stack that loses so many steps and retreats so far."""
        found: dict[Stand, Way] = {}
        for stand, way in self.ways(losses, hexes):
            if stand not in found or found[stand].situation.price > way.situation.price:
                found[stand] = way
        return found

    def ways(self, losses: int, hexes: int) -> Iterator[tuple[Stand, Way]]:
        """8.5.1, 8.5.2 - every way to take so many losses and then retreat so far, or not."""
        for situation in self.after(losses):
            words = self.in_words(situation) if situation.lost else ""
            if not hexes or not self.present(situation.state):
                yield self._stay(situation, ()), Way(words, situation)
            else:
                yield from self._retreat(situation, hexes, words)

    def _stay(self, situation: Situation, rules: tuple[str, ...]) -> Stand:
        """8.3 - the stack is where it was, or destroyed there."""
        state = situation.state
        steps, units = self.lost(state)
        gone = not self.present(state)
        alone = state.stacks[self.target] & state.scenario.convoys & ~self.spent if gone else 0
        rules = self._rules(situation, rules)
        return Stand(steps, units, 0, gone, gone, alone.bit_count(), rules)

    def _rules(self, situation: Situation, rules: tuple[str, ...]) -> tuple[str, ...]:
        """8.3, 8.5.3 - the rules that made the losses, before those of the retreat."""
        if not situation.lost:
            return rules
        again = self.start.retreated & situation.hurt
        return ("8.3", "8.5.3", *rules) if again else ("8.3", *rules)

    def _retreat(self, situation: Situation, hexes: int, words: str) -> Iterator[tuple[Stand, Way]]:
        """8.5.1 - the ends of a retreat, those in supply together and those out of it together."""
        state = situation.state
        ends = self.ends(state, hexes)
        if not ends:
            for blocked in self._blocked(situation, hexes):
                text = self.in_words(blocked) if len(blocked.lost) > len(situation.lost) else words
                yield self._stay(blocked, ("8.5.2",)), Way(text, blocked)
            return
        fed = self._supplied(state, ends)
        prefix = f"{words}; " if words else ""
        name = state.scenario.board.map.name
        for region, is_fed in ((fed, True), (ends & ~fed, False)):
            if region:
                after = situation if is_fed else self._cut_off(situation)
                to = prefix + "to " + " ".join(name(hex_) for hex_ in numbers(region))
                steps, units = self.lost(after.state)
                paid = ("8.5.1",) if is_fed else ("8.5.1", "8.5.2")
                gone = not self.present(after.state)
                rules = self._rules(situation, paid)
                yield Stand(steps, units, hexes, gone, True, 0, rules), Way(to, after)

    def ends(self, state: Bautzen, hexes: int) -> Region:
        """8.5.1 - where a retreat of so many hexes may end; the test of `retreat.retreat_steps`."""
        pieces = state.stacks[self.target]
        passed = self._ends.setdefault(pieces, [1 << self.target])
        scenario = state.scenario
        board = scenario.board.map
        while len(passed) <= hexes:
            safe = retreat.refuge(state, self.side, pieces) & board.ring(self.target, len(passed))
            onward = 0
            for here in numbers(passed[-1]):
                onward |= safe & retreat.steps_over(scenario, here, pieces)
            passed.append(onward)
        found = 0
        for there in numbers(passed[hexes] & ~self.barred):
            if fits(scenario, there, state.stacks[there] | pieces):
                found |= 1 << there
        return found

    @property
    def passed(self) -> Region:
        """The hexes that the retreats asked about so far might pass or reach."""
        region = 0
        for ways in self._ends.values():
            for ring in ways:
                region |= ring
        return region

    def _supplied(self, state: Bautzen, ends: Region) -> Region:
        """7.1.2, 8.5.2 - those of the ends in which the stack would be supplied.

        Standing there can only open the line, so what is joined without it is joined with it.
        """
        garrison = state.held[self.side] & ~(1 << self.target)
        fed = ends & network(state, self.side, garrison)
        for hex_ in numbers(ends & ~fed):
            if network(state, self.side, garrison | 1 << hex_) >> hex_ & 1:
                fed |= 1 << hex_
        return fed

    def _cut_off(self, situation: Situation) -> Situation:
        """8.5.2 - units that the retreat leaves unsupplied, and were not before, lose a step."""
        twin = situation.state.copy()
        for piece in numbers(self.present(twin) & ~twin.unsupplied):
            twin.lose_step(piece, "8.5.2")
        return situation._replace(state=twin)

    def _blocked(self, situation: Situation, hexes: int) -> list[Situation]:
        """8.5.2 - a stack that cannot retreat loses a step for each unit, then what was traded."""
        twin = situation.state.copy()
        for piece in numbers(self.present(twin)):
            twin.lose_step(piece, "8.5.2")
        stuck = [situation._replace(state=twin)]
        if twin.scenario.options.returns_traded_steps:
            for _ in range(hexes):
                stuck = self.one_more(stuck)
        return stuck
