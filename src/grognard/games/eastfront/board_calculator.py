"""``grognard odds luga``: the charts, with figures or with facts from a position file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.datafile import read_text
from grognard.engine.forbidden import Forbidden
from grognard.engine.hexmap import HexError
from grognard.engine.parameters import Clash, Count, Names, Need
from grognard.games.eastfront import attack_calculator as attacks
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import (
    board_odds,
    calculator,
    declaring,
    overrun,
    overrunning,
    position,
    surrendering,
)
from grognard.games.eastfront.combat import DefenceOrder
from grognard.games.eastfront.load import load
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.supply import head_of

if TYPE_CHECKING:
    from grognard.engine.account import Account
    from grognard.engine.calculator import Calculation
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import Pieces
    from grognard.engine.parameters import Given, Parameter
    from grognard.engine.speaker import Speaker
    from grognard.games.eastfront.engaged import Battle
    from grognard.games.eastfront.state import Luga

BOARD: Final = "position"
FILE: Final = Names("position", "a position file", "", BOARD, metavar="FILE", parted=False)
TARGET: Final = Names("target", "the hex", "", BOARD, metavar="HEX", parted=False)
WITH: Final = Names("with", "who attacks or overruns", "", BOARD)
SUPPORT: Final = Names("support", "guns that support the attack", "15.2", BOARD)
BACKING: Final = Names("defence-support", "guns that support the defence", "15.2", BOARD)


# What a position says


def read(given: Given) -> tuple[Luga, Hex]:
    """Return the position of a file, and the hex that is asked about."""
    file, scenario = Path(given.names("position")[0]), load(given.scenario)
    state = position.read(read_text(file), scenario, str(file))
    if not given.has("target"):
        raise Forbidden("12.1", "a position needs --target")
    try:
        return state, scenario.ground.map.hex(given.names("target")[0])
    except HexError as error:
        raise Forbidden("12.1", str(error)) from None


def counters(state: Luga, names: list[str]) -> Pieces:
    """Return the counters of some names, all on the map."""
    found = 0
    for name in names:
        piece = state.scenario.by_id.get(name, -1)
        if piece < 0 or state.where[piece] < 0:
            raise Forbidden("12.1", "{piece} is not on the map", piece=name)
        found |= 1 << piece
    return found


def stack(state: Luga, given: Given) -> tuple[Side, Pieces]:
    """Return who attacks or overruns, and their side."""
    if not given.has("with"):
        raise Forbidden("12.1", "an attack or an overrun needs --with")
    pieces = counters(state, given.names("with"))
    sides = {state.scenario.pieces[piece].side for piece in numbers(pieces)}
    if len(sides) > 1:
        raise Forbidden("12.1", "all who attack are of one side")
    return sides.pop(), pieces


def refuse(state: Luga, pieces: Pieces, rule: str, template: str) -> None:
    """Refuse the first of some counters, if there is any."""
    for piece in numbers(pieces):
        raise Forbidden(rule, template, piece=state.scenario.pieces[piece].id)


# 15 An attack


def attack_on(given: Given) -> tuple[Luga, Battle]:
    """12.1, 15 - the attack of a position, or the rule against it."""
    state, target = read(given)
    side, attackers = stack(state, given)
    if not state.stacks[target] & state.owned[ENEMY[side]]:
        name = state.scenario.ground.map.name(target)
        raise Forbidden("12.1", "there is nobody to attack in {hex}", hex=name)
    able = declaring.able_on(state, side, 1 << target, declaring.may_attack(state, side))
    refuse(state, attackers & ~able, "12.1", "{piece} cannot attack this hex")
    if not declaring.reaches_lowest(state, side, 1 << target, attackers):
        raise Forbidden("12.1", "an attack is declared at 1-4 or better")
    is_supplied = not given.flag("no-attack-supply")
    if is_supplied and head_of(state, side, attackers) < 0:
        raise Forbidden("6.4", "no HQ in supply serves all of them: --no-attack-supply")
    found = declaring.declared(state, side, 1 << target, attackers, is_supplied)
    found = replace(
        found,
        air=given.flag("air"),
        defence_air=given.flag("defending-air"),
        claims_engineer=not given.flag("engineer-not-claimed"),
    )
    return state, supported(state, found, given)


def supported(state: Luga, found: Battle, given: Given) -> Battle:
    """15.2 - the attack with the guns that were named, one after the other."""
    text = "{piece} cannot support this combat"
    for piece in numbers(counters(state, given.names("support"))):
        refuse(state, 1 << piece & ~rules.attack_guns(state, found), "15.2", text)
        found = replace(found, supports=found.supports | 1 << piece)
    for piece in numbers(counters(state, given.names("defence-support"))):
        refuse(state, 1 << piece & ~rules.defence_guns(state, found), "15.2", text)
        found = replace(found, defence_supports=found.defence_supports | 1 << piece)
    return found


def reckon_attack(given: Given, say: Speaker) -> Account:
    """15 - the account of an attack, by figures or from a position."""
    if not given.has("position"):
        needs_figures(given, "attack", "defence")
        return attacks.reckon(given, say)
    state, found = attack_on(given)
    case = rules.attack_case(state, found)
    if given.has("order"):
        case = replace(case, order=attacks.given_order(given))
    elif rules.nkvd_stands(state, found):
        case = replace(case, order=DefenceOrder.NO_RETREAT)
    defenders = rules.defenders(state, found)
    steps = board_odds.steps_of(state, found.attackers), board_odds.steps_of(state, defenders)
    return attacks.account_of(case, steps, given, say)


# 11.4 An overrun, 21 a surrender


def reckon_overrun(given: Given, say: Speaker) -> Account:
    """11.4.3 - the account of an overrun, by figures or from a position."""
    if not given.has("position"):
        needs_figures(given, "attack", "defence")
        return calculator.reckon_overrun(given, say)
    state, target = read(given)
    side, pieces = stack(state, given)
    here = state.where[numbers(pieces)[0]]
    if (
        state.hexes_of(pieces) != 1 << here
        or not state.scenario.ground.map.around[here] >> target & 1
    ):
        raise Forbidden("11.4.1", "an overrun is made from one hex, next to the other")
    if not state.stacks[target] & state.owned[ENEMY[side]]:
        name = state.scenario.ground.map.name(target)
        raise Forbidden("12.1", "there is nobody to attack in {hex}", hex=name)
    case = overrunning.case_of(state, pieces, target)
    overrun.check(case)
    return calculator.overrun_account(case, given, say)


def reckon_surrender(given: Given, say: Speaker) -> Account:
    """21 - the account of a surrender, by facts or from a position."""
    if not given.has("position"):
        return calculator.reckon_surrender(given, say)
    state, target = read(given)
    if not surrendering.throwing(state) >> target & 1:
        raise Forbidden("21", "this hex does not throw: nobody there is cut off beside a zone")
    return calculator.surrender_account(surrendering.case_of(state, target), say)


def needs_figures(given: Given, *names: str) -> None:
    """Refuse a case of which neither figures nor a position are given."""
    for name in names:
        if not given.has(name):
            raise Forbidden("15.1", "give --{name}, or --position", name=name)


# The calculations


def on_board(chart: Calculation, more: tuple[Names, ...], free: tuple[str, ...]) -> Calculation:
    """Return a calculation that takes a position instead of figures; some may go with it."""
    parameters = tuple(_loosened(each) for each in chart.parameters)
    figures = tuple(each.name for each in chart.parameters if each.name not in free)
    clash = Clash("12.1", "position", figures)
    needs = [Need("12.1", each.name, ("position",)) for each in more]
    return replace(
        chart,
        parameters=(*parameters, FILE, *more),
        clashes=(*chart.clashes, clash),
        needs=(*chart.needs, *needs),
    )


def _loosened(each: Parameter) -> Parameter:
    """Return a figure that need not be given, since a position may say it."""
    return replace(each, needed=False) if isinstance(each, Count) and each.needed else each


ORDERS: Final = ("order", "objective", "air", "defending-air", "no-attack-supply")
_ATTACK: Final = on_board(
    attacks.COMBAT, (TARGET, WITH, SUPPORT, BACKING), (*ORDERS, "engineer-not-claimed")
)
COMBAT: Final = replace(
    _ATTACK,
    reckon=reckon_attack,
    needs=tuple(need for need in _ATTACK.needs if need.one != "engineer-not-claimed"),
)
OVERRUN: Final = replace(
    on_board(calculator.OVERRUN, (TARGET, WITH), ("times", "defences")), reckon=reckon_overrun
)
SURRENDER: Final = replace(on_board(calculator.SURRENDER, (TARGET,), ()), reckon=reckon_surrender)
CHARTS: Final = (OVERRUN, calculator.RETREAT, SURRENDER, COMBAT)
"""What ``grognard odds luga`` reckons."""
