"""What planning opponents share: plans found by trying, attacks composed, blows weighed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from grognard.engine.bits import bits_of, numbers
from grognard.engine.datafile import DataError, TomlFile
from grognard.engine.hexmap import HexMap
from grognard.kit.plans.attacks import Order, best_order, best_orders, choices
from grognard.kit.plans.blows import cumulative, exchange
from grognard.kit.plans.march import March
from grognard.kit.plans.weights import read_factors, read_level, read_weights, scaled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grognard.engine.hexmap import Hex, Region
    from grognard.kit.plans.march import Moves

BOARD = HexMap.rectangle(columns=8, rows=8)
FOE = BOARD.hex("0404")
GOAL = BOARD.hex("0801")


class Small(March):
    """Two formations and a rover, one piece a hex; it is good to ring the foe and to be at goal."""

    def __init__(self, together: int) -> None:
        super().__init__(range(5), Random(1), passes=2, together=together)
        starts = ("0102", "0103", "0707", "0708", "0601")
        self.places = [BOARD.hex(name) for name in starts]
        self.asked = 0

    def value(self) -> float:
        self.asked += 1
        ring = sum(BOARD.distance(hex_, FOE) == 1 for hex_ in self.places[:4])
        return 3.0 * (ring >= 2) + 5.0 * (ring == 4) - 0.2 * BOARD.distance(self.places[4], GOAL)

    def where(self, piece: int) -> Hex:
        return self.places[piece]

    def put(self, piece: int, hex_: Hex) -> None:
        self.places[piece] = hex_

    def fits(self, hex_: Hex) -> bool:
        return self.places.count(hex_) == 1

    def groups(self) -> dict[str, list[int]]:
        return {"first": [0, 1], "second": [2, 3]}

    def within(self, group: Sequence[int]) -> Region:
        return bits_of([hex_ for piece in group for hex_ in self.reach(piece)])

    def reach(self, piece: int) -> list[Hex]:
        return list(numbers(BOARD.disc(self.places[piece], 5)))

    def targets(self) -> Iterable[tuple[Hex, Region]]:
        yield FOE, BOARD.around[FOE]

    def arrangements(self, target: Hex, group: Sequence[int]) -> Iterable[Moves]:
        yield tuple(zip(group, numbers(BOARD.around[target]), strict=False))

    def promising(self, piece: int) -> Iterable[Hex]:
        return [hex_ for hex_ in self.reach(piece) if hex_ not in (*self.places, FOE)]


def test_formations_are_sent_where_the_plan_gains_and_a_piece_looks_for_itself() -> None:
    plan = Small(together=1)
    before = plan.value()
    plan.improve()
    assert plan.best == plan.value() > before
    assert [thrust.formations for thrust in plan.thrusts] == [("first",)]
    assert plan.where(4) == GOAL
    assert len({*plan.places}) == 5


def test_formations_together_are_worth_more_than_one_by_one() -> None:
    plan = Small(together=2)
    plan.improve()
    assert [thrust.formations for thrust in plan.thrusts] == [("first", "second")]
    assert plan.best == pytest.approx(8.0)


def test_a_thrust_that_no_longer_fits_leaves_the_plan_as_it_was() -> None:
    plan = Small(together=1)
    spot = numbers(BOARD.around[FOE])[0]
    plan.put(4, spot)
    plan.best = plan.value()
    before = list(plan.places)
    assert not plan.keep(((0, spot), (1, BOARD.hex("0405"))))
    assert plan.places == before


def test_the_best_attack_on_every_hex_comes_first() -> None:
    strength = {1: 4, 2: 6, 5: 3}

    def best_on(target: int) -> Order | None:
        sets = choices(0b100110, strength.__getitem__, [0b100010]) if target else []
        return best_order(
            sets,
            lambda who: Order(target, who, 0, sum(strength[p] for p in numbers(who)) / target - 4),
        )

    assert choices(0b100110, strength.__getitem__, [0b100010]) == [0b100, 0b110, 0b100110, 0b100010]
    found = best_orders([2, 0, 1], best_on)
    assert [(order.target, order.attackers) for order in found] == [(1, 0b100110), (2, 0b100110)]


def test_an_exchange_is_the_mean_over_the_dice() -> None:
    """Two dice against a small table, counted by brute force."""
    table = {total: (int(total < 5), total // 4) for total in range(2, 13)}
    attack, defence = cumulative([2.0]), cumulative([1.0, 4.0, 6.0])
    throws = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    each = [table[a + b] for a, b in throws]
    ways = [sum(a + b == total for a, b in throws) for total in table]
    assert exchange(list(table.values()), attack, defence, ways) == pytest.approx(
        (
            sum(defence[hurt] for _, hurt in each) / 36,
            sum(attack[lost] for lost, _ in each) / 36,
        )
    )


class Part(NamedTuple):
    """A part of a style."""

    city: float
    place: float


@dataclass(frozen=True)
class Taste:
    """A style of three weights and a part."""

    losses: float
    width: int
    worth: Part


TEXT = """
[taste]
losses = 1
width = 3
worth = {city = 2.5, place = 1.0}
"""


def read(text: str) -> Taste:
    return read_weights(TomlFile(Path("opponents.toml"), text).root.section("taste"), Taste)


def test_weights_are_read_by_the_fields_of_a_style_and_scaled() -> None:
    assert read(TEXT) == Taste(1.0, 3, Part(2.5, 1.0))
    assert scaled(read(TEXT), {"losses": 1.5}) == Taste(1.5, 3, Part(2.5, 1.0))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("losses = 1", "", "lacks losses"),
        ("losses = 1", "losses = nan", "not a number"),
        ("width = 3", "width = 2.5", "not a whole number"),
        ("width = 3", "width = 3\ncourage = 2", "courage means nothing"),
        ("place = 1.0", "place = true", "not a number"),
    ],
)
def test_a_weight_that_is_missing_wrong_or_unknown_is_refused(
    old: str, new: str, reason: str
) -> None:
    with pytest.raises(DataError, match=reason):
        read(TEXT.replace(old, new))


def test_a_temper_names_weights_that_there_are() -> None:
    root = TomlFile(Path("opponents.toml"), "[bold]\ncourage = 2.0\n").root
    with pytest.raises(DataError, match="no weight courage"):
        read_factors(root.section("bold"), Taste)


def test_a_level_is_told_in_every_language() -> None:
    text = 'id = "x"\nsearches = true\nseconds = 2\nis_usual = true\ngives_hints = false\n'
    words = '[names]\nen = "X"\nfr = "X"\n[says]\nen = "tries"\n'
    with pytest.raises(DataError, match="lacks fr"):
        read_level(TomlFile(Path("opponents.toml"), text + words).root)
    level = read_level(TomlFile(Path("opponents.toml"), f'{text}{words}fr = "essaie"\n').root)
    assert (level.id, level.searches, level.seconds, level.is_usual) == ("x", True, 2.0, True)
