"""The worked examples of the Luga Line, and the sheet's own, played on the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from games.eastfront.lu_front import (
    CAMPAIGN,
    MAP,
    SOVIET,
    asked,
    bits,
    declare,
    fight,
    front,
    left,
    offered,
    play,
    to_combat,
    where,
    without,
)
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import combat, overrun, overrunning, sequence, surrendering
from grognard.games.eastfront.load import load
from grognard.games.eastfront.odds import combat_odds, overrun_odds, surrender_odds
from grognard.games.eastfront.retreating import crossing_case
from grognard.games.eastfront.surrender import net as surrender_net

if TYPE_CHECKING:
    from grognard.games.eastfront.state import Luga

EIGHTH = ("G-8-Pz", "G-8-S1", "G-8-S2", "G-8-Rec")
FIRST = ("G-1-Pz", "G-1-S1", "G-1-S2", "G-1-Rec")


def reading(state: Luga) -> tuple[int, int, str | None, int]:
    """Return attack, defence, column and modifier of the attack that is about to be thrown for."""
    assert state.battle is not None
    case = rules.attack_case(state, state.battle)
    totals = combat.attack_total(case), combat.defence_total(case)
    return *totals, combat.column(case), combat.net(case)


def retreats(state: Luga) -> float:
    """Return the chance of an R."""
    assert state.battle is not None
    found = combat_odds(rules.attack_case(state, state.battle))
    return float(found.probability(lambda after: after.retreat > 0))


# The opening of 8 August


@pytest.fixture
def opening() -> Luga:
    """Return the campaign's start with the four attacks out of the bridgeheads declared."""
    state = play(sequence.begin(CAMPAIGN), "done")
    declare(state, "1113", *FIRST, "G-Pi1", supplied=True)
    declare(state, "1012", "G-36-I1", "G-36-I2", "G-1-IR43", supplied=True)
    declare(state, "0911", "G-6-Pz", "G-6-S1", "G-6-S2", "G-Pi6", supplied=True)
    declare(state, "1011", "G-1-IR1", "G-1-IR22", "G-6-Rec", supplied=True)
    return to_combat(state)


def test_opening_a_18_on_4_across_the_line(opening: Luga) -> None:
    """15 - 1 Pz Div, pioneers and the 21 cm on 1113: 4-1, -1, an R on 1 to 9."""
    fight(opening, "1113", "G-A413", defence=["S-94"])
    assert reading(opening) == (18, 4, "4-1", -1)
    assert retreats(opening) == 0.9


def test_opening_b_without_the_howitzers_in_a_zone(opening: Luga) -> None:
    """15.2, LU-R04 - the 519th in the zone of 0912 cannot help 1012: 14 to 3, 4-1, +1, 70 %."""
    play(opening, "resolve 1012", "support G-A411", "fight")
    assert "support S-519" not in offered(opening)
    play(opening, "enough")
    assert reading(opening) == (14, 3, "4-1", 1)
    assert retreats(opening) == 0.7


def test_opening_c_6_pz_div_on_2_dno(opening: Luga) -> None:
    """15 - 15 to 6, 2-1, -1: 60 %; the guns of 0913 stand in a zone and support the attack."""
    fight(opening, "0911", "G-A412", defence=["S-2DNO-A"])
    assert reading(opening) == (15, 6, "2-1", -1)
    assert retreats(opening) == 0.6


def test_opening_d_infantry_on_1011(opening: Luga) -> None:
    """15.1 - 10 on 2 DNO 2 and the howitzers' own 1: 3-1, +1, 60 %."""
    fight(opening, "1011")
    assert reading(opening) == (10, 3, "3-1", 1)
    assert retreats(opening) == 0.6


def test_opening_all_four_and_at_least_one(opening: Luga) -> None:
    """15 - all four break the ring with 23 %, at least one with 99 %."""
    chances = []
    for hex_, guns, defence in (
        ("1113", ["G-A413"], ["S-94"]),
        ("1012", ["G-A411"], []),
        ("0911", ["G-A412"], ["S-2DNO-A"]),
        ("1011", [], []),
    ):
        chances.append(retreats(fight(opening.copy(), hex_, *guns, defence=defence)))
    every, none = 1.0, 1.0
    for chance in chances:
        every, none = every * chance, none * (1 - chance)
    assert round(every, 2) == 0.23
    assert round(1 - none, 2) == 1.0


def test_opening_at_luga_and_the_hex_beside_it() -> None:
    """12.2, 15 - 23 on 177 RD with guns under one HQ: 2-1, 0, 50 %; 1720 must be attacked too."""
    state = front(
        {
            "1620": ["G-SSP", "G-Pi56", "G-3-I1", "G-3-I2"],
            "1520": ["G-269"],
            "1521": ["G-A56"],
            "1421": ["G-A562", "G-HQ56"],
            "1619": ["S-177", "S-AT41"],
            "1719": ["S-541"],
            "1718": ["S-51", "S-HQL"],
            "1720": ["S-177-710", "S-UR260"],
        },
        turn=1,
        weather="mud",
    )
    declare(state, "1619", "G-SSP", "G-269", "G-Pi56", supplied=True)
    assert offered(state) == {"attack 1720", "withdraw 1619"}
    declare(state, "1720", "G-3-I1", "G-3-I2")
    fight(to_combat(state), "1619", "G-A56", "G-A562", defence=["S-541", "S-51"])
    assert reading(state) == (23, 9, "2-1", 0)
    assert retreats(state) == 0.5


# Overrun


def test_the_sheets_example_17_against_3() -> None:
    """EF-EX - a panzer division of 17 runs over a worn 2-3-3: 5-1, +2; integrity does not count."""
    state = front({"1110": [*EIGHTH, "G-Pi1"], "1109": ["S-268"]}, segment="german movement")
    play(state, "move G-8-Pz", "with G-8-S1", "with G-8-S2", "with G-8-Rec", "with G-Pi1")
    case = overrunning.case_of(state, state.group, MAP.hex("1109"))
    assert (case.attack, case.defence, overrun.ratio(case), overrun.net(case)) == (17, 3, 5, 2)
    assert overrun_odds(case).probability(lambda band: band.success) == 0.5
    play(state, "overrun 1109", "throw 5")
    assert asked(state) == "RetreatTo"


def eighth_at_1109() -> Luga:
    """8 Pz Div comes from 1111 by 1110 against 4 DNO in 1109."""
    state = front({"1111": EIGHTH, "1109": ["S-4DNO"]}, segment="german movement")
    play(state, "move G-8-Pz", "with G-8-S1", "with G-8-S2", "with G-8-Rec", "to 1110")
    return state


def test_overrun_of_4_dno() -> None:
    """11.4.3 - 16 to 3, +2: a roll of 4 makes 6, success; the German moves the loser two hexes."""
    state = eighth_at_1109()
    assert "overrun 1109" in offered(state)
    play(state, "overrun 1109", "throw 4")
    assert asked(state) == "RetreatTo"
    assert state.seat == 0
    play(state, "to 1108", "to 1107")
    assert where(state, "S-4DNO") == "1107"
    assert state.overrun == bits("S-4DNO")
    assert all(where(state, id_) == "1109" for id_ in EIGHTH)
    assert state.spent == 2 * 5, "5 of 10 points are left"


@pytest.mark.parametrize(
    ("die", "steps"), [(5, (3, 2)), (6, (3, 2)), (8, (3, 2)), (9, (2, 2)), (10, (2, 2))]
)
def test_overrun_of_4_dno_by_die(die: int, steps: tuple[int, int]) -> None:
    """11.4.3 - 1 to 5 success, 6 to 8 stop, 9 and 10 stop and lose a step."""
    state = play(eighth_at_1109(), "overrun 1109", f"throw {die}")
    if die <= 5:
        assert asked(state) == "RetreatTo"
        return
    if asked(state) == "Lose":
        play(state, "lose G-8-Pz")
    assert where(state, "G-8-Pz") == "1110"
    assert where(state, "S-4DNO") == "1109"
    assert (left(state, "G-8-Pz"), left(state, "S-4DNO")) == steps
    assert "move G-8-Pz" not in offered(state)


def overrun_case(stack: tuple[str, ...], here: str, target: str, *held: str) -> overrun.OverrunCase:
    """Return an overrun as the board has it."""
    segment = "german movement" if stack[0].startswith("G") else "soviet motorised"
    state = front({here: stack, target: held}, segment=segment)
    return overrunning.case_of(state, bits(*stack), MAP.hex(target))


def may(stack: tuple[str, ...], here: str, target: str, *held: str) -> bool:
    """Return whether the board allows an overrun."""
    segment = "german movement" if stack[0].startswith("G") else "soviet motorised"
    state = front({here: stack, target: held}, segment=segment)
    return bool(overrunning.targets(state, bits(*stack)))


def test_overrun_a_second_time() -> None:
    """EF-11.4d - 4 DNO with its marker: +2 -1, 60 %."""
    state = front({"1110": EIGHTH, "1109": ["S-4DNO"]}, overrun=["S-4DNO"])
    case = overrunning.case_of(state, bits(*EIGHTH), MAP.hex("1109"))
    assert overrun.net(case) == 1


def test_overrun_in_forest_is_capped() -> None:
    """EF-11.4e, EF-11.4f - in forest 1110 it would be +4, and counts for +3."""
    case = overrun_case(EIGHTH, "1111", "1110", "S-4DNO")
    assert sum(one.value for one in overrun.modifiers(case)[:-1]) == 4
    assert overrun.net(case) == 3


def test_overrun_of_1_guards_dno() -> None:
    """EF-11.4b - 16 to 4 is 4-1, too little; after a step 16 to 2 is 8-1, -1."""
    assert not may(EIGHTH, "1110", "1109", "S-1GDNO")
    assert may(EIGHTH, "1110", "1109", "S-1GDNO:1")
    assert overrun.net(overrun_case(EIGHTH, "1110", "1109", "S-1GDNO:1")) == -1


def test_overrun_of_a_lone_hq() -> None:
    """EF-11.4d - 16-1, -3 and -1 are capped at -3: always, and 1 to 5 eliminate it."""
    case = overrun_case(EIGHTH, "1110", "1109", "S-HQK")
    found = overrun_odds(case)
    assert overrun.net(case) == -3
    assert found.probability(lambda band: band.success) == 1
    assert found.probability(lambda band: band.defender_steps > 0) == 0.5


def test_overrun_of_a_city_takes_12_to_1_and_an_engineer() -> None:
    """EF-11.4b - Kingisepp held by a battalion of 2: 8-1 is too little, and a pioneer is needed."""
    assert not may(EIGHTH, "0709", "0710", "S-UR263")
    assert not may((*EIGHTH, "G-Pi1"), "0709", "0710", "S-UR263")
    strong = (*EIGHTH[:3], *FIRST[:3], "G-Pi1")
    assert overrun_case(strong, "0709", "0710", "S-UR263").attack == 29
    assert may(strong, "0709", "0710", "S-UR263")
    assert not may(strong[:-1], "0709", "0710", "S-UR263")


def test_overrun_by_24_tank_division() -> None:
    """EF-11.4b, EF-11.4d - 7 against a gun battalion alone: 7-1, allowed, 0 and -1: 80 %."""
    stack = ("S-24TD-T", "S-24TD-M", "S-KUKS")
    case = overrun_case(stack, "2022", "2021", "G-A411")
    assert may(stack, "2022", "2021", "G-A411")
    assert (overrun.ratio(case), overrun.net(case)) == (7, -1)
    assert float(overrun_odds(case).probability(lambda band: band.success)) == 0.8


def test_overrun_across_the_line() -> None:
    """EF-11.4b - out of 1013 into 1113 over the fortified side: 12-1 and a pioneer."""
    case = overrun_case(EIGHTH, "1013", "1113", "S-UR263")
    assert overrun.least_ratio(case) == 12
    assert not may(EIGHTH, "1013", "1113", "S-519")
    assert may((*EIGHTH, "G-Pi1"), "1013", "1113", "S-519")


# Retreat through an enemy zone


def moloskovitsy() -> Luga:
    """281 RD and the 519th in 1009 are attacked from 1010 and 0910."""
    return front(
        {
            "1009": ["S-281", "S-519"],
            "1010": ["G-SSP"],
            "0910": ["G-269"],
            "0908": ["G-1-IR1"],
            "1209": ["G-1-IR22"],
            "1110": ["G-121"],
            "1012": ["G-HQ41"],
            "0808": ["G-1-IR43"],
        },
        turn=4,
    )


def test_retreat_through_a_zone_at_moloskovitsy() -> None:
    """16.6.6 - 1008 is vacant in a zone, 1108 free: a step first, then +2 with the guns, else 0."""
    state = moloskovitsy()
    declare(state, "1009", "G-SSP", "G-269", supplied=True)
    fight(to_combat(state), "1009", die=3)
    assert asked(state) == "Lose"
    play(state, "lose S-281")
    assert left(state, "S-281") == 2
    while asked(state) == "RetreatTo":
        assert "to 1008" in offered(state)
        play(state, "to 1008")
    assert asked(state) == "GiveUp"
    burdened = play(state.copy(), "keep", "lose S-281")
    case = crossing_case(burdened, SOVIET, bits("S-281", "S-519"), MAP.hex("1008"))
    assert (left(burdened, "S-281"), case.artillery) == (1, 1)
    kept = [play(burdened.copy(), f"throw {die}") for die in range(1, 11)]
    assert [where(one, "S-281") for one in kept].count(None) == 9
    freed = play(state.copy(), "give_up")
    assert where(freed, "S-519") is None
    assert left(freed, "S-281") == 1, "the step is lost before the throw"
    through = [play(freed.copy(), f"throw {die}") for die in range(1, 11)]
    assert [where(one, "S-281") for one in through] == ["1108"] * 3 + [None] * 7


# Surrender


def surrender_at(
    hex_: str, stack: tuple[str, ...], hq: str = "", *, side: bool = False, **marks: Any
) -> int:
    """Return the modifier of a hex that is cut off."""
    stacks = {hex_: stack} if not hq else {hex_: stack, "0909": (hq,)}
    scenario = CAMPAIGN if side else without("campaign", fortified_side_for_surrender=False)
    state = front(stacks, segment="german movement", scenario=scenario, **marks)
    return surrender_net(surrendering.case_of(state, MAP.hex(hex_)))


def test_surrender_a_2_dno_in_0911() -> None:
    """21 - Out of Supply, militia, HQ in radius: -2, 40 %; without the HQ 50 %; the line +1."""
    stack = ("S-2DNO-12",)
    assert surrender_at("0911", stack, "S-HQK", unsupplied=stack) == -2
    idle: dict[str, Any] = {"unsupplied": stack, "inoperational": ("S-HQK",)}
    assert surrender_at("0911", stack, "S-HQK", **idle) == -3
    assert surrender_at("0911", stack, "S-HQK", side=True, unsupplied=stack) == -1


def test_surrender_b_kingisepp() -> None:
    """21 - city +1, Emergency -1: 0; Out of Supply -1; with an HQ within 4 again 0."""
    stack = ("S-191-546", "S-UR263")
    assert surrender_at("0710", stack, emergency=stack) == 0
    assert surrender_at("0710", stack, unsupplied=stack) == -1
    assert surrender_at("0710", stack, "S-HQK", unsupplied=stack) == 0


def test_surrender_c_luga() -> None:
    """21 - HQ, NKVD and city against Out of Supply: +1, only a 1."""
    stack = ("S-177", "S-24TD-T", "S-HQL", "S-NKVD110")
    assert surrender_at("1719", stack, unsupplied=stack) == 1


def test_surrender_d_coast_batteries() -> None:
    """21 - alone in 0505, Out of Supply: -4, 60 %."""
    assert surrender_at("0505", ("S-CoSoi",), unsupplied=("S-CoSoi",)) == -4
    state = front({"0505": ["S-CoSoi"]}, unsupplied=["S-CoSoi"])
    case = surrendering.case_of(state, MAP.hex("0505"))
    assert float(surrender_odds(case).probability(lambda band: band.success)) == 0.6


def test_surrender_e_guards_militia() -> None:
    """21 - Guards +1, militia alone -1, Out of Supply -2: -2, 40 %."""
    assert surrender_at("1310", ("S-1GDNO",), unsupplied=("S-1GDNO",)) == -2


# The full attack of turn 4


def full_attack(*more: str, air: tuple[int, int] = (1, 0)) -> Luga:
    """Moloskovitsy: 1 Pz from 1010, 36 Mot from 0910, guns in 1011 and 1111."""
    return front(
        {
            "1010": FIRST,
            "0910": ["G-36-I1", "G-36-I2", "G-36-Rec"],
            "1011": ["G-A411"],
            "1111": ["G-A413", "G-HQ41"],
            "1009": ["S-1GDNO", "S-NKVDb", *more],
            "1008": ["S-519"],
        },
        turn=4,
        air=air,
        german=["1212", "1013"],
    )


ALL = (*FIRST, "G-36-I1", "G-36-I2", "G-36-Rec")


def declared_full(state: Luga, *attackers: str) -> Luga:
    declare(state, "1009", *attackers, supplied=True)
    return to_combat(state)


@pytest.fixture
def near_hq(monkeypatch: pytest.MonkeyPatch) -> None:
    """The corps HQ is in general supply, wherever lines run in so small a position."""
    from grognard.games.eastfront import declaring, supply

    monkeypatch.setattr(supply, "supplied", lambda state, side: -1)
    monkeypatch.setattr(declaring, "head_of", supply.head_of)


@pytest.mark.usefixtures("near_hq")
def test_full_attack_on_moloskovitsy() -> None:
    """15 - 33 to 8, 4-1; integrity of two divisions and combined arms: -3; a 6 is -/1R."""
    state = fight(declared_full(full_attack(), *ALL), "1009", "G-A411", "G-A413", defence=["S-519"])
    assert reading(state) == (33, 8, "4-1", -3)
    assert state.battle is not None
    case = rules.attack_case(state, state.battle)
    assert combat.resolve(case, 6).printed.text == "-/1R"
    assert combat.resolve(case, 10).printed.text == "1*/1R"
    assert combat.net(replace(case, air=True)) == -3, "an air point would be wasted"


@pytest.mark.usefixtures("near_hq")
def test_full_attack_less_a_battalion() -> None:
    """15.6.8 - without 36 Recon the motorised division does not count: -2, and 31 to 8 is 3-1."""
    state = declared_full(full_attack(), *ALL[:-1])
    fight(state, "1009", "G-A411", "G-A413", defence=["S-519"])
    assert reading(state) == (31, 8, "3-1", -2)


@pytest.mark.usefixtures("near_hq")
def test_full_attack_against_tanks() -> None:
    """15.6.7, 16.3 - 1 Tank Div bars combined arms: -3 with air; an 8 is 1*/1R, armour first."""
    state = declared_full(full_attack("S-1TD-T"), *ALL)
    fight(state, "1009", "G-A411", "G-A413", "air", defence=["S-519"])
    assert reading(state) == (33, 12, "2-1", -3)
    play(state, "throw 8")
    assert left(state, "G-1-Pz") == 2, "the German step is the panzer regiment's"
    assert left(state, "S-1TD-T") == 1, "the Soviet step is the tank division's"
    assert left(state, "S-1GDNO") == 2


def test_the_examples_use_the_printed_values() -> None:
    """1.2 - the counters of the examples are those of the file."""
    assert load().pieces[CAMPAIGN.by_id["S-268"]].values[0] == (2, 3)
