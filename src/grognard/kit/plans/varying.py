"""A plan varied by parts: somewhere on the map it is another plan's, and elsewhere as it was.

So a search can try one formation bolder or standing still, one unit more or less, and keep what is
good in two plans; and it costs no planning.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

    from grognard.engine.hexmap import Hex, Region
    from grognard.kit.plans.march import Moves

T = TypeVar("T")

PLANNED: Final = "planned"
STILL: Final = "still"
"""The names of the plan that was made first, and of the one without moves."""
REACHES: Final = (0, 1, 2, 3, 5)
"""How far round a hex a plan may be varied at a time."""
MISSES: Final = 12
"""After how many drawings in a row that bring nothing new all is taken to have been tried."""


class Draft(NamedTuple):
    """Moves of a side, by the name of the plan they make up."""

    name: str
    moves: Moves


def varied(
    mine: Moves,
    others: Sequence[Draft],
    start: Callable[[int], Hex],
    disc: Callable[[Hex, int], Region],
    rng: Random,
) -> Iterator[Draft]:
    """Yield plans that are one of the others round some hex, and `mine` everywhere else.

    A piece belongs to where it would go, or stands if it stays; none is yielded twice. A plan
    without moves (`STILL`) is one of the others like any. The others may grow in the meantime.
    """
    seen, misses = {frozenset(mine)}, 0
    while others and misses < MISSES:
        other = rng.choice(others)
        found = _mixed(mine, other.moves, start, disc, rng)
        if found is None or frozenset(found) in seen:
            misses += 1
            continue
        seen.add(frozenset(found))
        misses = 0
        yield Draft("without" if other.name == STILL else "partly", found)


def _mixed(
    mine: Moves,
    other: Moves,
    start: Callable[[int], Hex],
    disc: Callable[[Hex, int], Region],
    rng: Random,
) -> Moves | None:
    """Return one plan with a part of the other; nothing where they are the same."""
    here, there = dict(mine), dict(other)
    differ = [piece for piece in {**here, **there} if here.get(piece) != there.get(piece)]
    if not differ:
        return None
    pivot = rng.choice(differ)
    centre = rng.choice([plan.get(pivot, start(pivot)) for plan in (here, there)])
    near = disc(centre, rng.choice(REACHES)) if centre >= 0 else 0
    part = {pivot}
    for piece in differ:
        places = [plan.get(piece, start(piece)) for plan in (here, there)]
        if any(place >= 0 and near >> place & 1 for place in places):
            part.add(piece)
    kept = [(p, there[p] if p in part else hex_) for p, hex_ in mine if p not in part or p in there]
    return (*kept, *((p, hex_) for p, hex_ in other if p in part and p not in here))


def alternately(whole: Iterator[T], parts: Iterator[T]) -> Iterator[T]:
    """Yield of both by turns; when one has no more, what the other has.

    >>> list(alternately(iter("ab"), iter("123")))
    ['a', '1', 'b', '2', '3']
    """
    for one in whole:
        yield one
        yield from islice(parts, 1)
    yield from parts
