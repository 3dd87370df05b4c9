"""What ``grognard serve``, ``grognard export`` and ``grognard import`` do."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import webbrowser
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import uvicorn

from grognard.engine.datafile import DataError
from grognard.engine.journal import Journal
from grognard.server import logs, offers
from grognard.server.app import create_app
from grognard.server.refusal import Refused
from grognard.server.settings import PORT, Settings
from grognard.server.store import Store, StoredSeat, StoredTable
from grognard.server.table import Table, hash_of, new_token

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping


def run_serve(given: argparse.Namespace) -> int:
    """Serve until interrupted."""
    settings = Settings.read(given.database)
    try:
        listener = listen(given.host, given.port)
    except OSError as error:
        where = f"{given.host}:{given.port or PORT}"
        print(f"cannot listen on {where}: {error.strerror or error}", file=sys.stderr)
        return 1
    logs.configure()
    address = address_of(listener, given.host)
    print(f"grognard serves on {address} (stop with Ctrl-C)", flush=True)
    if given.open and has_screen():
        webbrowser.open(address)
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        ws_max_size=settings.limits.message * 4,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
    return 0


def has_screen(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a browser can be shown: not to a machine that tests, nor to a bare terminal."""
    if environ.get("CI"):
        return False
    is_desktop = platform in ("darwin", "win32", "cygwin")
    return is_desktop or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket on a port, or on the usual one, or on a free one after it."""
    if port is not None:
        return _bound(host, port)
    for candidate in (*range(PORT, PORT + 20), 0):
        try:
            return _bound(host, candidate)
        except OSError:
            if candidate == 0:
                raise
    raise OSError("no port is free")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


def address_of(listener: socket.socket, host: str) -> str:
    """Return the address to open in a browser."""
    name = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1", "") else host
    return f"http://{name}:{listener.getsockname()[1]}/"


def run_export(given: argparse.Namespace) -> int:
    """Write games as text: to standard output, or one file each."""
    store = Store(Settings.read(given.database).database)
    store.open()
    try:
        wanted = given.tables or [name for name, _ in store.tables()]
        if given.to is None and len(wanted) > 1:
            print("several games go --to a directory", file=sys.stderr)
            return 2
        for name, text in _exported(store, wanted):
            if given.to is None:
                print(text, end="")
            else:
                given.to.mkdir(parents=True, exist_ok=True)
                (given.to / f"{name}.txt").write_text(text, encoding="utf-8")
    except LookupError as error:
        print(str(error.args[0]), file=sys.stderr)
        return 1
    finally:
        store.close()
    return 0


def _exported(store: Store, wanted: list[str]) -> Iterator[tuple[str, str]]:
    for name in wanted:
        stored = store.load(name)
        if stored is None:
            raise LookupError(f"there is no table {name!r}")
        yield name, Table.restore(stored).journal()


def run_import(given: argparse.Namespace) -> int:
    """Make a table of each journal; print the links of its seats."""
    store = Store(Settings.read(given.database).database)
    store.open()
    try:
        for file in given.files:
            _bring(store, Journal.read(file))
    except (DataError, OSError, Refused) as error:
        print(str(error), file=sys.stderr)
        return 1
    finally:
        store.close()
    return 0


def _bring(store: Store, journal: Journal) -> None:
    game = offers.find_game(journal.get("game"))
    tokens = [new_token() for _ in game.seats]
    names = journal.players
    seats = tuple(
        StoredSeat(number, "", names.get(name, "")[:40], hash_of(tokens[number]))
        for number, name in enumerate(game.seats)
    )
    table_id = secrets.token_urlsafe(9)
    stored = StoredTable(table_id, journal.format(), "en", datetime.now(UTC), seats)
    Table.restore(stored)
    store.create(stored)
    print(f"/watch/{table_id}")
    for name, token in zip(game.seats, tokens, strict=True):
        print(f"/play/{table_id}#{token}  {name}")
