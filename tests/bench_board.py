"""The board in the system's Chromium, game by game: ``python tests/bench_board.py [GAME ...]``.

First loads are by browsers that have nothing in their cache, from the address to the first question
on the map; the budget is 2 seconds and 400 kB, compressed. Then the map is dragged, zoomed, and
watched while programs play on it. What counts there is processor time of the page's main thread
(script, style, layout, paint), which a busy machine does not change, and not the drawing of pixels,
which a browser without a graphics card does by itself. All is told as a ratio to the first game of
the same run.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from playwright.sync_api import sync_playwright

from browser.hosting import FLAGS, HOW_TO_INSTALL, Server, build_client, find_chromium
from browser.positions import journal_where
from grognard.bots.levels import levels
from grognard.engine.registry import game, games

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

VISITS: Final = 3
FOLLOWED: Final = 20_000
STEPS: Final = 40
LIMIT: Final = 50
SIZE: Final[ViewportSize] = {"width": 1440, "height": 900}


class Measured(NamedTuple):
    """What one game's board takes."""

    game: str
    hexes: int
    counters: int
    load: float
    size: float
    pan: float
    """Milliseconds of the page's own work for each step of a drag."""
    zoom: float
    worst: float
    """The longest task of the page while programs play, in milliseconds."""
    late: int
    """How many tasks took longer than a frame may."""
    tasks: int


def visit(browser: Browser, address: str) -> tuple[float, float]:
    """Return the seconds and the bytes that a first visit takes."""
    context = browser.new_context(viewport=SIZE)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[float] = []

    def finished(event: dict[str, Any]) -> None:
        sizes.append(event["encodedDataLength"])

    line.on("Network.loadingFinished", finished)
    begun = time.perf_counter()
    page.goto(address)
    page.locator(".prompt").wait_for()
    page.locator(".counter").first.wait_for()
    seconds = time.perf_counter() - begun
    page.wait_for_load_state("networkidle")
    context.close()
    return seconds, sum(sizes)


class Worked:
    """The processor time that the main thread of a page takes."""

    def __init__(self, page: Page) -> None:
        self._line = page.context.new_cdp_session(page)
        self._line.send("Performance.enable", {"timeDomain": "threadTicks"})

    def milliseconds(self) -> float:
        """Return how long it has worked so far."""
        found = self._line.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(one["value"] for one in found if one["name"] == "TaskDuration"))


def moved(page: Page) -> tuple[float, float]:
    """Return the milliseconds of work for each step of a drag, and of a zoom."""
    work, box = Worked(page), page.locator(".board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7
    page.mouse.move(x, y)
    for _ in range(4):
        page.mouse.wheel(0, -200)
        page.wait_for_timeout(150)
    page.wait_for_timeout(600)
    before = work.milliseconds()
    page.mouse.down()
    for step in range(STEPS):
        page.mouse.move(x + 10 * (step % 20), y + step)
    page.mouse.up()
    page.wait_for_timeout(300)
    dragged = work.milliseconds() - before
    before = work.milliseconds()
    for step in range(STEPS):
        page.mouse.wheel(0, 60 if step < STEPS / 2 else -60)
        page.wait_for_timeout(16)
    page.wait_for_timeout(500)
    return dragged / STEPS, (work.milliseconds() - before) / STEPS


def followed(browser: Browser, server: Server, name: str) -> list[float]:
    """Return the tasks of the page, longest first, while programs play and are followed."""
    player = {"kind": "bot", "level": levels(game(name))[0].id}
    table = server.new_table(journal=begun(name), seats=dict.fromkeys(game(name).seats, player))
    context = browser.new_context(viewport=SIZE)
    page = context.new_page()
    page.goto(table.watch)
    page.locator(".counter").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(2000)
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    page.wait_for_timeout(FOLLOWED)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return tasks(trace)


def tasks(trace: list[dict[str, Any]]) -> list[float]:
    """Return the processor time of each task of the page's main thread, longest first."""
    lines = {
        (one["pid"], one["tid"])
        for one in trace
        if one.get("name") == "FunctionCall" and one.get("ph") == "X"
    }
    found = [
        one["tdur"] / 1000
        for one in trace
        if (one.get("pid"), one.get("tid")) in lines
        and one.get("name", "").endswith("RunTask")
        and "tdur" in one
    ]
    return sorted(found, reverse=True) or [0.0]


def begun(name: str) -> str:
    """Return a game whose armies are set up."""

    def fits(state: Any) -> bool:
        return bool(state.turn) and type(state.question).__name__ == "Movement"

    return journal_where(fits, name)


def measure(browser: Browser, server: Server, name: str) -> Measured:
    """Measure the board of one game."""
    side = game(name).seats[0]
    table = server.new_table(journal=begun(name))
    visits = [visit(browser, table.link(side)) for _ in range(VISITS)]
    seconds, size = (median(each) for each in zip(*visits, strict=True))
    page = browser.new_context(viewport=SIZE).new_page()
    page.goto(table.link(side))
    page.locator(".counter").first.wait_for()
    page.wait_for_timeout(1500)
    hexes = page.evaluate("document.querySelectorAll('.sheet .number').length")
    counters = page.evaluate("document.querySelectorAll('.counter').length")
    pan, zoom = moved(page)
    page.context.close()
    found = followed(browser, server, name)
    late = sum(1 for one in found if one > LIMIT)
    return Measured(name, hexes, counters, seconds, size, pan, zoom, found[0], late, len(found))


def main() -> int:
    """Measure the boards of the games named, or of all that can be played."""
    program = find_chromium()
    if program is None:
        print(HOW_TO_INSTALL, file=sys.stderr)
        return 1
    build_client()
    names = sys.argv[1:] or [*games()]
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
            first: Measured | None = None
            for name in names:
                found = measure(browser, server, name)
                first = first or found
                show(found, first)
            browser.close()
        finally:
            server.stop()
    return 0


def show(found: Measured, first: Measured) -> None:
    """Print what one game takes, and its ratio to the first."""

    def ratio(name: str) -> str:
        one, other = getattr(found, name), getattr(first, name)
        return f"(x{one / other:.2f})" if other else ""

    print(
        f"{found.game}: {found.hexes} hexes, {found.counters} counters; "
        f"first load {found.load:.2f} s {ratio('load')}, budget 2; "
        f"{found.size / 1000:.0f} kB, budget 400; "
        f"a step of a drag {found.pan:.1f} ms {ratio('pan')}, of a zoom {found.zoom:.1f} ms "
        f"{ratio('zoom')}; while programs play the longest task is {found.worst:.0f} ms "
        f"(budget {LIMIT}), {found.late} of {found.tasks} tasks above it",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
