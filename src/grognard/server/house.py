"""All tables of a server: those in memory, those on disk, who is connected, and the bots."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, OrderedDict
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from grognard.bots.levels import usual_guide
from grognard.server.bots import RANDOM, Bots, Thinker
from grognard.server.limits import Rates, SteadyTime
from grognard.server.live import GOING_AWAY, NOT_YOURS
from grognard.server.logs import log, log_fault
from grognard.server.refusal import Refused
from grognard.server.replay import Films
from grognard.server.store import NoAnswer, Store, StoredSeat, StoredTable
from grognard.server.table import Damaged, Table, hash_of, new_token
from grognard.server.workers import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping
    from typing import Protocol

    from grognard.engine.game import State
    from grognard.engine.journal import Journal
    from grognard.engine.registry import AnyGame
    from grognard.server.place import Place
    from grognard.server.settings import Settings
    from grognard.server.store import WrittenLine
    from grognard.server.table import Submission

    class Listener(Protocol):
        """A connection that wants to hear of changes at a table."""

        place: Place
        lang: str

        def refresh(self) -> None:
            """Send what the seat sees now, if it has changed."""

        def tell(self, message: Mapping[str, Any]) -> None:
            """Send a message."""

        async def leave(self, code: int = GOING_AWAY, reason: str = "") -> None:
            """Close."""


FAULTS: Final = 5
"""How often the bots of a table may fail before they wait for somebody to look."""
PULSE: Final = 2.0
"""Seconds for which the answer to "can you save?" holds."""
HOUR: Final = 3600.0
T = TypeVar("T")


class Seated(NamedTuple):
    """Who is to play a seat."""

    level: str = ""
    """Of the bot that plays; empty for a person."""
    name: str = ""
    is_guest: bool = False
    """Whether somebody is invited, in place of the maker of the table."""


def new_table(
    journal: Journal, game: AnyGame, lang: str, seats: Mapping[str, Seated], *, hints: bool
) -> tuple[StoredTable, dict[str, str]]:
    """Return a table as it is kept, and the secrets of its people by seat."""
    told = {name: new_token() for name in game.seats if not seats[name].level}
    kept = []
    for number, name in enumerate(game.seats):
        seat, secret = seats[name], hash_of(told[name]) if name in told else ""
        if seat.is_guest:
            kept.append(StoredSeat(number, "", seat.name, "", secret))
        else:
            holder = "" if seat.level else "maker"
            kept.append(StoredSeat(number, seat.level, seat.name, secret, "", holder))
    made = secrets.token_urlsafe(9), journal.format(), lang, datetime.now(UTC), tuple(kept)
    return StoredTable(*made, hints=hints), told


class House:
    """The tables of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database, settings.database_seconds)
        self.seat_rates = Rates(settings.limits.seat, settings.limits.seat * 5, "seat")
        self.bots = Bots(settings.bot_processes, settings.bot_seconds)
        self.reader = Reader()
        self.films = Films()
        self.listeners: dict[str, set[Listener]] = {}
        self.is_closing = False
        self._faults: Counter[str] = Counter()
        self._pulse: tuple[float, bool] = (0.0, False)
        self._beating = asyncio.Lock()
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Open the database."""
        await asyncio.to_thread(self.store.open)
        if self.settings.keep_days:
            self._begin(self._tidy())

    async def close(self) -> None:
        """Say goodbye to everybody, end the bots, write what waits."""
        self.is_closing = True
        self.bots.close()
        self.reader.close()
        connected = [listener for all_ in self.listeners.values() for listener in all_]
        await asyncio.gather(*(each.leave() for each in connected), return_exceptions=True)
        for task in self._tasks:
            if task.get_name() == "tidy":
                task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        await asyncio.to_thread(self.store.close)

    async def is_ready(self) -> bool:
        """Whether something can be written; asked often, it is tried every two seconds."""
        async with self._beating:
            when, answer = self._pulse
            if time.monotonic() - when > PULSE:
                answer = False
                if not self.store.writer.is_stuck:
                    try:
                        await self.store.run(self.store.beat)
                        answer = True
                    except (NoAnswer, SQLAlchemyError) as error:
                        log("not_ready", reason=str(error).partition("\n")[0])
                self._pulse = time.monotonic(), answer
        return answer

    async def store_run(self, task: Callable[[], T]) -> T:
        """Return what the database answers, or refuse in words while it does not."""
        try:
            return await self.store.run(task)
        except (NoAnswer, SQLAlchemyError) as error:
            log_fault("no_database", error)
            raise Refused("not_saved", "the database does not answer; try again") from None

    # Tables come and go

    async def create(
        self,
        journal: Journal,
        game: AnyGame,
        lang: str,
        seats: Mapping[str, Seated],
        *,
        owner: str,
        hints: bool = False,
    ) -> tuple[Table, dict[str, str]]:
        """Return a new table that goes on where a journal leaves off, and its secrets.

        The secret of a seat of the maker's is its token, that of a guest's an invitation.
        """
        if await self.store_run(self.store.count) >= self.settings.limits.stored:
            raise Refused("full", "this server keeps as many games as it may")
        stored, told = new_table(journal, game, lang, seats, hints=hints)
        table = await self.reader.run(owner, Table.restore, stored, game)
        table.owner = owner
        entries = tuple(table.run_on())
        await self.store_run(lambda: self.store.create(replace(stored, entries=entries)))
        self._keep(table)
        log("table_created", table=table.id, game=game.id)
        self.wake_bots(table)
        return table, told

    async def table(self, table_id: str, owner: str = "") -> Table:
        """Return a table, from memory or rebuilt from its journal, for somebody who asks."""
        found = self._tables.get(table_id)
        if found is not None:
            self._tables.move_to_end(table_id)
            return found
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._begin(self._load(table_id, owner))
            self._loading[table_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str, owner: str) -> Table:
        if self.store.writer.is_undecided(table_id):
            raise Refused("not_saved", "an answer is still being written; try again")
        stored = await self.store_run(lambda: self.store.load(table_id))
        if stored is None:
            raise Refused("not_found", "there is no such table")
        try:
            table = await self.reader.run(owner, Table.restore, stored)
        except (Damaged, ValueError) as error:
            log_fault("damaged", error, table=table_id)
            raise Refused("damaged", f"this game cannot be read: {error}") from None
        log("table_rebuilt", table=table_id, entries=len(stored.entries))
        table.owner = owner
        entries = table.run_on()
        if entries:
            await self._append(table, entries)
        self._keep(table)
        self.wake_bots(table)
        return table

    async def _tidy(self) -> None:
        """Delete, from time to time, what nobody has touched for as long as games are kept."""
        task = asyncio.current_task()
        if task is not None:
            task.set_name("tidy")
        machine = SteadyTime()
        while True:
            if machine.has_slipped():
                log("clock_was_set", now=f"{datetime.now(UTC)}")
            else:
                await self._delete_idle()
            await asyncio.sleep(HOUR)

    async def _delete_idle(self) -> None:
        before = datetime.now(UTC) - timedelta(days=self.settings.keep_days)
        try:
            for table_id in await self.store.run(self.store.idle_since, before):
                if not self.listeners.get(table_id):
                    self._tables.pop(table_id, None)
                    await self.store.run(self.store.delete, table_id)
                    log("table_deleted", table=table_id)
        except (NoAnswer, SQLAlchemyError) as error:
            log_fault("not_tidied", error)

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

    async def submit(self, table: Table, place: Place, asked: Submission) -> bool:
        """Apply an answer and put it on disk; return whether it had been applied before.

        This goes on to its end even if whoever asked goes away meanwhile.
        """
        return await asyncio.shield(self._begin(self._submit(table, place, asked)))

    async def _submit(self, table: Table, place: Place, asked: Submission) -> bool:
        async with table.lock:
            self._refuse_forgotten(table)
            if table.is_repeat(place, asked):
                return True
            most = self.settings.limits.undos
            if asked.action is None and table.undone[place.eye.number] >= most:
                raise Refused("no_undo", f"nobody takes back more than {most} answers of a game")
            await self._apply(table, lambda: table.play(place, asked))
        self.wake_bots(table)
        return False

    async def leave_lesson(self, table: Table, place: Place) -> None:
        """Let a learner go on without the lesson."""
        async with table.lock:
            self._refuse_forgotten(table)
            await self._apply(table, lambda: table.leave_lesson(place))
        self.wake_bots(table)

    def _refuse_forgotten(self, table: Table) -> None:
        """Let nobody go on with a table that may differ from what is on disk."""
        if self._tables.get(table.id) is not table:
            raise Refused("not_saved", "this table must be read again; connect again")

    async def _apply(self, table: Table, play: Callable[[], list[WrittenLine]]) -> None:
        """Do something at a table, write it, and show it; or let nothing have happened.

        Whatever fails, memory and disk agree: where an answer was half done, the table is
        forgotten, and read again by whoever comes next. What cannot be shown is not written.
        """
        before, most = table.next_entry, self.settings.limits.entries
        if before >= most:
            raise Refused("full", f"a game has at most {most} answers and throws")
        try:
            entries = play()
            self._prepare(table)
        except Exception as error:
            if isinstance(error, Refused) and table.next_entry == before:
                raise
            self._forget(table)
            log_fault("not_applied", error, table=table.id)
            reason = "something is wrong with this answer; it was not applied"
            raise Refused("not_applied", reason) from error
        if entries:
            await self._append(table, entries)
        for listener in list(self.listeners.get(table.id, ())):
            try:
                listener.refresh()
            except Exception as error:
                log_fault("not_shown", error, table=table.id)
                self._begin(listener.leave())

    def _prepare(self, table: Table) -> None:
        """Work out what everybody here will be shown, and every person who may come."""
        for place in table.seats:
            if not place.is_bot:
                table.show(place)
        for listener in self.listeners.get(table.id, ()):
            table.speak(listener.place, listener.lang)

    async def _append(self, table: Table, entries: list[WrittenLine]) -> None:
        """Write what happened; where that fails the table is forgotten, and read again later."""
        try:
            await self.store.save(table.id, entries)
        except Exception as error:
            self._forget(table)
            log_fault("not_saved", error, table=table.id)
            raise Refused("not_saved", "the answer could not be written; connect again") from error

    def _forget(self, table: Table) -> None:
        """Forget what is in memory of a table; whoever is connected comes again."""
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
        for listener in list(self.listeners.get(table.id, ())):
            self._begin(listener.leave())

    # Bots

    def wake_bots(self, table: Table) -> None:
        """Let the bot whose turn it is answer, beside everything else."""
        place = table.to_move
        if place is None or not place.is_bot or table.bots_at_work or self.is_closing:
            return
        if self._faults[table.id] < FAULTS:
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
        """Let a bot answer; one whose answers made trouble answers by chance."""
        level = RANDOM if self._faults[table.id] else level
        action = await self.bots.choose(self._thinker(table, table.session.state, level))
        await asyncio.sleep(0)
        async with table.lock:
            self._refuse_forgotten(table)
            try:
                await self._apply(table, lambda: table.play_for_bot(action))
            except Refused as refused:
                self._faults[table.id] += refused.code in ("not_applied", "illegal")
                if refused.code != "illegal":
                    raise

    def _thinker(self, table: Table, state: State, level: str, owner: str = "") -> Thinker:
        whose = owner or table.owner
        return Thinker(table.id, whose, state, table.scenario, table.printed, level)

    async def hint(
        self, table: Table, place: Place, level: str, lang: str, owner: str
    ) -> dict[str, Any]:
        """Return what a bot would do in a person's place, who must be asked something now."""
        async with table.lock:
            level = level or usual_guide(table.game)
            version = table.allow_hint(place, level)
            state = table.session.state.copy()
        table.hinting.add(place.eye.number)
        try:
            told = await self.bots.advise(self._thinker(table, state, level, owner), lang)
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

    async def send_away(self, table: Table, place: Place, reason: str) -> None:
        """Close the connections to a seat, whose token is good no more."""
        for listener in list(self.listeners.get(table.id, ())):
            if listener.place is place:
                await listener.leave(NOT_YOURS, reason)

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
                "holder": place.holder or None,
                "renewals": place.renewals,
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
