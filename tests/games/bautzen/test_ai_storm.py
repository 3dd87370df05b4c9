"""Storms of the city by all who can come, and support that stands where it is needed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from games.bautzen.board import GAME, GERMAN, MAP, position
from grognard.engine.bits import bits_of, numbers
from grognard.games.bautzen.ai.appraise import Appraiser
from grognard.games.bautzen.ai.march import Planner

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen

STYLE = GAME.opponents.style("colonel", GERMAN, "pocket")


def before_the_city() -> Bautzen:
    """Three German divisions south of a city that a regiment and a brigade hold."""
    return position(
        german={
            "1410": ["KG1/17ID", "KG2/17ID", "KG72"],
            "1512": ["Pz1/HG1", "PzG1/HG1"],
            "1513": ["PzG2/HG1", "QG/57PzK"],
            "1612": ["21/20Pz", "59/20Pz", "112/20Pz"],
            "1412": ["Pz/BrgPzG", "1/BrgPzG"],
            "1312": ["2/BrgPzG"],
            "1713": ["QG/HG1", "QG/20Pz"],
            "1313": ["QG/BrgPzG", "777"],
            "1712": ["QG/GDPzK"],
            "0113": ["PzG3/HG2"],
        },
        allied={"1510": ["933/254RD", "24/7GMC"], "1508": ["13/5DP"]},
        segment="german movement",
        turn=4,
    )


def planner() -> Planner:
    return Planner(before_the_city(), GERMAN, STYLE, Random(1))


def test_8_1_a_storm_brings_whole_divisions_and_sends_away_who_is_in_their_way() -> None:
    """BZ-8.1, BZ-5.2 - six points a hex: weak regiments make room for strong ones."""
    found = planner()
    moves = dict(found._storm(MAP.hex("1510"), spread=False))
    spots = MAP.adjacent(1 << MAP.hex("1510"))
    pieces, by_id = GAME.pieces, GAME.by_id
    there = [p for p, hex_ in moves.items() if spots >> hex_ & 1 and GAME.combat_units >> p & 1]
    for formation in ("HG1", "BrgPzG", "20Pz"):
        assert sum(pieces[p].formation == formation for p in there) == 3
    assert moves[by_id["KG72"]] != MAP.hex("1410")
    found._make(tuple(moves.items()))
    assert all(found.fits(hex_) for hex_ in numbers(found.trial.held[GERMAN]))


def test_13_a_storm_leaves_one_unit_in_a_place_that_the_enemy_could_walk_into() -> None:
    """BZ-13 - Dresden is not left for it."""
    found = planner()
    capital = MAP.hex("0113")
    found.judge.raiders[capital] = 100.0
    assert GAME.by_id["PzG3/HG2"] in found._guards()


def test_a_storm_is_among_the_thrusts_of_who_looks_for_them_alone() -> None:
    state = before_the_city()
    for storms in (0, 1):
        style = replace(STYLE, storms=storms)
        found = Planner(state, GERMAN, style, Random(1)).thrusts_in_sight()
        assert any(thrust.what == "storm" for thrust in found) == bool(storms)


def test_5_2_headquarters_behind_a_thrust_find_room_beside_one_another() -> None:
    """BZ-5.2 - two corps headquarters in one hex are too many: such a thrust was never made."""
    found = planner()
    group = found.groups()["HG1"]
    corps = {GAME.by_id["QG/57PzK"], GAME.by_id["QG/GDPzK"]}
    seen = 0
    for moves in found.arrangements(MAP.hex("1510"), group):
        back = found._make(moves)
        assert all(found.fits(hex_) for _, hex_ in moves)
        found._take_back(back)
        seen += corps <= {piece for piece, _ in moves}
    assert seen


def test_9_2_support_that_one_attack_cannot_use_is_left_for_the_next() -> None:
    """BZ-9.2 - no more support than attack factors: the division's own headquarters come first."""
    state = position(
        german={
            "1511": ["PzG1/HG1", "PzG2/HG1"],
            "1512": ["QG/HG1"],
            "1513": ["QG/57PzK"],
            "1712": ["QG/GDPzK"],
        },
        allied={"1510": ["933/254RD"]},
    )
    judge = Appraiser(state, GERMAN, STYLE)
    attackers = state.stacks[MAP.hex("1511")]
    helpers = bits_of([GAME.by_id[f"QG/{name}"] for name in ("HG1", "57PzK", "GDPzK")])
    assert judge._enough(state, attackers, 0, helpers) == 1 << GAME.by_id["QG/HG1"]
    assert judge._enough(state, attackers, 0, helpers & ~(1 << GAME.by_id["QG/HG1"])) == bits_of(
        [GAME.by_id["QG/GDPzK"], GAME.by_id["QG/57PzK"]]
    )


def test_9_1_a_headquarters_out_of_range_serves_nobody() -> None:
    """BZ-9.1 - those of the German army ran from the battle, and it fought without them."""
    service = []
    for post in ("1512", "1713", "0611"):
        state = position(
            german={"1511": ["Pz1/HG1", "PzG1/HG1", "PzG2/HG1"], post: ["QG/HG1"]},
            allied={"1510": ["933/254RD"]},
            segment="german movement",
        )
        service.append(Appraiser(state, GERMAN, STYLE).service(state))
    assert service == [8.0, 8.0, 0.0]


def test_9_1_a_headquarters_serves_those_beside_an_enemy_more() -> None:
    """BZ-9.1 - it supports in combat."""
    service = []
    for enemy in ("1510", "1501"):
        state = position(
            german={"1511": ["Pz1/HG1", "PzG1/HG1"], "1512": ["QG/HG1"]},
            allied={enemy: ["933/254RD"]},
            segment="german movement",
        )
        service.append(Appraiser(state, GERMAN, STYLE).service(state))
    assert service[0] > 2 * service[1] > 0
