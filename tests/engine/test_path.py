"""Paths: the fast flood of regions against the plain search, and costs worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from grognard.engine.bits import bits_of, numbers
from grognard.engine.hexmap import HexMap
from grognard.engine.path import NEVER, Leg, Paths

BOARD = HexMap.rectangle(columns=9, rows=7)


def draw(rng: Random, link_cost: int = 1) -> Paths:
    """Return the steps of a mover over random ground, rivers, roads and a hex of two roads."""
    ground = {hex_: rng.choice((2, 2, 2, 4, NEVER)) for hex_ in BOARD.hexes}
    rivers = {side for side in _sides() if rng.random() < 0.2}
    roads = {side for side in _sides() if rng.random() < 0.3}
    crossing = BOARD.hex("0504")

    def step(a: int, b: int) -> int:
        return (
            ground[b] + (2 if (min(a, b), max(a, b)) in rivers else 0)
            if ground[b] < NEVER
            else NEVER
        )

    def link(a: int, b: int) -> int:
        return link_cost if (min(a, b), max(a, b)) in roads else NEVER

    def line(b: int, a: int) -> int:
        return 1 + BOARD.neighbours[b].index(a) % 2 if b == crossing else 0

    return Paths(BOARD, step, link, line)


def _sides() -> list[tuple[int, int]]:
    return [(a, b) for a in BOARD.hexes for b in BOARD.neighbours[a] if a < b]


@pytest.mark.parametrize("link_cost", [1, 2, 3])
@pytest.mark.parametrize("seed", range(60))
def test_the_flood_reaches_what_the_plain_search_reaches(seed: int, link_cost: int) -> None:
    rng = Random(seed)
    paths = draw(rng, link_cost)
    for _ in range(20):
        start = rng.choice(BOARD.hexes)
        zone = bits_of([h for h in BOARD.hexes if rng.random() < 0.2])
        closed = bits_of([h for h in BOARD.hexes if rng.random() < 0.15 and h != start])
        leg = Leg(start, 0, rng.randrange(0, 17), zone, closed, rng.choice((0, 2)))
        assert numbers(paths.reach(leg)) == sorted(paths.costs(leg))


@pytest.mark.parametrize("link_cost", [1, 2])
@pytest.mark.parametrize("seed", range(40))
def test_a_flood_from_several_starts_reaches_what_a_flood_from_each_does(
    seed: int, link_cost: int
) -> None:
    rng = Random(seed)
    paths = draw(rng, link_cost)
    starts = sorted((rng.randrange(0, 6), start) for start in rng.sample(BOARD.hexes, 3))
    begun = bits_of([start for _, start in starts])
    zone = bits_of([h for h in BOARD.hexes if rng.random() < 0.2]) & ~begun
    closed = bits_of([h for h in BOARD.hexes if rng.random() < 0.15]) & ~begun
    legs = [Leg(start, spent, 10, zone, closed, 2) for spent, start in starts]
    together = paths.flood(legs[0], [(leg.start, leg.spent) for leg in legs[1:]])
    apart = 0
    for leg in legs:
        apart |= paths.flood(leg)
    assert together | begun == apart | begun


@pytest.mark.parametrize("seed", range(20))
def test_a_route_is_made_of_legal_steps_and_costs_what_the_search_says(seed: int) -> None:
    rng = Random(seed)
    paths = draw(rng)
    start = BOARD.hex("0404")
    zone = bits_of([h for h in BOARD.hexes if rng.random() < 0.1])
    leg = Leg(start, 0, 12, zone, 0, 2)
    best = paths.costs(leg)
    for goal, cost in best.items():
        way = paths.route(leg, goal)
        spent, node = 0, start
        for number, hex_ in enumerate(way):
            price, node = paths.steps(node, zone, 2)[hex_]
            spent += price
            assert number == len(way) - 1 or not zone >> hex_ & 1
        assert (way[-1], spent) == (goal, cost)


def road_over(names: str) -> Paths:
    """Return a mover who pays 4 across country and 1 along one road."""
    hexes = [BOARD.hex(name) for name in names.split()]
    sides = {frozenset(pair) for pair in pairwise(hexes)}
    return Paths(
        BOARD,
        lambda a, b: 4,
        lambda a, b: 1 if frozenset((a, b)) in sides else NEVER,
        lambda b, a: 0,
    )


def test_a_step_that_touches_the_zone_is_not_made_at_the_links_cost() -> None:
    paths = road_over("0101 0102 0103 0104")
    names = {
        BOARD.name(h): c for h, c in paths.costs(Leg(BOARD.hex("0101"), 0, 6, 0, 0, 0)).items()
    }
    assert (names["0102"], names["0103"], names["0104"]) == (1, 2, 3)
    zone = BOARD.region("0103")
    held = {
        BOARD.name(h): c for h, c in paths.costs(Leg(BOARD.hex("0101"), 0, 6, zone, 0, 0)).items()
    }
    assert held["0103"] == 1 + 4
    assert "0104" not in held


def test_leaving_the_zone_costs_more_and_never_leads_to_the_zone() -> None:
    paths = road_over("0101 0102")
    zone = BOARD.region("0404", "0405")
    costs = paths.costs(Leg(BOARD.hex("0404"), 0, 6, zone, 0, 2))
    assert BOARD.hex("0405") not in costs
    assert costs[BOARD.hex("0403")] == 4 + 2


@pytest.mark.parametrize("seed", range(20))
def test_near_are_the_hexes_that_a_step_in_the_zone_can_pay_for(seed: int) -> None:
    rng = Random(seed)
    paths = draw(rng)
    for start in BOARD.hexes:
        costs = paths.steps(start, BOARD.everywhere, 0)
        for most in (-1, 0, 1, 2, 3, 4, 6, 40):
            affordable = sorted(hex_ for hex_, (cost, _) in costs.items() if cost <= most)
            assert numbers(paths.near(start, most)) == affordable
