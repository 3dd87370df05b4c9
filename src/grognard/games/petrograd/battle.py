"""8 - A combat on the board: who may take part, and what both sides bring to the sheet.

The sheet itself (modifiers, rows, cells) is in `combat` and `table`; here every value that it asks
for is taken from the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.bits import numbers
from grognard.games.petrograd import combat
from grognard.games.petrograd.combat import Army, Combat, Force, Unit
from grognard.games.petrograd.command import bonus, in_good_order, morale_of, quality_of
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.table import Role
from grognard.games.petrograd.zones import encircled

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import Pieces
    from grognard.games.petrograd.printed import Scenario
    from grognard.games.petrograd.state import Battle, Petrograd


# 8.1 Who may attack


def may_attack(state: Petrograd, side: Side) -> Pieces:
    """8.1 - the pieces of a side that may still attack."""
    kinds = state.scenario.kinds
    able = kinds.troops | kinds.tanks | kinds.cars
    spent = state.attacked | state.routed | state.broken_down | kinds.immobile
    return state.owned[side] & able & ~spent & ~(1 << state.scenario.tables.decoy)


def approaches(state: Petrograd, target: Hex) -> Region:
    """8.1 - the hexes from which a hex may be attacked."""
    return state.scenario.ground.around[target]


def targets(state: Petrograd, side: Side) -> Region:
    """8.1 - the hexes that a side may attack now."""
    ground, able = state.scenario.ground, may_attack(state, side) & state.scenario.kinds.troops
    bases = state.hexes_of(able)
    goals = ground.beside(bases) & state.occupied(ENEMY[side]) & ~state.assaulted
    return goals & ground.land


def may_join(state: Petrograd, side: Side, target: Hex, joined: Pieces) -> Pieces:
    """8.1 - who may still join an attack: troops first, Estonians apart, tanks and cars by road."""
    scenario, kinds = state.scenario, state.scenario.kinds
    near, found = approaches(state, target), 0
    able = may_attack(state, side) & ~joined
    if not joined:
        able &= kinds.troops
    elif joined & kinds.estonian:
        able &= kinds.estonian
    else:
        able &= ~kinds.estonian
    for piece in numbers(able):
        here = state.where[piece]
        if near >> here & 1 and (kinds.troops >> piece & 1 or may_roll(scenario, here, target)):
            found |= 1 << piece
    return found


def may_roll(scenario: Scenario, here: Hex, there: Hex) -> bool:
    """7.6 - whether tanks and cars may go from a hex to the next: open ground, or a road."""
    ground = scenario.ground
    if ground.road[here] >> there & 1:
        return True
    crosses = (ground.river[here] | ground.stream[here] | ground.major[here]) >> there & 1
    return bool(ground.open >> there & 1) and not crosses


# 8.2.2 Support


def may_support(state: Petrograd, side: Side, target: Hex) -> Pieces:
    """8.2.2 - the guns, trains, ships and aircraft of a side that reach a hex and may fire."""
    scenario = state.scenario
    ready = in_good_order(state, state.owned[side] & scenario.kinds.supporting)
    ready &= ~(state.supported | state.flown | state.out_of_ammunition)
    if state.grounded:
        ready &= ~scenario.kinds.aircraft
    found, board = 0, scenario.ground.map
    for piece in numbers(ready):
        here = state.where[piece]
        if here != target and board.distance(here, target) <= scenario.pieces[piece].range:
            found |= 1 << piece
    return found


def attack_support(state: Petrograd, side: Side, target: Hex, attackers: Pieces) -> Pieces:
    """5.2, 8.2.2 - who may support an attack: nobody where troops out of command take part."""
    if attackers & state.uncommanded or not attackers:
        return 0
    found = may_support(state, side, target)
    return found & ~state.scenario.kinds.guns if state.silent else found


def own_fire(state: Petrograd, defenders: Pieces) -> Pieces:
    """8.2.2 - the guns of the attacked hex, which count by themselves unless they fired before."""
    ready = in_good_order(state, defenders & state.scenario.kinds.supporting)
    ready &= ~(state.supported | state.flown | state.out_of_ammunition)
    return ready & ~state.scenario.kinds.aircraft


# 8.4 Night


def may_attack_by_night(state: Petrograd, attackers: Pieces, supports: Pieces) -> bool:
    """8.4 - NWA troops in command, dominant quality 4, no tank or aircraft, not twice running."""
    scenario, kinds = state.scenario, state.scenario.kinds
    troops = attackers & kinds.troops
    if not troops or troops & ~kinds.army or attackers & state.uncommanded:
        return False
    if attackers & kinds.tanks or supports & kinds.aircraft or attackers & state.night_before:
        return False
    formations = {scenario.pieces[piece].formation for piece in numbers(troops)}
    used = {scenario.pieces[p].formation for p in numbers(state.night_now & kinds.troops)}
    if formations & used:
        return False
    quality = combat.dominant(
        (quality_of(state, piece), state.steps[piece]) for piece in numbers(troops)
    )
    return quality >= scenario.tables.night_quality


# 8.5 Defensive values


class Value(NamedTuple):
    """8.5 - a part of the defensive value of a hex."""

    reason: str
    value: int


def defensive_values(state: Petrograd, side: Side, target: Hex, origins: Region) -> list[Value]:
    """8.5 - what protects the pieces of `side` in a hex against an attack from some hexes."""
    scenario, ground = state.scenario, state.scenario.ground
    defence = scenario.tables.defence
    terrain, settlement = ground.terrain[target], ground.settlement[target]
    words = [terrain, settlement] if settlement else [terrain]
    best = max(words, key=lambda word: defence.grounds[word])
    found = [Value(best, defence.grounds[best])]
    found += _works(state, side, target)
    river = river_value(scenario, target, origins)
    found += [Value("river", river)] if river else []
    total = sum(value for _, value in found)
    most = defence.most_in_fort if ground.forts >> target & 1 else defence.most
    if total > most:
        found.append(Value("most", most - total))
    return [part for part in found if part.value]


def _works(state: Petrograd, side: Side, target: Hex) -> list[Value]:
    """8.5, 9.2 - the work of a hex: printed ones serve Red, a trench White after a whole turn."""
    scenario = state.scenario
    printed = scenario.ground.works.get(target)
    if printed is not None:
        is_red = side is Side.RED
        is_old = printed.kind == "trench" and state.was_white >> target & 1
        if is_red or (is_old and state.control[Side.WHITE] >> target & 1):
            return [Value(printed.kind, printed.value)]
        return []
    if state.field_works[side] >> target & 1:
        return [Value("field_works", scenario.tables.defence.field_works)]
    return []


def river_value(scenario: Scenario, target: Hex, origins: Region) -> int:
    """8.5 - the least river that attackers cross, if all of them do."""
    ground, values = scenario.ground, scenario.tables.defence.rivers
    found = []
    for hex_ in numbers(origins):
        kinds = (("major", ground.major), ("river", ground.river), ("stream", ground.stream))
        crossed = [name for name, beyond in kinds if beyond[target] >> hex_ & 1]
        found.append(values[crossed[0]] if crossed else 0)
    return min(found, default=0)


def is_open(state: Petrograd, side: Side, target: Hex) -> bool:
    """8.2.3 - whether horse may charge into a hex: clear, no town, no work of the defender."""
    ground = state.scenario.ground
    is_clear = ground.terrain[target] == "clear"
    return (
        is_clear
        and ground.settlement[target] in ("", "village")
        and not _works(state, side, target)
    )


# The two sides


def units(state: Petrograd, pieces: Pieces) -> list[Unit]:
    """1.3 - the troops among some pieces, as the sheet sees them."""
    return [
        Unit(
            points=state.steps[piece],
            quality=quality_of(state, piece),
            morale=morale_of(state, piece),
            out_of_ammunition=bool(state.out_of_ammunition >> piece & 1),
            routed=bool(state.routed >> piece & 1),
            disorganised=bool(state.disorganised >> piece & 1),
        )
        for piece in numbers(pieces & state.scenario.kinds.troops)
    ]


def muster(state: Petrograd, pieces: Pieces) -> Force:
    """8.2.1 - the side that pieces make; without troops, 1 SP of the best quality and morale."""
    found = units(state, pieces)
    if found:
        return combat.muster(found)
    present = numbers(pieces)
    quality = max(quality_of(state, piece) for piece in present)
    morale = max(morale_of(state, piece) for piece in present)
    return combat.muster([Unit(points=1, quality=quality, morale=morale)])


def force(
    state: Petrograd,
    side: Side,
    engaged: Pieces,
    supports: Pieces,
    *,
    headquarters: int,
    encircled: bool,
) -> Force:
    """8.2.3 - all that one side brings to a combat."""
    scenario, kinds = state.scenario, state.scenario.kinds
    fit = engaged & ~state.broken_down
    planes = supports & kinds.aircraft
    horse = [quality_of(state, piece) for piece in numbers(engaged & kinds.horse)]
    stacked = _stacked_with(state, side, engaged)
    troops = muster(state, engaged)
    return Force(
        troops.value,
        troops.quality,
        troops.morale,
        troops.points,
        encircled=encircled,
        trotsky=bool(stacked >> scenario.tables.trotsky & 1),
        support=_fire(scenario, supports & ~planes),
        aircraft=_fire(scenario, planes),
        tanks=(fit & kinds.tanks).bit_count(),
        armoured_cars=(fit & kinds.cars).bit_count(),
        headquarters=headquarters,
        cavalry=max(horse, default=0),
    )


def _fire(scenario: Scenario, supports: Pieces) -> int:
    return sum(scenario.pieces[piece].support for piece in numbers(supports))


def _stacked_with(state: Petrograd, side: Side, engaged: Pieces) -> Pieces:
    """8.2.4 - the pieces engaged and all that are stacked with them."""
    found = engaged
    for hex_ in numbers(state.hexes_of(engaged & state.owned[side])):
        found |= state.stacks[hex_]
    return found


def reckon(state: Petrograd, battle: Battle) -> Combat:
    """8.2.3 - the combat as the sheet wants it, every value taken from the board."""
    side, target = battle.side, battle.target
    enemy = ENEMY[side]
    fire = battle.defence_supports | own_fire(state, battle.defenders)
    troops = battle.attackers & state.scenario.kinds.troops
    is_led = not battle.attackers & state.uncommanded
    attacker = force(
        state,
        side,
        battle.attackers,
        battle.supports,
        headquarters=bonus(state, side, target, troops)[0] if is_led else 0,
        encircled=encircled(state, side, battle.origins) == battle.origins,
    )
    defender = force(
        state,
        enemy,
        battle.defenders,
        fire,
        headquarters=bonus(state, enemy, target, battle.defenders)[0],
        encircled=bool(encircled(state, enemy, 1 << target)),
    )
    values = defensive_values(state, enemy, target, battle.origins)
    return Combat(
        attacker,
        defender,
        terrain=sum(value for _, value in values),
        clear=is_open(state, enemy, target),
        night=battle.night,
        army=Army.NORTHWESTERN if side is Side.WHITE else Army.RED,
        table=state.scenario.sheet,
        panic=apt_to_panic(state, side, attacker if side is Side.RED else defender),
        panic_columns=state.scenario.tables.panic.columns,
    )


def apt_to_panic(state: Petrograd, side: Side, reds: Force) -> frozenset[Role]:
    """10.4 - the part of a combat that weak Reds have, on the turns of panic."""
    panic = state.scenario.tables.panic
    if state.turn > panic.last_turn or reds.quality > panic.quality:
        return frozenset()
    return frozenset({Role.ATTACKER if side is Side.RED else Role.DEFENDER})
