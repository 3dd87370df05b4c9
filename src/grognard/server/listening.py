"""Connections as they come in: how many from one address, and how long they may take.

Uvicorn counts no connections and waits for ever for a request that is sent by halves; here both
end. A connection that has become a live one is counted by `Guard` too, by the address that a
trusted proxy tells; those of the proxy itself are not counted here.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from grognard.server.addresses import counted
from grognard.server.limits import Headcount
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


class _Live(WebSocketsSansIOProtocol):
    """A live connection: counted under the name that the request had, to its end."""

    shared: Door
    entered: str | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [PACKING]

    def connection_lost(self, exc: Exception | None) -> None:
        """Count one less."""
        if self.entered is not None:
            self.shared.open.leave(self.entered)
            self.entered = None
        super().connection_lost(exc)


class _Http(HttpToolsProtocol):
    """Requests: those that do not arrive in time, and connections that rest, are closed."""

    shared: Door
    entered: str | None = None
    _deadline: asyncio.TimerHandle | None = None
    _is_within = False

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

    def on_message_begin(self) -> None:
        """Begin to read a request; its headers are due soon."""
        super().on_message_begin()
        self._is_within = True
        self._give(self.shared.settings.limits.headers)

    def on_headers_complete(self) -> None:
        """Go on with its body, which may take longer."""
        super().on_headers_complete()
        self._give(self.shared.settings.limits.arrival)

    def on_message_complete(self) -> None:
        """Have it whole: now it is the server's turn."""
        super().on_message_complete()
        self._is_within = False
        self._give(None)

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
