"""7.2: supply columns, their arrival, their use and their limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.bautzen.board import (
    ALLIED,
    GAME,
    GERMAN,
    column,
    convoys,
    costs,
    fight,
    first_column,
    offered,
    play,
    position,
    segment_of,
    shifts,
    verbs,
    where,
    with_options,
)

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen


def waiting(state: Bautzen, side: int) -> int:
    return (state.waiting[side] & GAME.convoys).bit_count()


# Arrival


@pytest.mark.parametrize(("present", "expected"), [(0, 4), (1, 3), (3, 1), (4, 0)])
def test_7_2_the_allied_side_receives_four_columns_a_turn_up_to_four(
    present: int, expected: int
) -> None:
    """BZ-7.2b, BZ-7.2.2d: those beyond four are lost."""
    state = position(
        {"0113": ["KG72"]},
        {"2206": ["776/214RD"]},
        allied_convoys=["2206"] * present,
        segment="allied supply",
        then=["allied movement", "allied supply", "allied movement"],
    )
    assert waiting(state, ALLIED) == expected
    play(state, "done")
    assert waiting(state, ALLIED) == expected  # four each turn, but those waiting count


@pytest.mark.parametrize(("face", "expected"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_7_2_the_german_side_throws_for_columns_from_turn_3(face: int, expected: int) -> None:
    """BZ-7.2c."""
    state = position(turn=3, segment="german supply", then=["german movement"])
    play(state, f"throw {face}")
    assert waiting(state, GERMAN) == expected


def test_7_2_the_german_side_throws_not_on_turns_1_and_2() -> None:
    """BZ-7.2c."""
    for turn in (1, 2):
        state = position(turn=turn, segment="german supply", then=["german movement"])
        assert segment_of(state) == "german movement"
        assert waiting(state, GERMAN) == 0


def test_7_2_2_a_german_column_beyond_four_is_lost() -> None:
    """BZ-7.2.2d: three on the map, a 6 brings two, one of them is lost."""
    state = position(
        {"1913": ["KG72"]},
        german_convoys=["1913"] * 3,
        turn=3,
        segment="german supply",
        then=["german movement"],
    )
    play(state, "throw 6")
    assert waiting(state, GERMAN) == 1


def test_7_2_a_column_enters_by_a_source_and_moves_4_mp_as_motorised() -> None:
    """BZ-7.2a, BZ-11.2: it pays the source's ground, then roads at half and woods at 2."""
    state = position(segment="allied supply", then=["allied movement"])
    found = costs(state, "CL-1")
    assert (found["2305"], found["2306"], found["2001"]) == (1, 1, 1)
    assert (found["2206"], found["2207"], found["2102"]) == (1.5, 2, 1.5)
    assert found["2201"] == 3.5  # woods, from 2102
    assert max(found.values()) == 4
    play(state, "move CL-1", "to 2207")
    assert convoys(state, ALLIED) == ["2207"]
    assert "CL-1" not in offered(state, "move")


def test_7_2_a_column_may_not_enter_by_an_occupied_source() -> None:
    """BZ-7.2a, BZ-7.1.1b: 2305 is held; 2306, in its zone, may be entered and left no more."""
    state = position({"2305": ["KG72"]}, segment="allied supply", then=["allied movement"])
    found = costs(state, "CL-1")
    assert "2305" not in found
    assert found["2306"] == 1
    assert "2206" not in found


# Use


def attack_with(convoy: str) -> Bautzen:
    """21/20Pz in 2111, commanded from 2113, has declared an attack on 2110."""
    state = position(
        {"2111": ["21/20Pz"], "2113": ["QG/20Pz"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP"]},
        german_convoys=[convoy],
    )
    return play(state, "attack 2110", "join 21/20Pz", "fight", "enough")


@pytest.mark.parametrize(
    ("convoy", "usable"),
    [
        ("2111", True),  # stacked
        ("2112", True),  # adjacent
        ("2211", True),
        ("2113", False),  # two hexes off
        ("2209", False),  # next to the defender, not to the attacker
    ],
)
def test_7_2_1_a_column_with_or_next_to_an_attacker_may_be_spent(convoy: str, usable: bool) -> None:
    """BZ-7.2.1a."""
    assert offered(attack_with(convoy), "commit") == ({convoy} if usable else set())


def test_7_2_1_an_attacker_s_column_shifts_one_to_the_right_and_leaves_the_map() -> None:
    """BZ-7.2.1a, BZ-7.2.1c: 6 against 4 is 1-1, with the column 2-1."""
    state = position(
        {"2111": ["21/20Pz"], "2113": ["QG/20Pz"]}, {"2110": ["13/5DP"]}, german_convoys=["2112"]
    )
    reckoning = fight(state, "2110", "21/20Pz", commit=["2112"])
    assert (first_column(reckoning), column(reckoning)) == ("1/1", "2/1")
    assert convoys(state, GERMAN) == ["2112"]
    play(state, "throw 1", "lose 21/20Pz")
    assert convoys(state, GERMAN) == []


@pytest.mark.parametrize(
    ("convoy", "usable"), [("2110", True), ("2109", True), ("2209", True), ("2108", False)]
)
def test_7_2_1_a_column_with_or_next_to_the_defender_may_be_spent(
    convoy: str, usable: bool
) -> None:
    """BZ-7.2.1b."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP"]},
        allied_convoys=[convoy],
    )
    play(state, "attack 2110", "join 21/20Pz", "join 59/20Pz", "fight", "enough", "seal")
    assert offered(state, "commit") == ({convoy} if usable else set())


def test_7_2_1_a_defender_s_column_shifts_one_to_the_left_and_leaves_the_map() -> None:
    """BZ-7.2.1b, BZ-7.2.1c: 10 against 4 is 2-1, with the column 1-1."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP"]},
        allied_convoys=["2109"],
    )
    reckoning = fight(state, "2110", "21/20Pz", "59/20Pz", answer=["2109"])
    assert (first_column(reckoning), column(reckoning)) == ("2/1", "1/1")
    play(state, "throw 3", "lose 59/20Pz")
    assert convoys(state, ALLIED) == []


def test_7_2_1_a_spent_column_comes_back_in_a_supply_segment() -> None:
    """BZ-7.2.1c, BZ-7.2b: four on the map, one spent, one received."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP"]},
        allied_convoys=["2109"] * 2 + ["2110"] * 2,
        then=["allied supply", "allied movement"],
    )
    fight(state, "2110", "21/20Pz", "59/20Pz", answer=["2109"])
    play(state, "throw 3", "lose 59/20Pz", "done")
    assert waiting(state, ALLIED) == 1


def test_7_2_1_a_column_not_committed_stays() -> None:
    """BZ-7.2.1c."""
    state = position(
        {"2111": ["21/20Pz"], "2113": ["QG/20Pz"]}, {"2110": ["13/5DP"]}, german_convoys=["2112"]
    )
    fight(state, "2110", "21/20Pz")
    play(state, "throw 1", "lose 21/20Pz")
    assert convoys(state, GERMAN) == ["2112"]


# Command


def usable(german: dict[str, list[str]], *attackers: str, command: str = "any_hq") -> bool:
    """Whether a column with the attackers of 2111 may be spent against 2110."""
    state = position(
        german,
        {"2110": ["13/5DP"]},
        german_convoys=["2111"],
        scenario=with_options(convoy_command=command),
    )
    play(state, "attack 2110", *(f"join {id_}" for id_ in attackers), "fight", "enough")
    return "2111" in offered(state, "commit")


def test_7_2_2_one_participant_in_command_of_its_formation_s_headquarters_is_enough() -> None:
    """BZ-7.2.2a: PzG1/HG1 has no headquarters near, 21/20Pz has."""
    german = {"2111": ["21/20Pz", "PzG1/HG1"], "2113": ["QG/20Pz"]}
    assert usable(german, "21/20Pz", "PzG1/HG1")
    assert not usable(german, "PzG1/HG1")  # the one in command must take part


def test_7_2_2_out_of_command_distance_no_column_is_used() -> None:
    """BZ-7.2.2a: QG/20Pz has distance 3; from 2012 to 2111 is 2, from 1812 it is 3, from 1712 4."""
    assert usable({"2111": ["21/20Pz"], "1812": ["QG/20Pz"]}, "21/20Pz")
    assert not usable({"2111": ["21/20Pz"], "1712": ["QG/20Pz"]}, "21/20Pz")


def test_7_2_2_a_corps_headquarters_will_do_unless_the_option_says_otherwise() -> None:
    """BZ-7.2.2a (BZ-R18)."""
    german = {"2111": ["21/20Pz"], "2112": ["QG/57PzK"]}
    assert usable(german, "21/20Pz")
    assert not usable(german, "21/20Pz", command="formation")
    german["2113"] = ["QG/20Pz"]
    assert usable(german, "21/20Pz", command="formation")


def test_7_2_2_an_independent_needs_any_headquarters_of_its_nationality() -> None:
    """BZ-7.2.2b: a division's, within its distance of 2, or a corps'."""
    for command in ("any_hq", "formation"):
        assert usable({"2111": ["KG72"], "2113": ["QG/17ID"]}, "KG72", command=command)
        assert usable({"2111": ["KG72"], "2113": ["QG/57PzK"]}, "KG72", command=command)
        assert not usable({"2111": ["KG72"], "2012": ["21/20Pz"]}, "KG72", command=command)
        assert not usable({"2111": ["KG72"], "1812": ["QG/464ID"]}, "KG72", command=command)


def test_7_2_2_the_defender_needs_command_as_well() -> None:
    """BZ-7.2.2a: without QG/5DP the Polish column is of no use."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["13/5DP"]}, allied_convoys=["2110"])
    play(state, "attack 2110", "join 21/20Pz", "fight", "enough", "seal")
    assert verbs(state) == {"seal"}


# Limits


def test_7_2_2_four_columns_shift_three() -> None:
    """BZ-7.2.2c: 1-1 becomes 4-1, and all four are spent."""
    state = position(
        {"2111": ["21/20Pz"], "2113": ["QG/20Pz"]},
        {"2110": ["13/5DP"]},
        german_convoys=["2111"] * 4,
    )
    reckoning = fight(state, "2110", "21/20Pz", commit=["2111"] * 4)
    assert shifts(reckoning) == {"convoys": 3}
    assert column(reckoning) == "4/1"
    play(state, "throw 1", "retreat 0", "lose 13/5DP", "lose 21/20Pz")
    assert convoys(state, GERMAN) == []


def test_7_2_2_four_columns_of_the_defender_shift_three_to_the_left() -> None:
    """BZ-7.2.2c: 14 + 12 against 4 is 6-1; three columns less is 3-1."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz", "112/20Pz"], "2112": ["QG/20Pz"], "2012": ["QG/57PzK"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP"]},
        allied_convoys=["2109", "2109", "2110", "2110"],
    )
    reckoning = fight(
        state,
        "2110",
        "21/20Pz",
        "59/20Pz",
        "112/20Pz",
        support=["QG/20Pz", "QG/57PzK"],
        answer=["2109", "2110", "2109", "2110"],
    )
    assert shifts(reckoning) == {"convoys": -3}
    assert (first_column(reckoning), column(reckoning)) == ("6/1", "3/1")


def test_7_2_2_the_limit_holds_for_the_balance_of_both_sides() -> None:
    """BZ-7.2.2c: four against one is three, four against two is two (BZ-R06)."""
    for answer, expected in ((["2109"], 3), (["2109", "2109"], 2)):
        state = position(
            {"2111": ["21/20Pz"], "2113": ["QG/20Pz"]},
            {"2110": ["13/5DP"], "2109": ["QG/5DP"]},
            german_convoys=["2111"] * 4,
            allied_convoys=["2109"] * 2,
        )
        reckoning = fight(state, "2110", "21/20Pz", commit=["2111"] * 4, answer=answer)
        assert shifts(reckoning) == {"convoys": expected}


def test_7_2_columns_of_both_sides_even_cancel_out() -> None:
    """BZ-7.2.2c."""
    state = position(
        {"2111": ["21/20Pz"], "2113": ["QG/20Pz"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP"]},
        german_convoys=["2111"],
        allied_convoys=["2109"],
    )
    reckoning = fight(state, "2110", "21/20Pz", commit=["2111"], answer=["2109"])
    assert column(reckoning) == "1/1"
    play(state, "throw 3", "lose 21/20Pz")
    assert (where(state, "CL-1"), where(state, "CL-9")) == ("off", "off")
