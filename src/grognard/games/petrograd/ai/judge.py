"""How well counters stand: what they want, what threatens them, what they may attack.

Everything is in points of victory, with a PE of strength about one of them. Enemy troops that lie
face down are those of an imagined position; whoever calls sees to that.
"""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.modifier import clamp
from grognard.engine.path import Leg
from grognard.games.petrograd import movement
from grognard.games.petrograd.ai.ways import near
from grognard.games.petrograd.battle import defensive_values
from grognard.games.petrograd.command import quality_of
from grognard.games.petrograd.printed import ENEMY, Kind, Side
from grognard.games.petrograd.supply import estonian_supply, supplied
from grognard.games.petrograd.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.ai.style import Style
    from grognard.games.petrograd.state import Petrograd

QUALITY: Final = 1.35
"""How many times stronger a point of quality makes."""
SHIELD: Final = 0.3
"""What a point of defensive value adds to the strength of a defender."""
CLOSE: Final = 4
"""From how many hexes enemies surely come."""
ABROAD: Final = 0.6
"""What of the enemies that can come to a hex is reckoned to come there."""
AID: Final = 0.35
"""What of the friends that can come to a hex is reckoned to stand by those in it."""
CROWD: Final = 0.1
"""What is left at least of the draw of a place to which enough troops go already."""
ALONE: Final = 3.0
"""What it costs a gun or a headquarters to stand where the enemy may walk in."""
EARLY: Final = 0.4
"""What a place that may end the game counts before it may: White's supply runs there too."""
HASTE: Final = 0.3
"""By how much more the goals draw in each of the last four turns."""
COMPANY: Final = 0.15
"""What each PE is worth in whose company a helper stands."""
FIRE: Final = 0.6
"""What it is worth to have an enemy within range whom own troops stand next to."""


class Judge:
    """Looks at positions of one turn from one side, in one style."""

    def __init__(self, state: Petrograd, side: Side, style: Style) -> None:
        self.scenario, self.side, self.style = state.scenario, side, style
        self.enemy = ENEMY[side]
        self.kinds, self.ground = state.scenario.kinds, state.scenario.ground
        self.worth = _worth(state, style)
        self.haste = 1 + HASTE * max(0, state.turn - state.scenario.last_turn + 4)
        self.line: Region = state.scenario.tables.entries.nikolaev_line & ~self._places()
        """3.3 - the hexes of the railway that are worth nothing else."""
        self._values: dict[tuple[Side, Hex], float] = {}
        self.threat = self._reaching(state, self.enemy)
        self.aid = self._reaching(state, side)
        self.approach = {hex_: self._nearness(state, hex_) for hex_ in self.worth}
        """By place: how near the enemy has come to it, 1 if he is there."""
        self.goals = self._goals(state)
        self.need = {goal: self._need(state, goal) for goal in self.goals}
        self.sent = dict.fromkeys(self.goals, 0.0)
        self._pulls: dict[Hex, float] = {}
        self._supplies: dict[tuple[object, ...], Region] = {}

    # Strength

    def strength(self, state: Petrograd, piece: PieceIndex) -> float:
        """1.3 - what troops count for, by PE, quality and states."""
        shaken = state.disorganised | state.out_of_ammunition
        halved = (shaken >> piece & 1) + (state.routed >> piece & 1)
        points = state.steps[piece] / (1 << halved)
        return float(points * QUALITY ** (quality_of(state, piece) - 3))

    def force(self, state: Petrograd, pieces: Pieces) -> float:
        """Return the strength of the troops among some pieces."""
        return sum([self.strength(state, p) for p in numbers(pieces & self.kinds.troops)])

    def cover(self, state: Petrograd, side: Side, hex_: Hex) -> float:
        """8.5 - how many times stronger a hex makes those of a side who stand in it."""
        key = (side, hex_)
        found = self._values.get(key)
        if found is None:
            around = self.ground.around[hex_]
            parts = defensive_values(state, side, hex_, around)
            found = self._values[key] = 1 + SHIELD * sum(part.value for part in parts)
        return found

    def defence(self, state: Petrograd, hex_: Hex) -> float:
        """Return how strong the enemy is in a hex; helpers without troops count a little."""
        force = self.force(state, state.stacks[hex_] & state.owned[self.enemy])
        return max(force, 0.4) * self.cover(state, self.enemy, hex_)

    # Goals and threats

    def _reaching(self, state: Petrograd, side: Side) -> list[float]:
        """Return by hex the strength of the troops of a side that could stand next to it.

        Those that come from far, by road, count half: they cannot come everywhere.
        """
        found = [0.0] * len(self.ground.around)
        board = self.ground.map
        for piece in numbers(state.owned[side] & self.kinds.troops & ~self.kinds.immobile):
            force, here = self.strength(state, piece) / 2, state.where[piece]
            law = movement.zone_law(
                self.scenario, movement.MOVERS[self.scenario.pieces[piece].kind]
            )
            leg = Leg(here, 0, movement.allowance(state, piece), 0, 0, law)
            far = movement.search(state, piece).reach(leg)
            for hex_ in numbers(board.adjacent(far)):
                found[hex_] += force
            for hex_ in numbers(board.disc(here, CLOSE)):
                found[hex_] += force
        return found

    def _goals(self, state: Petrograd) -> dict[Hex, float]:
        """11 - the places that draw the side, and how strongly."""
        found = {}
        white = state.control[Side.WHITE]
        held = white & supplied(state, Side.WHITE) if self.side is Side.WHITE else ~white
        for hex_, worth in self.worth.items():
            is_line = self.line >> hex_ & 1
            if not held >> hex_ & 1:
                if self.side is Side.RED or not is_line:
                    found[hex_] = worth
            elif not is_line:
                found[hex_] = self.style.guard * worth * self.approach[hex_]
        return found

    def _places(self) -> Region:
        """11.1 - the places that score, Petrograd included."""
        return self.ground.city | sum(1 << hex_ for hex_ in self.scenario.victory.places)

    def _nearness(self, state: Petrograd, hex_: Hex) -> float:
        """Return how near the nearest enemy troops are to a place, 1 if they are there."""
        ways = near(self.scenario, hex_)
        troops = state.owned[self.enemy] & self.kinds.troops & ~self.kinds.estonian
        return max([ways[h] for h in numbers(state.hexes_of(troops))], default=0.0)

    def _need(self, state: Petrograd, goal: Hex) -> float:
        """Return how much strength a place can use."""
        enemies = 0.0
        for hex_ in numbers(self.ground.map.disc(goal, 2) & state.held[self.enemy]):
            enemies += self.force(state, state.stacks[hex_] & state.owned[self.enemy])
        return 3.0 + 1.5 * enemies + 0.3 * self.threat[goal]

    def send(self, state: Petrograd, piece: PieceIndex, hex_: Hex) -> None:
        """Note that troops go to a hex: places near it need others less."""
        force = self.strength(state, piece)
        self._pulls.clear()
        for goal in self.goals:
            share = near(self.scenario, goal)[hex_]
            if share > 0.6:
                self.sent[goal] += force * share

    def pull(self, hex_: Hex) -> float:
        """Return how strongly a hex draws troops: the goals that are near to it."""
        found = self._pulls.get(hex_)
        if found is None:
            found = self._pulls[hex_] = self._pull(hex_)
        return found

    def _pull(self, hex_: Hex) -> float:
        best = total = 0.0
        for goal, weight in self.goals.items():
            short = 1 - self.sent[goal] / self.need[goal]
            value = weight * near(self.scenario, goal)[hex_] * max(CROWD, short)
            total += value
            best = max(best, value)
        return best + 0.15 * total

    # Where troops stand

    def standing(self, state: Petrograd, piece: PieceIndex, hex_: Hex) -> float:
        """Return how well troops would stand in a hex; they are not there in `state`."""
        style, bit = self.style, 1 << hex_
        friends = state.stacks[hex_] & state.owned[self.side] & ~(1 << piece)
        mine = self.strength(state, piece)
        company = self.force(state, friends)
        value = style.drive * self.haste * self.pull(hex_)
        value += self._held(state, hex_, company)
        value -= self._danger(state, hex_, mine, company)
        if not self._fed(state, piece) & bit:
            value -= style.hunger
        value -= style.command * self._uncommanded(state, piece, hex_)
        return value

    def _held(self, state: Petrograd, hex_: Hex, company: float) -> float:
        """Return what it is worth to stand in a place that counts."""
        worth = self.worth.get(hex_, 0.0)
        if worth and state.control[self.enemy] >> hex_ & 1:
            return self.style.take * worth
        if worth and not company:
            return 2 * self.style.guard * worth * self.approach[hex_]
        return 0.0

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
            found = reached | self.ground.zone(reached & state.held[self.side])
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
        value = 0.0
        mine = self.strength(state, piece)
        for target in numbers(self.ground.around[hex_] & state.occupied(self.enemy)):
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
        value = 0.0 if is_afloat else min(company, 8.0) * COMPANY + 0.5 * self.pull(hex_)
        if not company and not is_afloat and zone_of_control(state, self.enemy) & bit:
            value -= ALONE * (1 + printed.is_leader)
        if not company and not is_afloat and self.threat[hex_]:
            value -= ALONE
        if printed.kind is Kind.HQ:
            return value + self._led(state, piece, hex_)
        reach = self.ground.map.disc(hex_, max(printed.range, 1))
        fought = self.ground.zone(state.held[self.side]) & state.occupied(self.enemy)
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


def _worth(state: Petrograd, style: Style) -> dict[Hex, float]:
    """11 - what every place is worth: its points, the railway, and what ends the game."""
    scenario, victory = state.scenario, state.scenario.victory
    found = dict.fromkeys(numbers(scenario.ground.city), style.city * victory.city)
    found |= {hex_: float(points) for hex_, points in victory.places.items()}
    left = len([turn for turn in victory.rail_turns if turn >= state.turn])
    line = scenario.tables.entries.nikolaev_line
    for hex_ in numbers(line):
        if left:
            found[hex_] = found.get(hex_, 0.0) + style.railway * left / 2
    share = 1.0 if state.turn >= victory.sudden_red_from_turn - 1 else EARLY
    for hex_ in numbers(victory.sudden_red & state.control[Side.WHITE]):
        found[hex_] = found.get(hex_, 0.0) + share * style.sudden
    return found
