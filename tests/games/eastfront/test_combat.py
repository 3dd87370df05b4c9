"""EF-15, EF-16, EF-CA, EF-PDI, EF-AA - the declared attack and its worked examples."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from grognard.engine.forbidden import Forbidden
from grognard.games.eastfront.charts import Feature, Weather, load_charts
from grognard.games.eastfront.combat import (
    Attack,
    Attrition,
    DefenceOrder,
    assess,
    attack_total,
    column,
    defence_total,
    modifiers,
    net,
    resolve,
    strength,
    support,
)
from grognard.games.eastfront.odds import (
    Weights,
    combat_odds,
    next_column,
    orders_value,
    summarise,
)
from grognard.games.eastfront.units import Arm, Division, DivisionKind, Unit, complete_divisions

LINE = frozenset({Feature.FORTIFIED_LINE})
PLAIN = Attack((Unit(6),), defence=3)


def panzer(
    name: str, regiment: int, rifles: int = 2, recon: bool = True, **facts: object
) -> list[Unit]:
    """Return a panzer division: its red regiment, rifle regiments of 4, and a battalion of 2."""
    own = Division(name, DivisionKind.PANZER)
    units = [Unit(regiment, Arm.ARMOUR, red=True, division=own)]
    units += [Unit(4, Arm.MOTORISED, division=own)] * rifles
    units += [Unit(2, Arm.RECONNAISSANCE, division=own)] * recon
    return [replace(unit, **facts) for unit in units]  # type: ignore[arg-type]


def motorised(name: str, recon: bool = True, needed: int | None = None) -> list[Unit]:
    own = Division(name, DivisionKind.MOTORISED, needed)
    units = [Unit(4, Arm.MOTORISED, division=own)] * 2
    return units + [Unit(2, Arm.RECONNAISSANCE, division=own)] * recon


def drms(attack: Attack) -> dict[str, int]:
    return {modifier.reason: modifier.value for modifier in modifiers(attack)}


def rules(attack: Attack) -> dict[str, int]:
    return {modifier.rule: modifier.value for modifier in modifiers(attack)}


def retreats(attack: Attack) -> Fraction:
    return combat_odds(attack).probability(lambda result: result.retreat > 0)


# The four worked attacks of the opening and the full attack of turn 4


def opening_a() -> Attack:
    units = [*panzer("1 Pz", 6, crosses=LINE), Unit(1, Arm.ENGINEER, crosses=LINE)]
    units.append(Unit(3, Arm.ARTILLERY))
    return Attack(tuple(units), 3, 2, weather=Weather.MUD)


def opening_b() -> Attack:
    regiments = [Unit(4, Arm.MOTORISED, crosses=LINE)] * 2 + [Unit(4, crosses=LINE)]
    return Attack((*regiments, Unit(4, Arm.ARTILLERY)), 3, 3, weather=Weather.MUD)


def opening_c() -> Attack:
    units = [*panzer("6 Pz", 5, recon=False, crosses=LINE), Unit(1, Arm.ENGINEER, crosses=LINE)]
    return Attack((*units, Unit(3, Arm.ARTILLERY)), 5, 2, weather=Weather.MUD)


def opening_d() -> Attack:
    units = (
        Unit(4, crosses=LINE),
        Unit(4, crosses=LINE),
        Unit(2, Arm.RECONNAISSANCE, crosses=LINE),
    )
    return Attack(units, 3, weather=Weather.MUD)


def test_opening_attacks_of_the_luga() -> None:
    """EF-PDIa - A 18:4 4-1 -1 90 %; B 14:4 3-1 +1; C 15:6 2-1 -1; D 10:3 3-1 +1, each 60 %."""
    expected = [
        (opening_a(), 18, 4, "4-1", -1, 9),
        (opening_b(), 14, 4, "3-1", 1, 6),
        (opening_c(), 15, 6, "2-1", -1, 6),
        (opening_d(), 10, 3, "3-1", 1, 6),
    ]
    for attack, factors, defence, name, drm, faces in expected:
        assert (attack_total(attack), defence_total(attack)) == (factors, defence)
        assert (column(attack), net(attack)) == (name, drm)
        assert retreats(attack) == Fraction(faces, 10)


def test_all_four_opening_attacks_and_at_least_one() -> None:
    """EF-15 - 19 % for all four, 99 % for one or more, of the exact fractions."""
    chances = [retreats(attack) for attack in (opening_a(), opening_b(), opening_c(), opening_d())]
    every, none = Fraction(1), Fraction(1)
    for chance in chances:
        every, none = every * chance, none * (1 - chance)
    assert (round(100 * every), round(100 * (1 - none))) == (19, 99)


def test_the_opening_attacks_cost_a_step_or_so() -> None:
    """EF-16.3 - each asterisk costs one more across the line: 0.8 to 1.4 German steps."""
    for attack in (opening_a(), opening_b(), opening_c(), opening_d()):
        mean = summarise(combat_odds(attack)).attacker_steps
        assert Fraction(7, 10) < mean < Fraction(15, 10)


def test_the_attack_on_luga() -> None:
    """EF-15.6 - 23 on 9 is 2-1, line +1, engineer -1: R on half the faces."""
    units = (
        Unit(9, crosses=LINE),
        Unit(10, crosses=LINE),
        Unit(1, Arm.ENGINEER, crosses=LINE),
        Unit(4, Arm.ARTILLERY),
        Unit(3, Arm.ARTILLERY),
    )
    arms = frozenset({Arm.ANTITANK})
    attack = Attack(units, 7, 5, weather=Weather.MUD, defender_arms=arms)
    assert (attack_total(attack), defence_total(attack)) == (23, 9)
    assert (column(attack), net(attack), retreats(attack)) == ("2-1", 0, Fraction(1, 2))


def moloskovitsy() -> Attack:
    guns = [Unit(4, Arm.ARTILLERY), Unit(3, Arm.ARTILLERY)]
    return Attack((*panzer("1 Pz", 6), *motorised("36 Mot"), *guns), 5, 3)


def test_the_full_attack_of_the_luga() -> None:
    """EF-CA, EF-PDIa, EF-PDIb - 33:8 4-1, divisions and arms -3; 6: -/1R, 10: 1*/1R."""
    attack = moloskovitsy()
    assert (attack_total(attack), defence_total(attack), column(attack)) == (33, 8, "4-1")
    assert rules(attack) == {"EF-CA": -1, "EF-PDIa": -2}
    assert resolve(attack, 6).printed.text == "-/1R"
    assert resolve(attack, 10).printed.text == "1*/1R"
    assert net(replace(attack, air=True)) == -3
    assert rules(replace(attack, air=True))["EF-15.7"] == 1


def test_the_full_attack_without_the_reconnaissance() -> None:
    """EF-PDIa - a motorised division less a unit does not count: -2 and 31:8 = 3-1."""
    attack = moloskovitsy()
    units = tuple(
        unit
        for unit in attack.units
        if not (unit.division == Division("36 Mot", DivisionKind.MOTORISED) and unit.factor == 2)
    )
    less = replace(attack, units=units)
    assert (attack_total(less), column(less), net(less)) == (31, "3-1", -2)


def test_the_full_attack_against_tanks() -> None:
    """EF-AA - 33:12 2-1, no combined arms, integrity -2, air -1; 8: 1*/1R, armour first."""
    tanks = replace(moloskovitsy(), defence=9, defender_arms=frozenset({Arm.ARMOUR}), air=True)
    assert (column(tanks), net(tanks)) == ("2-1", -3)
    assert "EF-CA" not in rules(tanks)
    result = resolve(tanks, 8)
    assert (result.printed.text, result.attacker_steps) == ("1*/1R", 1)
    assert (result.attacker_first, result.defender_first) == (
        Attrition.ARMOUR,
        Attrition.ANTI_ARMOUR,
    )
    assert "EF-AA" in result.rules
    over = tuple(replace(unit, crosses=LINE) for unit in tanks.units)
    # Across the line: +1, so the same row is a 7; the asterisk costs another step.
    again = resolve(replace(tanks, units=over), 7)
    assert (again.printed.text, again.attacker_steps) == ("1*/1R", 2)


# Odds


@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [
        (1, 4, "1-4"),
        (1, 3, "1-3"),
        (1, 2, "1-2"),
        (7, 10, "1-2"),
        (3, 4, "3-4"),
        (9, 10, "3-4"),
        (4, 4, "1-1"),
        (7, 5, "1-1"),
        (3, 2, "3-2"),
        (19, 10, "3-2"),
        (2, 1, "2-1"),
        (59, 6, "9-1"),
        (60, 6, "10-1"),
        (99, 1, "10-1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, name: str) -> None:
    """EF-15 - the last column reached; above 10-1 use 10-1."""
    assert column(Attack((Unit(attack),), defence)) == name


def test_below_1_4_is_not_declared_and_if_it_falls_so_low_eliminates() -> None:
    """EF-12 - refused at the declaration, fatal after it."""
    low = Attack((Unit(1),), 5)
    with pytest.raises(Forbidden, match="EF-12"):
        combat_odds(low)
    fallen = combat_odds(replace(low, declared=True))
    assert [line.text for line in fallen.possibilities] == ["e/-"]
    assert summarise(fallen, attacker=3, defender=2).attacker_eliminated == 1
    assert summarise(fallen, attacker=3, defender=2).attacker_steps == 3


@pytest.mark.parametrize(
    ("attack", "text"),
    [
        (Attack((Unit(5),), 0), "defence of 1 or more"),
        (Attack((Unit(5, Arm.ARTILLERY),), 3), "attack of 1 or more"),
        (replace(PLAIN, defence_artillery=-1), "not negative"),
        (replace(PLAIN, units=(Unit(9), *[Unit(1, Arm.ARTILLERY)] * 5)), "at most 4"),
        (Attack((Unit(9, german=False), *[Unit(1, Arm.ARTILLERY, german=False)] * 2), 3), "most 1"),
    ],
)
def test_attacks_the_charts_cannot_answer(attack: Attack, text: str) -> None:
    """EF-15 - no defence, no attack, too much artillery."""
    with pytest.raises(Forbidden, match=f"EF-15: .*{text}"):
        assess(attack)


def test_a_soviet_headquarters_allows_two_artillery_units() -> None:
    """EF-15, EF-R16 - three are too many."""
    guns = [Unit(1, Arm.ARTILLERY, german=False)]
    attack = Attack((Unit(9, german=False), *guns * 2), 3, soviet_headquarters=True)
    assert attack_total(attack) == 11
    assert combat_odds(attack).column == "3-1"
    with pytest.raises(Forbidden, match="at most 2"):
        assess(replace(attack, units=(*attack.units, *guns)))


def test_halvings_sum_first_and_drop_the_fraction() -> None:
    """EF-15 - out of swamp, over a major river, armour into a city; frost undoes the first two."""
    swamp = Attack((Unit(3, from_swamp=True), Unit(3, from_swamp=True)), 1)
    assert strength(swamp) == 3
    assert strength(replace(swamp, weather=Weather.FROST)) == 6
    river = Attack((Unit(5, crosses=frozenset({Feature.MAJOR_RIVER})), Unit(2)), 1)
    assert strength(river) == 4
    assert strength(replace(river, weather=Weather.SNOW)) == 7
    city = Attack((Unit(6, Arm.ARMOUR, red=True), Unit(4)), 1, target=frozenset({Feature.CITY}))
    assert strength(city) == 7
    assert strength(replace(city, target=frozenset())) == 10
    both = Attack((Unit(6, red=True, from_swamp=True),), 1, target=frozenset({Feature.MAJOR_CITY}))
    assert strength(both) == 1


def test_artillery_is_halved_in_mud_and_into_swamp_and_capped() -> None:
    """EF-15 - never above what it supports, none without attack supply."""
    attack = Attack((Unit(5), Unit(4, Arm.ARTILLERY), Unit(3, Arm.ARTILLERY)), 3, 7)
    assert (support(attack), defence_total(attack)) == (5, 6)
    mud = replace(attack, weather=Weather.MUD)
    assert (support(mud), defence_total(mud)) == (3, 6)
    swamp = replace(attack, target=frozenset({Feature.SWAMP}))
    assert (support(swamp), support(replace(swamp, weather=Weather.FROST))) == (3, 5)
    assert support(replace(attack, attack_supply=False)) == 0


# Modifiers


@pytest.mark.parametrize(
    ("attack", "reason", "value"),
    [
        (replace(PLAIN, air=True), "air support of the attack", -1),
        (replace(PLAIN, defending_air=True), "air support of the defence", 1),
        (replace(PLAIN, defender_out_of_supply=True), "defender out of supply", -1),
        (replace(PLAIN, overrun_marker=True), "overrun marker", -1),
        (replace(PLAIN, target=frozenset({Feature.CITY})), "city", 1),
        (replace(PLAIN, target=frozenset({Feature.MAJOR_CITY})), "major city", 2),
        (replace(PLAIN, target=frozenset({Feature.FORTIFIED_POINT})), "fortified point", 1),
        (replace(PLAIN, attack_supply=False), "no attack supply", 2),
        (replace(PLAIN, order=DefenceOrder.NO_RETREAT), "order not to retreat", 1),
    ],
)
def test_each_modifier_of_an_attack(attack: Attack, reason: str, value: int) -> None:
    """EF-15.6, EF-14 - one at a time."""
    assert drms(attack) == {reason: value}
    assert combat_odds(attack).total == value


def test_works_help_the_soviet_defender_only() -> None:
    """EF-15.6 - major city and fortified point."""
    target = frozenset({Feature.MAJOR_CITY, Feature.FORTIFIED_POINT})
    assert drms(replace(PLAIN, target=target)) == {"major city": 2, "fortified point": 1}
    assert drms(replace(PLAIN, target=target, defender_german=True)) == {}


@pytest.mark.parametrize("weather", list(Weather))
def test_a_town_counts_in_mud_and_snow(weather: Weather) -> None:
    """EF-15.6 - +1, and an engineer helps there."""
    attack = replace(PLAIN, target=frozenset({Feature.TOWN}), weather=weather)
    bad = weather in (Weather.MUD, Weather.SNOW)
    assert drms(attack) == ({"town in mud or snow": 1} if bad else {})
    helped = replace(attack, units=(Unit(6), Unit(1, Arm.ENGINEER)))
    assert net(helped) == 0


@pytest.mark.parametrize("feature", [Feature.RIVER, Feature.FORTIFIED_LINE])
def test_a_hexside_counts_only_if_all_attackers_cross_it(feature: Feature) -> None:
    """EF-15.6 - artillery does not matter; an engineer who crosses takes it off."""
    over = frozenset({feature})
    attack = Attack((Unit(3, crosses=over), Unit(3, crosses=over), Unit(2, Arm.ARTILLERY)), 3)
    assert net(attack) == 1
    assert net(replace(attack, units=(*attack.units, Unit(1)))) == 0
    engineer = Unit(1, Arm.ENGINEER, crosses=over)
    helped = replace(attack, units=(*attack.units, engineer))
    assert net(helped) == 0
    assert net(replace(helped, claim_engineer=False)) == 1
    idle = replace(attack, units=(*attack.units, replace(engineer, crosses=frozenset())))
    assert drms(idle) == {}


def test_the_sum_is_kept_within_three() -> None:
    """EF-15.7 - +2 +2 = +3, shown as a line of its own."""
    attack = replace(PLAIN, attack_supply=False, target=frozenset({Feature.MAJOR_CITY}))
    assert net(attack) == 3
    assert rules(attack)["EF-15.7"] == -1


# Combined arms


def combined(**facts: object) -> Attack:
    units = (Unit(6, Arm.ARMOUR, red=True), Unit(4, Arm.MOTORISED))
    return replace(Attack(units, 3), **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize("weather", list(Weather))
def test_combined_arms_in_dry_and_frost_only(weather: Weather) -> None:
    """EF-CA - -1 in dry and frost weather, none in mud or snow."""
    good = weather in (Weather.DRY, Weather.FROST)
    assert rules(combined(weather=weather)) == ({"EF-CA": -1} if good else {})


@pytest.mark.parametrize("arm", [Arm.ARMOUR, Arm.ANTITANK, Arm.ANTIAIRCRAFT])
def test_combined_arms_are_denied_by_the_defenders_types(arm: Arm) -> None:
    """EF-CA - red armour, anti-tank, anti-aircraft; infantry does not deny."""
    assert rules(combined(defender_arms=frozenset({arm}))) == {}
    assert rules(combined(defender_arms=frozenset({Arm.INFANTRY}))) == {"EF-CA": -1}


@pytest.mark.parametrize(
    "arm", [Arm.RECONNAISSANCE, Arm.MOTORISED, Arm.MOTORCYCLE, Arm.ENGINEER, Arm.INFANTRY]
)
def test_armour_combines_with_motorised_arms(arm: Arm) -> None:
    """EF-CA - reconnaissance, motorised infantry, motorcycles, engineers; not foot; once only."""
    red = Unit(6, Arm.ARMOUR, red=True)
    attack = combined(units=(red, red, Unit(4, arm)))
    assert rules(attack) == ({} if arm is Arm.INFANTRY else {"EF-CA": -1})
    assert rules(combined(units=(Unit(4, arm), Unit(4, arm)))) == {}
    russians = tuple(replace(unit, german=False) for unit in attack.units)
    assert rules(combined(units=russians)) == {}


@pytest.mark.parametrize(
    "feature",
    [
        Feature.CITY,
        Feature.MAJOR_CITY,
        Feature.FORTIFIED_POINT,
        Feature.MOUNTAIN,
        Feature.ALPS,
        Feature.SWAMP,
    ],
)
def test_terrain_bars_combined_arms(feature: Feature) -> None:
    """EF-CA - where terrain allows; swamp allows it when frozen."""
    attack = combined(target=frozenset({feature}))
    assert "EF-CA" not in rules(attack)
    frozen = replace(attack, weather=Weather.FROST)
    assert ("EF-CA" in rules(frozen)) is (feature is Feature.SWAMP)


@pytest.mark.parametrize("side", [Feature.RIVER, Feature.MAJOR_RIVER, Feature.FORTIFIED_LINE])
def test_hexsides_bar_combined_arms_if_all_required_units_cross(side: Feature) -> None:
    """EF-CA - one of them on the near side is enough."""
    over = frozenset({side})
    red, rifles = combined().units
    assert "EF-CA" not in rules(
        combined(units=(replace(red, crosses=over), replace(rifles, crosses=over), Unit(9)))
    )
    assert "EF-CA" in rules(combined(units=(replace(red, crosses=over), rifles)))


def test_combined_arms_may_be_given_instead_of_derived() -> None:
    """EF-CA - the asker's word stands for the units, not for weather or defender."""
    given = replace(PLAIN, combined_arms=True)
    assert rules(given) == {"EF-CA": -1}
    assert rules(replace(given, weather=Weather.MUD)) == {}
    assert rules(combined(combined_arms=False)) == {}


# Division integrity


def test_a_panzer_division_needs_its_regiment_and_two_more() -> None:
    """EF-PDIa - three of four with the panzer regiment, in any weather."""
    full = panzer("1 Pz", 6)
    assert complete_divisions(full, attack_supply=True, charts=load_charts()) == (1, 0)
    assert complete_divisions(full[:3], attack_supply=True, charts=load_charts()) == (1, 0)
    assert complete_divisions(full[1:], attack_supply=True, charts=load_charts()) == (0, 0)
    assert complete_divisions(full[:2], attack_supply=True, charts=load_charts()) == (0, 0)
    for weather in Weather:
        attack = Attack(tuple(full), 3, weather=weather)
        assert rules(attack)["EF-PDIa"] == -1


def test_each_complete_division_counts() -> None:
    """EF-PDIa - two panzer divisions -2; only Germans have it."""
    two = (*panzer("1 Pz", 6), *panzer("6 Pz", 5))
    assert rules(Attack(two, 3))["EF-PDIa"] == -2
    foreign = tuple(replace(unit, german=False) for unit in two)
    assert "EF-PDIa" not in rules(Attack(foreign, 3))


def test_a_motorised_division_needs_a_panzer_division_of_its_own() -> None:
    """EF-PDIb - alone it gives nothing; two need two."""
    thirty_sixth, third = motorised("36 Mot"), motorised("3 Mot")
    one, other = panzer("1 Pz", 6), panzer("6 Pz", 5)

    def integrity(*units: Unit) -> int:
        return rules(Attack(units, 3)).get("EF-PDIa", 0)

    assert integrity(*thirty_sixth) == 0
    assert integrity(*one, *thirty_sixth) == -2
    assert integrity(*one, *thirty_sixth, *third) == -2
    # Four divisions: -4, of which the cap leaves -3.
    assert integrity(*one, *other, *thirty_sixth, *third) == -4
    assert integrity(*one, *motorised("LAH", recon=False)) == -1
    assert integrity(*one, *motorised("LAH", recon=False, needed=2)) == -2


def test_units_out_of_supply_do_not_count_without_attack_supply() -> None:
    """EF-PDIc - with attack supply they do; a fourth unit may make good for one."""
    units = panzer("1 Pz", 6, recon=False)
    starved = [units[0], replace(units[1], out_of_supply=True), units[2]]
    assert complete_divisions(starved, attack_supply=False, charts=load_charts()) == (0, 0)
    assert complete_divisions(starved, attack_supply=True, charts=load_charts()) == (1, 0)
    spare = [*starved, panzer("1 Pz", 6)[3]]
    assert complete_divisions(spare, attack_supply=False, charts=load_charts()) == (1, 0)


def test_divisions_may_be_given_instead_of_derived() -> None:
    """EF-PDIb - one panzer and two motorised: only one of them is matched."""
    attack = replace(PLAIN, panzer_divisions=1, motorised_divisions=2)
    assert rules(attack) == {"EF-PDIa": -2}


# Asterisk, attrition, orders


def test_an_asterisk_costs_more_without_attack_supply_under_mandate_and_against_works() -> None:
    """EF-16.3 - +1 step for each, also for a bare asterisk; nothing without one."""
    bare = Attack((Unit(6),), 2)
    assert (resolve(bare, 5).printed.text, resolve(bare, 5).attacker_steps) == ("*/1R", 0)
    mandated = resolve(replace(bare, mandated=True), 5)
    assert (mandated.printed.text, mandated.attacker_steps) == ("*/1R", 1)
    fort = resolve(replace(bare, target=frozenset({Feature.FORTIFIED_POINT})), 4)
    assert (fort.printed.text, fort.attacker_steps) == ("*/1R", 1)
    unsupplied = resolve(replace(bare, attack_supply=False), 3)
    assert (unsupplied.printed.text, unsupplied.attacker_steps) == ("*/1R", 1)
    assert "EF-16.3" in unsupplied.rules
    assert resolve(replace(bare, mandated=True), 1).attacker_steps == 0


def attrition(units: tuple[Unit, ...], *arms: Arm, die: int = 6) -> Attrition | None:
    return resolve(Attack(units, 2, defender_arms=frozenset(arms)), die).attacker_first


def test_armour_attrition_needs_armour_anti_armour_asterisk_and_number() -> None:
    """EF-AA - at 3-1 a 6 is 1*/1R, a 5 is */1R, a 3 is -/1R."""
    red = (Unit(6, Arm.ARMOUR, red=True),)
    for arm in (Arm.ARMOUR, Arm.ANTITANK, Arm.ANTIAIRCRAFT):
        assert attrition(red, arm) is Attrition.ARMOUR
    assert attrition(red, Arm.INFANTRY) is None
    assert attrition((Unit(6, Arm.ARMOUR),), Arm.ARMOUR) is None
    assert attrition(red, Arm.ARMOUR, die=5) is None
    assert attrition(red, Arm.ARMOUR, die=3) is None


def test_the_defender_loses_armour_first_only_if_he_loses_steps() -> None:
    """EF-AA - 1*/- leaves him out of it."""
    attack = Attack((Unit(6, red=True),), 6, defender_arms=frozenset({Arm.ANTITANK}))
    both, alone = resolve(attack, 4), resolve(attack, 5)
    assert (both.printed.text, both.defender_first) == ("1*/1", Attrition.ANTI_ARMOUR)
    assert (alone.printed.text, alone.attacker_first, alone.defender_first) == (
        "1*/-",
        Attrition.ARMOUR,
        None,
    )


def test_a_claimed_engineer_takes_the_first_loss_instead() -> None:
    """EF-AA - engineer attrition goes before armour attrition."""
    units = (Unit(13, red=True), Unit(1, Arm.ENGINEER))
    city = Attack(units, 2, target=frozenset({Feature.CITY}), defender_arms=frozenset({Arm.ARMOUR}))
    assert column(city) == "3-1"
    assert resolve(city, 6).attacker_first is Attrition.ENGINEER
    unclaimed = resolve(replace(city, claim_engineer=False), 5)
    assert unclaimed.attacker_first is Attrition.ARMOUR


def test_an_order_not_to_retreat_turns_r_into_steps() -> None:
    """EF-14 - one step for Germans or in shelter, two for others in the open; +1 to the die."""
    attack = replace(PLAIN, units=(Unit(9),), order=DefenceOrder.NO_RETREAT)
    held = resolve(attack, 2)
    assert (held.printed.text, held.defender_steps, held.retreat) == ("-/1R", 3, 0)
    assert resolve(replace(attack, defender_german=True), 2).defender_steps == 2
    assert resolve(replace(attack, target=frozenset({Feature.FOREST})), 2).defender_steps == 2
    stands = resolve(attack, 8)
    assert (stands.printed.text, stands.defender_steps) == ("1*/1", 1)


def test_an_additional_retreat_saves_a_step_and_goes_three_hexes() -> None:
    """EF-14 - only where the result is a retreat."""
    attack = replace(PLAIN, units=(Unit(9),), order=DefenceOrder.ADDITIONAL_RETREAT)
    result = resolve(attack, 2)
    assert (result.printed.text, result.defender_steps, result.retreat) == ("-/1R", 0, 3)
    assert resolve(replace(attack, order=DefenceOrder.NONE), 2).retreat == 2
    assert resolve(attack, 8).defender_steps == 1


def test_the_defender_gives_the_order_that_serves_him_best() -> None:
    """EF-14 - for the hex he holds it, for the steps he runs; brute force over the orders."""
    attack = Attack((Unit(12),), 3)
    ground = orders_value(attack, Weights(0, 1), attacker=4, defender=6)
    assert ground.decisions[0].chosen == "no-retreat"
    saved = orders_value(attack, Weights(1, 0), attacker=4, defender=6)
    assert saved.decisions[0].chosen == "additional-retreat"
    values = []
    for order in DefenceOrder:
        thrown = [resolve(replace(attack, order=order), die) for die in range(1, 11)]
        lost = sum(min(r.defender_steps, 6) - min(r.attacker_steps, 4) for r in thrown)
        values.append(Fraction(lost, 10))
    assert saved.values["attacker"] == min(values)


def test_the_summary_counts_a_hex_left_by_death_too() -> None:
    """EF-16 - a one-step defender who loses a step leaves the hex."""
    chart = combat_odds(Attack((Unit(6),), 3))
    blind, known = summarise(chart), summarise(chart, attacker=5, defender=1)
    assert blind.hex_vacated == blind.retreats == Fraction(5, 10)
    # 2-1: every face with a defender's loss, 1-7.
    assert known.hex_vacated == known.defender_eliminated == Fraction(7, 10)
    assert known.defender_steps == Fraction(7, 10)
    assert blind.defender_eliminated == 0


def test_one_more_factor_names_the_total_of_the_next_column() -> None:
    """EF-15 - 33 on 8 needs 40 for 5-1; 5 on 8 needs 6 for 3-4; nothing lies beyond 10-1."""
    assert next_column(moloskovitsy()) == 40
    assert next_column(Attack((Unit(5),), 8)) == 6
    assert next_column(Attack((Unit(30),), 3)) is None


@pytest.mark.parametrize(
    ("figures", "rule"),
    [
        ({"panzer_divisions": -4}, "EF-PDIa"),
        ({"motorised_divisions": -1}, "EF-PDIa"),
    ],
)
def test_a_number_of_divisions_is_not_negative(figures: dict[str, int], rule: str) -> None:
    """EF-PDIa - minus four divisions are no bonus of the defender."""
    attack = Attack((Unit(9),), 3)
    with pytest.raises(Forbidden) as error:
        combat_odds(replace(attack, **figures))  # type: ignore[arg-type]
    assert error.value.rule == rule


def test_bonuses_given_as_figures_are_the_germans_alone() -> None:
    """EF-CA, EF-PDIa - no Soviet attacker has either."""
    soviet = Attack((Unit(9, german=False),), 3, defender_german=True)
    for figures, rule in (({"panzer_divisions": 1}, "EF-PDIa"), ({"combined_arms": True}, "EF-CA")):
        with pytest.raises(Forbidden) as error:
            combat_odds(replace(soviet, **figures))
        assert error.value.rule == rule
