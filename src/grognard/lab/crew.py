"""Who plays the games: this process, others on this machine, or a cluster.

A crew takes jobs and gives back futures. Workers may die: their games are then played again by
others, and since a game depends on its number alone, nothing is lost but time.
"""

from __future__ import annotations

import signal
from abc import ABC, abstractmethod
from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TYPE_CHECKING, Final, Self

from grognard.lab.jobs import Batch, play_some

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grognard.lab.record import Record
    from grognard.lab.setting import Setting

JOB_SECONDS: Final = 2.0
"""How long a job should take: short for whoever interrupts, long beside the cost of sending it."""
LARGEST_JOB: Final = 64
PATIENCE: Final = 5
"""How many jobs in a row may be lost before the run is given up."""


class CrewLost(RuntimeError):
    """Workers die faster than they play."""


class Crew(ABC):
    """Takes jobs; to be left by ``with``, which ends the workers."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    """The errors that mean that the worker died, not that the game was wrong."""

    @property
    @abstractmethod
    def width(self) -> int:
        """How many jobs to keep under way."""

    @abstractmethod
    def submit(self, setting: Setting, numbers: Sequence[int]) -> Future[Batch]:
        """Begin a job."""

    @abstractmethod
    def renew(self) -> None:
        """Replace what died, if it is not replaced by itself."""

    @abstractmethod
    def leave(self) -> None:
        """End the workers at once."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.leave()


class Alone(Crew):
    """Plays in this process."""

    width = 1

    def submit(self, setting: Setting, numbers: Sequence[int]) -> Future[Batch]:
        """Do the job before returning."""
        done: Future[Batch] = Future()
        done.set_result(play_some(setting, numbers))
        return done

    def renew(self) -> None:
        """Nobody is there to be replaced."""

    def leave(self) -> None:
        """Nobody is there to be ended."""


class Processes(Crew):
    """Processes on this machine, started afresh (spawn), as every system allows."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = self._begin()

    def _begin(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=_be_a_worker)

    @property
    def width(self) -> int:
        """One job in hand and one waiting for every worker."""
        return 2 * self.workers

    def submit(self, setting: Setting, numbers: Sequence[int]) -> Future[Batch]:
        """Hand the job to whoever is free."""
        return self.pool.submit(play_some, setting, numbers)

    def renew(self) -> None:
        """Begin again with new processes: a pool that has lost one takes no more jobs."""
        self.leave()
        self.pool = self._begin()

    def leave(self) -> None:
        """End the processes in the middle of their games."""
        processes = list((self.pool._processes or {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


def _be_a_worker() -> None:
    """Leave an interruption from the keyboard to the process that asked for the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def local(workers: int) -> Crew:
    """Return a crew on this machine."""
    return Alone() if workers == 1 else Processes(workers)


def play_all(
    setting: Setting,
    numbers: Iterable[int],
    crew: Crew,
    take: Callable[[list[Record]], None],
) -> None:
    """Play games of a setting and hand over their records as they come, in any order."""
    Run(setting, deque(numbers), crew, take).finish()


class Run:
    """Games to be played and jobs under way."""

    def __init__(
        self,
        setting: Setting,
        waiting: deque[int],
        crew: Crew,
        take: Callable[[list[Record]], None],
    ) -> None:
        self.setting, self.waiting, self.crew, self.take = setting, waiting, crew, take
        self.running: dict[Future[Batch], list[int]] = {}
        self.games, self.seconds, self.lost_in_a_row = 0, 0.0, 0

    def finish(self) -> None:
        """Go on until every game has been played."""
        while self.waiting or self.running:
            while self.waiting and len(self.running) < self.crew.width:
                self._send()
            done, _ = wait(self.running, return_when=FIRST_COMPLETED)
            self._collect(done)

    def _send(self) -> None:
        size = min(self._job_size(), len(self.waiting))
        numbers = [self.waiting.popleft() for _ in range(size)]
        try:
            self.running[self.crew.submit(self.setting, numbers)] = numbers
        except self.crew.lost as error:
            self._lose([numbers], error)

    def _job_size(self) -> int:
        """As many games as take about `JOB_SECONDS`; a single one while that is not known.

        Toward the end jobs become smaller, so that all workers finish together.
        """
        if not self.games or self.lost_in_a_row:
            return 1
        timely = int(JOB_SECONDS * self.games / max(self.seconds, 1e-9))
        return max(1, min(LARGEST_JOB, timely, len(self.waiting) // (2 * self.crew.width)))

    def _collect(self, done: Iterable[Future[Batch]]) -> None:
        lost, reason = [], None
        for future in done:
            numbers = self.running.pop(future)
            try:
                batch = future.result()
            except self.crew.lost as error:
                lost.append(numbers)
                reason = error
                continue
            self.lost_in_a_row = 0
            self.games += len(batch.records)
            self.seconds += batch.seconds
            self.take(batch.records)
        if reason:
            self._lose(lost, reason)

    def _lose(self, jobs: list[list[int]], error: BaseException) -> None:
        """Put the games of dead workers back in front, for others to play."""
        self.lost_in_a_row += 1
        if self.lost_in_a_row > PATIENCE:
            raise CrewLost(f"{PATIENCE} times in a row a worker died: {error}") from error
        for numbers in jobs:
            self.waiting.extendleft(reversed(numbers))
        self.crew.renew()
