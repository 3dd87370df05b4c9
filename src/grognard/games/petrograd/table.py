"""The combat table: what is printed, parsed into typed effects that know who chooses.

>>> half = load_table().half(Role.ATTACKER, 4, "2")
>>> [option.text for option in half.options], half.chooser.name
(['1r', 'rd'], 'DEFENDER')
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.datafile import DataError, TomlFile
from grognard.kit.tables import Ladder

if TYPE_CHECKING:
    from grognard.engine.datafile import Section

DATA: Final = Path(__file__).parent / "data" / "combat.toml"


class Role(IntEnum):
    """The two parts in a combat."""

    ATTACKER = 0
    DEFENDER = 1

    @property
    def adversary(self) -> Role:
        """The other part."""
        return Role(1 - self)


class Effect(NamedTuple):
    """PG-6 - what one option does to one side; its parts apply together. A loss is one SP."""

    losses: int = 0
    retreat: int = 0
    disorganised: bool = False
    rout: bool = False
    surrender: bool = False
    advance: int = 0


class HalfOption(NamedTuple):
    """One option of a half: as printed, its effect, and the rules of its codes."""

    text: str
    effect: Effect
    rules: tuple[str, ...]


class Half(NamedTuple):
    """One half of a printed cell: who takes it, who chooses among its options."""

    role: Role
    text: str
    options: tuple[HalfOption, ...]
    chooser: Role
    restored: bool
    rules: tuple[str, ...]


ROUT_HEXES: Final = 2

_CODE: Final = re.compile(r"dr|d|r2|r|R|a1|a|[0-9]+|-")

_CODES: Final[dict[str, tuple[str, Effect]]] = {
    "-": ("PG-5a", Effect()),
    "a": ("PG-6b", Effect(advance=2)),
    "a1": ("PG-6c", Effect(advance=1)),
    "d": ("PG-6d", Effect(disorganised=True)),
    "r": ("PG-6e", Effect(retreat=1)),
    "r2": ("PG-6e", Effect(retreat=2)),
    "dr": ("PG-6f", Effect(retreat=ROUT_HEXES, rout=True)),
    "R": ("PG-6g", Effect(surrender=True)),
}


def parse_option(text: str) -> HalfOption:
    """PG-6 - read the codes of one option; they apply together.

    >>> parse_option("1rd").effect == Effect(losses=1, retreat=1, disorganised=True)
    True
    """
    packed = text.replace(" ", "")
    codes = _CODE.findall(packed)
    if "".join(codes) != packed or not codes:
        raise ValueError(f"{text!r} is no option of the combat table")
    parts = [("PG-6a", Effect(int(code))) if code.isdigit() else _CODES[code] for code in codes]
    effect = Effect()
    for _, part in parts:
        effect = _together(effect, part)
    rules = tuple(dict.fromkeys(rule for rule, _ in parts if rule != "PG-5a"))
    return HalfOption(text.strip(), effect, rules)


def _together(first: Effect, second: Effect) -> Effect:
    """PG-6 - the codes of an option add up."""
    return Effect(
        first.losses + second.losses,
        first.retreat + second.retreat,
        first.disorganised or second.disorganised,
        first.rout or second.rout,
        first.surrender or second.surrender,
        first.advance + second.advance,
    )


def parse_half(text: str, role: Role, restored: bool = False) -> Half:
    """PG-5 - read one half: "/" is the owner's choice, "D:" gives it to the defender."""
    printed = text.strip()
    by_defender = printed.startswith("D:")
    listed = printed.removeprefix("D:") or "-"
    options = tuple(parse_option(option) for option in listed.split("/"))
    choice = ("PG-5b" if by_defender else "PG-5a",) if len(options) > 1 else ()
    codes = (rule for option in options for rule in option.rules)
    rules = tuple(dict.fromkeys((*choice, *codes)))
    chooser = Role.DEFENDER if by_defender else role
    return Half(role, printed or "-", options, chooser, restored, rules)


class CombatTable:
    """The whole table as printed, both halves, and the figures beside it.

    `column_8` names the side whose is the last "/1" of column 8, rows m4 to m6 (PG-R16).
    """

    def __init__(self, path: Path, column_8: str = "defender") -> None:
        root = TomlFile(path).root
        self.columns: tuple[str, ...] = tuple(root.texts("columns"))
        if len(self.columns) != len(set(self.columns)) or not {BLANK, "8"} <= set(self.columns):
            root.refuse(f"the columns are named once each, {BLANK} and 8 among them", "columns")
        self.place = {column: number for number, column in enumerate(self.columns)}
        rows, other = root.section("rows"), root.section("column_8").section("attacker")
        restored = root.section("restored")
        self.halves: dict[tuple[Role, int], tuple[Half, ...]] = {}
        for morale in MORALES:
            cells = self._cells(rows, other if column_8 == "attacker" else None, f"m{morale}")
            for role in Role:
                marked = restored.texts(role.name.lower())
                self.halves[role, morale] = self._half(rows, role, morale, cells, marked)
        ratio = root.section("ratio")
        steps = ratio.section("from")
        self.ratio = _ladder(steps, ratio.number("below"))
        ratio.finish()
        self.modifiers = _figures(root, "modifiers", MODIFIERS)
        self.morale = _figures(root, "morale", ("encircled", "trotsky"))
        self.losses = _figures(root, "losses", ("engaged_by_both", "extra"))
        for section in (rows, restored, root):
            section.finish()

    def _cells(self, rows: Section, other: Section | None, name: str) -> list[str]:
        """Return the cells of a row, with column 8 read otherwise where that is asked."""
        cells = rows.texts(name)
        if len(cells) != len(self.columns):
            rows.refuse(f"{name} has {len(cells)} cells, not {len(self.columns)}", name)
        if other is not None and name in other:
            cells = [*cells]
            cells[self.place["8"]] = other.text(name)
        return cells

    def _half(
        self, rows: Section, role: Role, morale: int, cells: list[str], restored: list[str]
    ) -> tuple[Half, ...]:
        """Read one side's half of one row."""
        name = f"m{morale}"
        try:
            return tuple(
                parse_half([*text.split("|"), ""][role], role, f"{name} {column}" in restored)
                for column, text in zip(self.columns, cells, strict=True)
            )
        except ValueError as error:
            rows.refuse(str(error), name)

    def half(self, role: Role, morale: int, column: str) -> Half:
        """PG-1b - a side's half of a column, on the row of that side's own morale."""
        return self.halves[role, morale][self.place[column]]

    def restored(self) -> list[tuple[int, str, Half]]:
        """Every half whose print is damaged and was restored: morale, column, reading."""
        return [
            (morale, column, half)
            for (_, morale), row in self.halves.items()
            for column, half in zip(self.columns, row, strict=True)
            if half.restored
        ]


def _ladder(steps: Section, below: int) -> Ladder[int]:
    """PG-7a - read the ladder of ratios, from the lowest up."""
    try:
        return Ladder([(start, steps.number(start)) for start in steps], below)
    except (ValueError, ZeroDivisionError) as error:
        steps.refuse(str(error))


def _figures(root: Section, title: str, names: tuple[str, ...]) -> dict[str, int]:
    """Read a section of whole numbers that are all named."""
    section = root.section(title)
    found = {name: section.number(name) for name in names}
    section.finish()
    return found


BLANK: Final = "7"
"""PG-4b - the column in which nobody wins."""
MORALES: Final = range(1, 7)
MODIFIERS: Final = (
    *("support", "armour", "tank", "air", "night", "encirclement"),
    *("cavalry", "cavalry_quality"),
)
READINGS: Final = ("defender", "attacker")
"""PG-R16 - whose the last "/1" of column 8 may be, the reading that is played first."""


def load_table(directory: Path | None = None, column_8: str = READINGS[0]) -> CombatTable:
    """Return the table of a directory; one without a combat.toml has the printed table."""
    if directory is None:
        return _printed(column_8)
    if not directory.is_dir():
        raise DataError(directory, 1, "this is not a directory")
    own = directory / DATA.name
    return CombatTable(own, column_8) if own.is_file() else _printed(column_8)


@cache
def _printed(column_8: str) -> CombatTable:
    """Return the printed table, read once."""
    return CombatTable(DATA, column_8)
