"""A script: brings databases up to date and is killed at every single write to the disk.

``killing.py FOLDER VERSION``: for an empty database (VERSION ``none``), or one of an older schema
with a game in it, the upgrade is begun in a process that dies at its first write to a file, then in
one that dies at the second, and so on until one comes to its end. After each death another process
must be able to bring the database up to date and find the game. What lies on the disk when a
process is killed at a sync lies there after the write before it, so that no moment at which a sync
can be interrupted is left out. Prints how often it killed.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from shutil import copy, rmtree

from sqlalchemy import text

from grognard.engine.registry import game
from grognard.server.schema import migrate
from grognard.server.store import Store, _engine
from grognard.server.table import Table

CALLS = (b"write", b"pwrite", b"pwrite64", b"ftruncate", b"unlink", b"fallocate")
DIED = 9
CALL = ctypes.CFUNCTYPE(ctypes.c_ssize_t, *[ctypes.c_ssize_t] * 4)
SET = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
GET = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)


class FileSystem(ctypes.Structure):
    """SQLite's ``sqlite3_vfs``: how it reaches the files."""

    _fields_ = [
        *((name, ctypes.c_int) for name in ("version", "file_size", "longest")),
        *((name, ctypes.c_void_p) for name in ("next", "name", "data")),
        *((f"method{number}", ctypes.c_void_p) for number in range(13)),
        ("set_call", SET),
        ("get_call", GET),
    ]


def die_at(wanted: int) -> list[object]:
    """Let this process die at its n-th write; return what must be kept alive until then."""
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = ctypes.POINTER(FileSystem)
    system = library.sqlite3_vfs_find(None)
    kept: list[object] = []
    done = count(1)
    for name in CALLS:
        place = system.contents.get_call(system, name)
        if not place:
            continue
        true = CALL(place)

        def counted(*given: int, true: object = true) -> int:
            if next(done) == wanted:
                os._exit(DIED)
            answer: int = true(*given)  # type: ignore[operator]
            return answer

        mine = CALL(counted)
        kept += [true, mine]
        system.contents.set_call(system, name, ctypes.cast(mine, ctypes.c_void_p))
    assert kept, "SQLite's calls of the system cannot be reached"
    return kept


def old_database(file: Path, version: str) -> None:
    """Make a database of an older schema with a game in it."""
    engine = _engine(f"sqlite:///{file}", 5.0)
    migrate(engine, version)
    columns = "id, opening, lang, created" + (", hints" if version > "0001" else "")
    values = "'g', 'game: bautzen\nscenario: standard\n', 'en', '2026-01-01 00:00:00'"
    with engine.begin() as connection:
        hints = ", true" if version > "0001" else ""
        connection.execute(text(f"insert into tables ({columns}) values ({values}{hints})"))
        for seat in (0, 1):
            row = f"'g', {seat}, '', 'Ann', 'hash{seat}'"
            names = "table_id, seat, level, name, token_hash"
            connection.execute(text(f"insert into seats ({names}) values ({row})"))
        names = "table_id, number, kind, seat, move, at"
        row = "'g', 0, 'answer', 1, 'ready 0', '2026-01-01 00:00:00'"
        connection.execute(text(f"insert into entries ({names}) values ({row})"))
    engine.dispose()


def upgrade(file: Path, *, has_game: bool) -> None:
    """Bring a database up to date and read what must be in it."""
    store = Store(f"sqlite:///{file}")
    migrate(store.engine)
    stored = store.load("g")
    assert (stored is not None) == has_game
    if stored is not None:
        assert len(Table.restore(stored).session.actions) == 1
    store.beat()
    store.engine.dispose()


def forked(task: object, *given: object, **named: object) -> int:
    """Do something in a process of its own; return how that ended."""
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            task(*given, **named)  # type: ignore[operator]
            os._exit(0)
        os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed(number: int, file: Path, *, has_game: bool) -> None:
    kept = die_at(number)
    upgrade(file, has_game=has_game)
    assert kept


def main(folder: Path, version: str) -> int:
    has_game = version != "none"
    if has_game:
        game("bautzen").load()
        assert forked(old_database, folder / "old.sqlite", version) == 0
    for number in count(1):
        place = folder / "tried"
        rmtree(place, ignore_errors=True)
        place.mkdir()
        file = place / "games.sqlite"
        if has_game:
            copy(folder / "old.sqlite", file)
        how = forked(killed, number, file, has_game=has_game)
        after = forked(upgrade, file, has_game=has_game)
        if how not in (0, DIED) or after != 0:
            print(f"killed at write {number} ({how}): the next start ended with {after}")
            return 1
        copies = list(place.glob("*.schema-*"))
        wanted = [f"games.sqlite.schema-{version}"]
        if has_game and how == 0 and [each.name for each in copies] != wanted:
            print(f"no copy of the database before its upgrade: {copies}")
            return 1
        if how == 0:
            print(number - 1)
            return 0
    raise AssertionError("unreachable")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
