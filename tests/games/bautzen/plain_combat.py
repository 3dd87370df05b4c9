"""8 to 10 - combat, support, losses, retreat and advance, by plain loops over hex labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.bautzen.plain_map import ALLIED, PRINTED, Place, other
from games.bautzen.plain_position import COUNTERS
from games.bautzen.plain_rules import (
    NEIGHBOURS,
    OPTIONS,
    TABLES,
    fits,
    is_held_out,
    limit,
    may_cross,
    points,
    zone,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from games.bautzen.plain_position import Position

DISTANCE: Final = PRINTED.distance


def is_crowded(position: Position, place: Place) -> bool:
    """5.3 - whether a hex holds more than its limit."""
    return points(position.stacks[place]) > limit(place)


def attack_of(position: Position, piece: str) -> int:
    """7.3, 5.3, R44 - the attack factor: halved for supply, then for over-stacking."""
    value = COUNTERS[piece].attack[position.steps[piece]]
    if piece in position.unsupplied:
        value //= 2
    if is_crowded(position, position.at[piece]):
        value //= 2
    return value


def may_strike(position: Position, piece: str, target: Place) -> bool:
    """8.1 - whether a unit may attack a hex at all."""
    place = position.at[piece]
    if not COUNTERS[piece].fights or piece in position.attacked:
        return False
    if target not in NEIGHBOURS[place] or (place, target) in PRINTED.lakes:
        return False
    if not may_fight_for(position, piece, target):
        return False
    return attack_of(position, piece) > 0


def may_fight_for(position: Position, piece: str, target: Place) -> bool:
    """11.3, R29 - Guards not released neither attack nor support into the rows closed to them."""
    return bool(OPTIONS["held_may_attack"]) or not is_held_out(position, [piece], target)


def may_join(position: Position, side: str, target: Place, attackers: Collection[str]) -> set[str]:
    """8.1, 8.6.2, R42 - who may join an attack; anti-tank only beside an attacker of its stack."""
    found = set()
    for place in NEIGHBOURS[target]:
        for piece in position.here(place, side):
            if piece in attackers or not may_strike(position, piece, target):
                continue
            if COUNTERS[piece].kind == "anti-tank" and not _has_company(position, piece, attackers):
                continue
            found.add(piece)
    return found


def _has_company(position: Position, piece: str, attackers: Collection[str]) -> bool:
    """R42, R22 - whether another attacker of its hex and nationality is in the attack."""
    return any(
        position.at[mate] == position.at[piece]
        and COUNTERS[mate].kind != "anti-tank"
        and COUNTERS[mate].nationality == COUNTERS[piece].nationality
        for mate in attackers
    )


def targets(position: Position, side: str) -> set[Place]:
    """8.1 - the hexes with enemy counters that some unit may attack."""
    return {place for place in position.taken(other(side)) if may_attack(position, side, place)}


def may_attack(position: Position, side: str, place: Place) -> bool:
    """8.1 - whether a hex holds enemy counters that some unit may attack."""
    is_taken = place in position.taken(other(side))
    return is_taken and bool(may_join(position, side, place, ()))


def helped_by(position: Position, helper: str, units: Collection[str]) -> list[str]:
    """9.1, 9.2, 8.6.2 - the units among these that an HQ or artillery may support, in range."""
    counter, found = COUNTERS[helper], []
    for piece in units:
        unit = COUNTERS[piece]
        if DISTANCE[position.at[helper]][position.at[piece]] > counter.range:
            continue
        if counter.kind == "hq" and not counter.is_senior:
            fitting = unit.formation == counter.formation
        else:
            fitting = unit.nationality == counter.nationality
        if fitting and piece != helper:
            found.append(piece)
    return found


def helpers(position: Position, side: str, units: Collection[str]) -> set[str]:
    """9.1, R53, 7.3 - who may support these units: in range, supplied, not yet used."""
    return {
        piece
        for piece in position.at
        if position.owner[piece] == side
        and COUNTERS[piece].kind in ("hq", "artillery")
        and piece not in position.supported
        and piece not in position.unsupplied
        and helped_by(position, piece, units)
    }


def defence_helpers(position: Position, target: Place, side: str) -> set[str]:
    """9.1, 8.6.1, 8.6.2 - who may be named for an attacked hex; its own HQs count unnamed."""
    units = position.units(target)
    own = {piece for piece in units if COUNTERS[piece].kind == "hq"}
    if _is_guns_only(units):
        own |= set(units)
    found = helpers(position, side, units) - own
    return {piece for piece in found if may_fight_for(position, piece, target)}


def _is_guns_only(units: Collection[str]) -> bool:
    """R57 - artillery and anti-tank only."""
    return all(COUNTERS[piece].kind in ("artillery", "anti-tank") for piece in units)


def support_of(position: Position, helper: str, side: str, units: Collection[str]) -> int:
    """9.1, 10.2 - the support value; 2 more for a unit at a friendly dominant position."""
    value = COUNTERS[helper].support
    if COUNTERS[helper].kind == "hq":
        helped = {position.at[piece] for piece in helped_by(position, helper, units)}
        value += height_bonus(position, side, helped)
    return value


def height_bonus(position: Position, side: str, places: Collection[Place]) -> int:
    """10.2 - 2 where one of the hexes lies within two of a dominant position of the side."""
    for height in PRINTED.heights:
        friendly = position.control.get(height) == side or height in position.held(side)
        if friendly and any(
            DISTANCE[height][place] <= TABLES["dominant"]["reach"] for place in places
        ):
            bonus: int = TABLES["dominant"]["support"]
            return bonus
    return 0


def defence_of(position: Position, piece: str, units: Collection[str]) -> int:
    """7.3, 5.3, 8.6 - the defence factor of one unit of the attacked hex, support aside."""
    counter = COUNTERS[piece]
    if counter.kind == "hq":
        return _defence_of_headquarters(position, piece, units)
    if counter.kind == "artillery" and not _is_guns_only(units):
        return 0
    value = 1 if _is_guns_only(units) else counter.defence[position.steps[piece]]
    if piece in position.unsupplied and counter.is_vehicle_bound:
        value = (value + 1) // 2
    if is_crowded(position, position.at[piece]):
        value //= 2
    return value


def _defence_of_headquarters(position: Position, piece: str, units: Collection[str]) -> int:
    """8.6.1, R43, R68 - alone half its support; with others all of it, unless it is used up."""
    if len(units) == 1:
        value = (COUNTERS[piece].support + 1) // 2
        if piece in position.unsupplied:
            value = (value + 1) // 2
        if is_crowded(position, position.at[piece]):
            value //= 2
        return value
    if piece in position.supported or piece in position.unsupplied:
        return 0
    bonus = height_bonus(position, position.owner[piece], [position.at[piece]])
    return COUNTERS[piece].support + bonus


def is_concentric(position: Position) -> bool:
    """8.1.1, R45 - whether attackers and their zones close the ring round the defender."""
    fight = position.battle()
    stands = {position.at[piece] for piece in fight.attackers}
    covered = stands | {there for place in stands for there in NEIGHBOURS[place]}
    ring = set(NEIGHBOURS[fight.target])
    return ring <= covered and not ring & position.held(other(fight.side))


def attacks_whole(position: Position, attackers: Collection[str]) -> bool:
    """8.2.6, R24, R65 - whether all combat units of some formation attack, two at least."""
    for formation in {COUNTERS[piece].formation for piece in attackers} - {""}:
        members = {
            piece
            for piece in position.at
            if COUNTERS[piece].formation == formation and COUNTERS[piece].fights
        }
        if len(members) >= 2 and members <= set(attackers):
            return True
    return False


@dataclass(frozen=True)
class Sums:
    """8.2 steps 3 to 6 - everything that makes a result."""

    attack: int
    defence: int
    shift: int
    column: int
    die: int


def within(value: int, most: int) -> int:
    return max(-most, min(most, value))


def sums(position: Position) -> Sums:
    """8.2.3 to 8.2.6 - factors, column and die modifier of the combat being fought."""
    fight = position.battle()
    factors = sum(attack_of(position, piece) for piece in fight.attackers)
    given = sum(
        support_of(position, piece, fight.side, fight.attackers) for piece in fight.supports
    )
    attack = factors + min(given, factors)
    units = position.units(fight.target)
    defence = sum(defence_of(position, piece, units) for piece in units)
    defence += sum(
        support_of(position, piece, other(fight.side), units) for piece in fight.defence_supports
    )
    defence = max(1, defence)
    shift = column_shift(position)
    column = max(0, min(7, min(7, attack // defence) + shift))
    return Sums(attack, defence, shift, column, die_modifier(position))


def column_shift(position: Position) -> int:
    """8.2.5 - every column shift, all together."""
    fight, table = position.battle(), TABLES["column"]
    kinds = {}
    for side in (fight.side, other(fight.side)):
        sealed = [COUNTERS[piece].kind for piece in position.sealed[side]]
        kinds[side] = (sealed.count("convoy"), sealed.count("air"))
    mine, theirs = kinds[fight.side], kinds[other(fight.side)]
    shift = within(mine[0] - theirs[0], table["convoy_limit"])
    shift += within(mine[1] - theirs[1], table["air_limit"])
    if is_concentric(position):
        shift += 1
    if fight.target in PRINTED.heights:
        shift -= 1
    if PRINTED.settlement[fight.target] == "town":
        shift -= 1
    return shift


def die_modifier(position: Position) -> int:
    """8.2.6 - what is added to the die."""
    fight = position.battle()
    found = -len([kind for kind in PRINTED.ground[fight.target].split("+") if kind != "clear"])
    if PRINTED.settlement[fight.target] == "village":
        found -= 1
    if any((position.at[piece], fight.target) in PRINTED.rivers for piece in fight.attackers):
        found -= 1
    if any(piece in position.unsupplied for piece in position.units(fight.target)):
        found += 1
    if attacks_whole(position, fight.attackers):
        found += 1
    return found


def result(position: Position, die: int) -> tuple[int, int]:
    """8.2.6 - the steps lost by attacker and defender."""
    made = sums(position)
    return PRINTED.crt[max(1, min(8, die + made.die)), made.column]


def is_commanded(position: Position, piece: str, side: str) -> bool:
    """6.1, 7.2.2, R18, R41 - whether a unit is in command, so that its side may spend a column."""
    unit = COUNTERS[piece]
    for headquarters, place in position.at.items():
        counter = COUNTERS[headquarters]
        if counter.kind != "hq" or position.owner[headquarters] != side:
            continue
        if DISTANCE[place][position.at[piece]] > counter.range:
            continue
        if counter.nationality != unit.nationality:
            continue
        if unit.is_independent or counter.formation == unit.formation:
            return True
        if counter.is_senior and OPTIONS["convoy_command"] == "any_hq":
            return True
    return False


def committable(position: Position, side: str) -> set[str]:
    """7.2.1, 7.2.2, 10 air - what may be sealed; of equal counters only the first is offered."""
    fight = position.battle()
    units = fight.attackers if side == fight.side else position.units(fight.target)
    found: set[str] = set()
    if any(is_commanded(position, piece, side) for piece in units):
        places = {position.at[piece] for piece in units}
        seen = set()
        for piece in sorted(position.convoys(side), key=lambda one: COUNTERS[one].order):
            place = position.at[piece]
            near = any(DISTANCE[place][unit] <= 1 for unit in places)
            if near and piece not in position.sealed[side] and place not in seen:
                seen.add(place)
                found.add(piece)
    if side == ALLIED:
        planes = position.aircraft - position.aircraft_used - position.sealed[side]
        found |= set(sorted(planes)[:1])
    return found


def may_lose(position: Position, side: str) -> set[str]:
    """8.3, 8.5.3, R20 - which participants may take the next step."""
    fight = position.battle()
    fought = fight.attackers if side == fight.side else fight.defenders
    left = {piece for piece in fought if piece in position.at}
    first = left
    if OPTIONS["headquarters_losses"] == "last":
        first = {piece for piece in left if COUNTERS[piece].fights} or left
    unhurt = {
        piece for piece in first if position.steps[piece] > 1 and piece not in position.retreated
    }
    if unhurt:
        fewest = {piece for piece in unhurt if piece not in fight.hurt}
        return fewest or unhurt
    return {piece for piece in first if piece not in fight.hurt} or first


def retreat_steps(
    position: Position, side: str, group: list[str], here: Place, gone: int, length: int
) -> set[Place]:
    """8.5.1, R25, R46, R67 - the next hexes of a retreat from which it can be finished."""
    origin = position.battle().target
    enemy = other(side)
    barred = zone(position, enemy) | position.taken(enemy)
    found = set()
    for there in NEIGHBOURS[here]:
        if there in barred or DISTANCE[origin][there] != gone + 1:
            continue
        if (here, there) in PRINTED.lakes or not may_cross(group, here, there):
            continue
        if is_held_out(position, group, there):
            continue
        if gone + 1 == length:
            others = [piece for piece in position.stacks.get(there, ()) if piece not in group]
            possible = fits([*group, *others], there)
        else:
            possible = bool(retreat_steps(position, side, group, there, gone + 1, length))
        if possible:
            found.add(there)
    return found


def tradeable(position: Position, side: str, steps: int) -> list[int]:
    """8.5.1, 8.5.2, R56 - how many hexes of retreat may be named against a result of some steps.

    Only such for which the whole stack finds a way, unless it finds none at all.
    """
    target = position.battle().target
    group = list(position.stacks[target])
    every = list(range(steps + 1))
    if OPTIONS["blocked_retreat"] == "declared":
        return every
    ways = [n for n in every if n and retreat_steps(position, side, group, target, 0, n)]
    return [0, *ways] if ways else every


def may_advance(position: Position) -> set[str]:
    """8.4, R11, R29, R59 - which attackers may enter the vacated hex."""
    fight = position.battle()
    target = fight.target
    if any(position.owner[piece] != fight.side for piece in position.units(target)):
        return set()
    garrison = position.here(target, fight.side)
    return {
        piece
        for piece in fight.attackers
        if piece in position.at
        and piece not in garrison
        and may_cross([piece], position.at[piece], target)
        and not is_held_out(position, [piece], target)
        and fits([*garrison, piece], target)
    }
