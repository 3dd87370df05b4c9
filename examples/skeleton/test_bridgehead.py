"""The rules as sentences, on small positions, and what every game must pass."""

from __future__ import annotations

import pytest

from bridgehead.game import BridgeheadGame
from bridgehead.rules import Bridgehead, leader, reach, zone
from grognard import apply, check_game

GAME = BridgeheadGame()
SCENARIO = GAME.load()
MAP = SCENARIO.board.map


def position(asked: str = "Move side=0", **stacks: str) -> Bridgehead:
    """Return counters in hexes: ``position(B1="0403")``."""
    lines = [f'"{hex_}" = ["{piece}"]' for piece, hex_ in stacks.items()]
    head = f'game = "bridgehead"\nturn = 1\nasked = ["Turn", "{asked}"]\n[stacks]\n'
    return GAME.read_position(head + "\n".join(lines), SCENARIO)


def names(region: int) -> set[str]:
    return {MAP.name(hex_) for hex_ in MAP.hexes if region >> hex_ & 1}


def test_2_a_river_costs_one_more_but_not_at_the_bridge() -> None:
    over_the_bridge = names(reach(position(B1="0403", R1="0101"), 0))
    assert "0704" not in over_the_bridge, "one across, one to the town, two for the woods"
    assert {"0503", "0603", "0703"} <= over_the_bridge
    assert "0705" not in names(reach(position(B1="0404", R1="0101"), 0))
    assert "0604" in names(reach(position(B1="0404", R1="0101"), 0))


def test_3_a_zone_reaches_across_the_bridge_and_not_across_the_river() -> None:
    assert "0403" in names(zone(position(B1="0101", R1="0503"), 1))
    assert not {"0402", "0404"} & names(zone(position(B1="0101", R1="0503"), 1))


def test_4_ground_and_river_shift_the_column() -> None:
    state = position("Join side=0 target=0603 joined=B4,B1", B4="0503", B1="0604", R3="0603")
    [case] = GAME.odds(state, 0, "en")["cases"]
    fight = case["reckoning"]
    assert fight["attack"] is not None
    assert (fight["attack"]["total"], fight["ratio"], fight["column"]) == (10, "3/1", "2/1")
    assert [shift["text"] for shift in fight["shifts"]] == ["town"]
    assert sum(chance["chance"]["value"] for chance in case["chances"]) == pytest.approx(1)
    asked = GAME.calculator().ask(attack=10, defence=3, ground="town")
    assert asked.column == fight["column"]


def test_4_the_last_step_takes_a_counter_off_the_map_and_the_attacker_in() -> None:
    state = position("Join side=0 target=0603 joined=B4", B4="0503", R3="0603", R1="0701")
    state.steps[state.material.numbers["R3"]] = 1
    for words in ("fight", "throw 6"):
        apply(state, GAME.read_action(state, words))
    assert GAME.hex_name(state, state.where[state.material.numbers["B4"]]) == "0603"
    assert leader(state) == 0


def test_5_red_wins_where_blue_is_not_in_the_town() -> None:
    assert leader(position(B1="0602", R1="0701")) == 1


def test_it_is_what_every_game_must_be() -> None:
    report = check_game(GAME, seeds=range(3))
    assert report.ok, report.findings
