"""Zones and lines of supply against the plain way of finding them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from grognard.engine.bits import bits_of, numbers
from grognard.engine.hexmap import HexMap
from grognard.kit.board import masks
from grognard.kit.supply import Network, Parts, across, along
from grognard.kit.zones import Zones

if TYPE_CHECKING:
    from grognard.engine.hexmap import Region
    from grognard.kit.board import Beyond

FULL = HexMap.rectangle(columns=9, rows=7)
MAP = HexMap(9, 7, [FULL.name(hex_) for hex_ in FULL.hexes if hex_ % 11])


def some(rng: Random, share: float) -> Region:
    """Return a part of the map."""
    return bits_of([hex_ for hex_ in MAP.hexes if rng.random() < share])


def sides(rng: Random, share: float) -> Beyond:
    """Return masks of some sides, the same from both."""
    pairs = [(a, b) for a in MAP.hexes for b in MAP.neighbours[a] if a < b and rng.random() < share]
    return masks(MAP, [*pairs, *((b, a) for a, b in pairs)])


@pytest.mark.parametrize("seed", range(40))
def test_a_zone_is_the_neighbours_less_what_is_barred(seed: int) -> None:
    rng = Random(seed)
    held, rivers, lakes, cities = some(rng, 0.2), sides(rng, 0.2), sides(rng, 0.1), some(rng, 0.1)
    plain = {
        there
        for here in numbers(held)
        for there in MAP.neighbours[here]
        if not (rivers[here] | lakes[here]) >> there & 1 and not cities >> there & 1
    }
    assert numbers(Zones(MAP, rivers, lakes, never=cities).around(held)) == sorted(plain)
    assert Zones(MAP).around(held) == MAP.adjacent(held)


@pytest.mark.parametrize("seed", range(40))
def test_a_network_remembers_nothing_wrong(seed: int) -> None:
    rng = Random(seed)
    start, shut = some(rng, 0.05), 0
    network = Network(MAP, start)
    for _ in range(30):
        shut = shut ^ 1 << rng.choice(MAP.hexes) if rng.random() < 0.9 else some(rng, 0.3)
        assert network.avoiding(shut) == MAP.flood(start, avoiding=shut)


def lengths(start: Region, links: Beyond, avoiding: Region) -> dict[int, int]:
    """Return the fewest links from `start` to each hex, found one by one."""
    found = dict.fromkeys(numbers(start & ~avoiding), 0)
    queue = list(found)
    for here in queue:
        for there in numbers(links[here] & ~avoiding):
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_along_follows_links_as_far_as_they_go(seed: int) -> None:
    rng = Random(seed)
    start, links, shut = some(rng, 0.05), sides(rng, 0.4), some(rng, 0.1)
    plain = lengths(start, links, shut)
    assert numbers(along(start, links, avoiding=shut)) == sorted(plain)
    within = sorted(hex_ for hex_, length in plain.items() if length <= 3)
    assert numbers(along(start, links, avoiding=shut, most=3)) == within


@pytest.mark.parametrize("seed", range(40))
def test_parts_of_a_network_join_what_lines_join(seed: int) -> None:
    rng = Random(seed)
    links, shut = sides(rng, 0.25), some(rng, 0.1)
    parts = Parts(links, shut)
    for _ in range(20):
        start = some(rng, 0.05)
        assert parts.joined_to(start) == along(start, links, avoiding=shut)


@pytest.mark.parametrize("seed", range(60))
def test_across_counts_hexes_and_dear_ones_more(seed: int) -> None:
    rng = Random(seed)
    start, shut, marsh, rivers = some(rng, 0.06), some(rng, 0.1), some(rng, 0.4), sides(rng, 0.2)
    best = dict.fromkeys(numbers(start), 0)
    queue = list(best)
    while queue:
        here = min(queue, key=lambda hex_: best[hex_])
        queue.remove(here)
        for there in numbers(MAP.around[here] & ~rivers[here] & ~shut):
            cost = best[here] + (2 if marsh >> there & 1 else 1)
            if cost < best.get(there, 99):
                best[there] = cost
                queue.append(there)
    for most in range(5):
        found = across(MAP, start, most, avoiding=shut, dear={2: marsh}, barred=rivers)
        assert numbers(found) == sorted(hex_ for hex_, cost in best.items() if cost <= most)


def test_across_open_country_is_a_disc() -> None:
    start = MAP.hexes[20]
    assert across(FULL, 1 << start, 3, avoiding=0) == FULL.disc(start, 3)
