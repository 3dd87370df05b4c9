"""26 - what every place is worth to both sides, and how strongly the places draw units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.eastfront.ai.sectors import orders_of
from grognard.games.eastfront.ai.style import opponents
from grognard.games.eastfront.ai.ways import between, near
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.supply import supplied

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex
    from grognard.games.eastfront.ai.sectors import Orders
    from grognard.games.eastfront.ai.style import Style
    from grognard.games.eastfront.state import Luga

CROWD: Final = 0.1
"""What is left at least of the draw of a place to which enough units go already."""
ALL: Final = 0.05
"""What all places together add to the draw of the one that draws most."""
CLOSE: Final = 0.6
"""How near, as `ways.near` has it, units must go to count for a place."""
LEAST: Final = 1.0
"""What a goal of an order draws at least, whatever it counts."""
FULL: Final = 3.0
"""From what worth on a place makes the way to it worth fighting for."""
MOST: Final = 5.0
"""What a place that is held already draws at most."""


def worth_of(state: Luga, side: Side, style: Style) -> dict[Hex, float]:
    """26 - what every place is worth: its points, in time or not, and the lines to Luga."""
    victory = state.scenario.victory
    city = victory.leningrad
    found = {
        hex_: points * (style.city if city >> hex_ & 1 else 1.0)
        for hex_, points in victory.places.items()
    }
    for one in victory.early:
        if state.turn <= one.turn:
            found[one.hex] = found.get(one.hex, 0.0) + one.points
    for line in (victory.highway, victory.railway):
        for hex_ in numbers(line):
            found[hex_] = found.get(hex_, 0.0) + style.cut
    for orders in orders_of(state.scenario, opponents().sectors, side, state.turn):
        for hex_ in orders.goals:
            found[hex_] = max(found.get(hex_, 0.0), LEAST)
    dear = victory.leningrad & state.control[Side.SOVIET] if side is Side.SOVIET else 0
    for hex_ in numbers(dear | victory.sudden_soviet & state.control[Side.GERMAN]):
        found[hex_] = found.get(hex_, 0.0) + style.sudden
    return found


class Draw:
    """How strongly the places of a position draw the units of a side that are still to go."""

    def __init__(self, state: Luga, side: Side, style: Style, worth: dict[Hex, float]) -> None:
        self.scenario, self.held = state.scenario, 0
        self.front = state.held[ENEMY[side]] if side is Side.SOVIET else 0
        self.own = state.held[side]
        self.orders = orders_of(state.scenario, opponents().sectors, side, state.turn)
        self.held = held = _held(state, side)
        rest = _goals(state, side, style, worth, held)
        self.goals = [_ordered(orders, worth, held, rest, side) for orders in self.orders]
        self.goals.append(rest)
        every = dict.fromkeys(goal for goals in self.goals for goal in goals)
        self.sent = dict.fromkeys(every, 0.0)
        self.need = dict.fromkeys(every, 1.0)
        self._drawn: dict[int, list[tuple[float, tuple[float, ...]]]] = {}
        self._pulls: dict[tuple[int, Hex], float] = {}
        self._on_way: dict[Hex, float] = {}

    def is_asked(self, piece: PieceIndex, hex_: Hex) -> bool:
        """Return whether the orders of a unit name a place; those without orders care for all."""
        for orders in self.orders:
            if orders.pieces >> piece & 1:
                return hex_ in orders.goals
        return True

    def add(self, goal: Hex, weight: float) -> None:
        """Let a hex draw everybody, whatever his orders."""
        for goals in self.goals:
            goals[goal] = max(weight, goals.get(goal, 0.0))
        self.sent.setdefault(goal, 0.0)
        self.need.setdefault(goal, 1.0)

    def send(self, hex_: Hex, force: float) -> None:
        """Note that a unit goes to a hex: places near it need others less."""
        for goal in self.sent:
            share = self._ways(goal)[hex_]
            if share > CLOSE:
                self.sent[goal] += force * share
        self._drawn.clear()
        self._pulls.clear()

    def pull(self, hex_: Hex, piece: PieceIndex = -1) -> float:
        """Return how strongly a hex draws a unit: the goals of its orders that are near to it."""
        sector = self._sector(piece)
        found = self._pulls.get((sector, hex_))
        if found is None:
            drawn = self._drawn.get(sector) or self._weigh(sector)
            values = [weight * ways[hex_] for weight, ways in drawn]
            found = max(values) + ALL * sum(values) if values else 0.0
            self._pulls[sector, hex_] = found
        return found

    def _ways(self, goal: Hex) -> tuple[float, ...]:
        """Return by hex how a goal draws: a place to take from near by, one to hold from before it.

        The Soviet side bars the ways to what it holds; the German side is on its way itself.
        """
        if self.front and self.held >> goal & 1:
            return between(self.scenario, goal, self.front)
        return near(self.scenario, goal)

    def on_way(self, hex_: Hex) -> float:
        """Return how far a hex lies on the way of the side to places that it has still to take."""
        found = self._on_way.get(hex_)
        if found is None:
            goals = {
                goal: weight
                for goals in self.goals
                for goal, weight in goals.items()
                if not self.held >> goal & 1
            }
            found = self._on_way[hex_] = max(
                [
                    min(1.0, weight / FULL) * between(self.scenario, goal, self.own)[hex_] ** 2
                    for goal, weight in goals.items()
                ],
                default=0.0,
            )
        return found

    def _sector(self, piece: PieceIndex) -> int:
        """Return whose orders a unit follows; the last are those of units without any."""
        if piece >= 0:
            for number, orders in enumerate(self.orders):
                if orders.pieces >> piece & 1 and self.goals[number]:
                    return number
        return len(self.orders)

    def _weigh(self, sector: int) -> list[tuple[float, tuple[float, ...]]]:
        """Return how strongly each goal draws now, with the way to it from every hex."""
        found = self._drawn[sector] = [
            (
                weight * max(CROWD, 1 - self.sent[goal] / self.need[goal]),
                self._ways(goal),
            )
            for goal, weight in self.goals[sector].items()
        ]
        return found


def _held(state: Luga, side: Side) -> Region:
    """26.1 - what a side holds: for the German, in supply."""
    german = state.control[Side.GERMAN]
    return german & supplied(state, Side.GERMAN) if side is Side.GERMAN else ~german


def _goals(
    state: Luga, side: Side, style: Style, worth: dict[Hex, float], held: Region
) -> dict[Hex, float]:
    """26 - the places that draw the side, and how strongly."""
    found = {}
    for hex_, value in worth.items():
        if not held >> hex_ & 1:
            found[hex_] = value
        else:
            found[hex_] = style.guard * min(value, MOST) * approach(state, side, hex_) ** 2
    return {hex_: value for hex_, value in found.items() if value > 0.05}


def _ordered(
    orders: Orders, worth: dict[Hex, float], held: Region, rest: dict[Hex, float], side: Side
) -> dict[Hex, float]:
    """Return what draws those with orders: the next places to take, and what is to be guarded."""
    found, ahead = {}, orders.ahead
    for goal in orders.goals:
        if held >> goal & 1:
            if goal in rest:
                found[goal] = rest[goal]
        elif ahead > 0 or side is Side.SOVIET:
            found[goal] = worth[goal]
            ahead -= 1
    return found


def approach(state: Luga, side: Side, hex_: Hex) -> float:
    """Return how near the nearest enemy units are to a place, 1 if they are there."""
    ways = near(state.scenario, hex_)
    return max([ways[here] for here in numbers(state.held[ENEMY[side]])], default=0.0)
