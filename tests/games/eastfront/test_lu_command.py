"""7 - Headquarters; 8 - arrivals and withdrawals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

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
    where,
)
from grognard.games.eastfront import arrivals, command
from grognard.games.eastfront.questions import Arrive

if TYPE_CHECKING:
    from grognard.games.eastfront.state import Luga

# 7


def test_7_1_the_radius_is_four_hexes_whatever_lies_between() -> None:
    """7.1 - of Soviet HQs; German ones serve attack supply alone."""
    state = front({"1718": ["S-HQL"], "1620": ["G-HQ56"]})
    assert command.headquarters(state) == bits("S-HQL")
    assert command.commanded(state) == MAP.disc(MAP.hex("1718"), 4)
    assert region("1714", "1722") & ~command.commanded(state) == 0
    assert not region("1713", "1723") & command.commanded(state)


def test_7_1_an_hq_that_arrives_is_not_operational() -> None:
    """7.1, 8.1 - 8 Army on turn 3; a German HQ knows no such state."""
    state = front({"1520": ["G-269"]}, segment="arrivals", turn=3)
    while not arriving(state, "S-HQ8"):
        play(state, min(offered(state)))
    play(state, "to 0110")
    assert state.inoperational == bits("S-HQ8")
    arrivals.arrive(state, CAMPAIGN.by_id["G-HQ28"])
    assert state.inoperational == bits("S-HQ8")


STAFF = {"1718": ["S-HQL"], "1618": ["S-111"], "1719": ["S-541", "S-24TD-M"], "2220": ["S-235"]}


def test_7_2_an_hq_activates_as_many_units_on_foot_as_its_value() -> None:
    """7.2 - two for the Luga sector, in its radius, before anybody moves; then they move."""
    state = front({**STAFF, "1716": ["S-LSPU"], "1720": ["S-UR260"]}, segment="soviet motorised")
    assert asked(state) == "Activation"
    assert offered(state) == {"activate S-111", "activate S-541", "activate S-LSPU", "done"}
    play(state, "activate S-111", "activate S-LSPU")
    assert asked(state) == "Movement"
    assert offered(state) == {"move S-HQL", "move S-24TD-M", "move S-111", "move S-LSPU", "done"}


def test_7_2_activations_reactions_and_orders_are_counted_apart_and_come_back() -> None:
    """7.2 - each turn three times the value."""
    state = front(STAFF, segment="soviet motorised")
    hex_ = MAP.hex("1618")
    for use in (command.ACTIVATIONS, command.REACTIONS, command.ORDERS):
        assert command.free(state, use) >> hex_ & 1
        assert command.spend(state, use, hex_) == CAMPAIGN.by_id["S-HQL"]
        assert command.spend(state, use, hex_) == CAMPAIGN.by_id["S-HQL"]
        assert not command.free(state, use)
    while state.turn == 3:
        options = offered(state)
        play(state, (options & {"done", "pass"} or options).pop())
    assert command.free(state, command.ORDERS) >> hex_ & 1


def test_7_2_the_hq_with_most_left_gives() -> None:
    """7.2 - Luga has 2, the front HQ 1."""
    state = front({"1718": ["S-HQL"], "1717": ["S-HQF"], "1618": ["S-111"]})
    hex_ = MAP.hex("1618")
    given = [command.spend(state, command.ORDERS, hex_) for _ in range(3)]
    luga, front_hq = CAMPAIGN.by_id["S-HQL"], CAMPAIGN.by_id["S-HQF"]
    assert given[0] == luga
    assert sorted(given) == sorted([luga, luga, front_hq])


def test_7_3_an_hq_that_is_not_operational_blocks_what_is_in_its_radius() -> None:
    """7.3 - even for another HQ."""
    state = front({**STAFF, "1717": ["S-HQF"]}, segment="soviet motorised", inoperational=["S-HQF"])
    assert command.may_activate(state) == 0
    assert command.blocked(state) == MAP.disc(MAP.hex("1717"), 4)
    assert asked(state) == "Movement"
    afar = front({**STAFF, "1711": ["S-HQF"]}, segment="soviet motorised", inoperational=["S-HQF"])
    assert ids(command.may_activate(afar)) == {"S-111", "S-541"}


def test_7_4_recovery_on_its_value_or_less() -> None:
    """7.4 - 7 for Luga; at the end of the turn."""
    for die, is_operational in ((7, True), (8, False)):
        state = front(
            {"1718": ["S-HQL"], "1520": ["G-269"]}, segment="end", inoperational=["S-HQL"]
        )
        assert asked(state) == "Recovery"
        play(state, f"throw {die}")
        assert (state.inoperational == 0) is is_operational
    steady = front({"1718": ["S-HQL"], "1520": ["G-269"]}, segment="end")
    assert asked(steady) != "Recovery"


# 8


def arriving(state: Luga, id_: str) -> bool:
    question = state.question
    return isinstance(question, Arrive) and CAMPAIGN.pieces[question.piece].id == id_


def entries(state: Luga, id_: str) -> set[str]:
    return hexes(arrivals.entry_hexes(state, CAMPAIGN.by_id[id_]))


def test_8_1_units_come_on_their_turn_in_their_hexes() -> None:
    """8.1 - an enemy unit bars a hex, its zone does not; stacking holds."""
    state = front({"1520": ["G-269"]}, segment="arrivals", turn=2)
    assert {CAMPAIGN.pieces[one].id for one in arrivals.due(state, SOVIET)} == {
        *("S-Eng", "S-4DNO", "S-1GDNO"),
    }
    assert arriving(state, "S-Eng")
    assert offered(state) == {"to 1009", "to 1109", "to 1409"}
    enemy = front({"1009": ["G-121"]}, segment="arrivals", turn=2)
    assert offered(enemy) == {"to 1109", "to 1409"}
    full = front({"1009": ["S-111", "S-235", "S-281"]}, segment="arrivals", turn=2)
    assert offered(full) == {"to 1109", "to 1409"}
    assert arrivals.due(front({"1520": ["G-269"]}, turn=1), SOVIET) == []


def test_8_1_of_two_hexes_in_order_the_second_serves_if_the_enemy_holds_the_first() -> None:
    """8.1 - the Novgorod railway 2621, or 2616 if 2621 is German."""
    state = front({"1520": ["G-269"]}, turn=4)
    assert entries(state, "S-1DNO") == {"2621"}
    state.hold(region("2621"), GERMAN)
    assert entries(state, "S-1DNO") == {"2616"}


def test_8_1_who_is_barred_waits_and_comes_by_the_edge_or_the_coast_later() -> None:
    """8.1 - 121 ID by the south edge; 8 Army by the coast."""
    state = front({"2024": ["S-281"], "1824": ["S-111"]}, segment="arrivals", turn=4)
    assert state.delayed & bits("G-121", "G-HQ28", "G-Neb") == bits("G-121", "G-HQ28", "G-Neb")
    found = entries(state, "G-121")
    assert found, "the next turn"
    assert all(name.endswith("24") for name in found)
    assert not {"2024", "1824"} & found
    west = front({"0110": ["G-269"]}, turn=5)
    assert entries(west, "S-268") == set()
    west.delayed = bits("S-268")
    assert entries(west, "S-268") == {"0305", "0306", "0406", "0504", "0505", "0506"}
    west.hold(region("0305"), GERMAN)
    assert "0305" not in entries(west, "S-268")


def test_8_2_the_german_player_lets_his_division_go_or_pays() -> None:
    """8.2, 26.2 - turn 5; steps withdrawn are not lost."""
    stacks = {"1521": ["G-3-I1", "G-3-I2", "G-3-Rec"]}
    state = front(stacks, segment="arrivals", turn=5)
    assert asked(state) == "Withdrawal"
    play(state, "release")
    assert state.withdrawn == bits("G-3-I1", "G-3-I2", "G-3-Rec")
    assert where(state, "G-3-I1") is None
    assert state.steps_lost == 0
    assert not state.kept
    kept = front(stacks, segment="arrivals", turn=5)
    play(kept, "keep")
    assert kept.kept
    assert where(kept, "G-3-I1") == "1521"
    early = front(stacks, segment="arrivals", turn=4)
    assert asked(early) != "Withdrawal"


def test_8_2_who_is_cut_off_stays_until_he_is_supplied() -> None:
    """8.2 - and leaves in a later arrival phase, unless the division is kept."""
    scenario = replace(CAMPAIGN, sources=({}, CAMPAIGN.sources[1]))
    stacks = {"1521": ["G-3-I1"], "1224": ["G-3-I2"]}
    state = front(stacks, segment="arrivals", turn=5, scenario=scenario)
    play(state, "release")
    assert where(state, "G-3-I1") == "1521"
    later = front(stacks, segment="arrivals", turn=6)
    assert where(later, "G-3-I1") is None
    later = front(stacks, segment="arrivals", turn=6, scenario=scenario)
    assert where(later, "G-3-I1") == "1521"


def test_8_3_arrival_by_rail_needs_a_supplied_railway_to_a_source() -> None:
    """8.3 - columns 10 to 18 north of row 11, or Leningrad; a zone cuts the railway."""
    state = front({"1520": ["G-269"]}, turn=2)
    leningrad = {"2002", "2003", "2101", "2102", "2103"}
    found = entries(state, "S-1GDNO")
    assert leningrad | {"1009", "1109", "1409", "1810"} <= found
    assert not {"0910", "1811", "1108", "1909"} & found
    stacks = {"1509": ["G-269"], "1810": ["G-121"], "0707": ["G-SSP"]}
    watched = front(stacks, turn=6)
    assert not {"1009", "1109", "1409"} & entries(watched, "S-1GDNO")
    assert leningrad <= entries(watched, "S-1GDNO")
    assert {"1009", "1409"} <= entries(front({"0707": ["G-SSP"]}, turn=6), "S-1GDNO")
    beside = front({"1408": ["G-269"], "0707": ["G-SSP"]}, turn=6)
    assert not {"1009", "1109", "1409"} & entries(beside, "S-1GDNO"), "a zone cuts it too"
    blown = front({"0707": ["G-SSP"]}, turn=6, blown=[("1409", "1509")])
    assert not {"1009", "1409"} & entries(blown, "S-1GDNO")
