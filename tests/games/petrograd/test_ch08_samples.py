"""The five sample combats of the scenario, from the real set-up where it holds them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from games.petrograd.front import CAMPAIGN, attack, front, modifiers, play
from grognard.games.petrograd import battle, odds
from grognard.games.petrograd.parts import battle_of
from grognard.games.petrograd.sequence import begin

if TYPE_CHECKING:
    from grognard.games.petrograd.state import Petrograd


def chance_to_win(state: Petrograd) -> Fraction:
    """Return the chance that the attacker wins the combat being fought."""
    return odds.value(battle.reckon(state, battle_of(state))).summary.attacker_wins


def at_combat(*moves: str) -> Petrograd:
    """Return the campaign on turn 1, White having moved these pieces."""
    state = begin(CAMPAIGN)
    play(state, "wait", "done")
    for move in moves:
        piece, hex_ = move.split()
        play(state, f"move {piece}", f"to {hex_}")
    return play(state, "done")


def test_8_2_3_yamburg_on_turn_1() -> None:
    """8.2.3, 8.4, 8.5, PG-7a, PG-7b, PG-7c, PG-7d, PG-7g, PG-7h, PG-7k - the sum is +6."""
    state = at_combat("W-Polt 0319", "W-Riga 0319", "W-AC 0319", "W-A5 0319", "W-HQ5 0319")
    attack(state, "0418", ["W-Lib", "W-Riga", "W-Polt", "W-AC"], ["W-A5"], night=True)
    assert modifiers(state) == {
        "PG-7a": 2,
        "PG-7b": 3,
        "PG-7c": 1,
        "PG-7d": 1,
        "PG-7g": 1,
        "PG-7h": 1,
        "PG-7k": -3,
    }
    assert chance_to_win(state) == 1


def test_8_2_3_sabsk_on_turn_1() -> None:
    """8.2.3, 8.4 - a Q3 regiment among the attackers does not spoil the night; +7."""
    state = at_combat("W-Sem 1126", "W-A2 1126")
    attack(state, "1125", ["W-Sem", "W-Ural"], ["W-A2"], night=True)
    found = modifiers(state)
    assert found == {
        "PG-7a": 3,
        "PG-7b": 2,
        "PG-7c": 1,
        "PG-7g": 1,
        "PG-7h": 1,
        "PG-7k": -1,
    }


def test_8_2_3_krasnaya_gorka() -> None:
    """8.2.2, 8.5 - Estonians and the fleet against the fort: -1, 28 %."""
    state = front(
        {
            "1502": ["E-4", "E-1", "E-Mar"],
            "1501": ["B-Fl", "E-Fl"],
            "1602": ["R-KG", "R-AKG"],
        },
        segment="white combat",
        turn=4,
    )
    attack(state, "1602", ["E-4", "E-1", "E-Mar"], ["B-Fl", "E-Fl"])
    assert modifiers(state) == {"PG-7a": 3, "PG-7b": 1, "PG-7c": -1, "PG-7k": -4}
    assert chance_to_win(state) == Fraction(10, 36)


def pulkovo() -> Petrograd:
    """Return White before Pulkovo: 7 SP Q5, a tank, aircraft; 8 SP Q4 with Trotsky defend."""
    return front(
        {
            "3208": ["W-Lib", "W-Riga", "W-HorseJ", "W-HQ5", "W-TkA"],
            "3010": ["W-Air"],
            "3207": ["R-Kur1", "R-Kur2", "R-187", "R-188", "R-Trot", "R-AC1"],
            "3206": ["R-AH"],
        },
        segment="white combat",
        turn=6,
    )


def test_8_2_3_pulkovo_on_turn_6() -> None:
    """8.2.3, 8.2.4, 10.5 - heights and trench hold: -3, 8 %."""
    state = pulkovo()
    attack(
        state,
        "3207",
        ["W-Lib", "W-Riga", "W-HorseJ", "W-TkA"],
        ["W-Air"],
        defence=["R-AH"],
    )
    assert modifiers(state) == {
        "PG-7a": -1,
        "PG-7b": 1,
        "PG-7c": -1,
        "PG-7e": 1,
        "PG-7f": 1,
        "PG-7k": -4,
    }
    assert chance_to_win(state) == Fraction(3, 36)


def test_8_4_pulkovo_by_night_without_tank_and_aircraft() -> None:
    """8.4, PG-7d - -5: not even twelve reaches a White column."""
    state = pulkovo()
    attack(state, "3207", ["W-Lib", "W-Riga", "W-HorseJ"], night=True, defence=["R-AH"])
    found = modifiers(state)
    assert found == {
        "PG-7a": -1,
        "PG-7b": 1,
        "PG-7c": -1,
        "PG-7d": -1,
        "PG-7g": 1,
        "PG-7k": -4,
    }
    assert chance_to_win(state) == 0


def test_8_2_3_pavlovsk_on_turn_7() -> None:
    """8.2.3, 5.3 - Kharlamov's group strikes: +3, 83 %."""
    state = front(
        {
            "3510": ["R-KurM", "R-KurT", "R-Lat5", "R-187", "R-HQKh"],
            "3410": ["W-Volyn", "W-VOstr:1"],
        },
        segment="red combat",
        turn=7,
    )
    attack(state, "3410", ["R-KurM", "R-KurT", "R-Lat5", "R-187"])
    assert modifiers(state) == {"PG-7a": 2, "PG-7b": 1, "PG-7h": 1, "PG-7k": -1}
    assert chance_to_win(state) == Fraction(30, 36)
