"""10.3 - The odds as one side may know them: over every stack that fits what it sees.

Hidden counters of the enemy are taken off the board first, so nothing below can look at them.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

from grognard.engine.bits import bits_of, numbers
from grognard.engine.odds import Distribution, mixture
from grognard.engine.report import bar_table
from grognard.games.bautzen import combat
from grognard.games.bautzen.odds.attack import MARGIN, CombatEnd, Field, Summary, Weights, summarise
from grognard.games.bautzen.odds.table import chart_of
from grognard.games.bautzen.seen import MARKS
from grognard.games.bautzen.sight import hidden
from grognard.games.bautzen.stacking import limit, mixes, points
from grognard.games.bautzen.state import ENEMY, OFF_MAP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from fractions import Fraction

    from grognard.engine.hexmap import Region
    from grognard.games.bautzen.combat import Arithmetic, Result
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Battle, Bautzen, PieceIndex, Pieces

MOST_TREES: Final = 1000
"""Kinds of stacks beyond which only the table is reckoned, not what follows it."""

T = TypeVar("T", bound=Hashable)

_Kind: TypeAlias = tuple[object, ...]


class Promise(NamedTuple):
    """What an attack comes to, over all stacks that fit."""

    value: Fraction
    outcomes: Distribution[CombatEnd]
    summary: Summary


@dataclass(frozen=True, slots=True)
class KnownAttack:
    """An attack as one side may know it.

    Each set of hidden counters that could lie in the attacked hex counts the same. The two worths
    differ where the defender might retreat onto a stack with hidden counters: `low` lets him,
    `high` does not; what is true lies between them.
    """

    battle: Battle
    hidden: int
    """Counters of the attacked hex that the asker may not see."""
    beside: int
    """Hidden counters that share the attackers' hexes; taken not to over-stack them (5.3)."""
    stacks: int
    """How many sets of counters fit."""
    kinds: int
    """How many of them differ in anything that matters here."""
    defences: Distribution[int]
    columns: Distribution[str]
    results: Distribution[Result]
    cells: Distribution[tuple[int, int]]
    """The chance of each cell of the printed table: its row, from 0, and its column."""
    sums: Arithmetic | None
    """The one reckoning, where nothing of the stack is hidden."""
    low: Promise | None
    high: Promise | None
    """None where more than `MOST_TREES` kinds fit: then only the table is reckoned."""

    @property
    def is_exact(self) -> bool:
        """Whether nothing is left open but the stack itself."""
        return self.low is not None and self.low == self.high and not self.beside

    def _repr_html_(self) -> str:
        return bar_table((str(result), chance) for result, chance in self.results.items())


def assault_as_seen(
    state: Bautzen,
    side: Side,
    battle: Battle,
    committed: tuple[Pieces, Pieces] = (0, 0),
    weights: Weights = MARGIN,
) -> KnownAttack:
    """8.2, 10.3 - an attack as `side` may know it, whether it attacks or defends."""
    bare = without_hidden(state, side)
    cases = [
        _case(bare, battle, committed, *found)
        for found in _fitting(state, bare, side, battle.target)
    ]
    slots = (state.stacks[battle.target] & hidden(state, side)).bit_count()
    low = high = None
    if len(cases) <= MOST_TREES:
        low, high = _worths(cases, committed, weights, _clouded(state, side, battle))
    columns = state.scenario.tables.columns
    return KnownAttack(
        replace(battle, defenders=bare.units_at(battle.target)),
        slots,
        _beside(state, side, battle.attackers),
        sum(case.weight for case in cases),
        len(cases),
        _over(cases, lambda case: case.sums.defence_total),
        _over(cases, lambda case: columns[case.sums.column]),
        mixture((case.weight, _results(case)) for case in cases),
        mixture((case.weight, chart_of(case.state, case.sums).cells) for case in cases),
        None if slots else cases[0].sums,
        low,
        high,
    )


def _beside(state: Bautzen, side: Side, attackers: Pieces) -> int:
    """5.3, 10.3 - how many hidden counters share a hex with an attacker."""
    hexes = combat.hexes_of(state, attackers)
    return sum(hexes >> state.where[piece] & 1 for piece in numbers(hidden(state, side)))


class _Case(NamedTuple):
    """One kind of stack: how many sets of counters make it, and the combat with it."""

    weight: int
    state: Bautzen
    battle: Battle
    sums: Arithmetic


def _results(case: _Case) -> Distribution[Result]:
    """8.2.6, 8.6.3 - the chance of each result; supply columns alone are not fought."""
    if not case.battle.defenders:
        return Distribution.certain(combat.Result(0, 0))
    return chart_of(case.state, case.sums).results


def _over(cases: list[_Case], fact: Callable[[_Case], T]) -> Distribution[T]:
    """Return how likely each value of a fact is."""
    return mixture((case.weight, Distribution.certain(fact(case))) for case in cases)


def without_hidden(state: Bautzen, side: Side) -> Bautzen:
    """10.3 - the position without the enemy counters that `side` may not see, nor their marks."""
    bare, unseen = state.copy(), hidden(state, side)
    for piece in numbers(unseen):
        bare.place(piece, OFF_MAP, ENEMY[side])
    for mark in MARKS:
        setattr(bare, mark, getattr(bare, mark) & ~unseen)
    bare.sealed[ENEMY[side]] = 0
    return bare


def _clouded(state: Bautzen, side: Side, battle: Battle) -> Region:
    """10.3 - the other hexes of the defender in which `side` may not see every counter."""
    region = 0
    for piece in numbers(hidden(state, side)):
        region |= 1 << state.where[piece]
    return region & ~(1 << battle.target) if side == battle.side else 0


def _fitting(
    state: Bautzen, bare: Bautzen, side: Side, target: int
) -> Iterator[tuple[int, Pieces, Pieces]]:
    """10.3 - every kind of hidden part of a stack: its weight, its counters, those unsupplied.

    A stack fits if it keeps to 5.4 to 5.6 and to the limit of its hex; over-stacked ones (5.3), and
    then any others, count only where nothing else fits.
    """
    unseen = hidden(state, side)
    slots = state.stacks[target] & unseen
    cut = (slots & state.unsupplied).bit_count()
    shown, scenario = bare.stacks[target], state.scenario
    sets = list(_sets(_kinds(state, unseen), slots.bit_count()))
    mixed = [one for one in sets if mixes(scenario, shown | one[1])] or sets
    room = limit(scenario, target)
    within = [one for one in mixed if points(scenario, shown | one[1]) <= room] or mixed
    for weight, pieces in within:
        for marked in combinations(numbers(pieces), cut):
            yield weight, pieces, bits_of(marked)


def _kinds(state: Bautzen, pool: Pieces) -> list[list[PieceIndex]]:
    """Return counters that nothing in a combat tells apart, together."""
    kinds: dict[_Kind, list[PieceIndex]] = {}
    for piece in numbers(pool):
        kinds.setdefault(_kind(state, piece), []).append(piece)
    return list(kinds.values())


def _kind(state: Bautzen, piece: PieceIndex) -> _Kind:
    unit = state.scenario.pieces[piece]
    return (
        unit.kind,
        unit.nationality,
        unit.formation,
        unit.is_senior_hq,
        unit.attack,
        unit.defence,
        unit.support,
        unit.stacking,
        state.steps[piece],
        state.held_back >> piece & 1,
    )


def _sets(kinds: list[list[PieceIndex]], size: int, start: int = 0) -> Iterator[tuple[int, Pieces]]:
    """Yield every set of so many counters, those alike once, with the number of its equals."""
    if not size:
        yield 1, 0
        return
    for place in range(start, len(kinds)):
        alike = kinds[place]
        for number in range(1, min(size, len(alike)) + 1):
            taken, ways = bits_of(alike[:number]), comb(len(alike), number)
            for weight, pieces in _sets(kinds, size - number, place + 1):
                yield weight * ways, pieces | taken


def _case(
    bare: Bautzen,
    battle: Battle,
    committed: tuple[Pieces, Pieces],
    weight: int,
    pieces: Pieces,
    cut: Pieces,
) -> _Case:
    """Return the combat with these counters hidden in the attacked hex, `cut` unsupplied."""
    twin, side = bare.copy(), ENEMY[battle.side]
    for piece in numbers(pieces):
        twin.place(piece, battle.target, side)
    twin.unsupplied |= cut
    fought = replace(battle, defenders=twin.units_at(battle.target))
    return _Case(weight, twin, fought, combat.arithmetic(twin, fought, committed))


def _worths(
    cases: list[_Case], committed: tuple[Pieces, Pieces], weights: Weights, clouded: Region
) -> tuple[Promise, Promise]:
    """8.5.1 - the worth with and without retreats onto stacks that cannot be seen."""
    lows, highs = [], []
    for weight, state, battle, _ in cases:
        field = Field(state, battle, committed, weights)
        open_ = field.assault()
        shut = open_
        if clouded & field.defenders.passed:
            shut = Field(state, battle, committed, weights, clouded).assault()
        lows.append((weight, open_.value, open_.outcomes))
        highs.append((weight, shut.value, shut.outcomes))
    return _worth(lows), _worth(highs)


def _worth(parts: list[tuple[int, Fraction, Distribution[CombatEnd]]]) -> Promise:
    total = sum(weight for weight, _, _ in parts)
    value = sum((weight * value for weight, value, _ in parts), start=parts[0][1] * 0) / total
    outcomes = mixture((weight, found) for weight, _, found in parts)
    return Promise(value, outcomes, summarise(outcomes))


def columns_unseen(state: Bautzen, side: Side, battle: Battle) -> Pieces:
    """7.2.1, 10.3 - enemy columns that might lie hidden within reach of his units in a combat.

    The number on the map is public; where they lie under units is not.
    """
    unseen = hidden(state, side)
    near = _near(state, side, battle)
    slots = sum(near >> state.where[piece] & 1 for piece in numbers(unseen))
    return bits_of(numbers(unseen & state.scenario.convoys)[:slots])


def columns_feared(state: Bautzen, side: Side, battle: Battle) -> Pieces:
    """7.2.1, 7.2.2, 10.3 - the enemy columns that might be given, as far as `side` can know.

    Those in sight and in reach count too if a hidden headquarters might command them.
    """
    enemy, unseen = ENEMY[side], hidden(state, side)
    feared = columns_unseen(state, side, battle)
    if unseen & state.scenario.headquarters:
        near = _near(state, side, battle)
        for piece in numbers(state.owned[enemy] & state.scenario.convoys & ~unseen):
            feared |= (near >> state.where[piece] & 1) << piece
    return feared


def _near(state: Bautzen, side: Side, battle: Battle) -> Region:
    """7.2.1 - the hexes from which the enemy of `side` might give columns to a combat."""
    fights = battle.side == ENEMY[side]
    hexes = combat.hexes_of(state, battle.attackers) if fights else 1 << battle.target
    return state.scenario.board.map.within(hexes, 1)
