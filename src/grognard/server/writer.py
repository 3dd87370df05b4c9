"""The thread that writes journals: what waits at the same time is committed together.

A commit per answer is affordable only in groups. A database that hangs is noticed: what waits is
given up by whoever waits for it, and nothing new is accepted until the database answers again.
"""

from __future__ import annotations

import queue
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import insert
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from grognard.server.models import EntryRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Engine

BATCH: Final = 256
"""How many waiting additions one commit takes along."""


class Conflict(RuntimeError):
    """Another process has added to the same table; what is in memory is out of date."""


class NoAnswer(RuntimeError):
    """The database does not answer in time."""


class WrittenLine(NamedTuple):
    """A line of a table's journal."""

    number: int
    kind: str
    seat: int
    move: str
    client: str | None = None
    sequence: int | None = None


class _Addition(NamedTuple):
    table_id: str
    entries: Sequence[WrittenLine]
    done: Future[None]


class Writer:
    """Adds entries to journals, in the order in which they come."""

    def __init__(self, engine: Engine, patience: float) -> None:
        self.engine, self._patience = engine, patience
        self._waiting: queue.SimpleQueue[_Addition | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal-writer", daemon=True)
        self._busy_since: float | None = None
        self._in_hand: Sequence[_Addition] = ()
        self._connection: Connection | None = None
        """Kept from one commit to the next: to borrow one takes as long as the commit."""

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what waits; a database that hangs is not waited for."""
        if self._thread.is_alive():
            self._waiting.put(None)
            self._thread.join(self._patience * 2)

    @property
    def is_stuck(self) -> bool:
        """Whether a commit has been going on for longer than anybody waits."""
        since = self._busy_since
        return since is not None and time.monotonic() - since > self._patience

    def is_undecided(self, table_id: str) -> bool:
        """Whether something is being written to a journal of which nobody knows how it will end.

        Whoever waited for it may have given up; what is read meanwhile may be out of date.
        """
        return any(part.table_id == table_id and not part.done.done() for part in self._in_hand)

    def append(self, table_id: str, entries: Sequence[WrittenLine]) -> Future[None]:
        """Add entries to the journal of a table; the future is done when they are on disk."""
        addition = _Addition(table_id, entries, Future())
        if self.is_stuck:
            addition.done.set_exception(NoAnswer("the database does not answer"))
        else:
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
            self._busy_since = time.monotonic()
            self._in_hand = batch
            self._commit([part for part in batch if part.done.set_running_or_notify_cancel()])
            self._busy_since, self._in_hand = None, ()
        self._let_go()

    def _commit(self, batch: list[_Addition]) -> None:
        """Write a batch at once; if that fails, each part by itself, to find the faulty one."""
        if not batch:
            return
        try:
            self._add([row for part in batch for row in rows(part.table_id, part.entries)])
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

    def _add(self, found: list[dict[str, Any]]) -> None:
        """Write rows in one transaction; a connection that was lost meanwhile is made anew."""
        was_kept = self._connection is not None
        try:
            connection = self._connection = self._connection or self.engine.connect()
            with connection.begin():
                connection.execute(insert(EntryRow), found)
        except Exception as error:
            self._let_go()
            is_lost = isinstance(error, DBAPIError) and error.connection_invalidated
            if not (was_kept and is_lost):
                raise
            self._add(found)

    def _let_go(self) -> None:
        """Give the connection back, whatever its state."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.close()


def rows(table_id: str, entries: Sequence[WrittenLine]) -> list[dict[str, Any]]:
    """Return entries as the database keeps them."""
    now = datetime.now(UTC)
    return [{"table_id": table_id, "at": now, **entry._asdict()} for entry in entries]
