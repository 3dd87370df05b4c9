"""Attacks, overruns, retreats and surrender once more, by plain sums."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from games.eastfront.plain_map import (
    CHARTS,
    COMBAT,
    FORTIFIED,
    GUNS,
    HEXES,
    MAJOR,
    MOTORISED,
    NEAR,
    PIECES,
    RED,
    RIVERS,
    SCENARIO,
    SEA_SIDES,
    WATER,
    ZONED,
    distance,
    is_a,
    number,
    other,
    side_of,
    values,
)
from games.eastfront.plain_rules import (
    POINT,
    Plain,
    entry,
    fits,
    in_supply,
    isolated,
    kept_out,
    may_enter,
    supplied,
    zone_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

COVER: Final = ("forest", "hills")
PARTNERS: Final = ("recon", "motorised", "motorcycle", "engineer_mot")
"""15.6.7 - who fights beside armour."""


@dataclass
class Fight:
    """15 - an attack in names."""

    side: str
    targets: set[str]
    attackers: set[str]
    supports: set[str]
    defence_supports: set[str]
    supply: bool
    air: bool
    defence_air: bool
    claims_engineer: bool
    order: str


def defenders(now: Plain, targets: Iterable[str]) -> list[str]:
    """15.1 - everybody in the attacked hexes."""
    return [id_ for hex_ in targets for id_ in now.stacks[hex_]]


def attack_of(now: Plain, id_: str) -> int:
    """1.2 - the attack of a unit."""
    return values(id_, now.steps[id_])[0]


def defence_of(now: Plain, id_: str) -> int:
    """1.2 - the defence of a unit."""
    return values(id_, now.steps[id_])[1]


def crosses(now: Plain, id_: str, targets: set[str], sides: set[frozenset[str]]) -> bool:
    """Whether a unit attacks across such a side, into one of the hexes at least."""
    here = now.where[id_]
    return any(frozenset((here, hex_)) in sides for hex_ in targets)


def over_line(now: Plain, id_: str, targets: set[str]) -> bool:
    """18.2 - whether a German unit attacks across an intact fortified side."""
    if side_of(id_) != "german":
        return False
    return any(now.line(now.where[id_], hex_) for hex_ in targets)


def settlement(targets: set[str]) -> set[str]:
    """What stands in the attacked hexes."""
    return {HEXES[hex_]["settlement"] for hex_ in targets}


def strength(now: Plain, fight: Fight) -> tuple[int, int]:
    """15.1, 15.2 - the strengths of both sides, guns included."""
    total = Fraction(0)
    for id_ in fight.attackers:
        value = Fraction(attack_of(now, id_))
        if HEXES[now.where[id_]]["terrain"] == "swamp":
            value /= 2
        if crosses(now, id_, fight.targets, MAJOR):
            value /= 2
        if id_ in RED and settlement(fight.targets) & {"city", "major_city"}:
            value /= 2
        total += value
    attack = int(total)
    there = defenders(now, fight.targets)
    defence = sum(defence_of(now, id_) for id_ in there)
    plain = sum(defence_of(now, id_) for id_ in there if id_ not in GUNS)
    swamp = any(HEXES[hex_]["terrain"] == "swamp" for hex_ in fight.targets)
    attack += _guns(fight.supports, attack, (now.mud, swamp))
    defence += _guns(fight.defence_supports, plain, (now.mud,))
    return attack, defence


def _guns(ids: set[str], most: int, halvings: tuple[bool, ...]) -> int:
    """15.2 - the sum of guns, halved, and no more than what they support."""
    total = sum(number(id_, "support") for id_ in ids)
    for halved in halvings:
        if halved:
            total //= 2
    return min(total, most)


def column(attack: int, defence: int) -> tuple[str, bool]:
    """15.3 - the highest column reached, and whether the odds are below the first."""
    best, below = CHARTS["combat"]["columns"][0], True
    for name in CHARTS["combat"]["columns"]:
        over, under = (int(part) for part in name.split("-"))
        if attack * under >= defence * over:
            best, below = name, False
    return best, below


def modifiers(now: Plain, fight: Fight) -> dict[str, int]:
    """15.6 - every modifier of an attack by its name."""
    targets, there = fight.targets, defenders(now, fight.targets)
    kinds, found = settlement(targets), {}
    soviet = fight.side == "german"
    point = soviet and any(now.point(hex_) for hex_ in targets)
    line = all(over_line(now, id_, targets) for id_ in fight.attackers)
    town_in_mud = now.mud and "town" in kinds
    if fight.claims_engineer and engineers(now, fight):
        found["engineer"] = -1
    if combined(now, fight):
        found["combined arms"] = -1
    found["integrity"] = -integrity(now, fight)
    found["air"] = -int(fight.air) + int(fight.defence_air)
    if any(now.has("unsupplied", id_) for id_ in there):
        found["out of supply"] = -1
    if any(now.has("overrun", id_) for id_ in there):
        found["overrun marker"] = -1
    if "city" in kinds:
        found["city"] = 1
    if "major_city" in kinds and soviet:
        found["major city"] = 2
    if all(crosses(now, id_, targets, RIVERS) for id_ in fight.attackers):
        found["river"] = 1
    if line:
        found["line"] = 1
    if point:
        found["point"] = 1
    if town_in_mud:
        found["town"] = 1
    if not fight.supply:
        found["no attack supply"] = 2
    if fight.order == "no-retreat":
        found["no retreat"] = 1
    return found


def engineers(now: Plain, fight: Fight) -> set[str]:
    """15.6 - the engineers whose bonus can be claimed."""
    targets = fight.targets
    point = fight.side == "german" and any(now.point(hex_) for hex_ in targets)
    place = settlement(targets) & {"city", "major_city"}
    if now.mud:
        place |= settlement(targets) & {"town"}
    return {
        id_
        for id_ in fight.attackers
        if is_a(id_, "engineer")
        and (place or point or crosses(now, id_, targets, RIVERS) or over_line(now, id_, targets))
    }


def combined(now: Plain, fight: Fight) -> bool:
    """15.6.7 - armour and its partners together."""
    targets, there = fight.targets, defenders(now, fight.targets)
    if fight.side != "german" or now.weather == "mud":
        return False
    if any(now.muddy(hex_) for hex_ in targets):
        return False
    if any(id_ in RED or is_a(id_, "antitank", "antiaircraft") for id_ in there):
        return False
    if settlement(targets) & {"city", "major_city"} or any(now.point(hex_) for hex_ in targets):
        return False
    if any(HEXES[hex_]["terrain"] == "swamp" for hex_ in targets):
        return False
    armour = {id_ for id_ in fight.attackers if id_ in RED}
    beside = {id_ for id_ in fight.attackers if PIECES[id_]["kind"] in PARTNERS}
    if not armour or not beside:
        return False

    def is_behind(id_: str) -> bool:
        return crosses(now, id_, targets, RIVERS | MAJOR) or over_line(now, id_, targets)

    return not all(is_behind(id_) for id_ in armour | beside)


def integrity(now: Plain, fight: Fight) -> int:
    """15.6.8 - one for each panzer division, and for each motorised one matched by it."""
    if fight.side != "german":
        return 0
    counted = {id_ for id_ in fight.attackers if fight.supply or not now.has("unsupplied", id_)}
    panzer = motorised = 0
    for name in {PIECES[id_]["formation"] for id_ in counted}:
        own = [id_ for id_ in counted if PIECES[id_]["formation"] == name]
        if name.endswith("Pz Div"):
            regiments = [id_ for id_ in own if PIECES[id_]["kind"] == "panzer"]
            panzer += bool(regiments) and len(own) >= 3
        elif name.endswith("Mot Div"):
            motorised += len(own) >= 3
    return panzer + min(panzer, motorised)


def result(now: Plain, fight: Fight, die: int) -> tuple[str, str, int]:
    """15.7 - the printed cell of a throw, its column and the sum of modifiers."""
    name, below = column(*strength(now, fight))
    total = sum(modifiers(now, fight).values()) + 2 * below
    total = max(-3, min(3, total))
    row = CHARTS["combat"]["rows"][str(die + total)]
    return row[CHARTS["combat"]["columns"].index(name)], name, total


# 11.4 Overrun


def overrun(now: Plain, ids: set[str], target: str) -> tuple[int, int] | None:
    """11.4.3 - the ratio and the modifier of an overrun; None where it is not allowed."""
    there = now.stacks[target]
    attack = sum(attack_of(now, id_) for id_ in ids)
    defence = sum(defence_of(now, id_) for id_ in there)
    here, german = now.where[min(ids)], side_of(min(ids)) == "german"
    ratio = attack // defence if defence else 99
    row, line = HEXES[target], german and now.line(here, target)
    point = german and now.point(target)
    is_city = row["settlement"] in ("city", "major_city")
    least = 5 if german else 7
    if is_city or point or line:
        least = 12
        if not any(is_a(id_, "engineer") for id_ in ids):
            return None
    if ratio < least:
        return None
    steps = {5: 2, 6: 0, 7: -1, 10: -2, 14: -3} if german else {7: 0, 9: -1, 12: -2}
    total = [shift for from_, shift in steps.items() if ratio >= from_][-1]
    total -= any(now.has("overrun", id_) for id_ in there)
    soft = all(is_a(id_, "cavalry", "hq", "artillery", "coastal") for id_ in there)
    total -= soft
    total += defence >= 4
    side = frozenset((here, target))
    total += 2 * (side in RIVERS)
    total += 2 * line + 2 * is_city + 2 * point
    total += 2 * (row["terrain"] in ("hills", "marsh", "forest"))
    return ratio, max(-3, min(3, total))


def overruns(now: Plain, ids: set[str], left: int) -> set[str]:
    """11.4.1, 11.4.2 - the hexes next to a group that it may run over with what it has left."""
    side, here = side_of(min(ids)), now.where[min(ids)]
    enemy = other(side)
    if now.mud or any(now.has("unsupplied", id_) for id_ in ids):
        return set()
    for id_ in ids:
        able = id_ in MOTORISED or (side == "soviet" and is_a(id_, "cavalry"))
        if not able or is_a(id_, "hq", "artillery", "nkvd"):
            return set()
    found = set()
    for target in NEAR[here]:
        if target not in now.taken(enemy) or target in WATER:
            continue
        pair = frozenset((here, target))
        if pair in MAJOR | SEA_SIDES or HEXES[target]["terrain"] == "swamp":
            continue
        if HEXES[target]["terrain"] == "forest" and now.lingering:
            continue
        beyond = [id_ for id_ in now.of(enemy) if now.where[id_] != target]
        if here in zone_of(now, beyond):
            continue
        if any(target in kept_out(now, id_) for id_ in ids):
            continue
        costs = [entry(now, id_, here, target) for id_ in ids]
        if any(cost is None or cost + POINT > left for cost in costs):
            continue
        if overrun(now, ids, target) is not None:
            found.add(target)
    return found


def overrun_band(total: int) -> tuple[bool, int, int]:
    """11.4.3 - success, steps of the losers, steps of the overrunning stack."""
    if total <= 7:
        return True, int(total <= 2), 0
    return False, 0, int(total >= 11)


# 12 Declarations


def must_be_attacked(now: Plain, side: str, attackers: Iterable[str]) -> set[str]:
    """12.2 - the enemy hexes with a unit whose zone lies on a hex from which somebody attacks."""
    enemy = other(side)
    origins = {now.where[id_] for id_ in attackers}
    return {
        now.where[id_] for id_ in now.of(enemy) if id_ in ZONED and zone_of(now, [id_]) & origins
    }


# 14 Reaction


def may_react(now: Plain, side: str, target: str) -> set[str]:
    """14.1 - who may be brought up for an attacked hex, wherever to."""
    found = set()
    for id_ in now.of(side):
        if id_ not in MOTORISED or is_a(id_, "hq"):
            continue
        here = now.where[id_]
        if here in now.zones[other(side)] or distance(here, target) > 3:
            continue
        if any(now.has(mark, id_) for mark in ("overrun", "unsupplied", "reacted", "reserved")):
            continue
        if side == "soviet" and not has_command(now, "reactions", here):
            continue
        found.add(id_)
    return found


def has_command(now: Plain, use: str, hex_: str) -> bool:
    """7.2, 7.3 - whether an operational HQ has command left for a hex, and no other blocks it."""
    heads = [id_ for id_ in now.of("soviet") if is_a(id_, "hq")]
    near = [id_ for id_ in heads if distance(now.where[id_], hex_) <= 4]
    if any(now.has("inoperational", id_) for id_ in near):
        return False
    return any(now.used[use].get(id_, 0) < number(id_, "command") for id_ in near)


# 15.2 Artillery


def may_add(now: Plain, side: str, guns: set[str], targets: set[str]) -> bool:
    """15.2, 7.3 - whether so many guns may support one combat."""
    if side == "german":
        return len(guns) <= 4
    if len(guns) == 1:
        return True
    heads = [id_ for id_ in now.of("soviet") if is_a(id_, "hq")]

    def in_radius(hq: str, hex_: str) -> bool:
        return distance(now.where[hq], hex_) <= 4

    if any(
        now.has("inoperational", hq) and in_radius(hq, hex_) for hq in heads for hex_ in targets
    ):
        return False
    return len(guns) == 2 and any(
        not now.has("inoperational", hq) and all(in_radius(hq, now.where[id_]) for id_ in guns)
        for hq in heads
    )


def in_range(now: Plain, side: str, targets: set[str], *, defends: bool) -> set[str]:
    """15.2 - the guns that could support, apart from their number."""
    found = set()
    for id_ in now.of(side):
        if id_ not in GUNS or now.has("fired", id_):
            continue
        if now.has("unsupplied", id_) or now.has("overrun", id_):
            continue
        here = now.where[id_]
        if is_a(id_, "coastal") and not defends:
            continue
        far = min(distance(here, hex_) for hex_ in targets)
        if defends and here in now.zones[other(side)] and here not in targets:
            continue
        if far <= number(id_, "range"):
            found.add(id_)
    return found


# 16 Retreat and advance


def may_step(now: Plain, ids: Iterable[str], here: str, there: str) -> bool:
    """16.6 - whether a stack may set foot in a hex on its retreat."""
    if there in WATER or frozenset((here, there)) in SEA_SIDES or now.pathless(here, there):
        return False
    ids = list(ids)
    if there in now.taken(other(side_of(ids[0]))):
        return False
    return all(may_enter(now, id_, here, there) for id_ in ids)


def free_ways(now: Plain, ids: list[str], origin: str) -> set[str]:
    """16.6 - the first hexes of all ways of two hexes that no enemy zone touches."""
    side = side_of(ids[0])
    danger = now.zones[other(side)] - now.held(side)
    found = set()
    for first in NEAR[origin]:
        if first in danger or not may_step(now, ids, origin, first):
            continue
        for last in NEAR[first]:
            if distance(origin, last) != 2 or last in danger:
                continue
            if may_step(now, ids, first, last) and fits(now, ids, last):
                found.add(first)
    return found


# 21 Surrender


def surrendering(now: Plain) -> set[str]:
    """21 - the hexes that throw."""
    beside = {
        there
        for id_ in now.of("german")
        if id_ in ZONED and not now.has("overrun", id_)
        for there in NEAR[now.where[id_]]
    }
    lone = isolated(now, "soviet") & beside
    return {hex_ for hex_ in lone if any(not is_a(id_, "train") for id_ in now.stacks[hex_])}


def surrender_modifier(now: Plain, hex_: str) -> int:
    """21 - what is added to the die of a hex."""
    ids, row = now.stacks[hex_], HEXES[hex_]
    heads = [id_ for id_ in now.of("soviet") if is_a(id_, "hq")]
    ready = [id_ for id_ in heads if not now.has("inoperational", id_)]
    total = int(any(distance(now.where[id_], hex_) <= 4 for id_ in ready))
    total += any(is_a(id_, "nkvd", "guards") for id_ in ids)
    line = any(inside == hex_ for inside, _ in FORTIFIED) and hex_ not in now.breached
    counts = SCENARIO["options"]["fortified_side_for_surrender"]
    is_place = row["settlement"] in ("city", "major_city") or now.point(hex_)
    total += bool(is_place or (line and counts))
    if any(now.has("unsupplied", id_) for id_ in ids):
        total -= 2
    elif any(now.has("emergency", id_) for id_ in ids):
        total -= 1
    if all(is_a(id_, "coastal") for id_ in ids):
        total -= 2
    elif all(is_a(id_, "militia", "coastal") for id_ in ids):
        total -= 1
    return total


# 6.4 Attack supply


def has_attack_supply(now: Plain, side: str, attackers: Iterable[str]) -> bool:
    """6.4 - whether one HQ in general supply is near enough to every attacker."""
    region = supplied(now, side)
    far = 5 if now.mud else 7
    return any(
        is_a(id_, "hq")
        and not now.has("inoperational", id_)
        and in_supply(now, id_, region)
        and all(distance(now.where[id_], now.where[one]) <= far for one in attackers)
        for id_ in now.of(side)
    )


def may_attack(now: Plain, side: str) -> set[str]:
    """12.1 - combat units that can attack anybody: those with an attack, next to an enemy."""
    enemy = now.taken(other(side))
    return {
        id_
        for id_ in now.of(side)
        if id_ in COMBAT and attack_of(now, id_) and set(NEAR[now.where[id_]]) & enemy
    }
