"""8.2 - From totals to the results table: the exact chance of each result, with its dice."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.forbidden import Forbidden
from grognard.engine.odds import Distribution
from grognard.engine.report import bar_table
from grognard.games.bautzen.combat import D6, Result, ratio_column, read_table
from grognard.games.bautzen.load import load
from grognard.games.bautzen.state import Bautzen

if TYPE_CHECKING:
    from grognard.games.bautzen.combat import Arithmetic

STEPS_OF_THE_TABLE = ("8.2.4", "8.2.6")


@dataclass(frozen=True, slots=True)
class ResultOdds:
    """One result that can be thrown: its chance, the dice that bring it and the rules."""

    result: Result
    chance: Fraction
    dice: tuple[int, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ColumnOdds:
    """One column of the results table under the modifiers of a combat."""

    first_column: str
    """8.2.4 - the column of the ratio, before shifts."""
    column: str
    shift: int
    drm: int
    lines: tuple[ResultOdds, ...]
    cells: Distribution[tuple[int, int]]
    """The chance of each cell of the printed table: its row, from 0, and its column."""

    @property
    def results(self) -> Distribution[Result]:
        """The chance of each result."""
        return Distribution({line.result: len(line.dice) for line in self.lines})

    def _repr_html_(self) -> str:
        return bar_table((str(line.result), line.chance) for line in self.lines)


@cache
def bare_board() -> Bautzen:
    """Return an empty board: what rules need that only read the printed tables."""
    return Bautzen(load())


def chart(
    attack: int, defence: int, shift: int = 0, drm: int = 0, board: Bautzen | None = None
) -> ColumnOdds:
    """8.2 steps 4 to 6 - the chances of two totals, so many columns and so much on the die.

    >>> [(str(line.result), str(line.chance)) for line in chart(26, 6, shift=-1).lines]
    [('1/0', '1/3'), ('1/1', '1/6'), ('1/2', '1/2')]
    """
    if attack < 1:
        raise Forbidden("BZ-8.1", "an attack needs 1 factor or more, not {value}", value=attack)
    if defence < 1:
        raise Forbidden(
            "BZ-8.2.4", "a ratio needs a defence of 1 or more, not {value}", value=defence
        )
    state = board or bare_board()
    tables = state.scenario.tables
    first = ratio_column(attack, defence, len(tables.columns) - 1)
    return read_column(state, first, tables.results.column(first, shift), shift, drm)


def chart_of(state: Bautzen, sums: Arithmetic) -> ColumnOdds:
    """8.2 step 6 - the chances of a reckoning made on the board."""
    shift = sum(modifier.value for modifier in sums.shifts)
    rules = tuple(modifier.rule for modifier in (*sums.shifts, *sums.die))
    return read_column(state, sums.first_column, sums.column, shift, sums.die_modifier, rules)


def read_column(
    state: Bautzen, first: int, column: int, shift: int, drm: int, rules: tuple[str, ...] = ()
) -> ColumnOdds:
    """8.2 step 6 - a column of the table over all faces of the die, equal results together."""
    dice: dict[Result, list[int]] = {}
    for die in D6:
        dice.setdefault(read_table(state, column, die + drm), []).append(die)
    made_by = tuple(dict.fromkeys((*STEPS_OF_THE_TABLE, *rules)))
    lines = tuple(
        ResultOdds(result, Fraction(len(faces), len(D6)), tuple(faces), made_by)
        for result, faces in dice.items()
    )
    names, results = state.scenario.tables.columns, state.scenario.tables.results
    cells = Distribution.of((results.row(die + drm), column) for die in D6)
    return ColumnOdds(names[first], names[column], shift, drm, lines, cells)


class CellOdds(NamedTuple):
    """One cell of the printed table, and how likely it is to be the one that is read."""

    result: Result
    chance: Fraction


def whole_table(state: Bautzen, cells: Distribution[tuple[int, int]]) -> list[list[CellOdds]]:
    """8.2 - the printed table row by row, each cell with its chance."""
    return [
        [
            CellOdds(Result(*printed), cells.chance((row, column)))
            for column, printed in enumerate(line)
        ]
        for row, line in enumerate(state.scenario.tables.crt)
    ]


def next_column(attack: int, defence: int, last: int) -> int | None:
    """8.2 step 4 - the attack that the next column needs; None where there is no next."""
    column = ratio_column(attack, defence, last)
    return (column + 1) * max(defence, 1) if column < last else None
