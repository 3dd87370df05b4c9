"""8.3 and 8.4: who loses the steps, and who advances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bautzen.board import (
    ALLIED,
    GERMAN,
    MAP,
    at,
    column,
    convoys,
    fight,
    offered,
    play,
    position,
    steps,
    verbs,
    where,
)

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen

PANZERS = ["21/20Pz", "59/20Pz", "112/20Pz"]


def test_8_3_a_step_flips_a_unit_and_the_second_removes_it() -> None:
    """BZ-8.3a: 4 against 4, a 3 is 1/0; then 2 against 4, a 4 is 2/0, one step more than it has."""
    state = position({"2111": ["59/20Pz"]}, {"2110": ["13/5DP"]}, then=["german combat"])
    fight(state, "2110", "59/20Pz")
    play(state, "throw 3", "lose 59/20Pz")
    assert (steps(state, "59/20Pz"), where(state, "59/20Pz")) == (1, "2111")
    play(state, "done")
    assert column(fight(state, "2110", "59/20Pz")) == "1/2"
    play(state, "throw 4", "lose 59/20Pz")
    assert where(state, "59/20Pz") == "off"
    assert verbs(state) == {"done"}


def test_8_3_a_one_step_unit_is_removed_at_once_and_losses_beyond_are_ignored() -> None:
    """BZ-8.3a: 2 against 4, a 1 is 3/0 (BZ-R26)."""
    state = position({"2111": ["KG/615ID"]}, {"2110": ["13/5DP"]})
    fight(state, "2110", "KG/615ID")
    play(state, "throw 1", "lose KG/615ID")
    assert where(state, "KG/615ID") == "off"
    assert verbs(state) == {"done"}


def test_8_3_losses_fall_evenly_and_the_owner_chooses_among_equals() -> None:
    """BZ-8.3b: 8 against 8, whole formation: a 1 reads 2, 2/0; each unit takes one."""
    state = position({"2111": ["59/20Pz", "112/20Pz"]}, {"2110": ["13/5DP", "15/5DP"]})
    fight(state, "2110", "59/20Pz", "112/20Pz")
    play(state, "throw 1")
    assert (state.seat, offered(state, "lose")) == (GERMAN, {"59/20Pz", "112/20Pz"})
    play(state, "lose 59/20Pz")
    assert offered(state, "lose") == {"112/20Pz"}
    play(state, "lose 112/20Pz")
    assert (steps(state, "59/20Pz"), steps(state, "112/20Pz")) == (1, 1)
    assert verbs(state) == {"done"}


def test_8_3_when_all_have_lost_one_any_of_them_may_lose_the_next() -> None:
    """BZ-8.3b: 4 against 8, 3/0 for two units of two steps."""
    state = position({"2111": ["KG1/17ID", "KG2/17ID"]}, {"2110": ["13/5DP", "15/5DP"]})
    fight(state, "2110", "KG1/17ID", "KG2/17ID")
    play(state, "throw 1", "lose KG1/17ID", "lose KG2/17ID")
    assert offered(state, "lose") == {"KG1/17ID", "KG2/17ID"}
    play(state, "lose KG2/17ID")
    assert (steps(state, "KG1/17ID"), where(state, "KG2/17ID")) == (1, "off")


def brigades() -> Bautzen:
    """3/4GTC (3, two steps) and 12/4GTC (4, one step) against KG 72 (4): 1-1, die +1."""
    return position({"2110": ["KG72"]}, {"2111": ["3/4GTC", "12/4GTC"]}, segment="allied combat")


def test_8_3_nobody_dies_while_another_can_take_the_step_and_live() -> None:
    """BZ-8.3c: a 3 reads 4, 1/0: only the brigade of two steps is offered."""
    state = brigades()
    fight(state, "2110", "3/4GTC", "12/4GTC")
    play(state, "throw 3")
    assert offered(state, "lose") == {"3/4GTC"}


def test_8_3_when_nobody_can_live_the_one_who_has_lost_fewer_dies() -> None:
    """BZ-8.3c, BZ-8.3b: a 1 reads 2, 2/0: 3/4GTC flips, then 12/4GTC is removed."""
    state = brigades()
    fight(state, "2110", "3/4GTC", "12/4GTC")
    play(state, "throw 1", "lose 3/4GTC")
    assert offered(state, "lose") == {"12/4GTC"}


def test_8_3_a_fresh_unit_spares_a_reduced_one_once() -> None:
    """BZ-8.3c: 2 + 4 against 4; the first step flips 112/20Pz, the second removes 59/20Pz."""
    state = position({"2111": ["59/20Pz", "112/20Pz"]}, {"2110": ["13/5DP"]}, reduced=["59/20Pz"])
    fight(state, "2110", "59/20Pz", "112/20Pz")
    play(state, "throw 1")
    assert offered(state, "lose") == {"112/20Pz"}
    play(state, "lose 112/20Pz")
    assert offered(state, "lose") == {"59/20Pz"}


def test_8_3_the_defender_s_losses_fall_evenly_and_come_first() -> None:
    """BZ-8.3b, BZ-8.2.7: 14 against 8, a 6 reads 7, 2/2 (BZ-R55)."""
    state = position({"2111": PANZERS}, {"2110": ["13/5DP", "15/5DP"]})
    fight(state, "2110", *PANZERS)
    play(state, "throw 6")
    assert state.seat == ALLIED
    play(state, "retreat 0", "lose 13/5DP")
    assert (state.seat, offered(state, "lose")) == (ALLIED, {"15/5DP"})
    play(state, "lose 15/5DP")
    assert (state.seat, offered(state, "lose")) == (GERMAN, set(PANZERS))


def test_8_3_headquarters_of_the_attacked_hex_lose_after_the_combat_units() -> None:
    """BZ-8.3b: a reduced regiment, then its headquarters (BZ-R20); columns never."""
    state = position(
        {"2111": PANZERS},
        {"2110": ["13/5DP", "QG/5DP"]},
        reduced=["13/5DP"],
        allied_convoys=["2110"],
    )
    assert fight(state, "2110", *PANZERS).defence_total == 3 + 5
    play(state, "throw 6", "retreat 0")
    assert offered(state, "lose") == {"13/5DP"}
    play(state, "lose 13/5DP")
    assert offered(state, "lose") == {"QG/5DP"}


def test_8_3_those_who_only_support_lose_nothing() -> None:
    """BZ-8.3b: QG/20Pz beside the attackers supports; 59/20Pz alone takes the step."""
    state = position({"2111": ["59/20Pz", "QG/20Pz"]}, {"2110": ["13/5DP", "15/5DP"]})
    fight(state, "2110", "59/20Pz", support=["QG/20Pz"])
    play(state, "throw 1")
    assert offered(state, "lose") == {"59/20Pz"}


# Advance


def overwhelmed(target: str = "2110", start: str = "2111") -> Bautzen:
    """20 Pz has wiped out guns alone in their hex: 14 against 1, a 1 reads at most 2, 0/2."""
    state = position({start: [*PANZERS, "QG/20Pz"]}, {target: ["6L"]}, german_convoys=["2112"])
    fight(state, target, *PANZERS, support=["QG/20Pz"])
    return play(state, "throw 1", "retreat 0", "lose 6L")


def test_8_4_any_or_all_participants_advance_into_the_vacated_hex() -> None:
    """BZ-8.4a, BZ-8.2.8, BZ-13a: one by one, until the owner halts; the hex changes control."""
    state = overwhelmed()
    assert (state.seat, offered(state, "advance")) == (GERMAN, set(PANZERS))
    play(state, "advance 59/20Pz")
    assert offered(state, "advance") == {"21/20Pz", "112/20Pz"}
    play(state, "halt")
    assert at(state, "2110") == {"59/20Pz"}
    assert at(state, "2111") == {"21/20Pz", "112/20Pz", "QG/20Pz"}
    assert state.control[GERMAN] >> MAP.hex("2110") & 1


def test_8_4_nobody_must_advance() -> None:
    """BZ-8.4a, BZ-13a: then the last to stand there keeps control."""
    state = play(overwhelmed(), "halt")
    assert at(state, "2110") == set()
    assert state.control[ALLIED] >> MAP.hex("2110") & 1


def test_8_4_headquarters_and_columns_never_advance() -> None:
    """BZ-8.4b: after the three regiments nothing more is offered."""
    state = play(overwhelmed(), *(f"advance {id_}" for id_ in PANZERS))
    assert at(state, "2110") == set(PANZERS)
    assert (where(state, "QG/20Pz"), convoys(state, GERMAN)) == ("2111", ["2112"])
    assert verbs(state) == {"done"}


def test_8_4_an_advance_keeps_to_the_stacking_limit() -> None:
    """BZ-8.4a, BZ-5.1: two regiments fill the woods of 2007."""
    state = overwhelmed("2007", "2008")
    play(state, "advance 21/20Pz", "advance 59/20Pz")
    assert verbs(state) == {"done"}
    assert where(state, "112/20Pz") == "2008"


def test_8_4_an_advance_keeps_to_the_mix_of_formations() -> None:
    """BZ-8.4a, BZ-5.4: of three formations only two get in."""
    state = position(
        {"2111": ["21/20Pz"], "2010": ["PzG1/HG1"], "2210": ["PzG3/HG2"]}, {"2110": ["6L"]}
    )
    fight(state, "2110", "21/20Pz", "PzG1/HG1", "PzG3/HG2")
    play(state, "throw 1", "retreat 0", "lose 6L", "advance 21/20Pz")
    assert offered(state, "advance") == {"PzG1/HG1", "PzG3/HG2"}
    play(state, "advance PzG1/HG1")
    assert verbs(state) == {"done"}


def test_8_4_only_participants_advance() -> None:
    """BZ-8.4a: 112/20Pz took no part."""
    state = position({"2111": PANZERS}, {"2110": ["6L"]})
    fight(state, "2110", "21/20Pz", "59/20Pz")
    play(state, "throw 1", "retreat 0", "lose 6L")
    assert offered(state, "advance") == {"21/20Pz", "59/20Pz"}


def test_8_4_no_advance_while_a_defender_is_left() -> None:
    """BZ-8.4a: 6 + 4 against 4, whole formation: a 3 reads 4, 1/1."""
    state = position({"2111": ["21/20Pz", "59/20Pz"]}, {"2110": ["13/5DP"]})
    fight(state, "2110", "21/20Pz", "59/20Pz")
    play(state, "throw 3", "retreat 0", "lose 13/5DP", "lose 59/20Pz")
    assert verbs(state) == {"done"}
    assert at(state, "2110") == {"13/5DP"}


def test_8_2_8_the_attacker_loses_his_steps_before_he_advances() -> None:
    """BZ-8.2.8: 2 against 1, a 6 is 1/2: the guns and their only attacker are gone."""
    state = position({"2111": ["KG/615ID"]}, {"2110": ["6L"]})
    fight(state, "2110", "KG/615ID")
    play(state, "throw 6", "retreat 0", "lose 6L", "lose KG/615ID")
    assert verbs(state) == {"done"}
    assert at(state, "2110") == at(state, "2111") == set()


def test_8_4_the_attacker_never_retreats() -> None:
    """BZ-8.4c: whatever he loses, no hexes are offered to him instead."""
    state = position({"2111": ["59/20Pz", "112/20Pz"]}, {"2110": ["13/5DP", "15/5DP"]})
    fight(state, "2110", "59/20Pz", "112/20Pz")
    play(state, "throw 1")
    assert verbs(state) == {"lose"}
    play(state, "lose 59/20Pz", "lose 112/20Pz")
    assert at(state, "2111") == {"59/20Pz", "112/20Pz"}


def test_8_4_a_dominant_position_is_entered_by_road_except_by_infantry() -> None:
    """BZ-8.4a: from 1812 no road leads up to 1811, from 1912 one does (BZ-R11)."""
    state = position({"1812": ["21/20Pz", "KG72"], "1912": ["59/20Pz"]}, {"1811": ["6L"]})
    assert column(fight(state, "1811", "21/20Pz", "KG72", "59/20Pz")) == "6/1"
    play(state, "throw 1", "retreat 0", "lose 6L")
    assert offered(state, "advance") == {"KG72", "59/20Pz"}
