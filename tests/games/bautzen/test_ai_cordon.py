"""Lines round the city and across supply: no unit finds them alone, the plan does."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.bautzen.board import ALLIED, GAME, GERMAN, MAP, position
from grognard.engine.bits import bits_of, numbers
from grognard.games.bautzen.ai import cordon
from grognard.games.bautzen.ai.appraise import FIRM, Appraiser, belt
from grognard.games.bautzen.ai.march import Planner
from grognard.games.bautzen.ai.strength import foreseen_defence
from grognard.games.bautzen.victory import is_encircled, relieved

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen

CITY = GAME.victory.city
STYLE = GAME.opponents.style("colonel", GERMAN, "pocket")


def garrison() -> Bautzen:
    """Three German formations south of a city that holds out alone, late in the game."""
    return position(
        german={
            "1512": ["Pz1/HG1", "PzG1/HG1", "PzG2/HG1"],
            "1612": ["21/20Pz", "59/20Pz", "112/20Pz"],
            "1412": ["Pz/BrgPzG", "1/BrgPzG", "2/BrgPzG"],
            "1713": ["QG/HG1"],
            "0113": ["QG/HG2"],
        },
        allied={"1409": ["13/5DP", "15/5DP"], "1510": ["33/7DP", "35/7DP"], "2001": ["QG/14GRD"]},
        segment="german movement",
        turn=5,
        german_control=["1910", "2108"],
    )


def test_13_a_plan_shuts_the_city_in_whom_no_single_move_could() -> None:
    """BZ-13 - the German colonel of before stood beside an open city to the end."""
    state = garrison()
    planner = Planner(state, GERMAN, STYLE, Random(1))
    assert any(line.is_round_city and not line.gaps for line in planner.lines)
    planner.plan()
    end = planner.trial
    held = all(end.control[GERMAN] >> one & 1 or is_encircled(end, one) for one in CITY)
    assert held
    assert belt(end, relieved(end)) == FIRM


def test_7_a_line_is_sought_before_the_sources_of_supply_too() -> None:
    """BZ-7.1.1 - where they are."""
    state = garrison()
    planner = Planner(state, GERMAN, STYLE, Random(1))
    gates = GAME.board.sources[ALLIED]
    assert any(not line.is_round_city and line.hexes & gates for line in planner.lines)


def test_a_line_puts_nobody_where_he_cannot_go_and_names_its_gaps() -> None:
    state = garrison()
    planner = Planner(state, GERMAN, STYLE, Random(1))
    foes = state.held[ALLIED]
    for line in planner.lines:
        spots = bits_of([spot for _, spot in line.moves])
        assert len(line.moves) == len({piece for piece, _ in line.moves})
        assert all(planner.reach[piece] >> spot & 1 for piece, spot in line.moves)
        shut = spots | MAP.adjacent(spots)
        assert line.gaps == line.hexes & (foes | ~shut)


def test_3_an_enemy_steps_in_between_posts_three_hexes_apart_but_not_two() -> None:
    """BZ-3 - he stops in the first zone that he enters."""
    inner, outer = 1 << MAP.hex("1807"), 1 << MAP.hex("0607")

    def line(step: int) -> int:
        return bits_of([MAP.hex(f"12{row:02}") for row in [*range(1, 12, step), 12]])

    assert cordon.weak_spots(MAP, line(2), 0, (outer, inner)) == 0
    weak = cordon.weak_spots(MAP, line(3), 0, (outer, inner))
    assert {"1202", "1203"} <= set(map(MAP.name, numbers(weak)))


def test_7_3_who_is_surely_cut_off_threatens_with_half_and_without_support() -> None:
    """BZ-7.3 - beside an army without supply nobody need be afraid."""
    state = garrison()
    judge = Appraiser(state, GERMAN, STYLE)
    spot = MAP.hex("1511")
    access = MAP.adjacent(1 << spot)
    strong = judge._power(spot, access, 0)
    weak = judge._power(spot, access, state.held[ALLIED])
    assert strong == 12 + 9
    assert weak == 4 * (3 // 2)


def test_7_a_grip_on_supply_counts_more_the_more_it_takes_to_open_it() -> None:
    """BZ-7.1.1 - a unit in a source keeps it shut; a zone over it does until an enemy comes."""
    cut = {
        "manned": ["2001", "2305", "2306"],
        "beside": ["2002", "2304", "2307"],
    }
    worth = {}
    for name, hexes in cut.items():
        units = ["KG1/464ID", "KG2/464ID", "KG72"]
        state = position(
            german={where: [unit] for where, unit in zip(hexes, units, strict=True)},
            allied={"1409": ["13/5DP", "15/5DP"]},
            segment="german movement",
            turn=4,
        )
        worth[name] = Appraiser(state, GERMAN, STYLE).holding(state).passing
    assert worth["manned"] > worth["beside"] > 0


def test_5_3_an_over_stacked_hex_is_foreseen_to_defend_with_half() -> None:
    """BZ-5.3 - a city crammed with units is weak."""
    crammed = ["13/5DP", "15/5DP", "17/5DP", "33/7DP"]
    found = []
    for units in (crammed[:3], crammed):
        state = position(german={"1511": ["21/20Pz"]}, allied={"1510": units})
        found.append(foreseen_defence(state, ALLIED, MAP.hex("1510"))[0])
    assert found == [12, 8]


def test_13_nobody_lines_up_round_a_city_that_is_taken() -> None:
    """BZ-13 - then the places count."""
    state = position(
        german={"1409": ["21/20Pz"], "1510": ["59/20Pz"]},
        allied={"1507": ["13/5DP"]},
        segment="german movement",
    )
    planner = Planner(state, GERMAN, STYLE, Random(1))
    assert planner.lines
    assert not any(line.is_round_city for line in planner.lines)


def test_9_1_support_is_expected_once_and_not_for_every_hex() -> None:
    """BZ-9.1 - a headquarters supports one hex: who expects all of them never attacks."""
    state = position(
        german={"1511": ["21/20Pz"]},
        allied={"1510": ["13/5DP"], "1509": ["QG/5DP"], "1508": ["QG/2AWP"]},
    )
    found = [foreseen_defence(state, ALLIED, MAP.hex("1510"), share)[0] for share in (0, 0.5, 1)]
    assert found == [4, 4 + 7, 4 + 14]


def test_13_nobody_counts_on_a_weak_enemy_where_all_may_be_lost_at_one_throw() -> None:
    """BZ-13 - Dresden fell to a starving division while panzers stood beside it."""
    state = position(
        german={"0113": ["QG/HG2"], "0313": ["PzG3/HG2"]},
        allied={"0112": ["26/9DP", "28/9DP", "30/9DP"]},
        segment="german movement",
        turn=5,
    )
    judge = Appraiser(state, GERMAN, STYLE)
    line = judge.line(state, judge.holding(state).joined)
    calm = judge.threats(state, line, state.held[ALLIED])
    assert calm >= 0.9 * judge.threats(state, line, 0) > 20
