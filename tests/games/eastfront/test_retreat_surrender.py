"""EF-16.6.6 retreat through an enemy zone, EF-21 Soviet surrender."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from grognard.engine.forbidden import Forbidden
from grognard.games.eastfront import retreat, surrender
from grognard.games.eastfront.odds import artillery_value, retreat_odds, surrender_odds
from grognard.games.eastfront.retreat import RetreatCase
from grognard.games.eastfront.surrender import Garrison, SupplyMarker, SurrenderCase

if TYPE_CHECKING:
    from grognard.games.eastfront.charts import ChartLine


def crosses(case: RetreatCase) -> Fraction:
    return retreat_odds(case).probability(lambda line: line.success)


def surrenders(case: SurrenderCase) -> Fraction:
    return surrender_odds(case).probability(lambda line: line.success)


def test_three_or_less_succeeds() -> None:
    """EF-16.6.6a - 4 or more fails; the face 0 is 10, so 30 %."""
    assert [retreat.resolve(RetreatCase(), die).success for die in (1, 3, 4, 10)] == [
        True,
        True,
        False,
        False,
    ]
    assert crosses(RetreatCase()) == Fraction(3, 10)


def test_all_german_two_less() -> None:
    """EF-16.6.6b - 50 %."""
    assert crosses(RetreatCase(all_german=True)) == Fraction(5, 10)


def test_forest_two_less() -> None:
    """EF-16.6.6c - 50 %, and with Germans 70 %."""
    assert crosses(RetreatCase(forest=True)) == Fraction(5, 10)
    assert crosses(RetreatCase(all_german=True, forest=True)) == Fraction(7, 10)


def test_artillery_two_more() -> None:
    """EF-16.6.6d - 10 %, however much of it."""
    assert crosses(RetreatCase(artillery=1)) == crosses(RetreatCase(artillery=3)) == Fraction(1, 10)


def test_the_owner_may_first_eliminate_the_artillery() -> None:
    """EF-16.6.6e - 30 % again; steps saved: 1/10 of 2 against 3/10 of 1, so he does."""
    case = RetreatCase(artillery=1, steps=2)
    assert crosses(retreat.without_artillery(case)) == Fraction(3, 10)
    solved = artillery_value(case)
    assert solved.values["owner"] == Fraction(3, 10)
    assert solved.decisions[0].chosen == "eliminate"
    assert solved.decisions[0].options == (
        ("keep", Fraction(2, 10)),
        ("eliminate", Fraction(3, 10)),
    )


def test_artillery_is_kept_where_it_is_most_of_the_stack() -> None:
    """EF-16.6.6e - with one other step, eliminating the guns would leave nothing after crossing."""
    solved = artillery_value(RetreatCase(artillery=3, steps=1))
    assert solved.decisions[0].chosen == "keep"
    assert solved.values["owner"] == Fraction(3, 10)


def test_without_the_steps_there_is_no_advice() -> None:
    """EF-16.6.6e - the steps of the other units decide, and are not guessed."""
    with pytest.raises(Forbidden, match=r"EF-16\.6\.6e.*--steps"):
        artillery_value(RetreatCase(artillery=1))
    few, many = (artillery_value(RetreatCase(artillery=3, steps=steps)) for steps in (1, 9))
    assert (few.decisions[0].chosen, many.decisions[0].chosen) == ("keep", "eliminate")


@pytest.mark.parametrize("case", [RetreatCase(), RetreatCase(artillery=1, steps=0)])
def test_only_artillery_among_others_can_be_eliminated(case: RetreatCase) -> None:
    """EF-16.6.6e - there must be guns, and something else to save."""
    with pytest.raises(Forbidden, match=r"EF-16\.6\.6e"):
        retreat.without_artillery(case)


@pytest.mark.parametrize(
    ("case", "text"),
    [
        (RetreatCase(vacant=2), retreat.TWO_HEXES),
        (RetreatCase(additional=True), retreat.ADDITIONAL),
        (RetreatCase(steps=1), retreat.LAST_STEP),
    ],
)
def test_what_eliminates_without_a_throw(case: RetreatCase, text: ChartLine) -> None:
    """EF-16.6.6a - a second vacant zone, an additional retreat, the last step."""
    assert {retreat.resolve(case, die) for die in range(1, 11)} == {text}
    assert crosses(case) == 0


@pytest.mark.parametrize(
    ("case", "rule"),
    [
        (RetreatCase(vacant=0), "EF-16.6.6a"),
        (RetreatCase(artillery=-1), "EF-16.6.6d"),
        (RetreatCase(steps=0), "EF-16.6.6a"),
    ],
)
def test_where_no_throw_is_made(case: RetreatCase, rule: str) -> None:
    """EF-16.6.6a - no vacant zone hex, or no stack."""
    with pytest.raises(Forbidden) as error:
        retreat_odds(case)
    assert error.value.rule == rule


def test_the_worked_retreat_of_the_luga() -> None:
    """EF-16.6.6a - 281 RD and howitzers 10 %, without them 30 %, forest 50 %; German 50, 70 %."""
    stack = RetreatCase(artillery=1, steps=2)
    assert retreat.steps_crossing(stack) == 2
    assert crosses(stack) == Fraction(1, 10)
    alone = retreat.without_artillery(stack)
    assert retreat.steps_crossing(alone) == 1
    assert crosses(alone) == Fraction(3, 10)
    assert crosses(replace(alone, forest=True)) == Fraction(5, 10)
    assert crosses(replace(alone, all_german=True)) == Fraction(5, 10)
    assert crosses(replace(alone, all_german=True, forest=True)) == Fraction(7, 10)
    assert crosses(replace(alone, vacant=2)) == 0


def test_one_or_two_surrenders() -> None:
    """EF-21a - 20 % without modifiers."""
    assert [surrender.resolve(SurrenderCase(), die).success for die in (1, 2, 3)] == [
        True,
        True,
        False,
    ]
    assert surrenders(SurrenderCase()) == Fraction(2, 10)


@pytest.mark.parametrize(
    ("case", "rule", "value"),
    [
        (SurrenderCase(headquarters=True), "EF-21b", 1),
        (SurrenderCase(guards=True), "EF-21c", 1),
        (SurrenderCase(place=True), "EF-21d", 1),
        (SurrenderCase(supply=SupplyMarker.EMERGENCY), "EF-21e", -1),
        (SurrenderCase(supply=SupplyMarker.OUT), "EF-21f", -2),
        (SurrenderCase(garrison=Garrison.MILITIA), "EF-21g", -1),
        (SurrenderCase(garrison=Garrison.COASTAL), "EF-21h", -2),
    ],
)
def test_each_line_of_the_surrender_sheet(case: SurrenderCase, rule: str, value: int) -> None:
    """EF-21b +1, EF-21c +1, EF-21d +1, EF-21e -1, EF-21f -2, EF-21g -1, EF-21h -2."""
    assert [modifier[:2] for modifier in surrender.modifiers(case)] == [(rule, value)]
    assert surrenders(case) == Fraction(2 - value, 10)


def test_the_worked_surrenders_of_the_luga() -> None:
    """EF-21a - (a) to (e): 2 DNO, Kingisepp, Luga, the coast batteries, 1 Guards DNO."""
    dno = SurrenderCase(headquarters=True, supply=SupplyMarker.OUT, garrison=Garrison.MILITIA)
    assert (surrender.net(dno), surrenders(dno)) == (-2, Fraction(4, 10))
    assert surrenders(replace(dno, headquarters=False)) == Fraction(5, 10)
    kingisepp = SurrenderCase(place=True, supply=SupplyMarker.EMERGENCY)
    assert (surrender.net(kingisepp), surrenders(kingisepp)) == (0, Fraction(2, 10))
    later = replace(kingisepp, supply=SupplyMarker.OUT)
    assert (surrender.net(later), surrenders(later)) == (-1, Fraction(3, 10))
    assert surrenders(replace(later, headquarters=True)) == Fraction(2, 10)
    luga = SurrenderCase(headquarters=True, guards=True, place=True, supply=SupplyMarker.OUT)
    assert (surrender.net(luga), surrenders(luga)) == (1, Fraction(1, 10))
    coast = SurrenderCase(supply=SupplyMarker.OUT, garrison=Garrison.COASTAL)
    assert (surrender.net(coast), surrenders(coast)) == (-4, Fraction(6, 10))
    guards = SurrenderCase(guards=True, supply=SupplyMarker.OUT, garrison=Garrison.MILITIA)
    assert (surrender.net(guards), surrenders(guards)) == (-2, Fraction(4, 10))


def test_a_city_with_a_headquarters_never_surrenders() -> None:
    """EF-21a - +2: even a 1 is 3."""
    assert surrenders(SurrenderCase(place=True, headquarters=True)) == 0


@pytest.mark.parametrize(
    ("case", "rule"),
    [
        (SurrenderCase(soviet=False), "EF-21"),
        (SurrenderCase(never=True), "EF-21"),
        (SurrenderCase(threatened=False), "EF-21"),
        (SurrenderCase(can_trace=True), "EF-21"),
        (SurrenderCase(guards=True, garrison=Garrison.COASTAL), "EF-21h"),
    ],
)
def test_who_does_not_throw_for_surrender(case: SurrenderCase, rule: str) -> None:
    """EF-21a - Axis, trains, hexes not threatened or with a way out; and against EF-21h."""
    with pytest.raises(Forbidden) as error:
        surrender_odds(case)
    assert error.value.rule == rule
