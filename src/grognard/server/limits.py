"""How much one address may ask for, and what every answer carries to protect the browser."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from grognard.server.logs import log, log_fault
from grognard.server.refusal import Refused

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from grognard.server.settings import Settings

PAGES: Final = "/api/docs"
HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self' ws: wss:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
DOCS_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' https://cdn.jsdelivr.net; "
    "style-src 'self' 'unsafe-inline' https://cdn.jsdelivr.net; "
    "img-src 'self' data: https://fastapi.tiangolo.com; frame-ancestors 'none'"
)
"""The page of the API is drawn by Swagger, which comes from a public host."""


@dataclass(slots=True)
class Bucket:
    """So many a second on average, with bursts.

    >>> bucket = Bucket(rate=1, burst=2, left=2, since=0.0)
    >>> [bucket.take(now=0.0), bucket.take(now=0.0), bucket.take(now=0.0), bucket.take(now=1.0)]
    [True, True, False, True]
    """

    rate: float
    burst: float
    left: float
    since: float

    @classmethod
    def full(cls, rate: float, burst: float) -> Bucket:
        """Return a bucket from which nothing has been taken."""
        return cls(rate, burst, burst, time.monotonic())

    def take(self, now: float | None = None) -> bool:
        """Take one, if one is left."""
        now = time.monotonic() if now is None else now
        self.left = min(self.burst, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether it would be full by now, so that it may be forgotten."""
        return self.left + (time.monotonic() - self.since) * self.rate >= self.burst


@dataclass(slots=True)
class Rates:
    """One bucket an address."""

    rate: float
    burst: float
    buckets: dict[str, Bucket] = field(default_factory=dict)

    def take(self, address: str) -> None:
        """Count a request of an address, or refuse it."""
        if len(self.buckets) > 10_000:
            self.buckets = {name: b for name, b in self.buckets.items() if not b.is_full}
        bucket = self.buckets.get(address)
        if bucket is None:
            bucket = self.buckets[address] = Bucket.full(self.rate, self.burst)
        if not bucket.take():
            raise Refused("too_many", "too many requests from this address; wait a little")


def address_of(scope: Scope, *, trusts_proxy: bool) -> str:
    """Return where a request comes from."""
    if trusts_proxy:
        for name, value in scope.get("headers", ()):
            if name == b"x-forwarded-for":
                return str(value.decode("latin-1").rpartition(",")[2].strip())
    client = scope.get("client")
    return str(client[0]) if client else "local"


class Guard:
    """The outermost layer: counts, measures, protects, and turns faults into answers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.rates = Rates(settings.limits.requests, settings.limits.requests * 10)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    def _count(self, scope: Scope) -> None:
        self.rates.take(address_of(scope, trusts_proxy=self.settings.trusts_proxy))

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._count(scope)
        except Refused as refused:
            await receive()
            await send({"type": "websocket.close", "code": 4429, "reason": refused.reason})
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _Answer(scope, send)
        try:
            self._count(scope)
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

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope, self._send = scope, send
        self._begun = time.perf_counter()
        self.status = 0

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on, with our headers."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": [*message["headers"], *self._headers()]}
        await self._send(message)

    def _headers(self) -> list[tuple[bytes, bytes]]:
        path = self._scope["path"]
        policy = DOCS_POLICY if path.startswith(PAGES) else POLICY
        extra = {**HEADERS, "content-security-policy": policy}
        if path.startswith("/api/tables"):
            extra["cache-control"] = "no-store"
        return [(name.encode(), value.encode()) for name, value in extra.items()]

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
        log("request", method=method, path=path, status=self.status, ms=spent)


def _measured(scope: Scope, receive: Receive, limit: int) -> Receive:
    """Return a way to receive a body that refuses one that is too large."""
    for name, value in scope["headers"]:
        if name == b"content-length" and (not value.isdigit() or int(value) > limit):
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
