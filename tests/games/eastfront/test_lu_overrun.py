"""11.4 - Overrun on the board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from games.eastfront.lu_front import (
    CAMPAIGN,
    MAP,
    asked,
    bits,
    front,
    hexes,
    left,
    offered,
    play,
    where,
)
from grognard.games.eastfront import overrun, overrunning
from grognard.games.eastfront.charts import Feature, Weather
from grognard.games.eastfront.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.games.eastfront.state import Luga

EIGHTH = ("G-8-Pz", "G-8-S1", "G-8-S2", "G-8-Rec")
GROUP = ("move G-8-Pz", "with G-8-S1", "with G-8-S2", "with G-8-Rec")


def marching(stacks: dict[str, list[str]], **facts: object) -> Luga:
    """Return 8 Pz Div in 1110, about to move together."""
    return play(
        front({"1110": [*EIGHTH], **stacks}, segment="german movement", **facts),  # type: ignore[arg-type]
        *GROUP,
    )


def goals(state: Luga, *stack: str) -> set[str]:
    return hexes(overrunning.targets(state, bits(*stack) if stack else state.group))


def case(state: Luga, target: str) -> overrun.OverrunCase:
    return overrunning.case_of(state, state.group, MAP.hex(target))


def test_11_4_an_overrun_is_fought_at_once_and_the_stack_goes_on() -> None:
    """11.4 - after a success the same units are asked where they go with what is left."""
    state = marching({"1109": ["S-4DNO:1"]})
    play(state, "overrun 1109", "throw 1")
    assert where(state, "S-4DNO") is None, "its last step is lost"
    assert asked(state) == "MoveTo"
    assert "to 1009" in offered(state)
    assert state.spent == 2 * 2, "a clear hex and one point more"


def test_11_4_no_guns_air_or_orders() -> None:
    """11.4 - nobody is asked for support, reaction or an order between decision and die."""
    state = marching({"1109": ["S-4DNO"], "1108": ["S-519"]}, air=(3, 1))
    play(state, "overrun 1109")
    assert asked(state) == "OverrunThrow"
    assert case_attack(state) == 16


def case_attack(state: Luga) -> int:
    return overrunning.case_of(state, bits(*EIGHTH), MAP.hex("1109")).attack


@pytest.mark.parametrize(
    ("stack", "may"),
    [
        (("G-8-Pz", "G-8-S1", "G-8-S2", "G-8-Rec"), True),
        (("G-8-Pz", "G-8-S1", "G-8-S2", "G-269"), False),
        (("G-8-Pz", "G-8-S1", "G-8-S2", "G-8-Rec", "G-A411"), False),
        (("G-8-Pz", "G-8-S1", "G-8-S2", "G-8-Rec", "G-HQ41"), False),
        (("G-8-Pz", "G-8-S1", "G-8-S2", "G-Cav"), False),
    ],
)
def test_11_4_1_who_overruns(stack: tuple[str, ...], may: bool) -> None:
    """11.4.1 - German motorised units; not infantry, guns, HQs or German cavalry."""
    state = front({"1110": stack, "1109": ["S-4DNO:1"]}, segment="german movement")
    assert bool(goals(state, *stack)) is may


@pytest.mark.parametrize(
    ("stack", "may"),
    [
        (("S-1TD-T", "S-24TD-T", "S-KV"), True),
        (("S-1TD-T", "S-24TD-T", "S-Cav"), True),
        (("S-1TD-T", "S-24TD-T", "S-Bord"), False),
        (("S-1TD-T", "S-24TD-T", "S-281"), False),
    ],
)
def test_11_4_1_who_overruns_of_the_soviets(stack: tuple[str, ...], may: bool) -> None:
    """11.4.1 - Soviet motorised units and cavalry, not NKVD and not infantry."""
    state = front({"2022": stack, "2021": ["G-A411"]}, segment="soviet movement", turn=8)
    assert bool(goals(state, *stack)) is may


def test_11_4_1_motorised_nkvd_does_not_overrun() -> None:
    """11.4.1 - there is none among the counters; were a tank battalion NKVD, it would stay."""
    kinds = CAMPAIGN.kinds
    stack = ("S-24TD-T", "S-24TD-M", "S-KUKS")
    stacks = {"2022": stack, "2021": ["G-A411"]}
    guarded = replace(CAMPAIGN, kinds=replace(kinds, nkvd=kinds.nkvd | bits("S-KUKS")))
    state = front(stacks, segment="soviet movement", turn=8)
    assert goals(state, *stack)
    state = front(stacks, segment="soviet movement", turn=8, scenario=guarded)
    assert not goals(state, *stack)


def test_11_4_1_nobody_out_of_supply() -> None:
    """11.4.1, 6.3 - one unit Out of Supply spoils the stack; Emergency does not."""
    assert goals(marching({"1109": ["S-4DNO"]}, emergency=["G-8-Rec"]))
    assert not goals(marching({"1109": ["S-4DNO"]}, unsupplied=["G-8-Rec"]))


def test_11_4_1_in_no_other_enemy_zone() -> None:
    """11.4.1 - the zone of the hex run over does not matter, that of any other does."""
    assert goals(marching({"1109": ["S-4DNO"]})) == {"1109"}
    assert not goals(marching({"1109": ["S-4DNO"], "1010": ["S-48"]}))
    assert goals(marching({"1109": ["S-4DNO"], "1010": ["S-FB"]})) == {"1109"}
    assert goals(marching({"1109": ["S-519"], "1010": ["S-FB"]})) == {"1109", "1010"}


def test_11_4_1_units_met_on_the_way_do_not_join() -> None:
    """11.4.1 - only who began the phase in one hex moves and overruns together."""
    state = front(
        {"1111": [*EIGHTH], "1110": ["G-1-Pz"], "1109": ["S-4DNO"]}, segment="german movement"
    )
    play(state, *GROUP, "to 1110")
    assert "with G-1-Pz" not in offered(state)
    assert case(state, "1109").attack == 16


def test_11_4_2_not_in_mud() -> None:
    """11.4.2, EF-11.4g - nobody overruns in mud."""
    assert not goals(marching({"1109": ["S-4DNO"]}, weather="mud"))


def test_11_4_2_not_into_forest_with_lingering_mud() -> None:
    """11.4.2, 5.3 - mud lingers in forest 1111, not on clear 1109."""
    forest = marching({"1111": ["S-HQK"]}, lingering=True)
    assert case(forest, "1111").weather is Weather.MUD
    assert not goals(forest)
    assert goals(marching({"1111": ["S-HQK"]}))
    assert goals(marching({"1109": ["S-HQK"]}, lingering=True)) == {"1109"}


def test_11_4_2_not_across_a_major_river() -> None:
    """11.4.2, EF-11.4g - not over the Narova or the lower Luga, though a bridge leads across."""
    ground = front({}).scenario.ground
    here, there = next(
        (here, there)
        for here, there in ground.bridges
        if ground.major[here] >> there & 1 and not ground.cities >> there & 1
    )
    names = ground.map.name(here), ground.map.name(there)
    state = front({names[0]: EIGHTH, names[1]: ["S-HQK"]}, segment="german movement")
    assert Feature.MAJOR_RIVER in overrunning.case_of(state, bits(*EIGHTH), there).features
    assert not goals(state, *EIGHTH)


def test_11_4_2_not_into_swamp() -> None:
    """11.4.2, EF-11.4g - swamp is open only in frost, which does not come in August."""
    ground = front({}).scenario.ground
    here, there = next(
        (here, there)
        for there in ground.map.hexes
        if ground.swamp >> there & 1
        for here in ground.map.neighbours[there]
        if (ground.road[here] | ground.rail[here]) >> there & 1
        and not ground.river[here] >> there & 1
    )
    names = ground.map.name(here), ground.map.name(there)
    state = front({names[0]: EIGHTH, names[1]: ["S-HQK"]}, segment="german movement")
    assert overrunning.may_pay(state, bits(*EIGHTH), there), "by road it could be entered"
    assert not goals(state, *EIGHTH)


def test_11_4_2_what_it_costs() -> None:
    """11.4.2, LU-R61 - the hex and a point; the zone entered to get there is given back."""
    state = front({"1111": [*EIGHTH], "1109": ["S-4DNO"]}, segment="german movement")
    play(state, *GROUP, "to 1110")
    assert state.spent == 2 * 4, "forest 3 and the zone 1"
    assert overrunning.price(state, state.group, MAP.hex("1109")) == 2 * 1, "1 + 1, less 1"
    play(state, "overrun 1109", "throw 1")
    assert state.spent == 2 * 5


def test_11_4_2_the_points_must_be_there() -> None:
    """11.4.2 - half an allowance in the motorised phase does not pay for forest and an overrun."""
    state = front({"1111": [*EIGHTH], "1109": ["S-4DNO"]}, segment="german motorised")
    play(state, *GROUP, "to 1110")
    assert asked(state) == "MoveTo", "4 of 5 spent; 1 given back pays for the hex and a point"
    forest = front({"1110": [*EIGHTH], "1111": ["S-HQK"]}, segment="german motorised")
    play(forest, *GROUP)
    assert goals(forest) == {"1111"}, "3 and 1 of 5"
    forest.spent = 3
    assert not goals(forest), "with 1½ spent they do not"


@pytest.mark.parametrize(
    ("stack", "held", "ratio"),
    [
        (EIGHTH, ("S-4DNO",), 5),
        (EIGHTH, ("S-1GDNO",), 4),
        (("G-1-Pz", "G-1-S1", "G-1-S2", "G-8-S1"), ("S-268",), 6),
    ],
)
def test_11_4_3_germans_need_5_to_1(
    stack: tuple[str, ...], held: tuple[str, ...], ratio: int
) -> None:
    """11.4.3, EF-11.4b - fractions are dropped: 16 to 3 is 5-1, 16 to 4 is 4-1."""
    state = front({"1110": stack, "1109": held}, segment="german movement")
    found = overrunning.case_of(state, bits(*stack), MAP.hex("1109"))
    assert overrun.ratio(found) == ratio
    assert bool(goals(state, *stack)) is (ratio >= 5)


def test_11_4_3_soviets_need_7_to_1() -> None:
    """11.4.3, EF-11.4b - 6-1 is enough for Germans, not for others."""
    stack = ("S-24TD-T", "S-24TD-M")
    state = front({"2022": stack, "2021": ["G-A411"]}, segment="soviet movement", turn=8)
    assert not goals(state, *stack)
    more = (*stack, "S-KUKS")
    state = front({"2022": more, "2021": ["G-A411"]}, segment="soviet movement", turn=8)
    assert goals(state, *more) == {"2021"}


def test_11_4_3_odds_modifiers_of_the_soviets() -> None:
    """EF-11.4c - others: 7-1 0, 9-1 -1, 12-1 -2."""
    values = {}
    for stack in (
        ("S-24TD-T", "S-24TD-M", "S-KUKS"),
        ("S-24TD-T", "S-1TD-T", "S-1TD-M"),
        ("S-24TD-T", "S-1TD-T", "S-24TD-M", "S-KV"),
    ):
        state = front({"2022": stack, "2021": ["G-A411"]}, segment="soviet movement", turn=8)
        found = overrunning.case_of(state, bits(*stack), MAP.hex("2021"))
        values[overrun.ratio(found)] = overrun.ratio_drm(found)
    assert values == {7: 0, 9: -1, 12: -2}


def test_11_4_3_defence_of_4_or_more() -> None:
    """EF-11.4d - 29 on two units of 2 and 3 is 5-1, +2, and +1 for their 5."""
    strong = ("G-8-Pz", "G-8-S1", "G-8-S2", "G-1-Pz", "G-1-S1", "G-1-S2")
    state = front({"1110": strong, "1109": ["S-4DNO", "S-Narva"]}, segment="german movement")
    found = overrunning.case_of(state, bits(*strong), MAP.hex("1109"))
    assert (overrun.ratio(found), overrun.net(found)) == (5, 3)


@pytest.mark.parametrize(
    ("held", "soft"),
    [
        (("S-HQK",), True),
        (("S-519", "S-HQK"), True),
        (("S-Cav",), True),
        (("S-CoSoi",), True),
        (("S-Balt",), False),  # LU-R64
        (("S-519", "S-FB"), False),
    ],
)
def test_11_4_3_all_cavalry_hq_or_artillery(held: tuple[str, ...], soft: bool) -> None:
    """EF-11.4d - every unit must be of these kinds."""
    assert case(marching({"1109": [*held]}), "1109").soft is soft


@pytest.mark.parametrize(
    ("target", "found"),
    [("1109", frozenset()), ("1111", frozenset({Feature.FOREST}))],
)
def test_11_4_3_ground(target: str, found: frozenset[Feature]) -> None:
    """EF-11.4e - clear ground gives nothing, forest +2."""
    made = case(marching({target: ["S-HQK"]}), target)
    assert made.features == found
    assert sum(one.value for one in overrun.terrain_drm(made)) == 2 * len(found)


def test_11_4_3_a_river_side_counts() -> None:
    """EF-11.4e - the side crossed is part of the ground."""
    ground = front({}).scenario.ground
    here = next(hex_ for hex_ in ground.map.hexes if ground.river[hex_] and ground.land >> hex_ & 1)
    there = ground.river[here].bit_length() - 1
    names = ground.map.name(here), ground.map.name(there)
    state = front({names[0]: EIGHTH, names[1]: ["S-HQK"]}, segment="german movement")
    found = overrunning.case_of(state, bits(*EIGHTH), there)
    assert Feature.RIVER in found.features


@pytest.mark.parametrize(("die", "steps", "moves"), [(1, 1, True), (2, 2, True), (7, 2, False)])
def test_11_4_3_the_lines_of_the_table(die: int, steps: int, moves: bool) -> None:
    """EF-11.4a - at +1: 1 costs a step and a retreat, 2 to 6 a retreat, 7 to 9 stop the stack."""
    state = marching({"1109": ["S-4DNO"]}, overrun=["S-4DNO"])
    assert overrun.net(case(state, "1109")) == 1
    play(state, "overrun 1109", f"throw {die}")
    assert left(state, "S-4DNO") == steps
    assert (asked(state) == "RetreatTo") is moves
    if not moves:
        assert where(state, "G-8-Pz") == "1110"


def test_11_4_4_the_overrunning_player_moves_the_losers_one_by_one() -> None:
    """11.4.4, LU-R58 - each loser goes its own way, moved by the winner."""
    state = marching({"1109": ["S-4DNO:1", "S-FB"]})
    play(state, "overrun 1109", "throw 3")
    assert asked(state) == "RetreatTo"
    assert state.seat == 0
    play(state, "to 1108", "to 1107")
    assert asked(state) == "RetreatTo"
    play(state, "to 1208", "to 1308")
    assert {where(state, "S-4DNO"), where(state, "S-FB")} == {"1107", "1308"}


def test_11_4_4_the_marker_takes_the_zone_away() -> None:
    """11.4.4, 4.1 - who was run over has no zone until its own engineering phase."""
    state = marching({"1109": ["S-4DNO"]})
    assert zone_of_control(state, state.scenario.pieces[-1].side)
    play(state, "overrun 1109", "throw 3", "to 1108", "to 1107")
    assert state.overrun == bits("S-4DNO")
    assert not zone_of_control(state, state.scenario.pieces[-1].side)


def test_11_4_4_an_hq_run_over_is_not_operational() -> None:
    """11.4.4, 7.1 - it loses its head."""
    state = marching({"1109": ["S-HQK"]})
    play(state, "overrun 1109", "throw 6")
    assert state.inoperational == bits("S-HQK")


def test_11_4_4_losers_without_a_way_are_eliminated() -> None:
    """11.4.4, 16.6 - by the rules of retreat: nowhere to go, nothing left."""
    around = {"1108": ["G-1-IR1"], "1008": ["G-1-IR22"], "1009": ["G-1-IR43"]}
    around |= {"1208": ["G-58-IR154"], "1209": ["G-58-IR209"]}
    state = marching({"1109": ["S-4DNO"], **around})
    play(state, "overrun 1109", "throw 3")
    assert where(state, "S-4DNO") is None
    assert where(state, "G-8-Pz") == "1109"


def test_11_4_4_a_stack_that_failed_stops() -> None:
    """11.4.4 - it stays where it is, and nobody of it moves again in the phase."""
    state = marching({"1109": ["S-4DNO"]})
    play(state, "overrun 1109", "throw 7")
    assert asked(state) == "Movement"
    assert not {f"move {id_}" for id_ in EIGHTH} & offered(state)


def test_11_4_4_cavalry_takes_the_loss_first() -> None:
    """11.4.4 - on 11 or more a stack with cavalry loses the cavalry's step."""
    stack = ("S-24TD-T", "S-24TD-M", "S-Cav")
    state = front({"2019": stack, "1919": ["G-A411"]}, segment="soviet movement", turn=8)
    play(state, "move S-24TD-T", "with S-24TD-M", "with S-Cav", "overrun 1919", "throw 10")
    assert where(state, "S-Cav") is None
    assert left(state, "S-24TD-T") == 2


def test_11_4_4_fortress_units_run_over_lose_a_step_and_hold_the_hex() -> None:
    """11.4.4, 16.2, LU-R59 - coast guns of two steps stay: nobody enters, the stack goes on."""
    state = marching({"1109": ["S-CoKG"]})
    assert overrun.net(case(state, "1109")) == 2 - 1
    play(state, "overrun 1109", "throw 2")
    assert (where(state, "S-CoKG"), left(state, "S-CoKG")) == ("1109", 1)
    assert where(state, "G-8-Pz") == "1110"
    assert asked(state) == "MoveTo"
    assert "overrun 1109" in offered(state), "a hex may be run over more than once"


def test_11_4_4_again_and_again() -> None:
    """11.4.4 - the winner runs over the same units a second time, with the marker's -1."""
    state = marching({"1109": ["S-4DNO"]})
    play(state, "overrun 1109", "throw 3", "to 1108", "to 1107")
    play(state, "to 1108")
    assert "overrun 1107" in offered(state)
    assert case(state, "1107").marker
