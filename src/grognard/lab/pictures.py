"""Pictures of a tally: bars, lines and hex maps, as matplotlib figures."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Any, Final

from grognard.engine.prompt import NotOffered
from grognard.lab.tally import rule_order

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from grognard.engine.chart import Cell
    from grognard.engine.registry import AnyGame
    from grognard.lab.statistics import Interval
    from grognard.lab.tally import Tally

COLOURS: Final = ("#4b5563", "#b4453a", "#3f7d58", "#8a6d1d")
"""By seat."""
NEUTRAL: Final = "#4a6fa5"
HALO: Final = {"facecolor": "white", "alpha": 0.6, "linewidth": 0, "pad": 0.4}
"""What makes a name legible on any colour."""
BETWEEN: Final = "RdGy"
"""The colours of a map from the second seat to the first."""


class CannotPlot(RuntimeError):
    """Matplotlib is not there."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure with the words that go with it."""

    name: str
    """Of its file."""
    title: str
    caption: str
    figure: Any

    def svg(self) -> str:
        """Return the figure as an element of a page."""
        written = io.StringIO()
        with _drawing():
            self.figure.savefig(written, format="svg", metadata={"Date": None})
        text = written.getvalue()
        return re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)

    def save(self, directory: Path) -> list[Path]:
        """Write the figure as SVG and as PNG."""
        files = [directory / f"{self.name}{suffix}" for suffix in (".svg", ".png")]
        with _drawing():
            self.figure.savefig(files[0], metadata={"Date": None})
            self.figure.savefig(files[1], dpi=150)
        return files


def _drawing() -> Any:
    """Draw equal figures as equal files, with text as text."""
    import matplotlib as mpl

    return mpl.rc_context({"svg.hashsalt": "grognard", "svg.fonttype": "none"})


def new_axes(width: float, height: float) -> tuple[Any, Any]:
    """Return a figure and its axes."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise CannotPlot("plots need matplotlib: pip install 'grognard[lab]'") from error
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def pictures(tally: Tally, game: AnyGame, scenario: Any) -> list[Picture]:
    """Return every picture that a tally has the figures for."""
    found = [win_rates(tally), lengths(tally)]
    if tally.measured:
        found += [margins(tally), reasons(tally), losses(tally), rules(tally, _titles(game))]
        found += maps(tally, cells(game, scenario))
    return found


def win_rates(tally: Tally) -> Picture:
    """Return the share of games that each side won, and each player where they swap."""
    from grognard.lab.statistics import wilson

    rates = [(seat, tally.win_rate(seat)) for seat in tally.seats]
    if tally.setting.swap:
        pairs = zip(tally.setting.players, tally.points, strict=True)
        rates += [(player, wilson(points, tally.games)) for player, points in pairs]
    figure, axes = new_axes(7, 0.8 + 0.5 * len(rates))
    _bars(axes, [name for name, _ in rates], [_in_percent(rate) for _, rate in rates])
    axes.axvline(50, color="black", linewidth=0.6, linestyle=":")
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of games, with 95 % Wilson intervals")
    caption = "A draw counts as half a win of each player."
    return Picture("wins", "Who won", caption, figure)


def _in_percent(interval: Interval) -> tuple[float, float, float]:
    return 100 * interval.value, 100 * interval.low, 100 * interval.high


def _bars(axes: Any, labels: Sequence[str], values: Sequence[tuple[float, float, float]]) -> None:
    """Draw lying bars with intervals, the first on top."""
    middles = [value for value, _, _ in values]
    errors = [
        [max(0.0, value - low) for value, low, _ in values],
        [max(0.0, high - value) for value, _, high in values],
    ]
    colours = [COLOURS[n % len(COLOURS)] for n in range(len(labels))]
    axes.barh(range(len(labels)), middles, xerr=errors, color=colours, capsize=4, height=0.6)
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()


def lengths(tally: Tally) -> Picture:
    """Return how many decisions the games took."""
    figure, axes = new_axes(7, 2.6)
    axes.hist(tally.lengths, bins=min(40, max(5, tally.games // 5)), color=NEUTRAL)
    axes.set_xlabel("decisions in a game")
    axes.set_ylabel("games")
    return Picture("lengths", "How long games were", "Throws of dice included.", figure)


def margins(tally: Tally) -> Picture:
    """Return by how much games were won."""
    figure, axes = new_axes(7, 2.6)
    values = sorted(set(tally.margins))
    counts = [tally.margins.count(value) for value in values]
    colours = [COLOURS[0] if value > 0 else COLOURS[1] for value in values]
    axes.bar(values, counts, color=colours, width=0.8)
    axes.set_xlabel(f"margin: above 0 for {tally.seats[0]}, below 0 for {tally.seats[1]}")
    axes.set_ylabel("games")
    return Picture("margins", "By how much", "As the game itself measures a victory.", figure)


def reasons(tally: Tally) -> Picture:
    """Return why games were won."""
    ranked = tally.reasons.most_common()
    figure, axes = new_axes(7, 0.8 + 0.35 * len(ranked))
    labels = [f"{winner}: {reason}" for (winner, reason), _ in ranked]
    colours = [
        COLOURS[tally.seats.index(winner)] if winner in tally.seats else NEUTRAL
        for (winner, _), _ in ranked
    ]
    axes.barh(range(len(ranked)), [games for _, games in ranked], color=colours)
    axes.set_yticks(range(len(ranked)), labels)
    axes.invert_yaxis()
    axes.set_xlabel("games")
    return Picture("reasons", "Why", "The reason at the end of the last turn.", figure)


def losses(tally: Tally) -> Picture:
    """Return the steps that each side lost, turn by turn."""
    figure, axes = new_axes(7, 3)
    for seat, name in enumerate(tally.seats):
        turns = tally.lost_by_turn(seat)
        spread = [0.0 if tally.measured < 2 else turn.high - turn.value for turn in turns]
        numbers = [number + 0.06 * (seat - 0.5) for number in range(1, len(turns) + 1)]
        values = [turn.value for turn in turns]
        axes.errorbar(
            numbers, values, spread, label=name, color=COLOURS[seat], marker="o", capsize=3
        )
    axes.set_ylim(bottom=0)
    axes.set_xticks(range(1, len(tally.losses[0][0]) + 1))
    axes.set_xlabel("turn")
    axes.set_ylabel("steps lost, mean of all games")
    axes.legend(frameon=False)
    return Picture("losses", "Steps lost in each turn", "With 95 % intervals of the mean.", figure)


def _titles(game: AnyGame) -> dict[str, str]:
    return {entry.number: entry.title["en"] for entry in game.rulebook().entries}


def rules(tally: Tally, titles: dict[str, str]) -> Picture:
    """Return how often each rule came into play."""
    names = sorted(tally.rules, key=rule_order)
    figure, axes = new_axes(7, 0.8 + 0.24 * len(names))
    values = [tally.rules[name] / tally.measured for name in names]
    bars = axes.barh(range(len(names)), values, color=NEUTRAL)
    axes.bar_label(bars, [f"{value:.2f}" for value in values], padding=3, fontsize=8)
    labels = [f"{name} {titles.get(name, '')}".strip() for name in names]
    axes.set_yticks(range(len(names)), labels, fontsize=8)
    axes.set_xscale("log")
    axes.invert_yaxis()
    axes.set_xlabel("times a game, on a logarithmic scale")
    caption = "Every event and every modifier of a combat counts for the rule that caused it."
    return Picture("rules", "Which rules came into play", caption, figure)


# Maps


def cells(game: AnyGame, scenario: Any) -> Sequence[Cell]:
    """Return the hexes of a scenario as its map is drawn; none where the game draws no map."""
    try:
        return game.chart(game.start(scenario), 0, "en").cells
    except NotOffered:
        return ()


def maps(tally: Tally, hexes: Sequence[Cell]) -> list[Picture]:
    """Return the maps of control and of losses."""
    if not hexes:
        return []
    first, second = tally.seats[:2]
    share = {
        cell.hex: (tally.control[0][n] - tally.control[1][n]) / tally.measured
        for n, cell in enumerate(hexes)
    }
    label = f"share of games: 1 always {first}, -1 always {second}"
    control = Picture(
        "control",
        "Who held which hex at the end",
        "White hexes were held as often by the one as by the other, or by nobody.",
        draw_map(hexes, share.get, BETWEEN, (-1, 1), label),
    )
    return [control, *(_loss_map(tally, seat, hexes) for seat in range(len(tally.seats)))]


def _loss_map(tally: Tally, seat: int, hexes: Sequence[Cell]) -> Picture:
    name = tally.seats[seat]
    lost = {key: value / tally.measured for key, value in tally.lost_at[seat].items()}
    most = max((max(counts.values(), default=1) for counts in tally.lost_at), default=1)
    return Picture(
        f"losses-{name}",
        f"Where {name} lost steps",
        "Both maps of losses have the same scale.",
        draw_map(hexes, lost.get, "YlOrRd", (0, most / tally.measured), "steps a game"),
    )


def draw_map(
    hexes: Sequence[Cell],
    value: Callable[[str, float], float | None],
    colours: str,
    scale: tuple[float, float],
    label: str,
) -> Any:
    """Draw every hex in the colour of its value."""
    figure, axes = new_axes(8.5, 5.4)
    from matplotlib.collections import PolyCollection

    outlines = PolyCollection([_outline(cell) for cell in hexes], cmap=colours)
    outlines.set(array=[value(cell.hex, 0.0) or 0.0 for cell in hexes], clim=scale)
    outlines.set(edgecolor="#9ca3af", linewidth=0.4)
    axes.add_collection(outlines)
    for cell in hexes:
        if cell.name:
            axes.text(*_centre(cell), cell.name, bbox=HALO, fontsize=5.5, ha="center", va="center")
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.invert_yaxis()
    axes.set_axis_off()
    figure.colorbar(outlines, ax=axes, label=label, shrink=0.7)
    return figure


def _centre(cell: Cell) -> tuple[float, float]:
    """Return the middle of a hex; even columns lie half a hex lower."""
    return 1.5 * cell.column, sqrt(3) * (cell.row + (0.5 if cell.column % 2 == 0 else 0.0))


def _outline(cell: Cell) -> list[tuple[float, float]]:
    x, y = _centre(cell)
    return [(x + cos(n * pi / 3), y + sin(n * pi / 3)) for n in range(6)]
