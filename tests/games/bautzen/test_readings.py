"""The readings of open rules that a scenario may choose: encirclement, Guards, columns, set-up."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from games.bautzen.board import (
    ALLIED,
    GAME,
    GERMAN,
    MAP,
    at,
    bits,
    fight,
    number,
    offered,
    play,
    position,
    where,
    with_options,
)
from grognard.engine.game import apply
from grognard.games.bautzen import setup, supply, why
from grognard.games.bautzen.game import BautzenGame
from grognard.games.bautzen.outcome import Trade, battle_of
from grognard.games.bautzen.printed import CHOICES
from grognard.games.bautzen.retreat import is_blocked
from grognard.games.bautzen.sequence import begin
from grognard.games.bautzen.victory import is_encircled, standing

if TYPE_CHECKING:
    from grognard.games.bautzen.printed import Scenario
    from grognard.games.bautzen.state import Bautzen

BAUTZEN = BautzenGame()
CITY = {"1409": ["13/5DP"], "1510": ["15/5DP"]}
SOURCES = {"2001": ["21/20Pz"], "2305": ["59/20Pz"], "2306": ["112/20Pz"]}
"""The three hexes from which Allied supply comes, all of them far from Bautzen."""
RING = {
    "1309": ["KG72"],
    "1511": ["21/20Pz"],
    "1609": ["59/20Pz"],
    "1408": ["112/20Pz"],
    "1311": ["KG1/17ID"],
    "1508": ["KG2/17ID"],
}
"""Every neighbour of 1409 and 1510 is held or in a German zone."""


def encircled(german: dict[str, list[str]], allied: dict[str, list[str]]) -> dict[str, bool]:
    """Return by reading whether both hexes of Bautzen are cut off."""
    found = {}
    for reading in CHOICES["encirclement"]:
        scenario = with_options(encirclement=reading)
        state = position(german, allied, scenario=scenario)
        found[reading] = all(is_encircled(state, hex_) for hex_ in scenario.victory.city)
    return found


def test_13_units_on_the_sources_do_not_encircle_bautzen() -> None:
    """BZ-13b (BZ-R31): three units on the edge cut the supply of a city that nobody attacks."""
    assert encircled(SOURCES, CITY) == {"pocket": False, "ring": False, "supply": True}


def test_13_a_ring_of_units_and_zones_encircles_in_every_reading() -> None:
    """BZ-13b (BZ-R31)."""
    assert encircled(RING, CITY) == {"pocket": True, "ring": True, "supply": True}


def test_13_a_gap_opens_the_ring() -> None:
    """BZ-13b (BZ-R31): without 59/20Pz and 21/20Pz, 1610 and 1609 are free."""
    ring = {name: units for name, units in RING.items() if name not in ("1609", "1511")}
    assert encircled(ring, CITY) == {"pocket": False, "ring": False, "supply": False}


def test_13_an_allied_unit_in_the_ring_opens_it_to_its_own_hex_alone() -> None:
    """BZ-13b (BZ-R31): 1610 is no longer closed, but everything behind it is."""
    ring = {**RING, "1710": ["Pz1/HG1"], "1711": ["PzG1/HG1"], "1708": ["PzG2/HG1"]}
    found = encircled(ring, {**CITY, "1610": ["17/5DP"]})
    assert (found["pocket"], found["ring"]) == (True, False)


def test_13_a_wide_pocket_is_one_though_nothing_stands_next_to_the_city() -> None:
    """BZ-13b (BZ-R31): a wall of zones along row 06 and column 21, behind it the city."""
    units = [piece.id for piece in GAME.pieces if piece.side is GERMAN and piece.is_unit]
    line = [*(f"{column:02}06" for column in range(1, 22, 2)), "2108", "2110", "2112"]
    wall = {name: [unit] for name, unit in zip(line, units, strict=False)}
    found = encircled(wall, CITY)
    assert (found["pocket"], found["ring"]) == (True, False)
    broken = {name: units for name, units in wall.items() if name != "1306"}
    assert not encircled(broken, CITY)["pocket"]


def test_13_the_southern_and_western_edges_relieve_nobody_unless_the_scenario_says_so() -> None:
    """BZ-13b (BZ-R31): relief is north and east."""
    edges = {MAP.name(hex_) for hex_ in MAP.hexes if GAME.victory.relief >> hex_ & 1}
    assert {"0101", "2301", "2313", "1201"} <= edges
    assert not edges & {"0113", "0107", "1113", "1212"}


def test_13_who_has_won_goes_by_the_reading() -> None:
    """BZ-13b: the same position, won by supply alone."""
    for reading, wins in (("pocket", False), ("ring", False), ("supply", True)):
        scenario = with_options(encirclement=reading)
        state = position(SOURCES, CITY, german_control=["1910", "2108"], scenario=scenario)
        assert standing(state).is_german is wins


# 11.3


def guards(scenario: Scenario = GAME) -> Bautzen:
    """14 GRD, held in 2104, has a gun in 2105 and another in 2103 before it."""
    return position(
        {"2105": ["777"], "2103": ["732"]},
        {"2104": ["36/14GRD", "38/14GRD"], "2203": ["QG/14GRD"]},
        held=["14GRD"],
        segment="allied combat",
        scenario=scenario,
    )


def test_11_3_held_guards_attack_in_the_north_but_not_into_row_05() -> None:
    """BZ-11.3b (BZ-R29)."""
    state = guards()
    assert offered(state, "attack") == {"2103"}
    told = why.not_a_target(state, ALLIED, MAP.hex("2105"))
    assert told is not None
    assert (told.rule, told.key) == ("11.3", "held")
    assert offered(guards(with_options(held_may_attack=True)), "attack") == {"2103", "2105"}


def test_11_3_held_guards_do_not_join_an_attack_of_others_into_row_05() -> None:
    """BZ-11.3b (BZ-R29): 95 GRD attacks, 14 GRD beside it looks on, released it joins."""
    for held, joining in ((["14GRD"], set()), ([], {"36/14GRD"})):
        state = position(
            {"2105": ["777"]},
            {"2104": ["36/14GRD"], "2204": ["284/95GRD"]},
            held=held,
            segment="allied combat",
        )
        play(state, "attack 2105", "join 284/95GRD")
        assert offered(state, "join") == joining
        refused = why.not_an_attacker(
            state, ALLIED, MAP.hex("2105"), bits("284/95GRD"), number("36/14GRD")
        )
        assert (refused is not None) == bool(held)


def test_11_3_held_guards_are_attacked_as_anybody() -> None:
    """BZ-11.3b: the order binds them, not the enemy."""
    state = position({"2105": ["21/20Pz"]}, {"2104": ["36/14GRD"]}, held=["14GRD"])
    assert offered(state, "attack") == {"2104"}


# 7.2.2, 8.6.3


def raided(scenario: Scenario = GAME) -> Bautzen:
    """Panzers catch a column alone; three German columns are on the map and two wait."""
    state = position(
        {"2111": ["21/20Pz", "CL-2"], "2112": ["CL-3"], "2113": ["CL-4"]},
        {"2110": ["CL-1"]},
        scenario=scenario,
    )
    state.waiting[GERMAN] = bits("CL-5", "CL-6")
    return play(state, "attack 2110", "join 21/20Pz", "fight", "throw 6")


def test_8_6_3_a_captured_column_counts_against_those_on_the_map_alone() -> None:
    """BZ-8.6.3, BZ-7.2.2d (BZ-R19): three on the map leave room, whatever waits."""
    assert "CL-1" in at(raided(), "2110")
    assert where(raided(with_options(convoy_limit="all")), "CL-1") == "off"


def test_7_2_2_a_column_that_waits_enters_only_while_fewer_than_four_are_on_the_map() -> None:
    """BZ-7.2.2d (BZ-R19): four are there, two wait."""
    state = raided()
    assert supply.may_enter(state, GERMAN) == 0
    told = why.not_movable(state, GERMAN, number("CL-5"))
    assert told is not None
    assert (told.rule, told.key) == ("7.2.2", "convoys_enough")
    state.remove(number("CL-2"), GERMAN)
    assert supply.may_enter(state, GERMAN) == bits("CL-5", "CL-6")


# 12.1


def test_12_1_independents_set_up_beside_a_formation_and_not_beside_each_other() -> None:
    """BZ-12.1 (BZ-R74): 6L next to 8 DP; 1 KP next to 6L is not next to 8 DP."""
    for anchor, reaches in (("formation", False), ("nation", True)):
        state = begin(with_options(independents_anchor=anchor))
        setup.put(state, ALLIED, number("32/8DP"), MAP.hex("0411"))
        setup.put(state, ALLIED, number("6L"), MAP.hex("0312"))
        places = setup.places_for(state, ALLIED, number("1KP"))
        assert bool(places >> MAP.hex("0212") & 1) is reaches
        assert places >> MAP.hex("0311") & 1


def test_12_1_no_allied_unit_sets_up_in_dresden() -> None:
    """BZ-12.1, BZ-13a (BZ-R32): not even where nothing else is left."""
    for may, scenario in ((False, GAME), (True, with_options(set_up_in_capital=True))):
        state = begin(scenario)
        setup.put(state, ALLIED, number("32/8DP"), MAP.hex("0212"))
        dresden = MAP.hex("0113")
        assert bool(setup.places_for(state, ALLIED, number("6L")) >> dresden & 1) is may
        assert setup.closed_capital(scenario, GERMAN) == 0
    refused = why.not_a_place(begin(GAME), ALLIED, number("6L"), MAP.hex("0113"))
    assert refused is not None
    assert (refused.rule, refused.key) == ("12.1", "capital")


# 8.3


def test_8_3_headquarters_lose_steps_last_or_as_any_unit() -> None:
    """BZ-8.3a (BZ-R20): a reduced regiment and its HQ, one step to lose."""
    for losses, losing in (("last", {"13/5DP"}), ("alike", {"13/5DP", "QG/5DP"})):
        state = position(
            {"2111": ["21/20Pz", "59/20Pz", "112/20Pz"]},
            {"2110": ["13/5DP", "QG/5DP"]},
            reduced=["13/5DP"],
            scenario=with_options(headquarters_losses=losses),
        )
        fight(state, "2110", "21/20Pz", "59/20Pz", "112/20Pz")
        play(state, "throw 6", "retreat 0")
        assert offered(state, "lose") == losing


# 8.5.2


def test_8_5_2_the_lengths_offered_are_those_for_which_a_retreat_is_found() -> None:
    """BZ-8.5.2a, BZ-8.5.1a: every trade of random games, length by length (BZ-R56)."""
    asked = short = 0
    for seed in range(12):
        rng, state = Random(seed), begin(GAME)
        while not state.is_over:
            options = state.options()
            if isinstance(state.question, Trade):
                battle = battle_of(state)
                side, stack = battle.side.enemy, state.stacks[battle.target]
                every = range(1, state.question.steps + 1)
                able = [n for n in every if not is_blocked(state, side, stack, n)]
                offered_ = [option.noun for option in options]
                assert offered_ == ([0, *able] if able else [0, *every])
                asked += 1
                short += bool(able) and len(able) < len(every)
            apply(state, options[int(rng.random() * len(options))])
    assert asked > 100
    assert short > 0


# The prompt warns


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_8_5_2_the_labels_say_what_a_blocked_retreat_costs(lang: str) -> None:
    """BZ-8.5.2a (BZ-R56): before it is chosen."""
    ring = {
        "2111": ["21/20Pz", "59/20Pz", "112/20Pz"],
        "2108": ["KG1/17ID"],
        "2309": ["KG2/17ID"],
        "1909": ["KG72"],
    }
    said = {}
    for name in CHOICES["blocked_retreat"]:
        state = position(ring, {"2110": ["13/5DP"]}, scenario=with_options(blocked_retreat=name))
        fight(state, "2110", "21/20Pz", "59/20Pz", "112/20Pz")
        play(state, "throw 1")
        said[name] = BAUTZEN.answer_labels(state, state.options(), lang)
    assert said["able"][0] == said["declared"][0]
    assert said["able"][1] != said["declared"][1]
    warning = {"en": "there is no way", "fr": "sans issue"}[lang]
    assert all(warning in label for name in said for label in said[name][1:])
    assert not any(warning in labels[0] for labels in said.values())


def test_the_options_that_stand_for_the_old_rules_are_options() -> None:
    """Rules 1 are played by these, and nothing else of the scenario changes."""
    old = BAUTZEN.configure(GAME, BAUTZEN.older_rules["1"])
    changed = set(BAUTZEN.older_rules["1"])
    assert all(getattr(old.options, name) != getattr(GAME.options, name) for name in changed)
    state = begin(old)
    apply(state, state.options()[0])
    assert state.scenario is old
