"""17 - Air points; 18 - works; 25 - special rules; 26 - victory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from games.eastfront.lu_front import (
    CAMPAIGN,
    GERMAN,
    MAP,
    SOVIET,
    bits,
    front,
    hexes,
    ids,
    offered,
    play,
    region,
    where,
    without,
)
from grognard.engine.registry import game
from grognard.games.eastfront import (
    engineering,
    movement,
    special,
    supply,
    victory,
    weather,
    works,
    zones,
)
from grognard.games.eastfront.load import load, scenarios
from grognard.games.eastfront.sequence import begin

if TYPE_CHECKING:
    from grognard.games.eastfront.state import Luga


def reach(state: Luga, id_: str) -> set[str]:
    return hexes(movement.reach(state, CAMPAIGN.by_id[id_]))


def quietly(state: Luga, segment: int) -> Luga:
    """Let everybody do nothing until a turn begins."""
    while state.turn < segment and not state.is_over:
        options = offered(state)
        play(state, min(options & {"done", "pass", "enough", "release"} or options))
    return state


# 17


def test_17_1_air_points_come_by_the_turn_and_are_lost_with_it() -> None:
    """17.1 - six German and one Soviet on turn 2; none in mud or rain."""
    state = front({"1520": ["G-269"]}, turn=2)
    weather.set_weather(state, 0)
    assert state.air == [6, 1]
    state.turn = 4
    weather.set_weather(state, 0)
    assert state.air == [5, 1]


# 18


def test_18_1_a_fortified_point_is_lost_when_a_german_unit_ends_a_phase_in_it() -> None:
    """18.1 - for good; not while it only passes, not by Soviets."""
    state = front({"1618": ["G-269"], "2020": ["S-281"]}, segment="german movement")
    assert works.is_point(state, MAP.hex("1719"))
    play(state, "move G-269", "to 1719")
    assert works.is_point(state, MAP.hex("1719")), "the phase has not ended"
    play(state, "done")
    assert not works.is_point(state, MAP.hex("1719"))
    state.put(CAMPAIGN.by_id["G-269"], MAP.hex("1618"))
    engineering.end_phase(state)
    assert not works.is_point(state, MAP.hex("1719"))
    passed = front({"1520": ["G-269"]}, segment="german movement", german=["1719"])
    play(passed, "done")
    assert works.is_point(passed, MAP.hex("1719")), "held, but nobody ended a phase there"
    soviet = front({"1719": ["S-281"]}, segment="german movement")
    play(soviet, "done")
    assert works.is_point(soviet, MAP.hex("1719"))


def test_18_2_a_fortified_side_counts_inward_until_its_inside_is_german_at_a_turns_end() -> None:
    """18.2 - all sides of that hex, for good."""
    state = front({"1113": ["G-269"], "1520": ["S-281"]}, segment="end", german=["1113"])
    assert MAP.hex("1113") >= 0
    here, inside, outside = MAP.hex("1013"), MAP.hex("1113"), MAP.hex("1114")
    fresh = front({"1113": ["G-269"]}, segment="german movement")
    assert works.crosses_line(fresh, here, inside)
    assert not works.crosses_line(fresh, inside, here)
    assert works.has_line(fresh, inside)
    engineering.end_turn(fresh)
    assert not works.crosses_line(fresh, here, inside)
    assert not works.crosses_line(fresh, outside, inside)
    assert works.crosses_line(fresh, here, MAP.hex("1012"))
    fresh.hold(region("1113"), SOVIET)
    engineering.end_turn(fresh)
    assert not works.crosses_line(fresh, here, inside)
    assert state.breached & region("1113"), "by the end of the turn"
    left = front({"1520": ["G-269"]}, segment="german movement", german=["1012"])
    engineering.end_turn(left)
    assert left.breached == region("1012"), "held without anybody in it"


def test_18_3_overrun_markers_come_off_in_the_engineering_of_their_side() -> None:
    """18.3, 11.4.4 - the Soviet one does not free a German unit."""
    marked = ["G-269", "S-281"]
    stacks = {"1520": ["G-269"], "1109": ["S-281"]}
    state = front(stacks, segment="german engineering", overrun=marked)
    assert ids(state.overrun) == {"S-281"}
    assert region("1519") & zones.zone_of_control(state, GERMAN)
    state = front(stacks, segment="soviet engineering", overrun=marked)
    assert "S-281" not in ids(state.overrun)


# 25


def test_25_1_the_first_turn_is_mud_without_air() -> None:
    """25.1 - as printed in the scenario."""
    state = begin(CAMPAIGN)
    assert state.is_mud
    assert state.air == [0, 0]


def test_25_2_reserves_wait_unless_an_enemy_is_within_two_hexes() -> None:
    """25.2 - when the phase begins; from turn 2 on they are free."""
    reserve = ["G-8-Pz", "G-8-S1"]
    far = front({"1015": reserve, "1012": ["S-Kirov"]}, segment="german movement", turn=1)
    assert ids(far.reserved) == {"G-8-Pz", "G-8-S1"}
    assert "move G-8-Pz" not in offered(far)
    near = front({"1015": reserve, "1013": ["S-Kirov"]}, segment="german movement", turn=1)
    assert not near.reserved
    later = front({"1015": reserve, "1012": ["S-Kirov"]}, segment="german movement", turn=2)
    assert not later.reserved
    soviet = front({"1409": ["S-1TD-T"]}, segment="soviet motorised", turn=1)
    assert soviet.reserved == bits("S-1TD-T")
    wide = replace(without("wide"), options=replace(CAMPAIGN.options, reserve_radius=3))
    freed = front(
        {"1015": reserve, "1012": ["S-Kirov"]}, segment="german movement", turn=1, scenario=wide
    )
    assert not freed.reserved


def test_25_4_the_luga_group_does_not_go_north_of_row_16() -> None:
    """25.4 - before turn 8, unless Luga is German or it carries a supply marker."""
    stacks = {"1716": ["S-111", "S-281"]}
    held = front(stacks, segment="soviet movement", turn=7)
    assert not any(int(name[2:]) < 16 for name in reach(held, "S-111"))
    assert "1715" in reach(held, "S-281"), "another formation"
    assert "1715" in reach(front(stacks, segment="soviet movement", turn=8), "S-111")
    lost = front(stacks, segment="soviet movement", turn=7, german=["1719"])
    assert "1715" in reach(lost, "S-111")
    cut = front(stacks, segment="soviet movement", turn=7, emergency=["S-111"])
    assert "1715" in reach(cut, "S-111")
    school = front({"1615": ["S-LSPU"]}, segment="soviet movement", turn=3)
    assert reach(school, "S-LSPU")
    assert all(int(name[2:]) >= 16 for name in reach(school, "S-LSPU"))


@pytest.mark.parametrize(("turn", "is_barred"), [(4, False), (5, True), (6, True), (7, False)])
def test_25_9_german_motorised_units_wait_before_column_17(turn: int, is_barred: bool) -> None:
    """25.9 - on turns 5 and 6; infantry goes on; an option of the scenario."""
    stacks = {"1608": ["G-1-Pz", "G-269"]}
    state = front(stacks, segment="german movement", turn=turn)
    assert ("1708" not in reach(state, "G-1-Pz")) is is_barred
    assert "1708" in reach(state, "G-269")
    free = front(stacks, segment="german movement", turn=turn, scenario=without("x", flanks=False))
    assert "1708" in reach(free, "G-1-Pz")


def test_25_10_the_narova_front_faces_west_before_turn_5() -> None:
    """25.10 - 0710 and column 08 are barred, unless by option or marker."""
    stacks = {"0709": ["S-118", "S-281"]}
    state = front(stacks, segment="soviet movement", turn=4)
    assert not {"0710", "0808", "0809"} & reach(state, "S-118")
    assert {"0710", "0809"} <= reach(state, "S-281")
    assert "0710" in reach(front(stacks, segment="soviet movement", turn=5), "S-118")
    free = without("x", narova_front=False)
    freed = front(stacks, segment="soviet movement", turn=4, scenario=free)
    assert "0710" in reach(freed, "S-118")
    cut = front(stacks, segment="soviet movement", turn=4, unsupplied=["S-118"])
    assert special.forbidden(cut, CAMPAIGN.by_id["S-118"]) == 0


# 26


def test_26_1_places_count_if_held_and_in_general_supply() -> None:
    """26.1 - Kingisepp 3, Moloskovitsy 1; a place cut off counts nothing."""
    state = front({"1015": ["G-269"]}, german=["1009"])
    assert victory.standing(state).places == ((MAP.hex("1009"), 1),)
    scenario = replace(CAMPAIGN, sources=({}, CAMPAIGN.sources[1]))
    cut = front({"1015": ["G-269"]}, german=["1009"], scenario=scenario)
    assert victory.standing(cut).places == ()
    assert CAMPAIGN.victory.places[MAP.hex("0710")] == 3
    assert all(CAMPAIGN.victory.places[hex_] == 15 for hex_ in map(MAP.hex, ("2002", "2103")))


def test_26_1_a_place_is_held_by_whoever_was_last_in_it_or_passed_through_it() -> None:
    """26.1 - a stack that drives through Moloskovitsy takes it."""
    state = front({"0909": ["G-1-Pz"]}, segment="german movement", german=["0909"])
    play(state, "move G-1-Pz", "to 1010")
    assert region("1009") & state.control[GERMAN]
    assert where(state, "G-1-Pz") == "1010"


def test_26_2_places_in_time() -> None:
    """26.2 - Moloskovitsy by the end of turn 4, Kingisepp 5, Luga 6 (2 points)."""
    state = front({"1009": ["G-269"]}, turn=4)
    victory.end_turn(state)
    assert victory.standing(state).early == 1
    state.hold(region("1009"), SOVIET)
    state.turn = 5
    victory.end_turn(state)
    assert victory.standing(state).early == 1, "it was German in time"
    late = front({"0710": ["G-269"]}, turn=6)
    victory.end_turn(late)
    assert victory.standing(late).early == 0
    luga = front({"1719": ["G-269"]}, turn=6)
    victory.end_turn(luga)
    assert victory.standing(luga).early == 2
    lost = front({"1009": ["G-269"]}, turn=3)
    victory.end_turn(lost)
    lost.put(CAMPAIGN.by_id["G-269"], MAP.hex("1010"))
    lost.hold(region("1009"), SOVIET)
    lost.turn = 4
    victory.end_turn(lost)
    assert victory.standing(lost).early == 0, "it must be German when turn 4 ends"


def test_26_2_divisions_eliminated_surrendered_and_isolated() -> None:
    """26.2 - 111 RD 1, 235 RD 2 by surrender, 90 RD only when all its regiments are gone."""
    state = begin(CAMPAIGN)
    state.destroy(CAMPAIGN.by_id["S-111"], "16.1")
    assert (victory.standing(state).eliminated, victory.standing(state).surrendered) == (1, 0)
    state.surrender(CAMPAIGN.by_id["S-235"])
    assert (victory.standing(state).eliminated, victory.standing(state).surrendered) == (1, 2)
    for id_ in ("S-90-173", "S-90-19"):
        state.destroy(CAMPAIGN.by_id[id_], "16.1")
    assert victory.standing(state).eliminated == 1
    state.destroy(CAMPAIGN.by_id["S-90-286"], "16.1")
    assert victory.standing(state).eliminated == 2
    for id_ in ("S-1TD-T", "S-1TD-M"):
        state.destroy(CAMPAIGN.by_id[id_], "16.1")
    assert victory.standing(state).eliminated == 2, "the KV company is to come"
    ring = {"1009": ["G-269"], "1209": ["G-SSP"], "1111": ["G-121"]}
    cut = front({"1110": ["S-281"], **ring})
    assert hexes(supply.isolated(cut, SOVIET)) == {"1110"}
    assert victory.standing(cut).isolated == 1
    free = front({"1110": ["S-281"], "1009": ["G-269"]})
    assert victory.standing(free).isolated == 0


def test_26_2_the_lines_to_luga_the_german_losses_and_what_is_cut_off() -> None:
    """26.2, 8.2 - 3 when highway and railway are both cut; -1 for three steps; -6 for 3 Mot Div."""
    state = front({"1015": ["G-269"]}, german=["1711"])
    assert victory.standing(state).lines == 0
    state.hold(region("1811"), GERMAN)
    assert victory.standing(state).lines == 3
    one = front({"1015": ["G-269"]}, german=["1714"])
    assert victory.standing(one).lines == 3, "one hex may cut both"
    state.steps_lost = 5
    assert victory.standing(state).steps == -1
    state.kept = True
    assert victory.standing(state).kept == -6
    ring = {"1009": ["S-111"], "1209": ["S-235"], "1111": ["S-281"]}
    cut = front({"1110": ["G-1-Pz", "G-1-Rec"], **ring})
    assert victory.standing(cut).isolated_german == -1, "the battalion has no zone"


@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [
        (21, "german_decisive", GERMAN),
        (20, "german_marginal", GERMAN),
        (15, "german_marginal", GERMAN),
        (14, "draw", None),
        (10, "draw", None),
        (9, "soviet_marginal", SOVIET),
        (5, "soviet_marginal", SOVIET),
        (4, "soviet_decisive", SOVIET),
    ],
)
def test_26_3_levels(points: int, level: str, winner: int | None) -> None:
    """26.3 - 21, 15, 10 and 5 points."""
    places = {MAP.hex("1015"): points}
    scenario = replace(CAMPAIGN, victory=replace(CAMPAIGN.victory, places=places))
    state = front({"1015": ["G-269"]}, scenario=scenario)
    assert victory.level(state) == level
    assert victory.winner(state) == winner


@pytest.mark.parametrize(
    ("name", "levels"),
    [("campaign", (21, 15, 10, 5)), ("sabsk", (7, 3, 0, -2)), ("position", (14, 9, 5, 0))],
)
def test_26_3_every_scenario_has_the_levels_that_the_book_names(
    name: str, levels: tuple[int, ...]
) -> None:
    """26.3 - the last of them are those of the shorter scenarios."""
    scenario = load(scenarios()[name]) if name in scenarios() else CAMPAIGN
    assert scenario.victory.levels == levels
    if name != "campaign":
        for text in next(iter(game("luga").rulebook().find("26.3"))).text.values():
            assert "{}, {}, {}".format(*levels[:3]) in text


def test_26_3_sudden_ends_are_tested_when_a_turn_ends() -> None:
    """26.3 - two hexes of Leningrad in general supply; or Sabsk and Ivanovskoe."""
    one = front({"2002": ["G-269"], "1013": ["G-121"]}, segment="end")
    assert not one.is_over
    here = {"2002": ["G-269"], "1013": ["G-121"]}
    cut_off = front(here, segment="end", german=["2003"])
    assert not cut_off.is_over
    rails = replace(CAMPAIGN, converted=sum(1 << hex_ for hex_ in MAP.hexes))
    two = front(here, segment="end", german=["2003"], scenario=rails)
    assert two.is_over
    assert two.winner() == GERMAN
    soviet = front({"1013": ["S-281"], "0912": ["S-125"], "1520": ["G-269"]}, segment="end")
    assert soviet.is_over
    assert (soviet.sudden, soviet.winner()) == (2, SOVIET)
    half = front({"1013": ["S-281"], "0912": ["G-121"]}, segment="end")
    assert not half.is_over


def test_26_3_the_game_ends_with_its_last_turn() -> None:
    """26.3, 2 - turn 9 of the campaign, turn 4 of Sabsk."""
    state = front({"1013": ["G-121"], "0912": ["G-269"]}, segment="end", turn=9)
    assert state.is_over
    sabsk = game("luga").find("sabsk")
    assert (sabsk.first_turn, sabsk.last_turn) == (1, 4)
    assert quietly(begin(sabsk), 9).turn == 4


def test_the_position_begins_on_turn_5_within_all_rules() -> None:
    """26.1 - Moloskovitsy taken in time, everybody in supply, steps as lost as the counters say."""
    played = game("luga")
    scenario = played.find("position")
    state = begin(scenario)
    assert state.turn == 5
    assert played.invariants(state) == []
    assert [supply.cut_off(state, side) for side in (GERMAN, SOVIET)] == [0, 0]
    german = state.owned[GERMAN]
    gone = sum(
        len(piece.values) - state.steps[piece.index]
        for piece in scenario.pieces
        if german >> piece.index & 1
    )
    assert gone == state.steps_lost
    assert victory.standing(state).early == 1


def test_26_2_points_that_are_lost_are_no_condition_that_holds() -> None:
    """26.2 - a line of the count wears its tick for points that it brings, not for points taken."""
    luga = game("luga")
    state = luga.start(luga.load())
    state.steps_lost = 10
    victory = luga.ending(state, "en")["victory"]
    assert victory is not None
    [losses] = [one for one in victory["conditions"] if one["id"] == "losses"]
    assert losses["now"] < 0
    assert not losses["holds"]
