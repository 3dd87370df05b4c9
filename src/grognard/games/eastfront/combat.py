"""EF-15, EF-16 - the declared attack on the reconstructed combat results table.

>>> attack = Attack((Unit(26), Unit(7, Arm.ARTILLERY)), defence=5, defence_artillery=3)
>>> column(attack), net(attack), resolve(attack, die=6).printed.text
('4-1', 0, '*/1R')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.forbidden import Forbidden
from grognard.engine.modifier import Modifier, capped
from grognard.games.eastfront.charts import (
    Charts,
    Feature,
    Result,
    Weather,
    load_charts,
    parse_result,
)
from grognard.games.eastfront.units import (
    ANTI_ARMOUR,
    Arm,
    Unit,
    arms_units,
    complete_divisions,
    counted_divisions,
)
from grognard.kit.enums import PlainEnum

if TYPE_CHECKING:
    from collections.abc import Iterator


class DefenceOrder(PlainEnum):
    """EF-14 - the order that the defender gives before the throw."""

    NONE = "none"
    NO_RETREAT = "no-retreat"
    ADDITIONAL_RETREAT = "additional-retreat"


@dataclass(frozen=True, slots=True)
class Attack:
    """A declared attack. What a unit list cannot tell may be given instead of derived.

    `defender_arms` names the defender's types that the charts ask for (ARMOUR stands for a red
    factor). `declared` says that the ratio fell after the declaration, by artillery or reaction;
    `below_is_lowest` that it is then fought on the lowest column (EF-R12). `defence_supported` is
    the defence of units that are not artillery, where it is less than the defence.
    """

    units: tuple[Unit, ...]
    defence: int
    defence_artillery: int = 0
    target: frozenset[Feature] = frozenset()
    weather: Weather = Weather.DRY
    attack_supply: bool = True
    defender_arms: frozenset[Arm] = frozenset()
    defender_german: bool = False
    defender_out_of_supply: bool = False
    overrun_marker: bool = False
    air: bool = False
    defending_air: bool = False
    order: DefenceOrder = DefenceOrder.NONE
    claim_engineer: bool = True
    soviet_headquarters: bool = False
    mandated: bool = False
    declared: bool = False
    below_is_lowest: bool = False
    defence_supported: int | None = None
    panzer_divisions: int | None = None
    motorised_divisions: int | None = None
    combined_arms: bool | None = None
    charts: Charts = field(default_factory=load_charts)

    @property
    def fighters(self) -> tuple[Unit, ...]:
        """The attacking units that are not artillery."""
        return tuple(unit for unit in self.units if unit.arm is not Arm.ARTILLERY)

    def all_cross(self, *hexsides: Feature) -> bool:
        """Whether every attacker, artillery apart, attacks over one of these hexsides."""
        return all(unit.crosses.intersection(hexsides) for unit in self.fighters)


CITIES: Final = frozenset({Feature.CITY, Feature.MAJOR_CITY})
SHELTER: Final = CITIES | {
    Feature.HILL,
    Feature.MOUNTAIN,
    Feature.ALPS,
    Feature.FOREST,
    Feature.FORTIFIED_POINT,
    Feature.FORTIFIED_LINE,
}
"""EF-14 - where an order not to retreat costs other units no second step."""


def halvings(attack: Attack, unit: Unit) -> int:
    """EF-15 - how often a unit is halved: out of swamp, over a major river, armour into a city."""
    frozen = attack.weather.is_freezing
    return (
        (unit.from_swamp and not frozen)
        + (Feature.MAJOR_RIVER in unit.crosses and not frozen)
        + (unit.red and bool(attack.target & CITIES))
    )


def strength(attack: Attack) -> int:
    """EF-15 - attack factors without artillery: halve what is halved, sum, drop the fraction."""
    eighths = sum((unit.factor * 8) >> halvings(attack, unit) for unit in attack.fighters)
    return eighths // 8


def artillery_halvings(attack: Attack) -> int:
    """EF-15 - artillery is halved in mud, and into swamp that is not frozen."""
    swamp = Feature.SWAMP in attack.target and not attack.weather.is_freezing
    return (attack.weather is Weather.MUD) + swamp


def support(attack: Attack) -> int:
    """EF-15 - the attacker's artillery: none without attack supply, never above the rest."""
    if not attack.attack_supply:
        return 0
    total = sum(unit.factor for unit in attack.units if unit.arm is Arm.ARTILLERY)
    return min(total >> artillery_halvings(attack), strength(attack))


def defence_halvings(attack: Attack) -> int:
    """EF-15 - the defender's artillery is halved in mud."""
    return int(attack.weather is Weather.MUD)


def defence_support(attack: Attack) -> int:
    """EF-15 - the defender's artillery: halved in mud, never above the defence it supports."""
    halved = attack.defence_artillery >> defence_halvings(attack)
    supported = attack.defence_supported
    return min(halved, attack.defence if supported is None else supported)


def attack_total(attack: Attack) -> int:
    """EF-15 - all attack factors, artillery included."""
    return strength(attack) + support(attack)


def defence_total(attack: Attack) -> int:
    """EF-15 - all defence factors, artillery included; defence is never halved."""
    return attack.defence + defence_support(attack)


def check(attack: Attack) -> None:
    """EF-15 - refuse an attack for which the charts have no answer."""
    if attack.defence < 1:
        raise Forbidden(
            "EF-15", "a ratio needs a defence of 1 or more, not {value}", value=attack.defence
        )
    if (factors := strength(attack)) < 1:
        raise Forbidden("EF-15", "a ratio needs an attack of 1 or more, not {value}", value=factors)
    if attack.defence_artillery < 0:
        raise Forbidden("EF-15", "support is not negative")
    check_bonuses(attack)
    guns = sum(unit.arm is Arm.ARTILLERY for unit in attack.units)
    if guns > (most := most_artillery(attack)):
        raise Forbidden("EF-15", "at most {most} artillery units support", most=most)


def check_bonuses(attack: Attack) -> None:
    """EF-CA, EF-PDIa - refuse bonuses given as figures that no such attackers can have."""
    panzer, motorised = attack.panzer_divisions or 0, attack.motorised_divisions or 0
    if min(panzer, motorised) < 0:
        raise Forbidden("EF-PDIa", "a number of divisions is not negative")
    if any(unit.german for unit in attack.units):
        return
    if panzer or motorised:
        raise Forbidden("EF-PDIa", "only German divisions have integrity")
    if attack.combined_arms:
        raise Forbidden("EF-CA", "only German attackers combine arms")


def most_artillery(attack: Attack) -> int:
    """EF-15 - four German artillery units may support; one Soviet, two with a headquarters."""
    if all(unit.german for unit in attack.units):
        return attack.charts.artillery["german"]
    with_headquarters = "soviet_with_headquarters" if attack.soviet_headquarters else "soviet"
    return attack.charts.artillery[with_headquarters]


def is_below(attack: Attack) -> bool:
    """EF-12 - whether the ratio is below 1-4."""
    return attack.charts.ratio.step(attack_total(attack), defence_total(attack)) < 0


def place(attack: Attack) -> int:
    """EF-15 - the place of the last column that the ratio reaches; -1 below 1-4 (EF-R12)."""
    reached = attack.charts.ratio.step(attack_total(attack), defence_total(attack))
    return max(reached, 0) if attack.below_is_lowest else reached


def column(attack: Attack) -> str | None:
    """EF-15 - the last column that the ratio reaches; None below 1-4, 10-1 above it."""
    reached = place(attack)
    return None if reached < 0 else attack.charts.columns[reached]


def engineer_claimed(attack: Attack) -> bool:
    """EF-15.6 - an engineer helps against works, over a river or line, in a town of mud or snow."""
    engineers = [unit for unit in attack.units if unit.arm is Arm.ENGINEER]
    if not engineers or not attack.claim_engineer:
        return False
    over = any(unit.crosses & {Feature.RIVER, Feature.FORTIFIED_LINE} for unit in engineers)
    works = attack.target & (CITIES | {Feature.FORTIFIED_POINT})
    return over or bool(works) or _bad_town(attack)


def _bad_town(attack: Attack) -> bool:
    """EF-15.6 - a town counts in mud and snow only."""
    return Feature.TOWN in attack.target and attack.weather in (Weather.MUD, Weather.SNOW)


def combines_arms(attack: Attack) -> bool:
    """EF-CA - whether the right units attack, before anything denies them the bonus."""
    given = attack.combined_arms
    return bool(arms_units(attack.units)) if given is None else given


def arms_denied(attack: Attack) -> str:
    """EF-CA - why weather, terrain or the defender denies combined arms; else nothing."""
    if attack.weather not in attack.charts.arms_weather:
        return "mud or snow"
    if attack.defender_arms & ANTI_ARMOUR:
        return "armour, anti-tank or anti-aircraft in defence"
    swamp = Feature.SWAMP in attack.target and not attack.weather.is_freezing
    if swamp or attack.target & attack.charts.arms_barred:
        return "the terrain"
    barred = {Feature.RIVER, Feature.MAJOR_RIVER, Feature.FORTIFIED_LINE}
    required = arms_units(attack.units) or attack.fighters
    return "all cross a river or a line" if all(unit.crosses & barred for unit in required) else ""


def has_combined_arms(attack: Attack) -> bool:
    """EF-CA - dry or frost, fit terrain, the right units, and no anti-armour opposite."""
    return combines_arms(attack) and not arms_denied(attack)


def divisions(attack: Attack) -> int:
    """EF-PDIa, EF-PDIb - the complete divisions that count."""
    panzer, motorised = complete_divisions(attack.units, attack.attack_supply, attack.charts)
    given_panzer, given_motorised = attack.panzer_divisions, attack.motorised_divisions
    return counted_divisions(
        panzer if given_panzer is None else given_panzer,
        motorised if given_motorised is None else given_motorised,
    )


def behind_line(attack: Attack) -> bool:
    """EF-15.6 - all attackers cross a fortified line."""
    return attack.all_cross(Feature.FORTIFIED_LINE)


def _listed(attack: Attack) -> Iterator[tuple[bool, str, str, str]]:
    """EF-15.6 - every modifier: whether it applies, its rule, its name in the chart, its reason."""
    soviet = not attack.defender_german
    yield engineer_claimed(attack), "EF-15.6", "engineer", "engineer"
    yield has_combined_arms(attack), "EF-CA", "combined_arms", "combined arms"
    yield attack.air, "EF-15.6", "air", "air support of the attack"
    yield attack.defending_air, "EF-15.6", "defending_air", "air support of the defence"
    yield (
        attack.defender_out_of_supply,
        "EF-15.6",
        "defender_out_of_supply",
        "defender out of supply",
    )
    yield attack.overrun_marker, "EF-15.6", "overrun_marker", "overrun marker"
    yield Feature.CITY in attack.target, "EF-15.6", "city", "city"
    yield Feature.MAJOR_CITY in attack.target and soviet, "EF-15.6", "major_city", "major city"
    point = Feature.FORTIFIED_POINT in attack.target and soviet
    yield point, "EF-15.6", "fortified_point", "fortified point"
    yield attack.all_cross(Feature.RIVER), "EF-15.6", "river", "all attackers across a river"
    line = "all attackers across a fortified line"
    yield behind_line(attack), "EF-15.6", "fortified_line", line
    yield _bad_town(attack), "EF-15.6", "town", "town in mud or snow"
    yield not attack.attack_supply, "EF-15.6", "no_attack_supply", "no attack supply"
    yield attack.order is DefenceOrder.NO_RETREAT, "EF-14", "no_retreat", "order not to retreat"
    yield attack.below_is_lowest and is_below(attack), "EF-12", "below", "below 1-4"


def modifiers(attack: Attack) -> tuple[Modifier, ...]:
    """EF-15.6 - every modifier of the die, the cap of EF-15.7 as the last."""
    drm = attack.charts.drm
    listed = _listed(attack)
    found = [Modifier(rule, drm[name], reason) for applies, rule, name, reason in listed if applies]
    integrity = drm["division"] * divisions(attack)
    found.append(Modifier("EF-PDIa", integrity, "complete panzer and motorised divisions"))
    total = sum(modifier.value for modifier in found)
    found.append(
        Modifier("EF-15.7", capped(total, attack.charts.cap) - total, "kept within the limit")
    )
    return tuple(modifier for modifier in found if modifier.value)


def net(attack: Attack) -> int:
    """EF-15.7 - the sum of the modifiers, between -3 and +3."""
    return sum(modifier.value for modifier in modifiers(attack))


class Attrition(PlainEnum):
    """EF-16.3 - what the first step lost by a side must be."""

    ENGINEER = "engineer"
    ARMOUR = "armour"
    ANTI_ARMOUR = "armour, else anti-tank or anti-aircraft"


class Aftermath(NamedTuple):
    """What a throw does in the end: the cell as printed, and all that its asterisk adds."""

    printed: Result
    attacker_steps: int
    defender_steps: int
    retreat: int
    attacker_first: Attrition | None = None
    defender_first: Attrition | None = None
    rules: tuple[str, ...] = ()

    @property
    def vacated(self) -> bool:
        """Whether the defender leaves the hex, his own steps apart."""
        return self.retreat > 0 or self.printed.defender_eliminated


def additional_losses(attack: Attack) -> int:
    """EF-16.3 - what an asterisk costs besides: no attack supply, a mandated attack, works."""
    works = Feature.FORTIFIED_POINT in attack.target or behind_line(attack)
    return (not attack.attack_supply) + attack.mandated + works


def armour_attrition(attack: Attack) -> bool:
    """EF-AA - red steps attack, armour or anti-armour defends, no engineer is claimed."""
    red = any(unit.red for unit in attack.units)
    return red and bool(attack.defender_arms & ANTI_ARMOUR) and not engineer_claimed(attack)


class Facing(NamedTuple):
    """What is known of an attack before the throw; `column` is -1 below 1-4."""

    column: int
    modifiers: tuple[Modifier, ...]
    drm: int
    additional: int
    engineer: bool
    armour: bool
    order: DefenceOrder
    second_step: bool
    charts: Charts


def assess(attack: Attack) -> Facing:
    """EF-12, EF-15 - everything that the throw needs, reckoned once."""
    check(attack)
    reached = place(attack)
    if is_below(attack) and not attack.declared:
        raise Forbidden("EF-12", "an attack is declared at 1-4 or better")
    granted = modifiers(attack)
    return Facing(
        reached,
        granted,
        sum(modifier.value for modifier in granted),
        additional_losses(attack),
        engineer_claimed(attack),
        armour_attrition(attack),
        attack.order,
        not (attack.defender_german or attack.target & SHELTER),
        attack.charts,
    )


BELOW: Final = parse_result("e/-")
"""EF-12 - a ratio that falls below 1-4 after the declaration eliminates the attackers."""


def aftermath(battle: Facing, die: int) -> Aftermath:
    """EF-16 - the cell of a throw, the order of the defender, and the asterisk."""
    table = battle.charts.results
    printed = BELOW if battle.column < 0 else table.result(battle.column, die + battle.drm)
    defender, hexes, rules = _ordered(battle, printed)
    attacker = printed.attacker_steps + battle.additional * printed.asterisk
    if printed.asterisk and battle.additional:
        rules = (*rules, "EF-16.3")
    if battle.engineer and printed.asterisk and attacker:
        return Aftermath(
            printed, attacker, defender, hexes, Attrition.ENGINEER, None, (*rules, "EF-16.3")
        )
    if battle.armour and printed.asterisk and printed.attacker_steps:
        his = Attrition.ANTI_ARMOUR if defender else None
        return Aftermath(
            printed, attacker, defender, hexes, Attrition.ARMOUR, his, (*rules, "EF-AA")
        )
    return Aftermath(printed, attacker, defender, hexes, rules=rules)


def _ordered(battle: Facing, printed: Result) -> tuple[int, int, tuple[str, ...]]:
    """EF-14, EF-16.6 - steps and hexes of a retreat result, as the defender's order has it."""
    steps = printed.defender_steps
    if not printed.retreat:
        return steps, 0, ()
    if battle.order is DefenceOrder.NO_RETREAT:
        return steps + 1 + battle.second_step, 0, ("EF-14",)
    if battle.order is DefenceOrder.ADDITIONAL_RETREAT:
        return max(steps - 1, 0), battle.charts.retreat_hexes["additional"], ("EF-14", "EF-16.6")
    return steps, battle.charts.retreat_hexes["hexes"], ("EF-16.6",)


def resolve(attack: Attack, die: int) -> Aftermath:
    """EF-15, EF-16 - the result of one throw."""
    return aftermath(assess(attack), die)
