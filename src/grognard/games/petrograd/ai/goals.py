"""11 - what every place is worth to both sides, and how strongly the places draw troops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.petrograd.ai.sectors import orders_of
from grognard.games.petrograd.ai.ways import lifeline, near
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.supply import supplied

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex
    from grognard.games.petrograd.ai.style import Style
    from grognard.games.petrograd.state import Petrograd

CROWD: Final = 0.1
"""What is left at least of the draw of a place to which enough troops go already."""
ALL: Final = 0.05
"""What all places together add to the draw of the one that draws most."""
MOST: Final = 3.0
"""What a place that is held already draws at most: how much it takes to hold it is seen there."""
RAILHEAD: Final = 0.3
"""What his railhead counts to White of what a place does whose loss ends the game."""
ABOUT: Final = 6
"""From how many hexes Reds are hunted who may come to a town whose loss ends the game."""
LOCAL: Final = 12
"""How near troops are to a minor source or to Luga if they need no way to the railhead."""
OPEN_FROM: Final = 4
OPEN: Final = 0.6
GUARDED: Final = 14
"""From which turn on a city without guards draws White, how much, and how many PE guard it."""
CLOSE: Final = 0.8
AT_HAND: Final = 0.95
"""How near, as `ways.near` has it, troops must go to count for a place; for one that is held."""


def worth_of(state: Petrograd, side: Side, style: Style) -> dict[Hex, float]:
    """11 - what every place is worth: its points, the railway, and what ends the game."""
    scenario, victory = state.scenario, state.scenario.victory
    city = _city(state, style) if side is Side.WHITE else style.city
    found = dict.fromkeys(numbers(scenario.ground.city), city * victory.city)
    found |= {hex_: float(points) for hex_, points in victory.places.items()}
    left = len([turn for turn in victory.rail_turns if turn >= state.turn])
    if left:
        for hex_ in numbers(scenario.tables.entries.nikolaev_line):
            found[hex_] = found.get(hex_, 0.0) + style.railway * left / 2
    if not state.prize_taken:
        for hex_ in scenario.tables.prize_hexes:
            found[hex_] = found.get(hex_, 0.0) + style.prize
    share = 1.0 if state.turn >= victory.sudden_red_from_turn - 1 else style.early
    for hex_ in numbers(victory.sudden_red & state.control[Side.WHITE]):
        found[hex_] = found.get(hex_, 0.0) + share * style.sudden
    if side is Side.WHITE:  # 4.1 - where all his supply comes from
        for hex_ in numbers(scenario.tables.supply.white):
            found[hex_] = found.get(hex_, 0.0) + RAILHEAD * style.early * style.sudden
        for hex_ in numbers(_prey(state)):
            found[hex_] = found.get(hex_, 0.0) + style.prey * style.early * style.sudden
    return found


def _prey(state: Petrograd) -> Region:
    """4.2, 11.2 - where Reds stand about Yamburg, or on the roads that feed White's troops."""
    board = state.scenario.ground.map
    towns = numbers(state.scenario.victory.sudden_red & state.control[Side.WHITE])
    if not towns:
        return 0
    found = 0
    for town in towns:
        found |= board.disc(town, ABOUT)
    supply, south = state.scenario.tables.supply, 0
    for hex_ in (*supply.minor, supply.luga):
        south |= board.disc(hex_, LOCAL)
    for hex_ in numbers(state.held[Side.WHITE] & ~south):
        for step in lifeline(state.scenario, hex_):
            found |= state.scenario.ground.around[step]
    return found & state.held[Side.RED]


def _city(state: Petrograd, style: Style) -> float:
    """11.2 - what of the worth of a Petrograd hex draws White: the more, the fewer keep the city.

    In the first turns White is too far away, and Red has time to man it.
    """
    if state.turn < OPEN_FROM:
        return style.city
    inside = [state.stacks[hex_] for hex_ in numbers(state.scenario.ground.city)]
    troops = sum(inside) & state.owned[Side.RED] & state.scenario.kinds.troops
    guards = sum(state.steps[piece] for piece in numbers(troops))
    return max(style.city, OPEN * (1 - guards / GUARDED))


class Draw:
    """How strongly the places of a position draw the troops of a side that are still to go."""

    def __init__(self, state: Petrograd, side: Side, style: Style, worth: dict[Hex, float]) -> None:
        self.scenario = state.scenario
        self.line: Region = state.scenario.tables.entries.nikolaev_line & ~self._places()
        """3.3 - the hexes of the railway that are worth nothing else."""
        self.approach = {hex_: _nearness(state, side, hex_) for hex_ in worth}
        """By place: how near the enemy has come to it, 1 if he is there."""
        white = state.control[Side.WHITE]
        self._held = white & supplied(state, Side.WHITE) if side is Side.WHITE else ~white
        self.goals = self._goals(side, style, worth)
        self.sent = dict.fromkeys(self.goals, 0.0)
        self.need = dict.fromkeys(self.goals, 1.0)
        self._orders = orders_of(state.scenario, side)
        self._astray = style.astray
        self._drawn: dict[int, list[tuple[float, tuple[float, ...]]]] = {}
        self._pulls: dict[tuple[int, Hex], float] = {}

    def _places(self) -> Region:
        """11.1 - the places that score, Petrograd included."""
        scored = sum(1 << hex_ for hex_ in self.scenario.victory.places)
        return self.scenario.ground.city | scored

    def _goals(self, side: Side, style: Style, worth: dict[Hex, float]) -> dict[Hex, float]:
        """11 - the places that draw the side, and how strongly."""
        found = {}
        held = self._held
        for hex_, value in worth.items():
            is_line = self.line >> hex_ & 1
            if not held >> hex_ & 1:
                if side is Side.RED or not is_line:
                    found[hex_] = value
            elif not is_line:
                found[hex_] = style.guard * min(value, MOST) * self.approach[hex_] ** 2
        return {hex_: value for hex_, value in found.items() if value > 0.05}

    def send(self, hex_: Hex, force: float) -> None:
        """Note that troops go to a hex: places near it need others less."""
        for goal in self.goals:
            share = near(self.scenario, goal)[hex_]
            if share > (AT_HAND if self._held >> goal & 1 else CLOSE):
                self.sent[goal] += force * share
        self._drawn.clear()
        self._pulls.clear()

    def pull(self, piece: PieceIndex, hex_: Hex) -> float:
        """Return how strongly a hex draws a piece: the goals of its orders that are near to it."""
        sector = self._orders.sectors[piece]
        found = self._pulls.get((sector, hex_))
        if found is None:
            drawn = self._drawn.get(sector) or self._weigh(sector)
            values = [weight * ways[hex_] for weight, ways in drawn]
            found = max(values) + ALL * sum(values) if values else 0.0
            self._pulls[sector, hex_] = found
        return found

    def _weigh(self, sector: int) -> list[tuple[float, tuple[float, ...]]]:
        """Return how strongly each goal draws a sector now, with the way to it from every hex."""
        found = self._drawn[sector] = [
            (
                weight
                * (1.0 if self._orders.wants(sector, goal) else self._astray)
                * max(CROWD, 1 - self.sent[goal] / self.need[goal]),
                near(self.scenario, goal),
            )
            for goal, weight in self.goals.items()
        ]
        return found


def _nearness(state: Petrograd, side: Side, hex_: Hex) -> float:
    """Return how near the nearest enemy troops are to a place, 1 if they are there."""
    ways, kinds = near(state.scenario, hex_), state.scenario.kinds
    troops = state.owned[ENEMY[side]] & kinds.troops & ~kinds.estonian
    return max([ways[h] for h in numbers(state.hexes_of(troops))], default=0.0)
