"""Pictures of a tally: bars, lines and hex maps, as matplotlib figures."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Any, Final

from grognard.engine.prompt import NotOffered
from grognard.lab.tally import rule_order
from grognard.lab.words import Speech

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from grognard.engine.chart import Cell
    from grognard.engine.measure import Landmark
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


def pictures(
    tally: Tally, game: AnyGame, scenario: Any, say: Speech | None = None
) -> list[Picture]:
    """Return every picture that a tally has the figures for."""
    say = say or Speech()
    found = [win_rates(tally, say), lengths(tally, say)]
    if tally.measured:
        found += [margins(tally, say), reasons(tally, game, say), losses(tally, say)]
        found += [held(tally, game.landmarks(scenario), say)] if tally.held else []
        found += [rules(tally, game, say), *maps(tally, cells(game, scenario), say)]
    return found


def _picture(name: str, figure: Any, say: Speech) -> Picture:
    return Picture(name, say(f"{name}.title"), say(f"{name}.caption"), figure)


def win_rates(tally: Tally, say: Speech) -> Picture:
    """Return the share of games that each side won, and each player where they swap."""
    from grognard.lab.statistics import wilson

    rates = [(say.side(seat), tally.win_rate(seat)) for seat in tally.seats]
    if tally.setting.swap:
        pairs = zip(tally.setting.players, tally.points, strict=True)
        rates += [(player, wilson(points, tally.games)) for player, points in pairs]
    figure, axes = new_axes(7, 0.8 + 0.5 * len(rates))
    _bars(axes, [name for name, _ in rates], [_in_percent(rate) for _, rate in rates])
    axes.axvline(50, color="black", linewidth=0.6, linestyle=":")
    axes.set_xlim(0, 100)
    axes.set_xlabel(say("wins.across"))
    return _picture("wins", figure, say)


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


def lengths(tally: Tally, say: Speech) -> Picture:
    """Return how many decisions the games took."""
    figure, axes = new_axes(7, 2.6)
    axes.hist(tally.lengths, bins=min(40, max(5, tally.games // 5)), color=NEUTRAL)
    axes.set_xlabel(say("lengths.across"))
    axes.set_ylabel(say("games"))
    return _picture("lengths", figure, say)


def margins(tally: Tally, say: Speech) -> Picture:
    """Return by how much games were won."""
    figure, axes = new_axes(7, 2.6)
    values = sorted(set(tally.margins))
    counts = [tally.margins.count(value) for value in values]
    colours = [COLOURS[0] if value > 0 else COLOURS[1] for value in values]
    axes.bar(values, counts, color=colours, width=0.8)
    first, second = map(say.side, tally.seats[:2])
    axes.set_xlabel(say("margins.across", first=first, second=second))
    axes.set_ylabel(say("games"))
    return _picture("margins", figure, say)


def reasons(tally: Tally, game: AnyGame, say: Speech) -> Picture:
    """Return why games were won."""
    ranked = tally.reasons.most_common()
    figure, axes = new_axes(7, 0.8 + 0.35 * len(ranked))
    labels = [
        say("reasons.bar", side=say.side(winner), reason=game.label(reason, say.lang))
        for (winner, reason), _ in ranked
    ]
    colours = [
        COLOURS[tally.seats.index(winner)] if winner in tally.seats else NEUTRAL
        for (winner, _), _ in ranked
    ]
    axes.barh(range(len(ranked)), [games for _, games in ranked], color=colours)
    axes.set_yticks(range(len(ranked)), labels)
    axes.invert_yaxis()
    axes.set_xlabel(say("games"))
    return _picture("reasons", figure, say)


def losses(tally: Tally, say: Speech) -> Picture:
    """Return the steps that each side lost, turn by turn."""
    figure, axes = new_axes(7, 3)
    for seat, name in enumerate(tally.seats):
        turns = tally.lost_by_turn(seat)
        spread = [0.0 if turn.high is None else turn.high - turn.value for turn in turns]
        numbers = [number + 0.06 * (seat - 0.5) for number in range(1, len(turns) + 1)]
        values = [turn.value for turn in turns]
        axes.errorbar(
            numbers,
            values,
            spread,
            label=say.side(name),
            color=COLOURS[seat],
            marker="o",
            capsize=3,
        )
    axes.set_ylim(bottom=0)
    axes.set_xticks(range(1, len(tally.losses[0][0]) + 1))
    axes.set_xlabel(say("losses.across"))
    axes.set_ylabel(say("losses.up"))
    axes.legend(frameon=False)
    return _picture("losses", figure, say)


def held(tally: Tally, landmarks: Sequence[Landmark], say: Speech) -> Picture:
    """Return who held the landmarks at the end of each turn, framed by who did in history."""
    shares = {landmark: tally.held_by_turn(landmark.hex, 0) for landmark in landmarks}
    last = max((turn for found in shares.values() for turn in found), default=1)
    figure, axes = new_axes(8, 0.9 + 0.5 * len(landmarks))
    grid = [
        [100 * found[turn].value if turn in found else float("nan") for turn in range(1, last + 1)]
        for found in shares.values()
    ]
    axes.imshow(grid, cmap=BETWEEN, vmin=0, vmax=100, aspect="auto", alpha=0.45)
    for row, (landmark, found) in enumerate(shares.items()):
        for turn, share in found.items():
            text = say.number(100 * share.value, ".0f")
            axes.text(turn - 1, row, text, ha="center", va="center", bbox=HALO)
            _frame(axes, turn - 1, row, landmark.history[turn - 1 : turn])
    axes.set_xticks(range(last), [str(turn) for turn in range(1, last + 1)])
    axes.set_yticks(range(len(landmarks)), [landmark.name for landmark in landmarks])
    axes.set_xlabel(say("losses.across"))
    caption = say("held.caption", side=say.side(tally.seats[0]))
    return Picture("held", say("held.title"), caption, figure)


def _frame(axes: Any, column: int, row: int, holder: str) -> None:
    """Frame a cell in the colour of who held the place in history."""
    from matplotlib.patches import Rectangle

    if holder.isdigit():
        colour = COLOURS[int(holder)]
        box = Rectangle((column - 0.45, row - 0.43), 0.9, 0.86, fill=False)
        box.set(edgecolor=colour, linewidth=3)
        axes.add_patch(box)


def spoken_history(landmark: Landmark, turn: int, seats: Sequence[str], say: Speech) -> str:
    """Return who held a landmark at the end of a turn, or a dash."""
    holder = landmark.history[turn - 1 : turn]
    return say.side(seats[int(holder)]) if holder.isdigit() else "-"


def rules(tally: Tally, game: AnyGame, say: Speech) -> Picture:
    """Return how often each rule came into play."""
    titles = {entry.number: entry.title[say.lang] for entry in game.rulebook().entries}

    def label(name: str) -> str:
        number, _, cause = name.partition(" ")
        return f"{number} {game.label(cause, say.lang) if cause else titles.get(name, '')}".strip()

    names = sorted(tally.rules, key=rule_order)
    figure, axes = new_axes(7, 0.8 + 0.24 * len(names))
    values = [tally.rules[name] / tally.measured for name in names]
    bars = axes.barh(range(len(names)), values, color=NEUTRAL)
    axes.bar_label(bars, [say.number(value, ".2f") for value in values], padding=3, fontsize=8)
    axes.set_yticks(range(len(names)), [label(name) for name in names], fontsize=8)
    axes.set_xscale("log")
    axes.invert_yaxis()
    axes.set_xlabel(say("rules.across"))
    return _picture("rules", figure, say)


# Maps


def cells(game: AnyGame, scenario: Any) -> Sequence[Cell]:
    """Return the hexes of a scenario as its map is drawn; none where the game draws no map."""
    try:
        return game.chart(game.start(scenario), 0, "en").cells
    except NotOffered:
        return ()


def maps(tally: Tally, hexes: Sequence[Cell], say: Speech | None = None) -> list[Picture]:
    """Return the maps of control and of losses."""
    if not hexes:
        return []
    say = say or Speech()
    first, second = map(say.side, tally.seats[:2])
    share = {
        cell.hex: (tally.control[0][n] - tally.control[1][n]) / tally.measured
        for n, cell in enumerate(hexes)
    }
    label = say("control.scale", first=first, second=second)
    control = _picture("control", draw_map(hexes, share.get, BETWEEN, (-1, 1), label, say), say)
    return [control, *(_loss_map(tally, seat, hexes, say) for seat in range(len(tally.seats)))]


def _loss_map(tally: Tally, seat: int, hexes: Sequence[Cell], say: Speech) -> Picture:
    name = tally.seats[seat]
    lost = {key: value / tally.measured for key, value in tally.lost_at[seat].items()}
    most = max((max(counts.values(), default=1) for counts in tally.lost_at), default=1)
    scale, label = (0, most / tally.measured), say("lost_at.scale")
    return Picture(
        f"losses-{name}",
        say("lost_at.title", side=say.side(name)),
        say("lost_at.caption"),
        draw_map(hexes, lost.get, "YlOrRd", scale, label, say),
    )


def draw_map(
    hexes: Sequence[Cell],
    value: Callable[[str, float], float | None],
    colours: str,
    scale: tuple[float, float],
    label: str,
    say: Speech,
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
    bar = figure.colorbar(outlines, ax=axes, label=label, shrink=0.7)
    bar.ax.yaxis.set_major_formatter(lambda tick, _: say.number(round(tick, 6), "g"))
    return figure


def _centre(cell: Cell) -> tuple[float, float]:
    """Return the middle of a hex; even columns lie half a hex lower."""
    return 1.5 * cell.column, sqrt(3) * (cell.row + (0.5 if cell.column % 2 == 0 else 0.0))


def _outline(cell: Cell) -> list[tuple[float, float]]:
    x, y = _centre(cell)
    return [(x + cos(n * pi / 3), y + sin(n * pi / 3)) for n in range(6)]
