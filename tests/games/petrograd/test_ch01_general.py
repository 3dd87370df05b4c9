"""1 - Counters, states, zones, stacking, control, sight."""

from __future__ import annotations

from typing import Any

import pytest

from games.petrograd.front import (
    CAMPAIGN,
    MAP,
    RED,
    WHITE,
    advance_to,
    attack,
    bits,
    front,
    has,
    hexes,
    left,
    modifiers,
    play,
    reach,
    region,
    throw,
    where,
)
from grognard.games.petrograd import battle
from grognard.games.petrograd.printed import Kind
from grognard.games.petrograd.sight import hidden
from grognard.games.petrograd.stacking import fits
from grognard.games.petrograd.zones import zone_of_control


def test_1_1_the_game_has_two_sides_and_eight_turns_of_two_days() -> None:
    """1.1 - White plays first; the campaign has turns 1 to 8; a hex is column, then row."""
    assert (WHITE, RED) == (0, 1)
    assert (CAMPAIGN.first_turn, CAMPAIGN.last_turn) == (1, 8)
    assert CAMPAIGN.ground.names[MAP.hex("0418")] == "Yamburg"
    assert MAP.column(MAP.hex("0418")) == 4


def test_1_2_only_foot_and_horse_have_points() -> None:
    """1.2 - 49 SP of the NWA and 136 of Red, district battalions apart; all else has none."""
    troops = [piece for piece in CAMPAIGN.pieces if piece.is_troops]
    assert all(piece.points == piece.steps for piece in troops)
    assert not any(piece.points for piece in CAMPAIGN.pieces if not piece.is_troops)
    assert sum(piece.points for piece in troops if piece.nation == "nwa") == 49
    called_up = sum(piece.points for piece in troops if piece.entry == "rising")
    assert called_up == 6
    assert sum(piece.points for piece in troops if piece.side is RED) - called_up == 136


def test_1_2_the_last_point_takes_the_counter() -> None:
    """1.2, 11.1 - a regiment that loses its last SP leaves the game and is counted."""
    state = front({"0319": ["W-4a:1"]})
    state.lose(CAMPAIGN.by_id["W-4a"], "8.2.5")
    assert where(state, "W-4a") is None
    assert state.regiments_lost == 1


@pytest.mark.parametrize(
    ("marks", "value"),
    [
        ({}, 9),
        ({"disorganised": ["W-Lib"]}, 7),
        ({"disorganised": ["W-Lib"], "out_of_ammunition": ["W-Lib"]}, 6),
        ({"disorganised": ["W-Lib", "W-Riga", "W-Polt"]}, 4),
        ({"disorganised": ["W-Lib"], "routed": ["W-Riga"]}, 6),
    ],
)
def test_1_3_states_halve_the_sum_once_rounded(marks: dict[str, Any], value: int) -> None:
    """1.3, PG-8 - 9 SP: 3/2 + 6 = 7.5 drops to 7; 3/4 + 6 = 6.75 to 6; 9/2 to 4."""
    state = front({"0319": ["W-Lib", "W-Riga", "W-Polt"]}, **marks)
    assert battle.muster(state, bits("W-Lib", "W-Riga", "W-Polt")).value == value


def test_1_4_troops_have_a_zone_in_six_hexes() -> None:
    """1.4 - a regiment watches all six neighbours."""
    state = front({"1818": ["R-16"]})
    assert zone_of_control(state, RED) == MAP.adjacent(region("1818"))


@pytest.mark.parametrize(
    ("stack", "marks", "has_zone"),
    [
        (["R-HQ6", "R-A6", "R-AT1"], {}, False),
        (["W-TkA", "W-AC", "W-HQ1", "W-A2"], {}, False),
        (["R-Gat"], {}, False),
        (["R-Gat", "R-Cav7"], {}, True),
        (["R-Gat", "R-16"], {}, True),
        (["R-16"], {"routed": ["R-16"]}, False),
        (["R-16"], {"disorganised": ["R-16"]}, True),
    ],
)
def test_1_4_who_has_no_zone(stack: list[str], marks: dict[str, Any], has_zone: bool) -> None:
    """1.4 - HQs, guns, trains, tanks, cars, the routed, and a battalion alone have none."""
    state = front({"1817": stack}, **marks)
    side = WHITE if stack[0].startswith("W") else RED
    assert bool(zone_of_control(state, side)) is has_zone


def test_1_4_no_zone_across_the_neva_but_by_a_bridge() -> None:
    """1.4 - 3203 and 3103 are joined by a bridge; 3203 and 3202 are not."""
    state = front({"3203": ["W-Talab"]})
    watched = hexes(zone_of_control(state, WHITE))
    assert "3103" in watched
    assert "3202" not in watched


def test_1_4_no_zone_into_a_fort_or_the_city_where_enemies_stand() -> None:
    """1.4 - a garrison shuts the zone out of its fort, an empty fort does not."""
    state = front({"1503": ["E-4"], "1602": ["R-KG"]})
    assert "1602" not in hexes(zone_of_control(state, WHITE))
    assert "1503" in hexes(zone_of_control(state, RED))
    assert "1602" in hexes(zone_of_control(front({"1503": ["E-4"]}), WHITE))
    city = front({"3106": ["W-Talab"], "3105": ["R-WNar"]})
    assert "3105" not in hexes(zone_of_control(city, WHITE))


def test_1_5_ten_points_in_a_hex_and_other_pieces_free() -> None:
    """1.5 - 9 SP leave room for 1, not for 2; guns and HQs do not count."""
    stack = ["W-Lib", "W-Riga", "W-Polt", "W-A5", "W-HQ5"]
    state = front({"0319": stack, "0320": ["W-Narv", "W-4a:1"]})
    goal = MAP.hex("0319")
    assert fits(state, goal, bits("W-4a"))
    assert not fits(state, goal, bits("W-Narv"))
    assert "0319" not in reach(state, "W-Narv")
    assert "0319" in reach(state, "W-4a")


def test_1_5_passing_through_a_full_hex_is_free() -> None:
    """1.5 - the limit holds where a move ends."""
    state = front({"0319": ["W-Lib", "W-Riga", "W-Polt"], "0218": ["W-Narv"]})
    assert "0320" in reach(state, "W-Narv")


def test_1_5_estonians_do_not_stack_with_russians() -> None:
    """1.5, 10.3 - neither may join the other."""
    state = front({"0212": ["E-4"], "0312": ["W-HorseJ"]})
    assert "0212" not in reach(state, "W-HorseJ")
    assert "0312" not in reach(state, "E-4")
    assert not fits(state, MAP.hex("0312"), bits("E-4"))
    assert fits(state, MAP.hex("0312"), bits("W-Lib"))


def test_1_6_control_goes_with_where_troops_stop() -> None:
    """1.6 - to stop in a hex takes it, to pass it does not; guns take nothing."""
    state = front({"0319": ["W-Lib", "W-A5"]}, turn=2)
    play(state, "move W-Lib", "to 0519")
    assert state.control[WHITE] & region("0519")
    assert not state.control[WHITE] & region("0418")
    play(state, "move W-A5", "to 0418")
    assert not state.control[WHITE] & region("0418")


def test_1_6_the_start() -> None:
    """1.6 - the left bank and the north-west are White, Yamburg and Ostrov are Red."""
    state = front({})
    assert state.control[WHITE] & region("0319")
    assert state.control[WHITE] & region("0109")
    assert state.control[RED] & region("0418")
    assert state.control[RED] & region("1931")
    assert not state.control[WHITE] & state.control[RED]


def test_1_7_troops_are_hidden_until_the_enemy_is_next_to_them() -> None:
    """1.7 - seen in contact, known while they stay, hidden when they move away; HQs are open."""
    state = front({"0319": ["W-Lib"], "0721": ["R-51", "R-HQ6"]}, turn=2)
    assert hidden(state, WHITE) == bits("R-51")
    before = state.reveals
    play(state, "move W-Lib", "to 0620")
    assert state.reveals > before
    assert hidden(state, WHITE) == 0
    assert hidden(state, RED) == 0
    advance_to(state, "red movement")
    play(state, "move R-51", "to 0822")
    assert hidden(state, WHITE) == bits("R-51")
    assert hidden(state, RED) == 0


def test_1_7_an_attack_turns_up_both_sides() -> None:
    """1.7, 8.2.1 - attackers and defenders are seen."""
    state = front({"0319": ["W-Lib"], "0418": ["R-49"]}, segment="white combat")
    attack(state, "0418", ["W-Lib"])
    assert state.known[RED] & bits("W-Lib")
    assert state.known[WHITE] & bits("R-49")


def test_kinds_cover_every_counter() -> None:
    """1.2 - every counter has a kind of the list."""
    assert {piece.kind for piece in CAMPAIGN.pieces} == set(Kind)


def test_1_3_a_disorganised_side_still_fights() -> None:
    """1.3 - halved to nothing it keeps 1."""
    state = front(
        {"0319": ["W-4a"], "0418": ["R-49"]},
        segment="white combat",
        disorganised=["W-4a"],
        out_of_ammunition=["W-4a"],
    )
    attack(state, "0418", ["W-4a"])
    assert modifiers(state)["PG-7a"] == -2
    throw(state, 7)
    assert left(state, "R-49") == 2
    assert has(state, "attacked", "W-4a")
