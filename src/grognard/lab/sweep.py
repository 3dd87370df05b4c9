"""Vary printed values and see how the balance of a game follows them."""

from __future__ import annotations

import csv
import json
import re
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.engine.registry import game as game_named
from grognard.lab.edits import Edit, EditError
from grognard.lab.pictures import COLOURS, Picture, new_axes
from grognard.lab.runs import Advance, simulate
from grognard.lab.statistics import mean_interval
from grognard.lab.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from grognard.lab.crew import Crew
    from grognard.lab.setting import Setting


class Axis(NamedTuple):
    """A value that is varied."""

    place: str
    values: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Axis:
        """Return the axis written ``place=value,value`` or ``place=1..4``.

        >>> Axis.parse("tables.die.woods=-2..0").values
        ('-2', '-1', '0')
        >>> Axis.parse('scenario.victory.city=["1409"],["1409", "1510"]').values
        ('["1409"]', '["1409", "1510"]')
        """
        place, value = Edit.parse(text)
        numbers = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", value)
        if numbers:
            low, high = map(int, numbers.groups())
            return cls(place, tuple(map(str, range(low, high + 1))))
        return cls(place, tuple(_split(value)))


def _split(text: str) -> Iterator[str]:
    """Yield what stands between commas, but not between those inside brackets."""
    depth, start = 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and not depth:
            yield text[start:place].strip()
            start = place + 1
    yield text[start:].strip()


class Variant(NamedTuple):
    """One way to print the game."""

    name: str
    values: tuple[str, ...]
    """By axis; empty for a case that was named by hand."""
    edits: tuple[Edit, ...]

    @classmethod
    def parse(cls, text: str) -> Variant:
        """Return the case written ``name: place=value; place=value``."""
        name, colon, edits = text.partition(":")
        if not colon:
            raise EditError(f"{text!r} is not written NAME: PLACE=VALUE; PLACE=VALUE")
        listed = [part for part in edits.split(";") if part.strip()]
        return cls(name.strip(), (), tuple(map(Edit.parse, listed)))


def cases_of(axes: Sequence[Axis], named: Sequence[Variant] = ()) -> list[Variant]:
    """Return every combination of the values of all axes, and the cases named by hand."""
    found = []
    for values in product(*(axis.values for axis in axes)) if axes else ():
        pairs = zip(axes, values, strict=True)
        edits = tuple(Edit(axis.place, value) for axis, value in pairs)
        found.append(Variant(", ".join(values), values, edits))
    return [*found, *named]


class Point(NamedTuple):
    """What came of one case."""

    case: Variant
    tally: Tally

    def as_json(self) -> dict[str, Any]:
        """Return the figures of a point."""
        tally = self.tally
        first, second = tally.seats[:2]
        rate = tally.win_rate(first)
        row: dict[str, Any] = {
            "case": self.case.name,
            "edits": [str(edit) for edit in self.case.edits],
            "players": list(tally.setting.players),
            "games": tally.games,
            f"{first}_wins": tally.results[first],
            f"{second}_wins": tally.results[second],
            f"{first}_rate": round(rate.value, 4),
            "low": round(rate.low, 4),
            "high": round(rate.high, 4),
        }
        if tally.measured:
            margin = mean_interval(sorted(tally.margins))
            row |= {"margin": round(margin.value, 4)}
            for seat, name in enumerate(tally.seats):
                lost = mean_interval(sorted(map(sum, tally.losses[seat])))
                row[f"{name}_steps_lost"] = round(lost.value, 4)
        return row


def sweep(
    cases: Sequence[tuple[Variant, Setting]],
    games: int,
    crew: Crew,
    *,
    directory: Path | None = None,
    resume: bool = False,
    advance: Advance = lambda games: None,
    told: Callable[[Point], None] = lambda point: None,
) -> list[Point]:
    """Play the games of every case; the same seeds serve all of them."""
    points = []
    for case, setting in cases:
        file = directory / f"case-{setting.digest}.jsonl" if directory else None
        played = simulate(setting, range(games), crew, file=file, resume=resume, advance=advance)
        seats = game_named(setting.game).seats
        points.append(Point(case, Tally.of(setting, seats, played.records)))
        told(points[-1])
    return points


def draw(axes: Sequence[Axis], points: Sequence[Point]) -> Picture:
    """Return the balance against the values: a line over numbers, or a mark for each case."""
    figure, plot = new_axes(7.5, 4)
    seat = points[0].tally.seats[0]
    lines = _lines(axes, points)
    names = list(dict.fromkeys(x for line in lines.values() for x, _ in line))
    is_numeric = bool(axes) and all(_is_number(name) for name in names)
    for number, (label, line) in enumerate(lines.items()):
        beside = 0.06 * (number - (len(lines) - 1) / 2)
        places = [(float(x) if is_numeric else names.index(x)) + beside for x, _ in line]
        rates = [point.tally.win_rate(seat) for _, point in line]
        below = [100 * (rate.value - rate.low) for rate in rates]
        above = [100 * (rate.high - rate.value) for rate in rates]
        plot.errorbar(
            places,
            [100 * rate.value for rate in rates],
            [below, above],
            label=label or None,
            color=COLOURS[number % len(COLOURS)],
            marker="o",
            linestyle="-" if is_numeric else "none",
            capsize=4,
        )
    if not is_numeric:
        plot.set_xticks(range(len(names)), names)
    elif len(names) <= 12:
        plot.set_xticks([float(name) for name in names], names)
    plot.axhline(50, color="black", linewidth=0.6, linestyle=":")
    plot.set_ylim(0, 100)
    plot.margins(x=0.1)
    plot.set_xlabel(axes[0].place if axes else "case")
    plot.set_ylabel(f"% won by {seat}")
    plot.set_title(" against ".join(points[0].tally.setting.players), fontsize="medium")
    if len(lines) > 1:
        plot.legend(frameon=False, title=", ".join(axis.place for axis in axes[1:]))
    return Picture("sweep", "Balance", "With 95 % Wilson intervals.", figure)


def _lines(axes: Sequence[Axis], points: Sequence[Point]) -> dict[str, list[tuple[str, Point]]]:
    """Return the points by the values of every axis but the first, which goes along."""
    lines: dict[str, list[tuple[str, Point]]] = {}
    for point in points:
        values = point.case.values
        along = values[0] if values and axes else point.case.name
        lines.setdefault(", ".join(values[1:]), []).append((along, point))
    return lines


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def save(directory: Path, axes: Sequence[Axis], points: Sequence[Point]) -> list[Path]:
    """Write the table as CSV and JSON, and the plot as SVG and PNG."""
    rows = [point.as_json() for point in points]
    table, data = directory / "sweep.csv", directory / "sweep.json"
    with table.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(
            row | {key: "; ".join(row[key]) for key in ("edits", "players")} for row in rows
        )
    text = json.dumps(rows, indent=2, ensure_ascii=False, allow_nan=False)
    data.write_text(text + "\n", encoding="utf-8")
    return [table, data, *draw(axes, points).save(directory)]
