"""All tables of a server: those in memory, those on disk, who is connected, and the bots."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

from grognard.bots.levels import usual_guide
from grognard.server.bots import RANDOM, Bots
from grognard.server.logs import log, log_fault
from grognard.server.refusal import Refused
from grognard.server.store import Store, StoredSeat, StoredTable
from grognard.server.table import Table, hash_of, new_token

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping
    from typing import Protocol

    from grognard.engine.journal import Journal
    from grognard.engine.registry import AnyGame
    from grognard.server.settings import Settings
    from grognard.server.store import Entry
    from grognard.server.table import Asked, Place

    class Listener(Protocol):
        """A connection that wants to hear of changes at a table."""

        place: Place

        def refresh(self) -> None:
            """Send what the seat sees now, if it has changed."""

        def tell(self, message: Mapping[str, Any]) -> None:
            """Send a message."""

        async def leave(self) -> None:
            """Close, because the server stops."""


T = TypeVar("T")


class House:
    """The tables of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.bots = Bots(settings.bot_processes, settings.bot_seconds)
        self.listeners: dict[str, set[Listener]] = {}
        self.is_closing = False
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Open the database."""
        await asyncio.to_thread(self.store.open)

    async def close(self) -> None:
        """Say goodbye to everybody, end the bots, write what waits."""
        self.is_closing = True
        self.bots.close()
        connected = [listener for all_ in self.listeners.values() for listener in all_]
        await asyncio.gather(*(each.leave() for each in connected), return_exceptions=True)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        await asyncio.to_thread(self.store.close)

    # Tables come and go

    async def create(
        self,
        journal: Journal,
        game: AnyGame,
        lang: str,
        seats: Mapping[str, tuple[str, str]],
        *,
        hints: bool = False,
    ) -> tuple[Table, dict[str, str]]:
        """Return a new table that goes on where a journal leaves off, and the tokens of people.

        `seats` gives level and name by seat; a level that is empty is a person.
        """
        tokens = {name: new_token() for name in game.seats if not seats[name][0]}
        stored = StoredTable(
            secrets.token_urlsafe(9),
            journal.format(),
            lang,
            datetime.now(UTC),
            tuple(
                StoredSeat(number, *seats[name], hash_of(tokens[name]) if name in tokens else "")
                for number, name in enumerate(game.seats)
            ),
            hints=hints,
        )
        table = await asyncio.to_thread(Table.restore, stored)
        entries = tuple(table.run_on())
        await asyncio.to_thread(self.store.create, replace(stored, entries=entries))
        self._keep(table)
        log("table_created", table=table.id, game=game.id)
        self.wake_bots(table)
        return table, tokens

    async def table(self, table_id: str) -> Table:
        """Return a table, from memory or rebuilt from its journal."""
        found = self._tables.get(table_id)
        if found is not None:
            self._tables.move_to_end(table_id)
            return found
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._begin(self._load(table_id))
            self._loading[table_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> Table:
        stored = await asyncio.to_thread(self.store.load, table_id)
        if stored is None:
            raise Refused("not_found", "there is no such table")
        table = await asyncio.to_thread(Table.restore, stored)
        log("table_rebuilt", table=table_id, entries=len(stored.entries))
        entries = table.run_on()
        if entries:
            await asyncio.wrap_future(self.store.append(table_id, entries))
        self._keep(table)
        self.wake_bots(table)
        return table

    def _keep(self, table: Table) -> None:
        """Keep a table in memory, and forget those that nobody has looked at for longest."""
        self._tables[table.id] = table
        idle = (t for t in self._tables.values() if self._is_idle(t) and t is not table)
        surplus = len(self._tables) - self.settings.tables_in_memory
        for forgotten in [each for each, _ in zip(idle, range(surplus), strict=False)]:
            del self._tables[forgotten.id]

    def _is_idle(self, table: Table) -> bool:
        return not (self.listeners.get(table.id) or table.lock.locked() or table.bots_at_work)

    # Play

    async def submit(self, table: Table, place: Place, asked: Asked) -> bool:
        """Apply an answer and put it on disk; return whether it had been applied before.

        This goes on to its end even if whoever asked goes away meanwhile.
        """
        return await asyncio.shield(self._begin(self._submit(table, place, asked)))

    async def _submit(self, table: Table, place: Place, asked: Asked) -> bool:
        async with table.lock:
            self._refuse_forgotten(table)
            if table.is_repeat(place, asked):
                return True
            await self._save(table, table.play(place, asked))
        self.wake_bots(table)
        return False

    def _refuse_forgotten(self, table: Table) -> None:
        """Let nobody go on with a table that may differ from what is on disk."""
        if self._tables.get(table.id) is not table:
            raise Refused("not_saved", "this table must be read again; connect again")

    async def _save(self, table: Table, entries: list[Entry]) -> None:
        """Write what happened; where that fails the table is forgotten, and read again later."""
        try:
            await asyncio.wrap_future(self.store.append(table.id, entries))
        except Exception as error:
            self._tables.pop(table.id, None)
            for listener in list(self.listeners.get(table.id, ())):
                self._begin(listener.leave())
            log_fault("not_saved", error, table=table.id)
            raise Refused("not_saved", "the answer could not be written; connect again") from error
        for listener in self.listeners.get(table.id, ()):
            listener.refresh()

    # Bots

    def wake_bots(self, table: Table) -> None:
        """Let the bot whose turn it is answer, beside everything else."""
        place = table.to_move
        if place is not None and place.is_bot and not table.bots_at_work and not self.is_closing:
            table.bots_at_work = True
            self._begin(self._play_bots(table))

    async def _play_bots(self, table: Table) -> None:
        thinker = None
        try:
            while (place := table.to_move) is not None and place.is_bot and not self.is_closing:
                if place is not thinker and place.level != RANDOM:
                    self.tell(table, {"type": "thinking", "seat": place.eye.seat, "on": True})
                    thinker = place
                await self._play_bot(table, place.level)
        except Exception as error:
            log_fault("bot_stopped", error, table=table.id)
        finally:
            table.bots_at_work = False
            if thinker is not None:
                self.tell(table, {"type": "thinking", "seat": thinker.eye.seat, "on": False})

    async def _play_bot(self, table: Table, level: str) -> None:
        state = table.session.state
        action = await self.bots.choose(table.id, state, table.scenario, table.printed, level)
        await asyncio.sleep(0)
        async with table.lock:
            self._refuse_forgotten(table)
            await self._save(table, table.play_for_bot(action))

    async def hint(self, table: Table, place: Place, level: str, lang: str) -> dict[str, Any]:
        """Return what a bot would do in a person's place, who must be asked something now."""
        async with table.lock:
            level = level or usual_guide(table.game)
            version = table.allow_hint(place, level)
            state = table.session.state.copy()
        table.hinting.add(place.eye.number)
        try:
            told = await self.bots.advise(
                table.id, state, table.scenario, table.printed, level, lang
            )
        finally:
            table.hinting.discard(place.eye.number)
        return {"version": version, **told}

    # Connections

    def join(self, table: Table, listener: Listener) -> None:
        """Let a connection hear of changes at a table, and the others of it."""
        here = self.listeners.setdefault(table.id, set())
        same = sum(each.place.eye.seat == listener.place.eye.seat for each in here)
        if same >= self.settings.limits.connections:
            raise Refused("too_many", "too many connections to this seat")
        here.add(listener)
        self.tell(table, self.presence(table))

    def part(self, table: Table, listener: Listener) -> None:
        """Forget a connection."""
        here = self.listeners.get(table.id, set())
        here.discard(listener)
        if here:
            self.tell(table, self.presence(table))
        else:
            self.listeners.pop(table.id, None)

    def here(self, table: Table) -> set[int]:
        """Return the seats of people who are connected."""
        seats = (each.place.eye.seat for each in self.listeners.get(table.id, ()))
        return {seat for seat in seats if seat is not None}

    def presence(self, table: Table) -> dict[str, Any]:
        """Return the message that says who is here."""
        here = self.here(table)
        watching = sum(each.place is table.bench for each in self.listeners.get(table.id, ()))
        seats = [
            {
                "seat": place.eye.seat,
                "is_here": place.is_bot or place.eye.seat in here,
                "name": place.name,
            }
            for place in table.seats
        ]
        return {"type": "presence", "seats": seats, "spectators": watching}

    def tell(self, table: Table, message: Mapping[str, Any]) -> None:
        """Send a message to everybody at a table."""
        for listener in list(self.listeners.get(table.id, ())):
            listener.tell(message)

    def _begin(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
