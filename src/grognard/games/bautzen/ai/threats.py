"""What the enemy may do next to a side: attack its stacks, walk into its goals, cut it off."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import bits_of
from grognard.games.bautzen import movement
from grognard.games.bautzen.ai.duel import column_of, exchange
from grognard.games.bautzen.ai.posts import Rear
from grognard.games.bautzen.ai.sets import each_of, flooded
from grognard.games.bautzen.ai.strength import own_defence
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.state import OFF_MAP
from grognard.games.bautzen.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.ai.posts import Posts, Shelf
    from grognard.games.bautzen.ai.style import Style
    from grognard.games.bautzen.state import Bautzen, Pieces

TYPICAL: Final = (0.0, 3.5, 7.0, 11.0)
"""What an attacker's first steps cost him, as a rule."""


VITAL: Final = 2.0
"""How much more a threat counts to the capital, and to the city, of whose loss there is no end."""


class Exposure(NamedTuple):
    """What the hexes that a side holds leave to the enemy, whoever stands in them."""

    exposed: tuple[Hex, ...]
    """The hexes that he may come next to."""
    access: tuple[Region, ...]
    """From where he may attack each of them, if he may."""
    is_cut: tuple[bool, ...]
    """7 - whether each of them is cut off."""
    raids: float
    """13 - what he may take by merely walking into it."""
    insecure: tuple[Hex, ...]
    """7 - the hexes that he could cut off, were he everywhere."""


class Foes(dict["Hex", list[tuple[int, "Region", "Region"]]]):
    """By hex: the enemy units that could come next to it, each with its attack, reach and hex."""

    def __init__(self, viewpoint: Threats, state: Bautzen) -> None:
        super().__init__()
        self.menaced: Region = 0
        """The hexes that any of them could come next to."""
        self._all: list[tuple[int, Region, Region, Region]] = []
        enemy, pieces = viewpoint.enemy, viewpoint.scenario.pieces
        for piece in each_of(state.owned[enemy] & viewpoint.fighters):
            attack = pieces[piece].attack[state.steps[piece]]
            if attack:
                here = 1 << state.where[piece]
                reached = here | movement.reach(state, enemy, 1 << piece)
                border = viewpoint.lore.map.adjacent(reached)
                self._all.append((attack, reached, here, border))
                self.menaced |= border
        self._all.sort(reverse=True)

    def __missing__(self, hex_: Hex) -> list[tuple[int, Region, Region]]:
        self[hex_] = found = [foe[:3] for foe in self._all if foe[3] >> hex_ & 1]
        return found


class Threats(Rear):
    """The dangers of positions."""

    def __init__(self, state: Bautzen, side: Side, style: Style) -> None:
        super().__init__(state, side, style)
        victory = self.scenario.victory
        vital = victory.city if side is Side.ALLIED else (*victory.city, victory.capital)
        self._vital = bits_of(vital) if style.victory else 0
        """13 - the hexes whose loss loses the game."""
        self._lines: dict[Region, Exposure] = {}
        self._shelves: dict[tuple[Hex, Pieces], Shelf] = {}
        self._costs: dict[tuple[Hex, Pieces, int, bool, bool], float] = {}
        self._defences: dict[tuple[Pieces, bool], int] = {}
        self._powers: dict[tuple[Hex, Region, Region], int] = {}

    @cached_property
    def foes(self) -> Foes:
        """By hex: the enemy units that could come next to it."""
        return Foes(self, self._first)

    def line(self, state: Bautzen, joined: Region) -> Exposure:
        """Return what the hexes held leave to the enemy, when `joined` is in supply."""
        held = state.held[self.side]
        found = self._lines.get(held)
        if found is None:
            found = self._lines[held] = self._line(state, held, joined)
        return found

    def _line(self, state: Bautzen, held: Region, joined: Region) -> Exposure:
        spots, approaches = self.spots(state), self.lore.approaches
        exposed = each_of(held & self.foes.menaced & self.lore.map.adjacent(spots))
        return Exposure(
            exposed,
            tuple([approaches[hex_] & spots for hex_ in exposed]),
            tuple([not joined >> hex_ & 1 for hex_ in exposed]),
            self._raids(state, spots),
            self._insecure(state, spots),
        )

    def spots(self, state: Bautzen) -> Region:
        """3 - the hexes to which no zone of mine bars the enemy's way, however far they are."""
        board, held, theirs = self.lore.map, state.held[self.side], state.held[self.enemy]
        roam = flooded(board, theirs, held | zone_of_control(state, self.side) & ~theirs)
        return (roam | board.adjacent(roam)) & ~held

    def _insecure(self, state: Bautzen, spots: Region) -> tuple[Hex, ...]:
        """7 - return the hexes of mine that the enemy could cut off, were he everywhere."""
        held = state.held[self.side]
        sources = self.scenario.board.sources[self.side] & ~state.held[self.enemy]
        safe = flooded(self.lore.map, sources, spots & ~held | state.held[self.enemy])
        return each_of(held & ~safe)

    def insecure(self, state: Bautzen, line: Exposure) -> float:
        """7 - return the worth of my units that the enemy could cut off, were he everywhere."""
        worth, steps, stacks, units = self.lore.worth, state.steps, state.stacks, self.units
        total = 0.0
        for hex_ in line.insecure:
            for piece in each_of(stacks[hex_] & units):
                total += worth[piece][steps[piece]]
        return total

    def lone(self, state: Bautzen, line: Exposure) -> float:
        """9.3 - return the worth of headquarters and guns that the enemy may find alone."""
        worth, stacks, units, fighters = self.lore.worth, state.stacks, self.units, self.fighters
        total = 0.0
        for hex_ in line.exposed:
            stack = stacks[hex_]
            if not stack & fighters:
                for piece in each_of(stack & units):
                    total += worth[piece][1]
        return total

    # Attacks

    def threats(self, state: Bautzen, line: Exposure, starved: Region = 0) -> float:
        """Return what the enemy's next attacks may cost, were he free to make them all.

        7.3 - those in some hexes will be out of supply then; where all may be lost at one throw,
        nobody counts on it.
        """
        posts, stacks, units = self.posts(state), state.stacks, self.units
        shelves = posts.shelves
        total = 0.0
        for hex_, access, is_cut in zip(line.exposed, line.access, line.is_cut, strict=True):
            shelf = shelves.get(hex_)
            if shelf is None:
                shelf = shelves[hex_] = self._shelf(posts, hex_)
            is_vital = self._vital >> hex_ & 1
            key = (stacks[hex_] & units, access, is_cut, 0 if is_vital else starved)
            threat = shelf.get(key)
            if threat is None:
                threat = shelf[key] = self._threat(state, posts, hex_, *key)
            total += VITAL * threat if is_vital else threat
        return total

    def _shelf(self, posts: Posts, hex_: Hex) -> Shelf:
        """Return what is known of a hex with the helpers that are now in range of it."""
        return self._shelves.setdefault((hex_, posts.in_range(hex_)), {})

    def _threat(
        self,
        state: Bautzen,
        posts: Posts,
        hex_: Hex,
        units: Pieces,
        access: Region,
        is_cut: bool,
        starved: Region,
    ) -> float:
        """Return what an attack by all who can come may cost a stack, if it pays the enemy."""
        if not access:
            return 0.0
        lore = self.lore
        defence = posts.backing(units, hex_) + self._defence(state, units, is_cut)
        column = column_of(lore, self._power(hex_, access, starved), defence, lore.shift[hex_])
        is_open = bool(lore.approaches[hex_] & ~zone_of_control(state, self.enemy) & ~access)
        key = (hex_, units, column, is_cut, is_open)
        found = self._costs.get(key)
        if found is None:
            die = lore.die[hex_] + (self.scenario.tables.die_unsupplied if is_cut else 0)
            losses = self.loss_of(state, hex_, is_open=is_open)
            gain, loss = exchange(lore, column, die, TYPICAL, losses)
            found = self._costs[key] = max(0.0, gain - 0.8 * loss)
        return found

    def _defence(self, state: Bautzen, units: Pieces, is_cut: bool) -> int:
        """8.6 - what units defend with by themselves."""
        found = self._defences.get((units, is_cut))
        if found is None:
            found = self._defences[units, is_cut] = own_defence(state, units, is_cut=is_cut)
        return found

    def _power(self, hex_: Hex, access: Region, starved: Region) -> int:
        """Return what all who can come to the hexes of access attack with, support included."""
        key = (hex_, access, starved)
        found = self._powers.get(key)
        if found is None:
            found = self._powers[key] = self._power_of(*key)
        return found

    def _power_of(self, hex_: Hex, access: Region, starved: Region) -> int:
        """7.3 - who is out of supply attacks with half, down, and has no support."""
        room = 3 * access.bit_count()
        power = weak = 0
        for attack, reached, here in self.foes[hex_]:
            if reached & access:
                if here & starved:
                    weak += attack // 2
                else:
                    power += attack
                room -= 1
                if not room:
                    break
        return power + min(power, 9) + weak

    # Raids

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
        goals = dict.fromkeys(victory.city, self.style.worth.city)
        goals |= dict.fromkeys(victory.places, self.style.worth.place)
        if self.side is Side.GERMAN:
            goals[victory.capital] = self.style.worth.capital
        within = self._within(empty, bits_of(tuple(goals)))
        return {hex_: worth for hex_, worth in goals.items() if within >> hex_ & 1}

    def _within(self, empty: Bautzen, goals: Region) -> Region:
        """4 - return a region with those goals that the enemy can move to, and no other goal.

        No step costs less than the half point of a road (13): who is too far off is not asked.
        """
        within = 0
        for piece in each_of(empty.owned[self.enemy] & self.fighters):
            span = movement.allowance(empty, piece)
            if self.lore.map.disc(empty.where[piece], span) & goals & ~within:
                within |= movement.reach(empty, self.enemy, 1 << piece)
        return within

    @cached_property
    def _prey(self) -> Region:
        """The goals that I control and the enemy could come to."""
        return bits_of(tuple(self.raiders)) & self._first.control[self.side]

    def _raids(self, state: Bautzen, spots: Region) -> float:
        """13 - what the enemy may take by merely walking into it."""
        side = self.side
        total = 0.0
        capital = self.scenario.victory.capital
        if side is Side.GERMAN and not state.held[side] >> capital & 1:
            total += self.style.unguarded
        taken = self._prey & spots & ~state.held[side]
        if taken:
            for hex_, worth in self.raiders.items():
                if taken >> hex_ & 1:
                    total += worth * (0.4 + 0.6 * self.urgency)
                    total += 0.5 * self.style.victory * self.stakes.get(hex_, 0.0)
        return total
