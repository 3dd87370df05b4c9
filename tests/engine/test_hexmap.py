"""The hex map: neighbours and distances against counting on the board, maps with holes."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engine.bits import numbers
from grognard.engine.hexmap import HexError, HexMap

FULL = HexMap.rectangle(columns=8, rows=5)


def counted(board: HexMap, start: int) -> dict[int, int]:
    """Return how many hexes it is from one to each other, hex by hex."""
    found, queue = {start: 0}, [start]
    for here in queue:
        for there in board.neighbours[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


@pytest.mark.parametrize("size", [(8, 5), (1, 1), (1, 9), (9, 1), (7, 7)])
def test_a_distance_is_what_one_counts_on_the_board(size: tuple[int, int]) -> None:
    board = HexMap.rectangle(*size)
    for start in board.hexes:
        for there, count in counted(board, start).items():
            assert board.distance(start, there) == count


def test_distances_do_not_mind_holes() -> None:
    holes = HexMap(8, 5, [FULL.name(hex_) for hex_ in FULL.hexes if hex_ % 3])
    for a in holes.hexes:
        assert all(holes.distance(a, b) == FULL.distance(a, b) for b in holes.hexes)


@pytest.mark.parametrize("radius", [0, 1, 3, 300])
def test_a_circle_holds_what_is_so_near_over_holes_too(radius: int) -> None:
    holes = HexMap(8, 5, [FULL.name(hex_) for hex_ in FULL.hexes if hex_ % 3])
    for centre in holes.hexes:
        near = [there for there in holes.hexes if holes.distance(centre, there) <= radius]
        assert numbers(holes.circle(centre, radius)) == near


@pytest.mark.parametrize("seed", range(10))
def test_neighbours_are_the_hexes_next_to_one(seed: int) -> None:
    rng = Random(seed)
    board = HexMap(8, 5, [FULL.name(hex_) for hex_ in FULL.hexes if rng.random() < 0.7])
    for hex_ in board.hexes:
        assert board.around[hex_] == board.adjacent(1 << hex_)
        assert list(board.neighbours[hex_]) == numbers(board.around[hex_])
        assert all(FULL.distance(hex_, there) == 1 for there in board.neighbours[hex_])
    missing = [hex_ for hex_ in FULL.hexes if hex_ not in board.hexes]
    assert all(not board.neighbours[hex_] for hex_ in missing)


def test_the_distance_to_a_region_is_that_to_its_nearest_hex() -> None:
    region = FULL.region("0101", "0805")
    far = FULL.distances_to(region)
    for hex_ in FULL.hexes:
        assert far[hex_] == min(FULL.distance(hex_, goal) for goal in numbers(region))
    assert not any(FULL.distances_to(0))


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (100, 5), (5, 100)])
def test_a_map_that_cannot_be_numbered_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(HexError, match="cannot be numbered"):
        HexMap(*size, [])
