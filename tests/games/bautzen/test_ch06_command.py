"""Chapter 6: command, which only the use of a supply column asks for."""

from __future__ import annotations

from games.bautzen.board import number, offered, play, position
from grognard.games.bautzen.command import out_of_command


def commands(headquarters: str, post: str, unit: str, place: str, *, side: str = "german") -> bool:
    """Whether a headquarters at its post has a unit at its place in command."""
    stacks = (
        {post: [headquarters], place: [unit]} if post != place else {post: [headquarters, unit]}
    )
    german, allied = (stacks, {}) if side == "german" else ({}, stacks)
    state = position(german, allied, segment=f"{side} movement")
    return not out_of_command(state, 1 << number(unit))


def test_6_1_the_distance_counts_the_hex_of_the_unit_and_not_that_of_the_headquarters() -> None:
    """BZ-6: QG/20Pz has distance 3: 2113 to 2110 is in, to 2109 is out."""
    assert commands("QG/20Pz", "2113", "21/20Pz", "2110")
    assert not commands("QG/20Pz", "2113", "21/20Pz", "2109")
    assert commands("QG/20Pz", "2113", "21/20Pz", "2113")


def test_6_1_another_formation_s_headquarters_does_not_command() -> None:
    """BZ-6."""
    assert not commands("QG/HG1", "2111", "21/20Pz", "2110")


def test_6_1_corps_and_army_headquarters_command_their_nationality() -> None:
    """BZ-6: QG/57PzK to 4 hexes, QG/GDPzK to 5, QG/2AWP to 5 and Polish units only."""
    assert commands("QG/57PzK", "2113", "KG1/17ID", "2109")
    assert not commands("QG/57PzK", "2113", "KG1/17ID", "2108")
    assert commands("QG/GDPzK", "2113", "21/20Pz", "2108")
    assert commands("QG/2AWP", "2113", "13/5DP", "2108", side="allied")
    assert not commands("QG/2AWP", "2113", "13/5DP", "2107", side="allied")
    assert not commands("QG/2AWP", "2111", "776/214RD", "2110", side="allied")


def test_6_1_an_independent_obeys_any_headquarters_of_its_nationality() -> None:
    """BZ-6, BZ-7.2.2b."""
    assert commands("QG/17ID", "2112", "KG72", "2110")
    assert not commands("QG/17ID", "2113", "KG72", "2110")
    assert not commands("QG/214RD", "2111", "14S-TK", "2110", side="allied")


def test_6_1_terrain_enemies_and_zones_do_not_cut_command() -> None:
    """BZ-6: enemies in 2111 and 2112 stand between 2113 and 2110."""
    state = position(
        {"2113": ["QG/20Pz"], "2110": ["21/20Pz"]}, {"2111": ["13/5DP"], "2112": ["15/5DP"]}
    )
    assert not out_of_command(state, 1 << number("21/20Pz"))
    # 1510 to 1409 crosses a river; 1509 to 1609 a lake side
    assert commands("QG/20Pz", "1609", "21/20Pz", "1509")


def test_6_1_command_matters_only_for_supply_columns() -> None:
    """BZ-6: out of command a unit attacks as before, but its column is not offered."""
    for post, expected in (("2113", {"2111"}), ("1513", set())):
        state = position(
            {"2111": ["21/20Pz"], post: ["QG/20Pz"]},
            {"2110": ["776/214RD"]},
            german_convoys=["2111"],
        )
        play(state, "attack 2110", "join 21/20Pz", "fight", "enough")
        assert offered(state, "commit") == expected
