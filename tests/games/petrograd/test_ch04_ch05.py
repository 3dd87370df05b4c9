"""4 - Supply; 5 - command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.petrograd.front import (
    CAMPAIGN,
    MAP,
    RED,
    WHITE,
    attack,
    bits,
    front,
    has,
    hexes,
    ids,
    modifiers,
    offered,
    play,
    region,
)
from grognard.engine.bits import numbers
from grognard.games.petrograd import command, rally, supply
from grognard.games.petrograd.sequence import begin
from grognard.games.petrograd.zones import barred

if TYPE_CHECKING:
    from grognard.games.petrograd.printed import Side
    from grognard.games.petrograd.state import Petrograd


def test_4_1_the_sources_of_white() -> None:
    """4.1 - 0119 and the four minor ones; Luga the turn after its capture."""
    state = front({})
    assert hexes(supply.sources(state, WHITE)) == {"0119", "0126", "0731", "1335", "1836"}
    taken = front({"2436": ["W-1a"]}, turn=3)
    assert "2436" in hexes(supply.sources(taken, WHITE))
    taken.was_white &= ~region("2436")
    assert "2436" not in hexes(supply.sources(taken, WHITE))


def test_4_1_the_sources_of_red() -> None:
    """4.1 - four gates, Luga, the city; three by sea while ships or the guns of 1602 are there."""
    city = hexes(CAMPAIGN.ground.city)
    gates = {"4215", "4207", "3301", "3236", "2436"}
    assert hexes(supply.sources(front({}), RED)) == gates | city
    by_sea = {"2304", "1602", "2302"}
    assert hexes(supply.sources(front({"1602": ["R-AKG"]}), RED)) == gates | city | by_sea
    assert hexes(supply.sources(front({"2402": ["R-FlB"]}), RED)) == gates | city | by_sea


def test_4_1_a_source_is_closed_by_the_enemy() -> None:
    """4.1 - by a piece, by a zone without own troops, by control."""
    assert "4215" not in hexes(supply.sources(front({"4215": ["W-AC"]}), RED))
    assert "4215" not in hexes(supply.sources(front({"4214": ["W-Talab"]}), RED))
    guarded = front({"4214": ["W-Talab"], "4215": ["R-16"]})
    assert "4215" in hexes(supply.sources(guarded, RED))
    assert "4215" not in hexes(supply.sources(front({}, white=["4215"]), RED))


def test_4_1_an_encircled_city_hex_is_no_source() -> None:
    """4.1, 8.3 - 3105 with White zones on every side of it."""
    ring = {"3005": ["W-Lib"], "3106": ["W-Riga"], "3205": ["W-Talab"], "3104": ["W-Ostr"]}
    state = front({**ring, "3105": ["R-WNar"]})
    assert "3105" not in hexes(supply.sources(state, RED))
    assert "3302" in hexes(supply.sources(state, RED))


RING = {"1816": ["R-16"], "1918": ["R-17"], "1718": ["R-18"]}
"""Round Volosovo 1817: every hex next to it is held or watched."""


def plain_supply(state: Petrograd, side: Side, start: set[int]) -> set[int]:
    """4.2 - the supplied hexes by a plain search: lines first, then the cost across country."""
    ground, shut = CAMPAIGN.ground, barred(state, side)
    network = {hex_ for hex_ in start if not shut >> hex_ & 1}
    front_ = list(network)
    while front_:
        here = front_.pop()
        for there in MAP.neighbours[here]:
            linked = ground.lines[here] >> there & 1
            if linked and there not in network and not shut >> there & 1:
                network.add(there)
                front_.append(there)
    cost = dict.fromkeys(network, 0)
    for _ in range(6):
        for here, spent in list(cost.items()):
            for there in MAP.neighbours[here]:
                if ground.around[here] >> there & 1 and not shut >> there & 1:
                    price = spent + (2 if ground.terrain[there] == "marsh" else 1)
                    if price <= 3:
                        cost[there] = min(price, cost.get(there, 9))
    return set(cost)


@pytest.mark.parametrize(
    ("stacks", "gate"),
    [
        ({}, "0119"),
        ({}, "4215"),
        ({}, "1836"),
        ({"0516": ["R-51"], "0821": ["R-50"]}, "0119"),
        ({"3616": ["W-Talab"], "3410": ["W-Ostr"], "3506": ["R-16"]}, "4207"),
    ],
)
def test_4_2_along_lines_then_three_hexes_across_country(
    stacks: dict[str, list[str]], gate: str
) -> None:
    """4.2 - as a plain search finds it: road and rail, then 3 hexes, marsh counting 2."""
    state = front(stacks, turn=3)
    side = WHITE if gate in ("0119", "1836") else RED
    found = supply.supplied(state, side, region(gate))
    assert set(numbers(found)) == plain_supply(state, side, {MAP.hex(gate)})


def test_4_2_the_enemy_cuts_a_line() -> None:
    """4.2 - zones all round cut it, unless own troops stand in one."""
    cut = front({"1817": ["W-Lib"], **RING}, turn=3)
    assert ids(supply.unsupplied(cut, WHITE)) == {"W-Lib"}
    open_ = front({"1817": ["W-Lib"], **RING, "1717": ["W-Riga"], "1616": ["W-Polt"]}, turn=3)
    assert supply.unsupplied(open_, WHITE) == 0


def test_4_3_minor_sources_feed_ten_points_from_turn_2() -> None:
    """4.3 - the best quality is fed first; pieces of 0 SP need no room."""
    wall = {"1232": ["R-16"], "1432": ["R-17"], "1633": ["R-18"], "1634": ["R-15"]}
    crowd = {"1334": ["W-Talab", "W-Ostr", "W-Sem"], "1434": ["W-Volyn", "W-A2"], **wall}
    assert supply.unsupplied(front(crowd), WHITE) == 0
    state = front(crowd, turn=2)
    assert ids(supply.unsupplied(state, WHITE)) == {"W-Volyn"}


def test_4_3_who_reaches_the_railhead_does_not_count() -> None:
    """4.3 - troops on the Narva road are fed without limit."""
    state = front({"0218": ["W-Lib", "W-Riga", "W-Polt"], "0319": ["W-Talab", "W-Ostr"]}, turn=2)
    assert supply.unsupplied(state, WHITE) == 0


def test_4_3_luga_feeds_twelve() -> None:
    """4.3 - 13 SP that Luga alone can reach: one piece goes without."""
    crowd = {"2436": ["W-Talab", "W-Ostr", "W-Sem"], "2435": ["W-Volyn"]}
    wall = {"2234": ["R-54"], "2235": ["R-53"], "2433": ["R-52"], "2634": ["R-16"]}
    state = front({**crowd, **wall, "2236": ["R-17"]}, turn=4)
    assert ids(supply.unsupplied(state, WHITE)) == {"W-Volyn"}


def test_4_4_unsupplied_troops_are_out_of_ammunition_then_disorganised() -> None:
    """4.4 - the first reading takes their ammunition, the second their order, supply gives back."""
    state = front({"1817": ["W-Talab", "W-A2"], **RING}, segment="white combat", turn=3)
    play(state, "done")
    assert has(state, "out_of_ammunition", "W-Talab")
    assert not has(state, "disorganised", "W-Talab")
    supply.read_supply(state, WHITE)
    assert has(state, "disorganised", "W-Talab")
    assert not has(state, "disorganised", "W-A2")
    state.put(CAMPAIGN.by_id["W-Talab"], MAP.hex("0119"))
    supply.read_supply(state, WHITE)
    assert not has(state, "out_of_ammunition", "W-Talab")


def test_4_4_unsupplied_guns_are_silent_and_nobody_rallies() -> None:
    """4.4, 9.1 - a gun without shells does not support; without supply no rally."""
    stacks = {"0319": ["W-Lib", "W-A5"], "0418": ["R-49"]}
    state = front(stacks, segment="white combat", out_of_ammunition=["W-A5"])
    play(state, "attack 0418", "join W-Lib")
    assert "support W-A5" not in offered(state)
    alone = front({"3616": ["W-Talab"]}, disorganised=["W-Talab"], out_of_ammunition=["W-Talab"])
    rally.rally(alone, WHITE)
    assert has(alone, "disorganised", "W-Talab")


def test_4_5_estonians_live_off_the_coast_and_the_ships() -> None:
    """4.5 - six hexes from column 01 or from a ship; further they starve."""
    state = front({"0712": ["E-4"], "0812": ["E-1"]}, turn=3)
    assert ids(supply.unsupplied(state, WHITE)) == {"E-1"}
    at_sea = front({"1206": ["E-1"], "1003": ["B-Fl"]}, turn=3)
    assert supply.unsupplied(at_sea, WHITE) == 0
    gap = front({"1203": ["E-Mar"], "0707": ["B-Fl"]}, turn=3)  # the bay between is off the map
    assert MAP.distance(MAP.hex("1203"), MAP.hex("0707")) == 6
    assert supply.unsupplied(gap, WHITE) == 0


def test_5_1_command_reaches_as_far_as_its_range() -> None:
    """5.1 - 3 hexes for 2 Div's HQ; its own division, not another."""
    state = front({"1126": ["W-HQ2"], "1426": ["W-Ostr"], "1526": ["W-Sem"], "1127": ["W-Volyn"]})
    assert ids(command.out_of_command(state, WHITE)) == {"W-Sem", "W-Volyn"}


def test_5_1_the_line_of_command_is_barred_by_the_enemy() -> None:
    """5.1 - enemy zones close the way, own troops open their hex; sea does not matter."""
    stacks = {"1118": ["R-HQ2"], "1417": ["R-16"]}
    assert command.out_of_command(front(stacks), RED) == 0
    cut = {"1217": ["W-Lib"], "1318": ["W-Riga"], "1316": ["W-Talab"]}
    assert ids(command.out_of_command(front({**stacks, **cut}), RED)) == {"R-16"}
    fort = front({"2302": ["R-HQK"], "1602": ["R-KG"]})
    assert command.out_of_command(fort, RED) == 0


def test_5_1_a_shaken_headquarters_does_not_command() -> None:
    """5.1 - disorganised or routed it has no range; Estonians need none."""
    stacks = {"1126": ["W-HQ2", "W-Sem"], "0112": ["E-1"]}
    assert command.out_of_command(front(stacks), WHITE) == 0
    shaken = front(stacks, disorganised=["W-HQ2"])
    assert ids(command.out_of_command(shaken, WHITE)) == {"W-Sem"}


def test_5_1_command_is_read_before_movement() -> None:
    """5.1, 2.2 - at the start 23 Red regiments and garrisons stand alone, no White."""
    state = begin(CAMPAIGN)
    play(state, "wait", "done")
    assert not state.uncommanded & state.owned[WHITE]
    for answer in ("done", "done", "done", "done"):
        if answer in offered(state):
            play(state, answer)
    command.read_command(state, RED)
    assert len(ids(state.uncommanded & state.owned[RED])) == 23


def test_5_2_troops_out_of_command_spoil_the_attack() -> None:
    """5.2 - no support, no HQ bonus, no night; with commanded troops alone all three."""
    stacks = {"0319": ["W-Lib", "W-Riga", "W-A5", "W-HQ5"], "0418": ["R-49"]}
    state = front(stacks, segment="white combat")
    play(state, "attack 0418", "join W-Lib", "join W-Riga")
    assert {"support W-A5", "night"} <= offered(state)
    spoiled = front(stacks, segment="white combat", uncommanded=["W-Riga"])
    play(spoiled, "attack 0418", "join W-Lib", "join W-Riga")
    assert not {"support W-A5", "night"} & offered(spoiled)
    play(spoiled, "fight", "enough")
    assert "PG-7h" not in modifiers(spoiled)
    assert "PG-7h" in modifiers(attack(front(stacks, segment="white combat"), "0418", ["W-Lib"]))


def test_5_2_troops_out_of_command_do_not_join_a_supported_attack() -> None:
    """5.2 - once guns have been named, only commanded troops may join."""
    stacks = {"0319": ["W-Lib", "W-Riga", "W-A5", "W-HQ5"], "0418": ["R-49"]}
    state = front(stacks, segment="white combat", uncommanded=["W-Riga"])
    play(state, "attack 0418", "join W-Lib", "support W-A5")
    assert "join W-Riga" not in offered(state)


def test_5_2_troops_out_of_command_do_not_dig_in() -> None:
    """5.2, 9.2 - only the commanded regiment may."""
    state = front({"1118": ["R-16"], "1122": ["R-17"]}, uncommanded=["R-17"])
    assert hexes(rally.may_dig(state, RED)) == {"1118"}


def test_5_3_the_best_bonus_of_the_chain_counts_once() -> None:
    """5.3, PG-7h - 2 Div and 1 Corps both have 1, and give 1; 5 Div gives nothing to 2 Div."""
    state = front({"1126": ["W-HQ2", "W-HQ1", "W-Sem"], "1125": ["R-12"]})
    assert command.bonus(state, WHITE, MAP.hex("1125"), bits("W-Sem"))[0] == 1
    strange = front({"1126": ["W-HQ5", "W-Sem"], "1125": ["R-12"]})
    assert command.bonus(strange, WHITE, MAP.hex("1125"), bits("W-Sem"))[0] == 0


def test_5_3_red_formations_without_a_headquarters_take_any_group() -> None:
    """5.3 - workers follow Kharlamov, 2 RD does not; all follow Trotsky."""
    state = front({"3608": ["R-WNev", "R-16", "R-HQKh"], "3609": ["W-Talab"]}, turn=5)
    target = MAP.hex("3609")
    assert command.bonus(state, RED, target, bits("R-WNev"))[0] == 1
    assert command.bonus(state, RED, target, bits("R-16"))[0] == 0
    led = front({"3608": ["R-16", "R-Trot"], "3609": ["W-Talab"]}, turn=5)
    assert command.bonus(led, RED, target, bits("R-16"))[0] == 1
