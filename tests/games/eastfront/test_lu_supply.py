"""6 - Supply."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

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
    offered,
    play,
    region,
)
from grognard.games.eastfront import movement, supply

if TYPE_CHECKING:
    from grognard.games.eastfront.printed import Scenario
    from grognard.games.eastfront.state import Luga

GROUND = CAMPAIGN.ground
LAND = GROUND.land & ~GROUND.points
"""Where a German line may go."""


def only(side: int, *names: str, **figures: Any) -> Scenario:
    """Return the campaign with a few sources of a side, none of the other, and other figures."""
    sources: list[dict[int, tuple[int, int]]] = [{}, {}]
    sources[side] = {MAP.hex(name): (1, 9) for name in names}
    tables = replace(CAMPAIGN.tables, **figures)
    return replace(CAMPAIGN, sources=(sources[0], sources[1]), tables=tables, ports={})


def supplied(state: Luga, side: int) -> set[str]:
    return hexes(supply.supplied(state, (GERMAN, SOVIET)[side]))


def walk(start: str, most: int, shut: int) -> set[str]:
    """Return the hexes so many steps from a hex by a plain search, stepping out of none shut."""
    found, edge = {start}, {start}
    for _ in range(most):
        edge = {
            MAP.name(there)
            for name in edge
            if name == start or not shut >> MAP.hex(name) & 1
            for there in MAP.neighbours[MAP.hex(name)]
            if LAND >> there & 1 and not GROUND.unbridged[MAP.hex(name)] >> there & 1
        } - found
        found |= edge
    return found


# 6.1


def test_6_1_a_line_goes_nine_hexes_overland_six_in_mud_or_through_marsh() -> None:
    """6.1, 5.3 - from 1522, which has neither main road nor railway; the same by a plain search."""
    scenario = only(GERMAN, "1522")
    marsh = GROUND.marsh | GROUND.swamp
    dry = front({"1522": ["G-269"]}, scenario=scenario)
    assert supplied(dry, GERMAN) == walk("1522", 6, 0) | walk("1522", 9, marsh)
    mud = front({"1522": ["G-269"]}, scenario=scenario, weather="mud")
    assert supplied(mud, GERMAN) == walk("1522", 6, 0)
    wet = front({"1522": ["G-269"]}, scenario=scenario, lingering=True)
    expected = walk("1522", 6, 0) | walk("1522", 9, marsh | GROUND.forest)
    assert supplied(wet, GERMAN) == expected
    assert len(supplied(mud, GERMAN)) <= len(supplied(wet, GERMAN)) < len(supplied(dry, GERMAN))


def test_6_1_main_roads_carry_so_many_hexes_and_fewer_in_mud() -> None:
    """6.1 - three and two, for the test, along the road of Lyady; minor roads carry nothing."""
    scenario = only(GERMAN, "0724", overland=(0, 0), road=(3, 2))
    assert supplied(front({"0724": ["G-269"]}, scenario=scenario), GERMAN) == {
        *("0724", "0823", "0822", "0821"),
    }
    mud = front({"0724": ["G-269"]}, scenario=scenario, weather="mud")
    assert supplied(mud, GERMAN) == {"0724", "0823", "0822"}
    assert CAMPAIGN.tables.road == (21, 15)
    assert CAMPAIGN.tables.overland == (9, 6)


def test_6_1_road_and_rail_in_either_order_each_once() -> None:
    """6.1 - to 1808, which lies on the highway alone."""
    figures = {"overland": (0, 0), "road": (9, 9)}
    rail_then_road = front({"1409": ["S-281"]}, scenario=only(SOVIET, "1309", **figures))
    assert {"1909", "1808"} <= supplied(rail_then_road, SOVIET)
    road_then_rail = front({"1409": ["S-281"]}, scenario=only(SOVIET, "0909", **figures))
    assert {"0710", "1009", "1909"} <= supplied(road_then_rail, SOVIET)
    assert "1808" not in supplied(road_then_rail, SOVIET), "road, rail and road again"


def test_6_1_german_lines_use_converted_railways_alone() -> None:
    """6.1, 6.5 - from Pskov to 1421; the next hex only once it is converted."""
    scenario = only(GERMAN, "1224", overland=(0, 0), road=(0, 0))
    state = front({"1224": ["G-269"]}, scenario=scenario)
    assert supplied(state, GERMAN) == {"1224", "1223", "1323", "1322", "1421"}
    state.converted |= region("1521")
    assert "1521" in supplied(state, GERMAN)


def test_6_1_enemies_their_zones_and_rivers_stop_a_line() -> None:
    """6.1 - a zone is passed where a friendly combat unit stands, an HQ is none."""
    scenario = only(GERMAN, "0724", overland=(0, 0))
    cut = front({"0822": ["S-UR260"]}, scenario=scenario)
    assert supplied(cut, GERMAN) == {"0724", "0823"}
    watched = front({"0921": ["S-281"]}, scenario=scenario)
    assert supplied(watched, GERMAN) == {"0724", "0823", "0822"}
    through = front({"0921": ["S-281"], "0821": ["G-269"], "0820": ["G-121"]}, scenario=scenario)
    assert "0821" in supplied(through, GERMAN)
    staff = front({"0921": ["S-281"], "0821": ["G-HQ41"]}, scenario=scenario)
    assert "0821" not in supplied(staff, GERMAN)
    ford = only(GERMAN, "0410", overland=(1, 1))
    gone = [("0310", "0311"), ("0310", "0409")]
    assert "0310" not in supplied(front({"0410": ["G-269"]}, scenario=ford), GERMAN)
    bridge = only(GERMAN, "0311", overland=(1, 1))
    assert "0310" in supplied(front({"0311": ["G-269"]}, scenario=bridge), GERMAN)
    blown = front({"0311": ["G-269"]}, scenario=bridge, blown=gone)
    assert "0310" not in supplied(blown, GERMAN)


def test_6_1_no_line_crosses_a_sea_side() -> None:
    """6.1, 6.6 - Kronstadt is fed as a port, while Krasnaya Gorka stands, and not by land."""
    fed = front({"1102": ["S-CoKG"], "1502": ["S-281"], "1601": ["S-CoKr"]})
    assert {"1502", "1601"} <= supplied(fed, SOVIET)
    lost = front({"1502": ["S-281"], "1601": ["S-CoKr"]})
    lost.steps[CAMPAIGN.by_id["S-CoKG"]] = 0
    assert "1502" in supplied(lost, SOVIET)
    assert "1601" not in supplied(lost, SOVIET)


def test_6_1_a_line_shown_crosses_no_major_river_without_a_bridge() -> None:
    """6.1, 10.4 - the way over the map is a way that the rule allows."""
    scenario = only(GERMAN, "0410", overland=(3, 3))
    state = front({"0410": ["G-269"]}, scenario=scenario)
    for name in supplied(state, GERMAN):
        way = supply.line(state, GERMAN, MAP.hex(name))
        assert way
        for here, there in pairwise(way):
            assert not CAMPAIGN.ground.unbridged[here] >> there & 1


def test_6_1_no_german_line_enters_an_intact_fortified_point() -> None:
    """6.1, 18.1 - Luga; a Soviet one does, and fortified sides stop nobody."""
    scenario = only(GERMAN, "1619", overland=(1, 1), road=(9, 9))
    state = front({"1619": ["G-269"]}, scenario=scenario)
    assert {"1620", "1618"} <= supplied(state, GERMAN)
    assert "1719" not in supplied(state, GERMAN)
    broken = front({"1619": ["G-269"]}, scenario=scenario, destroyed=["1719"])
    assert {"1719", "1718"} <= supplied(broken, GERMAN)
    soviet = only(SOVIET, "1619", overland=(1, 1))
    assert "1719" in supplied(front({"1619": ["S-281"]}, scenario=soviet), SOVIET)
    outside = only(GERMAN, "1013", overland=(1, 1))
    assert "1113" in supplied(front({"1013": ["G-269"]}, scenario=outside), GERMAN)


# 6.2


def test_6_2_sources_have_their_turns_and_an_enemy_closes_them() -> None:
    """6.2 - 2024 changes hands on turn 4, 2616 ends with turn 7."""

    def found(side: int, turn: int, *enemy: str) -> set[str]:
        stacks = {name: ["S-281" if side == GERMAN else "G-269"] for name in enemy}
        state = front({"1520": ["G-121"], **stacks}, turn=turn)
        return hexes(supply.sources(state, (GERMAN, SOVIET)[side]))

    assert "2024" in found(SOVIET, 3) - found(GERMAN, 3)
    assert "2024" in found(GERMAN, 4) - found(SOVIET, 4)
    assert "2616" in found(SOVIET, 7) - found(SOVIET, 8)
    assert "1224" in found(GERMAN, 1) - found(GERMAN, 1, "1224")


def test_6_2_the_western_exit_is_german_for_good_once_narva_is() -> None:
    """6.2 - even if Narva is lost again."""
    state = front({"0311": ["G-269"]}, segment="german movement", turn=3)
    west = region("0110")
    assert supply.sources(state, SOVIET) & west
    assert not supply.sources(state, GERMAN) & west
    play(state, "move G-269", "to 0310")
    assert state.west_open
    state.put(CAMPAIGN.by_id["G-269"], MAP.hex("0311"))
    state.put(CAMPAIGN.by_id["S-281"], MAP.hex("0310"))
    assert supply.sources(state, GERMAN) & west
    assert not supply.sources(state, SOVIET) & west


# 6.3


def test_6_3_emergency_then_out_of_supply_then_nothing() -> None:
    """6.3 - markers turn in each supply phase, and go with a line."""
    ring = {"1009": ["G-269"], "1209": ["G-SSP"], "1111": ["G-121"]}
    state = front({"1110": ["S-281"], **ring}, segment="german movement")
    mine = bits("S-281")
    supply.read_supply(state)
    assert (state.emergency & mine, state.unsupplied & mine) == (mine, 0)
    supply.read_supply(state)
    assert (state.emergency & mine, state.unsupplied & mine) == (0, mine)
    supply.read_supply(state)
    assert (state.emergency & mine, state.unsupplied & mine) == (0, mine)
    for id_ in ("G-269", "G-SSP", "G-121"):
        state.put(CAMPAIGN.by_id[id_], -1)
    supply.read_supply(state)
    assert not (state.unsupplied | state.emergency) & mine


def test_6_3_out_of_supply_costs_two_points_but_not_cavalry() -> None:
    """6.3 - before an allowance is halved; an Emergency marker costs nothing."""
    marks = {"1109": ["S-281", "S-Cav", "S-24TD-T"]}
    state = front(marks, segment="soviet movement", unsupplied=["S-281", "S-Cav", "S-24TD-T"])
    found = [movement.allowance(state, CAMPAIGN.by_id[one]) for one in marks["1109"]]
    assert found == [4, 14, 6]
    state = front(marks, segment="soviet movement", emergency=["S-281", "S-Cav", "S-24TD-T"])
    found = [movement.allowance(state, CAMPAIGN.by_id[one]) for one in marks["1109"]]
    assert found == [8, 14, 8]


# 6.4


def test_6_4_every_attacker_within_seven_hexes_of_one_hq_in_supply() -> None:
    """6.4 - five in mud; a Soviet HQ must be operational."""
    near = {"1014": ["G-HQ41"], "1007": ["G-1-Pz"], "1006": ["G-6-Pz"]}
    state = front(near, segment="german movement")
    assert supply.head_of(state, GERMAN, bits("G-1-Pz")) == CAMPAIGN.by_id["G-HQ41"]
    assert supply.head_of(state, GERMAN, bits("G-6-Pz")) == -1
    assert supply.head_of(state, GERMAN, bits("G-1-Pz", "G-6-Pz")) == -1
    mud = front({"1014": ["G-HQ41"], "1009": ["G-1-Pz"], "1008": ["G-6-Pz"]}, weather="mud")
    assert supply.head_of(mud, GERMAN, bits("G-1-Pz")) >= 0
    assert supply.head_of(mud, GERMAN, bits("G-6-Pz")) == -1
    soviet = front({"1409": ["S-HQF"], "1309": ["S-281"]})
    assert supply.head_of(soviet, SOVIET, bits("S-281")) >= 0
    soviet.inoperational = bits("S-HQF")
    assert supply.head_of(soviet, SOVIET, bits("S-281")) == -1
    alone = front({"1409": ["S-HQF"], "1309": ["S-281"], "1410": ["G-269"]})
    assert supply.head_of(alone, SOVIET, bits("S-281")) == -1, "an HQ alone in a zone is cut off"


def test_6_4_two_hqs_do_not_share_the_attackers_of_one_attack() -> None:
    """6.4 - one HQ for all of them."""
    stacks = {"1014": ["G-HQ41"], "1007": ["G-1-Pz"], "1421": ["G-HQ56"], "1520": ["G-269"]}
    state = front(stacks)
    assert supply.head_of(state, GERMAN, bits("G-1-Pz")) >= 0
    assert supply.head_of(state, GERMAN, bits("G-269")) >= 0
    assert supply.head_of(state, GERMAN, bits("G-1-Pz", "G-269")) == -1


# 6.5


def test_6_5_two_hexes_a_phase_along_one_line() -> None:
    """6.5 - from 1421 by 1521 to 1620; the second goes on from the first."""
    state = front({"1520": ["G-269"]}, segment="german engineering")
    assert asked(state) == "Converting"
    assert {"convert 1521", "convert 0313", "done"} <= offered(state)
    play(state, "convert 1521")
    assert offered(state) == {"convert 1620", "done"}
    play(state, "convert 1620")
    assert asked(state) != "Converting"
    assert region("1521", "1620") & ~state.converted == 0


def test_6_5_only_german_hexes_outside_enemy_zones() -> None:
    """6.5 - 1521 under a Soviet zone, or Soviet, is not converted."""
    state = front({"1520": ["G-269"], "1621": ["S-281"]}, segment="german engineering")
    assert "convert 1521" not in offered(state)
    assert "convert 0313" in offered(state)
    state.hold(region("0313"), SOVIET)
    assert "convert 0313" not in offered(state)


# 6.6


def test_6_6_a_port_in_use_supplies_its_hex_and_those_beside_it() -> None:
    """6.6 - Kronstadt and Oranienbaum with the guns of Krasnaya Gorka, Ust-Luga with 0505."""
    scenario = replace(CAMPAIGN, sources=({}, {}))
    stacks = {"1201": ["S-CoKG"], "1603": ["S-281"], "1604": ["S-125"], "1601": ["S-CoKr"]}
    state = front(stacks, scenario=scenario)
    assert ids(supply.cut_off(state, SOVIET)) == {"S-125", "S-CoKG"}
    state.destroy(CAMPAIGN.by_id["S-CoKG"], "16.1")
    assert ids(supply.cut_off(state, SOVIET)) == {"S-125", "S-281", "S-CoKr"}
    luga_bay = front({"0506": ["S-281"], "0508": ["S-125"]}, scenario=scenario)
    assert ids(supply.cut_off(luga_bay, SOVIET)) == {"S-125"}
    luga_bay.hold(region("0505"), GERMAN)
    assert ids(supply.cut_off(luga_bay, SOVIET)) == {"S-281", "S-125"}


def test_6_1_a_line_can_be_shown_from_a_hex_to_a_source() -> None:
    """6.1 - hex by hex, nothing where there is none."""
    state = front({"1520": ["G-269"]})
    line = supply.line(state, GERMAN, MAP.hex("1520"))
    assert line[0] == MAP.hex("1520")
    assert supply.sources(state, GERMAN) >> line[-1] & 1
    assert all(MAP.around[a] >> b & 1 for a, b in pairwise(line))
    assert supply.line(state, GERMAN, MAP.hex("2002")) == []
