"""8 - Combat on the board: who attacks, and what counts."""

from __future__ import annotations

import pytest

from games.petrograd.front import (
    CAMPAIGN,
    EVEN,
    MAP,
    RED,
    WHITE,
    advance_to,
    asked,
    attack,
    bits,
    fight,
    front,
    has,
    ids,
    modifiers,
    offered,
    play,
    throw,
)
from grognard.games.petrograd import battle
from grognard.games.petrograd.combat import morale_row
from grognard.games.petrograd.load import chosen
from grognard.games.petrograd.parts import battle_of, half_of
from grognard.games.petrograd.table import Role

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
