"""11.4 - Overrun, in the middle of movement."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from grognard.engine.bits import numbers
from grognard.engine.forbidden import Forbidden
from grognard.engine.game import CHANCE, Action, Procedure, Question, Seat, frozen
from grognard.engine.hexmap import Hex
from grognard.engine.meaning import Pieces
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import movement, overrun
from grognard.games.eastfront.parts import First, LoseFrom, on_map
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.retreating import Retreating, immobile
from grognard.games.eastfront.sight import hidden, look, tell
from grognard.games.eastfront.special import forbidden
from grognard.games.eastfront.state import Luga
from grognard.games.eastfront.zones import zone_from, zone_of_control
from grognard.kit.dice import D10

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Region
    from grognard.games.eastfront.printed import Scenario


# 11.4.1, 11.4.2 Who and where


def overrunners(state: Luga) -> Pieces:
    """11.4.1 - German motorised units, Soviet ones but NKVD, Soviet cavalry; no guns, no HQs."""
    return _overrunners(state.scenario)


@lru_cache(maxsize=16)
def _overrunners(scenario: Scenario) -> Pieces:
    kinds = scenario.kinds
    return kinds.combat & (kinds.motorised | kinds.cavalry & kinds.soviet) & ~kinds.nkvd


def case_of(state: Luga, pieces: Pieces, target: Hex) -> overrun.OverrunCase:
    """11.4.3 - an overrun by units of one hex as the charts ask for it."""
    kinds = state.scenario.kinds
    first = pieces.bit_length() - 1
    side, here = state.scenario.pieces[first].side, state.where[first]
    enemy = ENEMY[side]
    held = state.stacks[target] & state.owned[enemy]
    others = state.scenario.ground.map.everywhere & ~(1 << target)
    soft = kinds.cavalry | kinds.headquarters | kinds.guns | kinds.coastal
    return overrun.OverrunCase(
        attack=state.attack_values(pieces),
        defence=rules.defence_of(state, held),
        all_german=side is Side.GERMAN,
        features=rules.hex_features(state, target, enemy)
        | rules.crossed(state, side, here, target),
        weather=rules.weather_at(state, target),
        engineer=bool(pieces & kinds.engineers),
        marker=bool(held & state.overrun),
        soft=not held & ~soft,
        able=not pieces & ~overrunners(state),
        supplied=not pieces & state.unsupplied,
        in_other_zone=bool(zone_from(state, enemy, others) >> here & 1),
        charts=rules.charts_of(state.scenario),
    )


def price(state: Luga, pieces: Pieces, target: Hex) -> int:
    """11.4.2 - the half points of an overrun: the hex, and one point more; -1 if no way leads in.

    The zone of the hex that is run over costs nothing: what was paid to enter it is given back.
    """
    first = pieces.bit_length() - 1
    here, tables = state.where[first], state.scenario.tables
    entries = [movement.entry_cost(state, piece, here, target) for piece in numbers(pieces)]
    if min(entries) < 0:
        return -1
    zone = zone_of_control(state, ENEMY[state.scenario.pieces[first].side])
    has_paid = bool(state.group & pieces and state.spent and zone >> here & 1)
    return max(entries) + tables.overrun - has_paid * tables.zone


def may_pay(state: Luga, pieces: Pieces, target: Hex) -> bool:
    """11.4.2 - whether every unit of a stack has the points left."""
    cost = price(state, pieces, target)
    if cost < 0:
        return False
    spent = state.spent if state.group & pieces else 0
    return all(spent + cost <= movement.allowance(state, piece) for piece in numbers(pieces))


def may_overrun(state: Luga, pieces: Pieces) -> bool:
    """11.4.1, 11.4.2 - whether a stack is one that overruns, in this weather."""
    return not (pieces & ~overrunners(state) or state.is_mud)


def targets(state: Luga, pieces: Pieces) -> Region:
    """11.4 - the hexes next to a stack that it may run over now."""
    if not pieces or not may_overrun(state, pieces):
        return 0
    first = pieces.bit_length() - 1
    side, here = state.scenario.pieces[first].side, state.where[first]
    near = state.scenario.ground.map.around[here] & state.occupied(ENEMY[side])
    found = 0
    for target in numbers(near):
        if is_open_to(state, pieces, target):
            found |= 1 << target
    return found


def is_too_weak(state: Luga, pieces: Pieces, target: Hex) -> bool:
    """11.4.3 - whether a stack has less than the least odds of any overrun."""
    chart, first = rules.charts_of(state.scenario).overrun, pieces.bit_length() - 1
    held = state.stacks[target] & state.owned[ENEMY[state.scenario.pieces[first].side]]
    least = min(chart.least_german, chart.least_other, chart.least_fortified)
    return state.attack_values(pieces) < least * rules.defence_of(state, held)


def is_open_to(state: Luga, pieces: Pieces, target: Hex) -> bool:
    """11.4.1 to 11.4.3 - whether a stack may run over a hex: place, zones, odds, points."""
    if is_too_weak(state, pieces, target):
        return False
    try:
        overrun.check(case_of(state, pieces, target))
    except Forbidden:
        return False
    if any(forbidden(state, piece) >> target & 1 for piece in numbers(pieces)):
        return False
    return may_pay(state, pieces, target)


# 11.4.3 Resolving


@frozen
class Overrun(Procedure[Luga]):
    """11.4.3 - a stack runs over a hex next to it, and pays for it."""

    side: Side
    pieces: Pieces
    target: Hex

    def run(self, state: Luga) -> None:
        """11.4.2 - the points are spent, whatever the throw."""
        state.spent += price(state, self.pieces, self.target)
        state.ask(OverrunThrow(self.side, self.pieces, self.target))


@frozen
class OverrunThrow(Question[Luga]):
    """11.4.3 - the throw on the overrun table."""

    rule: ClassVar[str] = "11.4.3"
    side: Side
    pieces: Pieces
    target: Hex

    def seat(self, state: Luga) -> Seat:
        return CHANCE

    def options(self, state: Luga) -> Sequence[Action]:
        return D10.throws

    def answer(self, state: Luga, action: Action) -> None:
        side, enemy, die = self.side, ENEMY[self.side], D10.total(action.noun)
        case = case_of(state, self.pieces, self.target)
        band = overrun.read(case, overrun.net(case), die)
        losers = state.stacks[self.target] & state.owned[enemy]
        state.note(
            "overrun",
            "11.4.3",
            side=side,
            attackers=numbers(self.pieces),
            defenders=numbers(losers),
            hex=self.target,
            start=state.where[self.pieces.bit_length() - 1],
            case=case,
            die=die,
            band=band,
            attack_points=[(piece, state.attack_value(piece), 0) for piece in numbers(self.pieces)],
            defence_points=[(piece, state.defence_value(piece), 0) for piece in numbers(losers)],
        )
        if not band.success:
            loss = LoseFrom(side, self.pieces, band.attacker_steps, First.CAVALRY, 0)
            state.ask(loss, Stopped())
            return
        state.ask(
            LoseFrom(enemy, losers, band.defender_steps, First.ANY, 0),
            Scatter(side, losers, self.target),
            Enter(side, self.pieces, self.target),
        )


@frozen
class Stopped(Procedure[Luga]):
    """11.4.4 - a stack that failed stays where it is and moves no more."""

    def run(self, state: Luga) -> None:
        """11.4.4 - its movement is over."""
        state.group = 0


@frozen
class Scatter(Procedure[Luga]):
    """11.4.4 - the units run over are marked, and the other player moves each of them away."""

    side: Side
    """Who runs over them."""
    losers: Pieces
    target: Hex

    def run(self, state: Luga) -> None:
        """11.4.4, 16.2 - two hexes, each by itself; those that cannot go lose a step."""
        enemy, kinds = ENEMY[self.side], state.scenario.kinds
        left = on_map(state, self.losers)
        if not left:
            return
        state.mark_overrun(left)
        state.inoperational |= left & kinds.headquarters & kinds.soviet
        state.note("marked", "11.4.4", side=enemy, pieces=numbers(left), hex=self.target)
        for piece in numbers(left & immobile(state)):
            state.lose(piece, "16.2")
        hexes = rules.charts_of(state.scenario).overrun.retreat
        state.ask(
            *[
                Retreating(enemy, self.side, 1 << piece, self.target, hexes, 0, False, False)
                for piece in numbers(left & ~immobile(state))
            ]
        )


@frozen
class Enter(Procedure[Luga]):
    """11.4.4 - the winner enters the hex, unless fortress units hold out there, and goes on."""

    side: Side
    pieces: Pieces
    target: Hex

    def run(self, state: Luga) -> None:
        """11.4.2, 11.4.4 - a zone there counts as paid, since the next overrun gives it back."""
        if state.occupied(ENEMY[self.side]) >> self.target & 1:
            return
        start, was = state.where[self.pieces.bit_length() - 1], hidden(state, ENEMY[self.side])
        for piece in numbers(self.pieces):
            state.put(piece, self.target)
        if zone_of_control(state, ENEMY[self.side]) >> self.target & 1:
            state.spent += state.scenario.tables.zone
        tell(state, "moved", "11.4.4", self.side, self.pieces, was, start=start, hex=self.target)
        look(state)
