"""Chapter 9: support by headquarters."""

from __future__ import annotations

from games.bautzen.board import factors, fight, offered, play, position


def helpers(german: dict[str, list[str]], *attackers: str) -> set[str]:
    """Return who may support an attack on 2110."""
    state = position(german, {"2110": ["13/5DP"]})
    play(state, "attack 2110", *(f"join {id_}" for id_ in attackers))
    return offered(state, "support")


def test_9_1_a_headquarters_supports_units_in_its_command_distance() -> None:
    """BZ-9.1a: QG/20Pz to 3 hexes: 1812 to 2111 is 3, 1712 is 4."""
    assert helpers({"2111": ["21/20Pz"], "1812": ["QG/20Pz"]}, "21/20Pz") == {"QG/20Pz"}
    assert helpers({"2111": ["21/20Pz"], "1712": ["QG/20Pz"]}, "21/20Pz") == set()


def test_9_1_one_participant_in_reach_is_enough() -> None:
    """BZ-9.1a: 2010 is 3 from 1712, 2111 is 4."""
    german = {"2111": ["21/20Pz"], "2010": ["59/20Pz"], "1712": ["QG/20Pz"]}
    assert helpers(german, "21/20Pz") == set()
    assert helpers(german, "21/20Pz", "59/20Pz") == {"QG/20Pz"}


def test_9_1_once_in_its_own_combat_segment_and_once_in_the_enemy_s() -> None:
    """BZ-9.1a: never split between two combats."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz"], "2112": ["QG/20Pz"]},
        {"2110": ["13/5DP"], "2210": ["15/5DP"]},
        then=["allied combat"],
    )
    fight(state, "2110", "21/20Pz", support=["QG/20Pz"])
    play(state, "throw 1", "lose 21/20Pz", "attack 2210", "join 59/20Pz")
    assert offered(state, "support") == set()
    play(state, "fight", "enough", "seal", "seal", "throw 3", "lose 59/20Pz", "done")
    play(state, "attack 2111", "join 13/5DP", "fight")
    assert offered(state, "support") == {"QG/20Pz"}
    play(state, "support QG/20Pz", "enough", "seal", "seal", "throw 6")  # 3 against 6 + 6: 2/1
    play(state, "retreat 0", "lose 59/20Pz", "lose 13/5DP", "lose 13/5DP")
    play(state, "attack 2111", "join 15/5DP", "fight")
    assert offered(state, "support") == set()


def test_9_1_a_defender_s_headquarters_supports_once_in_the_enemy_s_segment() -> None:
    """BZ-9.1a: QG/5DP helps 2110, then no more."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz"]},
        {"2110": ["13/5DP"], "2210": ["15/5DP"], "2109": ["QG/5DP"]},
    )
    fight(state, "2110", "21/20Pz", defence=["QG/5DP"])
    play(state, "throw 4", "lose 21/20Pz", "lose 21/20Pz")
    play(state, "attack 2210", "join 59/20Pz", "fight")
    assert offered(state, "support") == set()


def test_9_2_a_formation_s_unit_takes_support_from_its_own_and_from_corps_headquarters() -> None:
    """BZ-9.2a: not from another division's."""
    german = {
        "2111": ["21/20Pz"],
        "2112": ["QG/20Pz"],
        "2211": ["QG/HG1"],
        "2011": ["QG/57PzK"],
        "2012": ["QG/GDPzK"],
    }
    assert helpers(german, "21/20Pz") == {"QG/20Pz", "QG/57PzK", "QG/GDPzK"}


def test_9_2_units_of_two_formations_bring_both_headquarters() -> None:
    """BZ-9.2a."""
    german = {"2111": ["21/20Pz", "PzG1/HG1"], "2112": ["QG/20Pz"], "2211": ["QG/HG1"]}
    assert helpers(german, "21/20Pz", "PzG1/HG1") == {"QG/20Pz", "QG/HG1"}


def test_9_2_an_independent_takes_support_from_corps_or_army_headquarters_only() -> None:
    """BZ-9.2a (BZ-R41)."""
    german = {"2111": ["KG72"], "2112": ["QG/17ID"], "2011": ["QG/57PzK"]}
    assert helpers(german, "KG72") == {"QG/57PzK"}


def test_9_2_the_polish_army_supports_poles_and_no_soviets() -> None:
    """BZ-9.2a (BZ-R22)."""
    for unit, expected in (("13/5DP", {"QG/2AWP"}), ("776/214RD", set()), ("1KP", {"QG/2AWP"})):
        state = position(
            {"2110": ["KG72"]}, {"2111": [unit], "2112": ["QG/2AWP"]}, segment="allied combat"
        )
        play(state, "attack 2110", f"join {unit}")
        assert offered(state, "support") == expected


def test_9_2_support_counts_at_most_as_much_as_the_attack() -> None:
    """BZ-9.2b: 4 with 6 + 6 of headquarters and 6 of artillery is 8."""
    german = {"2111": ["59/20Pz"], "2112": ["QG/20Pz"], "2011": ["QG/57PzK"], "2012": ["777"]}
    state = position(german, {"2110": ["13/5DP"]})
    support = ["QG/20Pz", "QG/57PzK", "777"]
    assert fight(state, "2110", "59/20Pz", support=support).attack_total == 8


def test_9_2_support_below_the_limit_counts_whole() -> None:
    """BZ-9.2b: 6 + 4 = 10 with 6: 16; with 6 + 6: 20; the 6 of the guns bring nothing more."""
    german = {
        "2111": ["21/20Pz", "59/20Pz"],
        "2112": ["QG/20Pz"],
        "2011": ["QG/57PzK"],
        "2012": ["777"],
    }
    for support, expected in (
        (["QG/20Pz"], 16),
        (["QG/20Pz", "QG/57PzK"], 20),
        (["QG/20Pz", "QG/57PzK", "777"], 20),
        (["777"], 16),
    ):
        state = position(german, {"2110": ["13/5DP"]})
        reckoning = fight(state, "2110", "21/20Pz", "59/20Pz", support=support)
        assert reckoning.attack_total == expected


def test_9_2_the_limit_counts_the_attack_after_all_halving() -> None:
    """BZ-9.2b, BZ-7.3b: unsupplied in 2313, 6 is 3; with the 6 of a supplied headquarters, 6."""
    state = position(
        {"2313": ["21/20Pz"], "2113": ["QG/20Pz"]}, {"2211": ["13/5DP"], "2312": ["15/5DP"]}
    )
    assert fight(state, "2312", "21/20Pz", support=["QG/20Pz"]).attack_total == 6


def test_9_2_support_in_defence_has_no_limit() -> None:
    """BZ-9.2b: 3 with 5 + 9 + 6 is 23 (BZ-R21)."""
    state = position(
        {"2111": ["21/20Pz"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP"], "2108": ["QG/2AWP"], "2208": ["8C"]},
        reduced=["13/5DP"],
    )
    reckoning = fight(state, "2110", "21/20Pz", defence=["QG/5DP", "QG/2AWP", "8C"])
    assert reckoning.defence_total == 3 + 5 + 9 + 6
    assert factors(reckoning)["QG/2AWP"] == 9


def test_9_1_support_is_never_forced() -> None:
    """BZ-9.1a: the attacker may fight without it, the defender may have enough."""
    state = position(
        {"2111": ["21/20Pz"], "2112": ["QG/20Pz"]}, {"2110": ["13/5DP"], "2109": ["QG/5DP"]}
    )
    reckoning = fight(state, "2110", "21/20Pz")
    assert (reckoning.attack_total, reckoning.defence_total) == (6, 4)
