"""Kill the server again and again in the midst of play: nothing that was confirmed may be lost.

``python -m tests.kills --kills 200`` plays four tables at once (people, a guest, bots, undo)
against ``grognard serve``, kills it at a moment of chance, starts it again, sends again what
was not confirmed, and asks about what was. After each death no process of the server's may be left;
in the end every journal must be whole and replay. ``--database`` names a database of PostgreSQL (an
empty one); else it is a file of SQLite. `tests/server/test_kill.py` does the same a few times.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import httpx

from grognard.engine.journal import Journal, verify
from grognard.server.settings import database_url
from grognard.server.store import Store
from grognard.server.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parent))

from server.people import bearer, choice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[1]
MARK = "GROGNARD_TEST_MARK"
LIMITS = "requests=100000,answers=100000,seat=100000,tables=100000"
COMMAND = [sys.executable, "-m", "grognard"]
HUMAN, GUEST = {"kind": "human"}, {"kind": "guest"}
TABLES: list[dict[str, Any]] = [
    {"german": HUMAN, "allied": HUMAN},
    {"german": HUMAN, "allied": GUEST},
    {"german": HUMAN, "allied": {"kind": "bot", "level": "recruit"}},
    {"german": {"kind": "bot", "level": "random"}, "allied": HUMAN},
]


@contextmanager
def serving(database: str, mark: str = "") -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """Run ``grognard serve`` on a free port, and a client of it."""
    command = [*COMMAND, "serve", "--port", "0", "--database", database]
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "GROGNARD_LIMITS": LIMITS, "PYTHONPATH": path}
    with (
        tempfile.TemporaryFile("w+") as said,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            env={**environment, MARK: mark or secrets.token_hex(8)},
        ) as process,
    ):
        try:
            assert process.stdout is not None
            words = process.stdout.readline().split()
            if not words:
                said.seek(0)
                raise RuntimeError(f"the server does not begin: {said.read().strip()}")
            address = words[3]
            with httpx.Client(base_url=address, timeout=180) as client:
                wait_until_well(client)
                yield process, client
        finally:
            process.kill()


def wait_until_well(client: httpx.Client) -> None:
    """Wait until a server answers."""
    for _ in range(2400):
        try:
            if client.get("/health").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server does not begin")


def left_behind(mark: str) -> list[int]:
    """Return the processes that were begun with a mark and still live."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            is_marked = f"{MARK}={mark}".encode() in (place / "environ").read_bytes()
            is_dead = (place / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except (OSError, IndexError):
            continue
        if is_marked and not is_dead:
            found.append(int(place.name))
    return found


class Hasty:
    """Somebody who plays all seats of people at a table as fast as he can."""

    def __init__(self, client: httpx.Client, seats: dict[str, Any], seed: int) -> None:
        made = client.post("/api/tables", json={"game": "bautzen", "seats": seats}).json()
        self.table, self.place = made["table"], f"/api/tables/{made['table']}"
        self.rng, self.sequence = Random(seed), 0
        self.tokens: dict[str, str] = {}
        for name, seat in made["seats"].items():
            if "token" in seat:
                self.tokens[name] = seat["token"]
            elif "invitation" in seat:
                body = {"invitation": seat["invitation"]}
                joined = client.post(f"{self.place}/join", json=body).json()
                self.tokens[name] = joined["token"]
        self.confirmed: list[tuple[str, str, dict[str, Any]]] = []
        self.unsure: tuple[str, str, dict[str, Any]] | None = None
        self.is_over = False

    def play(self, address: str) -> None:
        """Answer until the server is gone or the game is over."""
        with httpx.Client(base_url=address, timeout=180) as client:
            try:
                while not self.is_over:
                    for seat in self.tokens:
                        self._answer(client, seat)
            except httpx.TransportError:
                return

    def _answer(self, client: httpx.Client, seat: str) -> None:
        headers = bearer(self.tokens[seat])
        said = client.get(f"{self.place}/update", headers=headers)
        assert said.status_code == 200, said.text
        update = said.json()
        self.is_over = update["over"]
        if not update["answers"]:
            return
        self.sequence += 1
        body = {"client": "hasty", "sequence": self.sequence, "version": update["version"]}
        if update["can_undo"] and self.rng.random() < 0.12:
            self.unsure = seat, "undo", body
        else:
            chosen = choice(update["answers"], self.rng)
            body |= {"verb": chosen["verb"], "noun": chosen["noun"]}
            self.unsure = seat, "answers", body
        self.send(client)

    def send(self, client: httpx.Client) -> None:
        """Send the answer of which one cannot be sure, again if need be."""
        if self.unsure is None:
            return
        seat, path, body = self.unsure
        said = client.post(f"{self.place}/{path}", headers=bearer(self.tokens[seat]), json=body)
        if said.status_code == 200:
            self.confirmed.append(self.unsure)
        else:
            assert said.json()["code"] == "late", said.text
        self.unsure = None

    def check(self, client: httpx.Client, most: int) -> int:
        """Ask about what was confirmed: the server knows it all; return how many were asked."""
        asked = self.confirmed[-most:]
        if len(self.confirmed) > most:
            asked += self.rng.sample(self.confirmed, most)
        for seat, path, body in asked:
            said = client.post(f"{self.place}/{path}", headers=bearer(self.tokens[seat]), json=body)
            assert said.status_code == 200, (body, said.text)
            assert said.json()["repeat"] is True
        return len(asked)


class Loop:
    """The server under the knife."""

    def __init__(self, database: str, seed: int = 1) -> None:
        self.database, self.rng = database, Random(seed)
        self.people: list[Hasty] = []
        self.kills = self.checked = self.finished = 0

    def kill(self) -> None:
        """Start, check, play, kill, and look that nothing of it lives on."""
        mark = secrets.token_hex(8)
        with serving(self.database, mark) as (process, client):
            self._seat(client)
            for person in self.people:
                person.send(client)
                self.checked += person.check(client, 8)
            wanted = sum(len(person.confirmed) for person in self.people) + 8
            playing = [
                threading.Thread(target=person.play, args=(str(client.base_url),))
                for person in self.people
            ]
            for thread in playing:
                thread.start()
            deadline = time.monotonic() + 180
            while sum(len(person.confirmed) for person in self.people) < wanted:
                assert time.monotonic() < deadline, "nobody can play"
                time.sleep(0.005)
            time.sleep(self.rng.random() * 0.3)
            process.send_signal(signal.SIGKILL)
            for thread in playing:
                thread.join()
        self.kills += 1
        deadline = time.monotonic() + 60
        while left := left_behind(mark):
            assert time.monotonic() < deadline, f"processes outlive the server: {left}"
            time.sleep(0.05)

    def _seat(self, client: httpx.Client) -> None:
        """Begin new games in the place of those that are over."""
        for number, seats in enumerate(TABLES):
            if number == len(self.people):
                self.people.append(Hasty(client, seats, number))
            elif self.people[number].is_over:
                self.finished += 1
                self.people[number] = Hasty(client, seats, self.rng.randrange(10**6))

    def end(self) -> tuple[int, int]:
        """Look at every journal; return how many games and how many entries there are."""
        with serving(self.database) as (_, client):
            for person in self.people:
                person.send(client)
                self.checked += person.check(client, 10**6)
        store = Store(database_url(self.database))
        try:
            store.open()
            found = [store.load(name) for name, _ in store.tables()]
            for stored in found:
                assert stored is not None
                assert verify(Journal.parse(Table.restore(stored).journal()))
            return len(found), sum(len(stored.entries) for stored in found if stored)
        finally:
            store.close()


def main(argv: Sequence[str] | None = None) -> int:
    """Kill, and say what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database", default="", help="of PostgreSQL; else a new file of SQLite")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="after which it is enough of killing"
    )
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        loop = Loop(given.database or f"{folder}/games.sqlite", given.seed)
        begun = time.monotonic()
        while loop.kills < given.kills and time.monotonic() - begun < given.seconds:
            loop.kill()
            if loop.kills % 20 == 0:
                print(f"{loop.kills} kills, {loop.checked} confirmed answers found", flush=True)
        games, entries = loop.end()
    kind = "PostgreSQL" if given.database else "SQLite"
    print(
        f"{kind}: {loop.kills} kills in {time.monotonic() - begun:.0f} s; {games} games with "
        f"{entries} entries, all whole; {loop.checked} times a confirmed answer was asked for "
        "and found; no process was left behind"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
