"""Chapter 4: movement, roads and railways, with the terrain chart of 13."""

from __future__ import annotations

import pytest

from games.bautzen.board import costs, offered, play, position, where


def cost(unit: str, start: str, goal: str) -> float | None:
    """Return what a lone German unit pays from one hex to another, if it can go there at all."""
    return costs(position({start: [unit]}, segment="german movement"), unit).get(goal)


@pytest.mark.parametrize(
    ("start", "goal", "infantry", "others"),
    [
        ("2111", "2110", 1, 1),  # clear
        ("2008", "2007", 1, 2),  # woods
        ("0508", "0408", 1, 2),  # difficult
        ("1212", "1211", 1, 2),  # difficult with woods: the dearer, no sum
        ("1307", "1206", 1, 1),  # a village in woods
        ("1909", "1910", 1, 1),  # a village in clear ground
        ("2012", "1912", 1, 1),  # a town
        ("1012", "1011", 2, None),  # a dominant position without a road
        ("0508", "0407", 2, None),
        ("1310", "1410", 2, 2),  # clear across a river
        ("1904", "1905", 1.5, 1.5),  # a lake between: round by 1804 and the road from there
    ],
)
def test_4_1_what_a_hex_costs(start: str, goal: str, infantry: float, others: float | None) -> None:
    """BZ-4.1, BZ-8.1e."""
    assert cost("KG72", start, goal) == infantry
    assert cost("21/20Pz", start, goal) == others


@pytest.mark.parametrize("unit", ["QG/20Pz", "777", "687/615ID", "59/20Pz", "CL-9"])
def test_4_1_only_the_plain_infantry_symbol_pays_as_infantry(unit: str) -> None:
    """BZ-4.1: headquarters, artillery, engineers, mechanised and columns pay 2 for woods."""
    if unit == "CL-9":
        state = position(german_convoys=["2008"], segment="german movement")
        assert costs(state, unit)["2007"] == 2
    else:
        assert cost(unit, "2008", "2007") == 2


@pytest.mark.parametrize("unit", ["9S", "3/4GTC", "29/4GTC", "14S-TK"])
def test_4_1_allied_anti_tank_and_motorised_pay_as_others(unit: str) -> None:
    """BZ-4.1."""
    state = position(allied={"2008": [unit]}, segment="allied movement")
    assert costs(state, unit)["2007"] == 2


def test_4_1_others_leave_a_dominant_position_only_by_road() -> None:
    """BZ-4.1: from 1811 to 1712 infantry steps down, armour takes the road to 1711 first."""
    assert cost("KG72", "1811", "1712") == 1
    assert cost("21/20Pz", "1811", "1712") == 1.5


def test_4_1_others_enter_a_dominant_position_by_road() -> None:
    """BZ-4.1, BZ-4.2: the road 1912-1811 costs half an MP for all."""
    assert cost("21/20Pz", "1912", "1811") == cost("KG72", "1912", "1811") == 0.5


def test_4_1_a_height_in_an_enemy_zone_costs_others_2_by_its_road() -> None:
    """BZ-4.1: the half rate is lost in the zone of 1711; the road still lets armour in (BZ-R38)."""
    state = position({"1912": ["21/20Pz"]}, {"1711": ["776/214RD"]}, segment="german movement")
    assert costs(state, "21/20Pz")["1811"] == 2


def test_4_1_no_unit_enters_a_hex_with_an_enemy_unit_or_column() -> None:
    """BZ-4.1."""
    state = position(
        {"2112": ["KG72"]},
        {"2110": ["776/214RD"]},
        allied_convoys=["2212"],
        segment="german movement",
    )
    found = costs(state, "KG72")
    assert "2110" not in found
    assert "2212" not in found
    assert "2113" in found


def test_4_1_units_move_one_after_the_other_and_each_once() -> None:
    """BZ-4.1: what a unit has not spent is gone when its move is over."""
    state = position({"2111": ["KG72"], "2112": ["21/20Pz"]}, segment="german movement")
    play(state, "move KG72", "to 2110")
    assert offered(state, "move") == {"21/20Pz"}
    play(state, "move 21/20Pz", "stay")
    assert offered(state, "move") == set()
    assert (where(state, "KG72"), where(state, "21/20Pz")) == ("2110", "2112")


def test_4_1_the_allowance_is_a_limit() -> None:
    """BZ-4.1: 8C has 3 MP, so along 2313, 2312, 2311 it comes no farther than 2310."""
    state = position(allied={"2313": ["8C"]}, segment="allied movement")
    found = costs(state, "8C")
    assert found["2310"] == 3
    assert max(found.values()) <= 3
    assert "2309" not in found


def test_4_1_there_is_no_minimum_move() -> None:
    """BZ-4.1, BZ-7.3b: an unsupplied army headquarters has 3 // 2 = 1 MP, too little for woods."""
    state = position(
        german={"2001": ["KG72"], "2304": ["KG1/17ID"], "2307": ["KG2/17ID"]},
        allied={"0711": ["QG/2AWP"]},
        segment="allied movement",
    )
    assert costs(state, "QG/2AWP") == {"0610": 1, "0611": 1, "0810": 1, "0811": 1}


def test_4_1_a_stack_moves_as_its_slowest_and_dearest_member() -> None:
    """BZ-4.1: KG 72 with 777 has 5 MP and pays 2 for woods (BZ-R51)."""
    state = position({"2008": ["KG72", "777"]}, segment="german movement")
    together = costs(state, "KG72", "777")
    assert together["2007"] == 2
    assert max(together.values()) == 5
    play(state, "stack 2008", "to 2009")
    assert (where(state, "KG72"), where(state, "777")) == ("2009", "2009")


# Roads and railways


def test_4_2_a_hex_along_a_road_costs_half_a_point() -> None:
    """BZ-4.2: 2009-2109-2209-2309, for infantry and armour alike; then 1 across country."""
    for unit in ("KG72", "21/20Pz"):
        assert cost(unit, "2009", "2309") == 1.5
        assert cost(unit, "2009", "2308") == 2.5


def test_4_2_a_hex_along_a_railway_costs_half_a_point() -> None:
    """BZ-4.2: 0107-0206-0307, through woods."""
    assert cost("21/20Pz", "0107", "0307") == 1


def test_4_2_a_road_over_a_river_has_its_bridge() -> None:
    """BZ-4.2: 1409-1510 crosses the river by road for half a point (BZ-R07)."""
    assert cost("21/20Pz", "1409", "1510") == 0.5


def test_4_2_two_roads_through_a_hex_need_not_meet() -> None:
    """BZ-4.2: in 0404 the road from 0304 goes on to 0405, not to 0505."""
    assert cost("KG72", "0304", "0404") == 0.5
    assert cost("KG72", "0304", "0405") == 1
    assert cost("KG72", "0304", "0505") == 1.5
    assert cost("KG72", "0403", "0505") == 1
    assert cost("KG72", "0404", "0505") == cost("KG72", "0404", "0405") == 0.5


def test_4_2_the_railway_over_the_lake_side_1705_1805_is_passable() -> None:
    """BZ-4.2, BZ-8.1e (BZ-R33)."""
    assert cost("KG72", "1705", "1805") == cost("21/20Pz", "1805", "1705") == 0.5


def test_4_2_road_movement_does_not_begin_in_an_enemy_zone() -> None:
    """BZ-4.2, BZ-3c: out of 2010 the first hex costs 1 + 1, the next on the road one half."""
    state = position({"2010": ["KG72"]}, {"2111": ["776/214RD"]}, segment="german movement")
    found = costs(state, "KG72")
    assert found["2009"] == 2
    assert found["2109"] == 2.5


def test_4_2_road_movement_does_not_end_in_an_enemy_zone() -> None:
    """BZ-4.2: by 2009 at the half rate, into the zone at 2010 at full cost (BZ-R14)."""
    state = position({"2109": ["KG72"]}, {"2111": ["776/214RD"]}, segment="german movement")
    found = costs(state, "KG72")
    assert found["2009"] == 0.5
    assert found["2010"] == 1.5


def test_4_2_a_road_step_at_full_cost_pays_the_river() -> None:
    """BZ-4.2: 1504-1603 into the zone of 1703: woods 1 and river 1 (BZ-R37)."""
    state = position({"1504": ["KG72"]}, {"1703": ["36/14GRD"]}, segment="german movement")
    assert costs(state, "KG72")["1603"] == 2
    assert cost("KG72", "1504", "1603") == 0.5
