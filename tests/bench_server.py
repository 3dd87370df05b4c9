"""Load: many live games over WebSocket on one server process, with scripted seats.

``python -m tests.bench_server`` starts ``grognard serve`` on a database of its own and plays
``--games`` games at once, two seats each. A seat thinks for ``--think`` seconds on average before
each answer, as somebody would who plays fast; the latency is the time from sending an answer to
its confirmation, which means that it is on disk and that everybody has been shown the result.
With ``--think 0`` every seat answers at once, and the answers per second are the most there are.
All games begin in the same moment, which no house has ever seen: the first ``--warm-up`` seconds,
in which every seat connects and sets up, are not counted. The processor time that the server takes
for an answer is what can be compared between machines that do other things besides.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from collections.abc import Sequence

TARGET = 0.100
AIM = 2.5
LIMITS = "requests=1e9,answers=1e9,seat=1e9,tables=1e9,sockets=100000,peers=100000"


@dataclass
class Tally:
    """What was measured."""

    latencies: list[float] = field(default_factory=list)
    finished: int = 0
    refused: int = 0
    processor: float = 0.0
    """Seconds that the server used while it was measured."""


@dataclass
class Seat:
    """A scripted player: looks at what it is sent, waits a moment, answers at random."""

    address: str
    token: str
    think: float
    rng: Random
    tally: Tally
    since: float
    until: float
    sequence: int = 0
    sent: dict[int, float] = field(default_factory=dict)
    thinking: asyncio.Task[None] | None = None
    """Beside listening: a confirmation that comes while the seat thinks is noted at once."""

    async def play(self) -> None:
        """Play until the game or the time is over."""
        async with connect(self.address, max_size=None, open_timeout=60) as socket:
            hello = {"type": "hello", "token": self.token, "client": "script"}
            await socket.send(json.dumps(hello))
            async for text in socket:
                if time.perf_counter() > self.until:
                    return
                if is_of_another(text):
                    continue
                message = json.loads(text)
                if message["type"] == "confirmed":
                    begun = self.sent.pop(message["sequence"])
                    if begun > self.since:
                        self.tally.latencies.append(time.perf_counter() - begun)
                elif message["type"] == "refused":
                    self.tally.refused += 1
                elif message["type"] == "update" and message["over"]:
                    self.tally.finished += 1
                    return
                elif message["type"] == "update" and message["answers"]:
                    self.thinking = asyncio.create_task(self._answer(socket, message))

    async def _answer(self, socket: Any, update: dict[str, Any]) -> None:
        if self.think:
            await asyncio.sleep(self.rng.uniform(0, 2 * self.think))
        chosen = self.rng.choice(update["answers"])
        ready = [answer for answer in update["answers"] if answer["verb"] == "ready"]
        chosen = ready[0] if ready else chosen
        self.sequence += 1
        message = {
            "type": "answer",
            "client": "script",
            "sequence": self.sequence,
            "version": update["version"],
            "verb": chosen["verb"],
            "noun": chosen["noun"],
        }
        self.sent[self.sequence] = time.perf_counter()
        with suppress(ConnectionClosed):
            await socket.send(json.dumps(message))


def is_of_another(text: str | bytes) -> bool:
    """Whether a message shows what the other did while he goes on: to read it would cost as much
    as it cost the server to make it, on the same machine."""
    is_update = isinstance(text, str) and text.startswith('{"type":"update"')
    return is_update and '"is_mine":true' not in text and '"over":true' not in text


async def drive(address: str, server: int, given: argparse.Namespace) -> Tally:
    """Play games at the same time for some seconds."""
    tally, rng = Tally(), Random(given.seed)
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        made = [
            (await client.post("/api/tables", json={"game": "bautzen"})).json()
            for _ in range(given.games)
        ]
    since = time.perf_counter() + given.warm_up
    live = address.replace("http", "ws", 1)
    seats = [
        Seat(
            f"{live}api/tables/{table['table']}/live",
            seat["token"],
            given.think,
            Random(rng.random()),
            tally,
            since,
            since + given.seconds,
        )
        for table in made
        for seat in table["seats"].values()
    ]
    playing = [asyncio.create_task(seat.play()) for seat in seats]
    await asyncio.sleep(since - time.perf_counter())
    gc.collect()
    gc.disable()  # what this script does for itself is not to be measured
    used = cpu_seconds(server)
    await asyncio.sleep(given.seconds)
    tally.processor = cpu_seconds(server) - used
    _, late = await asyncio.wait(playing, timeout=5)
    for task in late:
        task.cancel()
    for task in playing:
        if task.done() and not task.cancelled() and task.exception():
            raise RuntimeError("a seat was cut off") from task.exception()
    return tally


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the load and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=350)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warm-up", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as directory:
        command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--database"]
        process = subprocess.Popen(
            [*command, f"{directory}/games.sqlite"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={"GROGNARD_LIMITS": LIMITS, **os.environ},
        )
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[3]
            tally = asyncio.run(drive(address, process.pid, given))
        finally:
            process.terminate()
            process.wait()
    report(tally, given)
    return 0


def cpu_seconds(process: int) -> float:
    """Return the processor time that a process has used, its start included."""
    with open(f"/proc/{process}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(tally: Tally, given: argparse.Namespace) -> None:
    """Print one line a figure."""
    half, most = (percentile(tally.latencies, share) for share in (0.5, 0.99))
    print(f"games at once     {given.games} ({tally.finished // 2} finished)")
    print(f"answers           {len(tally.latencies)} ({tally.refused} refused)")
    print(f"answers a second  {len(tally.latencies) / given.seconds:.0f}")
    each = 1000 * tally.processor / max(1, len(tally.latencies))
    print(f"processor         {each:.2f} ms an answer (aim {AIM} ms)")
    print(f"latency p50       {half * 1000:.1f} ms")
    print(f"latency p99       {most * 1000:.1f} ms (target {TARGET * 1000:.0f} ms)")


if __name__ == "__main__":
    sys.exit(main())
