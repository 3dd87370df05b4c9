"""How good a position is for the side that has just moved and is about to attack.

The sum of readable parts, in points of combat factors: what my attacks promise, what the enemy's
threaten, goals held and besieged, units cut off, and how near my force stands to where it counts.
"""

from __future__ import annotations

from functools import cached_property
from operator import getitem
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from grognard.engine.bits import bits_of
from grognard.games.bautzen.ai.assaults import Assaults
from grognard.games.bautzen.ai.sets import each_of, flooded, passable, picker
from grognard.games.bautzen.ai.strength import nearness, weighted
from grognard.games.bautzen.ai.threats import Threats
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.supply import closed, network, sources
from grognard.games.bautzen.victory import cordon, relieved
from grognard.games.bautzen.zones import zone_of_control
from grognard.kit.plans.conditions import all_of, at_least

if TYPE_CHECKING:
    from random import Random

    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.ai.posts import PlannedAssault
    from grognard.games.bautzen.ai.style import Style
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces

Row: TypeAlias = tuple[float, ...]
"""A number by hex."""

MENACE: Final = 5
GUARD: Final = 1
"""How near to a goal an enemy is a danger to it, and a unit of mine its guard."""
ALL_SHUT: Final = 2
"""How many more sources it is worth that all of them are shut."""


FIRM: Final = 3
"""The strength of a belt that nobody opens by stepping in."""
RING: Final = (0.0, 0.3, 0.5, 1.0)
"""The share of a ring's worth by the strength of its belt."""
LASTING: Final = (0.0, 0.1, 0.2, 0.6)
"""By that strength: how likely a city that is cut off is to be so in the end."""
LAST: Final = (0.0, 0.2, 0.35, 0.85)
"""The same with one turn of the enemy to come."""
FADING: Final = 0.8
FAINT: Final = 0.1
"""How a hex of a line counts less with each hex that it is away, and when it does not count."""
GRIP: Final = (0.4, 1.0)
"""7 - the share of an enemy's want of supply that counts when he is cut off now, and when nobody of
his can open a way by stepping in."""


IDLE: Final = 0.3
ENGAGED: Final = 3.0
"""9.1 - how much a fighter counts who is not beside an enemy, of those who need support, and how
many need all of it."""


class Holding(NamedTuple):
    """What the hexes that a side holds mean by themselves, whoever stands in them."""

    goals: float
    """13 - what the goals are worth as they stand."""
    passing: float
    """7 - what want of supply costs the enemy."""
    starved: Region
    """7 - where the enemy stays cut off wherever his units may step in."""
    joined: Region
    """7 - where I am in supply."""
    cut_off: tuple[Hex, ...]
    """7 - the hexes I hold that are not."""


class Appraiser(Assaults, Threats):
    """Appraises positions that differ from a first one only in where one side's pieces stand."""

    def __init__(self, state: Bautzen, side: Side, style: Style, rng: Random | None = None) -> None:
        super().__init__(state, side, style)
        self.rng = rng
        self.encircled = 0.9 if self.is_last_word else 0.5 if self.urgency == 1.0 else 0.08
        """What a city hex cut off is worth, against one taken: most enemies find a way out."""
        left = self.scenario.turns - state.turn
        is_all = self.scenario.options.encirclement == "supply"
        self.closing = style.closing * (1.0 if is_all else left / max(1, self.scenario.turns - 1))
        """What it is worth to shut a source: where more is asked for, the less the later."""
        self.encircling = style.encircling * state.turn / self.scenario.turns
        """What a line round the city is worth: the more the nearer the end."""
        self.finish = 1.0 + (style.finish - 1.0) * max(0.0, 1.0 - 0.5 * left)
        """How much more counts now what must be had in the end."""
        self.hope = 0.06 + 0.5 * (left + (side is Side.GERMAN)) / self.scenario.turns
        """13 - how likely a condition that does not hold yet is to hold in the end."""
        self.without_capital = 0.3 if style.victory else 1.0
        """13 - what all else is worth while the capital is lost."""
        victory = self.scenario.victory
        self._city = bits_of(victory.city)
        self.aims: list[tuple[Region, bool]] = []
        """13, 7 - lines to form, and whether they shut the city in or its supply out."""
        if style.victory:
            self.stakes = self._stakes_of(state)
        self._aims = self._goals_of(state)
        self.pull = nearness(self.lore, self._aims)
        """By hex: how well a unit stands there with regard to the goals."""
        self._wanted = bits_of((*victory.city, *victory.places))
        self._siege = self.lore.map.adjacent(self._city)
        self._formed: dict[Region, float] = {}
        self._valued: dict[bytes, float] = {}
        self._holdings: dict[Region, Holding] = {}
        self._wins: dict[tuple[float, ...], float] = {}
        self._pulls: dict[Pieces, tuple[Row, ...]] = {}
        self._scores: dict[tuple[Region, Region, Region, Region, Region, bool], float] = {}

    def _goals_of(self, state: Bautzen) -> tuple[tuple[Hex, float], ...]:
        """13 - return the goals, and how strongly each draws the side.

        Who counts victory by chances is drawn the more the more hangs on a goal.
        """
        victory, stakes = self.scenario.victory, self.stakes
        german, most = state.control[Side.GERMAN], max(stakes.values(), default=0.0)
        share = {hex_: 0.3 + stake / most for hex_, stake in stakes.items()} if most else {}
        for hex_ in share:
            if state.control[self.side] >> hex_ & 1 and hex_ != victory.capital:
                share[hex_] = 0.3 + 0.3 * (share[hex_] - 0.3)
        held = sum(german >> hex_ & 1 for hex_ in victory.places)
        wanted = 0.3
        if held < victory.needed + (self.side is Side.ALLIED):
            wanted = 0.65 * self.finish
        goals = [
            (hex_, self.style.city * (0.7 if german >> hex_ & 1 else 1.0) * share.get(hex_, 1.0))
            for hex_ in victory.city
        ]
        for hex_ in victory.places:
            is_taken = bool(german >> hex_ & 1) == (self.side is Side.GERMAN)
            draw = self.style.places * (0.35 if is_taken else wanted)
            goals.append((hex_, draw * share.get(hex_, 1.0)))
        if self.side is Side.GERMAN:
            is_lost = state.control[Side.ALLIED] >> victory.capital & 1
            danger = 5.0 if is_lost else 4.0 * self._danger(state, victory.capital)
            danger *= max(1.0, self.style.city)
            draw = danger * share[victory.capital] if share else 0.9 * is_lost
            goals.append((victory.capital, draw))
        if self.style.sources:
            manned = state.held[Side.GERMAN]
            draw = self.style.sources * min([1.0, *(share.get(h, 1.0) for h in victory.city)])
            goals += [
                (hex_, draw * (self.style.eased if manned >> hex_ & 1 else 1.0))
                for hex_ in each_of(self._gates)
            ]
        return tuple(goals)

    def _danger(self, state: Bautzen, hex_: Hex) -> float:
        """Return how far a goal is in danger, from 0 to 1: who is near it, against who guards it.

        Half as much again as the enemy has near is what support may give him; what mine gives is
        known.
        """
        disc, pieces, steps = self.lore.map.disc, self.scenario.pieces, state.steps
        power = guard = 0
        for piece in each_of(state.owned[self.enemy] & self.fighters):
            if disc(hex_, MENACE) >> state.where[piece] & 1:
                power += pieces[piece].attack[steps[piece]]
        for piece in each_of(state.owned[self.side] & self.units):
            unit = pieces[piece]
            if disc(hex_, unit.range or GUARD) >> state.where[piece] & 1:
                guard += unit.support or unit.defence[steps[piece]]
        return min(1.0, max(0.0, power / (guard + 1) - 1.0))

    def value(self, state: Bautzen) -> float:
        """Return how good the position is for the side that moves and will now attack."""
        places = state.where.tobytes()
        found = self._valued.get(places)
        if found is None:
            found = self._valued[places] = self.standing(state) + self.promised(state)
        return found

    def promised(self, state: Bautzen) -> float:
        """8 - return what my attacks promise, when supply is checked again before them (7)."""
        return sum([assault.value for assault in self.coming(state)])

    def coming(self, state: Bautzen) -> list[PlannedAssault]:
        """8, 7 - the attacks to come: who is cut off where he stands will be out of supply."""
        out, stacks = 0, state.stacks
        for hex_ in self.holding(state).cut_off:
            out |= stacks[hex_]
        return self.assaults(state, out & self.units)

    def standing(self, state: Bautzen) -> float:
        """Return how good the position is for the side, its own attacks apart."""
        holding = self.holding(state)
        total = holding.goals + (holding.passing - self.want(state, holding.cut_off))
        total += self.formed(state)
        if self.is_last_word:
            return 3.0 * total
        line = self.line(state, holding.joined)
        total -= self.style.threat * self.threats(state, line, holding.starved)
        total -= 0.8 * line.raids
        total -= self.style.line * self.insecure(state, line)
        total -= self.style.lone * self.lone(state, line)
        if self.style.served:
            total += self.style.served * self.service(state)
        return total + self.style.drive * self.closeness(state)

    def service(self, state: Bautzen) -> float:
        """9.1 - return the support that stands where it may be needed, within range of fighters.

        Those beside an enemy count most; what serves a few of them serves as well as it can.
        """
        cover, where, near = self.posts(state).cover, state.where, self._near
        present, total = state.owned[self.side], 0.0
        for helper, served in self._served:
            if not present >> helper & 1:
                continue
            range_, needed = cover[helper], 0.0
            for piece in served:
                hex_ = where[piece]
                if hex_ >= 0 and range_ >> hex_ & 1:
                    needed += 1.0 if near >> hex_ & 1 else IDLE
            total += self.scenario.pieces[helper].support * min(1.0, needed / ENGAGED)
        return total

    @cached_property
    def _served(self) -> tuple[tuple[PieceIndex, tuple[PieceIndex, ...]], ...]:
        """9.2 - by headquarters and battery: the fighters that it may support."""
        supporters = self.lore.supporters
        mine = each_of(self._first.owned[self.side] & self.fighters)
        return tuple(
            (helper, tuple(piece for piece in mine if supporters[piece] >> helper & 1))
            for helper in each_of(self.lore.helpers[self.side])
        )

    def holding(self, state: Bautzen) -> Holding:
        """Return what the hexes held mean."""
        held = state.held[self.side]
        found = self._holdings.get(held)
        if found is None:
            found = self._holdings[held] = self._holding(state, held)
        return found

    def _holding(self, state: Bautzen, held: Region) -> Holding:
        side = self.side
        mine = network(state, side, held)
        layers = self._layers(state)
        want = zip(GRIP, layers, strict=True)
        passing = sum([grip * self.want(state, each_of(cut)) for grip, cut in want])
        joined = relieved(state)
        goals = self.goals(state, joined)
        if self.style.ring and side is Side.GERMAN:
            belt = self.finish * self.style.ring * RING[self.ring(state, joined)]
            goals += belt * (self.without_capital if self._is_capital_lost(state) else 1.0)
        if self.style.victory:
            chance = self.chance(state, joined)
            goals += self.style.victory * (chance if side is Side.GERMAN else -chance)
        return Holding(
            goals,
            self.style.passing * passing,
            layers[-1],
            mine,
            each_of(held & ~mine),
        )

    def _layers(self, state: Bautzen) -> list[Region]:
        """7 - return where the enemy is cut off now, and however his units step in."""
        side, enemy, board = self.side, self.enemy, self.lore.map
        theirs = state.held[enemy]
        cut = theirs & ~network(state, enemy, theirs)
        if not cut:
            return [0, 0]
        shut, start = closed(state, enemy, theirs), sources(state, enemy)
        held, zone = state.held[side], zone_of_control(state, side)
        doors = shut & ~held & (~zone | passable(board, held, zone, theirs) | start)
        reached = flooded(board, start, shut & ~doors)
        return [cut, cut & ~reached]

    def formed(self, state: Bautzen) -> float:
        """13, 7 - return what it is worth how far the lines to be formed are.

        A hex of a line counts the more the nearer it is to the nearest of my fighters.
        """
        if not self.aims:
            return 0.0
        posts = state.hexes_of(state.owned[self.side] & self.fighters)
        found = self._formed.get(posts)
        if found is None:
            found = self._formed[posts] = sum([self._form(line, posts) for line in self.aims])
        return found

    def _form(self, aim: tuple[Region, bool], posts: Region) -> float:
        adjacent, (line, is_round_city) = self.lore.map.adjacent, aim
        left, near, weight = line & ~posts, posts, 1.0
        part = 1.2 * (line & posts).bit_count()
        while left and weight > FAINT:
            near |= adjacent(near)
            part += weight * (left & near).bit_count()
            left &= ~near
            weight *= FADING
        return (self.encircling if is_round_city else self.closing) * part / line.bit_count()

    def goals(self, state: Bautzen, joined: Region) -> float:
        """13 - what the goals are worth as they stand, to the side that moves."""
        german = (state.control[Side.GERMAN] | state.held[Side.GERMAN]) & ~state.held[Side.ALLIED]
        zone = zone_of_control(state, Side.GERMAN) | state.held[Side.GERMAN]
        near = joined | self.lore.map.adjacent(joined)
        is_lost = self._is_capital_lost(state)
        shut = zone & self._gates & ~state.held[Side.ALLIED]
        manned = state.held[Side.GERMAN] & self._gates
        key = (
            german & self._wanted,
            zone & self._siege,
            near & self._wanted,
            shut,
            manned,
            is_lost,
        )
        found = self._scores.get(key)
        if found is None:
            found = self._scores[key] = self._score(*key)
        return found

    def _is_capital_lost(self, state: Bautzen) -> bool:
        """13 - whether Dresden is the enemy's, unless a German unit stands there now."""
        allied = (state.control[Side.ALLIED] | state.held[Side.ALLIED]) & ~state.held[Side.GERMAN]
        return bool(allied >> self.scenario.victory.capital & 1)

    def _score(
        self,
        german: Region,
        zone: Region,
        near: Region,
        shut: Region,
        manned: Region,
        is_lost: bool,
    ) -> float:
        victory, board, siege = self.scenario.victory, self.lore.map, self.style.siege
        city, place = self.style.worth.city, self.style.worth.place
        total = 0.0
        for hex_ in victory.city:
            if german >> hex_ & 1:
                total += city
                continue
            ring = board.around[hex_]
            total += 0.15 * city * siege * (ring & zone).bit_count() / 6
            if not near >> hex_ & 1:
                total += self.encircled * city * siege
        taken = sum(german >> hex_ & 1 for hex_ in victory.places)
        full = min(taken, victory.needed)
        total += self.finish * place * full + 0.35 * place * (taken - full)
        total += self.closing * (shut.bit_count() + ALL_SHUT * (shut == self._gates))
        grip = self.finish * self.style.manning
        total += grip * (manned.bit_count() + ALL_SHUT * (manned == self._gates))
        if is_lost:
            total = self.without_capital * total - self.style.worth.capital
        return self.urgency * (total if self.side is Side.GERMAN else -total)

    def ring(self, state: Bautzen, joined: Region) -> int:
        """13 - return how strong the belt is that cuts the city off."""
        return belt(state, joined)

    def chance(self, state: Bautzen, joined: Region) -> float:
        """13 - return how likely the German side is to hold every condition in the end."""
        chances = self._conditions(state, joined)
        key = tuple([chance for row in chances for chance in row])
        found = self._wins.get(key)
        if found is None:
            found = self._wins[key] = self._win(*chances)
        return found

    def _conditions(self, state: Bautzen, joined: Region) -> tuple[list[float], ...]:
        """13 - return the chances of holding each hex of Bautzen, each place, and Dresden."""
        victory, board, hope = self.scenario.victory, self.lore.map, self.hope
        german = (state.control[Side.GERMAN] | state.held[Side.GERMAN]) & ~state.held[Side.ALLIED]
        manned, near = state.held[Side.GERMAN], joined | board.adjacent(joined)
        zone = zone_of_control(state, Side.GERMAN) | manned

        def kept(hex_: Hex) -> float:
            return 0.95 if manned >> hex_ & 1 else 0.75

        lasting = LAST if state.turn == self.scenario.turns else LASTING
        belt = lasting[self.ring(state, joined)]
        city = []
        for hex_ in victory.city:
            if german >> hex_ & 1:
                city.append(kept(hex_))
            else:
                closed_in = (board.around[hex_] & zone).bit_count()
                hoped = hope * (0.6 + 0.02 * closed_in)
                city.append(hoped if near >> hex_ & 1 else max(hoped, belt))
        places = [kept(h) if german >> h & 1 else 0.7 * hope for h in victory.places]
        is_lost = self._is_capital_lost(state)
        return city, places, [0.4 * hope if is_lost else kept(victory.capital) + 0.05]

    def _win(self, city: list[float], places: list[float], capital: list[float]) -> float:
        """13 - return the chance that all of it holds; who has one hex of the city, has half."""
        both = min(city) * max(city) ** 0.5
        return all_of((both, at_least(self.scenario.victory.needed, places), *capital))

    def _stakes_of(self, state: Bautzen) -> dict[Hex, float]:
        """13 - return how much chance to win each goal would bring, or cost if I hold it."""
        victory = self.scenario.victory
        chances = self._conditions(state, relieved(state))
        now, found = self._win(*chances), {}
        for kind, hexes in enumerate((victory.city, victory.places, (victory.capital,))):
            for place, hex_ in enumerate(hexes):
                varied = [row[:] for row in chances]
                is_german = state.control[Side.GERMAN] >> hex_ & 1
                varied[kind][place] = 0.05 if is_german else 0.95
                found[hex_] = abs(self._win(*varied) - now)
        return found

    def want(self, state: Bautzen, cut_off: tuple[Hex, ...]) -> float:
        """7 - what want of supply costs the side whose hexes are cut off."""
        units, stacks = self.units, state.stacks
        return self.style.hunger * sum([(stacks[hex_] & units).bit_count() for hex_ in cut_off])

    def closeness(self, state: Bautzen) -> float:
        """Return how much force stands near the goals."""
        present = state.owned[self.side] & self.units
        pulls = self._pulls.get(present)
        if pulls is None:
            pulls = self._pulls[present] = self._pulls_of(present, state.steps)
        return sum(map(getitem, pulls, picker(present)(state.where)), 0.0)

    def _pulls_of(self, present: Pieces, steps: bytearray) -> tuple[Row, ...]:
        """Return for each of my units, by hex, what it counts for there."""
        weights = [self._weight(piece, steps[piece]) for piece in each_of(present)]
        rows = {weight: weighted(self.lore, self._aims, weight) for weight in {*weights}}
        return tuple([rows[weight] for weight in weights])

    def _weight(self, piece: PieceIndex, steps: int) -> float:
        unit = self.scenario.pieces[piece]
        if unit.support:
            return 0.05 * unit.support
        return float((unit.attack if self.side is Side.GERMAN else unit.defence)[steps])


def belt(state: Bautzen, joined: Region) -> int:
    """13 - return how strong the belt round the city is: 0 where it is open.

    1 and more: how many Allied units would open a way, if they may step in where they are needed.
    `FIRM`: a unit stops in the first zone that it enters, and none can come to all the hexes where
    it would be needed; only an attack opens such a belt.
    """
    board, (german, allied) = state.scenario.board.map, state.held
    start, shut = cordon(state)
    city = bits_of(state.scenario.victory.city) & ~(state.control[Side.GERMAN] | german)
    if (joined | board.adjacent(joined)) & city:
        return 0
    zone, thin = zone_of_control(state, Side.GERMAN), shut & ~german
    gates = state.scenario.board.sources[Side.ALLIED]
    doors = thin & (~zone | passable(board, german, zone, allied) | gates)
    opened = flooded(board, start, shut & ~doors)
    if not (opened | board.adjacent(opened)) & city:
        return FIRM
    first = (start | board.adjacent(joined)) & thin
    reached = flooded(board, joined | first, shut & ~first)
    return 1 if (reached | board.adjacent(reached)) & city else 2
