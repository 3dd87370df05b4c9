"""EF-11.4 - overrun: the table, its odds, modifiers, prohibitions and worked examples."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction

import pytest

from grognard.engine.forbidden import Forbidden
from grognard.games.eastfront.charts import Feature, Weather
from grognard.games.eastfront.odds import in_sequence, next_overrun_ratio, overrun_odds, pursue
from grognard.games.eastfront.overrun import (
    OverrunCase,
    least_ratio,
    modifiers,
    net,
    resolve,
)

PANZER = OverrunCase(attack=16, defence=3)


def success(case: OverrunCase) -> Fraction:
    return overrun_odds(case).probability(lambda band: band.success)


def forbidden(case: OverrunCase) -> str:
    with pytest.raises(Forbidden) as error:
        overrun_odds(case)
    with pytest.raises(Forbidden):
        resolve(case, 1)
    return error.value.rule


def drm(case: OverrunCase, rule: str) -> list[int]:
    return [modifier.value for modifier in modifiers(case) if modifier.rule == rule]


def at(*features: Feature) -> frozenset[Feature]:
    return frozenset(features)


@pytest.mark.parametrize(
    ("die", "printed", "mine", "his"),
    [(2, "2-", 0, 1), (3, "3-7", 0, 0), (7, "3-7", 0, 0), (8, "8-10", 0, 0), (10, "8-10", 0, 0)],
)
def test_the_lines_of_the_table(die: int, printed: str, mine: int, his: int) -> None:
    """EF-11.4a - at 6-1 nothing modifies the die."""
    band = resolve(OverrunCase(18, 3), die)
    assert (band.printed, band.attacker_steps, band.defender_steps) == (printed, mine, his)
    assert band.success is (die <= 7)


def test_eleven_or_more_costs_the_stack_a_step() -> None:
    """EF-11.4a - the last line, reached by +2."""
    band = resolve(OverrunCase(17, 3), 9)
    assert (band.printed, band.attacker_steps, band.success) == ("11+", 1, False)


def test_the_least_ratio() -> None:
    """EF-11.4b - 5-1 German, 7-1 otherwise, 12-1 with an engineer against works."""
    assert forbidden(OverrunCase(14, 3)) == "EF-11.4b"
    assert success(OverrunCase(15, 3)) == Fraction(1, 2)
    assert forbidden(OverrunCase(20, 3, all_german=False)) == "EF-11.4b"
    assert success(OverrunCase(21, 3, all_german=False)) == Fraction(7, 10)
    works = (Feature.CITY, Feature.MAJOR_CITY, Feature.FORTIFIED_POINT, Feature.FORTIFIED_LINE)
    for work in works:
        case = OverrunCase(36, 3, features=at(work), engineer=True)
        assert least_ratio(case) == least_ratio(replace(case, all_german=False)) == 12
        assert success(case) == Fraction(7, 10)
        assert forbidden(replace(case, attack=35)) == "EF-11.4b"
        assert forbidden(replace(case, engineer=False)) == "EF-11.4b"


@pytest.mark.parametrize("case", [OverrunCase(16, 0), OverrunCase(0, 1)])
def test_odds_need_factors_on_both_sides(case: OverrunCase) -> None:
    """EF-11.4b - a zero defence is impossible."""
    assert forbidden(case) == "EF-11.4b"


@pytest.mark.parametrize(
    ("odds", "german", "value"),
    [
        (5, True, 2),
        (6, True, 0),
        (7, True, -1),
        (9, True, -1),
        (10, True, -2),
        (13, True, -2),
        (14, True, -3),
        (30, True, -3),
        (7, False, 0),
        (8, False, 0),
        (9, False, -1),
        (11, False, -1),
        (12, False, -2),
        (30, False, -2),
    ],
)
def test_one_modifier_for_odds(odds: int, german: bool, value: int) -> None:
    """EF-11.4c - the last line reached, never two."""
    case = OverrunCase(3 * odds + 2, 3, all_german=german)
    assert drm(case, "EF-11.4c") == ([value] if value else [])


def test_the_defender_modifiers_add_up() -> None:
    """EF-11.4d - marker -1, all soft -1, strength of 4 or more +1."""
    assert drm(replace(PANZER, marker=True), "EF-11.4d") == [-1]
    assert drm(replace(PANZER, soft=True), "EF-11.4d") == [-1]
    assert drm(OverrunCase(24, 4), "EF-11.4d") == [1]
    assert drm(OverrunCase(24, 4, marker=True, soft=True), "EF-11.4d") == [-1, -1, 1]
    assert drm(PANZER, "EF-11.4d") == []


@pytest.mark.parametrize(
    "feature",
    [
        Feature.RIVER,
        Feature.FORTIFIED_LINE,
        Feature.HILL,
        Feature.MARSH,
        Feature.FOREST,
        Feature.CITY,
        Feature.MAJOR_CITY,
        Feature.FORTIFIED_POINT,
    ],
)
def test_each_difficult_terrain_adds_two(feature: Feature) -> None:
    """EF-11.4e - and they add up with each other."""
    case = OverrunCase(45, 3, features=at(feature), engineer=True)
    assert drm(case, "EF-11.4e") == [2]
    other = Feature.FOREST if feature is not Feature.FOREST else Feature.RIVER
    assert drm(replace(case, features=at(feature, other)), "EF-11.4e") == [2, 2]


def test_town_and_clear_add_nothing() -> None:
    """EF-11.4e - a town is less than the city of the sheet."""
    assert net(replace(PANZER, features=at(Feature.TOWN))) == net(PANZER) == 2


def test_the_sum_is_kept_within_three() -> None:
    """EF-11.4f - both ways, and shown as a line of its own."""
    forest_river = replace(PANZER, features=at(Feature.FOREST, Feature.RIVER))
    assert (net(forest_river), drm(forest_river, "EF-11.4f")) == (3, [-3])
    headquarters = OverrunCase(16, 1, soft=True)
    assert (net(headquarters), drm(headquarters, "EF-11.4f")) == (-3, [1])
    assert drm(PANZER, "EF-11.4f") == []


def test_no_overrun_in_mud_or_snow() -> None:
    """EF-11.4g - an overrun in mud is refused in the rule's name."""
    assert forbidden(replace(PANZER, weather=Weather.MUD)) == "EF-11.4g"
    assert forbidden(replace(PANZER, weather=Weather.SNOW)) == "EF-11.4g"
    assert success(replace(PANZER, weather=Weather.FROST)) == Fraction(1, 2)


@pytest.mark.parametrize(
    "feature",
    [Feature.MAJOR_RIVER, Feature.SEA, Feature.LAKE, Feature.MOUNTAIN, Feature.ALPS],
)
def test_no_overrun_across_or_into_the_impassable(feature: Feature) -> None:
    """EF-11.4g - major river, sea and lake sides, mountain and alps, in any weather."""
    for weather in (Weather.DRY, Weather.FROST):
        assert forbidden(replace(PANZER, features=at(feature), weather=weather)) == "EF-11.4g"


def test_swamp_only_in_frost() -> None:
    """EF-11.4g - no terrain modifier either when it is frozen."""
    swamp = replace(PANZER, features=at(Feature.SWAMP))
    assert forbidden(swamp) == "EF-11.4g"
    assert net(replace(swamp, weather=Weather.FROST)) == 2


@pytest.mark.parametrize(
    "case",
    [
        replace(PANZER, able=False),
        replace(PANZER, supplied=False),
        replace(PANZER, together=False),
        replace(PANZER, in_other_zone=True),
    ],
)
def test_who_may_not_overrun(case: OverrunCase) -> None:
    """EF-11.4b - before any odds: unit types, supply, one stack from the start, other zones."""
    assert forbidden(case) == "EF-11.4"


def test_the_printed_example() -> None:
    """EF-EX - 17 against 3 is 5-1 and +2; combined arms and integrity do not count."""
    chart = overrun_odds(OverrunCase(attack=17, defence=3))
    assert chart.column == "5-1"
    assert [(modifier.rule, modifier.value) for modifier in chart.modifiers] == [("EF-11.4c", 2)]
    assert chart.probability(lambda band: band.success) == Fraction(1, 2)
    asked = {field.name for field in fields(OverrunCase)}
    assert not asked & {"combined_arms", "integrity", "panzer_divisions", "air", "artillery"}


def test_the_worked_overrun_of_the_luga() -> None:
    """EF-11.4a - 8 Pz Div 16 on 4 DNO 3: 50, 30, 20 %; a 4 succeeds; with the marker 60 %."""
    lines = {line.result.printed: line for line in overrun_odds(PANZER).possibilities}
    assert {name: line.chance for name, line in lines.items()} == {
        "3-7": Fraction(5, 10),
        "8-10": Fraction(3, 10),
        "11+": Fraction(2, 10),
    }
    assert lines["3-7"].dice == (1, 2, 3, 4, 5)
    assert resolve(PANZER, 4).success
    assert success(replace(PANZER, marker=True)) == Fraction(6, 10)


def test_the_other_overruns_of_the_luga() -> None:
    """EF-11.4f - forest, a reduced division, a headquarters, a city, Soviet tanks, the line."""
    assert success(replace(PANZER, features=at(Feature.FOREST))) == Fraction(4, 10)
    assert forbidden(OverrunCase(16, 4)) == "EF-11.4b"
    assert success(OverrunCase(16, 2)) == Fraction(8, 10)
    headquarters = overrun_odds(OverrunCase(16, 1, soft=True))
    assert headquarters.probability(lambda band: band.success) == 1
    assert headquarters.probability(lambda band: band.defender_steps == 1) == Fraction(5, 10)
    assert forbidden(OverrunCase(16, 2, features=at(Feature.CITY))) == "EF-11.4b"
    assert forbidden(OverrunCase(16, 2, features=at(Feature.CITY), engineer=True)) == "EF-11.4b"
    assert success(OverrunCase(7, 1, all_german=False, soft=True)) == Fraction(8, 10)
    assert forbidden(OverrunCase(16, 3, features=at(Feature.FORTIFIED_LINE))) == "EF-11.4b"


@pytest.mark.parametrize(
    ("value", "chance"), [(-3, 10), (-2, 9), (-1, 8), (0, 7), (1, 6), (2, 5), (3, 4)]
)
def test_the_chance_by_net_modifier(value: int, chance: int) -> None:
    """EF-11.4a - 100 % at -3 down to 40 % at +3, by real cases."""
    cases = {
        -3: OverrunCase(42, 3),
        -2: OverrunCase(30, 3),
        -1: OverrunCase(21, 3),
        0: OverrunCase(18, 3),
        1: replace(PANZER, marker=True),
        2: PANZER,
        3: replace(PANZER, features=at(Feature.FOREST)),
    }
    assert net(cases[value]) == value
    assert success(cases[value]) == Fraction(chance, 10)


def test_overruns_in_sequence_stop_at_the_first_failure() -> None:
    """EF-11.4a - 50 % and then 70 %: both 35 %, one 15 %, none 50 %."""
    done = in_sequence([PANZER, OverrunCase(18, 3)])
    assert dict(done) == {0: Fraction(50, 100), 1: Fraction(15, 100), 2: Fraction(35, 100)}


def test_a_pursuit_meets_marked_and_weaker_defenders() -> None:
    """EF-11.4d - 16 on 3, again with the marker: 50 % then 60 %; twice 30 %."""
    assert pursue(PANZER, [3, 2], 2).chance(2) == Fraction(30, 100)
    # 8-1, -1: step on 1-3, push on 4-8. After a step 16-1 with its marker always succeeds;
    # after a push 8-1 with the marker is -2: 90 %.
    weak = OverrunCase(16, 2)
    exact = Fraction(3, 10) + Fraction(5, 10) * Fraction(9, 10)
    assert pursue(weak, [2, 1], 2).chance(2) == exact
    # With no step to lose, the step ends it.
    assert pursue(weak, [2], 3).chance(3) == Fraction(3, 10) + Fraction(5, 10) * (
        Fraction(4, 10) + Fraction(5, 10) * Fraction(9, 10)
    )


def test_one_more_factor_names_the_attack_of_the_next_line() -> None:
    """EF-11.4c - 16 on 3 needs 18 for 6-1; nothing lies beyond 14-1."""
    assert next_overrun_ratio(PANZER) == 18
    assert next_overrun_ratio(OverrunCase(42, 3)) is None
    assert next_overrun_ratio(OverrunCase(24, 3, all_german=False)) == 27
