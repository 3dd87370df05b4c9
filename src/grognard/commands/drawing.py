"""A hex map in letters and colours: the whole of it, or a window with room for names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Collection

    from grognard.engine.chart import Cell, Chart

GROUND: Final = {
    "clear": (" ", "black on #ded8b0"),
    "woods": ("♣", "black on #9cbb86"),
    "difficult": ("^", "black on #c3ab85"),
    "height": ("▲", "black on #cf9866"),
    "town": ("#", "black on #bcbcc8"),
    "village": ("+", "black on #d9c9b9"),
    "water": ("~", "black on #8db6d0"),
}
"""By ground: its mark, for those who see no colours, and its style."""

OWNERS: Final = (("■", "bold white on #46574d"), ("□", "bold white on #92302b"))
"""By seat: its mark and its style."""

RAISED: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
"""How many counters lie in a hex, told apart from the numbers of formations."""

LIT: Final = "bold white on #20507a"
"""The number of a hex that the current question offers."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a hex is drawn."""

    width: int
    height: int


SMALL: Final = Size(5, 2)
LARGE: Final = Size(13, 4)


def draw(chart: Chart, lit: Collection[str] = (), centre: str = "") -> Text:
    """Return the map; with a `centre`, the hexes around it, larger."""
    size = LARGE if centre else SMALL
    cells = _window(chart, centre) if centre else chart.cells
    left, top = min(cell.column for cell in cells), min(cell.row for cell in cells)
    width = max(cell.column for cell in cells) - left + 1
    firsts = [_first_line(cell, top, size) for cell in cells]
    canvas = [[(" " * size.width, "")] * width for _ in range(max(firsts) + size.height)]
    for cell, first in zip(cells, firsts, strict=True):
        for offset, part in enumerate(_lines(cell, size, cell.hex in lit)):
            canvas[first + offset][cell.column - left] = part
    picture = Text(no_wrap=True)
    for row in canvas:
        for text, style in row:
            picture.append(text, style)
        picture.append("\n")
    return picture


def _first_line(cell: Cell, top: int, size: Size) -> int:
    """Return the line on which a hex begins; even columns lie half a hex lower."""
    return (cell.row - top) * size.height + (0 if cell.column % 2 else size.height // 2)


def _window(chart: Chart, centre: str) -> list[Cell]:
    """Return the cells around a hex."""
    column, row = int(centre[:2]), int(centre[2:])
    near = [c for c in chart.cells if abs(c.column - column) <= 4 and abs(c.row - row) <= 2]
    return near or list(chart.cells)


def _lines(cell: Cell, size: Size, is_lit: bool) -> list[tuple[str, str]]:
    """Return the lines of a hex, each with its style."""
    mark, ground = GROUND.get(cell.ground, GROUND["clear"])
    number = (_fit(f"{cell.hex}{mark}", size), LIT if is_lit else ground)
    if size is SMALL:
        return [number, _counter(cell, size, cell.label[:3]) or (_fit(cell.name, size), ground)]
    number = (_fit(f"{cell.hex} {cell.ground}", size), number[1])
    counter = _counter(cell, size, cell.counter) or (" " * size.width, ground)
    height = f"  x{cell.height}" if cell.height > 1 else ""
    return [number, (_fit(cell.name, size), ground), counter, (_fit(height, size), counter[1])]


def _counter(cell: Cell, size: Size, label: str) -> tuple[str, str] | None:
    """Return the line that shows what stands in a hex."""
    if cell.owner is None:
        return None
    mark, style = OWNERS[cell.owner % len(OWNERS)]
    if size is SMALL:
        count = RAISED[min(cell.height, 9)] if cell.height > 1 else " "
        return f"{mark}{label:<3}{count}", style
    return _fit(f"{mark}{label}", size), style


def _fit(text: str, size: Size) -> str:
    return text[: size.width].ljust(size.width)
