"""What the browser tests need around them: a built client, a real server, the system's Chromium.

``python -m tests.browser.hosting`` (``make browser``) installs Chromium where it is missing.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT: Final = Path(__file__).resolve().parents[2]
WEB: Final = ROOT / "web"
AXE: Final = WEB / "node_modules" / "axe-core" / "axe.min.js"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW_TO_INSTALL: Final = (
    "no Chromium was found: `make browser` installs it where it may (apt-get install chromium); "
    "or set GROGNARD_CHROMIUM to the program of a Chromium or Chrome"
)
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE: Final = 60
"""Seconds that the server may take for anything, on a busy machine."""
FREE: Final = "requests=100000,answers=100000,seat=100000,tables=100000"


def find_chromium() -> str | None:
    """Return the program of the system's Chromium."""
    named = os.environ.get("GROGNARD_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def demand_chromium() -> str:
    """Return the program of Chromium; without one a test is left out, but in CI it fails."""
    program = find_chromium()
    if program is None and os.environ.get("CI"):
        pytest.fail(HOW_TO_INSTALL)
    if program is None:
        pytest.skip(HOW_TO_INSTALL)
    return program


def install_chromium() -> bool:
    """Install Chromium with the system's packages, where this user may; say if it is there."""
    if find_chromium() is None and shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing Chromium for the browser tests ...", flush=True)
        for words in (["update", "-qq"], ["install", "-y", "-qq", "chromium"]):
            subprocess.run(["apt-get", *words], check=False)
    return find_chromium() is not None


def build_client() -> None:
    """Build the client where its sources have changed; one process at a time."""
    with _alone(ROOT / "build" / "client.lock"):
        command = [sys.executable, str(WEB / "build.py")]
        if not AXE.exists():
            command.append("--force")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"the client cannot be built:\n{done.stdout}\n{done.stderr}"


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it never came to be so"
        time.sleep(0.05)


class Server:
    """``grognard serve`` as a process of its own, on a database of its own."""

    def __init__(self, folder: Path, *games: str) -> None:
        self._games = games
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._database = folder / "games.sqlite"
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        place = ["--port", str(self.port), "--database", str(self._database)]
        place += [word for game in self._games for word in ("--game", game)]
        modules = [str(ROOT / folder) for folder in ("src", "tests", "examples/skeleton")]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "grognard", "serve", *place],
                stdout=log,
                stderr=log,
                env={**os.environ, "GROGNARD_LIMITS": FREE, "PYTHONPATH": os.pathsep.join(modules)},
            )
        deadline = time.monotonic() + 2 * PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self._log.read_text()
            assert time.monotonic() < deadline, f"no answer from {self.url}"
            time.sleep(0.1)

    def kill(self) -> None:
        """End it as a failure of the machine would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as a person would."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(PATIENCE)

    def _answers(self) -> bool:
        try:
            self.get("/health")
        except (URLError, ConnectionError, TimeoutError):
            return False
        return True

    def get(self, path: str, token: str = "") -> Any:
        """Ask the API."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with urlopen(Request(self.url + path, headers=headers), timeout=PATIENCE) as answer:
            return json.load(answer)

    def new_table(self, **body: Any) -> Table:
        """Set up a table, as the page for new games does."""
        headers = {"Content-Type": "application/json"}
        request = Request(f"{self.url}/api/tables", json.dumps(body).encode(), headers)
        with urlopen(request, timeout=PATIENCE) as answer:
            return Table(self, json.load(answer))


class Table:
    """A table of the server, with the links that open its seats."""

    def __init__(self, server: Server, made: dict[str, Any]) -> None:
        self._server = server
        self._made = made
        self.id: str = made["table"]
        self.watch = f"{server.url}{made['watch']}"

    def link(self, side: str) -> str:
        """Return the address of a person's seat."""
        return f"{self._server.url}{self._made['seats'][side]['link']}"

    def token(self, side: str) -> str:
        """Return the token of a person's seat."""
        token: str = self._made["seats"][side]["token"]
        return token

    def update(self, side: str) -> dict[str, Any]:
        """Return what the server sends a seat now."""
        found: dict[str, Any] = self._server.get(f"/api/tables/{self.id}/update", self.token(side))
        return found

    def lines_since(self, side: str, written: int) -> list[dict[str, Any]]:
        """Return the lines of the log of a seat after those that were written."""
        log = self.update(side)["log"]
        assert log["first"] <= written
        found: list[dict[str, Any]] = log["lines"][written - log["first"] :]
        return found

    def wait_for_line(self, side: str, written: int) -> dict[str, Any]:
        """Wait until the log of a seat has more lines than were written; return the next one."""
        deadline = time.monotonic() + PATIENCE
        while (update := self.update(side))["log"]["total"] <= written:
            assert time.monotonic() < deadline, "nothing new is in the log"
            time.sleep(0.1)
        line: dict[str, Any] = update["log"]["lines"][written - update["log"]["first"]]
        return line

    def about(self) -> dict[str, Any]:
        """Return what anybody may know of the table."""
        found: dict[str, Any] = self._server.get(f"/api/tables/{self.id}")
        return found


def main() -> int:
    """Make sure that there is a browser; without one, fail where everything must be tested."""
    if install_chromium():
        return 0
    print(HOW_TO_INSTALL, file=sys.stderr)
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
