"""Chapter 5: stacking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.bautzen.board import (
    GAME,
    MAP,
    bits,
    costs,
    factors,
    fight,
    offered,
    play,
    position,
    where,
    with_options,
)
from grognard.games.bautzen.stacking import is_over_stacked, limit, points

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen


@pytest.mark.parametrize(
    ("id_", "expected"),
    [
        ("CL-1", 1),
        ("KG72", 2),  # a regiment
        ("29/4GTC", 2),
        ("687/615ID", 2),  # a regiment by the errata
        ("24/7GMC", 3),  # a brigade
        ("777", 3),
        ("9S", 3),
        ("14S-TK", 3),
        ("1KP", 3),
        ("QG/20Pz", 3),  # headquarters of a division
        ("QG/7GMC", 3),  # headquarters of a Soviet corps
        ("QG/4GTC", 3),
        ("QG/57PzK", 4),  # headquarters of a German corps
        ("QG/GDPzK", 4),
        ("QG/2AWP", 4),  # headquarters of an army
    ],
)
def test_5_1_stacking_points_go_by_the_size_of_the_counter(id_: str, expected: int) -> None:
    """BZ-5.1, BZ-7.2a."""
    assert points(GAME, bits(id_)) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("2110", 6),  # clear
        ("2206", 6),  # a town
        ("2007", 4),  # woods
        ("0408", 4),  # difficult
        ("1211", 4),  # difficult with woods
        ("1910", 6),  # a village in clear ground
        ("1206", 4),  # a village in woods
        ("1811", 4),  # a dominant position on difficult ground
        ("1913", 6),  # a source in clear ground
        ("0104", 4),  # a source in woods
    ],
)
def test_5_2_the_limit_goes_by_the_ground(name: str, expected: int) -> None:
    """BZ-5.1."""
    assert limit(GAME, MAP.hex(name)) == expected


def crowd(*guests: str) -> Bautzen:
    """The three regiments of 20 Pz, six points, in 2111; `guests` in 2112."""
    return position(
        {"2111": ["21/20Pz", "59/20Pz", "112/20Pz"], "2112": guests},
        {"2110": ["13/5DP"]},
        german_convoys=["2112"],
        segment="german movement",
        then=["german combat"],
    )


def test_5_2_a_move_may_pass_through_a_full_hex() -> None:
    """BZ-5.1: stacking counts at the end; KG 72 passes over the full 2012 to 1913."""
    state = position({"2012": ["21/20Pz", "59/20Pz", "112/20Pz"]}, segment="german movement")
    assert not is_over_stacked(state, MAP.hex("2012"))
    state = position(
        {"2012": ["21/20Pz", "59/20Pz", "112/20Pz"], "2112": ["KG72"]},
        {"2010": ["776/214RD"]},
        segment="german movement",
    )
    assert costs(state, "KG72")["1913"] == 2


def test_5_3_six_points_in_clear_ground_fight_at_full_value() -> None:
    """BZ-5.3: 6 + 4 + 4."""
    state = play(crowd(), "done")
    assert fight(state, "2110", "21/20Pz", "59/20Pz", "112/20Pz").attack_total == 14


def test_5_3_a_seventh_point_halves_every_attack_rounded_down() -> None:
    """BZ-5.3, BZ-7.2a: a supply column counts 1, so 6, 4 and 4 become 3, 2 and 2."""
    state = play(crowd(), "move CL-9", "to 2111", "done")
    reckoning = fight(state, "2110", "21/20Pz", "59/20Pz", "112/20Pz")
    assert factors(reckoning)["21/20Pz"] == 3
    assert reckoning.attack_total == 7


def test_5_3_defence_is_halved_rounded_down_too() -> None:
    """BZ-5.3: 4, 5 and 5 become 2, 2 and 2."""
    stack = {"2111": ["21/20Pz", "59/20Pz", "112/20Pz"]}
    attackers = {"2110": ["13/5DP", "15/5DP"]}
    state = position(stack, attackers, segment="allied combat")
    assert fight(state, "2111", "13/5DP").defence_total == 14
    state = position(stack, attackers, german_convoys=["2111"], segment="allied combat")
    assert fight(state, "2111", "13/5DP").defence_total == 6


def test_5_3_four_points_are_too_many_only_beyond_four_in_woods() -> None:
    """BZ-5.1, BZ-5.3: two regiments fit into woods, a column more does not."""
    state = position({"2007": ["21/20Pz", "59/20Pz"]})
    assert not is_over_stacked(state, MAP.hex("2007"))
    state = position({"2007": ["21/20Pz", "59/20Pz"]}, german_convoys=["2007"])
    assert is_over_stacked(state, MAP.hex("2007"))


def test_5_3_supply_halves_first_and_over_stacking_then() -> None:
    """BZ-5.3, BZ-7.3b: three brigades, cut off, defend with 2 -> 1 -> 0 and twice 4 -> 2 -> 1.

    The other order would round the 2 down and then up again, and give 1.
    """
    german = {"2001": ["KG72"], "2305": ["KG1/17ID"], "2110": ["21/20Pz"]}
    state = position(german, {"2111": ["57/7GMC", "24/7GMC", "25/7GMC"]})
    reckoning = fight(state, "2111", "21/20Pz")
    assert factors(reckoning) == {"21/20Pz": 6, "57/7GMC": 0, "24/7GMC": 1, "25/7GMC": 1}
    assert reckoning.defence_total == 2


def test_5_3_over_stacking_does_not_halve_support() -> None:
    """BZ-5.3, BZ-8.6.1b: the headquarters in the crowded hex counts its full 6 (BZ-R40)."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz", "QG/20Pz"]}, {"2110": ["13/5DP"]}, segment="allied combat"
    )
    reckoning = fight(state, "2111", "13/5DP")
    assert factors(reckoning) == {"13/5DP": 3, "21/20Pz": 2, "59/20Pz": 2, "QG/20Pz": 6}


def test_5_3_a_headquarters_alone_among_too_many_columns_is_halved() -> None:
    """BZ-5.3, BZ-8.6.1a: 9 is 5; with a column in woods, five points, 5 is 2."""
    state = position({"2008": ["21/20Pz"]}, {"2007": ["QG/2AWP"]})
    assert fight(state, "2007", "21/20Pz").defence_total == 5
    state = position({"2008": ["21/20Pz"]}, {"2007": ["QG/2AWP"]}, allied_convoys=["2007"])
    assert fight(state, "2007", "21/20Pz").defence_total == 2


# Who stacks with whom


def may_join_stack(
    stack: list[str], guest: str, *, side: str = "german", mixed: bool = True
) -> bool:
    """Whether `guest`, in 2112, may end its move with the stack in 2111."""
    stacks = {"2111": stack, "2112": [guest]}
    german, allied = (stacks, {}) if side == "german" else ({}, stacks)
    scenario = with_options(mixed_nationalities=mixed)
    state = position(german, allied, segment=f"{side} movement", scenario=scenario)
    play(state, f"move {guest}")
    return "2111" in offered(state, "to")


def test_5_4_a_formation_stacks_with_its_own_and_its_headquarters() -> None:
    """BZ-5.4: even beyond the limit, at the price of 5.3 (BZ-R59)."""
    assert may_join_stack(["21/20Pz", "59/20Pz", "112/20Pz"], "QG/20Pz")


def test_5_4_one_guest_of_another_formation_is_welcome_and_a_second_is_not() -> None:
    """BZ-5.4."""
    assert may_join_stack(["21/20Pz", "59/20Pz"], "PzG1/HG1")
    assert not may_join_stack(["21/20Pz", "59/20Pz", "PzG1/HG1"], "PzG2/HG1")
    assert not may_join_stack(["21/20Pz", "PzG1/HG1"], "PzG3/HG2")
    assert not may_join_stack(["21/20Pz", "PzG1/HG1"], "QG/HG2")


def test_5_4_two_and_two_of_different_formations_do_not_stack() -> None:
    """BZ-5.4."""
    assert may_join_stack(["KG1/17ID", "KG2/17ID"], "KG1/464ID")
    assert not may_join_stack(["KG1/17ID", "KG2/17ID", "KG1/464ID"], "KG2/464ID")


def test_5_4_what_may_not_stack_may_still_pass() -> None:
    """BZ-5.4, BZ-4.1: over 2111 to 2110."""
    state = position(
        {"2111": ["21/20Pz", "PzG1/HG1"], "2112": ["PzG3/HG2"]}, segment="german movement"
    )
    assert "2111" not in costs(state, "PzG3/HG2")
    assert costs(state, "PzG3/HG2")["2110"] == 2


def test_5_4_the_guest_may_be_of_the_other_allied_nationality() -> None:
    """BZ-5.4: a Polish and a Soviet formation unit (BZ-R27), unless the option forbids it."""
    assert may_join_stack(["13/5DP"], "776/214RD", side="allied")
    assert not may_join_stack(["13/5DP"], "776/214RD", side="allied", mixed=False)


@pytest.mark.parametrize("guest", ["777", "732", "KG72", "QG/57PzK", "QG/GDPzK"])
def test_5_5_german_independents_and_corps_headquarters_stack_with_anyone(guest: str) -> None:
    """BZ-5.5: with units of two formations, which a third formation could not join."""
    assert may_join_stack(["21/20Pz", "PzG1/HG1"], guest)


@pytest.mark.parametrize("guest", ["6L", "7H", "8C", "9S", "14S-AT", "14S-TK", "1KP", "QG/2AWP"])
def test_5_5_polish_independents_stack_with_any_polish_unit_and_no_soviet(guest: str) -> None:
    """BZ-5.5."""
    assert may_join_stack(["13/5DP", "33/7DP"], guest, side="allied")
    assert not may_join_stack(["776/214RD"], guest, side="allied")
    assert not may_join_stack(["13/5DP", "776/214RD"], guest, side="allied")


def test_5_5_a_division_headquarters_is_bound_to_its_formation() -> None:
    """BZ-5.5: only corps and army headquarters are free."""
    assert not may_join_stack(["21/20Pz", "59/20Pz", "PzG1/HG1"], "QG/17ID")


def test_5_1_a_supply_column_stacks_with_anyone() -> None:
    """BZ-5.1: it counts one point and no formation."""
    state = crowd()
    play(state, "move CL-9", "to 2111")
    assert where(state, "CL-9") == "2111"
    assert is_over_stacked(state, MAP.hex("2111"))
