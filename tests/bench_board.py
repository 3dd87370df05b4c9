"""The first load of the board in the system's Chromium: ``python tests/bench_board.py``.

Each visit is by a browser that has nothing in its cache; the time goes from the address to the
first question on the map. The budget is 2 seconds and 400 kB, compressed.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import sync_playwright

from browser.board import Board
from browser.hosting import FLAGS, HOW_TO_INSTALL, Server, build_client, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

VISITS: Final = 5


def visit(browser: Browser, address: str) -> tuple[float, float]:
    """Return the seconds and the bytes that a first visit takes."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[float] = []

    def finished(event: dict[str, Any]) -> None:
        sizes.append(event["encodedDataLength"])

    line.on("Network.loadingFinished", finished)
    begun = time.perf_counter()
    Board(page).open(address)
    seconds = time.perf_counter() - begun
    page.wait_for_load_state("networkidle")
    context.close()
    return seconds, sum(sizes)


def main() -> int:
    """Measure a few first visits."""
    program = find_chromium()
    if program is None:
        print(HOW_TO_INSTALL, file=sys.stderr)
        return 1
    build_client()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        try:
            table = server.new_table(game="bautzen")
            browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
            visits = [visit(browser, table.link("allied")) for _ in range(VISITS)]
            browser.close()
        finally:
            server.stop()
    seconds, size = (median(each) for each in zip(*visits, strict=True))
    print(f"first load of the board: {seconds:.2f} s (budget 2), {size / 1000:.0f} kB (budget 400)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
