"""A small table with bars, as HTML for notebooks; standard library only."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction


def percent(chance: Fraction) -> str:
    """Return a chance as people read it.

    >>> from fractions import Fraction
    >>> percent(Fraction(1, 3))
    '33.3 %'
    """
    return f"{float(chance) * 100:.1f} %"


def bar_table(
    rows: Iterable[tuple[str, Fraction]],
    headings: Sequence[str] = ("outcome", "chance"),
    notes: Iterable[str] = (),
) -> str:
    """Return an HTML table of labels and chances, each chance with its bar, and notes below.

    >>> from fractions import Fraction
    >>> "50.0 %" in bar_table([("<hit>", Fraction(1, 2))])
    True
    """
    body = "".join(_bar_row(label, chance) for label, chance in rows)
    return _table(headings, body) + "".join(f"<p>{escape(note)}</p>" for note in notes)


def figure_table(
    rows: Iterable[tuple[str, Fraction, bool]],
    headings: Sequence[str] = ("summary", "chance or mean"),
) -> str:
    """Return an HTML table of labels and figures: chances with their bars, means as numbers.

    >>> from fractions import Fraction
    >>> figure_table([("steps", Fraction(3, 2), False)], ()).count("%")
    0
    """
    body = "".join(
        _bar_row(label, number) if is_chance else _plain_row((label, f"{number} = {mean(number)}"))
        for label, number, is_chance in rows
    )
    return _table(headings, body)


def plain_table(rows: Iterable[Sequence[str]], caption: str) -> str:
    """Return an HTML table of texts under a caption."""
    body = "".join(_plain_row(cells) for cells in rows)
    return f"<table><caption>{escape(caption)}</caption><tbody>{body}</tbody></table>"


def mean(number: Fraction) -> str:
    """Return a mean as people read it."""
    return f"{float(number):.2f}"


def _table(headings: Iterable[str], body: str) -> str:
    """Return a table of rows under its headings."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _plain_row(cells: Iterable[str]) -> str:
    """Return one row of texts."""
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"


def _bar_row(label: str, chance: Fraction) -> str:
    """Return one row: the label, the fraction, the percentage and a bar of that length."""
    bar = f'<div style="background:#4a6fa5;height:0.8em;width:{float(chance) * 12:.2f}em"></div>'
    return f"<tr><td>{escape(label)}</td><td>{chance} = {percent(chance)}{bar}</td></tr>"
