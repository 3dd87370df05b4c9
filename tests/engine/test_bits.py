"""Sets of numbers: what is read out of them fast against what is read out one by one."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engine.bits import Picker, numbers, select

ITEMS = tuple(range(1000, 2000))


def plain(bits: int) -> list[int]:
    """Return the numbers of a set, each asked for by itself."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def draw(seed: int) -> int:
    """Return a set of up to 400 numbers, crowded or sparse."""
    rng = Random(seed)
    share, width = rng.random(), rng.randrange(1, 400)
    return sum(1 << number for number in range(width) if rng.random() < share)


@pytest.mark.parametrize("seed", range(50))
def test_numbers_and_selections_are_those_asked_for_one_by_one(seed: int) -> None:
    bits = draw(seed)
    wanted = [ITEMS[number] for number in plain(bits)]
    assert numbers(bits) == plain(bits)
    assert select(ITEMS, bits) == wanted
    assert Picker(ITEMS).select(bits) == wanted


@pytest.mark.parametrize("seed", range(50))
def test_one_item_is_picked_as_it_stands_in_the_selection(seed: int) -> None:
    bits, picker = draw(seed), Picker(ITEMS)
    found = [picker.pick(bits, index) for index in range(bits.bit_count())]
    assert found == picker.select(bits)


def test_a_number_at_every_place_alone_is_picked() -> None:
    picker = Picker(ITEMS)
    assert [picker.pick(1 << number, 0) for number in range(1000)] == list(ITEMS)


def test_nothing_is_picked_from_an_empty_set() -> None:
    with pytest.raises(IndexError):
        Picker(ITEMS).pick(0, 0)


def test_the_hexes_of_the_largest_map_that_can_be_numbered_are_read() -> None:
    """Crowded or sparse, up to 99 columns of 99 rows."""
    size = 99 * 100
    assert numbers((1 << size) - 1) == list(range(size))
    assert numbers(1 << size - 1 | 1) == [0, size - 1]
