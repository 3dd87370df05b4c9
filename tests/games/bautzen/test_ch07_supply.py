"""7.1 and 7.3: sources, lines of supply, and want of supply."""

from __future__ import annotations

from random import Random

import pytest

from games.bautzen.board import (
    ALLIED,
    GAME,
    GERMAN,
    costs,
    factors,
    fight,
    is_unsupplied,
    names,
    offered,
    play,
    position,
    sums,
    verbs,
    with_options,
)
from grognard.engine.bits import bits_of
from grognard.games.bautzen.supply import sources
from grognard.kit.supply import Network

# Sources


def test_7_1_1_sources_lie_south_and_west_or_north_and_east() -> None:
    """BZ-7.1.1a."""
    german = {"0104", "0107", "0110", "0113", "0313", "0513", "0812", "1713", "1812", "1913"}
    state = position()
    assert names(sources(state, GERMAN)) == german
    assert names(sources(state, ALLIED)) == {"2001", "2305", "2306"}


def test_7_1_1_a_side_draws_on_its_own_sources_only() -> None:
    """BZ-7.1.1a: with all three Allied sources shut, the German ones do not help."""
    state = position(
        {"2001": ["KG72"], "2305": ["KG1/17ID"], "2306": ["KG2/17ID"]}, {"1712": ["13/5DP"]}
    )
    assert is_unsupplied(state, "13/5DP")


def test_7_1_1_an_occupied_source_is_no_source() -> None:
    """BZ-7.1.1b: the other sources still serve."""
    state = position({"2001": ["KG72"]}, {"2210": ["776/214RD"]})
    assert names(sources(state, ALLIED)) == {"2305", "2306"}
    assert not is_unsupplied(state, "776/214RD")


def test_7_1_1_a_supply_column_does_not_occupy_a_source() -> None:
    """BZ-7.1.1b: it is no unit (BZ-R36)."""
    state = position(german_convoys=["2001"])
    assert "2001" in names(sources(state, ALLIED))


def test_7_1_1_a_source_in_an_enemy_zone_is_closed_but_for_a_friendly_unit_there() -> None:
    """BZ-7.1.1b, BZ-7.1.2b: 2305 is held, 2306 lies in its zone (BZ-R35)."""
    german = {"2001": ["KG72"], "2305": ["KG1/17ID"]}
    assert is_unsupplied(position(german, {"2210": ["776/214RD"]}), "776/214RD")
    guarded = position(german, {"2210": ["776/214RD"], "2306": ["780/214RD"]})
    assert not is_unsupplied(guarded, "780/214RD")
    assert not is_unsupplied(guarded, "776/214RD")


def test_7_1_1_under_the_option_only_occupation_closes_a_source() -> None:
    """BZ-7.1.1b."""
    german = {"2001": ["KG72"], "2305": ["KG1/17ID"]}
    open_ = with_options(source_closed_by_zoc=False)
    state = position(german, {"2306": ["776/214RD"], "2210": ["780/214RD"]}, scenario=open_)
    assert not is_unsupplied(state, "780/214RD")
    state = position(german, {"2210": ["780/214RD"]}, scenario=open_)
    assert not is_unsupplied(state, "780/214RD")
    german["2306"] = ["KG2/17ID"]
    state = position(german, {"2210": ["780/214RD"]}, scenario=open_)
    assert is_unsupplied(state, "780/214RD")


# The line of supply, in the corner 2313, whose two neighbours are 2312 and 2212


def test_7_1_2_no_line_passes_an_enemy_unit() -> None:
    """BZ-7.1.2a: both ways out of the corner are held, though a friend stands beyond."""
    state = position({"2313": ["KG72"]}, {"2312": ["13/5DP"], "2212": ["15/5DP"]})
    assert is_unsupplied(state, "KG72")


def test_7_1_2_a_line_goes_round_where_it_can() -> None:
    """BZ-7.1.2a, BZ-7.1.2b: an enemy in 2311 leaves 2212 open: 2212, 2113, 2012, 1913."""
    state = position({"2313": ["KG72"]}, {"2311": ["13/5DP"]})
    assert not is_unsupplied(state, "KG72")


def test_7_1_2_no_line_passes_an_enemy_zone() -> None:
    """BZ-7.1.2b: the zone of 2211 covers 2312 and 2212."""
    assert is_unsupplied(position({"2313": ["KG72"]}, {"2211": ["13/5DP"]}), "KG72")


def test_7_1_2_a_friendly_unit_opens_a_hex_in_an_enemy_zone() -> None:
    """BZ-7.1.2b: through 2212 to 2113, which no zone covers."""
    state = position({"2313": ["KG72"], "2212": ["777"]}, {"2211": ["13/5DP"]})
    assert not is_unsupplied(state, "KG72")
    elsewhere = position({"2313": ["KG72"], "2312": ["777"]}, {"2211": ["13/5DP"]})
    assert is_unsupplied(elsewhere, "KG72")


def test_7_1_2_a_supply_column_neither_opens_nor_blocks_a_line() -> None:
    """BZ-7.1.2a, BZ-7.1.2b (BZ-R36)."""
    friend = position({"2313": ["KG72"]}, {"2211": ["13/5DP"]}, german_convoys=["2212"])
    assert is_unsupplied(friend, "KG72")
    enemy = position({"2313": ["KG72"]}, allied_convoys=["2212", "2312"])
    assert not is_unsupplied(enemy, "KG72")


def test_7_1_2_a_lake_does_not_stop_a_line() -> None:
    """BZ-7.1.2a: 1205 is ringed but for 1306, across a lake side (BZ-R36).

    The zones of 1104, 1107 and 1404 cover 1204 and 1105, 1106 and 1206, 1305; none covers 1306.
    """
    enemies = {"1104": ["13/5DP"], "1107": ["15/5DP"], "1404": ["17/5DP"]}
    state = position({"1205": ["KG72"]}, enemies)
    assert not is_unsupplied(state, "KG72")
    enemies["1307"] = ["33/7DP"]  # its zone covers 1306
    assert is_unsupplied(position({"1205": ["KG72"]}, enemies), "KG72")


# A unit may not move out of supply


def plugged(*garrison: str) -> list[str]:
    """Return where a unit in 2212, in the zone of 2211, may go when `garrison` is with it."""
    state = position({"2212": ["KG72", *garrison]}, {"2211": ["13/5DP"]}, segment="german movement")
    play(state, "move KG72")
    return sorted(offered(state, "to") & {"2313", "2113"})


def test_7_1_2_a_unit_may_not_enter_a_hex_where_it_would_be_unsupplied() -> None:
    """BZ-7.1.2c: once KG 72 has left 2212, no line reaches 2313: asked after the step."""
    assert plugged() == ["2113"]


def test_7_1_2_a_unit_may_enter_a_hex_that_a_friend_keeps_in_supply() -> None:
    """BZ-7.1.2c: 777 stays in 2212 and keeps the line to 2313 open."""
    assert plugged("777") == ["2113", "2313"]


def test_7_1_2_a_hex_in_an_enemy_zone_may_be_entered_from_supplied_ground() -> None:
    """BZ-7.1.2c: the unit itself opens 2212."""
    state = position({"2113": ["KG72"]}, {"2211": ["13/5DP"]}, segment="german movement")
    assert costs(state, "KG72")["2212"] == 1


def test_7_1_2_a_unit_already_unsupplied_may_go_where_it_stays_so() -> None:
    """BZ-7.1.2c (BZ-R16)."""
    state = position({"2313": ["KG72"]}, {"2211": ["13/5DP"]}, segment="german movement")
    assert costs(state, "KG72") == {"2312": 1, "2212": 1}


def test_7_1_2_a_supply_column_may_go_without_supply() -> None:
    """BZ-7.1.2c: the rule binds units (BZ-R62)."""
    state = position(
        {"2212": ["KG72"]},
        {"2211": ["13/5DP"]},
        german_convoys=["2212"],
        segment="german movement",
    )
    play(state, "move KG72", "to 2113", "move CL-9")
    assert "2313" in offered(state, "to")


# Want of supply


CUT_OFF = {"2211": ["13/5DP"], "2312": ["15/5DP"]}
"""Polish regiments that shut the corner 2313 and stand next to it."""


@pytest.mark.parametrize(
    ("id_", "attack", "defence", "allowance"),
    [
        ("KG72", 1, 4, 8),  # infantry 2-4-8
        ("21/20Pz", 3, 2, 5),  # armour 6-4-10
        ("59/20Pz", 2, 3, 5),  # mechanised 4-5-10
        ("Pz/BrgPzG", 3, 2, 5),  # armour 7-4-10: 3.5 is 3
        ("Pz1/HG1", 3, 3, 5),  # armour 7-5-10: 2.5 is 3
    ],
)
def test_7_3_unsupplied_german_units(id_: str, attack: int, defence: int, allowance: int) -> None:
    """BZ-7.3a, BZ-7.3b: infantry keeps defence and movement; the others halve all three."""
    state = position({"2313": [id_]}, CUT_OFF)
    assert fight(state, "2312", id_).attack_total == attack
    state = position({"2313": [id_]}, CUT_OFF, segment="allied combat")
    assert fight(state, "2313", "15/5DP").defence_total == defence
    assert _allowance(id_) == allowance


def _allowance(id_: str) -> float:
    """Return how far an unsupplied unit goes, in MPs of clear ground.

    Allied units on all sources leave the German unit in 2307 unsupplied and alone.
    """
    taken = ["0104", "0107", "0110", "0113", "0313", "0513", "0812", "1713", "1812", "1913"]
    regiments = ["13/5DP", "15/5DP", "17/5DP", "33/7DP", "35/7DP", "37/7DP", "32/8DP"]
    regiments += ["34/8DP", "36/8DP", "26/9DP"]
    allied = {name: [unit] for name, unit in zip(taken, regiments, strict=True)}
    state = position({"2313": [id_]}, allied, segment="german movement")
    assert is_unsupplied(state, id_)
    return max(costs(state, id_).values())


def test_7_3_unsupplied_engineers_and_headquarters_move_at_half() -> None:
    """BZ-7.3b: 687/615ID and QG/20Pz from 8 to 4, QG/2AWP from 3 to 1."""
    assert _allowance("687/615ID") == 4
    assert _allowance("QG/20Pz") == 4


def test_7_3_unsupplied_artillery_and_columns_keep_their_movement() -> None:
    """BZ-7.3b names neither (BZ-R15)."""
    assert _allowance("777") == 5


def test_7_3_an_attack_of_1_without_supply_is_no_attack() -> None:
    """BZ-7.3b: the engineers' 1 becomes 0, and 0 cannot attack (BZ-R58)."""
    state = position({"2313": ["687/615ID"]}, CUT_OFF)
    assert verbs(state) == {"done"}
    state = position({"2111": ["687/615ID"]}, {"2110": ["13/5DP"]})
    assert offered(state, "attack") == {"2110"}


def test_7_3_unsupplied_motorised_and_heavy_armour() -> None:
    """BZ-7.3b: 3/4GTC 3-4 becomes 1-2, 29/4GTC 4-1 becomes 2-1."""
    german = {"2001": ["KG72"], "2305": ["KG1/17ID"], "2110": ["21/20Pz"]}
    allied = {"2111": ["3/4GTC"], "2210": ["29/4GTC"]}
    state = position(german, allied, segment="allied combat")
    reckoning = fight(state, "2110", "3/4GTC", "29/4GTC")
    assert factors(reckoning) == {"3/4GTC": 1, "29/4GTC": 2, "21/20Pz": 4}
    state = position(german, allied)
    assert fight(state, "2111", "21/20Pz").defence_total == 2
    state = position(german, allied)
    assert fight(state, "2210", "21/20Pz").defence_total == 1


def test_7_3_an_unsupplied_headquarters_gives_no_support() -> None:
    """BZ-7.3c: neither to an attack nor in its own stack."""
    state = position({"2313": ["21/20Pz", "QG/20Pz"]}, CUT_OFF)
    play(state, "attack 2312", "join 21/20Pz")
    assert offered(state, "support") == set()
    state = position({"2313": ["KG72", "QG/20Pz"]}, CUT_OFF, segment="allied combat")
    reckoning = fight(state, "2313", "15/5DP")
    assert factors(reckoning) == {"15/5DP": 3, "KG72": 4, "QG/20Pz": 0}


def test_7_3_a_supplied_headquarters_supports_an_unsupplied_unit() -> None:
    """BZ-7.3c speaks of the headquarters, not of the unit."""
    state = position({"2313": ["21/20Pz"], "2113": ["QG/20Pz"]}, CUT_OFF)
    assert is_unsupplied(state, "21/20Pz")
    play(state, "attack 2312", "join 21/20Pz")
    assert offered(state, "support") == {"QG/20Pz"}


def test_7_3_unsupplied_artillery_gives_no_support() -> None:
    """BZ-7.3c, for guns too (BZ-R15)."""
    state = position({"2313": ["21/20Pz", "777"]}, CUT_OFF)
    play(state, "attack 2312", "join 21/20Pz")
    assert offered(state, "support") == set()


def test_7_3_unsupplied_anti_tank_suffers_as_infantry() -> None:
    """BZ-7.3a: 9S attacks with 2 and defends with 4 beside a regiment (BZ-R15)."""
    german = {"2001": ["KG72"], "2305": ["KG1/17ID"], "2110": ["21/20Pz"]}
    allied = {"2111": ["13/5DP", "9S"]}
    state = position(german, allied, segment="allied combat")
    assert factors(fight(state, "2110", "13/5DP", "9S"))["9S"] == 2
    state = position(german, allied)
    assert fight(state, "2111", "21/20Pz").defence_total == 8


def test_7_3_unsupplied_but_commanded_a_unit_may_use_a_column() -> None:
    """BZ-7.3d."""
    state = position({"2313": ["21/20Pz"], "2113": ["QG/20Pz"]}, CUT_OFF, german_convoys=["2313"])
    play(state, "attack 2312", "join 21/20Pz", "fight", "enough")
    assert offered(state, "commit") == {"2313"}
    play(state, "commit 2313", "seal", "seal")
    assert {s.reason: s.value for s in sums(state).shifts} == {"convoys": 1}


def test_7_3_a_defender_fights_by_the_last_check_of_his_own_side() -> None:
    """BZ-2b, BZ-7.3b: cut off by a move in the enemy's own phase, he still has full value."""
    state = position(
        {"2313": ["21/20Pz"]},
        {"2209": ["13/5DP"], "2311": ["15/5DP"]},
        segment="allied movement",
        then=["allied combat"],
    )
    play(state, "move 13/5DP", "to 2211", "move 15/5DP", "to 2312", "done")
    assert fight(state, "2313", "15/5DP").defence_total == 4
    assert "unsupplied" not in {m.reason for m in sums(state).die}


def test_7_1_every_piece_of_a_stack_shares_its_supply() -> None:
    """BZ-7.1.2b: the check looks at hexes, for all units in them."""
    state = position({"2313": ["21/20Pz", "59/20Pz"]}, CUT_OFF)
    assert is_unsupplied(state, "21/20Pz")
    assert is_unsupplied(state, "59/20Pz")
    assert not state.unsupplied & GAME.convoys


@pytest.mark.parametrize("seed", range(20))
def test_7_1_2_the_network_found_from_the_last_one_is_the_network_found_anew(seed: int) -> None:
    """BZ-7.1.2a: hexes open and close, one at a time or many, sources among them."""
    board, rng = GAME.board.map, Random(seed)
    start = GAME.board.sources[GERMAN]
    network, shut = Network(board, start), 0
    for _ in range(200):
        changes = rng.choice((1, 1, 2, 3, 40))
        shut ^= bits_of(list(set(rng.choices(board.hexes, k=changes))))
        assert network.avoiding(shut) == board.flood(start, avoiding=shut)
