"""8.5: retreat after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bautzen.board import (
    ALLIED,
    GAME,
    at,
    bits,
    column,
    dice,
    fight,
    is_unsupplied,
    offered,
    play,
    position,
    steps,
    verbs,
    where,
    with_options,
)

if TYPE_CHECKING:
    from grognard.games.bautzen.printed import Scenario
    from grognard.games.bautzen.state import Bautzen

PANZERS = ["21/20Pz", "59/20Pz", "112/20Pz"]


def struck(die: int, allied: dict[str, list[str]] | None = None) -> Bautzen:
    """20 Pz in 2111 has thrown against 13/5DP in 2110: 14 against 4, 3-1, die +1.

    A 2 reads 3, 1/1; a 3 reads 4, 1/2; a 6 reads 7, 1/2.
    """
    state = position({"2111": PANZERS}, {"2110": ["13/5DP"], **(allied or {})})
    fight(state, "2110", *PANZERS)
    return play(state, f"throw {die}")


def test_8_5_1_each_step_may_become_a_hex_in_any_split() -> None:
    """BZ-8.5.1a, BZ-8.2.7: two steps, or one and one, or two hexes."""
    state = struck(3)
    assert (state.seat, offered(state, "retreat")) == (ALLIED, {"0", "1", "2"})
    assert offered(struck(2), "retreat") == {"0", "1"}


def test_8_5_1_two_steps_stay_and_die() -> None:
    """BZ-8.5.1a, BZ-8.3a."""
    state = play(struck(3), "retreat 0", "lose 13/5DP", "lose 13/5DP")
    assert where(state, "13/5DP") == "off"


def test_8_5_1_one_step_and_one_hex() -> None:
    """BZ-8.5.1a: the step is lost first (BZ-R56)."""
    state = play(struck(3), "retreat 1", "lose 13/5DP", "to 2109")
    assert (steps(state, "13/5DP"), where(state, "13/5DP")) == (1, "2109")


def test_8_5_1_two_hexes_and_no_step() -> None:
    """BZ-8.5.1a: each hex is one farther, out of the zone of 2111 (BZ-R25)."""
    state = play(struck(3), "retreat 2")
    assert offered(state, "to") == {"2009", "2109", "2209"}
    play(state, "to 2109")
    assert offered(state, "to") == {"2008", "2108", "2208"}
    play(state, "to 2108")
    assert (steps(state, "13/5DP"), where(state, "13/5DP")) == (2, "2108")
    assert state.retreated == bits("13/5DP")


def test_8_5_1_a_stack_retreats_together_with_its_column() -> None:
    """BZ-8.5.1b: 26 against 8 is 3-1; the stack answers one question for each hex."""
    state = position(
        {"2111": PANZERS, "2112": ["QG/20Pz"], "2012": ["QG/57PzK"]},
        {"2110": ["13/5DP", "15/5DP"]},
        allied_convoys=["2110"],
    )
    fight(state, "2110", *PANZERS, support=["QG/20Pz", "QG/57PzK"])
    play(state, "throw 3", "retreat 2", "to 2209", "to 2208")
    assert at(state, "2208") == {"13/5DP", "15/5DP", "CL-1"}


def test_8_5_1_a_retreat_may_not_end_over_stacked() -> None:
    """BZ-8.5.1c: 2109 is full; it may be passed, not stayed in."""
    full = {"2109": ["33/7DP", "35/7DP", "37/7DP"]}
    state = play(struck(2, full), "retreat 1")
    assert offered(state, "to") == {"2009", "2209"}
    state = play(struck(3, full), "retreat 2")
    assert offered(state, "to") == {"2009", "2109", "2209"}


def test_8_5_1_a_retreat_may_end_in_a_hex_that_has_room() -> None:
    """BZ-8.5.1c: 4 and 2 are 6."""
    state = play(struck(2, {"2109": ["33/7DP", "35/7DP"]}), "retreat 1")
    assert "2109" in offered(state, "to")


def test_8_5_1_a_retreat_keeps_to_the_mix_of_formations() -> None:
    """BZ-8.5.1c, BZ-5.4: a third formation finds no place in 2109 (BZ-R59)."""
    state = play(struck(2, {"2109": ["33/7DP", "776/214RD"]}), "retreat 1")
    assert offered(state, "to") == {"2009", "2209"}


def test_8_5_1_all_but_infantry_retreat_onto_a_height_only_by_road() -> None:
    """BZ-8.5.1a: from 1812 infantry may climb 1811, armour may not (BZ-R11)."""
    for unit, climbs in (("KG72", True), ("21/20Pz", False)):
        state = position({"1812": [unit]}, {"1713": ["14S-TK", "1KP"]}, segment="allied combat")
        assert column(fight(state, "1812", "14S-TK", "1KP")) == "2/1"
        play(state, "throw 4", "retreat 1")
        assert ("1811" in offered(state, "to")) == climbs


def test_8_5_1_no_retreat_crosses_a_lake_side() -> None:
    """BZ-8.5.1a, BZ-8.1e: out of 1904, away from 1803, but not over the lake to 1905 (BZ-R25)."""
    state = position({"1803": ["21/20Pz", "59/20Pz"]}, {"1904": ["13/5DP"]})
    assert dice(fight(state, "1904", "21/20Pz", "59/20Pz")) == {"formation": 1, "river": -1}
    play(state, "throw 4", "retreat 1")
    assert offered(state, "to") == {"2003", "2004"}


# No way out


RING = {"2111": PANZERS, "2108": ["KG1/17ID"], "2309": ["KG2/17ID"], "1909": ["KG72"]}
"""2109 lies in the zone of 2108, 2209 in that of 2309, 2009 in that of 1909."""


def ringed(die: int, scenario: Scenario = GAME, **more: list[str]) -> Bautzen:
    """14 + 12 against 8 is 3-1, die +1 whole formation, +1 unsupplied."""
    state = position(
        {**RING, "2112": ["QG/20Pz"], "2012": ["QG/57PzK"]},
        {"2110": ["13/5DP", "15/5DP"], **{name[1:]: units for name, units in more.items()}},
        scenario=scenario,
    )
    reckoning = fight(state, "2110", *PANZERS, support=["QG/20Pz", "QG/57PzK"])
    assert (column(reckoning), dice(reckoning)) == ("3/1", {"formation": 1, "unsupplied": 1})
    return play(state, f"throw {die}")


DECLARED = with_options(blocked_retreat="declared")
"""8.5.2 as it was read at first: the steps traded for a blocked retreat vanish."""


def test_8_5_2_a_stack_that_cannot_retreat_stays_and_each_unit_loses_one_more_step() -> None:
    """BZ-8.5.2a: a 1 reads 3, 1/1; one of each, and the step traded all the same (BZ-R56)."""
    state = ringed(1)
    assert offered(state, "retreat") == {"0", "1"}
    play(state, "retreat 1")
    assert at(state, "2110") == {"13/5DP", "15/5DP"}
    assert (steps(state, "13/5DP"), steps(state, "15/5DP")) == (1, 1)
    play(state, "lose 15/5DP")
    assert at(state, "2110") == {"13/5DP"}
    assert offered(state, "lose") == set(PANZERS)


def test_8_5_2_as_it_was_read_at_first_the_steps_traded_vanish() -> None:
    """BZ-8.5.2a: a 1 reads 3, 1/1; the one step traded costs one of each."""
    state = play(ringed(1, DECLARED), "retreat 1")
    assert (steps(state, "13/5DP"), steps(state, "15/5DP")) == (1, 1)
    assert offered(state, "lose") == set(PANZERS)


def test_8_5_2_trading_everything_does_not_save_a_ringed_stack() -> None:
    """BZ-8.5.2a: a 6 reads 8, 1/3; four steps are there and five are due."""
    state = ringed(6)
    assert offered(state, "retreat") == {"0", "1", "2", "3"}
    play(state, "retreat 3", "lose 13/5DP", "lose 15/5DP")
    assert at(state, "2110") == set()
    kept = play(ringed(6), "retreat 0", "lose 13/5DP", "lose 15/5DP", "lose 15/5DP")
    assert at(kept, "2110") == {"13/5DP"}


def test_8_5_2_steps_not_traded_are_lost_besides() -> None:
    """BZ-8.5.2a: a 2 reads 4, 1/2: one step lost, then one more of each (BZ-R56)."""
    state = play(ringed(2), "retreat 1", "lose 13/5DP")
    assert where(state, "13/5DP") == "off"
    assert (where(state, "15/5DP"), steps(state, "15/5DP")) == ("2110", 1)


def test_8_5_2_a_friend_does_not_open_an_enemy_zone_to_a_retreat() -> None:
    """BZ-8.5.2a: 17/5DP stands in 2109, in the zone of 2108 (BZ-R25)."""
    state = play(ringed(1, _2109=["17/5DP"]), "retreat 1")
    assert at(state, "2110") == {"13/5DP", "15/5DP"}
    assert (steps(state, "13/5DP"), steps(state, "17/5DP")) == (1, 2)


def crowded(scenario: Scenario = GAME) -> Bautzen:
    """Every hex that 13/5DP could retreat to is full of Polish regiments."""
    allied = {
        "2110": ["13/5DP"],
        "2109": ["33/7DP", "35/7DP", "37/7DP"],
        "2009": ["25/10DP", "27/10DP", "29/10DP"],
        "2209": ["26/9DP", "28/9DP", "30/9DP"],
    }
    state = position({"2111": PANZERS}, allied, scenario=scenario)
    fight(state, "2110", *PANZERS)
    return play(state, "throw 2", "retreat 1")  # reads 3: 1/1


def test_8_5_2_over_stacking_blocks_a_retreat() -> None:
    """BZ-8.5.2a."""
    state = crowded()
    assert (where(state, "13/5DP"), steps(state, "13/5DP")) == ("2110", 1)


def test_8_5_2_the_steps_traded_are_lost_as_well() -> None:
    """BZ-8.5.2a (BZ-R56): now, and at first by an option of its own."""
    at_first = with_options(blocked_retreat="declared", blocked_retreat_returns_steps=True)
    for scenario in (GAME, at_first):
        state = play(crowded(scenario), "lose 13/5DP")
        assert where(state, "13/5DP") == "off"
    assert steps(crowded(DECLARED), "13/5DP") == 1
    assert offered(crowded(DECLARED), "lose") == set(PANZERS)


def boxed(scenario: Scenario = GAME) -> Bautzen:
    """KG 72 in 2312 may retreat one hex but not two: 2112 and 2113 lie in the zone of 2012.

    9 against 4 is 2-1; whole formation and unsupplied: a 4 reads 6, 1/2.
    """
    state = position(
        {"2312": ["KG72"]},
        {"2311": ["13/5DP", "15/5DP", "17/5DP"], "2012": ["776/214RD"]},
        segment="allied combat",
        scenario=scenario,
    )
    fight(state, "2312", "13/5DP", "15/5DP", "17/5DP")
    return play(state, "throw 4")


def test_8_5_2_a_retreat_of_so_many_hexes_without_an_end_is_blocked() -> None:
    """BZ-8.5.2a: though a shorter one were open; so it was read at first."""
    state = play(boxed(DECLARED), "retreat 2")
    assert (where(state, "KG72"), steps(state, "KG72")) == ("2312", 1)


def test_8_5_2_a_stack_that_can_enter_some_hex_trades_no_more_than_it_can_retreat() -> None:
    """BZ-8.5.2a, BZ-8.5.1a: one hex is open, two are not (BZ-R46)."""
    state = boxed()
    assert offered(state, "retreat") == {"0", "1"}
    play(state, "retreat 1", "lose KG72")
    assert offered(state, "to") == {"2313", "2212"}


# Cut off by the retreat


def driven(*units: str, cut: bool = False) -> Bautzen:
    """Poles in 2211 strike units in 2212, whose ways out are 2113 and the corner 2313.

    With `cut`, the zone of 2012 covers 2113, so that they were unsupplied before.
    """
    allied = {"2211": ["13/5DP", "15/5DP", "17/5DP"]}
    if cut:
        allied["2012"] = ["776/214RD"]
    state = position({"2212": list(units)}, allied, segment="allied combat")
    fight(state, "2212", "13/5DP", "15/5DP", "17/5DP")
    return state


def test_8_5_2_a_unit_made_unsupplied_by_its_retreat_loses_one_more_step() -> None:
    """BZ-8.5.2b: 9 against 4 is 2-1, a 3 reads 4, 1/1; 2313 is shut in by 2211."""
    state = play(driven("KG72"), "throw 3", "retreat 1")
    assert offered(state, "to") == {"2113", "2313"}
    play(state, "to 2313")
    assert (where(state, "KG72"), steps(state, "KG72")) == ("2313", 1)
    assert is_unsupplied(state, "KG72")


def test_8_5_2_a_retreat_into_supply_costs_nothing_more() -> None:
    """BZ-8.5.2b."""
    state = play(driven("KG72"), "throw 3", "retreat 1", "to 2113")
    assert steps(state, "KG72") == 2
    assert not is_unsupplied(state, "KG72")


def test_8_5_2_a_unit_that_was_unsupplied_before_loses_nothing_more() -> None:
    """BZ-8.5.2b: a 2 reads 4 with formation and unsupplied, 1/1 (BZ-R46)."""
    state = play(driven("KG72", cut=True), "throw 2", "retreat 1", "to 2313")
    assert (where(state, "KG72"), steps(state, "KG72")) == ("2313", 2)


def test_8_5_2_every_unit_of_a_stack_that_is_cut_off_loses_a_step() -> None:
    """BZ-8.5.2b: 9 against 8 is 1-1; a 4 reads 5, 2/1; the one-step Kampfgruppe dies of it."""
    state = driven("KG72", "KG/615ID")
    play(state, "throw 4", "retreat 1", "to 2313")
    assert steps(state, "KG72") == 1
    assert where(state, "KG/615ID") == "off"


# Attacked again. A retreat ends out of every enemy zone, so that the mark is set by hand here.


def attacked_again(*marked: str, die: int) -> Bautzen:
    """13/5DP and 15/5DP in 2110 are attacked at 3-1, die +1, after some of them retreated."""
    state = position(
        {"2111": PANZERS, "2112": ["QG/20Pz"], "2012": ["QG/57PzK"]},
        {"2110": ["13/5DP", "15/5DP"]},
    )
    state.retreated |= bits(*marked)
    fight(state, "2110", *PANZERS, support=["QG/20Pz", "QG/57PzK"])
    return play(state, f"throw {die}")


def test_8_5_3_a_unit_that_retreated_is_eliminated_by_any_step() -> None:
    """BZ-8.5.3: 1/2 on two fresh regiments that retreated: both are gone."""
    state = attacked_again("13/5DP", "15/5DP", die=3)
    play(state, "retreat 0", "lose 13/5DP", "lose 15/5DP")
    assert at(state, "2110") == set()


def test_8_5_3_a_companion_that_did_not_retreat_takes_the_step_that_he_survives() -> None:
    """BZ-8.5.3, BZ-8.3c: unit by unit (BZ-R45)."""
    state = play(attacked_again("13/5DP", die=3), "retreat 0")
    assert offered(state, "lose") == {"15/5DP"}
    play(state, "lose 15/5DP", "lose 13/5DP")
    assert at(state, "2110") == {"15/5DP"}
    assert steps(state, "15/5DP") == 1


def test_8_5_3_a_unit_that_retreats_again_without_loss_lives() -> None:
    """BZ-8.5.3."""
    state = play(attacked_again("13/5DP", "15/5DP", die=2), "retreat 1", "to 2109")
    assert at(state, "2109") == {"13/5DP", "15/5DP"}
    assert (steps(state, "13/5DP"), steps(state, "15/5DP")) == (2, 2)


def test_8_5_3_the_mark_ends_with_the_combat_segment() -> None:
    """BZ-8.5.3: in the next German combat segment the regiment only flips."""
    state = position(
        {"2111": PANZERS, "2209": ["Pz1/HG1", "PzG1/HG1", "PzG2/HG1"]},
        {"2010": ["13/5DP"]},
        then=["german combat"],
    )
    fight(state, "2010", *PANZERS)
    play(state, "throw 2", "retreat 1", "to 2009", "lose 112/20Pz", "advance 21/20Pz", "halt")
    assert verbs(state) == {"done"}
    play(state, "done")
    fight(state, "2009", "21/20Pz")
    play(state, "throw 6", "retreat 0", "lose 13/5DP")
    assert steps(state, "13/5DP") == 1
