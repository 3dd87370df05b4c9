"""8.1: who may attack whom, and the concentric attack."""

from __future__ import annotations

import pytest

from games.bautzen.board import factors, fight, offered, play, position, shifts, verbs
from grognard.engine.game import lone_answer


def test_8_1_only_adjacent_enemies_are_attacked_and_nobody_must() -> None:
    """BZ-8.1a: 2110 touches 2111, 2109 does not; ``done`` is always an answer."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["13/5DP"], "2109": ["15/5DP"]})
    assert offered(state, "attack") == {"2110"}
    assert "done" in verbs(state)
    play(state, "done")
    assert state.is_over


def test_8_1_a_unit_need_not_attack_every_neighbour() -> None:
    """BZ-8.1a: two enemies, one attack, and the segment may end."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["13/5DP"], "2210": ["15/5DP"]})
    assert offered(state, "attack") == {"2110", "2210"}
    fight(state, "2110", "21/20Pz")
    play(state, "throw 3", "lose 21/20Pz")
    assert verbs(state) == {"done"}


def test_8_1_a_unit_attacks_once_in_a_segment() -> None:
    """BZ-8.1b: then the enemy beside it is attacked by its companion only."""
    state = position({"2111": ["21/20Pz", "59/20Pz"]}, {"2110": ["13/5DP"], "2210": ["15/5DP"]})
    fight(state, "2110", "21/20Pz")
    play(state, "throw 3", "lose 21/20Pz", "attack 2210")
    assert offered(state, "join") == {"59/20Pz"}


def test_8_1_a_hex_may_be_attacked_again_by_others() -> None:
    """BZ-8.1b."""
    state = position({"2111": ["21/20Pz", "59/20Pz"]}, {"2110": ["13/5DP"]})
    fight(state, "2110", "21/20Pz")
    play(state, "throw 3", "lose 21/20Pz")
    assert offered(state, "attack") == {"2110"}
    fight(state, "2110", "59/20Pz")
    play(state, "throw 3", "lose 59/20Pz")
    assert offered(state, "attack") == set()


def test_8_1_a_unit_attacks_again_in_the_next_segment_of_its_side() -> None:
    """BZ-8.1b."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["13/5DP"]}, then=["german combat"])
    fight(state, "2110", "21/20Pz")
    play(state, "throw 3", "lose 21/20Pz", "done")
    assert offered(state, "attack") == {"2110"}


def test_8_1_an_attack_falls_on_every_unit_of_the_hex() -> None:
    """BZ-8.1c: both regiments defend, 4 + 4."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["13/5DP", "15/5DP"]})
    reckoning = fight(state, "2110", "21/20Pz")
    assert factors(reckoning) == {"21/20Pz": 6, "13/5DP": 4, "15/5DP": 4}


def test_8_1_several_hexes_and_formations_attack_together() -> None:
    """BZ-8.1d: 20 Pz from 2111, HG 1 from 2210, KG 72 from 2010."""
    state = position(
        {"2111": ["21/20Pz"], "2210": ["PzG1/HG1"], "2010": ["KG72"]}, {"2110": ["13/5DP"]}
    )
    assert fight(state, "2110", "21/20Pz", "PzG1/HG1", "KG72").attack_total == 6 + 4 + 2


def test_8_1_units_of_one_stack_attack_different_hexes() -> None:
    """BZ-8.1d."""
    state = position({"2111": ["21/20Pz", "59/20Pz"]}, {"2110": ["13/5DP"], "2210": ["15/5DP"]})
    assert fight(state, "2110", "21/20Pz").attack_total == 6
    play(state, "throw 3", "lose 21/20Pz")
    assert fight(state, "2210", "59/20Pz").attack_total == 4


@pytest.mark.parametrize(
    ("attacker", "target"), [("1905", "1904"), ("1705", "1805"), ("1805", "1705"), ("0806", "0807")]
)
def test_8_1_no_attack_crosses_a_lake_side(attacker: str, target: str) -> None:
    """BZ-8.1e: not even along the railway of 1705-1805 (BZ-R33)."""
    state = position({attacker: ["21/20Pz"]}, {target: ["13/5DP"]})
    assert verbs(state) == {"done"}


def test_8_1_who_stands_across_a_lake_does_not_join_those_who_do_not() -> None:
    """BZ-8.1e: 1804 touches 1904 by land, 1905 over a lake."""
    state = position({"1804": ["21/20Pz"], "1905": ["59/20Pz"]}, {"1904": ["13/5DP"]})
    play(state, "attack 1904")
    assert offered(state, "join") == {"21/20Pz"}


def test_8_1_headquarters_and_artillery_do_not_attack() -> None:
    """BZ-8.1a: they have no attack value (BZ-R20)."""
    assert verbs(position({"2111": ["QG/20Pz", "777"]}, {"2110": ["13/5DP"]})) == {"done"}


# The concentric attack: the four pictures of the booklet, defender 861/294 in 1109


GERMANS = {
    "1009": ["21/20Pz"],
    "1208": ["59/20Pz"],
    "1108": ["112/20Pz"],
    "1008": ["PzG1/HG1"],
    "1209": ["PzG2/HG1"],
}


@pytest.mark.parametrize(
    ("hexes", "headquarters", "expected"),
    [
        (["1009", "1208"], "1808", True),
        (["1009", "1108", "1208"], "1808", True),
        (["1009", "1008", "1108"], "1808", False),  # 1209 is open
        (["1009", "1108", "1209"], "1008", False),  # the defender's headquarters stands in the ring
        (["1009", "1108", "1209"], "1808", True),  # the same without it
        (["1009"], "1808", False),
    ],
)
def test_8_1_1_a_concentric_attack_surrounds_the_defender(
    hexes: list[str], headquarters: str, expected: bool
) -> None:
    """BZ-8.1.1, BZ-8.2.6c: one column to the right."""
    state = position(
        {name: GERMANS[name] for name in hexes},
        {"1109": ["861/294RD"], headquarters: ["QG/294RD"]},
    )
    reckoning = fight(state, "1109", *(GERMANS[name][0] for name in hexes))
    assert shifts(reckoning) == ({"concentric": 1} if expected else {})


def test_8_1_1_only_the_units_that_attack_surround() -> None:
    """BZ-8.1.1: 59/20Pz stands in 1208 but takes no part (BZ-R45)."""
    state = position({"1009": ["21/20Pz"], "1208": ["59/20Pz"]}, {"1109": ["861/294RD"]})
    assert shifts(fight(state, "1109", "21/20Pz")) == {}


def test_8_1_1_support_does_not_surround() -> None:
    """BZ-8.1.1: the headquarters in 1208 supports, but does not attack."""
    state = position({"1009": ["21/20Pz"], "1208": ["QG/20Pz"]}, {"1109": ["861/294RD"]})
    assert shifts(fight(state, "1109", "21/20Pz", support=["QG/20Pz"])) == {}


def test_8_1_1_the_map_edge_closes_the_ring() -> None:
    """BZ-8.1.1: the corner 2313 has two neighbours, 2312 and 2212, controlled from 2312."""
    state = position({"2312": ["21/20Pz"]}, {"2313": ["861/294RD"]})
    assert shifts(fight(state, "2313", "21/20Pz")) == {"concentric": 1}


def test_8_1_1_an_enemy_column_does_not_open_the_ring() -> None:
    """BZ-8.1.1: it is no unit."""
    state = position(
        {"1009": ["21/20Pz"], "1208": ["59/20Pz"]}, {"1109": ["861/294RD"]}, allied_convoys=["1108"]
    )
    assert shifts(fight(state, "1109", "21/20Pz", "59/20Pz")) == {"concentric": 1}


# What is given without asking


def test_8_2_whoever_named_support_or_committed_says_himself_that_it_is_enough() -> None:
    """BZ-8.2.1, BZ-9.1: where nothing could be chosen nothing is asked, if no person watches."""
    allied = {"2110": ["13/5DP"], "2109": ["QG/5DP"]}
    state = position({"2111": ["21/20Pz"]}, allied, allied_convoys=["2109"])
    play(state, "attack 2110", "join 21/20Pz", "fight", "support QG/5DP")
    assert verbs(state) == {"enough"}
    assert lone_answer(state, watched=False) is None
    play(state, "enough")
    assert verbs(state) == {"seal"}, "the attacker has no column"
    assert lone_answer(state, watched=False) is not None
    assert lone_answer(state, watched=True) is None
    play(state, "seal")
    bare = position(
        {"2111": ["21/20Pz"], "2113": ["QG/20Pz"]}, {"2110": ["13/5DP"]}, german_convoys=["2111"]
    )
    play(bare, "attack 2110", "join 21/20Pz", "fight")
    assert verbs(bare) == {"enough"}
    assert lone_answer(bare, watched=False) is not None
    play(bare, "enough", "commit 2111")
    assert verbs(bare) == {"seal"}
    assert lone_answer(bare, watched=False) is None
