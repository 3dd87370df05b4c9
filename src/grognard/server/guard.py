"""The outermost layer: counts, measures, protects, and turns faults into answers."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from grognard.server.addresses import address_of
from grognard.server.limits import Headcount, Rates, cost_of
from grognard.server.logs import log, log_fault
from grognard.server.refusal import Refused

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from grognard.server.settings import Settings

HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
}
SAFE: Final = ("GET", "HEAD", "OPTIONS")
PULSES: Final = ("/health", "/ready", "/api/health", "/api/ready")
"""What a watchman asks for; it costs next to nothing and is not counted."""
USUAL: Final = {"http": ":80", "https": ":443"}
BAD_ORIGIN: Final = 4403
TOO_MANY: Final = 4429


class Guard:
    """Every request and every connection passes here first."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.rates = Rates(settings.limits.requests, settings.limits.requests * 10)
        self.sockets = Headcount(settings.limits.sockets, "live connections")
        headers = dict(HEADERS)
        if settings.hsts:
            headers["strict-transport-security"] = f"max-age={settings.hsts}; includeSubDomains"
        self.headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        address = address_of(scope, self.settings.proxies)
        scope.setdefault("state", {}).update(address=address, rates=self.rates)
        if scope["type"] == "websocket":
            await self._connect(address, scope, receive, send)
        else:
            await self._answer(address, scope, receive, send)

    def _refuse_strangers(self, scope: Scope) -> None:
        """Refuse what a page of another site asks a browser to do in somebody's name."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            return
        told = origin.decode("latin-1").lower()
        if told.rstrip("/") in self.settings.origins:
            return
        try:
            place = urlsplit(told)
        except ValueError:
            raise Refused("bad_origin", "this origin is none") from None
        host = headers.get(b"host", b"").decode("latin-1").lower()
        usual = USUAL.get(place.scheme, "")
        if not place.netloc or host.removesuffix(usual) != place.netloc.removesuffix(usual):
            raise Refused("bad_origin", "pages of other sites may not do this")

    async def _connect(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._refuse_strangers(scope)
            self.rates.take(address)
            self.sockets.enter(address)
        except Refused as refused:
            await receive()
            code = BAD_ORIGIN if refused.code == "bad_origin" else TOO_MANY
            await send({"type": "websocket.close", "code": code, "reason": refused.reason})
            return
        try:
            await self.app(scope, receive, send)
        finally:
            self.sockets.leave(address)

    async def _answer(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _Answer(scope, send, self.headers)
        try:
            if scope["path"] not in PULSES:
                self.rates.take(address, cost_of(scope["path"]))
            if scope["method"] not in SAFE:
                self._refuse_strangers(scope)
            limit = self.settings.limits.body
            await self.app(scope, _measured(scope, receive, limit), answer.send)
        except Refused as refused:
            await answer.refuse(refused)
        except Exception as error:
            log_fault("broken", error, path=scope["path"])
            await answer.refuse(Refused("broken", "something is wrong here; it has been noted"))
        answer.log()


class _Answer:
    """What is sent for one request."""

    def __init__(self, scope: Scope, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
        self._scope, self._send, self._extra = scope, send, headers
        self._begun = time.perf_counter()
        self.status = 0

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on, with our headers."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": [*message["headers"], *self._headers()]}
        await self._send(message)

    def _headers(self) -> list[tuple[bytes, bytes]]:
        if self._scope["path"].startswith("/api/tables"):
            return [*self._extra, (b"cache-control", b"no-store")]
        return self._extra

    async def refuse(self, refused: Refused) -> None:
        """Answer with a refusal, unless an answer has begun."""
        if self.status:
            return
        body = json.dumps(refused.as_json()).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        if refused.code == "too_many":
            headers.append((b"retry-after", b"1"))
        start = {"type": "http.response.start", "status": refused.status_code, "headers": headers}
        await self.send(start)
        await self.send({"type": "http.response.body", "body": body})

    def log(self) -> None:
        """Write one line about the request; the query and the headers stay out of it."""
        spent = round((time.perf_counter() - self._begun) * 1000, 1)
        path, method = self._scope["path"], self._scope["method"]
        log("request", method=method, path=path[:200], status=self.status, ms=spent)


def _measured(scope: Scope, receive: Receive, limit: int) -> Receive:
    """Return a way to receive a body that refuses one that is too large."""
    for name, value in scope["headers"]:
        is_length = name == b"content-length"
        if is_length and (not value.isdigit() or len(value) > 15 or int(value) > limit):
            raise Refused("too_large", f"a request has at most {limit} bytes")
    read = 0

    async def counted() -> Message:
        nonlocal read
        message: dict[str, Any] = dict(await receive())
        read += len(message.get("body", b""))
        if read > limit:
            raise Refused("too_large", f"a request has at most {limit} bytes")
        return message

    return counted
