"""8 - Combat on the board: who attacks, what counts, what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from games.petrograd.front import (
    CAMPAIGN,
    MAP,
    RED,
    WHITE,
    advance_to,
    asked,
    attack,
    bits,
    front,
    has,
    hexes,
    ids,
    left,
    marked,
    modifiers,
    offered,
    play,
    throw,
    where,
)
from grognard.games.petrograd import battle, retreat, zones
from grognard.games.petrograd.combat import morale_row
from grognard.games.petrograd.load import chosen
from grognard.games.petrograd.parts import battle_of, half_of
from grognard.games.petrograd.retreating import BeginRetreat, Blocked, Retreating
from grognard.games.petrograd.table import Role

if TYPE_CHECKING:
    from grognard.games.petrograd.state import Petrograd


def fight(
    stacks: dict[str, list[str]], target: str, attackers: list[str], turn: int = 5, **marks: Any
) -> Petrograd:
    """Return a combat before its dice."""
    side = "red" if attackers[0].startswith("R") else "white"
    state = front(stacks, segment=f"{side} combat", turn=turn, **marks)
    return attack(state, target, attackers)


EVEN = {"1414": ["W-Volyn", "W-HQ2"], "1413": ["R-52", "R-54:1"]}
"""3 SP Q4 m4 against 3 SP Q3 m3 on clear ground."""


# 8.1 Who may attack


def test_8_1_an_attack_needs_troops_next_to_the_hex() -> None:
    """8.1 - guns and HQs do not attack; the hex must be next to troops."""
    state = front({"1414": ["W-A2", "W-HQ2"], "1413": ["R-52"]}, segment="white combat")
    assert offered(state) == {"done"}
    far = front({"1416": ["W-Volyn"], "1413": ["R-52"]}, segment="white combat")
    assert offered(far) == {"done"}


def test_8_1_not_across_the_neva_without_a_bridge() -> None:
    """8.1 - 3504 and 3404 lie on two banks."""
    state = front({"3404": ["W-Talab"], "3504": ["R-16"]}, segment="white combat")
    assert offered(state) == {"done"}


def test_8_1_a_piece_and_a_hex_once() -> None:
    """8.1 - neither is offered again in these phases."""
    stacks = {**EVEN, "1414": ["W-Volyn", "W-Ostr"], "1514": ["R-16"]}
    state = fight(stacks, "1413", ["W-Volyn"])
    throw(state, 6)
    assert asked(state) == "Attack"
    assert "attack 1413" not in offered(state)
    assert "attack 1514" in offered(state)
    assert not battle.may_attack(state, WHITE) & bits("W-Volyn")


def test_8_1_routed_immobile_and_mock_tanks_do_not_attack() -> None:
    """8.1 - nor tanks that have broken down."""
    stack = ["R-16", "R-Dist1", "R-Tk", "R-52"]
    state = front({"3105": stack}, routed=["R-16"], segment="red combat", turn=7)
    assert ids(battle.may_attack(state, RED)) == {"R-52"}


def test_8_1_tanks_join_troops_over_open_ground_or_road() -> None:
    """8.1 - troops first; into a wood only by road."""
    state = front({"1414": ["W-Volyn", "W-TkA"], "1413": ["R-52"]}, segment="white combat")
    play(state, "attack 1413")
    assert offered(state) == {"join W-Volyn"}
    play(state, "join W-Volyn")
    assert "join W-TkA" in offered(state)
    wood = front({"0209": ["W-Volyn", "W-TkA"], "0210": ["R-52"]}, segment="white combat")
    play(wood, "attack 0210", "join W-Volyn")
    assert "join W-TkA" not in offered(wood)


def test_8_1_estonians_attack_by_themselves() -> None:
    """8.1, 10.3 - once an Estonian has joined, only Estonians may."""
    stacks = {"0312": ["E-4"], "0412": ["W-Volyn"], "0411": ["R-46"]}
    state = front(stacks, segment="white combat")
    play(state, "attack 0411", "join E-4")
    assert "join W-Volyn" not in offered(state)
    other = front(stacks, segment="white combat")
    play(other, "attack 0411", "join W-Volyn")
    assert "join E-4" not in offered(other)


# 8.2.1, 8.2.2


def test_8_2_1_dominant_values_are_those_of_most_points() -> None:
    """8.2.1, PG-1c - 4 SP Q5 m6 beside 3 SP Q3 m4: Q5 m6; a tie goes to the better."""
    state = front({"1414": ["W-Talab", "W-Ural", "W-Volyn"]})
    force = battle.muster(state, bits("W-Talab", "W-Ural"))
    assert (force.quality, force.morale) == (5, 6)
    tied = battle.muster(state, bits("W-Ural", "W-Volyn"))
    assert (tied.quality, tied.morale) == (4, 4)


def test_8_2_1_a_hex_without_troops_defends_as_one_point() -> None:
    """8.2.1 - with the best quality and morale found in it."""
    state = fight({"1414": ["W-Volyn"], "1413": ["R-A6", "R-HQ19"]}, "1413", ["W-Volyn"])
    defender = battle.reckon(state, battle_of(state)).defender
    assert (defender.value, defender.points) == (1, 1)
    assert (defender.quality, defender.morale) == (3, 3)


def test_8_2_2_guns_reach_from_their_hex_to_the_attacked_one() -> None:
    """8.2.2, PG-7c - range 1: beside the attackers yes, behind them no; once in these phases."""
    stacks = {**EVEN, "1415": ["W-A3"], "1414": ["W-Volyn", "W-A2", "W-HQ3"]}
    state = front(stacks, segment="white combat", turn=5)
    play(state, "attack 1413", "join W-Volyn")
    assert "support W-A2" in offered(state)
    assert "support W-A3" not in offered(state)
    play(state, "support W-A2", "fight", "enough")
    assert modifiers(state)["PG-7c"] == 1
    throw(state, 7)
    assert has(state, "supported", "W-A2")
    assert not battle.may_support(state, WHITE, MAP.hex("1413")) & bits("W-A2")


def test_8_2_2_the_defender_names_his_support_and_his_own_guns_count() -> None:
    """8.2.2 - a train beside the hex is named; guns in the hex count by themselves."""
    stacks = {"1118": ["W-Volyn"], "1217": ["R-52", "R-A6"], "1318": ["R-AT1"]}
    state = front(stacks, segment="white combat", turn=5)
    play(state, "attack 1217", "join W-Volyn", "fight")
    assert offered(state) == {"support R-AT1", "enough"}
    play(state, "enough")
    assert modifiers(state)["PG-7c"] == -1


def test_8_2_2_who_cannot_support() -> None:
    """8.2.2 - shaken, spent or unsupplied pieces; aircraft that have flown or are grounded."""
    stacks = {"1414": ["W-Volyn", "W-A2", "W-A3", "W-A4", "W-A5", "W-Air"], "1413": ["R-52"]}
    state = front(
        stacks,
        disorganised=["W-A2"],
        routed=["W-A3"],
        out_of_ammunition=["W-A4"],
        supported=["W-A5"],
        flown=["W-Air"],
    )
    assert battle.may_support(state, WHITE, MAP.hex("1413")) == 0
    free = front(stacks)
    assert len(ids(battle.may_support(free, WHITE, MAP.hex("1413")))) == 5
    free.grounded = True
    assert "W-Air" not in ids(battle.may_support(free, WHITE, MAP.hex("1413")))


def test_8_2_2_aircraft_on_the_ground_do_not_fire() -> None:
    """8.2.2 - guns of the attacked hex count by themselves; aircraft only if they are named."""
    state = front({"1414": ["W-Volyn", "W-A2", "W-Air"], "1413": ["R-52"]}, turn=2)
    assert ids(battle.own_fire(state, state.stacks[MAP.hex("1414")])) == {"W-A2"}


def test_8_2_2_aircraft_fly_once_a_turn() -> None:
    """8.2.2, PG-7f - support and +1 besides; not again in the other side's phases."""
    stacks = {**EVEN, "1416": ["W-Air"]}
    state = front(stacks, segment="white combat", turn=5)
    attack(state, "1413", ["W-Volyn"], ["W-Air"])
    assert (modifiers(state)["PG-7c"], modifiers(state)["PG-7f"]) == (1, 1)
    throw(state, 4)
    advance_to(state, "red movement")
    assert has(state, "flown", "W-Air")
    assert not has(state, "supported", "W-Air")


# 8.2.3


def test_8_2_3_even_troops_on_clear_ground() -> None:
    """8.2.3, PG-7a, PG-7b - 3 to 3 is 0, Q4 to Q3 is +1."""
    assert modifiers(fight(EVEN, "1413", ["W-Volyn"])) == {"PG-7b": 1}


def test_8_2_3_tanks_and_cars_are_counted() -> None:
    """8.2.3, PG-7d, PG-7e - more counters +1, a tank +1 besides; a broken one counts nothing."""
    stacks = {"1414": ["W-Volyn", "W-TkA"], "1413": ["R-52", "R-54:1"]}
    state = fight(stacks, "1413", ["W-Volyn", "W-TkA"])
    assert (modifiers(state)["PG-7d"], modifiers(state)["PG-7e"]) == (1, 1)
    held = {"1414": ["W-Volyn"], "1413": ["R-52", "R-54:1", "R-AC1"]}
    assert modifiers(fight(held, "1413", ["W-Volyn"]))["PG-7d"] == -1
    broken = fight(
        {"1414": ["R-52", "R-54"], "1413": ["W-Volyn", "W-TkA"]},
        "1413",
        ["R-52", "R-54"],
        broken_down=["W-TkA"],
    )
    assert "PG-7d" not in modifiers(broken)


def test_8_2_3_putilov_tanks_count_in_defence() -> None:
    """8.2.3 - as a counter, never as an attacking tank."""
    stacks = {"3206": ["W-Volyn"], "3205": ["R-52", "R-54:1", "R-Tk"]}
    assert modifiers(fight(stacks, "3205", ["W-Volyn"], turn=7))["PG-7d"] == -1


def test_8_2_3_good_horse_charges_on_clear_ground() -> None:
    """8.2.3, PG-7j - Q5 horse into the open; not into a wood, a town or a trench."""
    clear = fight({"1414": ["W-HorseJ"], "1413": ["R-52"]}, "1413", ["W-HorseJ"])
    assert modifiers(clear)["PG-7j"] == 1
    wood = fight({"0209": ["W-HorseJ"], "0210": ["R-52"]}, "0210", ["W-HorseJ"])
    assert "PG-7j" not in modifiers(wood)
    town = fight({"1818": ["W-HorseJ"], "1817": ["R-52"]}, "1817", ["W-HorseJ"])
    assert "PG-7j" not in modifiers(town)
    trench = fight({"3108": ["W-HorseJ"], "3107": ["R-52"]}, "3107", ["W-HorseJ"])
    assert "PG-7j" not in modifiers(trench)
    poor = fight({"1414": ["W-Bulak"], "1413": ["R-52"]}, "1413", ["W-Bulak"])
    assert "PG-7j" not in modifiers(poor)


# 8.2.4


@pytest.mark.parametrize(("total", "first"), [(4, Role.ATTACKER), (10, Role.DEFENDER)])
def test_8_2_4_the_loser_takes_his_results_first(total: int, first: Role) -> None:
    """8.2.4, PG-4a, PG-4b - column 5: the attacker is first; column 11: the defender."""
    state = throw(fight(EVEN, "1413", ["W-Volyn"]), total)
    assert battle_of(state).column == total + 1
    if first is Role.ATTACKER:
        assert state.seat == WHITE
        assert asked(state) == "ChooseResult"
    else:
        assert (asked(state), state.seat) == ("Lose", RED)


def test_8_2_4_each_side_reads_its_own_row() -> None:
    """8.2.4, PG-1a, PG-1b - column 9: White on m4 reads "1 a1 / d", Red on m3 "rd"."""
    state = throw(fight(EVEN, "1413", ["W-Volyn"]), 8)
    assert half_of(state, Role.ATTACKER).text == "1 a1 / d"
    assert half_of(state, Role.DEFENDER).text == "rd"


def test_8_2_4_columns_stop_at_the_edge() -> None:
    """8.2.4, PG-1a - a crushing attack reads column 15."""
    stacks = {"1414": ["W-Talab", "W-Lib", "W-Riga"], "1413": ["R-49:1"]}
    state = throw(fight(stacks, "1413", ["W-Talab", "W-Lib", "W-Riga"]), 12)
    assert battle_of(state).column == 15


def test_8_2_4_d_gives_the_choice_to_the_defender() -> None:
    """8.2.4, PG-5a, PG-5b - column 2 of the attacker is the defender's to choose, his own too."""
    stacks = {"1414": ["W-Volyn"], "1413": ["R-187", "R-188", "R-189"]}
    state = throw(fight(stacks, "1413", ["W-Volyn"]), 4)
    assert half_of(state, Role.ATTACKER).text.startswith("D:")
    assert (asked(state), state.seat) == ("ChooseResult", RED)
    play(state, "choose 2")
    assert has(state, "disorganised", "W-Volyn")
    assert (asked(state), state.seat) == ("ChooseResult", RED)


def test_8_2_4_trotsky_lifts_the_row_of_his_stack() -> None:
    """8.2.4, 10.5, PG-2b, PG-2c - m3 reads m5; m5 stays within m6."""
    stacks = {"1414": ["W-Volyn"], "1413": ["R-52", "R-54", "R-Trot"]}
    state = fight(stacks, "1413", ["W-Volyn"])
    fought = battle.reckon(state, battle_of(state))
    assert morale_row(fought.defender, CAMPAIGN.sheet) == 5
    led = {"1414": ["R-Kur1", "R-Trot"], "1413": ["W-Volyn"]}
    attacking = fight(led, "1413", ["R-Kur1"])
    fought = battle.reckon(attacking, battle_of(attacking))
    assert morale_row(fought.attacker, CAMPAIGN.sheet) == 6


def test_8_2_4_the_other_reading_of_column_8_is_an_option() -> None:
    """8.2.4 - with column_8 = attacker White may take "1" instead of "1d a"."""
    other = chosen(CAMPAIGN, {"column_8": "attacker"})
    for scenario, expected in ((CAMPAIGN, 1), (other, 2)):
        state = front(EVEN, segment="white combat", turn=5, scenario=scenario)
        throw(attack(state, "1413", ["W-Volyn"]), 7)
        assert len(half_of(state, Role.ATTACKER).options) == expected


# 8.2.5


def test_8_2_5_losses_fall_where_the_owner_likes() -> None:
    """8.2.5, PG-6a - Red loses one SP of either regiment."""
    stacks = {"1414": ["W-Volyn"], "1413": ["R-187:1", "R-188"]}
    state = throw(fight(stacks, "1413", ["W-Volyn"]), 11)
    assert asked(state) == "Lose"
    assert offered(state) == {"lose R-187", "lose R-188"}
    play(state, "lose R-187")
    assert where(state, "R-187") is None


def test_8_2_5_both_lose_one_more_when_both_engage_four() -> None:
    """8.2.5, PG-3 - in column 7 nothing else happens; with 3 SP on one side nothing at all."""
    stacks = {"1414": ["W-Talab"], "1413": ["R-187", "R-188"]}
    state = throw(fight(stacks, "1413", ["W-Talab"]), 5)
    assert battle_of(state).column == 7
    assert left(state, "W-Talab") == 3
    play(state, "lose R-188")
    assert left(state, "R-188") == 1
    small = throw(fight(EVEN, "1413", ["W-Volyn"]), 6)
    assert left(small, "W-Volyn") == 3


def test_8_2_5_d_disorganises_all_but_fort_guns() -> None:
    """8.2.5, PG-6d - the pieces of the hex, not the guns of the fort."""
    stacks = {"1503": ["E-4", "E-1"], "1602": ["R-KG", "R-AKG", "R-A6"]}
    state = throw(fight(stacks, "1602", ["E-4", "E-1"]), 7)
    assert half_of(state, Role.DEFENDER).text == "r / d"
    play(state, "choose 1", "lose E-4", "choose 2")
    assert ids(state.disorganised & state.owned[RED]) == {"R-KG", "R-A6"}


def test_8_2_5_a_hex_without_troops_loses_steps() -> None:
    """8.2.5 - a train of two steps pays with one."""
    stacks = {"1118": ["W-Talab"], "1217": ["R-AT1"]}
    state = throw(fight(stacks, "1217", ["W-Talab"]), 7)
    assert left(state, "R-AT1") == 1


def test_8_2_5_what_is_left_without_troops_goes_back() -> None:
    """8.2.5 - the last regiment falls; its guns go back a hex."""
    stacks = {"1414": ["W-Talab", "W-Lib"], "1413": ["R-166", "R-A19"]}
    state = throw(fight(stacks, "1413", ["W-Talab", "W-Lib"]), 5)
    while asked(state) == "RetreatTo":
        play(state, offered(state).pop())
    assert where(state, "R-166") is None
    assert where(state, "R-A19") not in (None, "1413")


# 8.2.6


def test_8_2_6_a_retreat_goes_further_away_and_homeward() -> None:
    """8.2.6, PG-6e - not nearer to the hex left, nearer to a source, never into a zone."""
    state = front({"1414": ["W-Volyn"], "1413": ["R-52"]}, turn=5)
    ways = hexes(
        sum(1 << h for h in retreat.retreat_hexes(state, RED, bits("R-52"), MAP.hex("1413"), 0))
    )
    zone = MAP.around[MAP.hex("1414")]
    assert ways
    assert not ways & hexes(zone)
    far = MAP.distances_to(MAP.region("2304", "2436", *hexes(CAMPAIGN.ground.city)))
    assert all(far[MAP.hex(name)] < far[MAP.hex("1413")] for name in ways)


def test_8_2_6_the_second_hex_is_further_still() -> None:
    """8.2.6 - two hexes from the hex left, not round about it."""
    state = front({"1412": ["R-52"], "1414": ["W-Volyn"]}, turn=5)
    for side, id_, here in ((RED, "R-52", "1412"), (WHITE, "W-Volyn", "1414")):
        ways = retreat.retreat_hexes(state, side, bits(id_), MAP.hex("1413"), 1)
        assert ways
        assert all(MAP.distance(hex_, MAP.hex("1413")) == 2 for hex_ in ways)
        assert all(MAP.distance(hex_, MAP.hex(here)) == 1 for hex_ in ways)


def test_8_2_6_a_stack_retreats_together() -> None:
    """8.2.6, PG-6e - "rd": regiment and HQ go to one hex, disorganised."""
    stacks = {"1414": ["W-Volyn"], "1413": ["R-52", "R-54:1", "R-HQ19"]}
    state = fight(stacks, "1413", ["W-Volyn"])
    state.events = []
    throw(state, 8)
    while asked(state) == "RetreatTo":
        play(state, offered(state).pop())
    gone = [event for event in state.events if event.kind == "retreated"]
    assert [len(event.facts["pieces"]) for event in gone] == [3]
    assert where(state, "R-52") == where(state, "R-54") == where(state, "R-HQ19") != "1413"
    assert has(state, "disorganised", "R-52")


def test_8_2_6_a_rout_scatters_for_two_hexes() -> None:
    """8.2.6, PG-6f - column 11 of m3, "1dr": each piece by itself, two hexes, routed."""
    stacks = {"1414": ["W-Volyn"], "1413": ["R-52", "R-54:1"]}
    state = throw(fight(stacks, "1413", ["W-Volyn"]), 10)
    play(state, "lose R-52")
    assert has(state, "routed", "R-52")
    assert has(state, "routed", "R-54")
    while asked(state) == "RetreatTo":
        play(state, min(offered(state)))
    for id_ in ("R-52", "R-54"):
        hex_ = where(state, id_)
        assert hex_ is not None
        assert MAP.distance(MAP.hex(hex_), MAP.hex("1413")) == 2


def encircled() -> Petrograd:
    """Return Red troops in 1413 with White on every side."""
    ring = {"1414": ["W-Volyn"], "1312": ["W-Lib"], "1513": ["W-Riga"], "1412": ["W-HorseJ"]}
    return front({**ring, "1413": ["R-52", "R-53", "R-A19"]}, segment="white combat", turn=5)


def test_8_2_6_who_cannot_retreat_pays() -> None:
    """8.2.6 - encircled: one more SP for the hex not made, and the survivors are disorganised."""
    state = attack(encircled(), "1413", ["W-Volyn"])
    shift = sum(modifiers(state).values())
    throw(state, 9 - shift)
    assert half_of(state, Role.DEFENDER).text == "dr"
    while asked(state) == "Lose":
        play(state, min(offered(state)))
    assert left(state, "R-52") == left(state, "R-53") == 0  # 2 hexes not made cost 2 SP each
    assert where(state, "R-A19") is None


def test_8_2_6_guns_whose_troops_are_gone_go_back_a_hex() -> None:
    """8.2.6 - even where the result names no retreat; with troops left they stay."""
    stacks = {"1414": ["W-Volyn", "W-HQ2"], "1413": ["R-54:1", "R-A19"]}
    for is_alone in (True, False):
        state = fight(stacks, "1413", ["W-Volyn"])
        if is_alone:
            state.destroy(CAMPAIGN.by_id["R-54"], "8.2.5")
        before = len(state.stack)
        BeginRetreat(Role.DEFENDER, 0, False).run(state)
        assert len(state.stack) - before == is_alone
        if is_alone:
            assert state.stack[-1] == Retreating(
                Role.DEFENDER, bits("R-A19"), MAP.hex("1413"), 1, 0
            )


def test_8_2_6_who_survives_without_a_way_is_disorganised() -> None:
    """8.2.6 - guns too, as long as troops are with them; else they are lost."""
    stacks = {"1414": ["W-Volyn", "W-HQ2"], "1413": ["R-52", "R-A19"]}
    state = fight(stacks, "1413", ["W-Volyn"])
    Blocked(Role.DEFENDER, bits("R-52", "R-A19")).run(state)
    assert has(state, "disorganised", "R-52")
    assert has(state, "disorganised", "R-A19")
    bare = fight(stacks, "1413", ["W-Volyn"])
    bare.destroy(CAMPAIGN.by_id["R-52"], "8.2.5")
    Blocked(Role.DEFENDER, bits("R-A19")).run(bare)
    assert where(bare, "R-A19") is None


def test_8_2_6_an_attacker_retreats_from_each_of_his_hexes() -> None:
    """8.2.6 - with the pieces that attacked; others stay."""
    stacks = {
        "1414": ["W-Volyn", "W-Ural"],
        "1513": ["W-Narv:2"],
        "1413": ["R-187", "R-188", "R-189"],
    }
    state = throw(fight(stacks, "1413", ["W-Volyn", "W-Narv"]), 3)
    assert half_of(state, Role.ATTACKER).chooser is Role.DEFENDER
    retreating = next(
        number
        for number, option in enumerate(half_of(state, Role.ATTACKER).options, 1)
        if option.effect.retreat
    )
    play(state, f"choose {retreating}")
    while asked(state) in ("Lose", "RetreatTo"):
        play(state, min(offered(state)))
    assert where(state, "W-Ural") == "1414"
    assert where(state, "W-Volyn") != "1414"
    assert where(state, "W-Narv") != "1513"


def test_8_2_6_trains_retreat_by_rail_or_are_lost() -> None:
    """8.2.6 - from 1217 along the line; with the line closed the train is lost."""
    stacks = {"1118": ["W-Talab"], "1217": ["R-52", "R-AT1"]}
    state = front(stacks, turn=5)
    ways = retreat.retreat_hexes(state, RED, bits("R-AT1"), MAP.hex("1217"), 0)
    assert [MAP.name(hex_) for hex_ in ways] == ["1318"]


# 8.2.7


def test_8_2_7_the_victor_must_advance() -> None:
    """8.2.7, PG-6b - at least one piece, more if they like, into the hex left."""
    stacks = {"1414": ["W-Volyn", "W-Ostr"], "1413": ["R-49", "R-50:1"]}
    state = throw(fight(stacks, "1413", ["W-Volyn", "W-Ostr"]), 7)
    while asked(state) in ("Lose", "RetreatTo"):
        play(state, min(offered(state)))
    if asked(state) == "ChooseResult":
        play(state, "choose 1")
    while asked(state) == "Lose":
        play(state, min(offered(state)))
    assert asked(state) == "Advance"
    assert "halt" not in offered(state)
    play(state, "advance W-Volyn")
    assert where(state, "W-Volyn") == "1413"
    assert state.control[WHITE] >> MAP.hex("1413") & 1
    assert "halt" in offered(state)


def test_8_2_7_a_second_hex_needs_order_ammunition_and_no_zone() -> None:
    """8.2.7 - troops only; an enemy zone on the first hex, disorder or want of shells forbid it."""
    free = front({"1413": ["W-Volyn"]})
    piece = CAMPAIGN.by_id["W-Volyn"]
    assert retreat.second_hexes(free, WHITE, piece).bit_count() == 6
    watched = front({"1413": ["W-Volyn"], "1411": ["R-52"]})
    assert retreat.second_hexes(watched, WHITE, piece).bit_count() == 6
    close = front({"1413": ["W-Volyn"], "1412": ["R-52"]})
    assert retreat.second_hexes(close, WHITE, piece) == 0
    for mark in ("disorganised", "routed", "out_of_ammunition"):
        spent = front({"1413": ["W-Volyn"]}, **marked(mark, "W-Volyn"))
        assert retreat.second_hexes(spent, WHITE, piece) == 0
    tank = front({"1413": ["W-TkA"]})
    assert retreat.second_hexes(tank, WHITE, CAMPAIGN.by_id["W-TkA"]) == 0


def test_8_2_7_a1_is_one_hex() -> None:
    """8.2.7, PG-6c - after "1 a1" nobody goes on to a second hex."""
    state = throw(fight(EVEN, "1413", ["W-Volyn"]), 8)
    while asked(state) == "RetreatTo":
        play(state, min(offered(state)))
    assert half_of(state, Role.ATTACKER).text == "1 a1 / d"
    play(state, "choose 1", "advance W-Volyn")
    assert asked(state) == "Attack"
    assert where(state, "W-Volyn") == "1413"


def test_8_2_7_a1_is_one_hex_although_the_way_is_free() -> None:
    """8.2.7, PG-6b, PG-6c - "1 a1" of m3 halts where "1 a" of m5 may go on."""
    for attacker, asks in (("W-Vyat", "Attack"), ("W-Ostr:2", "SecondHex")):
        id_ = attacker.partition(":")[0]
        state = fight({"1414": [attacker], "1413": ["R-49"]}, "1413", [id_])
        throw(state, 11 - sum(modifiers(state).values()))
        while asked(state) == "RetreatTo":
            play(state, min(offered(state)))
        play(state, f"advance {id_}")
        assert asked(state) == asks


def test_8_2_7_what_the_enemy_left_behind_is_lost() -> None:
    """8.2.7 - fort guns fall with their fort."""
    state = front({"1503": ["E-4"], "1602": ["R-AKG"]}, segment="white combat", turn=5)
    able = retreat.may_advance(state, WHITE, bits("E-4"), MAP.region("1602"))
    assert able == {CAMPAIGN.by_id["E-4"]: MAP.region("1602")}
    from grognard.games.petrograd.advancing import move_in

    move_in(state, WHITE, CAMPAIGN.by_id["E-4"], MAP.hex("1602"))
    assert where(state, "R-AKG") is None
    assert left(state, "R-AKG") == 0


def test_8_2_7_a_victorious_defender_may_take_the_attackers_hex() -> None:
    """8.2.7 - "- / a1": the defender's choice, into a hex from which the attack came."""
    stacks = {"1414": ["W-Volyn"], "1413": ["R-187", "R-188", "R-189"]}
    state = throw(fight(stacks, "1413", ["W-Volyn"]), 4)
    play(state, "choose 1")
    while asked(state) in ("Lose", "RetreatTo"):
        play(state, min(offered(state)))
    assert (asked(state), state.seat) == ("ChooseResult", RED)
    advancing = next(
        number
        for number, option in enumerate(half_of(state, Role.DEFENDER).options, 1)
        if option.effect.advance
    )
    play(state, f"choose {advancing}")
    assert asked(state) == "Advance"
    play(state, "advance R-187")
    assert where(state, "R-187") == "1414"


# 8.2.8


def test_8_2_8_surrender_takes_everything() -> None:
    """8.2.8, PG-6g - regiments and guns leave the game, their SP are prisoners."""
    stacks = {"1414": ["W-Talab", "W-Lib"], "1413": ["R-49", "R-A6"]}
    state = throw(fight(stacks, "1413", ["W-Talab", "W-Lib"], turn=5), 12)
    assert half_of(state, Role.DEFENDER).options[0].effect.surrender
    assert where(state, "R-49") is None
    assert where(state, "R-A6") is None
    assert state.prisoners[RED] == 2


# 8.3 to 8.6


def test_8_3_encircled_on_all_six_sides() -> None:
    """8.3, PG-2a, PG-7i - held or watched hexes all round; one way out is enough."""
    state = encircled()
    assert zones.encircled(state, RED, MAP.region("1413"))
    state = attack(state, "1413", ["W-Volyn"])
    assert modifiers(state)["PG-7i"] == 2
    fought = battle.reckon(state, battle_of(state))
    assert morale_row(fought.defender, CAMPAIGN.sheet) == 2
    open_ = front({"1414": ["W-Volyn"], "1312": ["W-Lib"], "1413": ["R-52"]}, turn=5)
    assert not zones.encircled(open_, RED, MAP.region("1413"))


def test_8_3_own_troops_next_door_and_sources_break_a_ring() -> None:
    """8.3 - a friend in a watched hex opens it; a source is never encircled."""
    ring = {"1414": ["W-Volyn"], "1312": ["W-Lib"], "1513": ["W-Riga"], "1412": ["W-HorseJ"]}
    helped = front({**ring, "1413": ["R-52"], "1313": ["R-16"]}, turn=5)
    assert not zones.encircled(helped, RED, MAP.region("1413"))
    ring = {"4214": ["W-Talab"], "4115": ["W-Lib"], "4116": ["W-Riga"], "4216": ["W-Polt"]}
    gate = front({**ring, "4215": ["R-52"]}, turn=5)
    assert not CAMPAIGN.ground.around[MAP.hex("4215")] & ~zones.barred(gate, RED)
    assert not zones.encircled(gate, RED, MAP.region("4215"))


def test_8_3_an_encircled_attacker_reads_a_lower_row() -> None:
    """8.3, PG-2a - no +2 for his enemy, but a row less for him."""
    ring = {"1414": ["R-52"], "1312": ["R-53"], "1513": ["R-54"], "1412": ["R-16"]}
    stacks = {**ring, "1413": ["W-Volyn", "W-Talab"]}
    state = fight(stacks, "1414", ["W-Volyn"])
    fought = battle.reckon(state, battle_of(state))
    assert fought.attacker.encircled
    assert not fought.defender.encircled
    assert "PG-7i" not in modifiers(state)
    assert morale_row(fought.attacker, CAMPAIGN.sheet) == 3


def test_8_3_one_free_hex_among_those_of_the_attackers_is_enough() -> None:
    """8.3, PG-2a - who attacks from two hexes is encircled only where both of them are."""
    ring = {"1414": ["R-52"], "1312": ["R-53"], "1513": ["R-54"], "1412": ["R-16"]}
    stacks = {**ring, "1413": ["W-Volyn"], "1515": ["W-Lib"]}
    state = fight(stacks, "1414", ["W-Volyn", "W-Lib"])
    assert zones.encircled(state, WHITE, MAP.region("1413", "1515")) == MAP.region("1413")
    assert not battle.reckon(state, battle_of(state)).attacker.encircled


NIGHT = {"1414": ["W-Volyn", "W-Ostr", "W-HQ1"], "1413": ["R-52"]}


def test_8_4_who_may_attack_by_night() -> None:
    """8.4, PG-7g - NWA, quality 4, in command, no tank or aircraft."""
    state = front(NIGHT, segment="white combat", turn=5)
    assert battle.may_attack_by_night(state, bits("W-Volyn"), 0)
    assert not battle.may_attack_by_night(state, bits("W-Ural"), 0)
    assert not battle.may_attack_by_night(state, bits("W-Volyn", "W-TkA"), 0)
    assert not battle.may_attack_by_night(state, bits("W-Volyn"), bits("W-Air"))
    assert not battle.may_attack_by_night(state, bits("E-4"), 0)
    assert not battle.may_attack_by_night(state, bits("R-Lat5"), 0)
    lost = front(NIGHT, segment="white combat", turn=5, uncommanded=["W-Volyn"])
    assert not battle.may_attack_by_night(lost, bits("W-Volyn"), 0)
    assert modifiers(attack(state, "1413", ["W-Volyn"], night=True))["PG-7g"] == 1


def test_8_4_not_twice_running_and_once_for_each_formation() -> None:
    """8.4 - last turn's night attackers rest; a second attack of 3 Div is by day."""
    tired = front(NIGHT, segment="white combat", turn=5, night_before=["W-Volyn"])
    assert not battle.may_attack_by_night(tired, bits("W-Volyn"), 0)
    used = front(NIGHT, segment="white combat", turn=5, night_now=["W-Temn"])
    assert not battle.may_attack_by_night(used, bits("W-Volyn"), 0)
    assert battle.may_attack_by_night(used, bits("W-Ostr"), 0)


def test_8_4_this_turns_night_is_next_turns_rest() -> None:
    """8.4 - the marks move on with White's phases."""
    state = attack(front(NIGHT, segment="white combat", turn=5), "1413", ["W-Ostr"], night=True)
    throw(state, 4)
    while asked(state) != "Attack":
        play(state, min(offered(state)))
    advance_to(state, "red movement")
    advance_to(state, "white movement")
    assert has(state, "night_before", "W-Ostr")
    assert state.night_now == 0


@pytest.mark.parametrize(
    ("side", "hex_", "origins", "total"),
    [
        (RED, "1413", ["1414"], 0),
        (RED, "0210", ["0209"], 1),  # forest
        (RED, "0214", ["0213"], 1),  # marsh
        (RED, "2910", ["2911"], 2),  # heights
        (RED, "1817", ["1818"], 1),  # town
        (RED, "2913", ["2912"], 4),  # large town, trench of 2
        (WHITE, "2913", ["2912"], 2),  # the trench serves Red
        (RED, "3205", ["3206"], 1),
        (RED, "3203", ["3204"], 3),  # Petrograd
        (RED, "3207", ["3208"], 4),  # heights, trench of 2
        (RED, "1602", ["1503"], 4),  # town in a fort of 3
        (RED, "2302", [], 5),  # a fort of 4 in a large town: never above 5
        (WHITE, "1602", ["1503"], 1),  # forts never serve White
        (RED, "0418", ["0319"], 3),  # town, trench, river
        (RED, "0418", ["0319", "0518"], 2),  # not all cross
        (RED, "0418", ["0518"], 2),
    ],
)
def test_8_5_defensive_values(side: int, hex_: str, origins: list[str], total: int) -> None:
    """8.5, PG-7k - ground or settlement, work, river, and the limits."""
    state = front({})
    values = battle.defensive_values(state, [WHITE, RED][side], MAP.hex(hex_), MAP.region(*origins))
    assert sum(value for _, value in values) == total


def test_8_5_a_trench_serves_white_after_a_whole_turn() -> None:
    """8.5 - Gatchina taken this turn does not, next turn it does."""
    state = front({"2913": ["W-Volyn"]}, turn=5)
    here = MAP.hex("2913")
    assert sum(v for _, v in battle.defensive_values(state, WHITE, here, MAP.region("2912"))) == 4
    state.was_white &= ~MAP.region("2913")
    assert sum(v for _, v in battle.defensive_values(state, WHITE, here, MAP.region("2912"))) == 2


def test_8_6_tanks_may_break_down_after_an_attack() -> None:
    """8.6 - 10 or more until the end of the next phases of their side; 9 runs on."""
    stacks = {"1414": ["W-Volyn", "W-TkA"], "1413": ["R-52", "R-53"]}

    def after(total: int) -> Petrograd:
        state = throw(fight(stacks, "1413", ["W-Volyn", "W-TkA"]), 3)
        while asked(state) != "BreakdownThrow":
            play(state, min(offered(state)))
        return throw(state, total)

    assert not has(after(9), "broken_down", "W-TkA")
    state = after(10)
    assert has(state, "broken_down", "W-TkA")
    advance_to(state, "red movement")
    advance_to(state, "white movement")
    assert has(state, "broken_down", "W-TkA")
    assert "move W-TkA" not in offered(state)
    advance_to(state, "red movement")
    assert not has(state, "broken_down", "W-TkA")
