"""How much one address, seat or connection may ask for, by what it costs to answer."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final

from grognard.server.refusal import Refused

COSTS: Final = {
    "update": 2.0,
    "answers": 2.0,
    "undo": 2.0,
    "answer": 2.0,
    "log": 2.0,
    "hello": 4.0,
    "lang": 4.0,
    "overlays": 3.0,
    "reach": 3.0,
    "why": 3.0,
    "odds": 3.0,
    "inspect": 3.0,
    "luck": 5.0,
    "record": 5.0,
    "journal": 5.0,
    "course": 10.0,
    "hint": 10.0,
    "replay": 10.0,
}
"""What a request or a message costs, by its last word or the one before; everything else costs 1. A
millisecond of the server's time is about 1."""
KNOWN: Final = 10_000
"""How many addresses are remembered before those that ask for nothing are forgotten."""


def cost_of(path: str) -> float:
    """Return what a request costs.

    >>> cost_of("/api/tables/x/replay"), cost_of("/api/tables/x/overlays/y"), cost_of("/api/games")
    (10.0, 3.0, 1.0)
    """
    return max(COSTS.get(word, 1.0) for word in path.rstrip("/").split("/")[-2:])


@dataclass(slots=True)
class Bucket:
    """So much a second on average, with bursts.

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

    def take(self, cost: float = 1.0, now: float | None = None) -> bool:
        """Take something, if it is left; what costs more than there can be takes it all."""
        now = time.monotonic() if now is None else now
        self.left = min(self.burst, self.left + (now - self.since) * self.rate)
        self.since = now
        cost = min(cost, self.burst)
        if self.left < cost:
            return False
        self.left -= cost
        return True

    @property
    def is_full(self) -> bool:
        """Whether it would be full by now, so that it may be forgotten."""
        return self.left + (time.monotonic() - self.since) * self.rate >= self.burst


@dataclass(slots=True)
class Rates:
    """One bucket for each who asks: an address, or a seat."""

    rate: float
    burst: float
    whose: str = "address"
    buckets: dict[str, Bucket] = field(default_factory=dict)
    _swept: float = 0.0

    def take(self, name: str, cost: float = 1.0) -> None:
        """Count something for a name, or refuse it."""
        bucket = self.buckets.get(name)
        if bucket is None:
            self._forget_quiet()
            bucket = self.buckets[name] = Bucket.full(self.rate, self.burst)
        if not bucket.take(cost):
            raise Refused("too_many", f"too much is asked from this {self.whose}; wait a little")

    def _forget_quiet(self) -> None:
        now = time.monotonic()
        if len(self.buckets) > KNOWN and now - self._swept > 1:
            self._swept = now
            self.buckets = {name: b for name, b in self.buckets.items() if not b.is_full}


@dataclass(slots=True)
class Headcount:
    """How many of something each address has open."""

    most: int
    what: str
    _open: dict[str, int] = field(default_factory=dict)

    def enter(self, name: str) -> None:
        """Count one more, or refuse it."""
        if self._open.get(name, 0) >= self.most:
            raise Refused("too_many", f"too many {self.what} from this address")
        self._open[name] = self._open.get(name, 0) + 1

    def leave(self, name: str) -> None:
        """Count one less."""
        left = self._open.get(name, 0) - 1
        if left > 0:
            self._open[name] = left
        else:
            self._open.pop(name, None)

    def __getitem__(self, name: str) -> int:
        return self._open.get(name, 0)


class SteadyTime:
    """Tells when the clock of the machine was set, so that no game is deleted by a slip of it."""

    SLIP: Final = 3600.0

    def __init__(self) -> None:
        self._last = time.time(), time.monotonic()

    def has_slipped(self) -> bool:
        """Whether the clock has moved by an hour more or less, since last asked, than time did."""
        wall, steady = self._last
        self._last = time.time(), time.monotonic()
        return abs(self._last[0] - wall - (self._last[1] - steady)) > self.SLIP
