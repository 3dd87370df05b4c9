"""A plan for a movement segment: where every piece should end, and the order of the moves.

Formations are first sent whole against a hex, wherever that makes the position better; then each
unit by itself looks for a better place; last come the supply columns.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import bits_of
from grognard.games.bautzen.ai import cordon
from grognard.games.bautzen.ai.appraise import Appraiser
from grognard.games.bautzen.ai.sets import discs, each_of, rear_of
from grognard.games.bautzen.ai.strength import reaches, room_for
from grognard.games.bautzen.command import may_use_convoy
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.stacking import limits, mixes, points
from grognard.games.bautzen.state import OFF_MAP
from grognard.games.bautzen.zones import zone_of_control
from grognard.kit.plans.march import March, Thrust

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence
    from random import Random

    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.ai.strength import Reach
    from grognard.games.bautzen.ai.style import Style
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces
    from grognard.kit.plans.march import Moves


NEVER: Final = 99
"""More stacking points than any hex has."""


class Planner(March):
    """Plans the movement segment of one side from a position at (or in) its beginning."""

    def __init__(self, state: Bautzen, side: Side, style: Style, rng: Random) -> None:
        self.side, self.style = side, style
        self.start = state
        self.trial = state.copy()
        self.scenario = state.scenario
        self.judge = Appraiser(state, side, style, rng)
        self.lore = self.judge.lore
        idle = (state.owned[side] | state.waiting[side]) & ~state.moved
        units = each_of(idle & self.scenario.units)
        super().__init__(units, rng, passes=style.passes, together=style.together)
        self.convoys = each_of(idle & self.scenario.convoys)
        self.reach: Reach = reaches(state, side, units + self.convoys)
        self.helpers = self.lore.helpers[side]
        self._limits = limits(self.scenario)
        self._needed: dict[Pieces, int] = {}
        """5 - by stack: the points it takes, or more than any hex has."""
        self.seniors = self._without_fighters()
        self.lines: list[cordon.Line] = []
        """13 - lines that would shut the city in, or supply out."""
        if side is Side.GERMAN and style.cordons:
            self._aim()
        self._brought: Moves | None = None
        """Where everybody stands before the plan is made, reinforcements brought in."""

    def plan(
        self, first: Thrust | None = None, without: Container[Thrust] = ()
    ) -> list[tuple[PieceIndex, Hex]]:
        """Return the moves to make, in order; also for another plan from the same start."""
        if self._brought is None:
            self._bring_in()
            self._brought = self._places()
        else:
            for piece, hex_ in self._brought:
                if self.trial.where[piece] != hex_:
                    self.put(piece, hex_)
        self.improve(first, without)
        self._place_convoys()
        return self._moves()

    def _places(self) -> Moves:
        return tuple((piece, self.trial.where[piece]) for piece in (*self.units, *self.convoys))

    def value(self) -> float:
        """Return how good the plan is as it stands."""
        return self.judge.value(self.trial)

    def where(self, piece: PieceIndex) -> Hex:
        """Return where the plan has a piece."""
        return self.trial.where[piece]

    def put(self, piece: PieceIndex, hex_: Hex) -> None:
        """Give a piece another place in the plan."""
        self.trial.place(piece, hex_, self.side)

    def fits(self, hex_: Hex) -> bool:
        """5 - whether all that the plan has in a hex may stand there together."""
        return self._has_room(hex_, self.trial.stacks[hex_])

    def _moves(self) -> list[tuple[PieceIndex, Hex]]:
        """Return who has been given another place, fighters before headquarters and columns."""
        trial, start = self.trial, self.start
        late = self.scenario.headquarters | self.scenario.artillery
        moved = [p for p in (*self.units, *self.convoys) if trial.where[p] != start.where[p]]
        moved.sort(key=lambda p: (self.scenario.convoys >> p & 1, late >> p & 1))
        return [(piece, trial.where[piece]) for piece in moved if trial.where[piece] != OFF_MAP]

    # Reinforcements

    def _bring_in(self) -> None:
        """11.2 - put whoever waits off the map where it does most good; units alone count here."""
        trial, pull = self.trial, self.judge.pull
        for piece in each_of(trial.waiting[self.side] & self.scenario.units):
            places = self._open(piece, self.reach.get(piece, 0))
            if places:
                trial.place(piece, max(places, key=lambda hex_: pull[hex_]), self.side)

    def _open(self, piece: PieceIndex, region: Region) -> tuple[Hex, ...]:
        """Return the hexes of a region where a piece may stand as the plan now has it."""
        trial, bit = self.trial, 1 << piece
        taken = region & (trial.held[self.side] | trial.convoys_at[self.side])
        found = region & ~taken & room_for(self.lore, piece)
        for hex_ in each_of(taken):
            if self._has_room(hex_, trial.stacks[hex_] | bit):
                found |= 1 << hex_
        return each_of(found)

    # Whole formations

    def groups(self) -> dict[str, list[PieceIndex]]:
        """Return the idle pieces of every formation that are on the map."""
        found = {}
        for name, members in self.scenario.formations.items():
            group = [p for p in self.units if members >> p & 1 and self.trial.where[p] >= 0]
            if group:
                found[name] = group
        return found

    def targets(self) -> Iterator[tuple[Hex, Region]]:
        """8.1 - yield the hexes of the enemy, each with those from which it may be attacked."""
        enemy = self.start.held[self.judge.enemy]
        for target in each_of(enemy):
            yield target, self.lore.approaches[target] & ~enemy

    def thrusts_in_sight(self) -> list[Thrust]:
        """Return the thrusts that look better than staying, and the storms and lines that do."""
        found = super().thrusts_in_sight()
        return found + self._storms() + self._cordons()

    def _storms(self) -> list[Thrust]:
        """13 - return storms of the city worth making, by all who can come."""
        found = []
        for target in self.scenario.victory.city if self.style.storms else ():
            if not self.start.held[self.judge.enemy] >> target & 1:
                continue
            for spread in (False, True):
                moves = self._storm(target, spread=spread)
                gain = self.gain(moves) if moves else 0.0
                if gain > 0:
                    found.append(Thrust(gain, target, self._most_of(moves), moves, "storm"))
        return found

    def _storm(self, target: Hex, *, spread: bool) -> Moves:
        """8.1 - return how the strongest could stand round a hex, whoever is in their way gone."""
        pieces, steps = self.scenario.pieces, self.trial.steps
        spots, guards = self.lore.approaches[target], self._guards()
        able = [p for p in self.units if self.trial.where[p] >= 0 and p not in guards]
        fighters = [p for p in able if self.scenario.combat_units >> p & 1]
        fighters = [p for p in fighters if self.reach[p] & spots]
        force: dict[str, int] = {}
        for piece in fighters:
            name = pieces[piece].formation or pieces[piece].id
            force[name] = force.get(name, 0) + pieces[piece].attack[steps[piece]]

        def rank(piece: PieceIndex) -> tuple[int, str, int]:
            unit = pieces[piece]
            name = unit.formation or unit.id
            return -force[name], name, -unit.attack[steps[piece]]

        fighters.sort(key=rank)
        helpers = [p for p in able if self.helpers >> p & 1]
        helpers.sort(key=lambda p: -pieces[p].support)
        moves = dict(self._around(target, fighters, fighters + helpers, spread=spread))
        self._make_way(moves, able)
        return tuple(moves.items())

    def _make_way(self, moves: dict[PieceIndex, Hex], able: Sequence[PieceIndex]) -> None:
        """5 - send those away who stand where others go and have no place there any more."""
        stacks, pull = self.trial.stacks, self.judge.pull
        going = bits_of(tuple(moves))
        planned: dict[Hex, Pieces] = {}
        for piece, hex_ in moves.items():
            planned[hex_] = planned.get(hex_, 0) | 1 << piece

        def there(hex_: Hex) -> Pieces:
            return planned.get(hex_, 0) | stacks[hex_] & ~going

        for hex_ in list(planned):
            for piece in each_of(stacks[hex_] & ~going & bits_of(able)):
                if self._has_room(hex_, there(hex_)):
                    break
                others = self.reach[piece] & ~(1 << hex_)
                for other in sorted(each_of(others), key=lambda h: -pull[h]):
                    if self._has_room(other, there(other) | 1 << piece):
                        moves[piece] = other
                        planned[other] = planned.get(other, 0) | 1 << piece
                        going |= 1 << piece
                        break

    def _guards(self) -> frozenset[PieceIndex]:
        """13 - return one fighter for each place or capital that the enemy could walk into."""
        trial, mine = self.trial, self.trial.owned[self.side] & self.scenario.combat_units
        city = self.scenario.victory.city
        posts = [each_of(trial.stacks[h] & mine) for h in self.judge.raiders if h not in city]
        return frozenset(here[0] for here in posts if here)

    def _cordons(self) -> list[Thrust]:
        """13 - return lines round the city and before the enemy's sources that are worth it."""
        city = self.scenario.victory.city[0]
        found = []
        for line in self.lines:
            gain = self.gain(line.moves)
            if gain > 0:
                found.append(Thrust(gain, city, self._most_of(line.moves), line.moves, "cordon"))
        return found

    def _aim(self) -> None:
        """13 - look for lines, and let the nearest of each kind draw whoever is not there yet."""
        fighters = [p for p in self.units if self.scenario.combat_units >> p & 1]
        fighters = [p for p in fighters if self.start.where[p] >= 0]
        self.lines = list(cordon.lines(self.start, self.lore, self.reach, fighters))
        for is_round_city in (True, False):
            able = [line for line in self.lines if line.is_round_city == is_round_city]
            if able:
                best = min(able, key=lambda line: 2 * line.gaps.bit_count() + len(line.moves))
                self.judge.aims.append((best.hexes, is_round_city))

    def _most_of(self, moves: Moves) -> tuple[str, ...]:
        """Return the formations of which most fighters take part."""
        parts = bits_of([piece for piece, _ in moves])
        return tuple(
            name
            for name, members in self.scenario.formations.items()
            if 2 * (members & parts).bit_count()
            > (members & self.scenario.combat_units & ~self.scenario.headquarters).bit_count()
        )

    def _without_fighters(self) -> list[PieceIndex]:
        """Return the artillery and the headquarters of corps and armies: they help anybody."""
        led = 0
        for members in self.scenario.formations.values():
            if members & self.scenario.combat_units:
                led |= members
        free = self.helpers & ~led
        return [p for p in self.units if free >> p & 1 and self.start.where[p] >= 0]

    def within(self, group: Sequence[PieceIndex]) -> Region:
        """Return where the fighters of a group can go."""
        within = 0
        for piece in group:
            if self.scenario.combat_units >> piece & 1:
                within |= self.reach[piece]
        return within

    def arrangements(self, target: Hex, group: Sequence[PieceIndex]) -> Iterator[Moves]:
        """Yield how formations could stand against a hex: close together, and spread out."""
        everybody = [*group, *self.seniors]
        fighters = [p for p in everybody if self.scenario.combat_units >> p & 1]
        for spread in (False, True):
            moves = self._around(target, fighters, everybody, spread=spread)
            if moves:
                yield moves

    def _around(
        self, target: Hex, fighters: list[PieceIndex], group: list[PieceIndex], *, spread: bool
    ) -> Moves:
        """Return places for a formation next to a hex: together, or as far round as they can."""
        lore, board = self.lore, self.scenario.board
        spots = lore.approaches[target] & ~self.start.held[self.judge.enemy]
        stacks, stay = self.trial.stacks, ~bits_of(group)
        planned: dict[Hex, Pieces] = {}
        moves: list[tuple[PieceIndex, Hex]] = []
        ringed = 0
        for piece in fighters:
            best, choice = -1e9, -1
            for spot in each_of(self.reach[piece] & spots):
                stack = stacks[spot] & stay | planned.get(spot, 0)
                if not self._has_room(spot, stack | 1 << piece):
                    continue
                score = self.judge.pull[spot] * 2 - lore.die[spot] * 0.6 - lore.shift[spot]
                if board.across_river[target] >> spot & 1:
                    score -= 2.5
                fresh = (lore.grip[spot] & board.map.around[target] & ~ringed).bit_count()
                score += 1.5 * fresh if spread else (2.0 if planned.get(spot) else 0.0)
                if score > best:
                    best, choice = score, spot
            if choice >= 0:
                planned[choice] = planned.get(choice, 0) | 1 << piece
                ringed |= lore.grip[choice]
                moves.append((piece, choice))
        if not moves:
            return ()
        moves += self._behind(group, planned)
        return tuple(moves)

    def _behind(
        self, group: list[PieceIndex], planned: dict[Hex, Pieces]
    ) -> list[tuple[PieceIndex, Hex]]:
        """Return a place for the formation's headquarters: in range of its units, out of sight.

        Best is where others stand already; where nobody does, a zone of the enemy is worst.
        """
        stacks, stay = self.trial.stacks, ~bits_of(group)
        zone = zone_of_control(self.start, self.judge.enemy)
        spots, planned = bits_of(tuple(planned)), planned.copy()
        rear = rear_of(self.lore.map, spots, self.start.held[self.judge.enemy])
        taken = self.trial.held[self.side] | spots
        taken |= self.trial.convoys_at[self.side]
        moves = []
        for piece in group:
            if not self.helpers >> piece & 1:
                continue
            within = self.reach[piece] & self._within_range(piece, spots)
            free = within & ~taken & room_for(self.lore, piece)
            best, choice = rear.best(free & ~zone) if free & ~zone else rear.best(free)
            best -= 0.0 if free & ~zone else 6.0
            for hex_ in each_of(within & taken):
                stack = stacks[hex_] & stay | planned.get(hex_, 0)
                score = rear.score[hex_] + (3.0 if stack else -6.0 if zone >> hex_ & 1 else 0.0)
                if score > best and self._has_room(hex_, stack | 1 << piece):
                    best, choice = score, hex_
            if choice >= 0:
                planned[choice] = planned.get(choice, 0) | 1 << piece
                taken |= 1 << choice
                moves.append((piece, choice))
        return moves

    def _within_range(self, piece: PieceIndex, spots: Region) -> Region:
        """9.2 - return the hexes from which a headquarters reaches one of some hexes."""
        return discs(self.lore.map, spots, self.scenario.pieces[piece].range)

    def _has_room(self, hex_: Hex, stack: Pieces) -> bool:
        """5 - whether a stack may stand in a hex; remembered, since the same ones come again."""
        needed = self._needed.get(stack)
        if needed is None:
            is_allowed = mixes(self.scenario, stack)
            needed = self._needed[stack] = points(self.scenario, stack) if is_allowed else NEVER
        return needed <= self._limits[hex_]

    # Single units

    def promising(self, piece: PieceIndex) -> Sequence[Hex]:
        """Return the few places that a unit considers."""
        region = self.reach[piece] & ~(1 << self.trial.where[piece])
        places = self._open(piece, region)
        if len(places) <= self.style.width:
            return places
        promise = self._promise(piece, places)
        return sorted(places, key=promise.__getitem__, reverse=True)[: self.style.width]

    def _promise(self, piece: PieceIndex, places: Sequence[Hex]) -> dict[Hex, float]:
        """Return how good places look for a unit at first sight, a little at random."""
        judge, trial, random = self.judge, self.trial, self.rng.random
        contact = zone_of_control(trial, judge.enemy)
        friends = trial.held[self.side]
        unit = self.scenario.pieces[piece]
        force = unit.support * 0.4 or max(unit.attack[trial.steps[piece]], 3)
        alone = -2.0 if unit.support else 1.5
        pull, ground, raiders = judge.pull, self._ground, judge.raiders
        capital = self.scenario.victory.capital
        found = {}
        for hex_ in places:
            score = pull[hex_] * force * 1.2 + random()
            if friends >> hex_ & 1:
                if contact >> hex_ & 1:
                    score += 1.5
                score += 1.0
            else:
                if contact >> hex_ & 1:
                    score += alone
                if hex_ in raiders:
                    score += 0.4 * raiders[hex_]
                if hex_ == capital:
                    score += 6.0
            found[hex_] = score + ground[hex_]
        return found

    @cached_property
    def _ground(self) -> list[float]:
        """By hex: how good its ground looks, better where I do not control it yet."""
        lore, unclaimed = self.lore, ~self.start.control[self.side]
        return [
            0.25 * ground * (unclaimed >> hex_ & 1) - 0.4 * die
            for hex_, (ground, die) in enumerate(zip(lore.ground, lore.die, strict=True))
        ]

    # Supply columns

    def _place_convoys(self) -> None:
        """7.2 - bring supply columns to where a column of the table counts most."""
        wanted = self._where_columns_count()
        for piece in self.convoys:
            places = self._open(piece, self.reach[piece])
            if places:
                best = max(places, key=lambda hex_: wanted[hex_])
                self.trial.place(piece, best, self.side)
                for hex_ in each_of(self.lore.map.disc(best, 1)):
                    wanted[hex_] *= 0.75

    def _where_columns_count(self) -> list[float]:
        """Return, by hex, how useful a supply column would be there."""
        trial, lore, judge = self.trial, self.lore, self.judge
        value = [0.0] * lore.map.size
        contact = zone_of_control(trial, judge.enemy)
        weights: dict[Hex, float] = {}
        if self.side is Side.GERMAN:
            for assault in judge.coming(trial):
                for piece in each_of(assault.attackers):
                    weights[trial.where[piece]] = 2.0 + lore.ground[assault.target]
        for hex_ in each_of(trial.held[self.side]):
            if any(may_use_convoy(trial, piece) for piece in each_of(trial.units_at(hex_))):
                power = sum(foe[0] for foe in judge.foes[hex_][:6])
                weights[hex_] = weights.get(hex_, 0.0) + power * (1.0 + 0.15 * lore.ground[hex_])
        for hex_, weight in weights.items():
            for near in each_of(lore.map.disc(hex_, 1)):
                value[near] += weight
        for hex_ in lore.map.hexes:
            if contact >> hex_ & 1 and not trial.held[self.side] >> hex_ & 1:
                value[hex_] = -1.0
            else:
                value[hex_] += 0.1 * judge.pull[hex_]
        return value
