"""The database: tables, their journals, notes. An entry counts once `append` has returned.

Reads and writes block; the server calls them from threads of their own, `Store.run`, and waits
for none of them for long.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, TypeVarTuple

from sqlalchemy import create_engine, delete, event, func, insert, make_url, select, update
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from grognard.server.models import EntryRow, HostedRow, NoteRow, PulseRow, SeatRow
from grognard.server.schema import Unreadable, migrate
from grognard.server.writer import Conflict, NoAnswer, Writer, WrittenLine, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from sqlalchemy import Connection, Engine

__all__ = ["Conflict", "NoAnswer", "Store", "Unreadable", "WrittenLine"]

Result = TypeVar("Result")
Given = TypeVarTuple("Given")

PATIENCE: Final = 5.0
"""Seconds that anybody waits for the database."""
THREADS: Final = 8


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """Who plays a side: a bot of some level, or a person who has the token of this hash."""

    seat: int
    level: str
    name: str
    token_hash: str
    invitation_hash: str = ""
    """Of the invitation that may be exchanged for a token, or that was."""
    holder: str = ""
    """``maker`` or ``guest``; nobody so far if empty."""
    renewals: int = 0
    """How often the seat was given a new token after the first."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was last written."""

    id: str
    opening: str
    lang: str
    created: datetime
    seats: tuple[StoredSeat, ...]
    entries: tuple[WrittenLine, ...] = ()
    hints: bool = False
    """Whether people may ask the computer what it would do."""


class Note(NamedTuple):
    """A remark at a frame of a replay."""

    note: int
    frame: int
    text: str


class Store:
    """One database, and the threads that read from it and write to it."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.engine = _engine(url, patience)
        self._writing = self.engine.execution_options(is_writing=True)
        self.writer = Writer(self._writing, patience)
        self._threads = ThreadPoolExecutor(THREADS, "database")

    def open(self) -> None:
        """Bring the schema up to date and begin to write."""
        migrate(self.engine)
        self.writer.start()

    def close(self) -> None:
        """Write what waits, then let go of the database."""
        self.writer.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.engine.dispose()

    async def run(self, task: Callable[[*Given], Result], *given: *Given) -> Result:
        """Do something with the database beside the event loop; raises `NoAnswer` if it hangs."""
        doing = asyncio.get_running_loop().run_in_executor(self._threads, task, *given)
        return await self._answered(doing)

    async def save(self, table_id: str, entries: Sequence[WrittenLine]) -> None:
        """Add entries to a journal; when this returns, they are on disk."""
        await self._answered(asyncio.wrap_future(self.append(table_id, entries)))

    async def _answered(self, doing: asyncio.Future[Result]) -> Result:
        try:
            return await asyncio.wait_for(doing, self.patience)
        except TimeoutError:
            raise NoAnswer("the database does not answer") from None

    def beat(self) -> None:
        """Write something, to see whether that can be done."""
        now = {"at": datetime.now(UTC)}
        with self._writing.begin() as connection:
            if not connection.execute(update(PulseRow).values(**now)).rowcount:
                connection.execute(insert(PulseRow).values(id=1, **now))

    # Tables

    def create(self, table: StoredTable) -> None:
        """Keep a new table."""
        row = {"id": table.id, "opening": table.opening, "lang": table.lang, "hints": table.hints}
        seats = [{"table_id": table.id, **asdict(seat)} for seat in table.seats]
        with self._writing.begin() as connection:
            connection.execute(insert(HostedRow), [{**row, "created": table.created}])
            connection.execute(insert(SeatRow), seats)
            if table.entries:
                connection.execute(insert(EntryRow), rows(table.id, table.entries))

    def load(self, table_id: str) -> StoredTable | None:
        """Return a table with its whole journal."""
        with self.engine.connect() as connection:
            tables = select(HostedRow.__table__).where(HostedRow.id == table_id)
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
        query = select(HostedRow.id, HostedRow.created).order_by(HostedRow.created, HostedRow.id)
        with self.engine.connect() as connection:
            return [(row.id, _aware(row.created)) for row in connection.execute(query)]

    def count(self) -> int:
        """Return how many tables there are."""
        with self.engine.connect() as connection:
            return int(connection.execute(select(func.count(HostedRow.id))).scalar_one())

    def idle_since(self, moment: datetime) -> list[str]:
        """Return the tables at which nothing has been done since a moment, oldest first."""
        last = (
            select(EntryRow.table_id, func.max(EntryRow.at).label("at"))
            .group_by(EntryRow.table_id)
            .subquery()
        )
        when = func.coalesce(last.c.at, HostedRow.created)
        query = (
            select(HostedRow.id)
            .outerjoin(last, last.c.table_id == HostedRow.id)
            .where(when < moment)
            .order_by(when)
        )
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def delete(self, table_id: str) -> bool:
        """Delete a table with everything that belongs to it; return whether there was one."""
        with self._writing.begin() as connection:
            for kind in (NoteRow, EntryRow, SeatRow):
                connection.execute(delete(kind).where(kind.table_id == table_id))
            gone = connection.execute(delete(HostedRow).where(HostedRow.id == table_id))
            return gone.rowcount > 0

    def change_seat(self, table_id: str, seat: int, **values: Any) -> None:
        """Change who plays a seat: name, hashes, holder, renewals."""
        here = (SeatRow.table_id == table_id, SeatRow.seat == seat)
        with self._writing.begin() as connection:
            connection.execute(update(SeatRow).where(*here).values(**values))

    def append(self, table_id: str, entries: Sequence[WrittenLine]) -> Future[None]:
        """Add entries to the journal of a table; the future is done when they are on disk."""
        return self.writer.append(table_id, entries)

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

    def add_note(
        self, table_id: str, seat: int, frame: int, words: str, most: int = 2**31
    ) -> Note | None:
        """Keep a new note, unless the seat has as many as it may have."""
        row = {"table_id": table_id, "seat": seat, "frame": frame, "text": words}
        here = (NoteRow.table_id == table_id, NoteRow.seat == seat)
        with self._writing.begin() as connection:
            if connection.execute(select(func.count(NoteRow.id)).where(*here)).scalar_one() >= most:
                return None
            made = connection.execute(insert(NoteRow).values(**row).returning(NoteRow.id))
            return Note(made.scalar_one(), frame, words)

    def change_note(self, table_id: str, seat: int, note: Note) -> bool:
        """Change a note of a seat; return whether there is such a one."""
        values = {"frame": note.frame, "text": note.text}
        query = update(NoteRow).where(*_own_note(table_id, seat, note.note)).values(**values)
        with self._writing.begin() as connection:
            return connection.execute(query).rowcount > 0

    def drop_note(self, table_id: str, seat: int, note: int) -> bool:
        """Drop a note of a seat; return whether there was such a one."""
        with self._writing.begin() as connection:
            query = delete(NoteRow).where(*_own_note(table_id, seat, note))
            return connection.execute(query).rowcount > 0


def _engine(url: str, patience: float) -> Engine:
    try:
        url.encode()  # names of files may hold any bytes, those of databases may not
        place = make_url(url)
        if place.get_backend_name() != "sqlite":
            return _remote_engine(url, patience)
    except ModuleNotFoundError as error:
        if error.name == "psycopg":
            reason = "PostgreSQL needs the extra: pip install 'grognard[postgres]'"
            raise Unreadable(reason) from None
        raise Unreadable(f"this is no place of a database that can be used: {error}") from None
    except (ArgumentError, NoSuchModuleError, UnicodeError) as error:
        raise Unreadable(f"this is no place of a database that can be used: {error}") from None
    if not place.database:
        raise Unreadable("this is no place of a database that can be used: name a file")
    if place.database != ":memory:":
        try:
            Path(str(place.database)).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unreadable(f"cannot make the folder of {place.database}: {error}") from None
    engine = create_engine(url, pool_timeout=patience, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _remote_engine(url: str, patience: float) -> Engine:
    """Return a database over the network: neither a connection nor a statement may hang."""
    seconds = max(1, round(patience))
    given: dict[str, Any] = {}
    if make_url(url).get_driver_name() == "psycopg":
        given = {
            "connect_timeout": seconds,
            "tcp_user_timeout": seconds * 1000,
            "options": f"-c statement_timeout={seconds * 1000} -c lock_timeout={seconds * 1000}",
        }
    engine = {"pool_pre_ping": True, "pool_timeout": patience, "connect_args": given}
    return create_engine(url, hide_parameters=True, **engine)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Write ahead, wait for other writers, and let a commit return only once it is on disk.

    The driver is kept from beginning transactions by itself: it begins none before a change of
    the schema.
    """
    connection.isolation_level = None
    for pragma in ("busy_timeout=4000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Begin a real transaction; one that will write takes the file at once."""
    is_writing = connection.get_execution_options().get("is_writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def _own_note(table_id: str, seat: int, note: int) -> tuple[Any, ...]:
    return NoteRow.table_id == table_id, NoteRow.seat == seat, NoteRow.id == note


def _seats(connection: Connection, table_id: str) -> tuple[StoredSeat, ...]:
    query = select(SeatRow.__table__).where(SeatRow.table_id == table_id).order_by(SeatRow.seat)
    found = connection.execute(query).mappings()
    return tuple(StoredSeat(**{name: row[name] for name in StoredSeat.__slots__}) for row in found)


def _entries(connection: Connection, table_id: str) -> tuple[WrittenLine, ...]:
    columns = (getattr(EntryRow, name) for name in WrittenLine._fields)
    query = select(*columns).where(EntryRow.table_id == table_id).order_by(EntryRow.number)
    return tuple(WrittenLine(*row) for row in connection.execute(query))


def _aware(moment: datetime) -> datetime:
    """Return a moment with its zone: SQLite forgets it."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
