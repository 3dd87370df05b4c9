"""8.2: the eight steps of a combat, up to the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.bautzen.board import (
    ALLIED,
    GAME,
    GERMAN,
    bits,
    column,
    convoys,
    dice,
    factors,
    fight,
    first_column,
    offered,
    play,
    position,
    shifts,
    sums,
    verbs,
)
from grognard.engine.game import CHANCE
from grognard.games.bautzen.combat import ratio_column, read_table

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen

PRINTED = """
1   3/0 2/0 1/0 1/0 1/1 1/1 0/1 0/2
2   3/0 2/0 1/0 1/0 1/1 0/1 0/1 0/2
3   3/0 1/0 1/0 1/1 1/2 1/3 1/3 1/3
4   2/0 1/0 1/1 1/2 1/2 1/3 1/3 1/3
5   2/1 2/1 1/1 1/2 1/2 1/3 1/4 1/4
6   2/1 2/2 1/2 1/2 1/3 1/4 0/4 0/5
7   1/1 2/2 0/2 1/2 1/3 1/4 0/4 0/5
8   0/1 1/2 0/2 1/3 1/4 1/5 0/5 0/6
"""
"""The combat results table, from 1/2 or less to 7/1 or more."""


def contested(**more: int) -> Bautzen:
    """Both sides have a column in reach, the Allied side aircraft."""
    return position(
        {"2111": ["21/20Pz", "59/20Pz"], "2112": ["QG/20Pz"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP"]},
        german_convoys=["2111"],
        allied_convoys=["2109"],
        aircraft=more.get("aircraft", 1),
    )


def declare(state: Bautzen) -> Bautzen:
    return play(state, "attack 2110", "join 21/20Pz", "join 59/20Pz", "fight", "enough")


# Steps 1 and 2: the secret choice


def test_8_2_1_the_attacker_commits_then_the_defender_and_only_the_ally_has_aircraft() -> None:
    """BZ-8.2.1, BZ-10a."""
    state = declare(contested())
    assert (state.seat, offered(state, "commit")) == (GERMAN, {"2111"})
    play(state, "seal")
    assert (state.seat, offered(state, "commit")) == (ALLIED, {"2109", "air"})
    play(state, "seal")
    assert state.seat == CHANCE


def test_8_2_1_what_the_attacker_has_sealed_is_not_shown() -> None:
    """BZ-8.2.1: the defender is asked the same, knows the same and sees the same counters."""
    plain, committed = declare(contested()), declare(contested())
    play(plain, "seal")
    committed.events = []
    play(committed, "commit 2111", "seal")
    assert plain.options() == committed.options()
    assert plain.known == committed.known
    assert convoys(committed, GERMAN) == ["2111"]
    assert [event.facts for event in committed.events] == [{"side": GERMAN}]


def test_8_2_1_nobody_must_commit() -> None:
    """BZ-8.2.1."""
    state = declare(contested())
    assert "seal" in verbs(state)
    play(state, "seal", "seal")
    assert shifts(sums(state)) == {}


def test_8_2_2_both_choices_are_announced_together_before_the_result() -> None:
    """BZ-8.2.2: with the die, not before, both sides learn what the other has committed."""
    state = declare(contested())
    play(state, "commit 2111", "seal", "commit 2109", "commit air", "seal")
    assert not state.known[ALLIED] & bits("CL-9")
    assert not state.known[GERMAN] & bits("CL-1", "AIR-1")
    state.events = []
    play(state, "throw 3")
    announced = next(event for event in state.events if event.kind == "combat")
    assert announced.facts["committed"] == [
        [GAME.by_id["CL-9"]],
        sorted([GAME.by_id["CL-1"], GAME.by_id["AIR-1"]]),
    ]


# Step 3: the totals


def test_8_2_3_headquarters_and_artillery_count_in_both_totals() -> None:
    """BZ-8.2.3: 6 + 4 + 6 (QG/20Pz) and 4 + 5 (QG/5DP) + 5 (7H)."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz"], "2112": ["QG/20Pz"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP", "7H"]},
    )
    reckoning = fight(
        state, "2110", "21/20Pz", "59/20Pz", support=["QG/20Pz"], defence=["QG/5DP", "7H"]
    )
    assert factors(reckoning) == {
        "21/20Pz": 6,
        "59/20Pz": 4,
        "QG/20Pz": 6,
        "13/5DP": 4,
        "QG/5DP": 5,
        "7H": 5,
    }
    assert (reckoning.attack_total, reckoning.defence_total) == (16, 14)


def test_8_2_3_reduced_units_fight_with_the_values_of_their_back() -> None:
    """BZ-8.2.3, BZ-8.3a: 59/20Pz attacks with 2, 13/5DP defends with 3."""
    state = position({"2111": ["59/20Pz"]}, {"2110": ["13/5DP"]}, reduced=["59/20Pz", "13/5DP"])
    reckoning = fight(state, "2110", "59/20Pz")
    assert (reckoning.attack_total, reckoning.defence_total) == (2, 3)


# Step 4: the ratio


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (26, 6, "4/1"),  # the worked example
        (1, 4, "1/2"),
        (2, 4, "1/2"),
        (3, 4, "1/2"),  # between 1-2 and 1-1
        (4, 4, "1/1"),
        (7, 4, "1/1"),
        (8, 4, "2/1"),
        (11, 4, "2/1"),
        (27, 4, "6/1"),
        (28, 4, "7/1"),
        (44, 4, "7/1"),  # 11-1 is 7-1
    ],
)
def test_8_2_4_the_ratio_rounds_down(attack: int, defence: int, expected: str) -> None:
    """BZ-8.2.4."""
    assert GAME.tables.columns[ratio_column(attack, defence, 7)] == expected


def test_8_2_4_a_played_ratio_rounds_down() -> None:
    """BZ-8.2.4: 6 + 4 against 4 is 2-1, 4 against 5 is 1-2 or less."""
    state = position({"2111": ["21/20Pz", "59/20Pz"]}, {"2110": ["13/5DP"]})
    assert column(fight(state, "2110", "21/20Pz", "59/20Pz")) == "2/1"
    state = position({"2111": ["59/20Pz"]}, {"2110": ["24/7GMC", "57/7GMC"]})
    assert column(fight(state, "2110", "59/20Pz")) == "1/2"


# Step 5: the columns


def test_8_2_5_odds_above_7_1_are_7_1_before_the_shifts() -> None:
    """BZ-8.2.5, BZ-8.2.4, BZ-8.2.6c: 7 + 4 against guns alone in the town of Niesky: 11-1, 6-1."""
    state = position({"2207": ["Pz/BrgPzG", "1/BrgPzG"]}, {"2206": ["6L"]})
    reckoning = fight(state, "2206", "Pz/BrgPzG", "1/BrgPzG")
    assert (reckoning.attack_total, reckoning.defence_total) == (11, 1)
    assert (first_column(reckoning), shifts(reckoning)) == ("7/1", {"town": -1})
    assert column(reckoning) == "6/1"


def test_8_2_5_all_shifts_apply_together_and_the_table_s_end_is_met_once() -> None:
    """BZ-8.2.5: 4 against 6 in a town is column 1-2; town -1 and column +1 leave it there."""
    state = position(
        {"2207": ["59/20Pz"], "2208": ["QG/20Pz"]},
        {"2206": ["24/7GMC", "57/7GMC"]},
        german_convoys=["2207"],
    )
    reckoning = fight(state, "2206", "59/20Pz", commit=["2207"])
    assert shifts(reckoning) == {"convoys": 1, "town": -1}
    assert (first_column(reckoning), column(reckoning)) == ("1/2", "1/2")


def test_8_2_5_a_shift_stops_at_either_end_of_the_table() -> None:
    """BZ-8.2.5 (BZ-R04): 11-1 in the open with a column stays 7-1; 1-2 in a town stays 1-2."""
    state = position(
        {"2111": ["Pz/BrgPzG", "1/BrgPzG"], "2112": ["QG/BrgPzG"]},
        {"2110": ["6L"]},
        german_convoys=["2111"],
    )
    assert column(fight(state, "2110", "Pz/BrgPzG", "1/BrgPzG", commit=["2111"])) == "7/1"
    state = position({"2207": ["59/20Pz"]}, {"2206": ["24/7GMC", "57/7GMC"]})
    assert column(fight(state, "2206", "59/20Pz")) == "1/2"


def test_8_2_6_every_kind_of_column_shift() -> None:
    """BZ-8.2.6c: concentric +1, dominant -1, column +1 and -1, air -1, town -1."""
    state = position(
        {"1711": ["21/20Pz"], "1912": ["59/20Pz"], "1812": ["QG/20Pz"]},
        {"1811": ["13/5DP"], "1809": ["QG/5DP"]},
        german_convoys=["1912", "1812"],
        allied_convoys=["1810"],
        aircraft=1,
    )
    reckoning = fight(
        state, "1811", "21/20Pz", "59/20Pz", commit=["1912", "1812"], answer=["1810", "air"]
    )
    assert shifts(reckoning) == {"convoys": 1, "aircraft": -1, "concentric": 1, "dominant": -1}


# Step 6: the die


@pytest.mark.parametrize("row", PRINTED.strip().splitlines())
def test_8_2_6_the_results_table_as_printed(row: str) -> None:
    """BZ-8.2.6."""
    die, *results = row.split()
    read = [str(read_table(position(), place, int(die))) for place in range(8)]
    assert read == results


def test_8_2_6_a_die_below_1_reads_as_1_and_above_8_as_8() -> None:
    """BZ-8.2.6 (BZ-R04)."""
    state = position()
    for place in range(8):
        for die in (0, -1, -4):
            assert read_table(state, place, die) == read_table(state, place, 1)
        assert read_table(state, place, 9) == read_table(state, place, 8)


def test_8_2_6_a_throw_of_1_in_a_village_in_woods_is_read_as_1() -> None:
    """BZ-8.2.6, BZ-8.2.6m: at 1206, 1 + 1 - 1 - 1 = 0 reads as 1: 2-1 gives 1/0."""
    state = position({"1307": ["21/20Pz", "59/20Pz"]}, {"1206": ["13/5DP"]})
    reckoning = fight(state, "1206", "21/20Pz", "59/20Pz")
    assert dice(reckoning) == {"formation": 1, "woods": -1, "village": -1}
    assert column(reckoning) == "2/1"
    play(state, "throw 1", "lose 21/20Pz")
    assert verbs(state) == {"done"}


@pytest.mark.parametrize(
    ("attacker", "target", "expected"),
    [
        ("2111", "2110", {}),  # clear
        ("2008", "2007", {"woods": -1}),
        ("0508", "0408", {"difficult": -1}),
        ("1212", "1211", {"difficult": -1, "woods": -1}),
        ("1911", "1910", {"village": -1}),
        ("1307", "1206", {"village": -1, "woods": -1}),
        ("0911", "0910", {"village": -1, "difficult": -1}),
        ("2012", "1912", {}),  # a town counts a column
        ("1310", "1410", {"river": -1}),
        ("1510", "1409", {"river": -1}),  # by road too: the modifier is for crossing
        ("1410", "1510", {}),  # the same bank
    ],
)
def test_8_2_6_terrain_modifies_the_die(
    attacker: str, target: str, expected: dict[str, int]
) -> None:
    """BZ-8.2.6m."""
    state = position({attacker: ["21/20Pz"]}, {target: ["13/5DP"]})
    assert dice(fight(state, target, "21/20Pz")) == expected


def test_8_2_6_one_attacker_across_a_river_is_enough_and_more_count_no_more() -> None:
    """BZ-8.2.6m: 1410 from 1310 across the river, from 1510 on the same bank."""
    germans = {"1310": ["21/20Pz", "PzG1/HG1"], "1510": ["KG72"]}
    state = position(germans, {"1410": ["13/5DP"]})
    assert dice(fight(state, "1410", "KG72")) == {}
    state = position(germans, {"1410": ["13/5DP"]})
    assert dice(fight(state, "1410", "KG72", "21/20Pz")) == {"river": -1}
    state = position(germans, {"1410": ["13/5DP"]})
    assert dice(fight(state, "1410", "KG72", "21/20Pz", "PzG1/HG1")) == {"river": -1}


def test_8_2_6_a_whole_formation_adds_1() -> None:
    """BZ-8.2.6m: all three regiments of 20 Pz; the headquarters is not needed (BZ-R24)."""
    germans = {"2111": ["21/20Pz", "59/20Pz", "112/20Pz"], "1513": ["QG/20Pz"]}
    state = position(germans, {"2110": ["13/5DP"]})
    assert dice(fight(state, "2110", "21/20Pz", "59/20Pz", "112/20Pz")) == {"formation": 1}
    state = position(germans, {"2110": ["13/5DP"]})
    assert dice(fight(state, "2110", "21/20Pz", "59/20Pz")) == {}


def test_8_2_6_the_dead_do_not_count_but_one_unit_is_no_formation() -> None:
    """BZ-8.2.6m: two left of three are whole, one left is not (BZ-R24)."""
    state = position({"2111": ["21/20Pz", "59/20Pz"]}, {"2110": ["13/5DP"]})
    assert dice(fight(state, "2110", "21/20Pz", "59/20Pz")) == {"formation": 1}
    state = position({"2111": ["21/20Pz"]}, {"2110": ["13/5DP"]})
    assert dice(fight(state, "2110", "21/20Pz")) == {}


def test_8_2_6_two_whole_formations_add_1_once_and_others_may_join() -> None:
    """BZ-8.2.6m (BZ-R65)."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz"], "2210": ["PzG3/HG2", "PzG4/HG2"], "2010": ["KG72"]},
        {"2110": ["13/5DP"]},
    )
    reckoning = fight(state, "2110", "21/20Pz", "59/20Pz", "PzG3/HG2", "PzG4/HG2", "KG72")
    assert [m.value for m in reckoning.die if m.reason == "formation"] == [1]


def test_8_2_6_one_unsupplied_defender_adds_1() -> None:
    """BZ-8.2.6m: 2313, shut in by the Polish regiments, is attacked."""
    state = position(
        {"2313": ["KG72", "21/20Pz"]},
        {"2211": ["13/5DP"], "2312": ["15/5DP"]},
        segment="allied combat",
    )
    assert dice(fight(state, "2313", "15/5DP")) == {"unsupplied": 1}


def test_8_2_6_an_unsupplied_attacker_changes_no_die() -> None:
    """BZ-8.2.6m."""
    state = position({"2313": ["21/20Pz"]}, {"2211": ["13/5DP"], "2312": ["15/5DP"]})
    assert dice(fight(state, "2312", "21/20Pz")) == {}


def test_8_2_6_the_modified_die_is_read() -> None:
    """BZ-8.2.6: 14 against 4 is 3-1; whole formation: a throw of 3 reads 4, so 1/2, not 1/1."""
    state = position({"2111": ["21/20Pz", "59/20Pz", "112/20Pz"]}, {"2110": ["13/5DP"]})
    fight(state, "2110", "21/20Pz", "59/20Pz", "112/20Pz")
    play(state, "throw 3")
    assert offered(state, "retreat") == {"0", "1", "2"}
