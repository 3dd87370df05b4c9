"""An account of odds as a table with bars; matplotlib is asked for only here."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from grognard.engine.account import Account

SUFFIXES: Final = (".svg", ".png")
CELL_WIDTH: Final = 34
"""The most letters of a cell on one line."""
LETTER, LINE, GAP, BARS, EDGE = 0.085, 0.17, 0.16, 4.2, 0.12
"""Inches: of a letter, of a line, between rows and columns, of the bars, and around it all."""


class CannotDraw(Exception):
    """The picture cannot be drawn, and why."""


def draw(account: Account, file: Path) -> None:
    """Write the chances of an account to an SVG or PNG file."""
    if file.suffix not in SUFFIXES:
        raise CannotDraw(f"{file}: a picture is .svg or .png")
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise CannotDraw("--plot needs matplotlib: pip install 'grognard[plot]'") from None
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "grognard"}):
        figure = fill(Figure(dpi=150), account)
        try:
            figure.savefig(file)
        except OSError as error:
            raise CannotDraw(f"{file}: {error.strerror}") from None


def fill(figure: Any, account: Account) -> Any:
    """Draw an account on a figure, which takes the size that it needs."""
    layout = Layout(account)
    figure.set_size_inches(layout.width, layout.height)
    _lettering(figure, layout, account)
    _bars(figure, layout, account)
    return figure


class Layout:
    """Where everything stands, in inches from the upper left corner."""

    def __init__(self, account: Account) -> None:
        self.rows = [[_lines(cell) for cell in one.cells] for one in account.prospects]
        columns = zip([[heading] for heading in account.headings], *self.rows, strict=True)
        self.columns: list[float] = []
        across = EDGE
        for cells in columns:
            longest = max((len(line) for cell in cells for line in cell), default=0)
            self.columns.append(across)
            across += (longest * LETTER + GAP) if longest else 0
        self.left = across
        self.heights = [max(map(len, [*row, [""]])) * LINE + GAP for row in self.rows]
        self.title = wrap(account.title, 80)
        self.first = EDGE + LINE * 1.3 * len(self.title) + GAP
        self.top = self.first + LINE + GAP
        self.middles = []
        down = self.top
        for height in self.heights:
            self.middles.append(down + height / 2)
            down += height
        self.bottom = down
        titled = max(map(len, self.title)) * LETTER * 1.5
        self.width = max(self.left + BARS, titled) + 2 * EDGE
        letters = int(self.width / LETTER)
        self.notes = [line for mark in account.marks for line in wrap(mark, letters)]
        self.height = self.bottom + GAP + LINE * len(self.notes) + EDGE


def _lines(cell: str) -> list[str]:
    """Return a cell on lines that are not too long."""
    return wrap(cell, CELL_WIDTH)


def _lettering(figure: Any, layout: Layout, account: Account) -> None:
    """Write title, headings, cells and notes."""

    def write(across: float, down: float, lines: Sequence[str], size: int, **style: Any) -> None:
        figure.text(
            across / layout.width,
            1 - down / layout.height,
            "\n".join(lines),
            fontsize=size,
            ha="left",
            **{"va": "center", "linespacing": 1.15, **style},
        )

    write(EDGE, EDGE, layout.title, 11, va="top", weight="bold")
    for across, heading in zip(layout.columns, account.headings, strict=True):
        write(across, layout.first + LINE, [heading], 9, va="baseline", color="#555555")
    for middle, row in zip(layout.middles, layout.rows, strict=True):
        for across, cell in zip(layout.columns, row, strict=True):
            write(across, middle, cell, 9)
    write(EDGE, layout.bottom + GAP, layout.notes, 8, va="top", color="#555555")


def _bars(figure: Any, layout: Layout, account: Account) -> None:
    """Draw a bar for each row, with its chance beside it."""
    height = layout.bottom - layout.top
    axes = figure.add_axes(
        (
            layout.left / layout.width,
            1 - layout.bottom / layout.height,
            BARS / layout.width,
            height / layout.height,
        )
    )
    middles = [middle - layout.top for middle in layout.middles]
    chances = [float(one.chance) for one in account.prospects]
    bars = axes.barh(middles, chances, height=0.2, color="#4a6fa5")
    shares = [f"{one.chance}  {float(one.chance):.1%}" for one in account.prospects]
    axes.bar_label(bars, shares, padding=4, fontsize=9)
    axes.set(xlim=(0, max(chances) * 1.5), ylim=(height, 0))
    axes.axis("off")
