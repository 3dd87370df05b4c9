"""What a calculator answers, in one language: for people, programs and notebooks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from grognard.engine.report import bar_table, figure_table, plain_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from grognard.engine.modifier import Modifier

Plain: TypeAlias = bool | int | float | str | list["Plain"] | dict[str, "Plain"] | None
"""What JSON can say."""


@dataclass(frozen=True, slots=True)
class Reckoned:
    """One line of the arithmetic: the rule, what is reckoned, and the figure."""

    rule: str
    text: str
    figure: str


@dataclass(frozen=True, slots=True)
class Prospect:
    """One thing that may come up: its cells for people, its chance, its facts for programs."""

    cells: tuple[str, ...]
    chance: Fraction
    facts: dict[str, Plain]

    @property
    def label(self) -> str:
        """The cells on one line."""
        return " | ".join(cell for cell in self.cells if cell)


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the summary: a chance, or the mean of a number."""

    name: str
    text: str
    number: Fraction
    is_chance: bool = True


@dataclass(frozen=True, slots=True)
class Account:
    """The odds of one case; `unit` is what a program finds modifiers under.

    `marks` says what must be known of the table wherever it is shown: restored cells,
    reconstructed figures. `notes` are whatever else is worth saying.
    """

    system: str
    title: str
    column: str
    unit: str
    arithmetic: Sequence[Reckoned]
    modifiers: Sequence[Modifier]
    headings: Sequence[str]
    prospects: Sequence[Prospect]
    summary: Sequence[Figure]
    notes: Sequence[str] = ()
    marks: Sequence[str] = ()
    facts: dict[str, Plain] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """The sum of the modifiers."""
        return sum(modifier.value for modifier in self.modifiers)

    def as_json(self) -> dict[str, Plain]:
        """Return the account for programs."""
        return {
            "system": self.system,
            "column": self.column,
            "modifiers": [
                {"rule": one.rule, self.unit: one.value, "reason": one.reason}
                for one in self.modifiers
            ],
            self.unit: self.total,
            "outcomes": [{**exact(one.chance), **one.facts} for one in self.prospects],
            "summary": {
                figure.name: exact(figure.number, "probability" if figure.is_chance else "mean")
                for figure in self.summary
            },
            "marks": list(self.marks),
            "notes": list(self.notes),
            **self.facts,
        }

    def _repr_html_(self) -> str:
        lines = [(one.rule, one.text, one.figure) for one in self.arithmetic]
        lines += [(one.rule, one.reason, f"{one.value:+d}") for one in self.modifiers]
        return "".join(
            (
                plain_table(lines, self.title),
                bar_table(((one.label, one.chance) for one in self.prospects), notes=self.marks),
                figure_table((one.text, one.number, one.is_chance) for one in self.summary),
            )
        )


def exact(number: Fraction, name: str = "probability") -> dict[str, Plain]:
    """Return a fraction as "p/q" and as a float."""
    return {"p" if name == "probability" else "exact": str(number), name: float(number)}
