"""The database: tables, their journals, notes. An entry counts once `append` has returned.

Reads and writes block; the server calls them from threads. Entries of many tables that wait at
the same time are committed together, which is what makes a commit per answer affordable.
"""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, delete, event, insert, make_url, select, text, update
from sqlalchemy.exc import IntegrityError

from grognard.server.models import EntryRow, NoteRow, SeatRow, TableRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Engine

BATCH: Final = 256
"""How many waiting additions one commit takes along."""


class Conflict(RuntimeError):
    """Another process has added to the same table; what is in memory is out of date."""


class Entry(NamedTuple):
    """A line of a table's journal."""

    number: int
    kind: str
    seat: int
    move: str
    client: str | None = None
    sequence: int | None = None


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """Who plays a side: a bot of some level, or a person who has the token of this hash."""

    seat: int
    level: str
    name: str
    token_hash: str


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was last written."""

    id: str
    opening: str
    lang: str
    created: datetime
    seats: tuple[StoredSeat, ...]
    entries: tuple[Entry, ...] = ()
    hints: bool = False
    """Whether people may ask the computer what it would do."""


class Note(NamedTuple):
    """A remark at a frame of a replay."""

    note: int
    frame: int
    text: str


class Store:
    """One database, and the thread that writes journals into it."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self._waiting: queue.SimpleQueue[_Addition | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="journal-writer", daemon=True)

    def open(self) -> None:
        """Bring the schema up to date and begin to write."""
        migrate(self.engine)
        self._writer.start()

    def close(self) -> None:
        """Write what waits, then let go of the database."""
        if self._writer.is_alive():
            self._waiting.put(None)
            self._writer.join()
        self.engine.dispose()

    def check(self) -> None:
        """Raise unless the database answers."""
        with self.engine.connect() as connection:
            connection.execute(text("select 1"))

    # Tables

    def create(self, table: StoredTable) -> None:
        """Keep a new table."""
        row = {"id": table.id, "opening": table.opening, "lang": table.lang, "hints": table.hints}
        seats = [
            {
                "table_id": table.id,
                "seat": seat.seat,
                "level": seat.level,
                "name": seat.name,
                "token_hash": seat.token_hash,
            }
            for seat in table.seats
        ]
        with self.engine.begin() as connection:
            connection.execute(insert(TableRow), [{**row, "created": table.created}])
            connection.execute(insert(SeatRow), seats)
            if table.entries:
                connection.execute(insert(EntryRow), _rows(table.id, table.entries))

    def load(self, table_id: str) -> StoredTable | None:
        """Return a table with its whole journal."""
        with self.engine.connect() as connection:
            tables = select(TableRow.__table__).where(TableRow.id == table_id)
            found = connection.execute(tables).mappings().first()
            if found is None:
                return None
            return StoredTable(
                table_id,
                found["opening"],
                found["lang"],
                _aware(found["created"]),
                _seats(connection, table_id),
                _entries(connection, table_id),
                found["hints"],
            )

    def tables(self) -> list[tuple[str, datetime]]:
        """Return the ids of all tables, and when they were begun, oldest first."""
        query = select(TableRow.id, TableRow.created).order_by(TableRow.created, TableRow.id)
        with self.engine.connect() as connection:
            return [(row.id, _aware(row.created)) for row in connection.execute(query)]

    def rename(self, table_id: str, seat: int, name: str) -> None:
        """Change the name of a player."""
        here = (SeatRow.table_id == table_id, SeatRow.seat == seat)
        with self.engine.begin() as connection:
            connection.execute(update(SeatRow).where(*here).values(name=name))

    # Journals

    def append(self, table_id: str, entries: Sequence[Entry]) -> Future[None]:
        """Add entries to the journal of a table; the future is done when they are on disk."""
        addition = _Addition(table_id, entries, Future())
        self._waiting.put(addition)
        return addition.done

    def _write(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch = [first]
            while len(batch) < BATCH and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    self._waiting.put(None)
                    break
                batch.append(following)
            self._commit(batch)

    def _commit(self, batch: list[_Addition]) -> None:
        """Write a batch at once; if that fails, each part by itself, to find the faulty one."""
        try:
            with self.engine.begin() as connection:
                rows = [row for part in batch for row in _rows(part.table_id, part.entries)]
                connection.execute(insert(EntryRow), rows)
        except Exception as error:
            if len(batch) > 1:
                for part in batch:
                    self._commit([part])
                return
            is_conflict = isinstance(error, IntegrityError)
            batch[0].done.set_exception(Conflict(str(error)) if is_conflict else error)
        else:
            for part in batch:
                part.done.set_result(None)

    # Notes

    def notes(self, table_id: str, seat: int) -> list[Note]:
        """Return the notes of a seat, in the order of the game."""
        query = (
            select(NoteRow.id, NoteRow.frame, NoteRow.text)
            .where(NoteRow.table_id == table_id, NoteRow.seat == seat)
            .order_by(NoteRow.frame, NoteRow.id)
        )
        with self.engine.connect() as connection:
            return [Note(row.id, row.frame, row.text) for row in connection.execute(query)]

    def add_note(self, table_id: str, seat: int, frame: int, words: str) -> Note:
        """Keep a new note."""
        row = {"table_id": table_id, "seat": seat, "frame": frame, "text": words}
        with self.engine.begin() as connection:
            made = connection.execute(insert(NoteRow).values(**row).returning(NoteRow.id))
            return Note(made.scalar_one(), frame, words)

    def change_note(self, table_id: str, seat: int, note: Note) -> bool:
        """Change a note of a seat; return whether there is such a one."""
        values = {"frame": note.frame, "text": note.text}
        query = update(NoteRow).where(*_own_note(table_id, seat, note.note)).values(**values)
        with self.engine.begin() as connection:
            return connection.execute(query).rowcount > 0

    def drop_note(self, table_id: str, seat: int, note: int) -> bool:
        """Drop a note of a seat; return whether there was such a one."""
        with self.engine.begin() as connection:
            query = delete(NoteRow).where(*_own_note(table_id, seat, note))
            return connection.execute(query).rowcount > 0


class _Addition(NamedTuple):
    table_id: str
    entries: Sequence[Entry]
    done: Future[None]


def migrate(engine: Engine, version: str = "head") -> None:
    """Bring a database, empty or of an older version, to the present schema or a given one."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)


def _engine(url: str) -> Engine:
    place = make_url(url)
    if place.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    if place.database not in (None, "", ":memory:"):
        Path(str(place.database)).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Write ahead, wait for other writers, and let a commit return only once it is on disk."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def _own_note(table_id: str, seat: int, note: int) -> tuple[Any, ...]:
    return NoteRow.table_id == table_id, NoteRow.seat == seat, NoteRow.id == note


def _rows(table_id: str, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    now = datetime.now(UTC)
    return [{"table_id": table_id, "at": now, **entry._asdict()} for entry in entries]


def _seats(connection: Connection, table_id: str) -> tuple[StoredSeat, ...]:
    query = select(SeatRow.__table__).where(SeatRow.table_id == table_id).order_by(SeatRow.seat)
    return tuple(
        StoredSeat(row.seat, row.level, row.name, row.token_hash)
        for row in connection.execute(query)
    )


def _entries(connection: Connection, table_id: str) -> tuple[Entry, ...]:
    columns = (getattr(EntryRow, name) for name in Entry._fields)
    query = select(*columns).where(EntryRow.table_id == table_id).order_by(EntryRow.number)
    return tuple(Entry(*row) for row in connection.execute(query))


def _aware(moment: datetime) -> datetime:
    """Return a moment with its zone: SQLite forgets it."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
