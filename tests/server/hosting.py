"""A server on a real port, within the process of the test; and lines to it, byte by byte."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn

from grognard.server.app import create_app
from grognard.server.listening import Door

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.server.settings import Settings


class Hosted(uvicorn.Server):
    """A server that another thread runs."""

    port = 0

    def run_on(self, listener: socket.socket) -> None:
        self.port = listener.getsockname()[1]
        self.thread = threading.Thread(target=self.run, kwargs={"sockets": [listener]}, daemon=True)
        self.thread.start()
        deadline = time.monotonic() + 60
        while not self.started:
            assert time.monotonic() < deadline, "the server does not begin"
            time.sleep(0.02)

    def stop(self, seconds: float = 30) -> bool:
        """Stop; return whether it did within some seconds."""
        self.should_exit = True
        self.thread.join(seconds)
        return not self.thread.is_alive()


@contextmanager
def hosted(settings: Settings) -> Iterator[Hosted]:
    """Serve on a free port, as `grognard serve` does."""
    requests, live = Door(settings).protocols()
    server = Hosted(
        uvicorn.Config(
            create_app(settings),
            http=requests,
            ws=live,
            proxy_headers=False,
            log_config=None,
            access_log=False,
            ws_max_size=settings.limits.message * 4,
            timeout_graceful_shutdown=2,
            server_header=False,
        )
    )
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # soon full
    server.run_on(listener)
    try:
        yield server
    finally:
        server.stop()
        listener.close()


def line_to(server: Hosted) -> socket.socket:
    """Return an open connection, into which not much fits that is not read."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(10)
    line.connect(("127.0.0.1", server.port))
    return line


def pushed(line: socket.socket, chunk: bytes, most: int, seconds: float = 20) -> int:
    """Send the same again and again until the other side closes; return how much it took."""
    sent, until = 0, time.monotonic() + seconds
    line.settimeout(2)
    try:
        while sent < most and time.monotonic() < until:
            sent += line.send(chunk)
    except TimeoutError:
        return sent
    except OSError:
        return sent
    return most
