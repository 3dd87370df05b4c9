"""Processes and a thread beside the event loop, and fair queues in front of them.

Whoever asks for much waits for himself: each process takes one task of every owner in turn, and so
does the thread in which games are read and looked at again. A process ends with the server,
however that ends.
"""

from __future__ import annotations

import asyncio
import os
import threading
import zlib
from collections import OrderedDict, deque
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import Pipe, get_context
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar, TypeVarTuple

from grognard.server.refusal import Refused

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

Answer = TypeVar("Answer")
Item = TypeVar("Item")
Given = TypeVarTuple("Given")

START: Final = 30.0
"""Seconds that a process may take to begin, besides what a task takes."""
WAITING: Final = 200
"""How many tasks of one owner may wait."""


class FairQueue(Generic[Item]):
    """What waits, taken from each owner in turn.

    >>> queue = FairQueue()
    >>> for owner, item in ("ann", 1), ("ann", 2), ("ann", 3), ("bob", 4):
    ...     queue.put(owner, item)
    >>> [queue.take() for _ in range(4)]
    [1, 4, 2, 3]
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Item]] = OrderedDict()

    def put(self, owner: str, item: Item) -> None:
        """Let something wait behind what its owner has waiting."""
        waiting = self._waiting.setdefault(owner, deque())
        if len(waiting) >= WAITING:
            raise Refused("too_many", "too much is being worked out for this address")
        waiting.append(item)

    def take(self) -> Item:
        """Return what comes next; its owner goes to the end of the line."""
        owner, waiting = next(iter(self._waiting.items()))
        item = waiting.popleft()
        if waiting:
            self._waiting.move_to_end(owner)
        else:
            del self._waiting[owner]
        return item

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))


class _Task(NamedTuple):
    call: Callable[..., Any]
    given: tuple[Any, ...]
    done: asyncio.Future[Any]
    seconds: float


class Workers:
    """Some processes; what has the same key is always done by the same one."""

    def __init__(self, processes: int) -> None:
        self._processes = [_Process() for _ in range(processes)]

    async def run(
        self,
        owner: str,
        key: str,
        seconds: float,
        call: Callable[[*Given], Answer],
        *given: *Given,
    ) -> Answer:
        """Return what a function returns elsewhere; it may take some seconds once it begins."""
        process = self._processes[zlib.crc32(key.encode()) % len(self._processes)]
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        process.add(owner, _Task(call, given, done, seconds))
        return await done

    def close(self) -> None:
        """End all processes, even in the midst of a task."""
        for process in self._processes:
            process.close()


class _Line:
    """Tasks that wait in a fair queue and are done one after another."""

    def __init__(self) -> None:
        self._queue: FairQueue[_Task] = FairQueue()
        self._runner: asyncio.Task[None] | None = None

    def add(self, owner: str, task: _Task) -> None:
        self._queue.put(owner, task)
        if self._runner is None or self._runner.done():
            self._runner = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while len(self._queue):
            task = self._queue.take()
            if task.done.done():
                continue
            try:
                answer = await self._do(task)
            except Exception as error:
                if not task.done.done():
                    task.done.set_exception(error)
            else:
                if not task.done.done():
                    task.done.set_result(answer)

    async def _do(self, task: _Task) -> Any:
        raise NotImplementedError


class Reader(_Line):
    """One thread for what takes a while in this process, such as to read a long game.

    One, since many would do no more: they would only keep the event loop from its turn.
    """

    def __init__(self) -> None:
        super().__init__()
        self._thread = ThreadPoolExecutor(1, "reader")

    async def run(self, owner: str, call: Callable[[*Given], Answer], *given: *Given) -> Answer:
        """Return what a function returns, when it is its owner's turn."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.add(owner, _Task(call, given, done, 0.0))
        return await done

    async def _do(self, task: _Task) -> Any:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, task.call, *task.given)

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


class _Process(_Line):
    """One process, begun when it is first needed."""

    def __init__(self) -> None:
        super().__init__()
        self._pool: ProcessPoolExecutor | None = None
        self._line: Connection | None = None
        """Held open as long as this server lives: its end tells the process to end."""

    async def _do(self, task: _Task) -> Any:
        """Do a task; if the process died before its time, once more in a new one."""
        for is_last in (False, True):
            pool = self._begun()
            doing = asyncio.get_running_loop().run_in_executor(pool, task.call, *task.given)
            try:
                return await asyncio.wait_for(doing, task.seconds + START)
            except (TimeoutError, BrokenExecutor) as error:
                self.end()
                if is_last or isinstance(error, TimeoutError):
                    raise
        raise RuntimeError("unreachable")

    def _begun(self) -> ProcessPoolExecutor:
        if self._pool is None:
            theirs, self._line = Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=end_with, initargs=(theirs,)
            )
        return self._pool

    def end(self) -> None:
        """End the process, even in the midst of a task."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
        if self._line is not None:
            self._line.close()

    def close(self) -> None:
        if self._runner is not None:
            self._runner.cancel()
        self.end()


def end_with(line: Connection) -> None:
    """In a process: end it when the server at the other end of a line has ended, even killed."""

    def watch() -> None:
        try:
            line.recv()
        except (EOFError, OSError):
            os._exit(1)

    threading.Thread(target=watch, name="server-watcher", daemon=True).start()
