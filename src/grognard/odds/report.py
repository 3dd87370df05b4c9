"""What every system reports, and how people and programs read it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from rich.table import Table

from grognard.engine.report import percent

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from rich.console import Console

    from grognard.engine.modifier import Modifier
    from grognard.odds.language import Speaker

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

BAR_WIDTH = 12


@dataclass(frozen=True)
class Step:
    """One line of the arithmetic: the rule, what is reckoned, and the figure."""

    rule: str
    text: str
    figure: str


@dataclass(frozen=True)
class Row:
    """One outcome: its cells for people, its chance, and its facts for programs."""

    cells: tuple[str, ...]
    chance: Fraction
    facts: dict[str, Json]


@dataclass(frozen=True)
class Figure:
    """One line of the summary: a chance, or the mean of a number."""

    name: str
    text: str
    number: Fraction
    is_chance: bool = True


@dataclass(frozen=True)
class Report:
    """The odds of one case, in one language; `unit` is what modifiers are called in JSON."""

    system: str
    title: str
    column: str
    unit: str
    arithmetic: Sequence[Step]
    modifiers: Sequence[Modifier]
    headings: Sequence[str]
    rows: Sequence[Row]
    summary: Sequence[Figure]
    notes: Sequence[str] = ()
    facts: dict[str, Json] = field(default_factory=dict)


def exact(number: Fraction, name: str = "probability") -> dict[str, Json]:
    """Return a fraction as "p/q" and as a float."""
    return {"p" if name == "probability" else "exact": str(number), name: float(number)}


def to_json(report: Report) -> str:
    """Return a report for programs."""
    modifiers: list[Json] = [
        {"rule": modifier.rule, report.unit: modifier.value, "reason": modifier.reason}
        for modifier in report.modifiers
    ]
    outcomes: list[Json] = [{**exact(row.chance), **row.facts} for row in report.rows]
    summary: dict[str, Json] = {
        figure.name: exact(figure.number, "probability" if figure.is_chance else "mean")
        for figure in report.summary
    }
    total = sum(modifier.value for modifier in report.modifiers)
    content: dict[str, Json] = {
        "system": report.system,
        "column": report.column,
        "modifiers": modifiers,
        report.unit: total,
        "outcomes": outcomes,
        "summary": summary,
        "notes": list(report.notes),
        **report.facts,
    }
    return json.dumps(content, ensure_ascii=False, indent=2)


def show(report: Report, console: Console, say: Speaker) -> None:
    """Print a report for people: the arithmetic, the outcomes with bars, the summary."""
    console.print(_arithmetic(report, say))
    console.print(_outcomes(report, say))
    console.print(_summary(report, say))
    for note in report.notes:
        console.print(note, markup=False)


def _arithmetic(report: Report, say: Speaker) -> Table:
    """Return the arithmetic line by line, each with its rule."""
    table = Table(title=report.title, title_justify="left")
    table.add_column(say("rule"))
    table.add_column(say("what"))
    table.add_column(say("figure"), justify="right")
    for step in report.arithmetic:
        table.add_row(step.rule, step.text, step.figure)
    for modifier in report.modifiers:
        table.add_row(modifier.rule, say(modifier.reason), f"{modifier.value:+d}")
    table.add_section()
    total = sum(modifier.value for modifier in report.modifiers)
    table.add_row("", say("all modifiers"), f"{total:+d}")
    return table


def _outcomes(report: Report, say: Speaker) -> Table:
    """Return the outcomes with their chances and bars."""
    table = Table()
    for heading in report.headings:
        table.add_column(heading)
    for heading in (say("chance"), "%"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    longest = max(row.chance for row in report.rows)
    for row in report.rows:
        bar = "█" * max(1, round(BAR_WIDTH * row.chance / longest))
        cells = [cell.replace("[", r"\[") for cell in row.cells]
        table.add_row(*cells, str(row.chance), percent(row.chance), bar)
    return table


def _summary(report: Report, say: Speaker) -> Table:
    """Return the figures that people ask for first."""
    table = Table(title=say("summary"), title_justify="left", show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    for figure in report.summary:
        short = percent(figure.number) if figure.is_chance else f"{float(figure.number):.2f}"
        table.add_row(figure.text, str(figure.number), short)
    return table
