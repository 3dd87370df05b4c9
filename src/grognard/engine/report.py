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
    rows: Iterable[tuple[str, Fraction]], headings: Sequence[str] = ("outcome", "chance")
) -> str:
    """Return an HTML table of labels and chances, each chance with its bar.

    >>> from fractions import Fraction
    >>> "50.0 %" in bar_table([("<hit>", Fraction(1, 2))])
    True
    """
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(_bar_row(label, chance) for label, chance in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _bar_row(label: str, chance: Fraction) -> str:
    """Return one row: the label, the fraction, the percentage and a bar of that length."""
    bar = f'<div style="background:#4a6fa5;height:0.8em;width:{float(chance) * 12:.2f}em"></div>'
    return f"<tr><td>{escape(label)}</td><td>{chance} = {percent(chance)}{bar}</td></tr>"
