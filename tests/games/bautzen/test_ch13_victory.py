"""Chapter 13: control and victory."""

from __future__ import annotations

import pytest

from games.bautzen.board import ALLIED, GAME, GERMAN, MAP, names, play, position, with_options
from grognard.games.bautzen.game import BautzenGame
from grognard.games.bautzen.seen import facts
from grognard.games.bautzen.sequence import begin
from grognard.games.bautzen.victory import is_encircled, standing, winner

BAUTZEN = ["1409", "1510"]
PLACES = ["1910", "2108", "2206", "1009", "0510"]


def test_13_control_goes_to_whoever_stands_in_a_hex_or_stood_there_last() -> None:
    """BZ-13a: KG 72 leaves 2108 and keeps it; a Polish regiment that stops there takes it."""
    state = position(
        {"2108": ["KG72"]},
        {"2106": ["13/5DP"]},
        segment="german movement",
        then=["allied movement"],
    )
    play(state, "move KG72", "to 2110", "done")
    assert "2108" in names(state.control[GERMAN])
    play(state, "move 13/5DP", "to 2108")
    assert "2108" in names(state.control[ALLIED])
    assert "2108" not in names(state.control[GERMAN])


def test_13_passing_through_gives_no_control_but_for_the_option() -> None:
    """BZ-13a: along the road 2009-2109-2209 (BZ-R47)."""
    for passing in (False, True):
        scenario = with_options(pass_through_control=passing)
        state = position(
            {"2009": ["KG72"]},
            allied_control=["2109"],
            segment="german movement",
            scenario=scenario,
        )
        play(state, "move KG72", "to 2209")
        assert ("2109" in names(state.control[GERMAN])) == passing


def test_13_a_supply_column_controls_nothing() -> None:
    """BZ-13a: it is no unit."""
    state = position(german_convoys=["2109"], allied_control=["2108"], segment="german movement")
    play(state, "move CL-9", "to 2108")
    assert "2108" in names(state.control[ALLIED])


def test_13_control_at_the_start() -> None:
    """BZ-13a: Dresden is German, the rest belongs to whoever sets up there (BZ-R32)."""
    state = begin(GAME)
    assert names(state.control[GERMAN]) == {"0113"}
    assert state.control[ALLIED] == 0
    play(state, "ready 0", "ready 0")
    assert {"1409", "1510", "1910", "2206", "2108", "0510", "1009"} <= names(state.control[ALLIED])
    assert "0113" in names(state.control[GERMAN])


@pytest.mark.parametrize(
    ("german", "allied", "wins"),
    [
        ([*BAUTZEN, "1910", "2108"], [], True),
        ([*BAUTZEN, "0510", "1009"], [], True),
        ([*BAUTZEN, *PLACES], [], True),
        ([*BAUTZEN, "2206"], ["1910"], False),  # one place only
        (["1409", *PLACES], ["1510"], False),  # half of Bautzen
        (["1510", *PLACES], ["1409"], False),
        ([*BAUTZEN, "1910", "2108"], ["0113"], False),  # Dresden is Allied
        ([*BAUTZEN, "1910", "2108", "0113"], [], True),
        (PLACES, BAUTZEN, False),
    ],
)
def test_13_the_german_side_needs_bautzen_two_places_and_dresden_not_allied(
    german: list[str], allied: list[str], wins: bool
) -> None:
    """BZ-13b: after the last turn; all else is an Allied victory."""
    state = position(
        german_control=german,
        allied_control=allied,
        turn=6,
        segment="allied combat",
        then=["end"],
    )
    play(state, "done")
    assert state.is_over
    assert state.winner() == (GERMAN if wins else ALLIED)


def test_13_nobody_has_won_before_the_end_of_turn_6() -> None:
    """BZ-13b."""
    state = position(german_control=[*BAUTZEN, *PLACES], turn=5, segment="german combat")
    assert state.winner() is None
    assert winner(state) == GERMAN  # as it stands


RING = {
    "1309": ["KG72"],
    "1511": ["21/20Pz"],
    "1609": ["59/20Pz"],
    "1408": ["112/20Pz"],
    "1311": ["KG1/17ID"],
    "1508": ["KG2/17ID"],
}
"""Around Bautzen: every neighbour of 1409 and 1510 is held or in a German zone."""


def test_13_encircled_bautzen_counts_as_held() -> None:
    """BZ-13b: the Poles in 1409 and 1510 have no line to a source (BZ-R31)."""
    state = position(
        RING, {"1409": ["13/5DP"], "1510": ["15/5DP"]}, german_control=["1910", "2108"]
    )
    assert is_encircled(state, MAP.hex("1409"))
    assert is_encircled(state, MAP.hex("1510"))
    assert standing(state).is_german


def test_13_a_gap_in_the_ring_breaks_the_encirclement() -> None:
    """BZ-13b: without 59/20Pz, 1610 and 1609 are open to the east."""
    ring = {name: units for name, units in RING.items() if name not in ("1609", "1511")}
    state = position(
        ring, {"1409": ["13/5DP"], "1510": ["15/5DP"]}, german_control=["1910", "2108"]
    )
    assert not is_encircled(state, MAP.hex("1510"))
    assert not standing(state).is_german


def test_13_one_hex_held_and_the_other_encircled_will_do() -> None:
    """BZ-13b: 1510 is German, 1409 cut off."""
    ring = {**RING, "1510": ["Pz1/HG1"]}
    state = position(ring, {"1409": ["13/5DP"]}, german_control=["1910", "2108"])
    assert standing(state).city == (MAP.hex("1409"), MAP.hex("1510"))
    assert standing(state).is_german


def test_13_an_empty_hex_in_a_german_zone_is_not_encircled_if_its_neighbour_is_joined() -> None:
    """BZ-13b: the line is traced from the hex, which need not be passed."""
    state = position({"1408": ["KG72"]}, allied_control=BAUTZEN)
    assert not is_encircled(state, MAP.hex("1409"))


def test_13_a_view_says_which_conditions_hold_and_print_has_their_words() -> None:
    """BZ-13b: one hex of Bautzen, two places and Dresden; the other hex is wanting."""
    state = position(
        {"1409": ["KG72"], "1910": ["21/20Pz"], "2108": ["59/20Pz"]}, {"0101": ["13/5DP"]}
    )
    seen = facts(state, GERMAN)["victory"]
    assert seen is not None
    assert (seen["winner"] == "german") is standing(state).is_german
    conditions = seen["conditions"]
    told = {each["id"]: (each["holds"], each["held"], each["needed"]) for each in conditions}
    held = {"1409"} if not is_encircled(state, MAP.hex("1510")) else {"1409", "1510"}
    assert set(told["city"][1]) == held
    assert told["places"] == (True, ["1910", "2108"], 2)
    assert told["capital"][0] is True
    words = BautzenGame().printed(GAME)["victory"]["conditions"]
    assert [each["id"] for each in words] == [each["id"] for each in conditions]
    assert all(set(each["names"]) == {"en", "fr"} for each in words)
