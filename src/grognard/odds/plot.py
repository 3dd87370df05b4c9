"""Draw a report as a bar chart; matplotlib is asked for only here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.odds.report import Report

SUFFIXES = (".svg", ".png")


class CannotPlot(Exception):
    """The picture cannot be drawn, and why."""


def draw(report: Report, file: str) -> None:
    """Write the chances of a report to an SVG or PNG file."""
    if not file.endswith(SUFFIXES):
        raise CannotPlot(f"{file}: a picture is .svg or .png")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise CannotPlot("--plot needs matplotlib: pip install 'grognard[plot]'") from None
    labels = [" | ".join(cell for cell in row.cells if cell) for row in report.rows]
    chances = [float(row.chance) * 100 for row in report.rows]
    figure = Figure(figsize=(8, 1.2 + 0.4 * len(labels)), layout="constrained")
    axes = figure.add_subplot()
    bars = axes.barh(range(len(labels)), chances, color="#4a6fa5")
    axes.bar_label(bars, [str(row.chance) for row in report.rows], padding=3)
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set_xlabel("%")
    axes.set_title(report.title)
    try:
        figure.savefig(file)
    except OSError as error:
        raise CannotPlot(f"{file}: {error.strerror}") from None
