"""15 - An attack on the board: what both sides bring to the charts, taken from the map.

The charts themselves (halvings, modifiers, the table) are in `combat` and `units`; here every value
that they ask for is read off the position.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.eastfront import command, works
from grognard.games.eastfront.charts import Feature, Weather
from grognard.games.eastfront.combat import SHELTER, Attack, DefenceOrder
from grognard.games.eastfront.counters import Kind
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.units import Arm, Division, DivisionKind, Unit
from grognard.games.eastfront.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.charts import Charts
    from grognard.games.eastfront.engaged import Battle
    from grognard.games.eastfront.printed import Scenario
    from grognard.games.eastfront.state import Luga

ARMS: Final = {
    Kind.PANZER: Arm.ARMOUR,
    Kind.TANK: Arm.ARMOUR,
    Kind.ASSAULT_GUN: Arm.ARMOUR,
    Kind.MOTORISED: Arm.MOTORISED,
    Kind.MOTOR_RIFLE: Arm.MOTORISED,
    Kind.RECON: Arm.RECONNAISSANCE,
    Kind.CAVALRY: Arm.CAVALRY,
    Kind.ENGINEER: Arm.ENGINEER,
    Kind.ENGINEER_MOTORISED: Arm.ENGINEER,
    Kind.ANTITANK: Arm.ANTITANK,
    Kind.ANTITANK_MOTORISED: Arm.ANTITANK,
    Kind.ANTITANK_SELF_PROPELLED: Arm.ANTITANK,
    Kind.ANTIAIRCRAFT: Arm.ANTIAIRCRAFT,
    Kind.ANTIAIRCRAFT_MOTORISED: Arm.ANTIAIRCRAFT,
    Kind.ARTILLERY: Arm.ARTILLERY,
    Kind.ARTILLERY_MOTORISED: Arm.ARTILLERY,
    Kind.ROCKETS: Arm.ARTILLERY,
    Kind.COASTAL_ARTILLERY: Arm.ARTILLERY,
    Kind.HEADQUARTERS: Arm.HEADQUARTERS,
}
"""15.6.7, 16.3 - the types that the charts ask for; all others are infantry to them."""

TERRAIN: Final = {
    "forest": Feature.FOREST,
    "marsh": Feature.MARSH,
    "swamp": Feature.SWAMP,
    "hills": Feature.HILL,
}
SETTLED: Final = {
    "town": Feature.TOWN,
    "city": Feature.CITY,
    "major_city": Feature.MAJOR_CITY,
}

GARRISON: Final = "Leningrad"
"""14.3 - the formation whose NKVD may leave a major city."""


# What lies on the map


def charts_of(scenario: Scenario) -> Charts:
    """Return the charts that a scenario is played with: its own, or the printed ones."""
    return scenario.charts


def sky(state: Luga) -> Weather:
    """5.1 - the weather of the turn as the charts know it."""
    return Weather.MUD if state.is_mud else Weather.DRY


def weather_at(state: Luga, hex_: Hex) -> Weather:
    """5.3 - the weather of a hex: mud lingers in forest."""
    lingers = state.lingering and state.scenario.ground.forest >> hex_ & 1
    return Weather.MUD if state.is_mud or lingers else Weather.DRY


def hex_features(state: Luga, hex_: Hex, holder: Side) -> frozenset[Feature]:
    """15.6, 18.1 - what an attacked hex holds; works serve the Soviet side alone."""
    ground, found = state.scenario.ground, set()
    if ground.terrain[hex_] in TERRAIN:
        found.add(TERRAIN[ground.terrain[hex_]])
    if ground.settlement[hex_] in SETTLED:
        found.add(SETTLED[ground.settlement[hex_]])
    if holder is Side.SOVIET and works.is_point(state, hex_):
        found.add(Feature.FORTIFIED_POINT)
    return frozenset(found)


def crossed(state: Luga, side: Side, here: Hex, there: Hex) -> frozenset[Feature]:
    """15.6, 18.2 - what lies between two hexes; fortified sides count against the Germans."""
    ground, found = state.scenario.ground, set()
    if ground.river[here] >> there & 1:
        found.add(Feature.RIVER)
    if ground.major[here] >> there & 1:
        found.add(Feature.MAJOR_RIVER)
    if ground.barred[here] >> there & 1:
        found.add(Feature.SEA)
    if side is Side.GERMAN and works.crosses_line(state, here, there):
        found.add(Feature.FORTIFIED_LINE)
    return frozenset(found)


def shelters(state: Luga, hex_: Hex, holder: Side) -> bool:
    """14.3 - forest, hills, city, major city, or a fortified point or line of the holder's own."""
    own_line = holder is Side.SOVIET and works.has_line(state, hex_)
    return own_line or bool(hex_features(state, hex_, holder) & SHELTER)


# Units


@lru_cache(maxsize=64)
def divisions(scenario: Scenario) -> dict[PieceIndex, Division]:
    """15.6.8 - by unit: the panzer or motorised division that it belongs to."""
    found: dict[PieceIndex, Division] = {}
    for name, pieces in scenario.formations.items():
        kinds = {scenario.pieces[piece].kind for piece in numbers(pieces)}
        if Kind.PANZER in kinds:
            division = Division(name, DivisionKind.PANZER)
        elif kinds == {Kind.MOTORISED, Kind.RECON}:
            division = Division(name, DivisionKind.MOTORISED)
        else:
            continue
        found |= dict.fromkeys(numbers(pieces), division)
    return found


def unit(state: Luga, piece: PieceIndex, targets: Region) -> Unit:
    """15.1 - an attacking unit as the charts ask for it."""
    scenario, here = state.scenario, state.where[piece]
    printed = scenario.pieces[piece]
    sides: frozenset[Feature] = frozenset()
    for target in numbers(targets):
        sides |= crossed(state, printed.side, here, target)
    return Unit(
        state.attack_value(piece),
        ARMS.get(printed.kind, Arm.INFANTRY),
        red=printed.is_armour,
        german=printed.side is Side.GERMAN,
        division=divisions(scenario).get(piece),
        out_of_supply=bool(state.unsupplied >> piece & 1),
        from_swamp=bool(scenario.ground.swamp >> here & 1),
        on_foot=not printed.is_motorised,
        crosses=sides,
    )


def defenders(state: Luga, battle: Battle) -> Pieces:
    """15.1 - all units in the attacked hexes."""
    found = 0
    for hex_ in numbers(battle.targets):
        found |= state.stacks[hex_] & state.owned[ENEMY[battle.side]]
    return found


def defender_arms(state: Luga, pieces: Pieces) -> frozenset[Arm]:
    """15.6.7, 16.3 - the types of a defence that the charts ask for."""
    found = set()
    for piece in numbers(pieces):
        printed = state.scenario.pieces[piece]
        found.add(Arm.ARMOUR if printed.is_armour else ARMS.get(printed.kind, Arm.INFANTRY))
    return frozenset(found)


def defence_of(state: Luga, pieces: Pieces) -> int:
    """15.1 - the defence of some units."""
    return state.defence_values(pieces)


def support_of(state: Luga, guns: Pieces) -> int:
    """15.2 - the support of some guns."""
    return sum([state.scenario.pieces[piece].support for piece in numbers(guns)])


# 15.2 Artillery


def reaching(state: Luga, side: Side, targets: Region) -> Pieces:
    """15.2 - the guns of a side within range of a hex attacked that may still support."""
    scenario, board = state.scenario, state.scenario.ground.map
    ready = state.owned[side] & scenario.kinds.supporting
    ready &= ~(state.fired | state.unsupplied | state.overrun)
    found = 0
    for piece in numbers(ready):
        if board.disc(state.where[piece], scenario.pieces[piece].range) & targets:
            found |= 1 << piece
    return found


def attack_guns(state: Luga, battle: Battle) -> Pieces:
    """15.2, 6.4 - who may support an attack: no coast guns, and nobody without attack supply."""
    if not battle.supply:
        return 0
    kinds = state.scenario.kinds
    found = reaching(state, battle.side, battle.targets) & ~kinds.coastal
    return _within_limit(state, battle.side, battle, battle.supports, found)


def defence_guns(state: Luga, battle: Battle) -> Pieces:
    """15.2 - who may support a defence; guns in an enemy zone only that of their own hex."""
    side = ENEMY[battle.side]
    found = reaching(state, side, battle.targets)
    zone = zone_of_control(state, battle.side)
    for piece in numbers(found):
        here = state.where[piece]
        if zone >> here & 1 and not battle.targets >> here & 1:
            found &= ~(1 << piece)
    return _within_limit(state, side, battle, battle.defence_supports, found)


def _within_limit(state: Luga, side: Side, battle: Battle, named: Pieces, able: Pieces) -> Pieces:
    """15.2 - who of the guns able to fire may be named beside those that are."""
    able &= ~named
    found = 0
    for piece in numbers(able):
        together = named | 1 << piece
        if together.bit_count() <= most_guns(state, side, battle, together):
            found |= 1 << piece
    return found


def most_guns(state: Luga, side: Side, battle: Battle, guns: Pieces) -> int:
    """15.2, 7.3 - four German guns; one Soviet, two under one operational HQ."""
    figures = charts_of(state.scenario).artillery
    if side is Side.GERMAN:
        return figures["german"]
    under_one = has_headquarters(state, guns) and not battle.targets & command.blocked(state)
    return figures["soviet_with_headquarters" if under_one else "soviet"]


def has_headquarters(state: Luga, guns: Pieces) -> bool:
    """15.2 - whether one operational Soviet HQ has all of these guns in its radius."""
    hexes = state.hexes_of(guns)
    ready = command.headquarters(state) & ~state.inoperational
    return any(not hexes & ~command.radius(state, hq) for hq in numbers(ready))


# 14.3 Orders


def nkvd_stands(state: Luga, battle: Battle) -> bool:
    """14.3 - NKVD in shelter holds without an order; 20 NKVD in Leningrad is excepted."""
    nkvd = defenders(state, battle) & state.scenario.kinds.nkvd
    leningrad = state.scenario.ground.major_cities
    home = state.scenario.formations.get(GARRISON, 0)
    return any(
        shelters(state, state.where[piece], Side.SOVIET)
        and not (home >> piece & 1 and leningrad >> state.where[piece] & 1)
        for piece in numbers(nkvd)
    )


def order_of(state: Luga, battle: Battle) -> DefenceOrder:
    """14.3 - the order of a defence: laid face down, or the NKVD's own."""
    if state.stand & battle.targets or nkvd_stands(state, battle):
        return DefenceOrder.NO_RETREAT
    return DefenceOrder.ADDITIONAL_RETREAT if state.give_way & battle.targets else DefenceOrder.NONE


# The attack


def attack_case(state: Luga, battle: Battle) -> Attack:
    """15 - an attack as the charts ask for it, every fact from the board."""
    enemy, guarded = ENEMY[battle.side], defenders(state, battle)
    scenario, kinds = state.scenario, state.scenario.kinds
    holds: frozenset[Feature] = frozenset()
    for hex_ in numbers(battle.targets):
        holds |= hex_features(state, hex_, enemy)
        if enemy is Side.SOVIET and works.has_line(state, hex_):
            holds |= {Feature.FORTIFIED_LINE}
    units = [unit(state, piece, battle.targets) for piece in numbers(battle.attackers)]
    units += [
        Unit(scenario.pieces[gun].support, Arm.ARTILLERY, german=battle.side is Side.GERMAN)
        for gun in numbers(battle.supports)
    ]
    lingers = any(weather_at(state, hex_) is Weather.MUD for hex_ in numbers(battle.targets))
    return Attack(
        tuple(units),
        defence_of(state, guarded),
        support_of(state, battle.defence_supports),
        target=holds,
        weather=sky(state),
        attack_supply=battle.supply,
        defender_arms=defender_arms(state, guarded),
        defender_german=enemy is Side.GERMAN,
        defender_out_of_supply=bool(guarded & state.unsupplied),
        overrun_marker=bool(guarded & state.overrun),
        air=battle.air,
        defending_air=battle.defence_air,
        order=battle.order,
        claim_engineer=battle.claims_engineer,
        soviet_headquarters=battle.side is Side.SOVIET and battle.supports.bit_count() > 1,
        declared=True,
        below_is_lowest=True,
        defence_supported=defence_of(state, guarded & ~kinds.supporting),
        combined_arms=False if lingers else None,
        charts=charts_of(scenario),
    )
