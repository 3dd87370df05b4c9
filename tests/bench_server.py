"""Load: many live games over WebSocket on one server process, with scripted seats.

``python -m tests.bench_server`` starts ``grognard serve`` on a database of its own and plays
``--games`` games at once, two seats each. A seat thinks for ``--think`` seconds on average before
each answer, as somebody would who plays fast; the latency is the time from sending an answer to
its confirmation, which means that it is on disk and that everybody has been shown the result.
With ``--think 0`` every seat answers at once, and the answers per second are the most there are.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import connect

if TYPE_CHECKING:
    from collections.abc import Sequence

TARGET = 0.100
LIMITS = "requests=1000000,answers=1000000,tables=1000000"


@dataclass
class Tally:
    """What was measured."""

    latencies: list[float] = field(default_factory=list)
    finished: int = 0
    refused: int = 0


@dataclass
class Seat:
    """A scripted player: looks at what it is sent, waits a moment, answers at random."""

    address: str
    token: str
    think: float
    rng: Random
    tally: Tally
    until: float
    sequence: int = 0
    sent: dict[int, float] = field(default_factory=dict)

    async def play(self) -> None:
        """Play until the game or the time is over."""
        async with connect(self.address, max_size=None, open_timeout=60) as socket:
            hello = {"type": "hello", "token": self.token, "client": "script"}
            await socket.send(json.dumps(hello))
            async for text in socket:
                message = json.loads(text)
                if time.perf_counter() > self.until:
                    return
                if message["type"] == "confirmed":
                    begun = self.sent.pop(message["sequence"])
                    self.tally.latencies.append(time.perf_counter() - begun)
                elif message["type"] == "refused":
                    self.tally.refused += 1
                elif message["type"] == "update" and message["over"]:
                    self.tally.finished += 1
                    return
                elif message["type"] == "update" and message["answers"]:
                    await self._answer(socket, message)

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
        await socket.send(json.dumps(message))


async def drive(address: str, games: int, seconds: float, think: float, seed: int) -> Tally:
    """Play games at the same time for some seconds."""
    tally, rng = Tally(), Random(seed)
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        made = [
            (await client.post("/api/tables", json={"game": "bautzen"})).json()
            for _ in range(games)
        ]
    until = time.perf_counter() + seconds
    live = address.replace("http", "ws", 1)
    seats = [
        Seat(
            f"{live}api/tables/{table['table']}/live",
            seat["token"],
            think,
            Random(rng.random()),
            tally,
            until,
        )
        for table in made
        for seat in table["seats"].values()
    ]
    playing = [asyncio.create_task(seat.play()) for seat in seats]
    _, late = await asyncio.wait(playing, timeout=seconds + 5)
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
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as directory:
        command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--database"]
        process = subprocess.Popen(
            [*command, f"{directory}/games.sqlite"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "GROGNARD_LIMITS": LIMITS},
        )
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[3]
            begun = time.perf_counter()
            tally = asyncio.run(drive(address, given.games, given.seconds, given.think, given.seed))
            spent = min(time.perf_counter() - begun, given.seconds)
            used = cpu_seconds(process.pid)
        finally:
            process.terminate()
            process.wait()
    report(tally, given, spent, used)
    return 0


def cpu_seconds(process: int) -> float:
    """Return the processor time that a process has used, its start included."""
    with open(f"/proc/{process}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(tally: Tally, given: argparse.Namespace, spent: float, used: float) -> None:
    """Print one line a figure."""
    half, most = (percentile(tally.latencies, share) for share in (0.5, 0.99))
    print(f"games at once     {given.games} ({tally.finished // 2} finished)")
    print(f"answers           {len(tally.latencies)} ({tally.refused} refused)")
    print(f"answers a second  {len(tally.latencies) / spent:.0f}")
    print(f"server processor  {used / len(tally.latencies) * 1000:.1f} ms an answer, all told")
    print(f"latency p50       {half * 1000:.1f} ms")
    print(f"latency p99       {most * 1000:.1f} ms (target {TARGET * 1000:.0f} ms)")


if __name__ == "__main__":
    sys.exit(main())
