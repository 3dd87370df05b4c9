"""15, 17.1 - Strengths, artillery, odds, modifiers and the throw, from the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from games.eastfront.lu_front import (
    GERMAN,
    MAP,
    SOVIET,
    asked,
    bits,
    declare,
    fight,
    front,
    offered,
    play,
    region,
    to_combat,
)
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import combat
from grognard.games.eastfront.charts import Feature
from grognard.games.eastfront.declaring import declared
from grognard.games.eastfront.units import Arm, Unit

if TYPE_CHECKING:
    from grognard.games.eastfront.combat import Attack
    from grognard.games.eastfront.engaged import Battle
    from grognard.games.eastfront.state import Luga

FIRST = ("G-1-Pz", "G-1-S1", "G-1-S2", "G-1-Rec")
MOT = ("G-36-I1", "G-36-I2", "G-36-Rec")


def battle(
    state: Luga, target: str, *attackers: str, supply: bool = True, also: tuple[str, ...] = ()
) -> Battle:
    side = state.scenario.pieces[state.scenario.by_id[attackers[0]]].side
    return declared(state, side, region(target, *also), bits(*attackers), supply)


def case(stacks: dict[str, list[str]], target: str, *attackers: str, **facts: object) -> Attack:
    """Return an attack with attack supply by these units of a position."""
    supply = bool(facts.pop("supply", True))
    state = front(stacks, segment="german movement", **facts)  # type: ignore[arg-type]
    return rules.attack_case(state, battle(state, target, *attackers, supply=supply))


def reasons(attack: Attack) -> dict[str, int]:
    return {one.reason: one.value for one in combat.modifiers(attack)}


# 15.1 Strengths


def test_15_1_all_attackers_and_all_units_of_the_hex() -> None:
    """15.1 - 6 + 4 on 5 + 1 + 1: guns and HQs in the hex defend with their own defence."""
    found = case(
        {"1209": ["G-1-Pz", "G-1-S1"], "1109": ["S-281", "S-519", "S-HQK"]}, "1109", *FIRST[:2]
    )
    assert (combat.strength(found), found.defence) == (10, 7)


def test_15_1_steps_lost_lower_the_factors() -> None:
    """15.1, 1.2 - a regiment of one step attacks with 2, a division of one defends with 2."""
    found = case({"1209": ["G-1-S1:1"], "1109": ["S-281:1"]}, "1109", "G-1-S1")
    assert (combat.strength(found), found.defence) == (2, 2)


def test_15_1_attackers_in_swamp_are_halved() -> None:
    """15.1 - 0612 is swamp: 4 and 4 become 4."""
    stacks = {"0612": ["G-58-IR154", "G-58-IR209"], "0611": ["S-48"]}
    assert combat.strength(case(stacks, "0611", "G-58-IR154", "G-58-IR209")) == 4


def test_15_1_attackers_across_a_major_river_are_halved() -> None:
    """15.1, LU-R54 - over the Luga by 0609-0610: 4 becomes 2, whoever else attacks."""
    stacks = {"0609": ["G-58-IR154"], "0611": ["G-58-IR209"], "0610": ["S-48"]}
    assert combat.strength(case(stacks, "0610", "G-58-IR154")) == 2
    assert combat.strength(case(stacks, "0610", "G-58-IR154", "G-58-IR209")) == 6


def test_15_1_armour_into_a_city_is_halved() -> None:
    """15.1 - Luga 1719: the regiment's 6 is 3, the rifles keep 4; the fraction falls once."""
    stacks = {"1718": ["G-1-Pz", "G-1-S1", "G-8-Pz"], "1719": ["S-48"]}
    assert combat.strength(case(stacks, "1719", "G-1-Pz", "G-1-S1")) == 7
    stacks["1718"] = ["G-6-Pz", "G-1-S1"]
    assert combat.strength(case(stacks, "1719", "G-6-Pz", "G-1-S1")) == 6, "2½ + 4"


def test_15_1_defence_is_never_halved() -> None:
    """15.1 - a division in swamp, in mud, across a river defends with all it has."""
    stacks = {"0611": ["G-269"], "0612": ["S-281"]}
    assert combat.defence_total(case(stacks, "0612", "G-269", weather="mud")) == 5


def test_15_1_artillery_alone_defends_with_its_defence() -> None:
    """15.1, 15.2 - its support has nothing to support: 1, not 4."""
    state = front({"1209": ["G-269"], "1109": ["S-519"]})
    declare(state, "1109", "G-269")
    fight(to_combat(state), "1109", defence=["S-519"])
    assert state.battle is not None
    found = rules.attack_case(state, state.battle)
    assert (found.defence_artillery, combat.defence_total(found)) == (3, 1)


# 15.2 Artillery


GUNS = {"1309": ["G-269"], "1209": ["G-A411"], "1311": ["G-A412"], "1410": ["G-A413"]}


def fought(state: Luga, target: str, *attackers: str, supplied: bool = True) -> Luga:
    """Go to the moment at which the attacker names his guns."""
    declare(state, target, *attackers)
    if supplied:
        state.supplied_attacks = (1,)
    to_combat(state)
    return play(state, f"resolve {target}")


def test_15_2_guns_within_range_support() -> None:
    """15.2 - range 2 reaches 1308 from 1209, not from 1311; range 3 reaches it from 1410."""
    state = fought(front({**GUNS, "1308": ["S-281"]}), "1308", "G-269")
    assert offered(state) == {"support G-A411", "support G-A413", "fight"}


def test_15_2_no_guns_without_attack_supply() -> None:
    """15.2, 6.4 - the attack has +2 and no artillery."""
    state = fought(front({**GUNS, "1308": ["S-281"]}), "1308", "G-269", supplied=False)
    assert offered(state) == {"fight"}
    assert state.battle is not None
    assert reasons(rules.attack_case(state, state.battle)) == {"no attack supply": 2}


def test_15_2_each_gun_once_in_a_phase() -> None:
    """15.2, LU-R27 - the second attack has no gun that fired in the first."""
    stacks = {"1309": ["G-269", "G-SSP"], "1209": ["G-A411"], "1308": ["S-281"], "1208": ["S-FB"]}
    state = front(stacks)
    declare(state, "1308", "G-269")
    declare(state, "1208", "G-SSP")
    state.supplied_attacks = (1, 2)
    fight(to_combat(state), "1308", "G-A411", die=10)
    while asked(state) != "NextAttack":
        play(state, min(offered(state)))
    play(state, "resolve 1208")
    assert "support G-A411" not in offered(state)


def test_15_2_four_german_guns() -> None:
    """15.2 - the fifth is not taken."""
    near = ["G-A411", "G-A412", "G-A413", "G-A56", "G-A562"]
    state = fought(front({"1309": ["G-269"], "1310": near, "1308": ["S-281"]}), "1308", "G-269")
    for gun in near[:4]:
        play(state, f"support {gun}")
    assert offered(state) == {"fight"}


@pytest.mark.parametrize(
    ("hq", "facts", "guns"),
    [
        ({"1107": ["S-HQK"]}, {}, 2),
        ({}, {}, 1),
        ({"1107": ["S-HQK"]}, {"inoperational": ["S-HQK"]}, 1),
        ({"1502": ["S-HQK"]}, {}, 1),
    ],
)
def test_15_2_one_soviet_gun_two_under_one_hq(
    hq: dict[str, list[str]], facts: dict[str, object], guns: int
) -> None:
    """15.2, 7.3, LU-R55 - an operational HQ with both guns in its radius allows the second."""
    stacks = {"1209": ["G-269"], "1109": ["S-281"], "1108": ["S-519", "S-541", "S-51"], **hq}
    state = fought(front(stacks, **facts), "1109", "G-269")  # type: ignore[arg-type]
    play(state, "fight")
    for gun in ("S-519", "S-541")[:guns]:
        play(state, f"support {gun}")
    assert offered(state) == {"enough"}


def test_15_2_an_idle_hq_near_the_hex_leaves_one_gun() -> None:
    """7.3 - even where another HQ is operational."""
    stacks = {"1209": ["G-269"], "1109": ["S-281"], "1108": ["S-519", "S-541"]}
    stacks |= {"1107": ["S-HQK"], "1007": ["S-HQL"]}
    state = fought(front(stacks, inoperational=["S-HQL"]), "1109", "G-269")
    play(state, "fight", "support S-519")
    assert offered(state) == {"enough"}


def test_15_2_support_counts_for_no_more_than_what_it_supports() -> None:
    """15.2 - 7 points of guns behind a battalion of 2 count for 2; behind a defence of 1, for 1."""
    stacks = {
        "1309": ["G-8-Rec"],
        "1310": ["G-A411", "G-A413"],
        "1308": ["S-FB"],
        "1307": ["S-519"],
    }
    state = fought(front(stacks), "1308", "G-8-Rec")
    play(state, "support G-A411", "support G-A413", "fight", "support S-519", "enough")
    assert state.battle is not None
    found = rules.attack_case(state, state.battle)
    assert (combat.attack_total(found), combat.defence_total(found)) == (4, 2)


def test_15_2_halved_in_mud_and_into_swamp() -> None:
    """15.2 - 7 is 3 in mud and into swamp, 1 in both; the defender's guns only in mud."""
    stacks = {"0611": ["G-269"], "0612": ["S-281"]}
    for weather, mine, his in (("dry", 3, 3), ("mud", 1, 1)):
        state = front(stacks, segment="german movement", weather=weather)
        found = rules.attack_case(state, battle(state, "0612", "G-269"))
        guns = (Unit(4, Arm.ARTILLERY), Unit(3, Arm.ARTILLERY))
        found = replace(found, units=(*found.units, *guns), defence_artillery=3)
        assert (combat.support(found), combat.defence_support(found)) == (mine, his)


def test_15_2_a_defenders_gun_in_a_zone_helps_its_own_hex_alone() -> None:
    """15.2, LU-R04 - the 519th beside the Germans; it supports the hex that it stands in."""
    stacks = {"1209": ["G-269", "G-SSP"], "1109": ["S-281"], "1208": ["S-11", "S-519"]}
    state = front(stacks)
    declare(state, "1109", "G-269")
    declare(state, "1208", "G-SSP")
    to_combat(state)
    other = play(state.copy(), "resolve 1109", "fight")
    assert "support S-519" not in offered(other)
    own = play(state.copy(), "resolve 1208", "fight")
    assert "support S-519" in offered(own)


@pytest.mark.parametrize("mark", ["unsupplied", "overrun"])
def test_15_2_guns_out_of_supply_or_run_over_are_silent(mark: str) -> None:
    """6.3, 11.4.4 - neither supports."""
    stacks = {"1209": ["G-269"], "1109": ["S-281"], "1108": ["S-519"]}
    state = fought(front(stacks, **{mark: ["S-519"]}), "1109", "G-269")  # type: ignore[arg-type]
    play(state, "fight")
    assert offered(state) == {"enough"}


def test_15_2_coast_guns_support_defence_only() -> None:
    """15.2 - Krasnaya Gorka reaches three hexes, for a defender."""
    stacks = {"1201": ["S-CoKG"], "1203": ["S-281"], "1204": ["G-269"]}
    attack = front(stacks, segment="soviet declaration")
    fought(attack, "1204", "S-281")
    assert "support S-CoKG" not in offered(attack)
    defence = fought(front(stacks), "1203", "G-269")
    play(defence, "fight")
    assert "support S-CoKG" in offered(defence)


# 15.3 Odds


@pytest.mark.parametrize(
    ("defender", "column"),
    [("S-281", "2-1"), ("S-268", "3-1"), ("S-HQK", "10-1"), ("S-177", "3-2")],
)
def test_15_3_the_highest_column_reached(defender: str, column: str) -> None:
    """15.3 - 10 to 5, 3, 1 and 6."""
    found = case({"1209": ["G-269"], "1109": [defender]}, "1109", "G-269")
    assert combat.column(found) == column


def test_15_3_below_1_to_4_it_is_fought_on_1_to_4_with_2_more() -> None:
    """15.3, LU-R23 - 2 to 8 becomes 2 to 11 by a reserve: 1-4, +2."""
    stacks = {
        "1209": ["G-8-Rec"],
        "1109": ["S-281", "S-268"],
        "1107": ["S-1TD-T"],
        "1007": ["S-HQK"],
    }
    state = front(stacks)
    play(declare(state, "1109", "G-8-Rec"), "done", "react S-1TD-T", "to 1109")
    state.supplied_attacks = (1,)
    fight(to_combat(state), "1109")
    assert state.battle is not None
    found = rules.attack_case(state, state.battle)
    assert found.defence == 12
    assert (combat.column(found), reasons(found)) == ("1-4", {"below 1-4": 2})


# 15.6 Modifiers


def test_15_6_the_engineer() -> None:
    """15.6 - -1 into a city, across a river or a line that he crosses, a town in mud; not else."""
    clear = {"1209": ["G-Pi1", "G-269"], "1109": ["S-48"]}
    assert "engineer" not in reasons(case(clear, "1109", "G-Pi1", "G-269"))
    city = {"1718": ["G-Pi1", "G-269"], "1719": ["S-48"]}
    assert reasons(case(city, "1719", "G-Pi1", "G-269"))["engineer"] == -1
    river = {"1409": ["G-269"], "1408": ["G-Pi1"], "1509": ["S-48"]}
    assert reasons(case(river, "1509", "G-Pi1", "G-269"))["engineer"] == -1
    apart = {"1409": ["G-269"], "1608": ["G-Pi1"], "1509": ["S-48"]}
    assert "engineer" not in reasons(case(apart, "1509", "G-Pi1", "G-269"))
    town = {"1309": ["G-269", "G-Pi1"], "1409": ["S-48"]}
    assert "engineer" not in reasons(case(town, "1409", "G-Pi1", "G-269"))
    assert reasons(case(town, "1409", "G-Pi1", "G-269", weather="mud"))["engineer"] == -1


def test_15_6_the_engineer_may_be_spared() -> None:
    """15.6, LU-R60 - the attacker does not claim him; then he is not asked again."""
    state = front({"1718": ["G-Pi1", "G-269"], "1719": ["S-48"]})
    fought(state, "1719", "G-Pi1", "G-269")
    assert "unclaim" in offered(state)
    play(state, "unclaim")
    assert "unclaim" not in offered(state)
    assert state.battle is not None
    assert "engineer" not in reasons(rules.attack_case(state, state.battle))


@pytest.mark.parametrize(
    ("stacks", "target", "reason", "value"),
    [
        ({"0810": ["G-269"], "0710": ["S-48"]}, "0710", "city", 1),
        ({"1903": ["G-269"], "2003": ["S-48"]}, "2003", "major city", 2),
        ({"1409": ["G-269"], "1509": ["S-48"]}, "1509", "all attackers across a river", 1),
        ({"1013": ["G-269"], "1113": ["S-48"]}, "1113", "all attackers across a fortified line", 1),
        ({"1718": ["G-269"], "1719": ["S-48"]}, "1719", "fortified point", 1),
    ],
)
def test_15_6_ground(stacks: dict[str, list[str]], target: str, reason: str, value: int) -> None:
    """15.6 - each ground has its modifier."""
    assert reasons(case(stacks, target, "G-269"))[reason] == value


def test_15_6_a_town_counts_in_mud() -> None:
    """15.6 - Volosovo: nothing when dry, +1 in mud."""
    stacks = {"1309": ["G-269"], "1409": ["S-48"]}
    assert "town in mud or snow" not in reasons(case(stacks, "1409", "G-269"))
    assert reasons(case(stacks, "1409", "G-269", weather="mud"))["town in mud or snow"] == 1


def test_15_6_all_attackers_must_cross() -> None:
    """15.6 - one on the near side, and neither river nor line counts."""
    river = {"1409": ["G-269"], "1608": ["G-SSP"], "1509": ["S-48"]}
    assert "all attackers across a river" not in reasons(case(river, "1509", "G-269", "G-SSP"))
    line = {"1013": ["G-269"], "1213": ["G-SSP"], "1113": ["S-48"]}
    assert not reasons(case(line, "1113", "G-269", "G-SSP"))


def test_15_6_works_serve_the_soviets_alone() -> None:
    """15.6, 18.1, 18.2 - Germans in Luga have the city, not the point."""
    stacks = {"1718": ["S-281"], "1719": ["G-269"]}
    assert set(reasons(case(stacks, "1719", "S-281"))) == {"city"}
    inside = {"1113": ["S-281"], "1013": ["G-269"]}
    assert not reasons(case(inside, "1013", "S-281"))
    taken = {"1013": ["S-281"], "1113": ["G-269"]}
    assert not reasons(case(taken, "1113", "S-281")), "no side counts against the Soviets"
    state = front(stacks)
    state.destroyed = 0
    works = [rules.hex_features(state, MAP.hex("1719"), side) for side in (GERMAN, SOVIET)]
    assert [Feature.FORTIFIED_POINT in found for found in works] == [False, True]
    broken = {"1718": ["G-269"], "1719": ["S-48"]}
    assert set(reasons(case(broken, "1719", "G-269", destroyed=["1719"]))) == {"city"}
    breached = {"1013": ["G-269"], "1113": ["S-48"]}
    assert not reasons(case(breached, "1113", "G-269", breached=["1113"]))


def test_15_6_a_defender_out_of_supply_or_run_over() -> None:
    """15.6 - any of them: -1 for each of the two markers."""
    stacks = {"1209": ["G-269"], "1109": ["S-48", "S-11"]}
    assert reasons(case(stacks, "1109", "G-269", unsupplied=["S-11"])) == {
        "defender out of supply": -1
    }
    assert reasons(case(stacks, "1109", "G-269", overrun=["S-11"])) == {"overrun marker": -1}
    assert not reasons(case(stacks, "1109", "G-269", emergency=["S-11"]))


# 15.6.7 Combined arms


def arms(stacks: dict[str, list[str]], target: str, *attackers: str, **facts: object) -> bool:
    return "combined arms" in reasons(case(stacks, target, *attackers, **facts))


@pytest.mark.parametrize(
    ("partner", "combined"),
    [
        ("G-8-S1", True),
        ("G-8-Rec", True),
        ("G-Pi1", True),
        ("G-Pi56", False),
        ("G-269", False),
        ("G-Fl1", False),
    ],
)
def test_15_6_7_armour_and_its_partners(partner: str, combined: bool) -> None:
    """15.6.7, EF-CA - reconnaissance, motorised infantry, motorised engineers; not leg or flak."""
    stacks = {"1209": ["G-1-Pz", partner], "1109": ["S-48"]}
    assert arms(stacks, "1109", "G-1-Pz", partner) is combined


@pytest.mark.parametrize("defender", ["S-KUKS", "S-AT41", "S-AA41"])
def test_15_6_7_denied_by_the_defenders_types(defender: str) -> None:
    """15.6.7, EF-CA - armour, anti-tank or anti-aircraft in the hex."""
    stacks = {"1209": ["G-1-Pz", "G-8-S1"], "1109": ["S-48", defender]}
    assert not arms(stacks, "1109", "G-1-Pz", "G-8-S1")


def test_15_6_7_weather_and_lingering_mud() -> None:
    """15.6.7, 5.3 - dry only; a forest in which mud lingers counts as mud."""
    pair = ("G-1-Pz", "G-8-S1")
    forest, clear = {"1209": [*pair], "1210": ["S-48"]}, {"1209": [*pair], "1109": ["S-48"]}
    assert arms(forest, "1210", *pair)
    assert not arms(forest, "1210", *pair, lingering=True)
    assert arms(clear, "1109", *pair, lingering=True)
    assert not arms(clear, "1109", *pair, weather="mud")


@pytest.mark.parametrize(
    ("here", "target", "combined"),
    [
        ("1718", "1719", False),
        ("1903", "2003", False),
        ("0611", "0612", False),
        ("1409", "1509", False),
        ("1013", "1113", False),
        ("1209", "1210", True),
    ],
)
def test_15_6_7_ground(here: str, target: str, combined: bool) -> None:
    """15.6.7, EF-CA - not into swamp, cities or a point, nor if all cross a river or a line."""
    stacks = {here: ["G-1-Pz", "G-8-S1"], target: ["S-48"]}
    assert arms(stacks, target, "G-1-Pz", "G-8-S1") is combined


def test_15_6_7_only_germans_and_only_once() -> None:
    """15.6.7 - Soviet tanks with motor rifles have nothing; two pairs have -1."""
    soviet = {"1209": ["S-24TD-T", "S-24TD-M"], "1109": ["G-1-IR1"]}
    assert not arms(soviet, "1109", "S-24TD-T", "S-24TD-M")
    many = ("G-1-Pz", "G-8-Pz", "G-8-S1", "G-6-S1")
    found = reasons(case({"1209": [*many], "1109": ["S-48"]}, "1109", *many))
    assert found["combined arms"] == -1


# 15.6.8 Division integrity


def integrity(*attackers: str, supply: bool = True, **facts: object) -> int:
    stacks = {"1209": [*attackers], "1109": ["S-48", "S-AT41"]}
    found = reasons(case(stacks, "1109", *attackers, supply=supply, **facts))
    return found.get("complete panzer and motorised divisions", 0)


def test_15_6_8_a_panzer_division() -> None:
    """15.6.8, EF-PDIa - the regiment and two more of the same division, in any weather."""
    assert integrity(*FIRST) == -1
    assert integrity(*FIRST[:3]) == -1
    assert integrity(*FIRST[:3], weather="mud") == -1
    assert integrity(*FIRST[1:]) == 0, "without the regiment"
    assert integrity("G-1-Pz", "G-1-S1", "G-8-S1") == 0, "of two divisions"


def test_15_6_8_a_motorised_division_needs_a_panzer_division() -> None:
    """15.6.8, EF-PDIb - all its three units, and one complete panzer division for each."""
    assert integrity(*MOT) == 0
    assert integrity(*MOT, *FIRST) == -2
    assert integrity(*MOT[:2], *FIRST) == -1
    assert integrity(*MOT, *FIRST, "G-3-I1", "G-3-I2", "G-3-Rec") == -2, "one panzer, one motorised"


def test_15_6_8_out_of_supply() -> None:
    """15.6.8, EF-PDIc - a unit Out of Supply counts only with attack supply."""
    assert integrity(*FIRST[:3], unsupplied=["G-1-S1"]) == -1
    assert integrity(*FIRST[:3], supply=False, unsupplied=["G-1-S1"]) == 0
    assert integrity(*FIRST, supply=False, unsupplied=["G-1-S1"]) == -1, "three others are enough"


# 15.7 The throw, 17.1 air


def test_15_7_the_sum_counts_for_3_at_most() -> None:
    """15.7 - no supply +2, city +1 and point +1 are held to +3."""
    found = case({"1718": ["G-269"], "1719": ["S-48"]}, "1719", "G-269", supply=False)
    assert combat.net(found) == 3
    assert sum(one.value for one in combat.modifiers(found)[:-1]) == 4


def test_15_7_the_die_is_chances_after_the_players_own_fight() -> None:
    """15.7 - fight, then the defender's enough, then ten equal faces."""
    state = front({"1209": ["G-269"], "1109": ["S-48"]})
    fought(state, "1109", "G-269")
    play(state, "fight")
    assert asked(state) == "DefenceSupport"
    assert state.seat == SOVIET
    play(state, "enough")
    assert asked(state) == "Throw"
    assert len(state.options()) == 10


def test_17_1_one_air_point_each_the_attacker_first() -> None:
    """17.1, 15.6 - -1 for the attack, +1 for the defence; the points are spent."""
    state = front({"1209": ["G-269"], "1109": ["S-48"]}, air=(2, 1))
    fought(state, "1109", "G-269")
    play(state, "air")
    assert offered(state) == {"fight"}
    play(state, "fight", "air")
    assert offered(state) == {"enough"}
    assert state.air == [1, 0]
    play(state, "enough")
    assert state.battle is not None
    found = reasons(rules.attack_case(state, state.battle))
    assert found == {"air support of the attack": -1, "air support of the defence": 1}


def test_17_1_none_left_none_offered() -> None:
    """17.1 - a side without points is not asked."""
    state = fought(front({"1209": ["G-269"], "1109": ["S-48"]}), "1109", "G-269")
    assert offered(state) == {"fight"}
