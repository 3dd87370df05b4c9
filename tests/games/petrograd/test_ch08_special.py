"""8 - Combat on the board: rings, nights, defensive values, tanks that break down."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    encircled,
    fight,
    front,
    has,
    modifiers,
    offered,
    play,
    throw,
)
from grognard.games.petrograd import battle, zones
from grognard.games.petrograd.combat import morale_row
from grognard.games.petrograd.parts import battle_of

if TYPE_CHECKING:
    from grognard.games.petrograd.state import Petrograd

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
