"""The combat table: what is printed, parsed into typed results that know who chooses.

>>> cell = TABLE.cell(Role.ATTACKER, 4, "2")
>>> [option.text for option in cell.options], cell.chooser.name
(['1r', 'rd'], 'DEFENDER')
"""

from __future__ import annotations

import re
from enum import IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

from grognard.engine.datafile import TomlFile

DATA: Final = Path(__file__).parent / "data" / "combat.toml"


class Role(IntEnum):
    """The two parts in a combat."""

    ATTACKER = 0
    DEFENDER = 1

    @property
    def adversary(self) -> Role:
        """The other part."""
        return Role(1 - self)


class Result(NamedTuple):
    """PG-6 - what one option does to one side; its parts apply together."""

    losses: int = 0
    retreat: int = 0
    disorganised: bool = False
    rout: bool = False
    surrender: bool = False
    advance: int = 0


class Option(NamedTuple):
    """One option of a cell: as printed, as a result, and the rules of its codes."""

    text: str
    result: Result
    rules: tuple[str, ...]


class Cell(NamedTuple):
    """One half of a printed cell: who takes it, who chooses among its options."""

    role: Role
    text: str
    options: tuple[Option, ...]
    chooser: Role
    restored: bool
    rules: tuple[str, ...]


ROUT_HEXES: Final = 2

_CODE: Final = re.compile(r"dr|d|r2|r|R|a1|a|[0-9]+|-")

_CODES: Final[dict[str, tuple[str, Result]]] = {
    "-": ("PG-5a", Result()),
    "a": ("PG-6b", Result(advance=2)),
    "a1": ("PG-6c", Result(advance=1)),
    "d": ("PG-6d", Result(disorganised=True)),
    "r": ("PG-6e", Result(retreat=1)),
    "r2": ("PG-6e", Result(retreat=2)),
    "dr": ("PG-6f", Result(retreat=ROUT_HEXES, rout=True)),
    "R": ("PG-6g", Result(surrender=True)),
}


def parse_option(text: str) -> Option:
    """PG-6 - read the codes of one option; they apply together.

    >>> parse_option("1rd").result == Result(losses=1, retreat=1, disorganised=True)
    True
    """
    packed = text.replace(" ", "")
    codes = _CODE.findall(packed)
    if "".join(codes) != packed or not codes:
        raise ValueError(f"{text!r} is no option of the combat table")
    parts = [("PG-6a", Result(int(code))) if code.isdigit() else _CODES[code] for code in codes]
    result = Result()
    for _, part in parts:
        result = _together(result, part)
    rules = tuple(dict.fromkeys(rule for rule, _ in parts if rule != "PG-5a"))
    return Option(text.strip(), result, rules)


def _together(first: Result, second: Result) -> Result:
    """PG-6 - the codes of an option add up."""
    return Result(
        first.losses + second.losses,
        first.retreat + second.retreat,
        first.disorganised or second.disorganised,
        first.rout or second.rout,
        first.surrender or second.surrender,
        first.advance + second.advance,
    )


def parse_cell(text: str, role: Role, restored: bool = False) -> Cell:
    """PG-5 - read one half: "/" is the owner's choice, "D:" gives it to the defender."""
    printed = text.strip()
    by_defender = printed.startswith("D:")
    listed = printed.removeprefix("D:") or "-"
    options = tuple(parse_option(option) for option in listed.split("/"))
    choice = ("PG-5b" if by_defender else "PG-5a",) if len(options) > 1 else ()
    codes = (rule for option in options for rule in option.rules)
    rules = tuple(dict.fromkeys((*choice, *codes)))
    chooser = Role.DEFENDER if by_defender else role
    return Cell(role, printed or "-", options, chooser, restored, rules)


class Table:
    """The whole table as printed, both halves, and the figures beside it."""

    def __init__(self, path: Path) -> None:
        file = TomlFile(path)
        self.columns: tuple[str, ...] = tuple(file.data["columns"])
        self.place = {column: number for number, column in enumerate(self.columns)}
        self.halves = {
            (role, morale): self._half(file, role, morale) for role in Role for morale in MORALES
        }
        self.below: int = file.data["ratio"]["below"]
        self.ratios = [_step(start, shift) for start, shift in file.data["ratio"]["from"]]
        self.modifiers: dict[str, int] = file.data["modifiers"]
        self.morale: dict[str, int] = file.data["morale"]
        self.losses: dict[str, int] = file.data["losses"]

    def _half(self, file: TomlFile, role: Role, morale: int) -> tuple[Cell, ...]:
        """Read one side's half of one row."""
        name = f"m{morale}"
        row: list[str] = file.data["rows"][name]
        if len(row) != len(self.columns):
            file.refuse(f"{name} has {len(row)} cells, not {len(self.columns)}", "[rows]", name)
        restored = file.data["restored"][role.name.lower()]
        try:
            return tuple(
                parse_cell([*text.split("|"), ""][role], role, f"{name} {column}" in restored)
                for column, text in zip(self.columns, row, strict=True)
            )
        except ValueError as error:
            file.refuse(str(error), "[rows]", name)

    def cell(self, role: Role, morale: int, column: str) -> Cell:
        """PG-1b - a side's half of a column, on the row of that side's own morale."""
        return self.halves[role, morale][self.place[column]]

    def restored(self) -> list[tuple[int, str, Cell]]:
        """Every half whose print is damaged and was restored: morale, column, reading."""
        return [
            (morale, column, cell)
            for (_, morale), half in self.halves.items()
            for column, cell in zip(self.columns, half, strict=True)
            if cell.restored
        ]


def _step(start: str, shift: int) -> tuple[int, int, int]:
    """Read a step of the ratio ladder as attack, defence and shift."""
    ratio = Fraction(start)
    return ratio.numerator, ratio.denominator, shift


MORALES: Final = range(1, 7)
TABLE: Final = Table(DATA)
