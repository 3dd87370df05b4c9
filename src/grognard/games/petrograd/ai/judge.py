"""How well counters stand: what they want, what threatens them, what they may attack.

Everything is in points of victory, with a PE of strength about one of them. Enemy troops that lie
face down are those of an imagined position; whoever calls sees to that.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import log2
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.modifier import clamp
from grognard.engine.path import Leg
from grognard.games.petrograd import battle as rules
from grognard.games.petrograd import movement
from grognard.games.petrograd.ai.exchange import chance_of_loss
from grognard.games.petrograd.ai.goals import Draw, worth_of
from grognard.games.petrograd.ai.outlook import each
from grognard.games.petrograd.combat import Army, Combat
from grognard.games.petrograd.command import bonus
from grognard.games.petrograd.printed import ENEMY, Kind, Side
from grognard.games.petrograd.supply import estonian_supply, supplied
from grognard.games.petrograd.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.ai.style import Style
    from grognard.games.petrograd.state import Petrograd

SHIELD: Final = 0.3
"""What a point of defensive value adds to the strength of a defender."""
CLOSE: Final = 4
"""From how many hexes enemies surely come."""
SOON: Final = 8
"""From how many hexes enemies come soon to a town whose loss ends the game."""
RING: Final = 3
"""More enemies than this shut in a town."""
ABROAD: Final = 0.6
"""What of the enemies that can come to a hex is reckoned to come there."""
AID: Final = 0.35
"""What of the friends that can come to a hex is reckoned to stand by those in it."""
EVEN: Final = 0.6
"""The odds of losing a hex in which defenders are as strong as those who may come."""
STEEP: Final = 1.5
"""How fast these odds fall with the strength of the defenders."""
MASS: Final = 2.5
"""How many times stronger than its defenders those should be that go for a place."""
ENOUGH: Final = 1.3
"""How much stronger than those who may come the defenders of a place can well be."""
ALONE: Final = 3.0
"""What it costs a gun or a headquarters to stand where the enemy may walk in."""
MIDDLE: Final = 4.5
LEAST: Final = 0.3
"""The middle of the campaign, and what is left at least of the draw of the goals."""
USUAL: Final = 3.0
"""The strength of usual troops."""
COMPANY: Final = 0.15
"""What each PE is worth in whose company a helper stands."""
HERO: Final = 0.6
"""The same of the leader who raises the morale of those about him."""
LAST: Final = 0.5
"""What is left in the last turn of what own losses weigh."""
FIRE: Final = 0.6
"""What it is worth to have an enemy within range whom own troops stand next to."""


def _at_last(state: Petrograd, side: Side, style: Style) -> Style:
    """11.1 - the last turn: losses hurt little, and nothing comes after the last move of Red."""
    if state.turn < state.scenario.last_turn:
        return style
    is_answered = side is Side.WHITE
    return replace(
        style,
        losses=style.losses * LAST,
        threat=style.threat * is_answered,
        hunger=style.hunger * is_answered,
        command=0.0,
    )


class Judge:
    """Looks at positions of one turn from one side, in one style."""

    def __init__(self, state: Petrograd, side: Side, style: Style) -> None:
        self.scenario, self.side = state.scenario, side
        self.style = style = _at_last(state, side, style)
        self.enemy = ENEMY[side]
        self.kinds, self.ground = state.scenario.kinds, state.scenario.ground
        self.worth = worth_of(state, side, style)
        late = state.turn - MIDDLE
        self.haste = max(LEAST, 1 + style.haste * late)
        self.hold = style.hold * (1 + style.steady * max(0.0, late))
        self._values: dict[tuple[Side, Hex], float] = {}
        self._each = [each(state, piece) for piece in range(len(state.scenario.pieces))]
        """By piece: what a PE of it counts for."""
        self._state = state
        self._supplies: dict[tuple[object, ...], Region] = {}
        self._reaches: dict[PieceIndex, Region] = {}
        self._coming: dict[Hex, Pieces] = {}

    # What takes long to find out, and many an answer does without

    @cached_property
    def threat(self) -> list[float]:
        """By hex: the strength of the enemies that could come next to it."""
        return self._reaching(self._state, self.enemy)

    @cached_property
    def aid(self) -> list[float]:
        """By hex: the same of the own troops."""
        return self._reaching(self._state, self.side)

    @cached_property
    def draw(self) -> Draw:
        """How strongly the places draw."""
        found = Draw(self._state, self.side, self.style, self.worth)
        for goal in found.goals:
            found.need[goal] = self._need(self._state, goal)
        return found

    @cached_property
    def besieged(self) -> dict[Hex, float]:
        """11.2 - by hex next to a town that must not fall and is not safe: what the town counts."""
        found: dict[Hex, float] = {}
        state = self._state
        for town in self.vital(state):
            if not self.is_kept(state, town):
                found |= dict.fromkeys(numbers(self.ground.around[town]), self.worth.get(town, 0.0))
        return found

    @cached_property
    def _entered(self) -> Region:
        """7.1 - the hexes that enemy troops could walk into."""
        found = 0
        for piece in numbers(self._state.owned[self.enemy] & self.kinds.troops):
            if not self.kinds.immobile >> piece & 1:
                found |= self._reach(self._state, piece)
        return found

    # Strength

    def strength(self, state: Petrograd, piece: PieceIndex) -> float:
        """1.3 - what troops count for, by PE, quality and states."""
        shaken = state.disorganised | state.out_of_ammunition
        halved = (shaken >> piece & 1) + (state.routed >> piece & 1)
        return state.steps[piece] * self._each[piece] / (1 << halved)

    def force(self, state: Petrograd, pieces: Pieces) -> float:
        """Return the strength of the troops among some pieces."""
        troops = pieces & self.kinds.troops
        return sum([self.strength(state, p) for p in numbers(troops)]) if troops else 0.0

    def cover(self, state: Petrograd, side: Side, hex_: Hex) -> float:
        """8.5 - how many times stronger a hex makes those of a side who stand in it."""
        key = (side, hex_)
        found = self._values.get(key)
        if found is None:
            around = self.ground.around[hex_]
            parts = rules.defensive_values(state, side, hex_, around)
            found = self._values[key] = 1 + SHIELD * sum(part.value for part in parts)
        return found

    def defence(self, state: Petrograd, hex_: Hex) -> float:
        """Return how strong the enemy is in a hex; helpers without troops count a little."""
        force = self.force(state, state.stacks[hex_] & state.owned[self.enemy])
        return max(force, 0.4) * self.cover(state, self.enemy, hex_)

    def safety(self, state: Petrograd, hex_: Hex, force: float) -> float:
        """Return how likely so much force is to hold a hex against all who may come."""
        coming = ABROAD * self.threat[hex_]
        if not coming:
            return 1.0
        if not force:
            return 0.0
        odds = (force + AID * self.aid[hex_]) * self.cover(state, self.side, hex_) / coming
        odds **= STEEP
        return float(odds / (odds + EVEN))

    def vital(self, state: Petrograd) -> list[Hex]:
        """4.1, 11.2 - what must not be lost: for White Yamburg, which ends the game.

        His railhead behind it only when the enemy can walk into it at once. For Red it is the city
        hexes of which White needs one to win at once.
        """
        victory = self.scenario.victory
        needed = victory.sudden_city_one_of
        if self.side is Side.WHITE:
            needed = victory.sudden_red
            if needed & state.control[self.side]:
                needed |= self._entered & self.scenario.tables.supply.white
        held = needed & state.control[self.side]
        return sorted(numbers(held), key=lambda hex_: -self.worth.get(hex_, 0.0))

    def _comers(self, town: Hex) -> Pieces:
        """Return the enemy troops who may attack a town in their next turn or soon after."""
        found = self._coming.get(town)
        if found is None:
            state, ground, found = self._state, self.ground, 0
            about, beside = ground.map.disc(town, SOON), ground.around[town]
            for piece in numbers(state.owned[self.enemy] & self.kinds.troops):
                if about >> state.where[piece] & 1 or self._reach(state, piece) & beside:
                    found |= 1 << piece
            self._coming[town] = found & ~self.kinds.immobile & ~self.kinds.estonian
        return found

    def risk(self, state: Petrograd, town: Hex, but: Pieces = 0) -> float:
        """8.2 - the chance that those in a town, some left out, lose it to all who may attack."""
        side, enemy = self.side, self.enemy
        inside = state.stacks[town] & state.owned[side] & ~but
        comers = self._comers(town)
        if not inside & self.kinds.troops:
            return 1.0
        if not comers:
            return 0.0
        attacker = rules.force(state, enemy, comers, 0, headquarters=0, encircled=False)
        fire = rules.own_fire(state, inside)
        led = bonus(state, side, town, inside)[0]
        shut_in = comers.bit_count() > RING
        defender = rules.force(state, side, inside, fire, headquarters=led, encircled=shut_in)
        values = rules.defensive_values(state, side, town, self.ground.around[town])
        fought = Combat(
            attacker,
            defender,
            terrain=sum(value for _, value in values),
            army=Army.NORTHWESTERN if enemy is Side.WHITE else Army.RED,
            table=self.scenario.sheet,
        )
        return chance_of_loss(fought)

    def is_kept(self, state: Petrograd, town: Hex, but: Pieces = 0) -> bool:
        """11.2 - whether those in a town, some left out, keep it safely enough; one a railhead."""
        if self.scenario.tables.supply.white >> town & 1:
            return bool(state.stacks[town] & self.kinds.troops & ~but)
        return 1 - self.risk(state, town, but) >= self.style.garrison

    # Threats

    def _reaching(self, state: Petrograd, side: Side) -> list[float]:
        """Return by hex the strength of the troops of a side that could stand next to it.

        Those that come from far, by road, count half: they cannot come everywhere. Who looks less
        far sees those who are near.
        """
        found = [0.0] * len(self.ground.around)
        board = self.ground.map
        for piece in numbers(state.owned[side] & self.kinds.troops & ~self.kinds.immobile):
            force, here = self.strength(state, piece) / 2, state.where[piece]
            if self.style.sight:
                for hex_ in numbers(board.disc(here, int(self.style.sight))):
                    found[hex_] += 2 * force
                continue
            far = self._reach(state, piece)
            for hex_ in numbers(board.adjacent(far)):
                found[hex_] += force
            for hex_ in numbers(board.disc(here, CLOSE)):
                found[hex_] += force
        return found

    def _reach(self, state: Petrograd, piece: PieceIndex) -> Region:
        """7 - where a piece of either side could go, were it to move now."""
        found = self._reaches.get(piece)
        if found is None:
            mover = movement.MOVERS[self.scenario.pieces[piece].kind]
            law = movement.zone_law(self.scenario, mover)
            leg = Leg(state.where[piece], 0, movement.allowance(state, piece), 0, 0, law)
            found = self._reaches[piece] = movement.search(state, piece).reach(leg)
        return found

    def _need(self, state: Petrograd, goal: Hex) -> float:
        """Return how much strength a place can use: to take it, or against all who may come."""
        if state.control[self.side] >> goal & 1:
            return 1.0 + ENOUGH * ABROAD * self.threat[goal] / self.cover(state, self.side, goal)
        enemies = 0.0
        for hex_ in numbers(self.ground.map.disc(goal, 2) & state.held[self.enemy]):
            force = self.force(state, state.stacks[hex_] & state.owned[self.enemy])
            enemies += force * (self.cover(state, self.enemy, hex_) if hex_ == goal else 1.0)
        return 3.0 + MASS * enemies + 0.3 * self.threat[goal]

    def send(self, state: Petrograd, piece: PieceIndex, hex_: Hex) -> None:
        """Note that troops go to a hex: places near it need others less."""
        self.draw.send(hex_, self.strength(state, piece))

    def recall(self, state: Petrograd, piece: PieceIndex, hex_: Hex) -> None:
        """Forget that troops go to a hex."""
        self.draw.send(hex_, -self.strength(state, piece))

    def pull(self, piece: PieceIndex, hex_: Hex) -> float:
        """Return how strongly a hex draws a piece: the goals that are near to it."""
        return self.draw.pull(piece, hex_)

    # Where troops stand

    def wanted(self, piece: PieceIndex, hex_: Hex) -> float:
        """Return what draws a piece to a hex, at a look."""
        value = self.style.drive * self.haste * self.pull(piece, hex_)
        return value + self.worth.get(hex_, 0.0)

    def standing(self, state: Petrograd, piece: PieceIndex, hex_: Hex) -> float:
        """Return how well troops would stand in a hex; they are not there in `state`."""
        style, bit = self.style, 1 << hex_
        friends = state.stacks[hex_] & state.owned[self.side] & ~(1 << piece)
        mine = self.strength(state, piece)
        company = self.force(state, friends)
        value = style.drive * self.haste * self.pull(piece, hex_)
        value *= float((mine / USUAL) ** style.spear)
        value += self._held(state, hex_, mine, company)
        value -= self._danger(state, hex_, mine, company)
        if not self._fed(state, piece) & bit:
            value -= style.hunger
        value -= style.command * self._uncommanded(state, piece, hex_)
        return value

    def _held(self, state: Petrograd, hex_: Hex, mine: float, company: float) -> float:
        """Return what troops add to the chance of holding a place that counts."""
        worth = self.worth.get(hex_)
        if not worth:
            return 0.0
        after = self.safety(state, hex_, mine + company)
        if state.control[self.enemy] >> hex_ & 1 and not company:
            return self.style.take * worth * (0.3 + 0.7 * after)
        return self.hold * worth * (after - self.safety(state, hex_, company))

    def _danger(self, state: Petrograd, hex_: Hex, mine: float, company: float) -> float:
        """Return what troops risk in a hex: enemies about, against all that stand there."""
        coming = ABROAD * self.threat[hex_]
        if not coming:
            return 0.0
        force = mine + company + AID * self.aid[hex_]
        risk = coming / (force * self.cover(state, self.side, hex_)) - 1
        return self.style.threat * mine * clamp(risk, 0.0, 2.0)

    def _fed(self, state: Petrograd, piece: PieceIndex) -> Region:
        """4.2, 4.5 - where a piece would be in supply."""
        if self.kinds.estonian >> piece & 1:
            return estonian_supply(state)
        key = (*state.held, *state.strong, *state.control)
        found = self._supplies.get(key)
        if found is None:
            reached = supplied(state, self.side)
            found = reached | self.ground.beside(reached & state.held[self.side])
            self._supplies[key] = found
        return found

    def _uncommanded(self, state: Petrograd, piece: PieceIndex, hex_: Hex) -> int:
        """5.1 - by how many hexes a hex is out of the reach of headquarters, as they can move."""
        posts = self.scenario.commanders[piece] & state.owned[self.side]
        board = self.ground.map
        gaps = [
            board.distance(state.where[post], hex_) - self.scenario.pieces[post].range - 3
            for post in numbers(posts)
        ]
        return clamp(min(gaps, default=0), 0, 5)

    def against(self, state: Petrograd, piece: PieceIndex, hex_: Hex) -> float:
        """8.1 - how good it is to stand against the enemies next to a hex, by strength alone."""
        targets = self.ground.around[hex_] & state.occupied(self.enemy)
        if not targets:
            return 0.0
        value = 0.0
        mine = self.strength(state, piece)
        for target in numbers(targets):
            total = mine + self.beside(state, target, 1 << piece)
            odds = log2(total / self.defence(state, target))
            wanted = 1 + 0.3 * self.worth.get(target, 0.0)
            value = max(value, min(odds, 2.0) * wanted) if odds > 0 else value + 0.5 * max(odds, -2)
        return self.style.attack * value

    def beside(self, state: Petrograd, target: Hex, but: Pieces) -> float:
        """Return the strength of own troops next to a hex, some left out."""
        total = 0.0
        for hex_ in numbers(self.ground.around[target] & state.held[self.side]):
            total += self.force(state, state.stacks[hex_] & state.owned[self.side] & ~but)
        return total

    # Where helpers stand

    def helping(self, state: Petrograd, piece: PieceIndex, hex_: Hex) -> float:
        """Return how well a gun, tank, train, ship or headquarters would stand in a hex."""
        printed, bit = self.scenario.pieces[piece], 1 << hex_
        is_afloat = self.kinds.ships >> piece & 1
        company = self.force(state, state.stacks[hex_] & state.owned[self.side])
        value = 0.0 if is_afloat else min(company, 8.0) * COMPANY + 0.5 * self.pull(piece, hex_)
        if not company and not is_afloat and zone_of_control(state, self.enemy) & bit:
            value -= ALONE * (1 + printed.is_leader)
        if not company and not is_afloat and self.threat[hex_]:
            value -= ALONE
        if piece == self.scenario.tables.trotsky and self.threat[hex_]:
            value += HERO * min(company, 10.0) * self.safety(state, hex_, company)
        if printed.kind is Kind.HQ:
            return value + self._led(state, piece, hex_)
        reach = self.ground.map.disc(hex_, max(printed.range, 1))
        fought = self.ground.beside(state.held[self.side]) & state.occupied(self.enemy)
        return value + FIRE * min((reach & fought).bit_count(), 3)

    def _led(self, state: Petrograd, post: PieceIndex, hex_: Hex) -> float:
        """5.1 - the strength of the troops that headquarters would command from a hex."""
        board, printed = self.ground.map, self.scenario.pieces[post]
        total = 0.0
        for piece in numbers(state.owned[self.side] & self.kinds.troops):
            if not self.scenario.commanders[piece] >> post & 1:
                continue
            gap = board.distance(state.where[piece], hex_)
            total += self.strength(state, piece) * (0.3 if gap <= printed.range else 0.02 / gap)
        return total

    def at(self, state: Petrograd, piece: PieceIndex, hex_: Hex) -> float:
        """Return how well any piece would stand in a hex."""
        if self.kinds.troops >> piece & 1:
            return self.standing(state, piece, hex_) + self.against(state, piece, hex_)
        return self.helping(state, piece, hex_)
