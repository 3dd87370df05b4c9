"""How good a position is for the side that has just moved and is about to attack.

The sum of readable parts, in points of combat factors: what my attacks promise, what the enemy's
threaten, goals held and besieged, units cut off, and how near my force stands to where it counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from grognard.games.bautzen import movement
from grognard.games.bautzen.ai.duel import (
    column_of,
    cumulative,
    defence_costs,
    exchange,
    step_costs,
)
from grognard.games.bautzen.ai.lore import CAPITAL, CITY, PLACE, lore_of
from grognard.games.bautzen.ai.sets import each_of
from grognard.games.bautzen.ai.strength import (
    foreseen_defence,
    nearness,
    own_defence,
    supporters_of,
    whole_formation,
)
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.state import ENEMY, OFF_MAP
from grognard.games.bautzen.supply import network
from grognard.games.bautzen.zones import zone_of_control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.ai.style import Style
    from grognard.games.bautzen.printed import Scenario
    from grognard.games.bautzen.state import Bautzen, Pieces

CUT_OFF: Final = 3.0
"""What it costs a side that a unit of it is out of supply when it attacks and is attacked."""
PASSING: Final = 0.15
"""The share of that which an enemy suffers who can still move before he fights."""


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack as planned or foreseen."""

    target: Hex
    attackers: Pieces
    supports: Pieces
    value: float


class Appraiser:
    """Appraises positions that differ from a first one only in where one side's pieces stand."""

    def __init__(self, state: Bautzen, side: Side, style: Style) -> None:
        self.side, self.enemy, self.style = side, ENEMY[side], style
        self.lore = lore_of(state.scenario)
        self.scenario: Scenario = state.scenario
        self.fighters = self.scenario.combat_units
        self.urgency = 0.85 + 0.15 * state.turn / self.scenario.turns
        self._attack_cache: dict[tuple[object, ...], float] = {}
        self._threat_cache: dict[tuple[object, ...], float] = {}
        self._targets: dict[Hex, tuple[int, int]] = {}
        self.is_last_word = side is Side.ALLIED and state.turn == self.scenario.turns
        """Whether no enemy segment follows, so that only the goals still count."""
        self.encircled = 0.9 if self.is_last_word else 0.5 if self.urgency == 1.0 else 0.08
        """What a city hex cut off is worth, against one taken: most enemies find a way out."""
        self._first = state
        self.pull = self._pull(state)

    # What the enemy could bring against each hex

    @cached_property
    def foes(self) -> list[list[tuple[int, int]]]:
        """By hex: the enemy units that could come next to it, with attack and reach."""
        board, state = self.lore.map, self._first
        foes: list[list[tuple[int, int]]] = [[] for _ in range(board.size)]
        units = state.owned[self.enemy] & self.fighters
        for piece in each_of(units):
            attack = self.scenario.pieces[piece].attack[state.steps[piece]]
            if not attack:
                continue
            reached = 1 << state.where[piece] | movement.reach(state, self.enemy, 1 << piece)
            for hex_ in each_of(board.adjacent(reached)):
                foes[hex_].append((attack, reached))
        for listed in foes:
            listed.sort(reverse=True)
        return foes

    def _pull(self, state: Bautzen) -> tuple[float, ...]:
        """Return, by hex, how well a unit stands there with regard to the goals."""
        victory = self.scenario.victory
        german = state.control[Side.GERMAN]
        held = sum(german >> hex_ & 1 for hex_ in victory.places)
        wanted = 0.65 if held < victory.needed + (self.side is Side.ALLIED) else 0.3
        goals = [
            (hex_, self.style.city * (0.7 if german >> hex_ & 1 else 1.0)) for hex_ in victory.city
        ]
        for hex_ in victory.places:
            is_taken = bool(german >> hex_ & 1) == (self.side is Side.GERMAN)
            goals.append((hex_, self.style.places * (0.35 if is_taken else wanted)))
        if state.control[Side.ALLIED] >> victory.capital & 1 and self.side is Side.GERMAN:
            goals.append((victory.capital, 0.9))
        return nearness(self.lore, tuple(goals))

    # The parts

    def value(self, state: Bautzen) -> float:
        """Return how good the position is for the side that moves and will now attack."""
        return self.standing(state) + sum(assault.value for assault in self.assaults(state))

    def standing(self, state: Bautzen) -> float:
        """Return how good the position is for the side, its own attacks apart."""
        side, enemy = self.side, self.enemy
        mine = network(state, side, state.held[side])
        theirs = network(state, enemy, state.held[enemy])
        total = self.goals(state, mine if side is Side.ALLIED else theirs)
        total += PASSING * self.cut_off(state, enemy, theirs) - self.cut_off(state, side, mine)
        if self.is_last_word:
            return 3.0 * total
        spots = self.spots(state)
        total -= self.style.threat * self.threats(state, mine, spots)
        total -= 0.8 * self._raids(state, spots)
        total -= self.style.line * self.insecure(state, spots)
        return total + self.style.drive * self.closeness(state)

    def force(self, state: Bautzen, side: Side) -> float:
        """Return what the counters of a side are worth."""
        worth, steps = self.lore.worth, state.steps
        present = state.owned[side] | state.waiting[side]
        return sum(worth[piece][steps[piece]] for piece in each_of(present))

    def goals(self, state: Bautzen, joined: Region) -> float:
        """13 - what the goals are worth as they stand, to the side that moves."""
        victory, board = self.scenario.victory, self.lore.map
        german = (state.control[Side.GERMAN] | state.held[Side.GERMAN]) & ~state.held[Side.ALLIED]
        zone = zone_of_control(state, Side.GERMAN) | state.held[Side.GERMAN]
        total, near = 0.0, joined | board.adjacent(joined)
        for hex_ in victory.city:
            if german >> hex_ & 1:
                total += CITY
                continue
            ring = board.around[hex_]
            total += 0.15 * CITY * self.style.siege * (ring & zone).bit_count() / 6
            if not near >> hex_ & 1:
                total += self.encircled * CITY * self.style.siege
        taken = sum(german >> hex_ & 1 for hex_ in victory.places)
        full = min(taken, victory.needed)
        total += PLACE * full + 0.35 * PLACE * (taken - full)
        if (state.control[Side.ALLIED] | state.held[Side.ALLIED]) >> victory.capital & 1:
            total -= CAPITAL
        return self.urgency * (total if self.side is Side.GERMAN else -total)

    def cut_off(self, state: Bautzen, side: Side, joined: Region) -> float:
        """7 - what want of supply costs a side."""
        out = state.held[side] & ~joined
        count = sum(state.units_at(hex_).bit_count() for hex_ in each_of(out))
        return CUT_OFF * count

    def closeness(self, state: Bautzen) -> float:
        """Return how much force stands near the goals."""
        pull, pieces, where, steps = self.pull, self.scenario.pieces, state.where, state.steps
        total = 0.0
        german = self.side is Side.GERMAN
        for piece in each_of(state.owned[self.side] & self.scenario.units):
            unit = pieces[piece]
            if unit.support:
                weight = 0.2 * unit.support
            else:
                factors = unit.attack if german else unit.defence
                weight = factors[steps[piece]]
            total += pull[where[piece]] * weight
        return total

    def assaults(self, state: Bautzen) -> list[Assault]:
        """8 - the attacks that the position offers, each unit and each support in one at most."""
        side, enemy, lore = self.side, self.enemy, self.lore
        contact = state.held[enemy] & lore.map.adjacent(state.held[side])
        if not contact:
            return []
        able = state.owned[side] & self.fighters & ~state.attacked
        helpers = state.owned[side] & lore.helpers[side]
        cover = [
            (1 << helper, lore.map.disc(state.where[helper], self.scenario.pieces[helper].range))
            for helper in each_of(helpers)
        ]
        found = []
        ground = lore.ground
        for target in sorted(each_of(contact), key=lambda hex_: -ground[hex_]):
            assault = self._assault(state, target, able, cover)
            if assault is not None:
                found.append(assault)
                able &= ~assault.attackers
                cover = [item for item in cover if not item[0] & assault.supports]
        return found

    def _assault(
        self, state: Bautzen, target: Hex, able: Pieces, cover: Sequence[tuple[Pieces, Region]]
    ) -> Assault | None:
        """Return the attack on a hex with all that stand next to it, if it is worth making."""
        lore = self.lore
        attackers, hexes = 0, 0
        for hex_ in each_of(lore.approaches[target] & state.held[self.side]):
            here = state.stacks[hex_] & able
            if here:
                attackers |= here
                hexes |= 1 << hex_
        if not attackers & ~self.scenario.anti_tank:
            return None
        allowed = supporters_of(lore, attackers)
        supports = 0
        for bit, region in cover:
            if bit & allowed and region & hexes:
                supports |= bit
        is_open = self.has_way_out(state, target)
        key = (target, attackers, hexes, supports, is_open)
        value = self._attack_cache.get(key)
        if value is None:
            value = self.assault_value(state, target, attackers, hexes, supports, is_open=is_open)
            self._attack_cache[key] = value
        return Assault(target, attackers, supports, value) if value > 0 else None

    def has_way_out(self, state: Bautzen, target: Hex) -> bool:
        """8.5.2 - whether the defender of a hex has a hex to retreat to."""
        side = self.side
        shut = state.held[side] | zone_of_control(state, side) | state.convoys_at[side]
        return bool(self.lore.approaches[target] & ~shut)

    def defence_of(self, state: Bautzen, target: Hex) -> tuple[int, int]:
        """Return what an enemy hex defends with, support foreseen, and his column shift."""
        found = self._targets.get(target)
        if found is None:
            found = self._targets[target] = foreseen_defence(state, self.enemy, target)
        return found

    def assault_value(
        self,
        state: Bautzen,
        target: Hex,
        attackers: Pieces,
        hexes: Region,
        supports: Pieces,
        *,
        is_open: bool,
        shift: int = 0,
    ) -> float:
        """Return what an attack promises, less what it costs."""
        gain, loss = self.assault_terms(
            state, target, attackers, hexes, supports, is_open=is_open, shift=shift
        )
        return gain - self.style.losses * loss

    def assault_terms(
        self,
        state: Bautzen,
        target: Hex,
        attackers: Pieces,
        hexes: Region,
        supports: Pieces,
        *,
        is_open: bool,
        shift: int = 0,
    ) -> tuple[float, float]:
        """8.2 - return what an attack is expected to cost the defender and the attacker."""
        lore, scenario, pieces = self.lore, self.scenario, self.scenario.pieces
        attack = 0
        out = state.unsupplied
        for piece in each_of(attackers):
            factor = pieces[piece].attack[state.steps[piece]]
            attack += factor // 2 if out >> piece & 1 else factor
        helped = sum(pieces[helper].support for helper in each_of(supports & ~out))
        attack += min(helped, attack)
        defence, shielded = self.defence_of(state, target)
        shift += lore.shift[target] - shielded + self._concentric(state, target, hexes)
        die = lore.die[target] + whole_formation(state, self.side, attackers)
        if scenario.board.across_river[target] & hexes:
            die += scenario.tables.die_river
        units = state.units_at(target)
        if units & out:
            die += scenario.tables.die_unsupplied
        column = column_of(attack, defence, shift)
        costs = cumulative(step_costs(lore, state, attackers))
        return exchange(lore, column, die, costs[:4], self.loss_of(state, target, is_open=is_open))

    def loss_of(self, state: Bautzen, target: Hex, *, is_open: bool) -> tuple[float, ...]:
        """Return what each result of an attack on a hex costs its defender."""
        lore = self.lore
        units = state.units_at(target)
        sums = cumulative(step_costs(lore, state, units))
        worth, steps = lore.worth, state.steps
        each = sum(
            worth[piece][steps[piece]] - worth[piece][steps[piece] - 1] for piece in each_of(units)
        )
        ground = lore.ground[target] * (0.4 + 0.6 * self.urgency)
        return defence_costs(sums, each, ground, is_open=is_open)

    def _concentric(self, state: Bautzen, target: Hex, hexes: Region) -> int:
        """8.1.1 - the shift for an attack from all round."""
        board = self.lore.map
        ringed = (hexes | board.adjacent(hexes)) & ~state.held[self.enemy]
        return 0 if board.around[target] & ~ringed else self.scenario.tables.column_concentric

    def spots(self, state: Bautzen) -> Region:
        """3 - the hexes to which no zone of mine bars the enemy's way, however far they are."""
        board, held, theirs = self.lore.map, state.held[self.side], state.held[self.enemy]
        roam = board.flood(theirs, avoiding=held | board.adjacent(held) & ~theirs)
        return (roam | board.adjacent(roam)) & ~held

    def insecure(self, state: Bautzen, spots: Region) -> float:
        """7 - return the worth of my units that the enemy could cut off, were he everywhere."""
        held = state.held[self.side]
        sources = self.scenario.board.sources[self.side] & ~state.held[self.enemy]
        safe = self.lore.map.flood(sources, avoiding=spots & ~held | state.held[self.enemy])
        worth, steps = self.lore.worth, state.steps
        total = 0.0
        for hex_ in each_of(held & ~safe):
            for piece in each_of(state.units_at(hex_)):
                total += worth[piece][steps[piece]]
        return total

    def threats(self, state: Bautzen, joined: Region, spots: Region) -> float:
        """Return what the enemy's next attacks may cost, were he free to make them all."""
        side, lore = self.side, self.lore
        board, held = lore.map, state.held[side]
        helpers = state.owned[side] & lore.helpers[side]
        pieces, where = self.scenario.pieces, state.where
        cover = [
            (1 << helper, board.disc(where[helper], pieces[helper].range), pieces[helper].support)
            for helper in each_of(helpers)
        ]
        total = 0.0
        cache = self._threat_cache
        posts = tuple([where[helper] for helper in each_of(helpers)])
        foes, approaches = self.foes, lore.approaches
        for hex_ in each_of(held):
            access = approaches[hex_] & spots
            if not access or not foes[hex_]:
                continue
            units = state.units_at(hex_)
            is_cut = not joined >> hex_ & 1
            whole = (hex_, units, access, is_cut, posts)
            threat = cache.get(whole)
            if threat is None:
                backing = self._backing(units, hex_, cover)
                key = (hex_, units, access, is_cut, backing)
                threat = cache.get(key)
                if threat is None:
                    threat = self._threat(state, hex_, units, access, backing, is_cut=is_cut)
                    cache[key] = threat
                cache[whole] = threat
            total += threat
        return total

    @cached_property
    def raiders(self) -> dict[Hex, float]:
        """By goal within the enemy's reach: what it would cost to lose it to a raid.

        My units may leave, and an enemy cut off goes where he likes (BZ-R16): neither my zones
        nor his supply are counted on.
        """
        victory, empty = self.scenario.victory, self._first.copy()
        empty.unsupplied |= empty.owned[self.enemy] & self.scenario.infantry
        for piece in each_of(empty.owned[self.side]):
            empty.place(piece, OFF_MAP, self.side)
        within = 0
        for piece in each_of(empty.owned[self.enemy] & self.fighters):
            within |= movement.reach(empty, self.enemy, 1 << piece)
        goals = dict.fromkeys(victory.city, CITY) | dict.fromkeys(victory.places, PLACE)
        if self.side is Side.GERMAN:
            goals[victory.capital] = CAPITAL
        return {hex_: worth for hex_, worth in goals.items() if within >> hex_ & 1}

    def _raids(self, state: Bautzen, spots: Region) -> float:
        """13 - what the enemy may take by merely walking into it."""
        side = self.side
        total = 0.0
        capital = self.scenario.victory.capital
        if side is Side.GERMAN and not state.held[side] >> capital & 1:
            total += UNGUARDED
        for hex_, worth in self.raiders.items():
            mine = state.control[side] >> hex_ & 1
            if mine and not state.held[side] >> hex_ & 1 and spots >> hex_ & 1:
                total += worth * (0.4 + 0.6 * self.urgency)
        return total

    def _backing(
        self, units: Pieces, hex_: Hex, cover: Sequence[tuple[Pieces, Region, int]]
    ) -> int:
        """Return the support that a stack may count on: half of what is in range, his own HQ."""
        allowed = supporters_of(self.lore, units)
        total = 0
        for bit, region, support in cover:
            if bit & units:
                total += 2 * support if units & ~bit else (support + 1)
            elif bit & allowed and region >> hex_ & 1:
                total += support
        return total // 2

    def _threat(
        self,
        state: Bautzen,
        hex_: Hex,
        units: Pieces,
        access: Region,
        backing: int,
        *,
        is_cut: bool,
    ) -> float:
        """Return what an attack by all who can come may cost a stack, if it pays the enemy."""
        lore, scenario = self.lore, self.scenario
        room = 3 * access.bit_count()
        power = 0
        for attack, reached in self.foes[hex_]:
            if reached & access:
                power += attack
                room -= 1
                if not room:
                    break
        power += min(power, 9)
        defence = backing + own_defence(state, units, is_cut=is_cut)
        column = column_of(power, defence, lore.shift[hex_])
        die = lore.die[hex_] + (scenario.tables.die_unsupplied if is_cut else 0)
        is_open = bool(lore.approaches[hex_] & ~zone_of_control(state, self.enemy) & ~access)
        gain, loss = exchange(
            lore, column, die, TYPICAL, self.loss_of(state, hex_, is_open=is_open)
        )
        return max(0.0, gain - 0.8 * loss)


UNGUARDED: Final = 15.0
"""What it costs to leave the capital empty, even with no enemy near: he comes quickly by road."""
TYPICAL: Final = (0.0, 3.5, 7.0, 11.0)
"""What an attacker's first steps cost him, as a rule."""
