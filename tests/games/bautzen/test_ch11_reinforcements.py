"""Chapter 11: Allied reinforcements."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.bautzen.board import (
    ALLIED,
    GAME,
    bits,
    costs,
    fight,
    ids,
    offered,
    play,
    position,
    segment_of,
    verbs,
    where,
    with_options,
)
from grognard.engine.game import CHANCE

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen

GUARDS_95 = {"284/95GRD", "287/95GRD", "290/95GRD", "QG/95GRD"}
TANKS_4 = {"12/4GTC", "13/4GTC", "14/4GTC", "3/4GTC", "29/4GTC", "QG/4GTC"}


def thrown(
    die: int,
    *,
    turn: int = 4,
    german: list[str] | None = None,
    present: dict[str, list[str]] | None = None,
    aircraft: int = 1,
) -> Bautzen:
    """The Allied side has thrown for reinforcements; `german` are places under German control."""
    state = position(
        allied=present,
        turn=turn,
        german_control=german or [],
        aircraft=aircraft,
        held=["14GRD", "15GRD"],
        segment="allied supply",
        then=["allied movement", "allied combat"],
    )
    return play(state, f"throw {die}")


def arrived(state: Bautzen) -> set[str]:
    return ids(state.waiting[ALLIED] & GAME.units)


@pytest.mark.parametrize(
    ("die", "units", "aircraft", "releases"),
    [
        (1, set(), 1, False),
        (2, set(), 1, False),
        (3, set(), 1, True),
        (4, set(), 1, True),
        (5, GUARDS_95, 1, False),
        (6, GUARDS_95, 2, False),
    ],
)
def test_11_1_the_reinforcement_table(
    die: int, units: set[str], aircraft: int, releases: bool
) -> None:
    """BZ-11.1, BZ-11.3a, BZ-10a: on turn 4, without modifiers."""
    state = thrown(die)
    assert arrived(state) == units
    assert state.aircraft.bit_count() == aircraft
    assert ("release" in verbs(state)) == releases


def test_11_1_a_modified_7_brings_the_tank_corps_and_aircraft() -> None:
    """BZ-11.1, BZ-11.3a: 6 + 1 for a hex of Bautzen; six counters (BZ-R70)."""
    state = thrown(6, german=["1409"])
    assert arrived(state) == TANKS_4
    assert state.aircraft.bit_count() == 2


def test_11_1_no_throw_on_turn_1() -> None:
    """BZ-11.1."""
    state = position(turn=1, segment="allied supply", then=["allied movement"])
    assert segment_of(state) == "allied movement"
    state = position(turn=2, segment="allied supply", then=["allied movement"])
    assert (segment_of(state), state.seat) == ("allied supply", CHANCE)


@pytest.mark.parametrize(
    ("turn", "german", "die", "read"),
    [
        (2, [], 6, 4),  # -2
        (3, [], 6, 4),
        (4, [], 6, 6),
        (2, [], 1, 1),  # -1 reads as 1
        (4, ["1409"], 4, 5),  # one hex of Bautzen: +1
        (4, ["1510"], 4, 5),
        (4, ["1409", "1510"], 4, 5),  # both: still +1
        (4, ["1910"], 4, 4),  # Weissenberg alone: nothing
        (4, ["1409", "1910"], 4, 6),  # Bautzen and Weissenberg: +2, in place of the +1
        (4, ["1510", "1910"], 6, 7),  # 8 reads as 7
        (2, ["1409", "1910"], 5, 5),  # -2 + 2
        (3, ["1409"], 6, 5),
        (4, ["2206"], 4, 4),  # another place
    ],
)
def test_11_1_modifiers_of_the_throw(turn: int, german: list[str], die: int, read: int) -> None:
    """BZ-11.1."""
    expected = {1: set(), 4: set(), 5: GUARDS_95, 6: GUARDS_95, 7: TANKS_4}
    state = thrown(die, turn=turn, german=german)
    assert arrived(state) == expected[read]
    assert state.aircraft.bit_count() == (2 if read >= 6 else 1)
    assert ("release" in verbs(state)) == (read == 4)


def test_11_3_a_formation_already_in_play_does_not_come_again_nor_its_aircraft() -> None:
    """BZ-11.3a (BZ-R28): one of its counters on the map is enough."""
    for die in (5, 6):
        state = thrown(die, present={"2206": ["284/95GRD"]})
        assert arrived(state) == set()
        assert state.aircraft.bit_count() == 1


def test_11_3_a_formation_wholly_lost_does_not_come_again() -> None:
    """BZ-11.3a: a counter without steps has been in play."""
    state = position(
        turn=4, segment="allied supply", then=["allied movement"], held=["14GRD", "15GRD"]
    )
    for id_ in GUARDS_95:
        state.steps[GAME.by_id[id_]] = 0
    play(state, "throw 5")
    assert arrived(state) == set()


def test_10_air_there_are_never_more_than_three_markers() -> None:
    """BZ-10a, BZ-11.2."""
    assert thrown(6, aircraft=3).aircraft.bit_count() == 3


def test_11_2_reinforcements_enter_by_any_allied_source_and_move_on() -> None:
    """BZ-11.2: they pay the source; 2206 is on the road from 2306."""
    state = thrown(5)
    found = costs(state, "284/95GRD")
    assert (found["2001"], found["2305"], found["2306"]) == (1, 1, 1)
    assert found["2206"] == 1.5
    assert max(found.values()) == 8
    play(state, "move 284/95GRD", "to 2206")
    assert where(state, "284/95GRD") == "2206"


def test_11_2_reinforcements_fight_on_the_turn_they_enter() -> None:
    """BZ-11.2."""
    state = position(
        {"2207": ["KG72"]},
        turn=4,
        segment="allied supply",
        then=["allied movement", "allied combat"],
    )
    play(state, "throw 5", "move 284/95GRD", "to 2206", "done")
    assert fight(state, "2207", "284/95GRD").attack_total == 3


def test_11_2_an_occupied_source_is_closed_and_what_does_not_enter_waits() -> None:
    """BZ-11.2, BZ-7.1.1b (BZ-R30)."""
    state = position(
        {"2001": ["KG72"], "2305": ["KG1/17ID"], "2306": ["KG2/17ID"]},
        turn=4,
        segment="allied supply",
        then=["allied movement", "allied movement"],
    )
    play(state, "throw 5", "move 284/95GRD")
    assert offered(state, "to") == set()
    play(state, "stay", "done")
    assert offered(state, "move") >= GUARDS_95


def test_11_2_aircraft_join_the_markers_at_once() -> None:
    """BZ-11.2, BZ-10a."""
    state = thrown(6)
    assert state.aircraft == bits("AIR-1", "AIR-2")
    assert not state.aircraft_used


# The Guards of the north


def guards(post: str, goal: str, *, held: bool) -> bool:
    """Whether a regiment of 14 GRD may move from one hex to another."""
    state = position(
        allied={post: ["36/14GRD"]}, held=["14GRD"] if held else [], segment="allied movement"
    )
    return goal in costs(state, "36/14GRD")


def test_11_3_held_guards_do_not_enter_row_05() -> None:
    """BZ-11.3b: row 05 included; 1804 is row 04, 1805 row 05."""
    assert guards("1803", "1804", held=True)
    assert not guards("1804", "1805", held=True)
    assert guards("1804", "1805", held=False)
    assert not guards("1804", "1806", held=True)


def test_11_3_the_allied_player_chooses_whom_he_releases_and_the_next_frees_the_other() -> None:
    """BZ-11.3b (BZ-R29)."""
    state = thrown(3)
    assert (state.seat, offered(state, "release")) == (ALLIED, {"0", "1"})
    play(state, "release 15GRD")
    assert state.held_back == GAME.formations["14GRD"]
    again = position(turn=5, held=["14GRD"], segment="allied supply", then=["allied movement"])
    play(again, "throw 4")
    assert offered(again, "release") == {"0"}
    play(again, "release 14GRD")
    assert again.held_back == 0


def test_11_3_a_release_with_nobody_held_has_no_effect() -> None:
    """BZ-11.3a."""
    state = position(turn=5, segment="allied supply", then=["allied movement"])
    play(state, "throw 3")
    assert segment_of(state) == "allied movement"


def test_11_3_held_guards_do_not_retreat_into_row_05() -> None:
    """BZ-11.3b, BZ-8.5.1a (BZ-R29): from 2004 south are 2005, 1905 and 2105."""
    for held, expected in (([], {"2005", "1905", "2105"}), (["14GRD"], set())):
        state = position({"2003": ["21/20Pz", "59/20Pz"]}, {"2004": ["36/14GRD"]}, held=held)
        fight(state, "2004", "21/20Pz", "59/20Pz")
        play(state, "throw 3", "retreat 1")  # 10 against 4, 2-1, a 3 reads 4: 1/1
        assert offered(state, "to") == expected


def test_11_3_held_guards_do_not_advance_into_row_05() -> None:
    """BZ-11.3b, BZ-8.4a (BZ-R29): 14 GRD in 2104 and 95 GRD in 2204 take 2105."""
    state = position(
        {"2105": ["777"]},
        {"2104": ["36/14GRD"], "2204": ["284/95GRD"]},
        held=["14GRD"],
        segment="allied combat",
        scenario=with_options(held_may_attack=True),
    )
    fight(state, "2105", "36/14GRD", "284/95GRD")
    play(state, "throw 1", "retreat 0", "lose 777")  # 6-1: 0/1
    assert offered(state, "advance") == {"284/95GRD"}
