"""How well counters stand: what they want, what threatens them, what they may attack.

Everything is in points of victory. Enemy counters that lie beneath others are those of an imagined
position; whoever calls sees to that.
"""

from __future__ import annotations

from functools import cached_property
from math import log2
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.modifier import clamp
from grognard.games.eastfront import works
from grognard.games.eastfront.ai.draw import MOST, Draw, approach, worth_of
from grognard.games.eastfront.ai.pockets import Pockets
from grognard.games.eastfront.ai.waning import at_last, wear
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.state import SEGMENTS
from grognard.games.eastfront.supply import foreseen, sources, supplied, unopposed
from grognard.games.eastfront.zones import barred, zone_of_control
from grognard.kit.counters import OFF_MAP

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.ai.style import Style
    from grognard.games.eastfront.state import Luga

BEFORE_COMBAT: Final = frozenset({"german movement", "soviet motorised"})
"""2 - the phases of movement that a combat of the same side follows."""
COVER: Final = {"forest": 0.15, "hills": 0.2, "marsh": 0.05}
PLACES: Final = {"city": 0.35, "major_city": 0.6}
WORKS: Final = 0.35
"""What ground, places and works add to the strength of a defender."""
NEAR: Final = ((2, 1.0), (3, 0.6), (5, 0.35))
"""Up to how many hexes away what share of a motorised enemy's strength is reckoned to come."""
ON_FOOT: Final = ((1, 1.0), (2, 0.7), (3, 0.35))
AID: Final = 0.4
"""What of the friends at hand is reckoned to stand by those in a hex."""
EVEN: Final = 0.6
STEEP: Final = 1.5
"""The odds of losing a hex to as many as hold it, and how fast they fall with their strength."""
GARRISON: Final = 2.0
DEAR: Final = 4.0
POSTS: Final = 12
"""What defence a place needs, what one whose loss ends the game, how many places are kept so."""
CLOSE_BY: Final = 0.65
"""How near, as `ways.near` has it, an enemy may walk into a place that nobody keeps."""
STORMED: Final = 0.5
"""What such a place needs for each point of attack that may come to it."""
UNFED: Final = 0.15
"""What a place out of supply is worth, of what it would be."""
ALONE: Final = 2.5
"""What it costs a gun or a headquarters to stand where the enemy may walk in."""
EXPOSED: Final = 1.0
"""What it costs a headquarters to stand in the front line: it serves from behind as well."""
OVERTAKEN: Final = 4.0
"""What the chance costs a headquarters that those about it do not hold."""
COMPANY: Final = 0.12
FIRE: Final = 0.5
"""What each point of company, and each enemy in range whom own units touch, is worth to guns."""
FED: Final = 0.08
FORCE: Final = 40.0
AGAIN: Final = 0.1
"""What each point of strength at the front within reach of a headquarters is worth to it, up to how
many points, and what of that where another serves it already."""


STRIDES: Final = 3
"""How many hexes the enemy is expected to come forward in a turn."""
WHOLE: Final = 20.0
"""How much defence at most is thought of as cut off by one unit."""
TROPHY: Final = 0.6
"""What of the point for a division the steps of it are worth, spread evenly."""
STRANDED: Final = 0.3
"""What it is worth to bring units of a hex into supply again."""
SCATTER: Final = 0.4
"""What it is worth to run over a unit, wherever it stands."""


class Judge:
    """Looks at positions of one phase from one side, in one style."""

    def __init__(self, state: Luga, side: Side, style: Style) -> None:
        self.scenario, self.side, self.style = state.scenario, side, at_last(state, side, style)
        self.enemy = ENEMY[side]
        self.kinds, self.ground = state.scenario.kinds, state.scenario.ground
        self.worth = worth_of(state, side, style)
        self.fights = SEGMENTS[state.segment] in BEFORE_COMBAT
        self.helpers = state.owned[side] & ~self.kinds.combat
        """Guns and headquarters, whose places change what attacks promise."""
        self.promises: dict[tuple[object, ...], tuple[float, bool]] = {}
        """What attacks promise, by who makes them from where: enemies stand still meanwhile."""
        self.unsettled: Pieces = 0
        """Units that may still go elsewhere in this phase: nobody stays for their company."""
        self.losses = style.losses * wear(state, self.style)
        """What his own steps weigh against the enemy's on this turn."""
        self._state = state
        self._covers: dict[tuple[Side, Hex], float] = {}
        self._supplies: dict[tuple[object, ...], Region] = {}
        self._approaches: dict[Hex, float] = {}

    @cached_property
    def threat(self) -> list[float]:
        """By hex: the attack of the enemies that could come to it."""
        return self._coming(self._state, self.enemy, 0)

    @cached_property
    def aid(self) -> list[float]:
        """By hex: the defence of the own units at hand."""
        return self._coming(self._state, self.side, 1)

    @cached_property
    def pockets(self) -> Pockets:
        """Whom units would cut off."""
        return Pockets(self._state, self.side)

    @cached_property
    def draw(self) -> Draw:
        """How strongly the places draw."""
        found = Draw(self._state, self.side, self.style, self.worth)
        for hex_, value in self.barring.items():
            found.add(hex_, value)
        for goal in found.need:
            found.need[goal] = self._need(self._state, goal)
        return found

    @cached_property
    def barring(self) -> dict[Hex, float]:
        """6.1 - by hex: what would be in supply again if the enemies there were gone."""
        state, found = self._state, dict[int, float]()
        reached = supplied(state, self.side)
        cut = {h: w for h, w in self.worth.items() if self._is_cut(state, h, reached)}
        stranded = state.held[self.side] & ~reached
        if self.side is Side.SOVIET or (not cut and not stranded):
            return found
        for hex_ in numbers(state.occupied(self.enemy)):
            trial = state.copy()
            trial.events = None
            for piece in numbers(trial.stacks[hex_]):
                trial.put(piece, OFF_MAP)
            gained = supplied(trial, self.side) & ~reached
            value = sum(worth for place, worth in cut.items() if gained >> place & 1)
            value += STRANDED * (stranded & gained).bit_count()
            if value:
                found[hex_] = min(value, MOST)
        return found

    def _is_cut(self, state: Luga, hex_: Hex, reached: Region) -> bool:
        """26.1 - whether a place is held without supply."""
        return bool(state.control[self.side] & ~reached & 1 << hex_)

    def _coming(self, state: Luga, side: Side, which: int) -> list[float]:
        """Return by hex the attack (0) or defence (1) of the units of a side about it."""
        found = [0.0] * len(self.ground.terrain)
        board = self.ground.map
        able = state.owned[side] & self.kinds.combat & ~self.kinds.immobile
        for piece in numbers(able):
            force, here, reached = float(state.values(piece)[which]), state.where[piece], 0
            if not force:
                continue
            rings = NEAR if self.kinds.motorised >> piece & 1 else ON_FOOT
            for far, share in rings:
                disc = board.disc(here, far)
                for hex_ in numbers(disc & ~reached):
                    found[hex_] += force * share
                reached = disc
        return found

    def _need(self, state: Luga, goal: Hex) -> float:
        """Return how much strength a place can use."""
        enemies = 0.0
        for hex_ in numbers(self.ground.map.disc(goal, 2) & state.held[self.enemy]):
            enemies += self.defence(state, hex_)
        return 4.0 + 2.5 * enemies + 0.4 * self.threat[goal]

    # Strength

    def attack(self, state: Luga, pieces: Pieces) -> float:
        """15.1 - the attack of some units."""
        return float(sum([state.attack_value(p) for p in numbers(pieces & self.kinds.combat)]))

    def guarding(self, state: Luga, pieces: Pieces) -> float:
        """15.1 - the defence of some units."""
        return float(sum([state.defence_value(piece) for piece in numbers(pieces)]))

    def cover(self, state: Luga, side: Side, hex_: Hex) -> float:
        """15.6 - how many times stronger a hex makes those of a side who stand in it."""
        key = (side, hex_)
        found = self._covers.get(key)
        if found is None:
            ground = self.ground
            found = 1 + COVER.get(ground.terrain[hex_], 0.0)
            found += PLACES.get(ground.settlement[hex_], 0.0)
            if side is Side.SOVIET:
                found += WORKS * (works.has_line(state, hex_) + works.is_point(state, hex_))
            found += 0.03 * (ground.river[hex_] | ground.major[hex_]).bit_count()
            self._covers[key] = found
        return found

    def defence(self, state: Luga, hex_: Hex) -> float:
        """Return how strong the enemy is in a hex."""
        held = state.stacks[hex_] & state.owned[self.enemy]
        return max(self.guarding(state, held), 0.5) * self.cover(state, self.enemy, hex_)

    def safety(self, state: Luga, hex_: Hex, force: float) -> float:
        """Return how likely so much defence is to hold a hex against all who may come."""
        coming = 0.5 * self.threat[hex_]
        if coming <= 0:
            return 1.0
        if not force:
            return 0.0
        odds = (force + 0.3 * AID * self.aid[hex_]) * self.cover(state, self.side, hex_) / coming
        odds **= STEEP
        return float(odds / (odds + EVEN))

    # Where combat units stand

    def send(self, state: Luga, piece: PieceIndex, hex_: Hex) -> None:
        """Note that a unit goes to a hex: places near it need others less."""
        self.draw.send(hex_, float(max(state.values(piece))))

    def wanted(self, piece: PieceIndex, hex_: Hex) -> float:
        """Return what draws a unit to a hex, at a look."""
        return self.style.drive * self.draw.pull(hex_, piece) + self.worth.get(hex_, 0.0)

    def standing(self, state: Luga, piece: PieceIndex, hex_: Hex) -> float:
        """Return how well a combat unit would stand in a hex."""
        style = self.style
        friends = state.stacks[hex_] & state.owned[self.side] & ~(1 << piece)
        mine, company = float(state.defence_value(piece)), self.guarding(state, friends)
        value = style.drive * self.draw.pull(hex_, piece)
        value += self._held(state, piece, hex_, mine, company)
        value -= self._danger(state, hex_, mine, company)
        value += style.line * self._line(state, piece, hex_)
        value += style.together * self._together(piece, friends)
        if style.close and self.kinds.zoned >> piece & 1:
            value += style.close * min(self.pockets.closed_by(state, piece, hex_), WHOLE)
        if not self._fed(state) >> hex_ & 1:
            value -= style.hunger
        elif style.wary and not self.kept_open >> hex_ & 1:
            value -= style.wary
        return value

    def _together(self, piece: PieceIndex, friends: Pieces) -> float:
        """15.6 - how many of the same motorised formation share a hex, two at most."""
        if not self.kinds.motorised >> piece & 1:
            return 0.0
        formation = self.scenario.formations[self.scenario.pieces[piece].formation]
        company = friends & formation & self.kinds.combat & ~self.unsettled
        return min(company.bit_count(), 2) / 2

    def _held(
        self, state: Luga, piece: PieceIndex, hex_: Hex, mine: float, company: float
    ) -> float:
        """Return what a unit adds to the chance of holding a place that counts."""
        worth = self.counts(state, hex_)
        if worth and worth < self.style.sudden and not self.draw.is_asked(piece, hex_):
            worth *= self.style.astray
        if not worth:
            return 0.0
        after = self.safety(state, hex_, mine + company)
        if not company and not state.control[self.enemy] >> hex_ & 1:
            if not self.threat[hex_]:
                return 0.0
            return self.style.hold * min(worth, MOST) * after * self.approach(hex_) ** 2
        if state.control[self.enemy] >> hex_ & 1 and not company:
            return self.style.take * worth * (0.3 + 0.7 * after)
        return self.style.hold * worth * (after - self.safety(state, hex_, company))

    def counts(self, state: Luga, hex_: Hex) -> float:
        """26.1 - what a place is worth; to the German little where he has no supply."""
        worth = self.worth.get(hex_, 0.0)
        if worth and self.side is Side.GERMAN and not self._fed(state) >> hex_ & 1:
            return UNFED * worth
        return worth

    def exposed(self, state: Luga) -> list[tuple[Hex, float]]:
        """26 - the places held that the enemy could come to, dearest first, and whom they need."""
        found = [
            (hex_, self._dear(hex_) if worth >= self.style.sudden else GARRISON)
            for hex_, worth in sorted(self.worth.items(), key=lambda one: -one[1])
            if worth >= 1
            and state.control[self.side] >> hex_ & 1
            and self._comes_near(hex_)
            and not state.occupied(self.enemy) >> hex_ & 1
        ]
        return found[:POSTS]

    def _comes_near(self, hex_: Hex) -> bool:
        """Whether enemies could come to a place; the Soviet side bars their ways instead."""
        if self.threat[hex_] > 0:
            return True
        return self.side is Side.GERMAN and self.approach(hex_) > CLOSE_BY

    def _dear(self, hex_: Hex) -> float:
        """26.3 - the defence that keeps a place whose loss ends the game."""
        return max(DEAR, STORMED * self.threat[hex_])

    def approach(self, hex_: Hex) -> float:
        """Return how near the enemy has come to a place, 1 if he is there."""
        found = self._approaches.get(hex_)
        if found is None:
            found = self._approaches[hex_] = approach(self._state, self.side, hex_)
        return found

    def _danger(self, state: Luga, hex_: Hex, mine: float, company: float) -> float:
        """Return what a unit risks in a hex: enemies about, against all that stand there."""
        coming = 0.5 * self.threat[hex_]
        if coming <= 0:
            return 0.0
        force = max(0.5, mine + company + AID * self.aid[hex_] * 0.3)
        risk = coming / (force * self.cover(state, self.side, hex_)) - 1
        return self.style.threat * clamp(risk, 0.0, 2.0) * (0.5 + 0.25 * mine)

    def _line(self, state: Luga, piece: PieceIndex, hex_: Hex) -> float:
        """4.1 - how far the zone of a unit closes a gap between friends, where enemies are near."""
        if not self.kinds.zoned >> piece & 1 or self.threat[hex_] <= 0:
            return 0.0
        board, friends = self.ground.map, state.held[self.side] & ~(1 << hex_)
        if state.where[piece] >= 0 and not state.stacks[state.where[piece]] & ~(1 << piece):
            friends &= ~(1 << state.where[piece])
        beside = (board.around[hex_] & friends).bit_count()
        ring = board.disc(hex_, 2) & ~board.disc(hex_, 1) & friends
        alone = 0.0 if state.stacks[hex_] & self.kinds.zoned & ~(1 << piece) else 1.0
        return alone * (min(ring.bit_count(), 2) + 0.4 * min(beside, 2)) / 2

    def _fed(self, state: Luga) -> Region:
        """6.1 - where units would be in supply, or next to it."""
        key = (*state.held, *state.zones, *state.mobile_zones)
        found = self._supplies.get(key)
        if found is None:
            reached = supplied(state, self.side)
            found = self._supplies[key] = reached | self.ground.map.adjacent(reached)
        return found

    @cached_property
    def kept_open(self) -> Region:
        """6.1 - where lines would still come if the enemy stepped forward wherever he can."""
        state, board = self._state, self.ground.map
        mine, zone = state.held[self.side], zone_of_control(state, self.side)
        enemies = state.zones[self.enemy] | state.mobile_zones[self.enemy]
        come = front = enemies
        for _ in range(STRIDES):
            front = board.adjacent(front) & self.ground.land & ~mine & ~come
            come |= front
            front &= ~zone
        closed = barred(state, self.side) | (come | board.adjacent(come & ~zone)) & ~mine
        found = foreseen(state, self.side, closed)
        return found | board.adjacent(found & ~closed)

    def trophies(self, state: Luga, hex_: Hex) -> float:
        """26.2 - what each step lost in a hex brings nearer of the points for whole divisions."""
        stack, victory = state.stacks[hex_] & self.kinds.combat, self.scenario.victory
        whole = 0
        for division in victory.divisions:
            if division.pieces & stack and not self._elsewhere(state, division.pieces & ~stack):
                whole += victory.division_eliminated
        steps = sum([state.steps[piece] for piece in numbers(stack)])
        return TROPHY * whole / steps if whole else 0.0

    def _elsewhere(self, state: Luga, pieces: Pieces) -> bool:
        """26.2 - whether any of some units are left."""
        return any(state.steps[piece] for piece in numbers(pieces))

    def prey(self, state: Luga, stack: Pieces, hex_: Hex, start: Hex = -1) -> float:
        """11.4 - what it is worth to run over a hex: the way it opens, and whom it scatters."""
        if not (self._fed(state) | self._in_reach) >> hex_ & 1:
            return 0.0
        here = start if start >= 0 else state.where[stack.bit_length() - 1]
        pulls = [self.draw.pull(hex_, p) - self.draw.pull(here, p) for p in numbers(stack)]
        onward = self.style.drive * sum(pulls) / len(pulls)
        losers = (state.stacks[hex_] & self.kinds.combat).bit_count()
        found = SCATTER * losers + onward + self.counts(state, hex_) + self.trophies(state, hex_)
        return found + self.barring.get(hex_, 0.0)

    @cached_property
    def _in_reach(self) -> Region:
        """6.1 - where lines would come if no enemy stood in their way."""
        return unopposed(self._state, self.side, sources(self._state, self.side))

    def against(self, state: Luga, piece: PieceIndex, hex_: Hex) -> float:
        """12.1 - how good it is to stand against the enemies next to a hex, by strength alone."""
        targets = self.ground.map.around[hex_] & state.occupied(self.enemy)
        if not targets or not self.fights:
            return 0.0
        value, mine = 0.0, float(state.attack_value(piece))
        for target in numbers(targets):
            total = mine + self.beside(state, target, 1 << piece)
            if not total:
                continue
            odds = log2(total / self.defence(state, target))
            wanted = 1 + 0.3 * self.worth.get(target, 0.0)
            value = max(value, min(odds, 2.0) * wanted) if odds > 0 else value + 0.4 * max(odds, -2)
        return self.style.attack * value

    def beside(self, state: Luga, target: Hex, but: Pieces) -> float:
        """Return the attack of own units next to a hex, some left out."""
        total = 0.0
        for hex_ in numbers(self.ground.map.around[target] & state.held[self.side]):
            total += self.attack(state, state.stacks[hex_] & state.owned[self.side] & ~but)
        return total

    # Where guns and headquarters stand

    def helping(self, state: Luga, piece: PieceIndex, hex_: Hex) -> float:
        """Return how well a gun, a train or a headquarters would stand in a hex."""
        printed, bit = self.scenario.pieces[piece], 1 << hex_
        company = self.guarding(
            state, state.stacks[hex_] & state.owned[self.side] & self.kinds.combat
        )
        value = min(company, 10.0) * COMPANY + 0.4 * self.style.drive * self.draw.pull(hex_, piece)
        if not company and zone_of_control(state, self.enemy) & bit:
            value -= 2 * ALONE
        if not company and self.threat[hex_]:
            value -= ALONE
        if not self._fed(state) & bit:
            value -= self.style.hunger
        if self.kinds.headquarters >> piece & 1:
            if self.ground.map.around[hex_] & state.held[self.enemy]:
                value -= EXPOSED
            value -= OVERTAKEN * (1 - self.safety(state, hex_, company + 1))
            return value + FED * min(self._served(state, piece, hex_), FORCE)
        reach = self.ground.map.disc(hex_, max(printed.range, 1))
        fought = self.ground.map.adjacent(state.held[self.side]) & state.occupied(self.enemy)
        return value + FIRE * min((reach & fought).bit_count(), 3)

    def _served(self, state: Luga, piece: PieceIndex, hex_: Hex) -> float:
        """6.4, 7.1 - the strength at the front that a headquarters in a hex serves.

        Those whom another headquarters serves already need it less.
        """
        disc = self.ground.map.disc
        heads = state.owned[self.side] & self.kinds.headquarters & ~(1 << piece) & ~self.unsettled
        served = 0
        for other in numbers(heads & ~state.inoperational):
            served |= disc(state.where[other], self._radius(state, other))
        about = disc(hex_, self._radius(state, piece)) & state.held[self.side]
        front, found = self.ground.map.adjacent(state.occupied(self.enemy)), 0.0
        for here in numbers(about & front):
            force = sum([max(state.values(p)) for p in numbers(state.units_at(here))])
            found += force * (AGAIN if served >> here & 1 else 1.0)
        return found

    def _radius(self, state: Luga, piece: PieceIndex) -> int:
        """6.4, 7.1 - how far a headquarters serves: attack supply, or Soviet command."""
        if self.side is Side.GERMAN:
            return self.scenario.tables.head[state.is_mud]
        return self.scenario.pieces[piece].radius

    def at(self, state: Luga, piece: PieceIndex, hex_: Hex) -> float:
        """Return how well any piece would stand in a hex."""
        if self.kinds.combat >> piece & 1:
            return self.standing(state, piece, hex_) + self.against(state, piece, hex_)
        return self.helping(state, piece, hex_)
