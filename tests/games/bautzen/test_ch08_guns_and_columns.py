"""8.6: headquarters, artillery, anti-tank and supply columns in combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.bautzen.board import (
    ALLIED,
    GERMAN,
    at,
    convoys,
    factors,
    fight,
    offered,
    play,
    position,
    sums,
    verbs,
    where,
)
from grognard.engine.game import CHANCE

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen

# Headquarters


@pytest.mark.parametrize(
    ("headquarters", "expected"),
    [("QG/5DP", 3), ("QG/214RD", 1), ("QG/2AWP", 5), ("QG/15GRD", 2), ("QG/4GTC", 3)],
)
def test_8_6_1_a_headquarters_alone_defends_with_half_its_support_rounded_up(
    headquarters: str, expected: int
) -> None:
    """BZ-8.6.1a: 5, 2, 9, 3 and 6."""
    state = position({"2111": ["21/20Pz"]}, {"2110": [headquarters]})
    assert fight(state, "2110", "21/20Pz").defence_total == expected


def test_8_6_1_a_headquarters_alone_and_unsupplied_halves_again() -> None:
    """BZ-8.6.1a, BZ-7.3b: 5 is 3, 3 is 2 (BZ-R68)."""
    german = {"2001": ["KG72"], "2305": ["KG1/17ID"], "2111": ["21/20Pz"]}
    state = position(german, {"2110": ["QG/5DP"]})
    assert fight(state, "2110", "21/20Pz").defence_total == 2


def test_8_6_1_a_column_does_not_make_company() -> None:
    """BZ-8.6.1a: a headquarters with a supply column is alone."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["QG/5DP"]}, allied_convoys=["2110"])
    assert fight(state, "2110", "21/20Pz").defence_total == 3


def test_8_6_1_a_headquarters_alone_does_not_support_itself() -> None:
    """BZ-8.6.1a."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["QG/5DP"]})
    play(state, "attack 2110", "join 21/20Pz", "fight")
    assert verbs(state) == {"enough"}


def test_8_6_1_stacked_with_a_unit_it_counts_its_full_support_in_defence() -> None:
    """BZ-8.6.1b: by itself, whatever the formation of the others (BZ-R43)."""
    for companion in ("13/5DP", "776/214RD"):
        state = position({"2111": ["21/20Pz"]}, {"2110": [companion, "QG/5DP"]})
        reckoning = fight(state, "2110", "21/20Pz")
        assert factors(reckoning) == {"21/20Pz": 6, companion: 4, "QG/5DP": 5}


def test_8_6_1_two_headquarters_are_not_alone() -> None:
    """BZ-8.6.1b: 5 + 5 (BZ-R42)."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["QG/5DP", "QG/7DP"]})
    assert fight(state, "2110", "21/20Pz").defence_total == 10


def test_8_6_1_stacked_with_attackers_it_counts_its_full_support_in_attack() -> None:
    """BZ-8.6.1b."""
    state = position({"2111": ["21/20Pz", "QG/20Pz"]}, {"2110": ["13/5DP"]})
    assert fight(state, "2110", "21/20Pz", support=["QG/20Pz"]).attack_total == 12


def test_8_6_1_a_headquarters_of_the_attacked_hex_that_has_supported_counts_nothing() -> None:
    """BZ-8.6.1b, BZ-9.1a: it helped 2110; attacked itself in 2109, it adds 0."""
    state = position(
        {"2111": ["21/20Pz"], "2108": ["Pz1/HG1"]},
        {"2110": ["13/5DP"], "2109": ["15/5DP", "QG/5DP"]},
    )
    fight(state, "2110", "21/20Pz", defence=["QG/5DP"])
    play(state, "throw 4", "lose 21/20Pz", "lose 21/20Pz")  # 6 against 9: 2/0
    reckoning = fight(state, "2109", "Pz1/HG1")
    assert factors(reckoning) == {"Pz1/HG1": 7, "15/5DP": 4, "QG/5DP": 0}


def test_8_6_1_a_headquarters_that_fought_in_its_stack_has_supported() -> None:
    """BZ-8.6.1b, BZ-9.1a: it is not offered to 2110 afterwards (BZ-R43)."""
    state = position(
        {"2111": ["21/20Pz"], "2108": ["Pz1/HG1"]},
        {"2110": ["13/5DP"], "2109": ["15/5DP", "QG/5DP"]},
    )
    fight(state, "2109", "Pz1/HG1")
    play(state, "throw 4", "lose Pz1/HG1", "lose Pz1/HG1")  # 7 against 9: 2/0
    play(state, "attack 2110", "join 21/20Pz", "fight")
    assert offered(state, "support") == set()


def test_8_6_1_a_headquarters_that_fought_alone_may_still_support() -> None:
    """BZ-8.6.1a, BZ-9.1a: it gave nobody support (BZ-R43)."""
    state = position(
        {"2111": ["21/20Pz"], "2108": ["KG72"]}, {"2110": ["13/5DP"], "2109": ["QG/5DP"]}
    )
    fight(state, "2109", "KG72")
    play(state, "throw 1", "lose KG72", "lose KG72")  # 2 against 3: 3/0
    play(state, "attack 2110", "join 21/20Pz", "fight")
    assert offered(state, "support") == {"QG/5DP"}


# Artillery and anti-tank


def test_8_6_2_artillery_in_range_adds_its_support_to_an_attack() -> None:
    """BZ-8.6.2a: 777 fires 4 hexes: from 1812 to 2111 are 3, from 1612 are 5."""
    state = position({"2111": ["21/20Pz"], "1812": ["777"]}, {"2110": ["13/5DP"]})
    assert fight(state, "2110", "21/20Pz", support=["777"]).attack_total == 12
    state = position({"2111": ["21/20Pz"], "1612": ["777"], "1712": ["732"]}, {"2110": ["13/5DP"]})
    play(state, "attack 2110", "join 21/20Pz")
    assert offered(state, "support") == {"732"}  # from 1712 are 4


def test_8_6_2_the_range_is_counted_to_the_unit_and_not_to_the_enemy() -> None:
    """BZ-8.6.2a: 2106 is 4 from the target 2110 and 5 from the attacker in 2111."""
    state = position({"2111": ["21/20Pz"], "2106": ["777"]}, {"2110": ["13/5DP"]})
    play(state, "attack 2110", "join 21/20Pz")
    assert offered(state, "support") == set()


def test_8_6_2_artillery_supports_in_defence() -> None:
    """BZ-8.6.2a: 7H (5) and 8C (6) in range of a Polish regiment; 4 + 11."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["13/5DP"], "2108": ["7H", "8C"]})
    assert fight(state, "2110", "21/20Pz", defence=["7H", "8C"]).defence_total == 15


def test_8_6_2_artillery_helps_its_own_nationality() -> None:
    """BZ-8.6.2a (BZ-R22)."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["776/214RD"], "2108": ["7H"]})
    play(state, "attack 2110", "join 21/20Pz", "fight")
    assert offered(state, "support") == set()


def test_8_6_2_artillery_supports_one_combat_in_a_segment() -> None:
    """BZ-8.6.2a: never split, so not in a second attack (BZ-R53); again in the enemy's segment."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz"], "2112": ["777"]},
        {"2110": ["13/5DP"], "2210": ["15/5DP"]},
        then=["allied combat"],
    )
    fight(state, "2110", "21/20Pz", support=["777"])
    play(state, "throw 1", "lose 21/20Pz")  # 12 against 4, 3-1: 1/0
    play(state, "attack 2210", "join 59/20Pz")
    assert offered(state, "support") == set()
    play(state, "fight", "enough", "seal", "seal", "throw 3", "lose 59/20Pz", "done")
    play(state, "attack 2111", "join 13/5DP", "fight")
    assert offered(state, "support") == {"777"}


def test_8_6_2_artillery_alone_defends_with_1() -> None:
    """BZ-8.6.2b."""
    for guns in ("6L", "8C"):
        state = position({"2111": ["21/20Pz"]}, {"2110": [guns]})
        assert fight(state, "2110", "21/20Pz").defence_total == 1


def test_8_6_2_two_artillery_brigades_defend_with_1_each_and_do_not_support_each_other() -> None:
    """BZ-8.6.2b: there is no unit to add their support to (BZ-R57)."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["6L", "7H"]})
    play(state, "attack 2110", "join 21/20Pz", "fight")
    assert offered(state, "support") == set()
    play(state, "enough", "seal", "seal")
    assert sums(state).defence_total == 2


def test_8_6_2_artillery_with_anti_tank_alone_defends_with_1_each() -> None:
    """BZ-8.6.2b (BZ-R57)."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["9S", "7H"]})
    play(state, "attack 2110", "join 21/20Pz", "fight")
    assert offered(state, "support") == set()
    play(state, "enough", "seal", "seal")
    assert sums(state).defence_total == 2


def test_8_6_2_artillery_stacked_with_a_regiment_supports_and_has_no_value_of_its_own() -> None:
    """BZ-8.6.2b: 4, or 4 + 5 if it is named."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["13/5DP", "7H"]})
    assert fight(state, "2110", "21/20Pz").defence_total == 4
    state = position({"2111": ["21/20Pz"]}, {"2110": ["13/5DP", "7H"]})
    assert fight(state, "2110", "21/20Pz", defence=["7H"]).defence_total == 9


def test_8_6_2_anti_tank_alone_defends_with_1_and_else_adds_its_factor() -> None:
    """BZ-8.6.2b."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["9S"]})
    assert fight(state, "2110", "21/20Pz").defence_total == 1
    state = position({"2111": ["21/20Pz"]}, {"2110": ["13/5DP", "9S"]})
    assert fight(state, "2110", "21/20Pz").defence_total == 8


def test_8_6_2_anti_tank_attacks_only_beside_an_attacker_of_its_stack() -> None:
    """BZ-8.6.2b (BZ-R42): 9S with 13/5DP in 2111, 14S-AT alone in 2210."""
    state = position(
        {"2110": ["KG72"]}, {"2111": ["13/5DP", "9S"], "2210": ["14S-AT"]}, segment="allied combat"
    )
    play(state, "attack 2110")
    assert offered(state, "join") == {"13/5DP"}
    play(state, "join 13/5DP")
    assert offered(state, "join") == {"9S"}
    play(state, "join 9S", "fight", "enough", "seal", "seal")
    alone = position({"2110": ["KG72"]}, {"2210": ["14S-AT"]}, segment="allied combat")
    assert verbs(alone) == {"done"}


# Supply columns alone


def raid(die: int, present: int = 0) -> Bautzen:
    """21/20Pz has attacked an Allied column alone in 2110; `present` are the German columns."""
    state = position(
        {"2111": ["21/20Pz"]},
        allied_convoys=["2110"],
        german_convoys=["2112"] * present,
    )
    play(state, "attack 2110", "join 21/20Pz", "fight")
    assert state.seat == CHANCE
    return play(state, f"throw {die}")


@pytest.mark.parametrize("die", [1, 2, 3])
def test_8_6_3_a_column_alone_is_destroyed_on_1_to_3(die: int) -> None:
    """BZ-8.6.3."""
    state = raid(die)
    assert convoys(state, ALLIED) == convoys(state, GERMAN) == []


@pytest.mark.parametrize("die", [4, 5, 6])
def test_8_6_3_a_column_alone_is_captured_on_4_to_6(die: int) -> None:
    """BZ-8.6.3: it stands in its hex, on the other side's face."""
    state = raid(die)
    assert (convoys(state, ALLIED), convoys(state, GERMAN)) == ([], ["2110"])


def test_8_6_3_a_side_with_four_columns_captures_none() -> None:
    """BZ-8.6.3, BZ-7.2.2d (BZ-R19)."""
    assert convoys(raid(6, present=4), GERMAN) == ["2112"] * 4
    assert convoys(raid(6, present=3), GERMAN) == ["2110", "2112", "2112", "2112"]


def test_8_6_3_the_raiders_may_advance_and_have_attacked() -> None:
    """BZ-8.6.3, BZ-8.4a, BZ-8.1b (BZ-R61)."""
    state = raid(5)
    assert offered(state, "advance") == {"21/20Pz"}
    play(state, "advance 21/20Pz")
    assert at(state, "2110") == {"21/20Pz", "CL-1"}
    assert verbs(state) == {"done"}


def test_8_6_3_each_column_alone_has_its_own_die() -> None:
    """BZ-8.6.3: one destroyed, one captured."""
    state = position({"2111": ["21/20Pz"]}, allied_convoys=["2110", "2110"])
    play(state, "attack 2110", "join 21/20Pz", "fight", "throw 2", "throw 4")
    assert (convoys(state, ALLIED), convoys(state, GERMAN)) == ([], ["2110"])


def abandoned() -> Bautzen:
    """Guns and a column in 2110: the guns are lost, the column is left alone."""
    state = position({"2111": ["21/20Pz", "59/20Pz"]}, {"2110": ["6L"]}, allied_convoys=["2110"])
    fight(state, "2110", "21/20Pz", "59/20Pz")
    return play(state, "throw 1", "retreat 0", "lose 6L")


def test_8_6_3_a_column_left_alone_is_thrown_for_when_the_attacker_advances() -> None:
    """BZ-8.6.3, BZ-8.4a: once, before the first unit enters (BZ-R19)."""
    state = play(abandoned(), "advance 21/20Pz")
    assert state.seat == CHANCE
    play(state, "throw 6")
    assert at(state, "2110") == {"21/20Pz", "CL-1"}
    assert convoys(state, GERMAN) == ["2110"]
    play(state, "advance 59/20Pz")
    assert verbs(state) == {"done"}


def test_8_6_3_without_an_advance_the_column_stays() -> None:
    """BZ-8.6.3: and may be attacked by others."""
    state = play(abandoned(), "halt")
    assert convoys(state, ALLIED) == ["2110"]
    assert where(state, "CL-1") == "2110"


def test_8_6_3_captured_columns_that_would_over_stack_the_advance_are_destroyed() -> None:
    """BZ-8.6.3, BZ-8.4a: a brigade and two columns are 5, too many for woods (BZ-R73)."""
    state = position(
        {"2007": ["777"]},
        {"2008": ["24/7GMC"]},
        german_convoys=["2007", "2007"],
        segment="allied combat",
    )
    fight(state, "2007", "24/7GMC")
    play(state, "throw 6", "retreat 0", "lose 777", "lose 24/7GMC", "advance 24/7GMC")
    play(state, "throw 6", "throw 6")
    assert where(state, "24/7GMC") == "2007"
    assert convoys(state, ALLIED) == ["2007"]
    assert convoys(state, GERMAN) == []
