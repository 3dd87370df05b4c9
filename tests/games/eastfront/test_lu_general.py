"""1 - The game; 2 - the sequence of play; 3 - stacking; 4 - zones; 5 - weather."""

from __future__ import annotations

import pytest

from games.eastfront.lu_front import (
    CAMPAIGN,
    GERMAN,
    MAP,
    SOVIET,
    asked,
    bits,
    front,
    hexes,
    ids,
    left,
    offered,
    play,
    region,
    where,
)
from grognard.engine.game import CHANCE
from grognard.games.eastfront import movement, stacking, weather, zones
from grognard.games.eastfront.game import LugaGame
from grognard.games.eastfront.sequence import begin
from grognard.games.eastfront.state import SEGMENTS, Luga
from grognard.kit.dice import D10

DRY, RAIN, MUD = range(3)


def reach(state: Luga, id_: str) -> set[str]:
    return hexes(movement.reach(state, CAMPAIGN.by_id[id_]))


def allowance(segment: str, id_: str, side_hex: str = "1109") -> int:
    state = front({side_hex: [id_]}, segment=segment)
    return movement.allowance(state, CAMPAIGN.by_id[id_])


# 1 The game


def test_1_1_the_campaign_begins_with_ninety_units_in_hexes_of_column_and_row() -> None:
    """1.1 - nine turns; 1719 is column 17, row 19."""
    state = begin(CAMPAIGN)
    assert (state.turn, CAMPAIGN.last_turn) == (1, 9)
    assert (state.owned[GERMAN] | state.owned[SOVIET]).bit_count() == 90
    assert where(state, "S-24TD-T") == "1719"
    luga = MAP.hex("1719")
    assert (MAP.column(luga), MAP.row(luga)) == (17, 19)


def test_1_2_steps_lower_a_unit_and_the_last_one_eliminates_it() -> None:
    """1.2 - 269 ID is 10-10, 8-8, 5-5, 3-3, then gone for good; German steps are counted."""
    state = front({"1520": ["G-269"]}, segment="german movement")
    piece = CAMPAIGN.by_id["G-269"]
    found = [state.values(piece)]
    for _ in range(3):
        state.lose(piece, "16.1")
        found.append(state.values(piece))
    assert found == [(10, 10), (8, 8), (5, 5), (3, 3)]
    state.lose(piece, "16.1")
    assert where(state, "G-269") is None
    assert left(state, "G-269") == 0
    assert state.steps_lost == 4


def test_1_2_combat_units_are_all_but_hqs_guns_coast_batteries_and_the_train() -> None:
    """1.2 - and only combat units hold a hex."""
    kinds = CAMPAIGN.kinds
    assert kinds.combat & bits("G-HQ41", "S-519", "S-CoKG", "S-Balt", "G-Neb") == 0
    assert bits("G-1-Pz", "S-UR263", "S-14AT", "S-AALen", "G-Cav") & ~kinds.combat == 0
    state = front({"1109": ["S-519"], "1209": ["S-281"]}, segment="german movement")
    assert hexes(state.held[SOVIET]) == {"1209"}
    assert hexes(state.occupied(SOVIET)) == {"1109", "1209"}


def test_1_3_every_throw_is_a_die_of_ten_whose_naught_is_ten() -> None:
    """1.3 - the weather of turn 2: ten answers of chance, 0 read as 10."""
    state = front({"1520": ["G-269"]}, segment="weather")
    assert state.seat == CHANCE
    assert len(state.options()) == 10
    assert [D10.total(action.noun) for action in state.options()] == list(range(1, 11))
    play(state, "throw 10")
    assert state.weather == MUD


# 2 The sequence


def test_2_the_phases_of_a_turn_come_in_their_order() -> None:
    """2 - seventeen segments, the German side first, engineering last, then the next turn."""
    state = begin(CAMPAIGN)
    state.events = []
    while state.turn == 1:
        options = offered(state)
        quiet = options & {"done", "pass", "enough", "stay"}
        play(state, quiet.pop() if quiet else min(options))
    noted = [event.facts["segment"] for event in state.events if event.kind == "phase"]
    assert noted[: len(SEGMENTS) - 5] == list(SEGMENTS[5:]), "four were over before we looked"
    assert noted.index("german combat") < noted.index("german motorised")
    assert noted.index("soviet motorised") < noted.index("soviet combat")
    assert noted.index("soviet combat") < noted.index("soviet movement")
    assert noted[len(SEGMENTS) - 5] == "weather"


@pytest.mark.parametrize(
    ("segment", "id_", "halves"),
    [
        ("german movement", "G-1-Pz", 20),
        ("german motorised", "G-1-Pz", 10),
        ("german motorised", "G-Cav", 8),
        ("german motorised", "G-Fl1", 9),
        ("soviet motorised", "S-24TD-T", 16),
        ("soviet motorised", "S-Cav", 7),
        ("soviet movement", "S-24TD-T", 8),
        ("soviet movement", "S-Cav", 14),
        ("soviet movement", "S-281", 8),
    ],
)
def test_2_allowances_by_phase(segment: str, id_: str, halves: int) -> None:
    """2, 10.1 - half an allowance keeps its half point."""
    assert allowance(segment, id_) == halves


def test_2_who_moves_in_which_phase() -> None:
    """2, 7.2 - the mobile in the motorised phases, and Soviet foot only if activated."""
    german = {"1109": ["G-1-Pz", "G-269", "G-Cav", "G-HQ41"]}
    assert ids(movement.movers(front(german, segment="german motorised"), GERMAN)) == {
        *("G-1-Pz", "G-Cav", "G-HQ41"),
    }
    everybody = movement.movers(front(german, segment="german movement"), GERMAN)
    assert everybody.bit_count() == 4
    soviet = {"1409": ["S-1TD-T", "S-281", "S-Cav", "S-UR263"]}
    state = front(soviet, segment="soviet motorised")
    assert ids(movement.movers(state, SOVIET)) == {"S-1TD-T", "S-Cav"}
    state.activated = bits("S-281")
    assert ids(movement.movers(state, SOVIET)) == {"S-1TD-T", "S-Cav", "S-281"}
    state = front(soviet, segment="soviet movement")
    assert ids(movement.movers(state, SOVIET)) == {"S-1TD-T", "S-Cav", "S-281"}


# 3 Stacking


def test_3_1_twelve_points_six_in_swamp_sixteen_in_a_major_city() -> None:
    """3.1 - a division 4, a regiment 2, a battalion 1; HQs, trains and coast guns nothing."""
    weights = dict(zip(CAMPAIGN.by_id, stacking.weights(CAMPAIGN), strict=True))
    assert [weights[id_] for id_ in ("G-269", "G-1-Pz", "S-2MP", "G-PJ616")] == [4, 2, 2, 1]
    assert [weights[id_] for id_ in ("G-HQ41", "S-Balt", "S-CoKG")] == [0, 0, 0]
    limits = stacking.limits(CAMPAIGN)
    assert [limits[MAP.hex(name)] for name in ("1109", "0112", "2003")] == [12, 6, 16]
    state = front({"1109": ["G-269", "G-SSP", "G-121"]})
    assert not stacking.fits(state, MAP.hex("1109"), bits("G-PJ616"))
    assert stacking.fits(state, MAP.hex("1109"), bits("G-HQ41"))


def test_3_1_a_full_hex_is_passed_and_not_stopped_in() -> None:
    """3.1 - the limit holds where a move ends; a stack is weighed together."""
    state = front(
        {"1015": ["G-1-Pz", "G-1-S1"], "1014": ["G-269", "G-SSP", "G-1-IR43"]},
        segment="german movement",
    )
    play(state, "move G-1-Pz")
    assert "to 1014" in offered(state)
    play(state, "with G-1-S1")
    assert "to 1014" not in offered(state)
    assert "to 1114" in offered(state)
    state = front(
        {"1015": ["G-1-Pz"], "1014": ["G-269", "G-SSP", "G-121"]}, segment="german movement"
    )
    play(state, "move G-1-Pz")
    assert "to 1014" not in offered(state)
    assert "to 1013" in offered(state), "over the main road through 1014"


def test_3_1_two_divisions_do_not_stop_in_a_swamp() -> None:
    """3.1 - 0113 beside the Plyussa bogs: one may, two together may not, nor to where one is."""
    state = front({"0113": ["G-269", "G-SSP"]}, segment="german movement")
    swamp = "to 0212"
    play(state, "move G-269")
    assert swamp in offered(state)
    play(state, "with G-SSP")
    assert swamp not in offered(state)
    there = front({"0113": ["G-269"], "0212": ["G-SSP"]}, segment="german movement")
    play(there, "move G-269")
    assert swamp not in offered(there)


# 4 Zones


def zone(state: Luga, side: int) -> set[str]:
    return hexes(zones.zone_of_control(state, (GERMAN, SOVIET)[side]))


def test_4_1_a_zone_is_six_hexes_not_over_major_rivers_nor_into_a_major_city() -> None:
    """4.1 - bridged or not; a yellow band and an overrun marker have none."""
    state = front({"1109": ["S-281"]})
    assert zone(state, SOVIET) == {"1008", "1009", "1108", "1110", "1208", "1209"}
    assert zone(front({"0310": ["S-Narva"]}), SOVIET) == {"0209", "0210"}
    assert zone(front({"2004": ["G-269"]}), GERMAN) == {"1904", "1905", "2005", "2104", "2105"}
    assert zone(front({"1109": ["S-AA1"]}), SOVIET) == set()
    assert zone(front({"1109": ["S-281"]}, overrun=["S-281"]), SOVIET) == set()
    both = front({"1109": ["S-281"], "1110": ["G-269"]})
    assert "1110" in zone(both, SOVIET), "a unit does not cancel the zone it stands in"


def test_4_1_no_zone_over_the_sea() -> None:
    """4.1, 12.3 - nor into water."""
    assert zone(front({"1601": ["S-281"]}), SOVIET) == set()
    assert zone(front({"1602": ["S-281"]}), SOVIET) == {"1502", "1503", "1603", "1703"}


RING = {"1209": ["S-281"], "0909": ["S-125"]}
"""Zones all around 1109 but for 1108: nobody comes to 1110 or 1208 but through them."""


def test_4_2_entering_a_zone_costs_a_point_and_stops() -> None:
    """4.2 - 121 ID comes from 1107; the hexes behind 1109 are not entered."""
    state = front({"1107": ["G-121"], **RING}, segment="german movement")
    cost = movement.costs(state, CAMPAIGN.by_id["G-121"])
    assert cost[MAP.hex("1108")] == 2
    assert cost[MAP.hex("1109")] == 2 + 2 + 2
    assert cost[MAP.hex("1008")] == 2 + 2 + 2
    assert not {MAP.hex("1110"), MAP.hex("1009")} & set(cost)


def test_4_2_a_unit_may_leave_a_zone_but_not_for_another() -> None:
    """4.2 - 121 ID on foot is no infiltrator."""
    state = front({"1109": ["G-121"], **RING}, segment="german movement")
    assert {"1108", "1107"} <= reach(state, "G-121")
    assert not {"1110", "1009"} & reach(state, "G-121")


def test_4_3_in_mud_a_motorised_zone_follows_roads_and_railways() -> None:
    """4.3 - and reaches into towns; units on foot are not concerned."""
    mud = front({"1309": ["G-1-Pz"]}, weather="mud")
    assert zone(mud, GERMAN) == {"1209", "1308", "1409"}
    assert zone(front({"1408": ["G-1-Pz"]}, weather="mud"), GERMAN) == {"1409"}
    foot = front({"1309": ["G-269", "G-1-Pz"]}, weather="mud")
    assert len(zone(foot, GERMAN)) == 6


def test_4_3_lingering_mud_does_the_same_in_forests() -> None:
    """4.3, 5.3 - 1110 is forest without a road from 1109; clear hexes are covered."""
    state = front({"1109": ["G-1-Pz"]}, lingering=True)
    assert zone(state, GERMAN) == {"1008", "1009", "1108", "1208", "1209"}
    state = front({"1009": ["G-1-Pz"]}, lingering=True)
    assert {"0910", "1010"} <= zone(state, GERMAN), "by rail, by road"
    assert "1110" not in zone(state, GERMAN)


# 5 Weather


def test_5_1_the_first_turn_is_mud_without_a_throw_and_later_turns_throw() -> None:
    """5.1, 25.1 - 1-8 dry, 9 rain, 10 mud."""
    assert begin(CAMPAIGN).is_mud
    assert asked(begin(CAMPAIGN)) == "Movement"
    state = front({"1520": ["G-269"]}, segment="weather", turn=3)
    found = [weather.read_die(state, die) for die in range(1, 11)]
    assert found == [DRY] * 8 + [RAIN, MUD]


def test_5_2_mud_never_follows_mud_and_the_sixth_dry_turn_is_mud() -> None:
    """5.2 - a 10 after mud is read as 9; after five dry turns nobody throws; rain counts as dry."""
    state = front({"1520": ["G-269"]}, segment="weather", weather="mud")
    play(state, "throw 10")
    assert (state.weather, state.dry_turns) == (RAIN, 1)
    state = front({"1520": ["G-269"]}, segment="german movement", turn=6)
    state.dry_turns = 4
    assert weather.settled(state) is None
    state.dry_turns = 5
    assert weather.settled(state) == MUD
    weather.set_weather(state, MUD)
    assert state.dry_turns == 0


def test_5_3_mud_lingers_for_one_turn() -> None:
    """5.3 - in forests: dear to enter on the turn after mud, and not on the next."""
    state = front({"1109": ["G-269", "G-1-Pz"]}, segment="german movement", weather="mud")
    weather.set_weather(state, DRY)
    assert state.lingering
    piece = CAMPAIGN.by_id["G-269"]
    forest, clear = MAP.hex("1110"), MAP.hex("1108")
    assert movement.entry_cost(state, piece, MAP.hex("1109"), forest) == 6
    assert movement.entry_cost(state, piece, MAP.hex("1109"), clear) == 2
    assert "1110" not in reach(state, "G-1-Pz"), "only by road"
    weather.set_weather(state, DRY)
    assert not state.lingering
    assert movement.entry_cost(state, piece, MAP.hex("1109"), forest) == 4


def test_5_4_mud_has_no_infiltration_no_minimum_move_and_no_air() -> None:
    """5.4, 17.1 - what dry weather allows; overruns and orders are combat's."""
    stacks = {"1109": ["G-1-Pz"], **RING}
    assert "1110" in reach(front(stacks, segment="german movement"), "G-1-Pz")
    assert "1110" not in reach(front(stacks, segment="german movement", weather="mud"), "G-1-Pz")
    state = front(stacks, segment="german movement")
    weather.set_weather(state, MUD)
    assert state.air == [0, 0]
    assert state.attack_supply == [6, 1]
    weather.set_weather(state, DRY)
    assert state.air == [6, 1]
    weather.set_weather(state, RAIN)
    assert state.air == [0, 0]


def test_positions_written_are_read_back_and_a_segment_opens_by_name() -> None:
    """2 - a position by hand needs stacks, a turn and a segment."""
    game = LugaGame()
    text = (
        'game = "luga"\nturn = 3\nsegment = "german motorised"\n'
        '[stacks]\n"1109" = ["G-1-Pz 2/3"]\n"1209" = ["S-281"]\n'
    )
    state = game.read_position(text, CAMPAIGN)
    assert asked(state) == "Movement"
    assert left(state, "G-1-Pz") == 2
    again = game.read_position(game.write_position(state), CAMPAIGN)
    assert again.canonical() == state.canonical()
    assert again.zones == state.zones
    assert region("1109") & again.control[GERMAN]
