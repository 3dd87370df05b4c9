"""Attacks composed from those who could make them: whom to send against which hex.

A game says who may attack a hex, how strong each of them is and what an attack is worth; the best
attack on every hex is sought among few, telling sets of attackers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Pieces: TypeAlias = int
"""A set of pieces, one bit each."""


class Order(NamedTuple):
    """An attack to make: on which hex, by whom, supported by whom, and what it promises."""

    target: int
    attackers: Pieces
    supports: Pieces
    value: float


def choices(
    near: Pieces,
    strength: Callable[[int], float],
    formations: Iterable[Pieces],
    along: Callable[[Pieces], Pieces] | None = None,
) -> list[Pieces]:
    """Return sets of attackers to weigh: the strongest, the two strongest, ..., each formation.

    `near` may attack by themselves. `along` adds to the strongest those who only come along with
    somebody else.

    >>> choices(0b111, lambda piece: piece, [0b011])
    [4, 6, 7, 3]
    """
    found: dict[Pieces, None] = {}
    taken = 0
    for piece in sorted(numbers(near), key=lambda piece: -strength(piece)):
        taken |= 1 << piece
        found[along(taken) if along else taken] = None
    for members in formations:
        if near & members:
            found[near & members] = None
    return list(found)


def best_order(sets: Iterable[Pieces], weigh: Callable[[Pieces], Order]) -> Order | None:
    """Return the best attack on one hex by any of these sets, the first of several."""
    best: Order | None = None
    for attackers in sets:
        order = weigh(attackers)
        if best is None or order.value > best.value:
            best = order
    return best


def programme(orders: Iterable[Order]) -> list[Order]:
    """Return the attacks that promise most together, best first: nobody takes part in two.

    What is best by itself may cost a better one its support, so that all of them are weighed
    together; of the orders for one hex at most one is taken.

    >>> greedy = Order(1, 0b0001, 0b1000, 5.0)
    >>> rich, poor = Order(2, 0b0110, 0b1000, 9.0), Order(2, 0b0110, 0, 1.0)
    >>> frugal = Order(1, 0b0001, 0, 4.0)
    >>> programme([greedy, rich, poor, frugal]) == [rich, frugal]
    True
    """
    by_target: dict[int, list[Order]] = {}
    for order in sorted(orders, key=lambda order: -order.value):
        by_target.setdefault(order.target, []).append(order)
    rows = list(by_target.values())
    hopes = [0.0]
    for row in reversed(rows):
        hopes.append(hopes[-1] + max(0.0, row[0].value))
    hopes.reverse()
    best, taken = (0.0, list[Order]()), list[Order]()

    def go_on(number: int, busy: Pieces, total: float) -> None:
        nonlocal best
        if total > best[0]:
            best = total, taken[:]
        if number == len(rows) or total + hopes[number] <= best[0]:
            return
        for order in rows[number]:
            members = order.attackers | order.supports
            if order.value > 0 and not members & busy:
                taken.append(order)
                go_on(number + 1, busy | members, total + order.value)
                taken.pop()
        go_on(number + 1, busy, total)

    go_on(0, 0, 0.0)
    return sorted(best[1], key=lambda order: -order.value)


def best_orders(targets: Iterable[int], best_on: Callable[[int], Order | None]) -> list[Order]:
    """Return the best attack on every hex, best first."""
    found = [order for order in map(best_on, targets) if order is not None]
    found.sort(key=lambda order: -order.value)
    return found
