"""Combat once more: modifiers, rows, columns and cells, retreats and advances, by plain loops."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from games.petrograd.plain_map import (
    ESTONIAN,
    FORTS,
    HEXES,
    NEAR,
    PIECES,
    RAILS,
    RIVERS,
    ROADS,
    SHEET,
    SUPPORTING,
    TABLES,
    TROOPS,
    distance,
    is_open,
    number,
    other,
)
from games.petrograd.plain_rules import (
    Plain,
    barred,
    closed_to,
    commanded_from,
    commands,
    fits,
    is_encircled,
    posts,
    sources,
    zone,
)

if TYPE_CHECKING:
    from collections.abc import Set


@dataclass
class Fight:
    """A combat as it was declared."""

    side: str
    target: str
    attackers: frozenset[str]
    supports: frozenset[str]
    defenders: frozenset[str]
    defence_supports: frozenset[str]
    night: bool
    origins: frozenset[str]


def quality(now: Plain, id_: str) -> int:
    """10.6 - Nadezhny."""
    man = TABLES["nadezhny"]
    is_his = id_ == man["piece"] and now.turn >= man["from_turn"]
    return int(man["quality"]) if is_his else number(id_, "quality")


def morale(now: Plain, id_: str) -> int:
    """10.3 - shaken Estonians."""
    shaken = id_ in ESTONIAN and now.estonian_losses >= TABLES["estonians"]["losses"]
    return max(1, number(id_, "morale") - shaken)


def dominant(values: list[tuple[int, int]]) -> int:
    """8.2.1 - the value of most points, the better on a tie."""
    count: Counter[int] = Counter()
    for value, weight in values:
        count[value] += weight
    most = max(count.values())
    return max(value for value, weight in count.items() if weight == most)


def strength(now: Plain, ids: Set[str]) -> tuple[int, int, int, int]:
    """8.2.1, 1.3 - value, quality, morale and SP of a side."""
    troops = [id_ for id_ in ids if id_ in TROOPS]
    if not troops:
        return 1, max(quality(now, i) for i in ids), max(morale(now, i) for i in ids), 1
    exact = Fraction(0)
    for id_ in troops:
        times = sum(now.has(m, id_) for m in ("disorganised", "routed", "out_of_ammunition"))
        exact += Fraction(now.steps[id_], 2**times)
    points = sum(now.steps[id_] for id_ in troops)
    best = dominant([(quality(now, id_), now.steps[id_]) for id_ in troops])
    heart = dominant([(morale(now, id_), now.steps[id_]) for id_ in troops])
    return max(1, exact.numerator // exact.denominator), best, heart, points


def ratio(attack: int, defence: int) -> int:
    """8.2.3 - the ladder of ratios."""
    steps = [(1, 3, -3), (1, 2, -2), (2, 3, -1), (1, 1, 0), (3, 2, 1), (2, 1, 2), (3, 1, 3)]
    found = -4
    for top, bottom, shift in [*steps, (4, 1, 4), (5, 1, 5)]:
        if Fraction(attack, defence) >= Fraction(top, bottom):
            found = shift
    return found


def bonus(now: Plain, side: str, target: str, engaged: Set[str]) -> int:
    """5.3 - the best bonus of a headquarters."""
    best, man = 0, TABLES["nadezhny"]
    for post in posts(now, side):
        value = number(post, "bonus")
        if post == man["piece"] and now.turn >= man["from_turn"]:
            value = int(man["bonus"])
        led = any(commands(post, id_) for id_ in engaged)
        if value > best and led and target in commanded_from(now, side, post, target):
            best = value
    return best


def own_guns(now: Plain, fight: Fight) -> set[str]:
    """8.2.2 - guns of the attacked hex that have not fired."""
    spent = ("supported", "flown", "out_of_ammunition")
    return {
        id_
        for id_ in fight.defenders
        if id_ in SUPPORTING
        and PIECES[id_]["kind"] != "air"
        and now.good(id_)
        and not any(now.has(mark, id_) for mark in spent)
    }


def fire(ids: Set[str]) -> int:
    """Return the support of some pieces."""
    return sum(number(id_, "support") for id_ in ids)


def defence_value(now: Plain, side: str, target: str, origins: frozenset[str]) -> int:
    """8.5 - ground or settlement, work, river, and the limit."""
    row, values = HEXES[target], TABLES["defence"]
    total = max(values[row["terrain"]], values[row["settlement"]] if row["settlement"] else 0)
    total += work_value(now, side, target)
    crossed = []
    for hex_ in origins:
        pair = frozenset((hex_, target))
        found = [values[name] for name in ("major", "river", "stream") if pair in RIVERS[name]]
        crossed.append(found[0] if found else 0)
    total += min(crossed, default=0)
    return int(min(total, values["most_in_fort" if target in FORTS else "most"]))


def work_value(now: Plain, side: str, target: str) -> int:
    """8.5, 9.2 - what the work of a hex is worth to a side."""
    row = HEXES[target]
    if row["work"]:
        old = row["work"] == "trench" and target in now.was_white & now.control["white"]
        return int(row["value"]) if side == "red" or old else 0
    return int(TABLES["defence"]["field_works"]) if target in now.works[side] else 0


def modifiers(now: Plain, fight: Fight) -> dict[str, int]:
    """8.2.3 - every modifier, by clause."""
    side, enemy = fight.side, other(fight.side)
    mine, his = strength(now, fight.attackers), strength(now, fight.defenders)
    led = not fight.attackers & now.marks["uncommanded"]
    guns = fight.defence_supports | own_guns(now, fight)
    lead = fire(fight.supports) - fire(guns)
    found = {"PG-7a": ratio(mine[0], his[0]), "PG-7b": mine[1] - his[1]}
    found["PG-7c"] = (lead > 0) - (lead < 0)
    armour = [_armour(now, ids) for ids in (fight.attackers, fight.defenders)]
    found["PG-7d"] = (armour[0] > armour[1]) - (armour[0] < armour[1])
    fit = fight.attackers - now.marks["broken_down"]
    found["PG-7e"] = int(any(PIECES[id_]["kind"] == "tank" for id_ in fit))
    found["PG-7f"] = int(any(PIECES[id_]["kind"] == "air" for id_ in fight.supports))
    found["PG-7g"] = int(fight.night and side == "white")
    troops = {id_ for id_ in fight.attackers if id_ in TROOPS}
    found["PG-7h"] = bonus(now, side, fight.target, troops) * led
    found["PG-7h"] -= bonus(now, enemy, fight.target, fight.defenders)
    found["PG-7i"] = 2 * is_encircled(now, enemy, fight.target)
    found["PG-7j"] = int(_charges(now, fight))
    found["PG-7k"] = -defence_value(now, enemy, fight.target, fight.origins)
    return {rule: value for rule, value in found.items() if value}


def _armour(now: Plain, ids: Set[str]) -> int:
    fit = ids - now.marks["broken_down"]
    return sum(PIECES[id_]["kind"] in ("tank", "car") for id_ in fit)


def _charges(now: Plain, fight: Fight) -> bool:
    """8.2.3 - Q5 horse into the open against none such."""

    def has_horse(ids: Set[str]) -> bool:
        return any(PIECES[i]["kind"] == "cavalry" and quality(now, i) >= 5 for i in ids)

    row = HEXES[fight.target]
    clear = row["terrain"] == "clear" and row["settlement"] in ("", "village")
    free = not work_value(now, other(fight.side), fight.target)
    return clear and free and has_horse(fight.attackers) and not has_horse(fight.defenders)


def row_of(now: Plain, fight: Fight, role: int) -> int:
    """8.2.4 - the row that a part reads."""
    side = fight.side if role == 0 else other(fight.side)
    ids = fight.attackers if role == 0 else fight.defenders
    row = strength(now, ids)[2]
    hexes = fight.origins if role == 0 else {fight.target}
    if all(is_encircled(now, side, hex_) for hex_ in hexes):
        row -= 1
    man = TABLES["trotsky"]["piece"]
    if man in now.where and any(now.where[man] == now.where[id_] for id_ in ids):
        row += 2 * (side == "red")
    return min(6, max(1, row))


def cell(now: Plain, fight: Fight, column: int, role: int) -> tuple[list[str], bool]:
    """8.2.4, 10.4 - the options of a part, spelt alike, and whether the defender chooses."""
    text = SHEET["rows"][f"m{row_of(now, fight, role)}"][column - 1]
    half = ([*text.split("|"), ""][role]).strip() or "-"
    by_defender = half.startswith("D:")
    options = [spelt(option) for option in half.removeprefix("D:").split("/")]
    side = fight.side if role == 0 else other(fight.side)
    ids = fight.attackers if role == 0 else fight.defenders
    panic = TABLES["panic"]
    beaten = column - 7 if role == 1 else 7 - column
    weak = strength(now, ids)[1] <= panic["quality"]
    if side == "red" and now.turn <= panic["last_turn"] and weak and beaten >= panic["columns"]:
        options = list(dict.fromkeys(routed(option) for option in options))
    return options, by_defender or role == 1


def spelt(option: str) -> str:
    """Return the codes of an option in a fixed order: ``1rd`` and ``1 d r`` are one."""
    codes = re.findall(r"dr|d|r2|r|R|a1|a|[0-9]+|-", option.replace(" ", ""))
    losses = sum(int(code) for code in codes if code.isdigit())
    rest = sorted(code for code in codes if not code.isdigit() and code != "-")
    return " ".join([str(losses), *rest])


def routed(option: str) -> str:
    """10.4 - an option as weak Reds take it."""
    codes = option.split()
    if "dr" in codes or "R" in codes:
        return option
    keep = ["d"] if "d" in codes else []
    return " ".join([codes[0], *sorted([*keep, "dr"])])


# Who may attack, retreat, advance


def may_attack(now: Plain, side: str) -> set[str]:
    """8.1 - the pieces that may still attack."""
    return {
        id_
        for id_ in now.of(side)
        if PIECES[id_]["kind"] in ("infantry", "cavalry", "tank", "car")
        and not any(now.has(mark, id_) for mark in ("attacked", "routed", "broken_down"))
        and number(id_, "move")
        and id_ != TABLES["tanks"]["decoy"]
    }


def targets(now: Plain, side: str) -> set[str]:
    """8.1 - the hexes that may be attacked."""
    able = {id_ for id_ in may_attack(now, side) if id_ in TROOPS}
    near = {
        there for id_ in able for there in NEAR[now.where[id_]] if is_open(now.where[id_], there)
    }
    return near & now.taken(other(side)) - now.assaulted


def rolls(here: str, there: str) -> bool:
    """7.6 - whether tanks and cars may go to the next hex."""
    pair = frozenset((here, there))
    if pair in ROADS:
        return True
    row = HEXES[there]
    flat = row["terrain"] == "clear" or row["settlement"] in ("town", "large", "city")
    return flat and not any(pair in RIVERS[name] for name in RIVERS)


def may_join(now: Plain, side: str, target: str, joined: Set[str], supported: bool) -> set[str]:
    """8.1, 5.2 - who may join an attack."""
    found = set()
    for id_ in may_attack(now, side) - joined:
        here = now.where[id_]
        if target not in NEAR[here] or not is_open(here, target):
            continue
        if id_ not in TROOPS and (not joined or not rolls(here, target)):
            continue
        if joined and bool(joined & ESTONIAN) != (id_ in ESTONIAN):
            continue
        if supported and not joined & now.marks["uncommanded"] and now.has("uncommanded", id_):
            continue
        found.add(id_)
    return found


def may_go_by_night(now: Plain, joined: Set[str], supports: Set[str]) -> bool:
    """8.4 - whether an attack may be made by night."""
    troops = {id_ for id_ in joined if id_ in TROOPS}
    if any(PIECES[id_]["nation"] != "nwa" for id_ in troops):
        return False
    if joined & (now.marks["uncommanded"] | now.marks["night_before"]):
        return False
    if any(PIECES[id_]["kind"] == "tank" for id_ in joined):
        return False
    if any(PIECES[id_]["kind"] == "air" for id_ in supports):
        return False
    used = {PIECES[id_]["formation"] for id_ in now.marks["night_now"] if id_ in TROOPS}
    if used & {PIECES[id_]["formation"] for id_ in troops}:
        return False
    return strength(now, joined)[1] >= int(TABLES["night"]["quality"])


def retreats(now: Plain, side: str, ids: list[str], origin: str, gone: int) -> set[str]:
    """8.2.6 - where pieces that stand together may go back to."""
    here, shut = now.where[ids[0]], barred(now, side)
    by_rail = any(PIECES[id_]["kind"] == "train" for id_ in ids)
    found = set()
    for there in NEAR[here]:
        linked = frozenset((here, there)) in RAILS if by_rail else is_open(here, there)
        if not linked or there in shut or distance(origin, there) != gone + 1:
            continue
        if any(id_ in ESTONIAN and there in closed_to(now, id_) for id_ in ids):
            continue
        if fits(now, ids, there):
            found.add(there)
    gates = sources(now, side)
    far = {
        hex_: min((distance(hex_, gate) for gate in gates), default=0) for hex_ in [here, *found]
    }
    home = {hex_ for hex_ in found if far[hex_] < far[here]}
    return home or found


def second_hexes(now: Plain, side: str, id_: str) -> set[str]:
    """8.2.7 - where troops may go on to after an advance."""
    here, enemy = now.where[id_], other(side)
    if id_ not in TROOPS or not now.good(id_) or now.has("out_of_ammunition", id_):
        return set()
    if here in zone(now, enemy):
        return set()
    shut = now.taken(enemy) | closed_to(now, id_)
    return {
        there
        for there in NEAR[here]
        if is_open(here, there) and there not in shut and fits(now, [id_], there)
    }


def advances(now: Plain, side: str, fighters: Set[str], goals: set[str]) -> dict[str, set[str]]:
    """8.2.7 - who may advance into which of the hexes left."""
    found: dict[str, set[str]] = {}
    for id_ in fighters & set(now.where):
        here = now.where[id_]
        kind = PIECES[id_]["kind"]
        if kind not in ("infantry", "cavalry", "tank", "car") or not number(id_, "move"):
            continue
        if now.has("broken_down", id_) or here in goals:
            continue
        open_ = {
            hex_
            for hex_ in goals - closed_to(now, id_)
            if hex_ in NEAR[here]
            and is_open(here, hex_)
            and (id_ in TROOPS or rolls(here, hex_))
            and fits(now, [id_], hex_)
        }
        if open_:
            found[id_] = open_
    return found
