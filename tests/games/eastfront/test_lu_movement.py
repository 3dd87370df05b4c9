"""10 - Movement; 11.1 to 11.3 - infiltration, the train, bridges."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from games.eastfront.lu_front import (
    CAMPAIGN,
    GERMAN,
    MAP,
    SOVIET,
    asked,
    bits,
    events,
    front,
    hexes,
    offered,
    play,
    region,
    where,
)
from grognard.engine.bits import numbers
from grognard.engine.game import Action, step
from grognard.engine.path import NEVER, Leg, Paths
from grognard.games.eastfront import engineering, marching, movement

if TYPE_CHECKING:
    from grognard.games.eastfront.state import Luga

FOOT, TRUCKS = "G-269", "G-1-S1"
INSIDE = sum({1 << hex_ for beyond in CAMPAIGN.ground.fortified for hex_ in numbers(beyond)})
"""18.2 - the hexes inside a fortified side."""
RING = {"1209": ["S-281"], "0909": ["S-125"]}
"""Zones all around 1109 but for 1108."""


def reach(state: Luga, id_: str) -> set[str]:
    return hexes(movement.reach(state, CAMPAIGN.by_id[id_]))


def cost(state: Luga, id_: str, here: str, there: str) -> int:
    return movement.entry_cost(state, CAMPAIGN.by_id[id_], MAP.hex(here), MAP.hex(there))


def bridge(one: str, other: str) -> int:
    return CAMPAIGN.ground.bridge(MAP.hex(one), MAP.hex(other))


def costs_of_step(here: str, there: str, foot: str = FOOT, trucks: str = TRUCKS) -> tuple[int, ...]:
    """Return what a step costs on foot and motorised, dry and in mud."""
    found = []
    for weather in ("dry", "mud"):
        state = front(
            {"1520": [foot], "1521": [trucks]}, segment="german movement", weather=weather
        )
        found += [cost(state, foot, here, there), cost(state, trucks, here, there)]
    return tuple(found)


# 10.1


def test_10_1_a_unit_pays_hex_by_hex_moves_once_and_holds_what_it_passes() -> None:
    """10.1, 26.1 - within its allowance; the hexes of its way become its side's."""
    state = front({"1109": ["G-1-Pz"]}, segment="german movement")
    costs = movement.costs(state, CAMPAIGN.by_id["G-1-Pz"])
    assert max(costs.values()) <= 20
    play(state, "move G-1-Pz", "to 1207")
    assert where(state, "G-1-Pz") == "1207"
    assert region("1108", "1207") & ~state.control[GERMAN] == 0
    assert "move G-1-Pz" not in offered(state)


def test_10_1_units_that_start_together_go_as_far_as_the_slowest() -> None:
    """10.1 - a stack of two: the reach of both."""
    state = front({"1109": ["G-1-Pz", "G-269"]}, segment="german movement")
    alone, slow = reach(state, "G-1-Pz"), reach(state, "G-269")
    assert alone - slow
    play(state, "move G-1-Pz", "with G-269")
    goals = {answer[3:] for answer in offered(state) if answer.startswith("to ")}
    assert goals == alone & slow
    play(state, "to 1108")
    assert where(state, "G-1-Pz") == where(state, "G-269") == "1108"


def test_10_1_nobody_enters_water_or_an_enemy_hex() -> None:
    """10.1, 12.3 - not even an HQ's; Kronstadt is left by nobody."""
    state = front({"1109": ["G-1-Pz"], "1108": ["S-HQF"]}, segment="german movement")
    assert "1108" not in reach(state, "G-1-Pz")
    state = front({"0406": ["S-281"], "1601": ["S-125"]}, segment="soviet movement")
    assert "0405" not in reach(state, "S-281")
    assert reach(state, "S-125") == set()


# 10.2 to 10.4


@pytest.mark.parametrize(
    ("here", "there", "halves"),
    [
        ("1109", "1108", (2, 2, 4, 6)),
        ("1109", "1110", (4, 6, 6, -1)),
        ("1210", "1211", (4, 8, 8, -1)),
        ("0212", "0211", (8, -1, -1, -1)),
        ("1621", "1620", (4, 4, 6, 8)),
        ("1510", "1409", (2, 2, 2, 4)),
        ("0609", "0710", (1, 1, 1, 1)),
        ("2104", "2103", (1, 1, 1, 1)),
    ],
)
def test_10_2_ground(here: str, there: str, halves: tuple[int, ...]) -> None:
    """10.2 - half points on foot, motorised, on foot in mud, motorised in mud; -1 by road only."""
    assert costs_of_step(here, there) == halves


@pytest.mark.parametrize(
    ("here", "there", "halves"),
    [
        ("1014", "1015", (2, 1, 2, 2)),
        ("0517", "0616", (2, 1, 2, 2)),
        ("1113", "1213", (2, 2, 4, 4)),
        ("1009", "1010", (2, 2, 6, -1)),
        ("1009", "0910", (2, 4, 4, 6)),
        ("0910", "0809", (2, 2, 4, 6)),
    ],
)
def test_10_3_roads_and_railways(here: str, there: str, halves: tuple[int, ...]) -> None:
    """10.3 - main, main into swamp, minor, minor into forest, rail into forest and clear ground."""
    assert costs_of_step(here, there) == halves


def test_10_3_a_minor_road_leads_into_muddy_forest_for_a_whole_allowance() -> None:
    """10.3 - one hex, and from the start of the move alone."""
    state = front({"1009": ["G-1-S1"]}, segment="german movement", weather="mud")
    found = movement.costs(state, CAMPAIGN.by_id["G-1-S1"])
    assert found[MAP.hex("1010")] == 20
    assert MAP.hex("1111") not in found
    assert MAP.hex("1110") not in found, "no road"


def test_10_3_the_road_takes_a_unit_that_cannot_pay_for_the_railway_beside_it() -> None:
    """10.3 - 8 Army HQ out of supply: 2 1/2 points, 3 by rail into muddy forest, all by road."""
    marks = {"segment": "soviet movement", "lingering": True, "unsupplied": ["S-HQ8"]}
    state = front({"0311": ["S-HQ8"]}, **marks)  # type: ignore[arg-type]
    assert movement.allowance(state, CAMPAIGN.by_id["S-HQ8"]) == 5
    assert cost(state, "S-HQ8", "0311", "0312") == 6
    assert "0312" in reach(state, "S-HQ8")
    watched = front({"0311": ["S-HQ8"], "0412": ["G-269"]}, **marks)  # type: ignore[arg-type]
    assert "0312" not in reach(watched, "S-HQ8")


@pytest.mark.parametrize(
    ("here", "there", "halves"),
    [
        ("0913", "0912", (4, 6, 8, 12)),
        ("0812", "0912", (2, 2, 4, 4)),
        ("0310", "0409", (2, 1, 4, 4)),
        ("0410", "0310", (-1, -1, -1, -1)),
        ("1013", "1113", (4, 4, 6, 6)),
        ("1113", "1013", (2, 2, 4, 4)),
        ("1618", "1719", (3, 3, 3, 3)),
    ],
)
def test_10_4_rivers_and_fortified_sides(here: str, there: str, halves: tuple[int, ...]) -> None:
    """10.4 - river, bridge, bridge of a major river, none, fortified side in and out, point."""
    assert costs_of_step(here, there) == halves


def test_10_4_fortifications_hinder_germans_alone_and_while_they_stand() -> None:
    """10.4, 18 - breached sides and destroyed points cost nothing more."""
    state = front({"1013": [FOOT], "1618": ["S-281"]}, segment="german movement")
    assert cost(state, "S-281", "1013", "1113") == 2
    assert cost(state, "S-281", "1618", "1719") == 1
    state = front(
        {"1013": [FOOT]}, segment="german movement", breached=["1113"], destroyed=["1719"]
    )
    assert cost(state, FOOT, "1013", "1113") == 2
    assert cost(state, FOOT, "1618", "1719") == 1
    assert cost(state, FOOT, "1013", "1012") == 4, "another inside hex"


def test_10_4_a_major_river_is_forded_on_foot_for_everything() -> None:
    """10.4 - dry, from the hex beside it, not into an enemy zone; never motorised."""
    gone = [("0310", "0311"), ("0310", "0409")]
    state = front({"0410": ["G-269", "G-1-S1"]}, segment="german movement", blown=gone)
    found = movement.costs(state, CAMPAIGN.by_id["G-269"])
    assert found[MAP.hex("0310")] == 12
    assert "0310" not in reach(state, "G-1-S1")
    mud = front({"0410": ["G-269"]}, segment="german movement", weather="mud", blown=gone)
    assert "0310" not in reach(mud, "G-269")
    beside = front({"0411": ["G-269"]}, segment="german movement", blown=gone)
    assert "0310" not in reach(beside, "G-269"), "it has moved when it comes to the river"
    watched = front({"0410": ["G-269"], "0210": ["S-281"]}, segment="german movement", blown=gone)
    assert "0310" not in reach(watched, "G-269")


@pytest.mark.parametrize("kind", ["foot", "motorised", "train"])
@pytest.mark.parametrize("weather", [marching.DRY, marching.LINGERING, marching.MUDDY])
def test_10_4_steps_remembered_are_those_laid_out_anew(kind: str, weather: int) -> None:
    """10.4, 11.3, 18 - bridges go and come back, works are lost: no step is a stale one."""
    rng, ground = Random(f"{kind} {weather}"), CAMPAIGN.ground
    works = [*numbers(ground.points), *numbers(INSIDE << MAP.size)]
    for _ in range(12):
        blown = sum(1 << one for one in range(len(ground.bridges)) if rng.random() < 0.3)
        broken = sum(1 << one for one in works if rng.random() < 0.3)
        found = marching.marches(CAMPAIGN, kind, weather, blown, GERMAN, broken)
        ways = marching.Ways(CAMPAIGN, kind, weather, blown, GERMAN, broken)
        anew = Paths(MAP, ways.across, ways.along)
        for here in numbers(ground.land):
            near = sum(
                1 << there
                for there in ground.map.neighbours[here]
                if min(ways.across(here, there), ways.along(here, there)) < NEVER
            )
            assert found.near(here) == near
            assert found.paths.steps(here, 0, 0) == anew.steps(here, 0, 0)
            assert found.walls(here) == ground.fortified[here] & ~(broken >> MAP.size)
        for here in rng.sample(numbers(ground.land), 20):
            zone = sum(1 << hex_ for hex_ in MAP.hexes if rng.random() < 0.2)
            leg = Leg(here, 0, 12, zone, 0, movement.zone_law(CAMPAIGN))
            assert found.paths.reach(leg) == anew.reach(leg)


# 10.5


def test_10_5_a_unit_that_can_pay_for_no_hex_moves_one() -> None:
    """10.5 - 268 RD out of supply has one point and stands in forest; not in mud."""
    stacks = {"0615": ["S-268"]}
    marks = {"segment": "soviet movement", "turn": 6, "unsupplied": ["S-268"]}
    state = front(stacks, **marks)  # type: ignore[arg-type]
    assert movement.allowance(state, CAMPAIGN.by_id["S-268"]) == 2
    assert reach(state, "S-268") == {"0515", "0516", "0614", "0616", "0715", "0716"}
    assert set(movement.costs(state, CAMPAIGN.by_id["S-268"]).values()) == {2}
    assert reach(front(stacks, weather="mud", **marks), "S-268") == set()  # type: ignore[arg-type]
    watched = front({**stacks, "0614": ["G-269"]}, **marks)  # type: ignore[arg-type]
    assert reach(watched, "S-268") == {"0516", "0616", "0716"}, "not from zone to zone"
    clear = front({"1109": ["S-268"]}, **marks)  # type: ignore[arg-type]
    assert "1110" not in reach(clear, "S-268"), "1108 can be paid for"


# 11.1


def test_11_1_infiltration_from_zone_to_zone_takes_the_whole_allowance() -> None:
    """11.1 - an allowance of 7 or more; 121 ID only to friends there since the phase began."""
    stacks = {"1109": ["G-1-Pz", "G-121"], **RING}
    state = front(stacks, segment="german movement")
    assert {"1110", "1009"} <= reach(state, "G-1-Pz")
    assert movement.costs(state, CAMPAIGN.by_id["G-1-Pz"])[MAP.hex("1110")] == 20
    assert not {"1110", "1009"} & reach(state, "G-121")
    held = front({**stacks, "1110": ["G-269"]}, segment="german movement")
    assert "1110" in reach(held, "G-121")
    assert "1009" not in reach(held, "G-121")
    held.began = region("1109")
    assert "1110" not in reach(held, "G-121"), "held, but not since the phase began"


def test_11_1_no_infiltration_out_of_supply_or_over_an_enemy_fortified_side() -> None:
    """11.1, 6.3 - nor in mud (5.4); cavalry infiltrates whatever its allowance."""
    stacks = {"1109": ["G-1-Pz"], **RING}
    cut = front(stacks, segment="german movement", unsupplied=["G-1-Pz"])
    assert "1110" not in reach(cut, "G-1-Pz")
    wall = {"1013": ["G-1-Pz"], "1112": ["S-281"], "1214": ["S-125"], "0914": ["S-268"]}
    assert "1113" not in reach(front(wall, segment="german movement"), "G-1-Pz")
    open_ = front(wall, segment="german movement", breached=["1113"])
    assert "1113" in reach(open_, "G-1-Pz")
    assert CAMPAIGN.kinds.infiltrating & bits("S-Cav", "G-Cav") == bits("S-Cav", "G-Cav")
    assert not CAMPAIGN.kinds.infiltrating & bits("S-Balt", "S-281", "G-269")


def test_11_1_nobody_infiltrates_over_a_major_river_without_a_bridge() -> None:
    """11.1, 10.4 - the cavalry at Narva, watched at both ends; with the bridge it may."""
    stacks = {"0310": ["S-Cav"], "0210": ["G-269"], "0410": ["G-121"]}
    bridged = front(stacks, segment="soviet movement", turn=8)
    assert "0409" in reach(bridged, "S-Cav")
    gone = front(stacks, segment="soviet movement", turn=8, blown=[("0310", "0409")])
    assert "0409" not in reach(gone, "S-Cav")


# 11.2


def test_11_2_the_train_goes_by_rail_and_into_no_enemy_zone() -> None:
    """11.2 - one point a hex, twelve in all; a blown bridge stops it."""
    state = front({"1009": ["S-Balt"]}, segment="soviet movement", turn=6)
    found = movement.costs(state, CAMPAIGN.by_id["S-Balt"])
    assert found[MAP.hex("1109")] == 2
    assert found[MAP.hex("1509")] == 10
    assert not {"1008", "1010", "1108"} & reach(state, "S-Balt")
    cut = front({"1009": ["S-Balt"]}, segment="soviet movement", turn=6, blown=[("1409", "1509")])
    assert "1409" in reach(cut, "S-Balt")
    assert "1509" not in reach(cut, "S-Balt")
    watched = front({"1009": ["S-Balt"], "1208": ["G-269"]}, segment="soviet movement", turn=6)
    assert "1109" not in reach(watched, "S-Balt")


# 11.3


def blowing(stacks: dict[str, list[str]]) -> Luga:
    return front(stacks, segment="soviet reaction")


def test_11_3_a_soviet_combat_unit_beside_a_bridge_may_blow_it() -> None:
    """11.3 - not with a German at the other end when the turn began; guns and HQs cannot."""
    state = blowing({"0912": ["S-281"], "1520": ["G-269"]})
    assert engineering.may_blow(state) == [bridge("0812", "0912")]
    assert engineering.may_blow(blowing({"0912": ["S-519"], "1520": ["G-269"]})) == []
    taken = blowing({"0912": ["S-281"], "0812": ["G-269"]})
    assert engineering.may_blow(taken) == []
    other = blowing({"0812": ["S-281"], "0912": ["G-269"]})
    assert engineering.may_blow(other) == []
    assert engineering.may_blow(blowing({"0812": ["S-281"]})) == [bridge("0812", "0912")]


@pytest.mark.parametrize(("die", "is_gone"), [(7, True), (8, False), (10, False), (1, True)])
def test_11_3_one_try_a_phase_on_1_to_7(die: int, is_gone: bool) -> None:
    """11.3 - and no second try in the same phase."""
    state = blowing({"0912": ["S-281"], "1520": ["G-269"]})
    step(state, Action("blow", bridge("0812", "0912")))
    assert asked(state) == "BlowThrow"
    play(state, f"throw {die}")
    assert bool(state.blown) is is_gone
    assert asked(state) != "Blow"


def test_11_3_a_blown_bridge_carries_neither_road_nor_railway() -> None:
    """11.3, 10.4 - the river is forded at its cost; a major river not at all."""
    state = front(
        {"1520": [FOOT, TRUCKS]},
        segment="german movement",
        blown=[("0812", "0912"), ("0310", "0409")],
    )
    assert cost(state, FOOT, "0812", "0912") == 4
    assert cost(state, TRUCKS, "0812", "0912") == 6
    assert cost(state, TRUCKS, "0310", "0409") == -1


def test_11_3_an_engineer_beside_it_repairs_one_bridge_a_phase() -> None:
    """11.3, 18.3 - the other end must not be the enemy's; each engineer repairs one."""
    blown = [("0812", "0912"), ("1013", "1014")]
    stacks = {"0912": ["G-Pi6"], "1013": ["G-269"], "1520": ["S-281"]}
    state = front(stacks, segment="german engineering", blown=blown)
    assert engineering.may_repair(state, GERMAN) == [bridge("0812", "0912")]
    state.events = []
    step(state, Action("repair", bridge("0812", "0912")))
    assert state.events[0].kind == "bridge_repaired"
    assert state.blown == 1 << bridge("1013", "1014")
    assert asked(state) != "Repairing"
    enemy = front({"0912": ["G-Pi6"], "0812": ["S-281"]}, segment="german engineering", blown=blown)
    assert engineering.may_repair(enemy, GERMAN) == []
    two = front({"1013": ["G-Pi1"], "1014": ["G-Pi6"]}, segment="german engineering", blown=blown)
    assert engineering.may_repair(two, GERMAN) == [bridge("1013", "1014")]
    soviet = front({"0912": ["S-Eng"]}, segment="soviet engineering", blown=blown)
    assert engineering.may_repair(soviet, SOVIET) == [bridge("0812", "0912")]


def test_11_3_one_engineer_between_two_bridges_repairs_one_of_them() -> None:
    """11.3 - two engineers repair both; in the next phase one may repair again."""
    blown = [("0310", "0311"), ("0310", "0409")]
    one = front({"0310": ["G-Pi6"]}, segment="german engineering", blown=blown)
    step(one, Action("repair", bridge("0310", "0311")))
    assert asked(one) != "Repairing"
    assert one.blown == 1 << bridge("0310", "0409")
    two = front({"0310": ["G-Pi6", "G-Pi1"]}, segment="german engineering", blown=blown)
    step(two, Action("repair", bridge("0310", "0311")))
    step(two, Action("repair", bridge("0310", "0409")))
    assert two.blown == 0


def test_10_1_a_move_is_told_with_its_way() -> None:
    """10.1 - start, way and goal."""
    state = front({"1109": ["G-1-Pz"]}, segment="german movement")
    (moved,) = [one for one in events(state, "move G-1-Pz", "to 1207") if one.kind == "moved"]
    assert moved.facts["start"] == MAP.hex("1109")
    assert moved.facts["path"][-1] == MAP.hex("1207")
