"""An attack that the calculator is told of on a position, or the rule against it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.engine.datafile import read_text
from grognard.engine.forbidden import Forbidden
from grognard.games.petrograd import battle as rules
from grognard.games.petrograd import position
from grognard.games.petrograd.fighting import declared
from grognard.games.petrograd.load import chosen, load
from grognard.games.petrograd.printed import ENEMY

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import Pieces
    from grognard.engine.parameters import Given
    from grognard.games.petrograd.combat import Combat
    from grognard.games.petrograd.printed import Side
    from grognard.games.petrograd.state import Petrograd


def described(given: Given) -> Combat:
    """8.2.1 - the combat of a position, every value taken from the map."""
    file = Path(given.names("position")[0])
    scenario = chosen(load(given.scenario), {"column_8": given.word("column-8")})
    state = position.read(read_text(file), scenario, str(file))
    if not (given.has("target") and given.has("with")):
        raise Forbidden("8.2.1", "an attack needs --target and --with")
    target = scenario.ground.map.hex(given.names("target")[0])
    attackers = _counters(state, given.names("with"))
    side = scenario.pieces[numbers(attackers)[0]].side
    _refuse_attackers(state, side, target, attackers)
    supports = _counters(state, given.names("support"))
    able = rules.attack_support(state, side, target, attackers)
    _refuse(state, supports & ~able, "8.2.2", "{piece} cannot support this combat")
    backing = _counters(state, given.names("defence-support"))
    able = rules.may_support(state, ENEMY[side], target)
    _refuse(state, backing & ~able, "8.2.2", "{piece} cannot support this combat")
    is_night = given.flag("night")
    if is_night and not rules.may_attack_by_night(state, attackers, supports):
        raise Forbidden("8.4", "this attack cannot be made by night")
    found = declared(state, side, target, attackers, supports, is_night)
    return rules.reckon(state, replace(found, defence_supports=backing))


def _counters(state: Petrograd, names: list[str]) -> Pieces:
    """Return the counters of some names, all on the map."""
    found = 0
    for name in names:
        piece = state.scenario.by_id.get(name, -1)
        if piece < 0 or state.where[piece] < 0:
            raise Forbidden("8.2.1", "{piece} is not on the map", piece=name)
        found |= 1 << piece
    return found


def _refuse_attackers(state: Petrograd, side: Side, target: Hex, attackers: Pieces) -> None:
    """8.1 - refuse who may not take part in the attack; troops join before tanks and cars."""
    if not state.stacks[target] & state.owned[ENEMY[side]]:
        name = state.scenario.ground.map.name(target)
        raise Forbidden("8.1", "there is nobody to attack in {hex}", hex=name)
    joined = 0
    while joined != attackers:
        ready = rules.may_join(state, side, target, joined) & attackers
        if not ready:
            _refuse(state, attackers & ~joined, "8.1", "{piece} cannot attack this hex")
        joined |= ready


def _refuse(state: Petrograd, pieces: Pieces, rule: str, template: str) -> None:
    """Refuse the first of some counters, if there is any."""
    for piece in numbers(pieces):
        raise Forbidden(rule, template, piece=state.scenario.pieces[piece].id)
