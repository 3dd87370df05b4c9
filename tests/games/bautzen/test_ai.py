"""What the planning opponents know: supply, and what formations can do together."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from games.bautzen.board import ALLIED, GERMAN, MAP, position, with_options
from grognard.games.bautzen.ai.appraise import RING, Appraiser
from grognard.games.bautzen.ai.march import Planner
from grognard.games.bautzen.ai.style import Style
from grognard.games.bautzen.load import load
from grognard.games.bautzen.supply import network
from grognard.games.bautzen.victory import is_encircled, relieved

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen

STYLES = load().opponents.styles
SERGEANT, COLONEL, GENERAL = STYLES["sergeant"], STYLES["colonel"], STYLES["general"]
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


def test_11_2_a_source_is_held_by_whoever_stands_in_it() -> None:
    """BZ-11.2 - reinforcements enter by any source but one that the enemy occupies."""
    style = Style(closing=10.0, manning=7.0)
    for post, worth in (("2205", 0.0), ("2306", 7.0)):
        state = position({post: ["21/20Pz"]}, BAUTZEN, segment="german movement")
        judge = Appraiser(state, GERMAN, style)
        without = Appraiser(state, GERMAN, replace(style, manning=0.0))
        gained = judge.holding(state).goals - without.holding(state).goals
        assert gained == pytest.approx(worth * judge.urgency)


def test_a_source_that_is_manned_draws_less() -> None:
    state = position({"2306": ["21/20Pz"]}, BAUTZEN, segment="german movement")
    pulls = [
        Appraiser(state, GERMAN, Style(sources=3.0, eased=eased)).pull[MAP.hex("2306")]
        for eased in (0.2, 1.0)
    ]
    assert pulls[0] < pulls[1]


def test_7_1_1_a_source_is_worth_storming() -> None:
    """BZ-7.1.1 - the unit in a source keeps it open: to drive it out is worth its losses."""
    german = {"2206": ["21/20Pz", "59/20Pz", "112/20Pz"]}
    style = Style(closing=40.0, storm=1.0)
    gains = []
    for guard in ("2306", "2205"):
        state = position(german, {**BAUTZEN, guard: ["776/214RD"]}, segment="german combat")
        target = MAP.hex(guard)
        bold, plain = (
            Appraiser(state, GERMAN, one).loss_of(state, target, is_open=True)[6]
            for one in (style, replace(style, storm=0.0))
        )
        gains.append(bold - plain)
    assert gains[0] > 0 == gains[1]


def test_what_must_be_had_in_the_end_counts_more_in_the_last_turn() -> None:
    worths = []
    for turn in (4, 5, 6):
        state = position({"2206": ["21/20Pz"]}, BAUTZEN, segment="german movement", turn=turn)
        judge = Appraiser(state, GERMAN, Style(finish=3.0))
        worths.append(judge.finish)
    assert worths == [1.0, 2.0, 3.0]


RINGS = (
    ({"1812": ["21/20Pz"]}, 0),
    ({"2002": ["21/20Pz"], "2205": ["59/20Pz"]}, 1),
    (
        {
            "1902": ["KG1/546VGD"],
            "2102": ["21/20Pz"],
            "2305": ["59/20Pz"],
            "2306": ["112/20Pz"],
        },
        2,
    ),
    ({"2001": ["21/20Pz"], "2305": ["59/20Pz"], "2306": ["112/20Pz"]}, len(RING) - 1),
)


@pytest.mark.parametrize(("german", "units"), RINGS)
def test_13_a_ring_is_as_good_as_it_is_hard_to_open(
    german: dict[str, list[str]], units: int
) -> None:
    """BZ-13 - encircled is a city that no line joins to a source; any unit may open a line."""
    scenario = with_options(encirclement="supply")
    state = position(german, BAUTZEN, segment="german movement", scenario=scenario)
    judge = Appraiser(state, GERMAN, GENERAL[GERMAN])
    assert judge.ring(state, network(state, ALLIED, state.held[ALLIED])) == units
    assert all(is_encircled(state, hex_) for hex_ in state.scenario.victory.city) == (units > 0)
    assert opens_alone(state) == (units == 1)


def opens_alone(state: Bautzen) -> bool:
    """Return whether one more Allied unit somewhere would join an encircled city, by trying."""
    helper = next(piece.index for piece in state.scenario.pieces if piece.id == "13/5DP")
    for hex_ in MAP.hexes:
        trial = state.copy()
        if trial.held[GERMAN] >> hex_ & 1:
            continue
        city = [city for city in trial.scenario.victory.city if is_encircled(trial, city)]
        trial.place(helper, hex_, ALLIED)
        if any(not is_encircled(trial, hex_) for hex_ in city):
            return True
    return False


def test_every_german_above_the_recruit_makes_for_the_sources() -> None:
    for style in (SERGEANT[GERMAN], COLONEL[GERMAN], GENERAL[GERMAN]):
        assert style.sources > style.city
        assert style.closing > 0


def chance(german: dict[str, list[str]], allied: dict[str, list[str]], turn: int = 6) -> float:
    """Return how likely a general thinks the German side is to win."""
    state = position(german, allied, segment="german movement", turn=turn)
    judge = Appraiser(state, GERMAN, GENERAL[GERMAN])
    return judge.chance(state, relieved(state))


CITY = {"1409": ["21/20Pz"], "1510": ["59/20Pz"]}
PLACES = {"1910": ["PzG1/HG1"], "2108": ["PzG2/HG1"]}
DRESDEN = {"0113": ["Pz/BrgPzG"]}


def test_13_victory_is_a_conjunction() -> None:
    """BZ-13 - whatever is had besides, without one of the conditions nearly nothing is won."""
    far = {"0101": ["929/254RD"]}
    everything = chance(CITY | PLACES | DRESDEN, far)
    assert everything > 0.75
    assert chance(CITY | PLACES, {"0113": ["929/254RD"]}) < 0.25 * everything
    assert chance(CITY | DRESDEN, far) < 0.25 * everything
    assert chance(PLACES | DRESDEN, far | {"1409": ["933/254RD"]}) < 0.4 * everything


def test_13_what_hangs_on_a_goal_is_the_greater_the_nearer_victory_is() -> None:
    """BZ-13 - Dresden lost is all that counts where everything else is held."""
    state = position(CITY | PLACES, {"0113": ["929/254RD"]}, segment="german movement", turn=5)
    stakes = Appraiser(state, GERMAN, GENERAL[GERMAN]).stakes
    capital = MAP.hex("0113")
    assert max(stakes, key=lambda hex_: stakes[hex_]) == capital


def test_13_a_unit_that_walks_into_dresden_takes_it_back() -> None:
    """BZ-13 - control is the enemy's until a unit stops there; a plan must know it will."""
    state = position(CITY | PLACES | DRESDEN, {"0101": ["929/254RD"]}, segment="german movement")
    state.control[ALLIED] |= 1 << MAP.hex("0113")
    state.control[GERMAN] &= ~(1 << MAP.hex("0113"))
    judge = Appraiser(state, GERMAN, GENERAL[GERMAN])
    inside = judge.holding(state).goals
    trial = state.copy()
    trial.place(state.scenario.by_id["Pz/BrgPzG"], MAP.hex("0112"), GERMAN)
    assert judge.holding(trial).goals < inside - GENERAL[GERMAN].worth.capital / 2
