"""15 - What an attack may still come to: over the defender's answers, and over what lies face down.

Face down lie the orders of the defender (14.3) and guns beneath other counters (1.4); in the open
lie guns that may yet be named (15.2) and the air points of both sides (17.1).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.engine.game import SPECTATOR
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront.combat import DefenceOrder
from grognard.games.eastfront.declaring import Compose
from grognard.games.eastfront.fighting import Throw
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.sight import hidden, looked_into

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.engine.game import Seat
    from grognard.engine.meaning import Pieces
    from grognard.games.eastfront.combat import Attack
    from grognard.games.eastfront.engaged import Battle
    from grognard.games.eastfront.state import Luga


def unseen_by(state: Luga, seat: Seat) -> Pieces:
    """1.4 - the counters that a seat may not see; whoever watches sees what both sides see."""
    found = 0
    for side in Side:
        if seat in (side, SPECTATOR):
            found |= hidden(state, side)
    return found


def answered(state: Luga, battle: Battle, seat: Seat) -> Battle:
    """15.2, 17.1 - an attack with the strongest guns in sight of the defender, and an air point.

    7.3 - HQs out of sight count neither way: one gun more or less would tell where they lie.
    """
    unseen = unseen_by(state, seat)
    seen = ~unseen
    if staff := numbers(unseen & state.scenario.kinds.headquarters):
        state = state.copy()
        for hq in staff:
            state.put(hq, -1)
    firsts = numbers(rules.defence_guns(state, battle) & seen)
    named = battle.defence_supports
    every = [_with_the_best(state, battle, named | 1 << first, seen) for first in firsts]
    found = max([named, *every], key=lambda guns: (rules.support_of(state, guns), -guns))
    has_air = battle.defence_air or bool(state.air[ENEMY[battle.side]])
    return replace(battle, defence_supports=found, defence_air=has_air)


def _with_the_best(state: Luga, battle: Battle, named: Pieces, seen: Pieces) -> Pieces:
    """15.2 - some guns and, one after the other, the strongest that may be named beside them."""
    while able := rules.defence_guns(state, replace(battle, defence_supports=named)) & seen:
        best = max(numbers(able), key=lambda piece: (state.scenario.pieces[piece].support, -piece))
        named |= 1 << best
    return named


def still_open(state: Luga, battle: Battle, seat: Seat) -> Iterator[Attack]:
    """15 - every attack that may still come of one, as far as a seat can tell; itself among them.

    The defender's reactions (14.1) are not: they change the position.
    """
    case = rules.attack_case(state, battle)
    if isinstance(state.question, Throw):
        yield case
        return
    most = rules.support_of(state, answered(state, battle, seat).defence_supports)
    fires = range(case.defence_artillery, max(most, _feared(state, battle, seat)) + 1)
    can_fly = bool(state.air[ENEMY[battle.side]])
    airs = {case.defending_air, case.defending_air or can_fly}
    for order, air, fire in product(orders(state, battle), airs, fires):
        yield replace(case, order=order, defending_air=air, defence_artillery=fire)


def orders(state: Luga, battle: Battle) -> set[DefenceOrder]:
    """14.3 - the orders that the defence may have: which one lies there is in nobody's odds."""
    side, none = ENEMY[battle.side], DefenceOrder.NONE
    if rules.nkvd_stands(state, battle):
        return {DefenceOrder.NO_RETREAT}
    laid = {DefenceOrder.NO_RETREAT}
    if not state.is_mud:
        laid.add(DefenceOrder.ADDITIONAL_RETREAT)
    if isinstance(state.question, Compose):
        sheltered = all(rules.shelters(state, hex_, side) for hex_ in numbers(battle.targets))
        return laid | {none} if sheltered else {none}
    if not (state.stand | state.give_way) & battle.targets:
        return {none}
    return laid


def _feared(state: Luga, battle: Battle, seat: Seat) -> int:
    """15.2 - the most fire that the defence may have, were hidden guns wherever they may lie."""
    side, scenario = ENEMY[battle.side], state.scenario
    guns = unseen_by(state, seat) & state.owned[side] & scenario.kinds.supporting & ~state.fired
    dark = state.crowded & state.occupied(side) & ~looked_into(state, battle.side)
    pieces, board = scenario.pieces, scenario.ground.map
    near = [
        gun
        for gun in numbers(guns)
        if any(board.disc(hex_, pieces[gun].range) & battle.targets for hex_ in numbers(dark))
    ]
    if not near:
        return 0
    figures = rules.charts_of(scenario).artillery
    key = "german" if side is Side.GERMAN else "soviet_with_headquarters"
    seen = rules.reaching(state, side, battle.targets) & ~guns
    named = numbers(battle.defence_supports)
    able = [gun for gun in {*near, *numbers(seen)} if gun not in named]
    strongest = sorted([pieces[gun].support for gun in able], reverse=True)
    return rules.support_of(state, battle.defence_supports) + sum(
        strongest[: max(0, figures[key] - len(named))]
    )
