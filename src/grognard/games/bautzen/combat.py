"""8 - Combat: who may attack whom, and the arithmetic from factors to the results table.

Each rule is a function of the position, the battle and, where a die is thrown, of the die. The
exact odds shown to players are the same functions taken over all faces.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from grognard.engine.bits import bits_of, numbers
from grognard.engine.game import frozen
from grognard.engine.modifier import Modifier, capped
from grognard.games.bautzen import support
from grognard.games.bautzen.command import may_use_convoy
from grognard.games.bautzen.movement import UNHINDERED, south_of_hold
from grognard.games.bautzen.printed import Kind
from grognard.games.bautzen.stacking import is_over_stacked
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.zones import zone_around
from grognard.kit.board import without
from grognard.kit.reckoning import Change as Change
from grognard.kit.reckoning import Factor as Factor
from grognard.kit.reckoning import changed
from grognard.kit.reckoning import total as total

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.printed import Board, Scenario, Side
    from grognard.games.bautzen.state import Battle, Bautzen, PieceIndex, Pieces

D6: Final = range(1, 7)


class Result(NamedTuple):
    """8.2 step 6 - steps lost by each side; the defender may retreat instead (8.5.1)."""

    attacker: int
    defender: int

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}"


@frozen
class Arithmetic:
    """8.2 steps 3 to 5 - everything both players announce before the die is thrown."""

    attack: tuple[Factor, ...]
    attack_support: tuple[Factor, ...]
    defence: tuple[Factor, ...]
    defence_support: tuple[Factor, ...]
    attack_total: int
    """With support, held to the attack factors by 9.2."""
    defence_total: int
    first_column: int
    """8.2 step 4 - the column of the ratio, before shifts."""
    shifts: tuple[Modifier, ...]
    column: int
    die: tuple[Modifier, ...]

    @property
    def die_modifier(self) -> int:
        """8.2 step 6 - the sum of the die modifiers."""
        return sum([modifier.value for modifier in self.die])


Changes: TypeAlias = tuple[Change, ...]


def _attack_changes(state: Bautzen, piece: PieceIndex, value: int) -> Changes:
    """7.3, 5.3 - attack halved down if unsupplied, then halved down again if over-stacked."""
    if state.unsupplied >> piece & 1:
        value //= 2
        return Change("7.3", "unsupplied", value), *_crowding(state, state.where[piece], value)
    return _crowding(state, state.where[piece], value)


def _defence_changes(state: Bautzen, piece: PieceIndex, value: int) -> Changes:
    """7.3, 5.3 - defence halved up if an unsupplied motorised unit, halved down if over-stacked."""
    if state.unsupplied >> piece & 1 and state.scenario.pieces[piece].kind not in UNHINDERED:
        value = (value + 1) // 2
        return Change("7.3", "unsupplied", value), *_crowding(state, state.where[piece], value)
    return _crowding(state, state.where[piece], value)


def _crowding(state: Bautzen, hex_: Hex, value: int) -> Changes:
    """5.3 - the value of a unit of a hex, halved down if the hex is over-stacked."""
    if is_over_stacked(state, hex_):
        return (Change("5.3", "crowded", value // 2),)
    return ()


def attack_factor(state: Bautzen, piece: PieceIndex) -> Factor:
    """8.2 step 3 - what a unit counts in attack."""
    printed = state.scenario.pieces[piece].attack[state.steps[piece]]
    return changed(piece, "8.2", printed, _attack_changes(state, piece, printed))


def attack_value(state: Bautzen, piece: PieceIndex) -> int:
    """7.3, 5.3 - the attack of a unit after what halves it."""
    return attack_factor(state, piece).value


def defence_factor(state: Bautzen, piece: PieceIndex) -> Factor:
    """8.2 step 3 - what a unit counts in defence."""
    printed = state.scenario.pieces[piece].defence[state.steps[piece]]
    return changed(piece, "8.2", printed, _defence_changes(state, piece, printed))


def attack_factors(state: Bautzen, attackers: Pieces) -> tuple[Factor, ...]:
    """8.2 step 3 - the attack factors of the units that take part."""
    return tuple([attack_factor(state, piece) for piece in numbers(attackers)])


def defence_factors(state: Bautzen, target: Hex) -> tuple[Factor, ...]:
    """8.2 step 3, 8.6 - what the units of the attacked hex count by themselves."""
    units = state.units_at(target)
    members = numbers(units)
    if len(members) == 1:
        return (_alone(state, members[0]),)
    scenario = state.scenario
    arms = scenario.artillery | scenario.anti_tank
    if not units & ~arms:
        return tuple(_guns(state, piece) for piece in members)
    return tuple(
        _headquarters_in_stack(state, piece, units)
        if scenario.headquarters >> piece & 1
        else defence_factor(state, piece)
        for piece in members
        if not scenario.artillery >> piece & 1
    )


def counted_by_themselves(state: Bautzen, units: Pieces) -> Pieces:
    """8.6.1, 8.6.2 - the units of an attacked hex that cannot be named as its supports.

    Headquarters count in the stack; guns among nothing but guns only defend with 1 (BZ-R57).
    """
    scenario = state.scenario
    if not units & ~(scenario.artillery | scenario.anti_tank):
        return units
    return units & scenario.headquarters


def _alone(state: Bautzen, piece: PieceIndex) -> Factor:
    """8.6.1, 8.6.2 - a unit alone: a headquarters has half its support, up; guns have 1."""
    unit = state.scenario.pieces[piece]
    if unit.kind is Kind.HQ:
        return changed(piece, "8.6.1", unit.support, _headquarters_alone(state, piece))
    if unit.kind in (Kind.ARTILLERY, Kind.ANTI_TANK):
        return _guns(state, piece)
    return defence_factor(state, piece)


def _headquarters_alone(state: Bautzen, piece: PieceIndex) -> Changes:
    """8.6.1, 7.3, 5.3 - half its support, rounded up, and half of that if it is unsupplied."""
    value = (state.scenario.pieces[piece].support + 1) // 2
    changes: Changes = (Change("8.6.1", "alone", value),)
    if state.unsupplied >> piece & 1:
        value = (value + 1) // 2
        changes += (Change("7.3", "unsupplied", value),)
    return changes + _crowding(state, state.where[piece], value)


def _guns(state: Bautzen, piece: PieceIndex) -> Factor:
    """8.6.2 - guns among nothing but guns defend with 1."""
    return changed(piece, "8.6.2", 1, _crowding(state, state.where[piece], 1))


def _headquarters_in_stack(state: Bautzen, piece: PieceIndex, units: Pieces) -> Factor:
    """8.6.1 - a headquarters in the attacked stack counts its full support, whatever the formation.

    Nothing if it is unsupplied (7.3) or has already supported in this segment (9.1).
    """
    side = state.side_of(piece)
    if not support.ready_to_support(state, side) >> piece & 1:
        printed = state.scenario.pieces[piece].support
        return Factor(piece, 0, "9.1", printed, (Change("9.1", "used", 0),))
    return _supporting(state, side, piece, units, "8.6.1")


def _supporting(state: Bautzen, side: Side, piece: PieceIndex, units: Pieces, rule: str) -> Factor:
    """9.1, 10.2 - what a supporter adds; a headquarters more on a height."""
    printed = state.scenario.pieces[piece].support
    value = support.support_value(state, side, piece, units)
    changes = (Change("10.2", "height", value),) if value != printed else ()
    return Factor(piece, value, rule, printed, changes)


def support_factors(
    state: Bautzen, side: Side, supports: Pieces, units: Pieces
) -> tuple[Factor, ...]:
    """9.1, 8.6.2 - what the named headquarters and artillery add."""
    if not supports:
        return ()
    return tuple(_supporting(state, side, piece, units, "9.1") for piece in numbers(supports))


def attack_total(attack: tuple[Factor, ...], supports: tuple[Factor, ...]) -> int:
    """9.2 - attack and support; support counts at most as much as the attack it supports."""
    factors = total(attack)
    return factors + min(total(supports), factors)


def ratio_column(attack: int, defence: int, last: int) -> int:
    """8.2 step 4 - n to 1 rounded down is column n; below 1-1 is column 0; the last is open."""
    return min(attack // max(defence, 1), last)


def is_concentric(state: Bautzen, battle: Battle) -> bool:
    """8.1.1 - whether the defender is wholly surrounded by the attackers and their zones.

    A hex that another enemy unit holds is open; the map edge closes the ring (BZ-R45). From one
    hex, three of those around the target are held or controlled, never more.
    """
    board, target = state.scenario.board, battle.target
    attackers = hexes_of(state, battle.attackers)
    if not attackers & (attackers - 1) and board.map.around[target].bit_count() > 3:
        return False
    return rings(board, target, attackers, state.held[ENEMY[battle.side]])


def rings(board: Board, target: Hex, hexes: Region, enemies: Region) -> bool:
    """8.1.1 - whether attackers in some hexes, and their zones, leave no way out of a hex."""
    ringed = (hexes | zone_around(board, hexes)) & ~enemies
    return not board.map.around[target] & ~ringed


def hexes_of(state: Bautzen, pieces: Pieces) -> Region:
    """Return the hexes where these pieces stand."""
    return state.hexes_of(pieces)


def shifts(state: Bautzen, battle: Battle, committed: tuple[Pieces, Pieces]) -> list[Modifier]:
    """8.2 step 5 - every column shift; `committed` = what attacker and defender spend."""
    scenario, tables = state.scenario, state.scenario.tables
    found: list[Modifier] = []
    if committed[0] | committed[1]:
        convoys, planes = (
            (committed[0] & kind).bit_count() - (committed[1] & kind).bit_count()
            for kind in (scenario.convoys, scenario.aircraft)
        )
        by_convoys = capped(convoys * tables.column_convoy, tables.convoy_limit)
        by_planes = capped(planes * tables.column_air, tables.air_limit)
        found += Modifier("7.2.2", by_convoys, "convoys"), Modifier("10", by_planes, "aircraft")
    if is_concentric(state, battle):
        found.append(Modifier("8.1.1", tables.column_concentric, "concentric"))
    found += ground_shifts(scenario, battle.target)
    return found


@lru_cache(maxsize=4096)
def ground_shifts(scenario: Scenario, hex_: Hex) -> tuple[Modifier, ...]:
    """10.1, 8.2.5 - the column shifts for the ground of an attacked hex."""
    board, tables = scenario.board, scenario.tables
    shifts = (
        (board.dominant, Modifier("10.1", tables.column_dominant, "dominant")),
        (board.town, Modifier("8.2.5", tables.column_town, "town")),
    )
    return tuple(modifier for region, modifier in shifts if region >> hex_ & 1)


@lru_cache(maxsize=4096)
def ground_modifiers(scenario: Scenario, hex_: Hex) -> tuple[Modifier, ...]:
    """8.2.6 - the die modifiers for the ground of an attacked hex."""
    board, tables = scenario.board, scenario.tables
    modifiers = (
        (board.difficult, Modifier("8.2.6", tables.die_difficult, "difficult")),
        (board.woods, Modifier("8.2.6", tables.die_woods, "woods")),
        (board.village, Modifier("8.2.6", tables.die_village, "village")),
    )
    return tuple(modifier for region, modifier in modifiers if region >> hex_ & 1)


def crossing_modifiers(scenario: Scenario, target: Hex, attackers: Region) -> tuple[Modifier, ...]:
    """8.2.6 - the die modifier for an attacker across a river."""
    if not scenario.board.across_river[target] & attackers:
        return ()
    return (Modifier("8.2.6", scenario.tables.die_river, "river"),)


def die_modifiers(state: Bautzen, battle: Battle) -> list[Modifier]:
    """8.2 step 6 - every modifier of the die."""
    scenario, tables = state.scenario, state.scenario.tables
    found: list[Modifier] = []
    if is_whole_formation(state, battle.side, battle.attackers):
        found.append(Modifier("8.2.6", tables.die_formation, "formation"))
    if state.units_at(battle.target) & state.unsupplied:
        found.append(Modifier("8.2.6", tables.die_unsupplied, "unsupplied"))
    found += ground_modifiers(scenario, battle.target)
    found += crossing_modifiers(scenario, battle.target, hexes_of(state, battle.attackers))
    return found


def is_whole_formation(state: Bautzen, side: Side, attackers: Pieces) -> bool:
    """8.2 - whether all combat units of a formation on the map, at least two, attack the hex."""
    if not attackers & (attackers - 1):
        return False
    scenario = state.scenario
    present = state.owned[side] & ~scenario.headquarters
    names = {scenario.pieces[piece].formation for piece in numbers(attackers)} - {""}
    for name in names:
        members = scenario.formations[name] & present
        if members.bit_count() > 1 and not members & ~attackers:
            return True
    return False


def arithmetic(
    state: Bautzen, battle: Battle, committed: tuple[Pieces, Pieces] = (0, 0)
) -> Arithmetic:
    """8.2 steps 3 to 5 - the whole reckoning, with what the attacker and the defender spend."""
    side, tables = battle.side, state.scenario.tables
    attack = attack_factors(state, battle.attackers)
    helped = support_factors(state, side, battle.supports, battle.attackers)
    defence = defence_factors(state, battle.target)
    units = state.units_at(battle.target)
    backed = support_factors(state, ENEMY[side], battle.defence_supports, units)
    attacking = attack_total(attack, helped)
    defending = max(1, total(defence) + total(backed))
    last = len(tables.columns) - 1
    first = ratio_column(attacking, defending, last)
    moved = tuple([shift for shift in shifts(state, battle, committed) if shift.value])
    column = tables.results.column(first, sum([shift.value for shift in moved]))
    dice = tuple(die_modifiers(state, battle))
    return Arithmetic(
        attack, helped, defence, backed, attacking, defending, first, moved, column, dice
    )


def read_table(state: Bautzen, column: int, modified_die: int) -> Result:
    """8.2 step 6 - the printed result; a die below 1 reads as 1, above 8 as 8 (BZ-R04)."""
    return Result(*state.scenario.tables.results.result(column, modified_die))


def resolve(state: Bautzen, sums: Arithmetic, die: int) -> Result:
    """8.2 step 6 - the result for one throw."""
    return read_table(state, sums.column, die + sums.die_modifier)


def barred_from(state: Bautzen, target: Hex) -> Pieces:
    """11.3 - those that take no part in a fight for a hex: Guards not released, in the south."""
    if not state.held_back or state.scenario.options.held_may_attack:
        return 0
    return state.held_back if south_of_hold(state.scenario) >> target & 1 else 0


def can_attack(state: Bautzen, side: Side) -> Pieces:
    """8.1 - the combat units of `side` that have not attacked in this segment."""
    units = state.owned[side] & state.scenario.combat_units
    return units ^ units & state.attacked


def approaches(state: Bautzen, side: Side, target: Hex) -> Region:
    """8.1 - the hexes of `side` from which a hex may be attacked: adjacent, not across a lake."""
    return fronts(state.scenario.board)[target] & state.held[side]


@lru_cache(maxsize=64)
def fronts(board: Board) -> tuple[Region, ...]:
    """8.1 - by hex: the hexes from which it may be attacked, whoever holds them."""
    return without(board.map.around, board.across_lake)


def neighbours_who_may(state: Bautzen, side: Side, target: Hex, able: Pieces) -> Pieces:
    """8.1 - those of the units `able` that stand where they may attack a hex.

    A unit whose attack has been halved to nothing may not (BZ-R58).
    """
    found, stacks = 0, state.stacks
    able &= ~barred_from(state, target)
    for hex_ in numbers(approaches(state, side, target)):
        units = stacks[hex_] & able
        if units:
            found |= _who_may_from(state, hex_, units)
    return found


def _who_may_from(state: Bautzen, hex_: Hex, units: Pieces) -> Pieces:
    """8.1 - those of some units of a hex that may attack out of it (BZ-R58)."""
    if not units & state.unsupplied and not units & ~_sturdy(state.scenario):
        return units
    if units & state.unsupplied or is_over_stacked(state, hex_):
        return bits_of([unit for unit in numbers(units) if attack_value(state, unit)])
    return units


@lru_cache(maxsize=64)
def _sturdy(scenario: Scenario) -> Pieces:
    """5.3 - the units whose attack is not halved to nothing by over-stacking alone."""
    units = [scenario.pieces[piece] for piece in numbers(scenario.combat_units)]
    return bits_of([unit.index for unit in units if min(unit.attack[1:], default=0) > 1])


def targets(state: Bautzen, side: Side) -> list[Hex]:
    """8.1 - the enemy hexes that at least one unit may attack; guns never attack alone (BZ-R42)."""
    enemy = ENEMY[side]
    able = can_attack(state, side)
    able ^= able & state.scenario.anti_tank
    occupied = state.held[enemy] | state.convoys_at[enemy]
    board, stacks, front = state.scenario.board, state.stacks, 0
    certain = able & _sturdy(state.scenario) & ~state.unsupplied
    for hex_ in numbers(state.held[side] & board.map.adjacent(occupied)):
        units = stacks[hex_] & able
        if units & certain or (units and _who_may_from(state, hex_, units)):
            front |= 1 << hex_
    contact, open_ = numbers(occupied & board.map.adjacent(front)), fronts(board)
    found = [hex_ for hex_ in contact if open_[hex_] & front]
    held = state.held_back & able
    if not held or state.scenario.options.held_may_attack:
        return found
    doubtful = board.map.adjacent(state.hexes_of(held)) & south_of_hold(state.scenario)
    if not doubtful:
        return found
    return [
        hex_
        for hex_ in found
        if not doubtful >> hex_ & 1 or neighbours_who_may(state, side, hex_, able)
    ]


def may_join(state: Bautzen, side: Side, target: Hex, joined: Pieces) -> Pieces:
    """8.1, 8.6.2 - the units that may still join an attack; anti-tank only beside an attacker."""
    free = neighbours_who_may(state, side, target, can_attack(state, side)) & ~joined
    guns = free & state.scenario.anti_tank
    if guns:
        beside = 0
        for hex_ in numbers(hexes_of(state, joined)):
            beside |= state.stacks[hex_]
        free &= ~(guns & ~beside)
    return free


def convoys_within_reach(state: Bautzen, side: Side, units: Pieces) -> Pieces:
    """7.2.1, 7.2.2 - the supply columns that these fighting units may spend.

    Stacked with or next to one of them, if one of them is in command.
    """
    scenario = state.scenario
    if not state.convoys_at[side]:
        return 0
    hexes = hexes_of(state, units)
    near = state.convoys_at[side] & (hexes | scenario.board.map.adjacent(hexes))
    if not near or not any(may_use_convoy(state, unit) for unit in numbers(units)):
        return 0
    found = 0
    for hex_ in numbers(near):
        found |= state.stacks[hex_] & scenario.convoys
    return found
