"""Connections as they come in: how many from one address, how long they take, how much they send.

Uvicorn counts no connections, waits for ever for a request that is sent by halves or an answer that
nobody takes, and keeps a head without end in memory; here all of these end. A connection that has
become a live one is counted by `Guard` too, by the address that a trusted proxy tells; those of
the proxy itself are not counted here.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from grognard.server.addresses import counted
from grognard.server.limits import Bucket, Headcount
from grognard.server.refusal import Refused

if TYPE_CHECKING:
    import asyncio

    from grognard.server.settings import Settings


class Door:
    """What the protocols of one server share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.open = Headcount(settings.limits.peers, "connections")

    def enter(self, peer: str) -> str | None:
        """Count a connection; return under which name, or none where it is not counted."""
        if self.settings.proxies.trusts(peer):
            return None
        name = counted(peer)
        self.open.enter(name)
        return name

    def protocols(self) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
        """Return the protocols of HTTP and of WebSocket that keep to these limits."""
        door = self

        class Http(_Http):
            shared = door

        class Live(_Live):
            shared = door

        return Http, Live


PACKING: Final = ServerPerMessageDeflateFactory(
    server_max_window_bits=12,
    client_max_window_bits=12,
    compress_settings={"memLevel": 5, "level": 1},
)
"""How messages are packed: in a third of the time that the usual level takes, a fifth larger."""
HEAD: Final = 64 << 10
"""Bytes of a request without its body."""
WRAPPED: Final = 4
"""How many times the length of the longest body one may have that comes in pieces, or is refused
but goes on."""
PARTING: Final = 5.0
"""Seconds in which what was sent last must have been taken."""


class _Live(WebSocketsSansIOProtocol):
    """A live connection: counted under the name that the request had, to its end.

    What is no message, pings and parts of messages, is counted here: nobody else hears of it.
    """

    shared: Door
    entered: str | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [PACKING]
        rate = self.shared.settings.limits.answers
        self._bucket = Bucket.full(rate, rate * 5)

    def _is_too_much(self) -> bool:
        if not self._bucket.take():
            self.transport.abort()
        return self.transport.is_closing()

    def handle_ping(self) -> None:
        """Answer a ping, if there are not too many."""
        if not self._is_too_much():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Note a sign of life."""
        if not self._is_too_much():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """Take a part of a message."""
        if not self._is_too_much():
            super().handle_cont(event)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """End a connection that is not heard any more, even if nobody takes what was sent."""
        super().on_task_complete(task)
        self.loop.call_later(PARTING, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """End a connection that gives no sign of life."""
        super().keepalive_timeout()
        self.loop.call_later(PARTING, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        if self.entered is not None:
            self.shared.open.leave(self.entered)
            self.entered = None
        super().connection_lost(exc)


class _Http(HttpToolsProtocol):
    """Requests; closed are those that do not arrive in time or never end, and those that rest.

    So are those that do not take their answer.
    """

    shared: Door
    entered: str | None = None
    _deadline: asyncio.TimerHandle | None = None
    _is_within = False
    _is_head = False
    _arrived = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, unless its address has too many."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else "local"
        try:
            self.entered = self.shared.enter(peer)
        except Refused:
            transport.abort()
            return
        self._give(self.shared.settings.limits.headers)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        self._give(None)
        if self.entered is not None:
            self.shared.open.leave(self.entered)
            self.entered = None
        super().connection_lost(exc)

    def _give(self, seconds: float | None) -> None:
        """Give the connection so long for what is due, in place of what it had."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self._close_late)

    def _close_late(self) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read on, unless the request is longer than any that is answered."""
        self._arrived += len(data)
        super().data_received(data)
        most = HEAD if self._is_head else HEAD + WRAPPED * self.shared.settings.limits.body
        if self._is_within and self._arrived > most:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """Begin to read a request; its headers are due soon."""
        super().on_message_begin()
        self._is_within = self._is_head = True
        self._arrived = 0
        self._give(self.shared.settings.limits.headers)

    def on_headers_complete(self) -> None:
        """Go on with its body, which may take longer."""
        super().on_headers_complete()
        self._is_head = False
        self._give(self.shared.settings.limits.arrival)

    def on_message_complete(self) -> None:
        """Have it whole: now it is the server's turn, and then his who asked."""
        super().on_message_complete()
        self._is_within = False
        self._give(self.shared.settings.limits.response)

    def on_response_complete(self) -> None:
        """Let the connection rest for a while."""
        super().on_response_complete()
        if not self._is_within and not self.transport.is_closing():
            self._give(self.shared.settings.limits.idle)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and its place in the count with it."""
        self._give(None)
        entered, self.entered = self.entered, None
        super().handle_websocket_upgrade()
        protocol: Any = self.transport.get_protocol()
        if isinstance(protocol, _Live):
            protocol.entered = entered
        elif entered is not None:
            self.shared.open.leave(entered)


def allow_many_files() -> None:
    """Let this process have as many open connections as the system allows it."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
