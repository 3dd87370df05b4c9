"""What whoever hosts the server may choose, from the command line or the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

URL_VARIABLE: Final = "GROGNARD_DATABASE_URL"
LIMITS_VARIABLE: Final = "GROGNARD_LIMITS"
PORT: Final = 8130


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one client may ask for."""

    body: int = 1 << 20
    """Bytes of a request."""
    message: int = 16 << 10
    """Bytes of a message over a WebSocket."""
    requests: float = 30.0
    """Requests a second from one address, on average; bursts of ten times as many."""
    answers: float = 20.0
    """Messages a second over one connection, on average; bursts of five times as many."""
    tables: float = 50.0
    """New tables an hour from one address."""
    connections: int = 32
    """Open connections to one seat of one table."""
    hello: float = 10.0
    """Seconds within which a connection must say who it is."""

    @classmethod
    def read(cls, text: str) -> Limits:
        """Return the limits with some changed: ``requests=100,tables=500``.

        >>> Limits.read("requests=100, tables=500").tables
        500.0
        """
        limits = cls()
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, _, value = (word.strip() for word in part.partition("="))
            if name not in NAMES:
                raise ValueError(f"there is no limit {name!r}; there are {', '.join(NAMES)}")
            kind = type(getattr(limits, name))
            limits = replace(limits, **{name: kind(value)})
        return limits


NAMES: Final = tuple(entry.name for entry in fields(Limits))


@dataclass(frozen=True, slots=True)
class Settings:
    """One server."""

    database: str
    """A URL as SQLAlchemy reads it."""
    limits: Limits = field(default_factory=Limits)
    tables_in_memory: int = 512
    bot_seconds: float = 1.0
    """What a bot may think about one answer; after much longer, chance answers for it."""
    bot_processes: int = 1
    trusts_proxy: bool = False
    """Whether the address of a client is the one that a proxy in front tells."""

    @classmethod
    def read(cls, database: str | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
        """Return the settings of the environment; a database given here comes first."""
        url = database_url(database or environ.get(URL_VARIABLE) or str(default_file()))
        limits = Limits.read(environ.get(LIMITS_VARIABLE, ""))
        return cls(url, limits, trusts_proxy=environ.get("GROGNARD_BEHIND_PROXY", "") == "1")


def default_file() -> Path:
    """Return where the games of this user are kept."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "grognard" / "games.sqlite"


def database_url(place: str) -> str:
    """Return the URL of a database; a place without a scheme is a file of SQLite.

    >>> database_url("games.sqlite")
    'sqlite:///games.sqlite'
    >>> database_url("postgresql://ann@localhost/games")
    'postgresql+psycopg://ann@localhost/games'
    """
    if "://" not in place:
        return f"sqlite:///{place}"
    for scheme in ("postgres://", "postgresql://"):
        if place.startswith(scheme):
            return "postgresql+psycopg://" + place.removeprefix(scheme)
    return place
