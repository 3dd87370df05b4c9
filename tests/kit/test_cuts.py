"""The cheapest line that parts two regions, against every set of hexes tried."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from grognard.engine.bits import bits_of, numbers
from grognard.engine.hexmap import HexMap
from grognard.kit.plans.cuts import cheapest_cut

MAP = HexMap(5, 5, [f"{column:02}{row:02}" for column in range(1, 6) for row in range(1, 6)])


def parts(cut: int, inner: int, outer: int) -> bool:
    return not MAP.flood(inner, avoiding=cut) & outer


@pytest.mark.parametrize("seed", range(12))
def test_no_cheaper_line_parts_two_hexes(seed: int) -> None:
    rng = Random(seed)
    hexes = list(MAP.hexes)
    price = [0] * MAP.size
    for hex_ in hexes:
        price[hex_] = rng.choice([1, 1, 2, 3])
    inner, outer = 1 << hexes[0], 1 << hexes[-1]
    cut = cheapest_cut(MAP, inner, outer, price)
    assert parts(cut, inner, outer)
    cost = sum(price[hex_] for hex_ in numbers(cut))
    others = [hex_ for hex_ in hexes if not inner >> hex_ & 1]
    for count in range(1, 4):
        for tried in combinations(others, count):
            if sum(price[hex_] for hex_ in tried) < cost:
                assert not parts(bits_of(tried), inner, outer)


def test_what_is_shut_already_costs_nothing_and_what_is_barred_is_gone_round() -> None:
    hexes = list(MAP.hexes)
    inner, outer = 1 << hexes[0], 1 << hexes[-1]
    around = list(MAP.neighbours[hexes[0]])
    price = [5] * MAP.size
    for hex_ in around:
        price[hex_] = 0
    assert cheapest_cut(MAP, inner, outer, price) == 0
    price[around[0]] = 1000
    assert not cheapest_cut(MAP, inner, outer, price) >> around[0] & 1
