"""What ``grognard serve``, ``export``, ``import`` and ``delete`` do."""

from __future__ import annotations

import gc
import os
import socket
import sys
import webbrowser
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from sqlalchemy import make_url

from grognard.engine.datafile import DataError
from grognard.engine.journal import Journal
from grognard.server import logs, offers
from grognard.server.app import create_app
from grognard.server.house import Seated, new_table
from grognard.server.listening import Door, allow_many_files
from grognard.server.refusal import Refused
from grognard.server.schema import migrate
from grognard.server.seats import join_link
from grognard.server.settings import PORT, Settings
from grognard.server.store import Store, Unreadable
from grognard.server.table import Damaged, Table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping

A_CENTURY = 36_500
SELDOM = 10_000, 20, 100
"""After how much has been made the collector of garbage looks at what is new, young and old."""


def run_serve(given: argparse.Namespace) -> int:
    """Serve until interrupted."""
    offers.load_all()
    try:
        settings = Settings.read(given.database)
        offers.all_games()  # nobody has to wait for it, nor the collector of garbage to look at it
        app = create_app(settings)
        migrate(app.state.house.store.engine)
    except (ValueError, Unreadable) as error:
        print(error, file=sys.stderr)
        return 1
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
    allow_many_files()
    collect_seldom()
    requests, live = Door(settings).protocols()
    config = uvicorn.Config(
        app,
        http=requests,
        ws=live,
        proxy_headers=False,
        log_config=None,
        access_log=False,
        ws_max_size=settings.limits.message * 4,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])
    return 0


def collect_seldom() -> None:
    """Let the collector of garbage look at what was loaded never again, and at everything seldom.

    While it looks at all there is, nobody is answered: the printed games alone take it 60 to 90 ms.
    What is not needed any more goes without it, but for what holds itself, as connections do.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


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


def _with_store(
    given: argparse.Namespace, task: Callable[[Store], int], *, may_make: bool = False
) -> int:
    """Do something with the database that a command names; say so where it cannot be opened."""
    try:
        url = Settings.read(given.database).database
        if not may_make:
            refuse_nothing(url)
        store = Store(url)
    except (ValueError, Unreadable) as error:
        print(error, file=sys.stderr)
        return 1
    try:
        store.open()
        return task(store)
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        store.close()


def refuse_nothing(url: str) -> None:
    """Refuse a file of SQLite that is not there: to open it would make one."""
    place = make_url(url)
    if place.get_backend_name() == "sqlite" and not Path(str(place.database)).exists():
        raise Unreadable(f"there is no database {place.database}")


def run_export(given: argparse.Namespace) -> int:
    """Write games as text: to standard output, or one file each."""

    def export(store: Store) -> int:
        wanted = given.tables or [name for name, _ in store.tables()]
        if given.to is None and len(wanted) > 1:
            print("several games go --to a directory", file=sys.stderr)
            return 2
        damaged = [name for name in wanted if not _export(store, name, given.to)]
        if damaged:
            told = f"{len(wanted) - len(damaged)} of {len(wanted)} games were written"
            print(f"{told}; these were not: {', '.join(damaged)}", file=sys.stderr)
        return 1 if damaged else 0

    return _with_store(given, export)


def _export(store: Store, name: str, folder: Path | None) -> bool:
    """Write one game; where it cannot be read, say why and return so."""
    stored = store.load(name)
    if stored is None:
        print(f"there is no table {name!r}", file=sys.stderr)
        return False
    try:
        text = Table.restore(stored).journal()
    except (Damaged, DataError, ValueError, LookupError) as error:
        print(f"damaged: {error}", file=sys.stderr)
        return False
    if folder is None:
        print(text, end="")
    else:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return True


def run_import(given: argparse.Namespace) -> int:
    """Make a table of each journal; print the invitations to its seats."""

    def bring(store: Store) -> int:
        try:
            for file in given.files:
                _bring(store, Journal.read(file))
        except (DataError, OSError, Refused) as error:
            print(str(error), file=sys.stderr)
            return 1
        return 0

    return _with_store(given, bring, may_make=True)


def _bring(store: Store, journal: Journal) -> None:
    played = offers.find_game(journal.get("game"))
    names = journal.players
    seats = {name: Seated("", names.get(name, "")[:40], is_guest=True) for name in played.seats}
    stored, told = new_table(journal, played, "en", seats, hints=False)
    Table.restore(stored, played)
    store.create(stored)
    print(f"/watch/{stored.id}")
    for name, invitation in told.items():
        print(f"{join_link(stored.id, invitation)}  {name}")


def run_delete(given: argparse.Namespace) -> int:
    """Delete games by name, or those that nobody has touched for some days."""
    if bool(given.tables) == (given.idle is not None):
        print("say which games, or --idle DAYS", file=sys.stderr)
        return 2
    if given.idle is not None and not 1 <= given.idle <= A_CENTURY:
        print(f"--idle is a number of days from 1 to {A_CENTURY}", file=sys.stderr)
        return 2

    def remove(store: Store) -> int:
        wanted = given.tables
        if given.idle is not None:
            wanted = store.idle_since(datetime.now(UTC) - timedelta(days=given.idle))
        if not given.yes:
            print("\n".join(wanted))
            print(f"{len(wanted)} games would be deleted; --yes deletes them", file=sys.stderr)
            return 0
        missing = [name for name in wanted if not store.delete(name)]
        for name in missing:
            print(f"there is no table {name!r}", file=sys.stderr)
        print(f"{len(wanted) - len(missing)} games deleted")
        return 1 if missing else 0

    return _with_store(given, remove)
