"""An attack that a command line describes on a position of Bautzen 1945, or the rule against it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.engine.bits import bits_of, numbers
from grognard.engine.forbidden import Forbidden
from grognard.games.bautzen import combat, position, support
from grognard.games.bautzen.load import load
from grognard.games.bautzen.odds.attack import composed
from grognard.games.bautzen.odds.commitments import within_reach
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.sequence import SEGMENTS
from grognard.games.bautzen.sight import hidden

if TYPE_CHECKING:
    import argparse

    from grognard.games.bautzen.state import Battle, Bautzen, Pieces


@dataclass(frozen=True)
class Described:
    """A position, the attack on it, what both sides commit, and who asks (None sees all)."""

    state: Bautzen
    battle: Battle
    committed: tuple[Pieces, Pieces]
    seat: Side | None
    following: tuple[Battle, ...]
    """Further attacks on the same hex in the same segment."""


def described(arguments: argparse.Namespace) -> Described:
    """Return what a parsed line describes."""
    file = Path(arguments.position)
    state = position.read(file.read_text(encoding="utf-8"), load(), str(file))
    target = state.scenario.board.map.hex(arguments.target)
    if not state.stacks[target]:
        raise Forbidden("BZ-8.1", "there is nobody to attack in {hex}", hex=arguments.target)
    attackers = _counters(state, arguments.attackers)
    seat = Side[arguments.seat.upper()] if arguments.seat else None
    battle = _battle(state, target, attackers)
    supports = _counters(state, arguments.support)
    able = support.available(state, battle.side, attackers)
    _refuse(state, supports & ~able, "BZ-9.1", "{unit} cannot support this combat")
    backing = _backing(state, battle, _counters(state, arguments.defence_support), seat)
    battle = replace(battle, supports=supports, defence_supports=backing)
    waves = tuple(_battle(state, target, _counters(state, wave)) for wave in arguments.then)
    return Described(state, battle, _committed(state, battle, arguments), seat, waves)


def _counters(state: Bautzen, names: list[str]) -> Pieces:
    """Return the counters of these names, all of them on the map."""
    found = 0
    for name in names:
        piece = state.scenario.by_id.get(name)
        if piece is None or state.where[piece] < 0:
            raise Forbidden("BZ-8.1", "there is no counter {unit} on the map", unit=name)
        found |= 1 << piece
    return found


def _battle(state: Bautzen, target: int, attackers: Pieces) -> Battle:
    """8.1 - the attack of these units, or the rule that forbids it."""
    if not attackers:
        raise Forbidden("BZ-8.1", "an attack needs a unit: --with")
    side = state.side_of(numbers(state.stacks[target])[0]).enemy
    spent = state.attacked if SEGMENTS[state.segment] == f"{side.name.lower()} combat" else 0
    _refuse(state, attackers & spent, "BZ-8.1b", "{unit} has attacked in this segment")
    able = state.owned[side] & state.scenario.combat_units
    beside = combat.neighbours_who_may(state, side, target, able)
    _refuse(state, attackers & ~beside, "BZ-8.1", "{unit} may not attack that hex")
    guns = attackers & state.scenario.anti_tank
    for hex_ in numbers(combat.hexes_of(state, guns)):
        if not state.stacks[hex_] & attackers & ~guns:
            lone = state.stacks[hex_] & guns
            _refuse(state, lone, "BZ-8.6.2b", "{unit} attacks only beside another attacker")
    return composed(state, side, target, attackers)


def _backing(state: Bautzen, battle: Battle, named: Pieces, seat: Side | None) -> Pieces:
    """9.1, 10.3 - the defender's supports, which the asker must be able to see."""
    units = state.units_at(battle.target)
    able = support.available(state, battle.side.enemy, units)
    able &= ~combat.counted_by_themselves(state, units)
    if seat is not None and seat != battle.side.enemy:
        unseen = named & hidden(state, seat)
        _refuse(state, unseen, "BZ-10.3", "{unit} cannot be seen")
    _refuse(state, named & ~able, "BZ-9.1", "{unit} cannot support this combat")
    return named


def _refuse(state: Bautzen, wrong: Pieces, rule: str, template: str) -> None:
    """Refuse the first of some counters in the name of a rule."""
    for piece in numbers(wrong):
        raise Forbidden(rule, template, unit=state.scenario.pieces[piece].id)


def _committed(
    state: Bautzen, battle: Battle, arguments: argparse.Namespace
) -> tuple[Pieces, Pieces]:
    """7.2.1, 10 air - as many columns and aircraft of each side as the line says."""
    pair = []
    for place, side in enumerate((battle.side, battle.side.enemy)):
        columns, planes = within_reach(state, battle, side)
        number, flights = arguments.convoys[place], arguments.air[place]
        if not 0 <= number <= columns.bit_count():
            template = "{number} supply columns are within reach, not {asked}"
            raise Forbidden("BZ-7.2.1", template, number=columns.bit_count(), asked=number)
        if not 0 <= flights <= planes.bit_count():
            template = "{number} aircraft are free, not {asked}"
            raise Forbidden("BZ-10a", template, number=planes.bit_count(), asked=flights)
        pair.append(bits_of(numbers(columns)[:number]) | bits_of(numbers(planes)[:flights]))
    return pair[0], pair[1]
