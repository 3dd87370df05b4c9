"""4.3: withdrawal through enemy zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bautzen.board import offered, play, position, steps, verbs, where
from grognard.engine.game import CHANCE

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen


def ringed(unit: str = "KG72", *more: str) -> Bautzen:
    """A German unit in 2110 with every neighbour held or controlled; source 1913 is 4 hexes off.

    `more` are Soviet regiments in 2212, whose zone reaches 2112 and 2113.
    """
    allied = {"2210": ["776/214RD"], "2009": ["780/214RD"]}
    if more:
        allied["2212"] = list(more)
    return position({"2110": [unit]}, allied, segment="german movement")


def test_4_3_each_hex_lies_nearer_to_the_nearest_source() -> None:
    """BZ-4.3: from 2110 only 2010 and 2111 lie nearer to 1913."""
    state = play(ringed(), "move KG72", "withdraw")
    assert offered(state, "to") == {"2010", "2111"}
    assert verbs(state) == {"to"}


def test_4_3_one_die_for_each_zone_hex_entered_and_a_3_costs_nothing() -> None:
    """BZ-4.3: 2111 lies in a zone, 2011 and 1912 do not."""
    state = play(ringed(), "move KG72", "withdraw", "to 2111")
    assert state.seat == CHANCE
    play(state, "throw 3")
    assert offered(state, "to") == {"2011", "2112"}
    play(state, "to 2011")
    assert offered(state, "to") == {"1912", "2012"}
    play(state, "to 1912", "to 1913")
    assert verbs(state) == {"done"}
    assert (where(state, "KG72"), steps(state, "KG72")) == ("1913", 2)


def test_4_3_a_1_or_a_2_costs_a_step() -> None:
    """BZ-4.3: the flipped unit goes on."""
    for face in (1, 2):
        state = play(ringed(), "move KG72", "withdraw", "to 2111", f"throw {face}")
        assert steps(state, "KG72") == 1
        assert offered(state, "to") == {"2011", "2112"}


def test_4_3_a_unit_of_one_step_is_removed_and_the_segment_goes_on() -> None:
    """BZ-4.3."""
    state = play(ringed("KG/615ID"), "move KG/615ID", "withdraw", "to 2111", "throw 2")
    assert where(state, "KG/615ID") == "off"
    assert verbs(state) == {"done"}


def test_4_3_a_second_zone_hex_means_a_second_die() -> None:
    """BZ-4.3: 2112 lies in the zone of 2212; two losses remove the unit."""
    state = play(ringed("KG72", "788/214RD"), "move KG72", "withdraw", "to 2111", "throw 1")
    play(state, "to 2112")
    assert state.seat == CHANCE
    play(state, "throw 2")
    assert where(state, "KG72") == "off"


def test_4_3_one_die_for_a_hex_however_many_units_project_their_zone() -> None:
    """BZ-4.3: 2111 lies next to two Soviet units, 2210 and 2211."""
    state = position(
        {"2110": ["KG72"]},
        {"2210": ["776/214RD"], "2009": ["780/214RD"], "2211": ["788/214RD"]},
        segment="german movement",
    )
    play(state, "move KG72", "withdraw", "to 2111", "throw 6")
    assert state.seat != CHANCE


def test_4_3_the_whole_allowance_goes_into_the_withdrawal() -> None:
    """BZ-4.3, BZ-3c: 777 has 5 MP: 1 + 1 to leave 2110, then 1 and 1; the last one is lost.

    Four hexes from 1913, it pays 2 for 2111 and 1 for 2112 in the zone of 2212, 1 for 2113 or
    2012, and reaches the source with its fifth.
    """
    state = ringed("777", "788/214RD")
    play(state, "move 777", "withdraw", "to 2111", "throw 5", "to 2112", "throw 5", "to 2012")
    assert offered(state, "to") == {"1913"}
    play(state, "to 1913")
    assert verbs(state) == {"done"}


def test_4_3_a_withdrawal_stops_where_nothing_more_can_be_paid() -> None:
    """BZ-4.3: an unsupplied headquarters with 8 // 2 = 4 MP ends one hex short of 1913."""
    state = ringed("QG/20Pz", "788/214RD")
    play(state, "move QG/20Pz", "withdraw", "to 2111", "throw 5", "to 2112", "throw 5", "to 2012")
    assert verbs(state) == {"done"}
    assert where(state, "QG/20Pz") == "2012"


def test_4_3_an_enemy_held_source_is_not_the_goal() -> None:
    """BZ-4.3, BZ-7.1.1b: with 1913 taken, 1812 is nearest: from 2011 not by 2012."""
    state = position(
        {"2110": ["KG72"]},
        {"2210": ["776/214RD"], "2009": ["780/214RD"], "1913": ["788/214RD"]},
        segment="german movement",
    )
    play(state, "move KG72", "withdraw", "to 2111", "throw 6", "to 2011")
    assert offered(state, "to") == {"1912"}


def test_4_3_a_unit_far_from_every_zone_has_nothing_to_withdraw_from() -> None:
    """BZ-4.3."""
    state = position({"2110": ["KG72"]}, {"2001": ["33/7DP"]}, segment="german movement")
    play(state, "move KG72")
    assert "withdraw" not in verbs(state)


def test_4_3_a_step_lost_in_withdrawal_only_flips_a_unit_that_retreated_in_combat_before() -> None:
    """BZ-4.3, BZ-8.5.3: the mark of a retreat serves for its combat segment alone.

    The Polish regiment retreats from 2110 to 2111, 59/20Pz follows into 2110; then the Polish side
    moves, and withdraws through 2210, in the zone of 2110.
    """
    state = position(
        {"2209": ["21/20Pz", "59/20Pz", "112/20Pz"]},
        {"2110": ["33/7DP"]},
        then=["allied movement"],
    )
    play(state, "attack 2110", "join 21/20Pz", "join 59/20Pz", "join 112/20Pz", "fight")
    # 14 against 4 = 3-1, whole formation +1: a throw of 2 reads 3, result 1/1
    play(state, "enough", "seal", "seal", "throw 2", "retreat 1", "to 2111")
    play(state, "lose 112/20Pz", "advance 21/20Pz", "advance 59/20Pz", "advance 112/20Pz", "done")
    play(state, "move 33/7DP", "withdraw", "to 2210", "throw 1")
    assert steps(state, "33/7DP") == 1
    assert where(state, "33/7DP") != "off"
