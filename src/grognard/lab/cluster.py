"""The same jobs on a Ray cluster (the extra ``grognard[ray]``)."""

from __future__ import annotations

import os
import socket
import sys
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import grognard
from grognard.lab.crew import Crew
from grognard.lab.jobs import Batch, GameFailed, play_some

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grognard.lab.setting import Setting

LOCAL: Final = "local"
STORE: Final = 100 * 2**20
"""Bytes that a local Ray may share between processes: settings and records are small."""
KNOCK: Final = 5.0


class NoRay(RuntimeError):
    """Ray is not installed, or no cluster answers."""


class Cluster(Crew):
    """Every processor of a cluster; `address` is that of its head, or ``local``."""

    def __init__(self, address: str = LOCAL) -> None:
        try:
            import ray
        except ImportError as error:
            raise NoRay("Ray is not installed: pip install 'grognard[ray]'") from error
        self.ray: Any = ray
        self.began = not ray.is_initialized()
        if self.began:
            self._connect(address)
        errors = ray.exceptions
        self.lost = (
            errors.WorkerCrashedError,
            errors.NodeDiedError,
            errors.ObjectLostError,
            errors.OutOfMemoryError,
        )
        self.play = ray.remote(num_cpus=1, max_retries=-1)(play_some)
        self.settings: dict[Setting, Any] = {}

    def _connect(self, address: str) -> None:
        """Join a cluster and send it this program, so that its nodes need Python and Ray alone."""
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            if address == LOCAL:
                quiet |= {"include_dashboard": False, "object_store_memory": STORE}
                with _seeing_our_modules():
                    self.ray.init(LOCAL, **quiet)
            else:
                _knock(address)
                program = str(Path(grognard.__file__).parent)
                self.ray.init(address, runtime_env={"py_modules": [program]}, **quiet)
        except (OSError, RuntimeError, ValueError) as error:
            raise NoRay(f"no Ray cluster answers at {address}: {error}") from error

    @property
    def width(self) -> int:
        """One job in hand and one waiting for every processor that the cluster has now."""
        return max(2, 2 * int(self.ray.cluster_resources().get("CPU", 1)))

    def submit(self, setting: Setting, numbers: Sequence[int]) -> Future[Batch]:
        """Hand the job to the cluster; Ray begins it again elsewhere if its node dies."""
        if setting not in self.settings:
            self.settings[setting] = self.ray.put(setting)
        answer: Future[Batch] = Future()
        job = self.play.remote(self.settings[setting], list(numbers)).future()
        job.add_done_callback(partial(_hand_over, answer))
        return answer

    def renew(self) -> None:
        """Ray replaces its workers itself."""

    def leave(self) -> None:
        """Leave the cluster; one that was begun here ends."""
        if self.began:
            self.ray.shutdown()


def _hand_over(answer: Future[Batch], job: Future[Batch]) -> None:
    """Pass on what came of a job; a game that failed in its own words, not in Ray's."""
    error = job.exception()
    if error is None:
        answer.set_result(job.result())
    else:
        failed = isinstance(error, GameFailed)
        answer.set_exception(getattr(error, "cause", error) if failed else error)


@contextmanager
def _seeing_our_modules() -> Iterator[None]:
    """Let processes that are started now find every module that this one finds."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def _knock(address: str) -> None:
    """Find out within seconds that nobody is there: Ray itself would wait for minutes."""
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if port.isdigit():
        socket.create_connection((host, int(port)), timeout=KNOCK).close()
