"""A connection over a WebSocket: who it is, what it has been sent, what it sends."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from starlette.websockets import WebSocketDisconnect, WebSocketState

from grognard.server import bodies
from grognard.server.limits import COSTS, Bucket
from grognard.server.logs import log_fault
from grognard.server.refusal import Refused
from grognard.server.shown import dumps

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from starlette.websockets import WebSocket

    from grognard.server.house import House
    from grognard.server.limits import Rates
    from grognard.server.place import Place
    from grognard.server.shown import Shown
    from grognard.server.table import Table

CLOSES: Final = {
    "bad_request": 4400,
    "bad_token": 4401,
    "not_yours": 4403,
    "not_found": 4404,
    "too_late": 4408,
    "too_large": 4413,
    "too_many": 4429,
}
GOING_AWAY: Final = 1001
NOT_YOURS: Final = CLOSES["bad_token"]
WAITING: Final = 256
"""How many messages may wait for a connection that does not read them."""
PARTING: Final = 5.0
"""Seconds that a connection is given to take its last message."""


class Connection:
    """One tab of a browser at one seat.

    A position that has not been sent when the next one comes is skipped: each is whole.
    """

    def __init__(self, socket: WebSocket, house: House, table: Table) -> None:
        self.socket, self.house, self.table = socket, house, table
        self.place: Place = table.bench
        self.lang = "en"
        self._sent: Shown | None = None
        self._welcome: str | None = None
        self._update: tuple[Shown, str] | None = None
        self._messages: deque[str] = deque()
        self._due = asyncio.Event()
        self._over = asyncio.Event()
        self._shows_all = False
        limit = house.settings.limits.answers
        self._bucket = Bucket.full(limit, limit * 5)
        told = socket.scope.get("state", {})
        self._address: str = told.get("address", "")
        self._rates: Rates | None = told.get("rates")

    # Out

    def refresh(self) -> None:
        """Put what the seat sees now in the place of what it has not been sent yet."""
        seen = self.table.speak(self.place, self.lang)
        if self._sent is not None and self._sent.version == seen.version:
            return
        self._update = seen, self.table.update(self.place, self.lang, self._sent)
        self._due.set()

    def tell(self, message: Mapping[str, Any]) -> None:
        """Queue a message; it is sent after the position that is due."""
        if len(self._messages) >= WAITING:
            self._over.set()
        if not self._over.is_set():
            self._messages.append(dumps(message))
            self._due.set()

    async def leave(self, code: int = GOING_AWAY, reason: str = "") -> None:
        """Close: the server stops, the table must be read again, or the seat is another's.

        From this moment on nothing is heard or sent, however long the other side takes to part.
        """
        self._over.set()
        await self._close(code, reason)

    async def _send(self) -> None:
        """Send what is due, until the connection ends; after each message others have a turn."""
        while not self._over.is_set():
            await self._due.wait()
            self._due.clear()
            while not self._over.is_set() and await self._has_more():
                await self.socket.send_text(self._next())
                await asyncio.sleep(0)

    async def _has_more(self) -> bool:
        """Whether something is to be sent; everything anew is put together only now."""
        if self._shows_all:
            self._shows_all = False
            await self._show_all()
        return bool(self._welcome or self._update or self._messages)

    def _next(self) -> str:
        if self._welcome is not None:
            text, self._welcome = self._welcome, None
            return text
        if self._update is not None:
            (self._sent, text), self._update = self._update, None
            return text
        return self._messages.popleft()

    async def _close(self, code: int, reason: str = "") -> None:
        if self.socket.application_state is not WebSocketState.DISCONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                await asyncio.wait_for(self.socket.close(code, reason[:100]), PARTING)

    # In

    async def run(self) -> None:
        """Serve the connection to its end."""
        try:
            await self._greet()
        except Refused as refused:
            await self._close(CLOSES.get(refused.code, GOING_AWAY), refused.reason)
            return
        sender = asyncio.create_task(self._send())
        reader = asyncio.create_task(self._read())
        over = asyncio.create_task(self._over.wait())
        try:
            await asyncio.wait({sender, reader, over}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._over.set()
            self.house.part(self.table, self)
            for task in (sender, reader):
                task.cancel()
        ended, _ = await asyncio.wait({sender, reader, over})
        await self._say_goodbye([task.exception() for task in ended if not task.cancelled()])

    async def _say_goodbye(self, ended: Sequence[object]) -> None:
        for fault in ended:
            if isinstance(fault, Refused):
                await self._close(CLOSES.get(fault.code, GOING_AWAY), fault.reason)
            elif isinstance(fault, Exception) and not isinstance(fault, WebSocketDisconnect):
                log_fault("connection_broken", fault, table=self.table.id)
        await self._close(GOING_AWAY)

    async def _greet(self) -> None:
        """Learn who this is; welcome them, and show them the game."""
        try:
            first = await asyncio.wait_for(self._receive(), self.house.settings.limits.hello)
        except TimeoutError:
            raise Refused("too_late", "nobody said hello") from None
        hello = bodies.parse(bodies.Hello, first)
        self.place, self.lang = self.table.open(hello.token), hello.lang
        self._pay(COSTS["hello"] - 1)
        self.house.join(self.table, self)
        self._shows_all = True
        self._due.set()

    async def _show_all(self) -> None:
        """Send everything, as to somebody who has seen nothing."""
        async with self.table.lock:
            about = self.table.about(self.place, self.house.here(self.table))
            self._welcome = dumps({"type": "welcome", "table": about})
            self._sent = None
            self.refresh()

    async def _receive(self) -> Any:
        """Return the next message."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        if text is None:
            raise Refused("bad_request", "messages are text")
        if len(text.encode()) > self.house.settings.limits.message:
            raise Refused("too_large", "this message is too large")
        self._pay(1)
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise Refused("bad_request", "this is not JSON") from None

    def _pay(self, cost: float) -> None:
        """Count a message for the connection, its seat and its address, by what it costs."""
        if not self._bucket.take(cost):
            raise Refused("too_many", "too many messages")
        if self.place.eye.seat is not None:
            self.house.seat_rates.take(f"{self.table.id}/{self.place.id}", cost)
        if self._rates is not None:
            self._rates.take(self._address, cost)

    async def _read(self) -> None:
        """Take what is sent, until the connection ends."""
        while True:
            try:
                message = await self._receive()
                if self._over.is_set():
                    return
                await self._hear(message)
            except Refused as refused:
                if refused.code != "bad_request":
                    raise
                self.tell({"type": "error", **refused.as_json()})
            await asyncio.sleep(0)

    async def _hear(self, message: Any) -> None:
        kind = message.get("type") if isinstance(message, dict) else None
        known = bodies.MESSAGES.get(kind) if isinstance(kind, str) else None
        if known is None:
            raise Refused("bad_request", f"a message has a type: {', '.join(bodies.MESSAGES)}")
        heard = bodies.parse(known, message)
        self._pay(COSTS.get(str(kind), 1) - 1)
        if isinstance(heard, bodies.UndoBody):
            await self._answer(heard)
        elif isinstance(heard, bodies.LangMessage):
            self.lang = heard.lang
            self._shows_all = True
            self._due.set()
        else:
            self.tell({"type": "pong"})

    async def _answer(self, heard: bodies.UndoBody) -> None:
        whose = {"client": heard.client, "sequence": heard.sequence}
        try:
            asked = replace(heard.asked(), lang=self.lang)
            repeat = await self.house.submit(self.table, self.place, asked)
        except Refused as refused:
            self.tell({"type": "refused", **whose, **refused.as_json()})
        else:
            self.tell({"type": "confirmed", **whose, "repeat": repeat})
