"""A real server, the system's Chromium, and people who open its pages in browsers of their own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright

from browser.hosting import FLAGS, ROOT, Server, build_client, demand_chromium

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

PICTURES = ROOT / "build" / "browser"
FAILED = pytest.StashKey[bool]()
PATIENCE = 60_000
"""Milliseconds that a page may take for anything: many, for a machine that others use too."""


COUNTED = """(() => {
  const real = window.fetch;
  window.pending = 0;
  window.fetch = (...what) => {
    window.pending += 1;
    return real(...what).finally(() => setTimeout(() => (window.pending -= 1), 50));
  };
})();"""
"""Counts what a page has asked for and has not been told: odds, notes, overlays. What comes of it
may give the map another room, so a test that aims at the map waits until nothing is due."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try a test in a real browser a second time before it fails; the summary names it.

    A browser on a busy machine may miss a moment that no rule of ours is about; what is broken
    fails twice. Why it failed the first time stands in build/browser, with pictures.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep the reason of every failure, also of one that is forgiven."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
        PICTURES.mkdir(parents=True, exist_ok=True)
        (PICTURES / f"{_file(item)}-{report.when}.txt").write_text(report.longreprtext)
    return report


def _file(item: pytest.Item) -> str:
    return re.sub(r"\W+", "-", item.name)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a running server."""
    build_client()
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """Return a server that the test may kill and start again."""
    build_client()
    running = Server(tmp_path)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Return the browser; it closes with its module, for other tests run event loops too."""
    program = demand_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


class People:
    """Everybody who opens a page in one test; what goes wrong in any page is kept."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        self.excused: list[str] = []
        """Errors that the test brings about on purpose, as patterns."""

    def arrive(self, **wishes: Any) -> Page:
        """Return a blank page in a browser that knows nothing of the others."""
        usual: dict[str, Any] = {
            "viewport": {"width": 1400, "height": 900},
            "locale": "en-GB",
            "reduced_motion": "reduce",
        }
        context = self._browser.new_context(**{**usual, **wishes})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(COUNTED)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self._contexts.append(context)
        return context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def unexcused(self) -> list[str]:
        """Return the errors that no test expects."""
        return [
            error
            for error in self.errors
            if not any(re.search(pattern, error) for pattern in self.excused)
        ]

    def picture(self, name: str) -> None:
        """Keep a picture of every page."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        pages = [page for context in self._contexts for page in context.pages]
        for number, page in enumerate(pages):
            page.screenshot(path=PICTURES / f"{name}-{number}.png")

    def leave(self) -> None:
        """Close every page."""
        for context in self._contexts:
            context.close()


@pytest.fixture
def people(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[People]:
    """Return those who play; a failed test leaves pictures in build/browser."""
    request.node.stash[FAILED] = False
    present = People(chromium)
    yield present
    errors = present.unexcused()
    if errors or request.node.stash[FAILED]:
        present.picture(_file(request.node))
    present.leave()
    assert not errors, "the pages reported errors:\n" + "\n".join(errors)
