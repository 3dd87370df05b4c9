"""An attack that a calculator is told of on a position of Bautzen 1945, or the rule against it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.engine.bits import bits_of, numbers
from grognard.engine.datafile import read_text
from grognard.engine.forbidden import Forbidden
from grognard.games.bautzen import combat, position, support
from grognard.games.bautzen.load import load
from grognard.games.bautzen.odds.attack import composed
from grognard.games.bautzen.odds.commitments import within_reach
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.sequence import SEGMENTS
from grognard.games.bautzen.sight import hidden

if TYPE_CHECKING:
    from grognard.engine.parameters import Given
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


def described(given: Given) -> Described:
    """Return what is described."""
    file = Path(given.names("position")[0])
    state = position.read(read_text(file), load(given.scenario), str(file))
    if not given.has("target"):
        raise Forbidden("BZ-8.1", "an attack needs a hex: --target")
    name = given.names("target")[0]
    target = state.scenario.board.map.hex(name)
    if not state.stacks[target]:
        raise Forbidden("BZ-8.1", "there is nobody to attack in {hex}", hex=name)
    attackers = _counters(state, given.names("with"))
    seat = Side[given.word("seat").upper()] if given.has("seat") else None
    battle = _battle(state, target, attackers)
    supports = _counters(state, given.names("support"))
    able = support.available(state, battle.side, attackers)
    _refuse(state, supports & ~able, "BZ-9.1", "{unit} cannot support this combat")
    backing = _backing(state, battle, _counters(state, given.names("defence-support")), seat)
    battle = replace(battle, supports=supports, defence_supports=backing)
    waves = _waves(state, target, attackers, given)
    return Described(state, battle, _committed(state, battle, given), seat, waves)


def _waves(state: Bautzen, target: int, attackers: Pieces, given: Given) -> tuple[Battle, ...]:
    """8.5.3 - further attacks on the hex; 8.1b - a unit attacks once in a segment."""
    spent, waves = attackers, []
    for names in given.each("then"):
        wave = _counters(state, names)
        _refuse(state, wave & spent, "BZ-8.1b", "{unit} has attacked in this segment")
        waves.append(_battle(state, target, wave))
        spent |= wave
    return tuple(waves)


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


def _committed(state: Bautzen, battle: Battle, given: Given) -> tuple[Pieces, Pieces]:
    """7.2.1, 10 air - as many columns and aircraft of each side as are given."""
    pair = []
    for place, side in enumerate((battle.side, battle.side.enemy)):
        columns, planes = within_reach(state, battle, side)
        number, flights = ((*given.numbers(name), 0, 0)[place] for name in ("convoys", "air"))
        if not 0 <= number <= columns.bit_count():
            template = "{number} supply columns are within reach, not {asked}"
            raise Forbidden("BZ-7.2.1", template, number=columns.bit_count(), asked=number)
        if not 0 <= flights <= planes.bit_count():
            template = "{number} aircraft are free, not {asked}"
            raise Forbidden("BZ-10a", template, number=planes.bit_count(), asked=flights)
        pair.append(bits_of(numbers(columns)[:number]) | bits_of(numbers(planes)[:flights]))
    return pair[0], pair[1]
