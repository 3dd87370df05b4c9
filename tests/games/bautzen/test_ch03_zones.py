"""Chapter 3, with 9.3: zones of control."""

from __future__ import annotations

import pytest

from games.bautzen.board import ALLIED, GERMAN, costs, names, offered, play, position
from grognard.games.bautzen.zones import zone_of_control

AROUND_2210 = {"2209", "2211", "2110", "2111", "2310", "2311"}


@pytest.mark.parametrize("id_", ["KG72", "21/20Pz", "59/20Pz", "687/615ID", "777", "QG/20Pz"])
def test_3_every_german_unit_controls_its_six_neighbours(id_: str) -> None:
    """BZ-3a: infantry, armour, mechanised, engineers, artillery and headquarters alike."""
    state = position(german={"2210": [id_]})
    assert names(zone_of_control(state, GERMAN)) == AROUND_2210


@pytest.mark.parametrize("id_", ["9S", "3/4GTC", "29/4GTC", "QG/2AWP", "861/294RD"])
def test_3_every_allied_unit_controls_its_six_neighbours(id_: str) -> None:
    """BZ-3a: anti-tank, motorised and heavy armour too."""
    state = position(allied={"2210": [id_]})
    assert names(zone_of_control(state, ALLIED)) == AROUND_2210


def test_3_supply_columns_and_aircraft_have_no_zone() -> None:
    """BZ-3a."""
    state = position(allied_convoys=["2210"], german_convoys=["2010"], aircraft=3)
    assert zone_of_control(state, ALLIED) == zone_of_control(state, GERMAN) == 0


def test_3_a_zone_reaches_over_rivers_and_lakes() -> None:
    """BZ-3a: 1205 has lake sides toward 1106 and 1306; 1510 has a river toward 1409."""
    state = position(german={"1205": ["KG72"], "1510": ["21/20Pz"]})
    assert {"1106", "1306", "1409"} <= names(zone_of_control(state, GERMAN))


def test_9_3_a_headquarters_alone_stops_an_enemy() -> None:
    """BZ-9.3: 2010 and 2009 lie in the zone of the headquarters; the way round is 3.5 MP."""
    mover = {"2011": ["777"]}
    assert costs(position(mover, segment="german movement"), "777")["2008"] == 2.5
    state = position(mover, {"2110": ["QG/214RD"]}, segment="german movement")
    assert costs(state, "777")["2008"] == 3.5


def test_3_entering_a_zone_ends_the_move() -> None:
    """BZ-3b: 777 may enter 2010, in the zone of 2110, for 1 MP, but not go on from there."""
    state = position({"2011": ["777"]}, {"2110": ["776/214RD"]}, segment="german movement")
    found = costs(state, "777")
    assert found["2010"] == 1
    assert found["2008"] == 3.5  # round by the roads of 1912, 1811, 1809 and 1909


def test_3_a_unit_in_a_zone_pays_one_more_to_leave() -> None:
    """BZ-3c: 2111 to 2112 costs 1, and 2 with an enemy in 2110."""
    start = {"2111": ["KG72"]}
    assert costs(position(start, segment="german movement"), "KG72")["2112"] == 1
    state = position(start, {"2110": ["776/214RD"]}, segment="german movement")
    assert costs(state, "KG72")["2112"] == 2
    assert costs(state, "KG72")["2113"] == 3  # the surcharge is paid once


def test_3_no_move_goes_from_one_zone_hex_straight_to_another() -> None:
    """BZ-3d: from 2111 to 2010, both next to the enemy in 2110, only by way of 2011."""
    state = position({"2111": ["KG72"]}, {"2110": ["776/214RD"]}, segment="german movement")
    found = costs(state, "KG72")
    assert found["2011"] == 2
    assert found["2010"] == 3


def test_3_a_unit_ringed_by_zones_cannot_move_but_by_withdrawal() -> None:
    """BZ-3d: every neighbour of 2110 is enemy-held or in an enemy zone."""
    state = position(
        german={"2110": ["KG72"]},
        allied={"2210": ["776/214RD"], "2009": ["780/214RD"]},
        segment="german movement",
    )
    play(state, "move KG72")
    assert offered(state, "to") == set()
    assert "withdraw" in {action.verb for action in state.options()}


def test_3_supply_columns_obey_enemy_zones() -> None:
    """BZ-3b, BZ-3c: a column moves as a motorised unit does."""
    state = position(
        allied={"2110": ["776/214RD"]}, german_convoys=["2011"], segment="german movement"
    )
    found = costs(state, "CL-9")
    assert found["2010"] == 1
    assert found["2008"] == 3.5
