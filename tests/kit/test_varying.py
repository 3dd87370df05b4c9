"""Plans varied by parts."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Final

from grognard.kit.plans.varying import PLANNED, STILL, Draft, alternately, varied

START: Final = (0, 10, 20)
"""Where three pieces stand, on a line of hexes."""
MINE: Final = ((0, 3), (1, 13))
OTHER: Final = ((1, 9), (2, 25))


def disc(centre: int, radius: int) -> int:
    """Return the hexes of the line at most so far from one."""
    return sum(1 << hex_ for hex_ in range(max(0, centre - radius), centre + radius + 1))


def plans(others: list[Draft], seed: int = 1) -> list[Draft]:
    """Return all that is varied from `MINE`."""
    return list(varied(MINE, others, START.__getitem__, disc, Random(seed)))


def test_every_piece_goes_where_one_of_the_plans_has_it() -> None:
    found = plans([Draft("bold", OTHER)])
    assert {name for name, _ in found} == {"partly"}
    for _, moves in found:
        ends = dict(moves)
        assert set(ends) <= {0, 1, 2}
        for piece, start in enumerate(START):
            both = {dict(plan).get(piece, start) for plan in (MINE, OTHER)}
            assert ends.get(piece, start) in both


def test_parts_of_the_map_change_together_and_the_rest_stays() -> None:
    """Piece 2 stands far from the others: it goes or stays without them."""
    found = {frozenset(moves) for _, moves in plans([Draft("bold", OTHER)])}
    assert frozenset({*MINE, (2, 25)}) in found
    assert frozenset({(0, 3), (1, 9)}) in found


def test_who_stands_still_is_named_and_nothing_comes_twice() -> None:
    found = plans([Draft(PLANNED, MINE), Draft(STILL, ())])
    assert {name for name, _ in found} == {"without"}
    moves = [frozenset(plan.moves) for plan in found]
    assert len(set(moves)) == len(moves)
    assert frozenset(MINE) not in moves
    assert {frozenset({(0, 3)}), frozenset({(1, 13)})} <= set(moves)


def test_equal_plans_cannot_be_varied() -> None:
    assert plans([Draft("bold", MINE)]) == []
    assert plans([]) == []


def test_plans_made_in_the_meantime_are_used() -> None:
    others = [Draft("bold", OTHER)]
    source = varied(MINE, others, START.__getitem__, disc, Random(2))
    next(source)
    others[0] = Draft(STILL, ())
    assert {name for name, _ in islice(source, 3)} == {"without"}


def test_what_is_left_of_one_comes_when_the_other_has_no_more() -> None:
    assert list(alternately(iter("abc"), iter("1"))) == ["a", "1", "b", "c"]
    assert list(alternately(iter(""), iter("12"))) == ["1", "2"]
