"""What whoever hosts the server may choose, from the command line or the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grognard.server.addresses import Proxies

if TYPE_CHECKING:
    from collections.abc import Mapping

URL_VARIABLE: Final = "GROGNARD_DATABASE_URL"
LIMITS_VARIABLE: Final = "GROGNARD_LIMITS"
PORT: Final = 8130
NO_PROXIES: Final = Proxies()


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one client may ask for."""

    body: int = 1 << 20
    """Bytes of a request."""
    message: int = 16 << 10
    """Bytes of a message over a WebSocket."""
    requests: float = 30.0
    """What one address may cost a second, on average; bursts of ten times as much. A simple
    request or message costs 1, a whole position 2, a replay 10 (`costs`)."""
    answers: float = 20.0
    """The same for one connection; bursts of five times as much."""
    seat: float = 40.0
    """The same for one seat, over all its connections and requests; bursts of five times."""
    tables: float = 50.0
    """New tables an hour from one address."""
    connections: int = 32
    """Open live connections to one seat of one table."""
    sockets: int = 64
    """Open live connections from one address."""
    peers: int = 128
    """Open connections of any kind from one address; those of a trusted proxy are not counted."""
    hello: float = 10.0
    """Seconds within which a connection must say who it is."""
    headers: float = 10.0
    """Seconds within which a request must have been sent, but for its body."""
    arrival: float = 30.0
    """Seconds within which a request must have been sent whole."""
    response: float = 120.0
    """Seconds within which an answer must have been taken."""
    idle: float = 15.0
    """Seconds for which a connection may rest between two requests."""
    notes: int = 500
    """Notes that a seat may keep of a game."""
    undos: int = 1000
    """Answers that a seat may take back in a game."""
    entries: int = 20_000
    """Answers and throws of a game, with those that were taken back; then it can only be read."""
    stored: int = 100_000
    """Games that are kept; then no new one is made."""

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
            try:
                limits = replace(limits, **{name: kind(value)})
            except ValueError:
                raise ValueError(f"the limit {name} is a number, not {value!r}") from None
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
    bot_processes: int = 2
    database_seconds: float = 5.0
    """How long anybody waits for the database."""
    keep_days: float = 0.0
    """After how many days without an answer a game is deleted; 0: never."""
    proxies: Proxies = NO_PROXIES
    origins: tuple[str, ...] = ()
    """Where pages may come from, besides the address under which they ask."""
    hsts: int = 0
    """For how many seconds browsers are told to come by TLS alone; 0: they are not told."""

    @classmethod
    def read(cls, database: str | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
        """Return the settings of the environment; a database given here comes first."""
        url = database_url(database or environ.get(URL_VARIABLE) or str(default_file()))
        origins = environ.get("GROGNARD_ORIGINS", "").replace(",", " ").split()
        return cls(
            url,
            Limits.read(environ.get(LIMITS_VARIABLE, "")),
            bot_seconds=_positive(environ, "GROGNARD_BOT_SECONDS", 1.0),
            bot_processes=int(_positive(environ, "GROGNARD_BOT_PROCESSES", 2)),
            database_seconds=_positive(environ, "GROGNARD_DATABASE_SECONDS", 5.0),
            keep_days=_number(environ, "GROGNARD_KEEP_DAYS", 0.0),
            proxies=Proxies.read(environ.get("GROGNARD_BEHIND_PROXY", "")),
            origins=tuple(origin.rstrip("/").lower() for origin in origins),
            hsts=int(_number(environ, "GROGNARD_HSTS", 0)),
        )


def _number(environ: Mapping[str, str], name: str, usual: float) -> float:
    """Return a setting that is a number, none of them below 0."""
    text = environ.get(name, "").strip()
    try:
        value = float(text) if text else usual
    except ValueError:
        raise ValueError(f"{name} is a number, not {text!r}") from None
    if not 0 <= value < 1e9:
        raise ValueError(f"{name} is a number from 0, not {text!r}")
    return value


def _positive(environ: Mapping[str, str], name: str, usual: float) -> float:
    value = _number(environ, name, usual)
    if value <= 0:
        raise ValueError(f"{name} is above 0")
    return value


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
