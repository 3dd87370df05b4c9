"""The four ways in which one address could stall everybody, measured from another.

``python -m tests.bench_stalls`` starts ``grognard serve`` with its usual limits and lets a player
at 127.0.0.1 play while somebody at 127.0.0.2 asks for too much: ten spectators change their
language as fast as they may, thirty replays are opened, 1,100 requests are sent by halves, 48
games of bots are made. ``--source DIRECTORY`` measures another version (its ``src``). Besides the
times, which suffer from whatever else the machine does, the share of a processor is told that the
server itself took meanwhile. All of it stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from grognard.engine.registry import game
from grognard.engine.session import Session

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bench_server import cpu_seconds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.process import BaseProcess

OTHER = "127.0.0.2"
HALF = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


def long_game(answers: int) -> str:
    """Return the journal of a random game that is nearly over."""
    rng, session = Random(7), Session.begin(game("bautzen"), rng=Random(8), auto_forced=True)
    while not session.state.is_over and len(session.actions) < answers:
        options = session.state.options()
        ready = [action for action in options if action.verb == "ready"]
        session.play((ready or [rng.choice(list(options))])[0])
    return session.journal.format()


@contextmanager
def serving(source: Path) -> Iterator[tuple[str, int]]:
    """Run a server with its usual limits, and as many files as a process usually may have."""

    def usual() -> None:
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--database"]
        process = subprocess.Popen(
            [*command, f"{folder}/games.sqlite"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": str(source)},
            preexec_fn=usual,
        )
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[3].replace("localhost", "127.0.0.1")
            _wait(address)
            yield address, process.pid
        finally:
            process.terminate()
            process.wait(30)


def _wait(address: str) -> None:
    for _ in range(200):
        with suppress(httpx.TransportError):
            if httpx.get(f"{address}health").status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not begin")


# Whoever asks for too much


def other_client(address: str) -> httpx.Client:
    transport = httpx.HTTPTransport(local_address=OTHER)
    return httpx.Client(base_url=address, transport=transport, timeout=120)


async def _flood(place: str, until: float) -> None:
    """Watch a table and change the language 19 times a second, again after each dismissal."""
    while time.time() < until:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with connect(place, max_size=None, local_addr=(OTHER, 0)) as line:
                await line.send('{"type":"hello"}')
                reading = asyncio.create_task(_read(line))
                while time.time() < until and not reading.done():
                    for lang in ("fr", "en"):
                        await line.send(json.dumps({"type": "lang", "lang": lang}))
                        await asyncio.sleep(1 / 19)
        await asyncio.sleep(0.2)


async def _read(line: Any) -> None:
    with suppress(WebSocketException):
        async for _ in line:
            pass


def flood(place: str, seconds: float) -> None:
    """Ten spectators at once."""

    async def all_() -> None:
        until = time.time() + seconds
        await asyncio.gather(*(_flood(place, until) for _ in range(10)))

    asyncio.run(all_())


def replays(address: str, tables: list[tuple[str, list[str]]]) -> None:
    """Open replays of many games as each seat and as a spectator."""
    with other_client(address) as client:
        for table, tokens in tables:
            for token in ("", *tokens):
                headers = {"Authorization": f"Bearer {token}"} if token else {}
                client.get(f"/api/tables/{table}/replay?limit=1", headers=headers)


# Whoever plays


async def play(address: str, seconds: float) -> list[float]:
    """Play at a table of one's own, 10 answers a second at most; return how long each took."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        made = (await client.post("/api/tables", json={"game": "bautzen"})).json()
        place = f"/api/tables/{made['table']}"
        keys = [seat["token"] for seat in made["seats"].values()]
        rng, times, number, until = Random(5), list[float](), 0, time.perf_counter() + seconds
        while time.perf_counter() < until:
            for key in keys:
                headers = {"Authorization": f"Bearer {key}"}
                update = (await client.get(f"{place}/update", headers=headers)).json()
                if not update["answers"]:
                    continue
                ready = [one for one in update["answers"] if one["verb"] == "ready"]
                chosen = (ready or [rng.choice(update["answers"])])[0]
                number += 1
                body = {"client": "c", "sequence": number, "version": update["version"]}
                body |= {"verb": chosen["verb"], "noun": chosen["noun"]}
                begun = time.perf_counter()
                answer = await client.post(f"{place}/answers", headers=headers, json=body)
                assert answer.status_code == 200, answer.text
                times.append(time.perf_counter() - begun)
            await asyncio.sleep(0.1)
    return times


def played(address: str, seconds: float, server: int) -> tuple[list[float], float]:
    """Play for a while; return how long each answer took, and the server's share of a processor."""
    used, begun = cpu_seconds(server), time.perf_counter()
    times = asyncio.run(play(address, seconds))
    return times, (cpu_seconds(server) - used) / (time.perf_counter() - begun)


def told(
    name: str, quiet: tuple[Sequence[float], float], stalled: tuple[Sequence[float], float]
) -> None:
    """Print a line: the median and the worst without and with whoever asks for too much."""
    parts = []
    for times, share in (quiet, stalled):
        ordered = sorted(times)
        half, worst = ordered[len(ordered) // 2], ordered[-1]
        used = f", {share:4.0%} of a processor" if share else ""
        parts.append(f"median {1000 * half:7.1f} ms, worst {1000 * worst:8.1f} ms{used}")
    print(f"{name}\n    alone    {parts[0]}\n    stalled  {parts[1]}", flush=True)


def beside(task: Callable[..., None], *given: object) -> BaseProcess:
    process = multiprocessing.get_context("spawn").Process(target=task, args=given)
    process.start()
    time.sleep(2.0)
    return process


def languages(address: str, seconds: float, journal: str, server: int) -> None:
    with other_client(address) as client:
        made = client.post("/api/tables", json={"journal": journal}).json()
    quiet = played(address, seconds, server)
    place = f"{address.replace('http', 'ws', 1)}api/tables/{made['table']}/live"
    process = beside(flood, place, seconds + 4)
    told("ten who change language", quiet, played(address, seconds, server))
    process.join()


def many_replays(address: str, seconds: float, journal: str, server: int) -> None:
    with other_client(address) as client:
        made = [client.post("/api/tables", json={"journal": journal}).json() for _ in range(11)]
    tables = [(each["table"], [seat["token"] for seat in each["seats"].values()]) for each in made]
    table, _ = tables.pop()
    begun = time.perf_counter()
    httpx.get(f"{address}api/tables/{table}/replay?limit=1", timeout=60)
    first = time.perf_counter() - begun
    begun = time.perf_counter()
    httpx.get(f"{address}api/tables/{table}/replay?limit=1", timeout=60)
    again = time.perf_counter() - begun
    quiet = played(address, seconds, server)
    process = beside(replays, address, tables)
    told("thirty replays", quiet, played(address, seconds, server))
    process.join()
    print(f"    a replay of the long game {first:.2f} s, again {again:.3f} s", flush=True)


def halves(address: str, seconds: float, _journal: str, _server: int) -> None:
    port = int(address.rstrip("/").rpartition(":")[2])
    quiet, stalled, failed = [], [], 0
    for _ in range(10):
        begun = time.perf_counter()
        httpx.get(f"{address}health", timeout=3)
        quiet.append(time.perf_counter() - begun)
    lines = []
    for _ in range(1100):
        line = socket.socket()
        line.bind((OTHER, 0))
        line.settimeout(2)
        with suppress(OSError):
            line.connect(("127.0.0.1", port))
            line.send(HALF)
        lines.append(line)
    until = time.perf_counter() + seconds + 20
    while time.perf_counter() < until:
        begun = time.perf_counter()
        try:
            httpx.get(f"{address}health", timeout=3)
            stalled.append(time.perf_counter() - begun)
        except httpx.TransportError:
            failed += 1
        time.sleep(0.5)
    told("1,100 halves of requests", (quiet, 0), (stalled or [float("inf")], 0))
    left = sum(not _is_closed(line) for line in lines)
    print(f"    {failed} of {failed + len(stalled)} tries failed, {left} sockets still open")
    for line in lines:
        line.close()


def _is_closed(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def bots(address: str, _seconds: float, _journal: str, _server: int) -> None:
    bot = {"kind": "bot", "level": "colonel"}
    quiet = [_first_move(address) for _ in range(3)]
    with other_client(address) as client:
        for _ in range(48):
            seats = {"german": bot, "allied": bot}
            client.post("/api/tables", json={"game": "bautzen", "seats": seats})
    time.sleep(3)
    told("48 games of bots", (quiet, 0), ([_first_move(address) for _ in range(3)], 0))


def _first_move(address: str) -> float:
    """Return how long somebody waits for the bot's set-up and its first answer after it."""
    seats = {"german": {"kind": "human"}, "allied": {"kind": "bot", "level": "colonel"}}
    with httpx.Client(base_url=address, timeout=120) as client:
        begun = time.perf_counter()
        made = client.post("/api/tables", json={"game": "bautzen", "seats": seats}).json()
        headers = {"Authorization": f"Bearer {made['seats']['german']['token']}"}
        place = f"/api/tables/{made['table']}/update"
        while not client.get(place, headers=headers).json().get("answers"):
            time.sleep(0.1)
            assert time.perf_counter() - begun < 120, "no answer in two minutes"
    return time.perf_counter() - begun


STALLS = {"languages": languages, "replays": many_replays, "halves": halves, "bots": bots}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the stalls."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--source", type=Path, default=Path(__file__).parents[1] / "src")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("only", nargs="*", choices=[*STALLS, []], metavar="STALL")
    given = parser.parse_args(argv)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    journal = long_game(700)
    for name in given.only or STALLS:
        with serving(given.source) as (address, server):
            STALLS[name](address, given.seconds, journal, server)
    return 0


if __name__ == "__main__":
    sys.exit(main())
