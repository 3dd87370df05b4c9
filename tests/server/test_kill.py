"""Nothing that was confirmed is lost when the server dies at any moment; and its commands."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from grognard.cli import main
from grognard.engine.journal import Journal, verify
from grognard.server.serving import listen
from grognard.server.settings import PORT
from server.people import bearer, choice, token

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {
    **os.environ,
    "GROGNARD_LIMITS": "requests=100000,tables=100000,seat=100000",
    "PYTHONPATH": str(ROOT / "src"),
}


@contextmanager
def serving(database: Path) -> Iterator[tuple[subprocess.Popen[str], httpx.Client]]:
    """Run ``grognard serve`` on a free port, and a client of it."""
    command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--database"]
    with subprocess.Popen(
        [*command, str(database)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=ENVIRONMENT,
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[3]
            with httpx.Client(base_url=address, timeout=20) as client:
                _wait_until_well(client)
                yield process, client
        finally:
            process.kill()


def _wait_until_well(client: httpx.Client) -> None:
    for _ in range(200):
        try:
            if client.get("/health").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server does not begin")


class Hasty:
    """Somebody who answers as fast as he can, and remembers what was confirmed."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table, self.rng = table, Random(1)
        self.place = f"/api/tables/{table['table']}"
        self.sequence = 0
        self.confirmed: list[int] = []
        self.unsure: dict[str, Any] | None = None
        self.unsure_seat = ""

    def play(self, client: httpx.Client) -> None:
        """Answer until the server is gone."""
        try:
            while not self._over(client):
                pass
        except httpx.TransportError:
            return

    def _over(self, client: httpx.Client) -> bool:
        for seat in ("german", "allied"):
            headers = bearer(token(self.table, seat))
            update = client.get(f"{self.place}/update", headers=headers).json()
            if update["over"]:
                return True
            if update["answers"]:
                self._answer(client, seat, update)
        return False

    def _answer(self, client: httpx.Client, seat: str, update: dict[str, Any]) -> None:
        chosen = choice(update["answers"], self.rng)
        self.sequence += 1
        self.unsure_seat = seat
        self.unsure = {
            "client": "hasty",
            "sequence": self.sequence,
            "version": update["version"],
            "verb": chosen["verb"],
            "noun": chosen["noun"],
        }
        self.send(client)

    def send(self, client: httpx.Client) -> None:
        """Send the answer of which one cannot be sure, again if need be."""
        if self.unsure is None:
            return
        headers = bearer(token(self.table, self.unsure_seat))
        said = client.post(f"{self.place}/answers", headers=headers, json=self.unsure)
        if said.status_code == 200:
            self.confirmed.append(self.unsure["sequence"])
        else:
            assert said.json()["code"] == "late"
        self.unsure = None


def test_nothing_confirmed_is_lost_when_the_server_is_killed_again_and_again(
    tmp_path: Path,
) -> None:
    database, rng = tmp_path / "games.sqlite", Random(2)
    hasty: Hasty | None = None
    for _ in range(4):
        with serving(database) as (process, client):
            if hasty is None:
                hasty = Hasty(client.post("/api/tables", json={"game": "bautzen"}).json())
            hasty.send(client)
            for sequence in hasty.confirmed:
                assert_applied(client, hasty, sequence)
            playing = threading.Thread(target=hasty.play, args=(client,))
            playing.start()
            wanted = len(hasty.confirmed) + 6
            while len(hasty.confirmed) < wanted and playing.is_alive():
                time.sleep(0.01)
            time.sleep(rng.random() * 0.1)
            process.send_signal(signal.SIGKILL)
            playing.join()
    assert hasty is not None
    with serving(database) as (_, client):
        hasty.send(client)
        for sequence in hasty.confirmed:
            assert_applied(client, hasty, sequence)
        both = bearer(token(hasty.table, "german"), token(hasty.table, "allied"))
        journal = Journal.parse(client.get(f"{hasty.place}/journal", headers=both).text)
        assert verify(journal)
        given = [move for line, move in journal.moves() if line.seat != "chance"]
        assert len(given) >= len(hasty.confirmed) > 20


def assert_applied(client: httpx.Client, hasty: Hasty, sequence: int) -> None:
    """Send a confirmed answer again: the server knows it, under the seat that gave it."""
    repeats = []
    for seat in ("german", "allied"):
        body = {"client": "hasty", "sequence": sequence, "version": 0, "verb": "done", "noun": 0}
        headers = bearer(token(hasty.table, seat))
        said = client.post(f"{hasty.place}/answers", headers=headers, json=body)
        repeats.append(said.status_code == 200 and said.json()["repeat"])
    assert repeats.count(True) == 1


def test_the_server_stops_when_it_is_told_to(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as (process, client):
        client.post("/api/tables", json={"game": "bautzen"})
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) in (0, -signal.SIGTERM)


def test_games_move_as_text_from_one_server_to_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: object) -> str:
        assert main([str(word) for word in words]) == 0
        return capsys.readouterr().out

    opening = tmp_path / "game.txt"
    text = "game: bautzen\nscenario: standard\nplayer german: Ann\n\nallied: ready 0\n"
    opening.write_text(text, encoding="utf-8")
    one, other = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
    links = run("import", opening, "--database", one)
    assert links.count("/join/") == 2
    run("export", "--to", tmp_path / "out", "--database", one)
    [file] = (tmp_path / "out").iterdir()
    run("import", file, "--database", other)
    written = run("export", "--database", other)
    assert written == file.read_text(encoding="utf-8")
    assert Journal.parse(written).players == {"german": "Ann"}


def test_a_taken_port_is_passed_over() -> None:
    first, second = listen("127.0.0.1", None), listen("127.0.0.1", None)
    with first, second:
        ports = [each.getsockname()[1] for each in (first, second)]
        assert PORT <= ports[0] < ports[1]
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", ports[0])
