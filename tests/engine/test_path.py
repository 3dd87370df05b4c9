"""Paths: the fast flood of regions against the plain search, and costs worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from grognard.engine.bits import bits_of, numbers
from grognard.engine.hexmap import HexMap
from grognard.engine.path import NEVER, WHOLE, Leg, Out, Paths, Scale, ZoneLaw

if TYPE_CHECKING:
    from collections.abc import Callable

BOARD = HexMap.rectangle(columns=9, rows=7)
LEAVING = ZoneLaw(leave=2)


def law_of(rng: Random) -> ZoneLaw:
    """Return any law of zones; half of them let the fast flood answer."""
    return ZoneLaw(
        enter=rng.choice((0, 0, 2, 3)),
        leave=rng.choice((0, 2)),
        stops=rng.random() < 0.7,
        from_zone_to_zone=rng.random() < 0.3,
        by_link=rng.random() < 0.3,
        infiltrates=rng.random() < 0.3,
    )


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
        leg = Leg(start, 0, rng.randrange(0, 17), zone, closed, law_of(rng))
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
    legs = [Leg(start, spent, 10, zone, closed, LEAVING) for spent, start in starts]
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
    leg = Leg(start, 0, 12, zone, 0, LEAVING)
    best = paths.costs(leg)
    for goal, cost in best.items():
        way = paths.route(leg, goal)
        spent, node = 0, start
        for number, hex_ in enumerate(way):
            price, node = paths.steps(node, zone, 2)[hex_]
            spent += price
            assert number == len(way) - 1 or not zone >> hex_ & 1
        assert (way[-1], spent) == (goal, cost)


@pytest.mark.parametrize("seed", range(60))
def test_what_cheapest_ways_pass(seed: int) -> None:
    """Every hex of a route is among them, and none that costs as much as the goal."""
    rng = Random(seed)
    paths = draw(rng) if seed % 3 == 0 else even() if seed % 3 == 1 else plain_ground(rng)
    for _ in range(10):
        zone = bits_of([hex_ for hex_ in BOARD.hexes if rng.random() < 0.2])
        closed = bits_of([hex_ for hex_ in BOARD.hexes if rng.random() < 0.1])
        law = ZoneLaw(rng.choice((0, 2)), rng.choice((0, 2)), by_link=seed % 2 == 0)
        start, spent = rng.choice(BOARD.hexes), rng.choice((0, 0, 3))
        leg = Leg(start, spent, rng.randrange(17), zone, closed, law)
        costs = paths.costs(leg)
        assert all(paths.cost(leg, goal) == costs.get(goal, NEVER) for goal in BOARD.hexes)
        for goal, cost in costs.items():
            passed = paths.passed(leg, goal)
            assert not bits_of(paths.route(leg, goal)[:-1]) & ~passed
            if law.by_link and seed % 3:
                assert passed == ways_over(paths, leg, goal, costs)
                assert all(costs[hex_] < cost for hex_ in numbers(passed))


def plain_ground(rng: Random) -> Paths:
    """Return the steps of a mover over random ground and roads, without lines."""
    ground = {hex_: rng.choice((2, 2, 4, 6, NEVER)) for hex_ in BOARD.hexes}
    roads = {side for side in _sides() if rng.random() < 0.3}
    return Paths(
        BOARD,
        lambda a, b: ground[b],
        lambda a, b: 1 if (min(a, b), max(a, b)) in roads else NEVER,
    )


def ways_over(paths: Paths, leg: Leg, goal: int, costs: dict[int, int]) -> int:
    """Return by plain steps the hexes that lead to a goal as cheaply as can be."""
    found, waiting = set[int](), [goal]
    while waiting:
        there = waiting.pop()
        more = leg.law.enter if leg.zone >> there & 1 else 0
        for here in set(BOARD.neighbours[there]) & set(costs) - found:
            # Without a zone, a step costs what a link costs, if that is less.
            steps = paths.steps(here, 0, 0)
            is_way = there in steps and costs[here] + steps[there][0] + more == costs[there]
            if is_way and not leg.zone >> here & 1:
                found.add(here)
                waiting.append(here)
    return bits_of(sorted(found))


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
        BOARD.name(h): c
        for h, c in paths.costs(Leg(BOARD.hex("0101"), 0, 6, 0, 0, ZoneLaw())).items()
    }
    assert (names["0102"], names["0103"], names["0104"]) == (1, 2, 3)
    zone = BOARD.region("0103")
    held = {
        BOARD.name(h): c
        for h, c in paths.costs(Leg(BOARD.hex("0101"), 0, 6, zone, 0, ZoneLaw())).items()
    }
    assert held["0103"] == 1 + 4
    assert "0104" not in held


def test_leaving_the_zone_costs_more_and_never_leads_to_the_zone() -> None:
    paths = road_over("0101 0102")
    zone = BOARD.region("0404", "0405")
    costs = paths.costs(Leg(BOARD.hex("0404"), 0, 6, zone, 0, LEAVING))
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


def even(cost: int = 2) -> Paths:
    """Return a mover who pays the same everywhere."""
    return Paths(BOARD, lambda a, b: cost, lambda a, b: NEVER, lambda b, a: 0)


def named(paths: Paths, leg: Leg) -> dict[str, int]:
    """Return the cost of every hex in reach, the fast flood agreeing with it."""
    costs = paths.costs(leg)
    assert numbers(paths.flood(leg)) == sorted(costs)
    return {BOARD.name(hex_): cost for hex_, cost in costs.items()}


COLUMN = ("0403", "0404", "0405", "0406")
"""A zone across the way south from 0402."""


def southward(law: ZoneLaw, allowance: int = 8, start: str = "0402") -> dict[str, int]:
    """Return what a mover reaches in the fourth column when its south is in a zone."""
    zone = BOARD.region(*COLUMN)
    others = BOARD.everywhere & ~BOARD.region("0401", "0402", *COLUMN)
    return named(even(), Leg(BOARD.hex(start), 0, allowance, zone, others, law))


def test_a_zone_stops_a_piece_or_only_costs_it_more() -> None:
    assert southward(ZoneLaw()) == {"0401": 2, "0403": 2}
    assert southward(ZoneLaw(enter=1)) == {"0401": 2, "0403": 3}
    through = ZoneLaw(enter=1, stops=False, from_zone_to_zone=True)
    assert southward(through) == {"0401": 2, "0403": 3, "0404": 6}
    assert southward(ZoneLaw(stops=False)) == {"0401": 2, "0403": 2}


def test_what_entering_costs_more_must_be_paid() -> None:
    assert "0403" in southward(ZoneLaw(enter=1), allowance=3)
    assert "0403" not in southward(ZoneLaw(enter=2), allowance=3)


def test_infiltration_leads_one_hex_from_zone_to_zone_for_all_a_piece_has() -> None:
    assert southward(ZoneLaw(leave=2), start="0404") == {}
    found = southward(ZoneLaw(leave=2, infiltrates=True), start="0404")
    assert found == {"0403": 8, "0405": 8}
    assert southward(ZoneLaw(infiltrates=True)) == {"0401": 2, "0403": 2}


def test_a_law_may_leave_the_road_open_in_a_zone() -> None:
    paths, zone = road_over("0101 0102 0103 0104"), BOARD.region("0103")
    held = named(paths, Leg(BOARD.hex("0101"), 0, 6, zone, 0, ZoneLaw(by_link=True)))
    assert held["0103"] == 2
    assert "0104" not in held


def test_a_step_for_all_a_piece_has_is_its_first_and_leads_into_no_zone() -> None:
    river = {frozenset((BOARD.hex("0402"), BOARD.hex("0403")))}
    paths = Paths(
        BOARD,
        lambda a, b: WHOLE if frozenset((a, b)) in river else 4,
        lambda a, b: NEVER,
        lambda b, a: 0,
    )
    others = BOARD.everywhere & ~BOARD.region("0401", "0402", "0403", "0404")
    leg = Leg(BOARD.hex("0402"), 0, 6, 0, others, ZoneLaw())
    assert named(paths, leg) == {"0401": 4, "0403": 6}
    assert paths.route(leg, BOARD.hex("0403")) == [BOARD.hex("0403")]
    assert named(paths, leg._replace(start=BOARD.hex("0401"))) == {"0402": 4}
    assert named(paths, leg._replace(spent=1)) == {"0401": 5}
    assert named(paths, leg._replace(zone=BOARD.region("0403"))) == {"0401": 4}


def test_a_piece_overruns_on_its_way_and_goes_on_with_what_is_left() -> None:
    paths, target = even(), BOARD.hex("0405")
    leg = Leg(BOARD.hex("0402"), 0, 12, 0, 1 << target, ZoneLaw(enter=2))
    found = paths.overrun(leg, target, more=2)
    assert found == (BOARD.hex("0404"), 2 * 2 + 2 + 2)
    assert paths.overrun(leg._replace(allowance=7), target, more=2) is None
    onward = Leg(target, found[1], 12, BOARD.region("0407"), 0, ZoneLaw(enter=2))
    assert named(paths, onward)["0406"] == 10
    assert "0407" not in named(paths, onward)


def test_who_stands_in_a_zone_overruns_only_from_where_he_began() -> None:
    paths, target = even(), BOARD.hex("0405")
    zone = BOARD.adjacent(1 << target)
    begun = Leg(BOARD.hex("0404"), 0, 8, zone, 1 << target, ZoneLaw())
    assert paths.overrun(begun, target, more=2) == (BOARD.hex("0404"), 4)
    assert paths.overrun(begun._replace(start=BOARD.hex("0402")), target, more=2) is None


@pytest.mark.parametrize("seed", range(40))
def test_steps_altered_are_those_laid_out_anew(seed: int) -> None:
    """Some sides cost otherwise: new costs that occurred before or not, with lines or without."""
    rng = Random(seed)
    ground = {hex_: rng.choice((2, 3, 4)) for hex_ in BOARD.hexes}
    dearer = {side: rng.choice((1, 2, NEVER, WHOLE)) for side in _sides() if rng.random() < 0.1}
    roads = {side for side in _sides() if rng.random() < 0.3}
    crossing = BOARD.hex("0504") if seed % 4 == 0 else -1

    def plain(a: int, b: int) -> int:
        return ground[b]

    def step(a: int, b: int) -> int:
        more = dearer.get((min(a, b), max(a, b)), 0)
        return ground[b] + more if more < WHOLE else more

    def link(a: int, b: int) -> int:
        return 1 if (min(a, b), max(a, b)) in roads else NEVER

    def cut(a: int, b: int) -> int:
        return NEVER if (min(a, b), max(a, b)) in dearer else link(a, b)

    def line(b: int, a: int) -> int:
        return 1 + BOARD.neighbours[b].index(a) % 2 if b == crossing else 0

    before, anew = Paths(BOARD, plain, link, line), Paths(BOARD, step, cut, line)
    legs = []
    for _ in range(20):
        zone = bits_of([hex_ for hex_ in BOARD.hexes if rng.random() < 0.2])
        legs.append(Leg(rng.choice(BOARD.hexes), 0, rng.randrange(17), zone, 0, law_of(rng)))
    known = [before.reach(leg) for leg in legs]

    def out_of(a: int) -> Out:
        return Out({b: (step(a, b), cut(a, b)) for b in BOARD.neighbours[a]})

    altered = before.altered({hex_ for side in dearer for hex_ in side}, out_of)
    for leg in legs:
        assert altered.near(leg.start, 3) == anew.near(leg.start, 3)
        assert altered.reach(leg) == anew.reach(leg)
        assert altered.costs(leg) == anew.costs(leg)
    assert [before.reach(leg) for leg in legs] == known
    assert [before.flood(leg) for leg in legs] == known, "what was there before stays as it was"


@pytest.mark.parametrize("seed", range(60))
def test_what_is_remembered_of_an_open_map_misleads_nobody(seed: int) -> None:
    """The same few starts, often with nothing in the way, before and after the map is altered."""
    rng = Random(seed)
    ground = {hex_: rng.choice((2, 2, 4)) for hex_ in BOARD.hexes}
    roads = {side for side in _sides() if rng.random() < 0.3}

    def link(a: int, b: int) -> int:
        return 2 - seed % 2 if (min(a, b), max(a, b)) in roads else NEVER

    def blown(number: int) -> tuple[set[int], Callable[[int], Out]]:
        sides = set(rng.sample(_sides(), number))

        def out_of(a: int) -> Out:
            costs = {b: (ground[b], link(a, b)) for b in BOARD.neighbours[a]}
            cut = {b: (ground[b] + 3, NEVER) for b in costs if (min(a, b), max(a, b)) in sides}
            return Out(costs | cut)

        return {hex_ for side in sides for hex_ in side}, out_of

    first = Paths(BOARD, lambda a, b: ground[b], link)
    hexes, out_of = blown(4)
    second = first.altered(hexes, out_of)
    more, out_of_third = blown(3)
    third = second.altered(hexes | more, out_of_third)
    starts = rng.sample(BOARD.hexes, 3)
    for _ in range(60):
        paths, start = rng.choice((first, second, third)), rng.choice(starts)
        share = rng.choice((0, 0, 0.03, 0.15))
        zone, closed = (
            bits_of([hex_ for hex_ in BOARD.hexes if rng.random() < share]) for _ in range(2)
        )
        law = ZoneLaw(rng.choice((0, 2)), rng.choice((0, 2)), by_link=rng.random() < 0.5)
        leg = Leg(start, rng.choice((0, 0, 2)), rng.randrange(10), zone, closed, law)
        costs = paths.costs(leg)
        assert numbers(paths.flood(leg)) == sorted(costs)
        assert all(paths.cost(leg, goal) == costs.get(goal, NEVER) for goal in BOARD.hexes)


def test_a_scale_holds_halves_and_thirds_together() -> None:
    scale = Scale("1", "1/2", "1/3")
    assert [scale.cost(points) for points in ("1/2", "1/3", 4)] == [3, 2, 24]
    assert [scale.words(cost) for cost in (0, 2, 6, 9)] == ["0", "⅓", "1", "1½"]
    with pytest.raises(ValueError, match="no whole number of 1/6 points"):
        scale.cost("1/4")
