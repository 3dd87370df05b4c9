"""An account of odds for people: the arithmetic, the outcomes with bars, the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from grognard.engine.report import mean, percent

if TYPE_CHECKING:
    from rich.console import Console

    from grognard.engine.account import Account
    from grognard.engine.speaker import Speaker

BAR_WIDTH: Final = 12


def show(account: Account, console: Console, say: Speaker) -> None:
    """Print an account for people."""
    console.print(_arithmetic(account, say))
    console.print(_outcomes(account, say))
    if account.summary:
        console.print(_summary(account, say))
    for line in (*account.marks, *account.notes):
        console.print(line)


def _arithmetic(account: Account, say: Speaker) -> Table:
    """Return the arithmetic line by line, each with its rule."""
    table = Table(title=Text(account.title), title_justify="left")
    table.add_column(say("rule"))
    table.add_column(say("what"))
    table.add_column(say("figure"), justify="right")
    for line in account.arithmetic:
        table.add_row(Text(line.rule), Text(line.text), Text(line.figure))
    for modifier in account.modifiers:
        table.add_row(modifier.rule, Text(say(modifier.reason)), f"{modifier.value:+d}")
    table.add_section()
    table.add_row("", say("all modifiers"), f"{account.total:+d}")
    return table


def _said(number: str, say: Speaker) -> str:
    """Return a number as the language writes it: with a comma in French."""
    return number.replace(".", ",") if say.language == "fr" else number


def _outcomes(account: Account, say: Speaker) -> Table:
    """Return the outcomes with their chances and bars."""
    table = Table()
    for heading in account.headings:
        table.add_column(heading)
    for heading in (say("chance"), "%"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    longest = max(one.chance for one in account.prospects)
    for one in account.prospects:
        bar = "█" * max(1, round(BAR_WIDTH * one.chance / longest))
        table.add_row(*map(Text, one.cells), str(one.chance), _said(percent(one.chance), say), bar)
    return table


def _summary(account: Account, say: Speaker) -> Table:
    """Return the figures that people ask for first."""
    table = Table(title=say("summary"), title_justify="left", show_header=False)
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")
    for figure in account.summary:
        short = percent(figure.number) if figure.is_chance else mean(figure.number)
        table.add_row(Text(figure.text), str(figure.number), _said(short, say))
    return table
