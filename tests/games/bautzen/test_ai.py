"""What the planning opponents know: supply, and what formations can do together."""

from __future__ import annotations

from random import Random

from games.bautzen.board import ALLIED, GERMAN, position
from grognard.games.bautzen.ai.adviser import COLONEL, GENERAL
from grognard.games.bautzen.ai.appraise import Appraiser
from grognard.games.bautzen.ai.march import Planner
from grognard.games.bautzen.ai.style import Style

BAUTZEN = {"1409": ["929/254RD"], "1510": ["933/254RD"]}


def goals(post: str, style: Style) -> float:
    """Return what the goals are worth to the German side with a regiment in a hex."""
    state = position({post: ["21/20Pz"]}, BAUTZEN, segment="german movement")
    return Appraiser(state, GERMAN, style).holding(state).goals


def test_7_1_1_a_source_in_a_german_zone_is_worth_having() -> None:
    """BZ-7.1.1 - in 2305, next to 2306, one regiment shuts two of the three Allied sources."""
    for style in (COLONEL[GERMAN], GENERAL[GERMAN]):
        assert goals("2305", style) - goals("2303", style) > 1.5 * style.closing > 0


def test_7_1_1_an_allied_unit_in_a_source_keeps_it_open() -> None:
    """BZ-7.1.1 - a zone does not shut a source in which a unit stands."""
    style = COLONEL[GERMAN]
    worth = []
    for guard in ("2305", "2303"):
        allied = {**BAUTZEN, guard: ["776/214RD"]}
        state = position({"2205": ["21/20Pz"]}, allied, segment="german movement")
        worth.append(Appraiser(state, GERMAN, style).holding(state).goals)
    assert worth[0] < worth[1]


def test_the_allied_general_minds_a_unit_that_can_be_cut_off_more_than_the_colonel() -> None:
    assert GENERAL[ALLIED].line > COLONEL[ALLIED].line
    assert GENERAL[ALLIED].together > COLONEL[ALLIED].together


def sent(together: int) -> set[tuple[str, ...]]:
    """Return who could be sent against an enemy when two divisions face a strong stack."""
    german = {
        "2112": ["21/20Pz", "59/20Pz", "112/20Pz"],
        "2012": ["QG/20Pz"],
        "1912": ["Pz/BrgPzG", "1/BrgPzG", "2/BrgPzG"],
        "1812": ["QG/BrgPzG"],
    }
    allied = {"2009": ["13/5DP", "15/5DP", "17/5DP"], "2008": ["QG/5DP"]}
    state = position(german, allied, segment="german movement")
    planner = Planner(state, GERMAN, Style(together=together), Random(1))
    return {thrust.formations for thrust in planner.thrusts_in_sight()}


def test_8_1_formations_are_sent_against_a_hex_together() -> None:
    """BZ-8.1 - units of several formations may join one attack."""
    assert sent(0) == set()
    assert sent(1) == {("20Pz",), ("BrgPzG",)}
    assert sent(2) == {("20Pz",), ("BrgPzG",), ("20Pz", "BrgPzG")}
