"""The two chapters 10: air support, and dominant positions."""

from __future__ import annotations

from games.bautzen.board import (
    ALLIED,
    GAME,
    GERMAN,
    bits,
    column,
    factors,
    fight,
    first_column,
    ids,
    is_unsupplied,
    names,
    offered,
    play,
    position,
    shifts,
)
from grognard.games.bautzen.dominant import overlooked
from grognard.games.bautzen.sequence import begin
from grognard.games.bautzen.sight import visible

# Air support


def test_10_air_the_allied_side_starts_with_one_marker_of_three() -> None:
    """BZ-10a."""
    assert begin(GAME).aircraft.bit_count() == 1
    assert GAME.aircraft.bit_count() == 3


def test_10_air_a_marker_shifts_one_column_in_attack_and_in_defence() -> None:
    """BZ-10b, BZ-8.2.6c: 3 against 4 is 1-2 and becomes 1-1; 10 against 4 is 2-1, becomes 1-1."""
    state = position({"2110": ["KG72"]}, {"2111": ["13/5DP"]}, aircraft=1, segment="allied combat")
    reckoning = fight(state, "2110", "13/5DP", commit=["air"])
    assert (shifts(reckoning), column(reckoning)) == ({"aircraft": 1}, "1/1")
    state = position({"2111": ["21/20Pz", "59/20Pz"]}, {"2110": ["13/5DP"]}, aircraft=1)
    reckoning = fight(state, "2110", "21/20Pz", "59/20Pz", answer=["air"])
    assert (shifts(reckoning), column(reckoning)) == ({"aircraft": -1}, "1/1")


def test_10_air_three_markers_shift_two_columns() -> None:
    """BZ-10b: and all three are used."""
    state = position({"2110": ["KG72"]}, {"2111": ["13/5DP"]}, aircraft=3, segment="allied combat")
    reckoning = fight(state, "2110", "13/5DP", commit=["air", "air", "air"])
    assert (shifts(reckoning), first_column(reckoning), column(reckoning)) == (
        {"aircraft": 2},
        "1/2",
        "2/1",
    )
    play(state, "throw 1")
    assert state.aircraft_used == bits("AIR-1", "AIR-2", "AIR-3")


def test_10_air_two_columns_at_most_in_defence_too() -> None:
    """BZ-10b."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["6L"]}, aircraft=3)
    reckoning = fight(state, "2110", "21/20Pz", answer=["air", "air", "air"])
    assert (first_column(reckoning), column(reckoning)) == ("6/1", "4/1")


def test_10_air_each_marker_is_used_once_a_turn() -> None:
    """BZ-10a: used in defence, it is gone for the Allied attack; on the next turn it is back."""
    state = position(
        {"2111": ["21/20Pz"]},
        {"2110": ["13/5DP"]},
        aircraft=1,
        turn=4,
        then=["allied combat", "turn 5"],
    )
    fight(state, "2110", "21/20Pz", answer=["air"])  # 6 against 4, 1-2
    play(state, "throw 1", "lose 21/20Pz", "lose 21/20Pz", "done", "done", "throw 1", "done")
    assert state.turn == 5
    assert not state.aircraft_used


def test_10_air_a_used_marker_is_not_offered_in_the_same_turn() -> None:
    """BZ-10a: nor is a second one held back by it."""
    for markers, expected in ((1, set()), (2, {"air"})):
        state = position(
            {"2111": ["KG72", "Pz1/HG1"]},
            {"2110": ["13/5DP"]},
            aircraft=markers,
            then=["allied combat"],
        )
        fight(state, "2110", "Pz1/HG1", answer=["air"])  # 7 against 4, 1-1 less 1: 1-2
        play(state, "throw 4", "lose Pz1/HG1", "lose Pz1/HG1", "done")
        play(state, "attack 2111", "join 13/5DP", "fight", "enough")
        assert offered(state, "commit") == expected


def test_10_air_the_german_side_has_none() -> None:
    """BZ-10a."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["13/5DP"]}, aircraft=3)
    play(state, "attack 2110", "join 21/20Pz", "fight", "enough")
    assert offered(state, "commit") == set()


# Dominant positions


def test_10_1_a_unit_on_a_dominant_position_defends_one_column_to_the_left() -> None:
    """BZ-10.1: 6 + 4 against 4 is 2-1, on the height 1-1."""
    state = position({"1812": ["21/20Pz", "59/20Pz"]}, {"1811": ["13/5DP"]})
    reckoning = fight(state, "1811", "21/20Pz", "59/20Pz")
    assert (first_column(reckoning), shifts(reckoning)) == ("2/1", {"dominant": -1})
    assert column(reckoning) == "1/1"


def test_10_1_an_attack_from_a_dominant_position_gains_nothing() -> None:
    """BZ-10.1."""
    state = position({"1811": ["KG72"]}, {"1810": ["13/5DP"]})
    assert shifts(fight(state, "1810", "KG72")) == {}


def supported(
    unit: str, post: str, headquarters: str = "QG/20Pz", at: str = "1912", **held: list[str]
) -> int:
    """Return what a headquarters adds to the attack of a unit upon the hex north of it."""
    target = f"{post[:2]}{int(post[2:]) - 1:02}"
    state = position(
        {post: [unit], at: [headquarters]},
        {target: ["776/214RD"]},
        german_control=held.get("german", []),
        allied_control=held.get("allied", []),
    )
    return factors(fight(state, target, unit, support=[headquarters]))[headquarters]


def test_10_2_support_gains_2_near_a_friendly_height() -> None:
    """BZ-10.2: 1911 is one hex from 1811, 2010 two, 2110 three; 1811 under German control."""
    height = ["1811"]
    assert supported("21/20Pz", "1911", german=height) == 8
    assert supported("21/20Pz", "2010", german=height) == 8
    assert supported("21/20Pz", "2110", german=height) == 6


def test_10_2_a_height_of_nobody_or_of_the_enemy_adds_nothing() -> None:
    """BZ-10.2."""
    assert supported("21/20Pz", "1911") == 6
    assert supported("21/20Pz", "1911", allied=["1811"]) == 6


def test_10_2_a_unit_on_the_height_itself_gains_2() -> None:
    """BZ-10.2: it occupies it."""
    assert supported("21/20Pz", "1811", at="1812") == 8


def test_10_2_artillery_gains_nothing() -> None:
    """BZ-10.2 speaks of headquarters."""
    assert supported("21/20Pz", "1911", headquarters="777", german=["1811"]) == 6


def test_10_2_two_heights_add_2_once() -> None:
    """BZ-10.2: 1711 lies next to 1611 and to 1811 (BZ-R23)."""
    assert supported("21/20Pz", "1711", at="1712", german=["1811", "1611"]) == 8


def test_10_2_the_supported_unit_must_be_near_not_the_headquarters() -> None:
    """BZ-10.2: QG/20Pz in 1911 supports 2110, three from the height."""
    assert supported("21/20Pz", "2110", at="1911", german=["1811"]) == 6


def test_10_2_a_companion_that_the_headquarters_may_not_support_does_not_count() -> None:
    """BZ-10.2: PzG1/HG1 stands near the height, 21/20Pz does not."""
    state = position(
        {"2110": ["21/20Pz"], "2010": ["PzG1/HG1"], "2111": ["QG/20Pz"]},
        {"2009": ["776/214RD"]},
        german_control=["1811"],
    )
    reckoning = fight(state, "2009", "PzG1/HG1", "21/20Pz", support=["QG/20Pz"])
    assert factors(reckoning)["QG/20Pz"] == 6


def test_10_2_the_2_counts_within_the_limit_of_9_2() -> None:
    """BZ-10.2, BZ-9.2b: 59/20Pz attacks with 4, so 4 + 8 count 8."""
    state = position(
        {"1911": ["59/20Pz"], "1912": ["QG/20Pz"]}, {"1910": ["776/214RD"]}, german_control=["1811"]
    )
    reckoning = fight(state, "1910", "59/20Pz", support=["QG/20Pz"])
    assert factors(reckoning)["QG/20Pz"] == 8
    assert reckoning.attack_total == 8


def test_10_2_a_defender_s_headquarters_gains_2_as_well() -> None:
    """BZ-10.2: 861/294RD in 1910, two from 1811 under Allied control; 2 becomes 4."""
    for allied, expected in ((["1811"], 4), ([], 2)):
        state = position(
            {"1911": ["21/20Pz"]},
            {"1910": ["861/294RD"], "1808": ["QG/294RD"]},
            allied_control=allied,
        )
        reckoning = fight(state, "1910", "21/20Pz", defence=["QG/294RD"])
        assert factors(reckoning)["QG/294RD"] == expected


def test_10_2_passing_over_a_height_gives_no_control() -> None:
    """BZ-10.2, BZ-13a: 20 Pz drives over 1811 to 1810, as in the worked example (BZ-R47)."""
    state = position(
        {"1912": ["21/20Pz", "QG/20Pz"]},
        {"1809": ["776/214RD"]},
        segment="german movement",
        then=["german combat"],
    )
    play(state, "move 21/20Pz", "to 1810", "done")
    reckoning = fight(state, "1809", "21/20Pz", support=["QG/20Pz"])
    assert factors(reckoning)["QG/20Pz"] == 6


# What may be seen


def seen(german: dict[str, list[str]], control: list[str] | None = None) -> set[str]:
    """Return what the German side sees of two regiments in 1911 and two in 2008."""
    state = position(
        german,
        {"1911": ["13/5DP", "15/5DP"], "2008": ["33/7DP", "35/7DP"]},
        german_control=control or [],
    )
    return ids(visible(state, GERMAN))


def test_10_3_a_stack_next_to_a_height_that_one_occupies_may_be_inspected() -> None:
    """BZ-10.3: from 1811 both regiments in 1911 are seen, of those in 2008 the top one."""
    assert seen({"1811": ["KG72"]}) == {"13/5DP", "15/5DP", "35/7DP"}


def test_10_3_no_other_stack_may_be_inspected() -> None:
    """BZ-10.3: neither from beside it nor by control of the height alone."""
    assert seen({"1912": ["KG72"]}) == {"15/5DP", "35/7DP"}
    assert seen({"1912": ["KG72"]}, ["1811"]) == {"15/5DP", "35/7DP"}


def test_10_3_a_column_on_the_height_does_not_occupy_it() -> None:
    """BZ-10.3."""
    state = position({"1912": ["KG72"]}, {"1911": ["13/5DP", "15/5DP"]}, german_convoys=["1811"])
    assert ids(visible(state, GERMAN)) == {"15/5DP"}


def test_10_3_a_combat_shows_what_takes_part_in_it() -> None:
    """BZ-10.3, BZ-8.2.2: the defenders stay known (BZ-R50)."""
    state = position({"2111": ["KG72"]}, {"2110": ["13/5DP", "15/5DP"]})
    fight(state, "2110", "KG72")
    assert ids(visible(state, GERMAN)) == {"15/5DP"}
    play(state, "throw 4")
    assert ids(visible(state, GERMAN)) == {"13/5DP", "15/5DP"}


# Supply


def test_10_4_no_line_passes_within_two_hexes_of_an_enemy_height() -> None:
    """BZ-10.4: around 1912 all hexes lie within two of 1811; the source 1913 among them."""
    assert is_unsupplied(position({"1912": ["KG72"]}, {"1811": ["13/5DP"]}), "KG72")


def test_10_4_a_unit_elsewhere_overlooks_nothing() -> None:
    """BZ-10.4: from 1711 the zone does not reach 1913; the same regiment on no height."""
    assert not is_unsupplied(position({"1912": ["KG72"]}, {"1711": ["13/5DP"]}), "KG72")


def test_10_4_control_without_occupation_overlooks_nothing() -> None:
    """BZ-10.4."""
    state = position({"1912": ["KG72"]}, {"1711": ["13/5DP"]}, allied_control=["1811"])
    assert not is_unsupplied(state, "KG72")
    elsewhere = position({"1912": ["KG72"]}, {"0407": ["13/5DP"]}, allied_control=["1811"])
    assert not is_unsupplied(elsewhere, "KG72")


def test_10_4_a_friendly_unit_opens_an_overlooked_hex() -> None:
    """BZ-10.4: a unit on the source 1913, two hexes from 1811."""
    state = position({"1912": ["KG72"], "1913": ["777"]}, {"1811": ["13/5DP"]})
    assert not is_unsupplied(state, "KG72")


def test_10_4_a_height_overlooks_the_hexes_at_one_and_at_two() -> None:
    """BZ-10.4 (BZ-R17): of 1811 and no farther."""
    state = position(allied={"1811": ["13/5DP"]})
    near = "1811 1810 1812 1711 1712 1911 1912"
    far = "1809 1710 1910 1713 1913 1610 1611 1612 2010 2011 2012"
    assert names(overlooked(state, ALLIED)) == {*near.split(), *far.split()}
