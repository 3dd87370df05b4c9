"""Attacks on a server and accidents of its machine: heads without end, floods of pings, nobody who
reads, giant journals, a locked database, two servers on one file, a full disk, odd requests."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from sqlalchemy.exc import SQLAlchemyError
from starlette.testclient import TestClient

from grognard.cli import main
from grognard.engine.journal import Journal
from grognard.server import workers
from grognard.server.app import create_app
from grognard.server.bodies import NameBody
from grognard.server.logs import JsonLines, log_fault
from grognard.server.store import Store
from kills import left_behind, serving
from server.conftest import FREE
from server.hosting import Hosted, hosted, line_to, pushed
from server.people import Person, bearer, new_table, table_of, token
from server.test_faults import answer
from server.test_http import a_game
from server.test_kill import ENVIRONMENT

if TYPE_CHECKING:
    import socket

    from grognard.server.settings import Settings

MEGABYTE = 1 << 20


def frame(kind: int, payload: bytes, *, is_last: bool = True) -> bytes:
    """Return a frame of a WebSocket, masked with nothing."""
    assert len(payload) < 126
    return bytes([kind | (0x80 if is_last else 0), 0x80 | len(payload)]) + bytes(4) + payload


TEXT, MORE, PING, PONG = 1, 0, 9, 10


def live_line(server: Hosted, table: str, hello: dict[str, Any]) -> socket.socket:
    """Return a live connection that has said hello, as bytes."""
    line = line_to(server)
    key = base64.b64encode(bytes(16)).decode()
    line.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    assert line.recv(12) == b"HTTP/1.1 101"
    line.sendall(frame(TEXT, json.dumps({"type": "hello", **hello}).encode()))
    return line


def made_on(server: Hosted) -> dict[str, Any]:
    """Make a table on a server."""
    address = f"http://127.0.0.1:{server.port}/api/tables"
    made: dict[str, Any] = httpx.post(address, json={"game": "bautzen"}, timeout=30).json()
    return made


# Requests without end


@pytest.mark.parametrize(
    ("begun", "more"),
    [
        (b"GET /health HTTP/1.1\r\nHost: x\r\n", b"X-More: " + b"y" * 60_000 + b"\r\n"),
        (b"GET /", b"y" * 60_000),
        (b"GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ", b"y" * 60_000),
        (
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
            b"X-More: " + b"y" * 60_000 + b"\r\n",
        ),
        (
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"1;" + b"y" * 60_000 + b"\r\n{\r\n",
        ),
    ],
    ids=["head", "address", "one field", "after the body", "between the pieces"],
)
def test_a_request_without_end_is_cut_off(settings: Settings, begun: bytes, more: bytes) -> None:
    """It was kept in memory whole: 200 MB in half a second, from one connection."""
    with hosted(settings) as server:
        line = line_to(server)
        line.sendall(begun)
        assert pushed(line, more, 100 * MEGABYTE) < 40 * MEGABYTE
        assert httpx.get(f"http://127.0.0.1:{server.port}/health").status_code == 200


@pytest.mark.parametrize(
    "flood",
    [
        frame(PING, b"x" * 120) * 400,
        frame(PONG, b"") * 4000,
        frame(MORE, b"", is_last=False) * 4000,
    ],
    ids=["pings", "pongs", "parts of a message"],
)
def test_a_flood_of_what_is_no_message_ends_the_connection(
    settings: Settings, flood: bytes
) -> None:
    """Nobody counted them: a sender who reads nothing filled the memory with answers to pings."""
    with hosted(replace(settings, limits=replace(FREE, answers=20.0))) as server:
        line = live_line(server, made_on(server)["table"], {})
        line.sendall(frame(TEXT, b"{", is_last=False))
        assert pushed(line, flood, 100 * MEGABYTE) < 40 * MEGABYTE
        assert httpx.get(f"http://127.0.0.1:{server.port}/health").status_code == 200


def test_whoever_does_not_take_his_answer_is_not_waited_for_for_ever(settings: Settings) -> None:
    hurried = replace(settings, limits=replace(FREE, response=1.0))
    with hosted(hurried) as server:
        line = line_to(server)
        place = b"/api/games/petrograd/scenarios/hero-city/printed"
        for _ in range(12):
            line.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % place)
        deadline = time.monotonic() + 20
        while server.server_state.connections:
            assert time.monotonic() < deadline, "the connection is still open"
            time.sleep(0.1)


# Nobody who reads


def unread(server: Hosted, made: dict[str, Any], seat: str) -> socket.socket:
    """Return a live connection to a seat that asks for much and reads nothing, until it is full."""
    hello = {"token": token(made, seat), "client": "deaf"}
    line = live_line(server, made["table"], hello)
    deadline = time.monotonic() + 30
    while all(each.writable.is_set() for each in connected(server)):
        assert time.monotonic() < deadline, "everything still goes through"
        with suppress(TimeoutError):
            line.sendall(frame(TEXT, b'{"type":"lang","lang":"fr"}'))
        time.sleep(0.005)
    return line


def connected(server: Hosted) -> list[Any]:
    """Return the live connections of a server."""
    return [each for each in server.server_state.connections if hasattr(each, "writable")]


def test_a_server_stops_though_somebody_reads_nothing(settings: Settings) -> None:
    """Its goodbye waited for ever to be taken."""
    with hosted(settings) as server:
        line = unread(server, made_on(server), "german")
        assert server.stop(25)
        line.close()


def test_a_seat_is_taken_from_somebody_who_reads_nothing(settings: Settings) -> None:
    with hosted(settings) as server:
        made = made_on(server)
        line = unread(server, made, "german")
        place = f"http://127.0.0.1:{server.port}/api/tables/{made['table']}/me/token"
        mine = bearer(token(made, "german"))
        assert httpx.post(place, headers=mine, json={}, timeout=20).status_code == 200
        house = server.config.app.state.house  # type: ignore[union-attr]
        deadline = time.monotonic() + 20
        while house.listeners:
            assert time.monotonic() < deadline, "he is still at the table"
            time.sleep(0.05)
        line.close()


def test_what_waits_for_somebody_who_reads_nothing_is_bounded(client: TestClient) -> None:
    made = new_table(client)
    house = client.app.state.house  # type: ignore[attr-defined]
    with client.websocket_connect(f"/api/tables/{made['table']}/live") as line:
        Person(line).hello()
        [connection] = house.listeners[made["table"]]

        async def deaf(_text: str) -> None:
            await asyncio.sleep(3600)

        connection.socket.send_text = deaf

        def flood() -> None:
            for _ in range(2000):
                connection.tell({"type": "pong"})

        assert client.portal is not None
        client.portal.call(flood)
        assert len(connection._messages) <= 256
        deadline = time.monotonic() + 10
        while house.listeners:
            assert time.monotonic() < deadline, "he is still at the table"
            time.sleep(0.02)


def test_nothing_is_heard_of_a_seat_that_was_taken_away(client: TestClient) -> None:
    """An answer that lay ready when the token was renewed was given all the same."""
    made = new_table(client)
    table = table_of(client, made)
    place = f"/api/tables/{made['table']}"
    mine = token(made, "allied")
    with client.websocket_connect(f"{place}/live") as line:
        former = Person(line).hello(mine)
        [connection] = client.app.state.house.listeners[made["table"]]  # type: ignore[attr-defined]
        true, held, renewed = connection._receive, [], threading.Event()

        async def late() -> Any:
            message = await true()
            held.append(message)
            while not renewed.is_set():
                await asyncio.sleep(0.01)
            return message

        connection._receive = late
        former.settle()
        former.send(former.message("ready"))
        deadline = time.monotonic() + 10
        while not held:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert client.post(f"{place}/me/token", headers=bearer(mine), json={}).status_code == 200
        renewed.set()
        while line.receive()["type"] != "websocket.close":
            pass
    time.sleep(0.2)
    assert table.next_entry == 0


# Long games and giant journals

HEAD = "game: bautzen\nscenario: standard\n"


@pytest.mark.parametrize(
    "journal",
    [
        HEAD + "\n" + "allied: ready 0\n" * 64_000,
        HEAD + "\nallied: " + "ready 0; " * 100_000 + "ready 0\n",
        HEAD + "".join(f"a{number}: b\n" for number in range(90_000)),
        HEAD + "\n" + "# nothing\n" * 100_000,
        HEAD + "\n" * 1_000_000,
        HEAD + "\nallied: ready " + "9" * 900_000,
        HEAD + "\nallied: " + "(" * 900_000,
        HEAD + "\n" + "\u0301" * 300_000,
        "game: " + "x" * 900_000 + "\nscenario: standard\n",
        HEAD + "option " + "x" * 900_000 + ": y\n",
        HEAD + "rules: " + "x" * 900_000 + "\n",
    ],
    ids=range(11),
)
def test_a_giant_journal_is_answered_at_once_and_in_few_words(
    client: TestClient, journal: str
) -> None:
    used = time.process_time()
    told = client.post("/api/tables", json={"journal": journal})
    assert time.process_time() - used < 5
    assert told.status_code in (201, 404, 413, 422), told.text[:300]
    assert len(told.text) < 2000


def test_a_game_has_an_end_even_if_nobody_ends_it(settings: Settings) -> None:
    tight = replace(settings, limits=replace(settings.limits, entries=30))
    with TestClient(create_app(tight)) as client:
        journal = a_game(5, 40).format()
        told = client.post("/api/tables", json={"journal": journal})
        assert (told.status_code, told.json()["code"]) == (422, "bad_journal")
        assert "30" in told.json()["reason"]
        made, rng = new_table(client), Random(3)
        codes = [answer(client, made, number, rng).status_code for number in range(31)]
        assert codes[-1] == 409
        assert table_of(client, made).next_entry < 60
        place = f"/api/tables/{made['table']}"
        assert client.get(f"{place}/replay").status_code == 200


def test_a_lesson_is_left_once(client: TestClient) -> None:
    """Each time it was left again the journal grew by an entry."""
    [bautzen] = [g for g in client.get("/api/games").json()["games"] if g["id"] == "bautzen"]
    made = new_table(client, game=None, lesson=bautzen["lessons"][0]["id"], seats={})
    mine = bearer(*(seat["token"] for seat in made["seats"].values() if "token" in seat))
    place = f"/api/tables/{made['table']}/lesson"
    assert client.delete(place, headers=mine).status_code == 204
    entries = table_of(client, made).session.journal.copy(), table_of(client, made).next_entry
    for _ in range(3):
        assert client.delete(place, headers=mine).status_code == 204
    assert table_of(client, made).next_entry == entries[1]


def test_games_are_read_one_after_another_and_owners_take_turns() -> None:
    """Six threads that read games kept the event loop from its turn."""
    running: list[int] = []
    most: list[int] = []

    def read(name: str) -> str:
        running.append(1)
        most.append(len(running))
        time.sleep(0.01)
        running.pop()
        return name

    async def order() -> list[str]:
        reader, done = workers.Reader(), list[str]()

        async def ask(owner: str, number: int) -> None:
            done.append(await reader.run(owner, read, f"{owner}{number}"))

        try:
            many = [asyncio.create_task(ask("ann", number)) for number in range(12)]
            await asyncio.sleep(0.005)
            await asyncio.gather(ask("bob", 0), ask("bob", 1), *many)
        finally:
            reader.close()
        return done

    done = asyncio.run(order())
    assert max(most) == 1
    assert done.index("bob0") <= 3
    assert done.index("bob1") <= 5


@pytest.mark.usefixtures("still")
def test_a_long_page_of_a_replay_costs_more_than_a_short_one(settings: Settings) -> None:
    """500 frames cost what one frame costs, and took 300 ms."""
    journal = a_game(7).format()

    def pages(limit: int) -> int:
        tight = replace(settings, limits=replace(FREE, requests=20.0))
        with TestClient(create_app(tight)) as client:
            made = new_table(client, journal=journal)
            place = f"/api/tables/{made['table']}/replay?limit={limit}"
            codes = [client.get(f"{place}&from={at}").status_code for at in range(20)]
        return codes.count(200)

    assert pages(500) * 3 < pages(1)


def is_begun(pid: int, parent: int) -> bool:
    """Whether a process is another program than its parent, who waits for that until it is."""
    lines = [Path(f"/proc/{one}/cmdline").read_bytes() for one in (pid, parent)]
    return lines[0] != lines[1]


def test_a_bot_whose_process_stands_still_is_answered_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was stopped, not killed, answers nothing and does not end."""
    monkeypatch.setenv("GROGNARD_BOT_SECONDS", "0.2")
    mark = "bots-stand-still"
    seats = {"german": {"kind": "human"}, "allied": {"kind": "bot", "level": "recruit"}}
    script = (
        "import sys; from grognard.server import workers; workers.START = 3.0\n"
        "from grognard.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    monkeypatch.setattr("kills.COMMAND", [sys.executable, "-c", script])
    with serving(str(tmp_path / "games.sqlite"), mark) as (process, client):
        made = client.post("/api/tables", json={"game": "bautzen", "seats": seats}).json()
        deadline = time.monotonic() + 30
        while not (others := [pid for pid in left_behind(mark) if is_begun(pid, process.pid)]):
            assert time.monotonic() < deadline, "no bot thinks"
            time.sleep(0.02)
        for pid in others:
            os.kill(pid, signal.SIGSTOP)
        place, mine = f"/api/tables/{made['table']}/update", bearer(token(made, "german"))
        while not client.get(place, headers=mine).json()["answers"]:
            assert time.monotonic() < deadline, "nobody answers for the bot"
            time.sleep(0.1)


# The machine


def test_a_database_that_another_process_has_locked_is_waited_for_and_then_told_of(
    settings: Settings, tmp_path: Path
) -> None:
    """Nobody reads the table before it is known whether the answer was written."""
    hurried = replace(settings, database_seconds=1.0)
    with TestClient(create_app(hurried)) as client:
        made, rng = new_table(client), Random(1)
        place = f"/api/tables/{made['table']}"
        assert answer(client, made, 1, rng).status_code == 200
        before = table_of(client, made).next_entry
        other = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        told = answer(client, made, 2, rng)
        assert (told.status_code, told.json()["code"]) == (503, "not_saved")
        assert client.get("/ready").status_code == 503
        assert client.get("/health").status_code == 200
        assert client.get(place).status_code == 503
        assert time.monotonic() - begun < 10
        other.execute("ROLLBACK")
        other.close()
        deadline = time.monotonic() + 15
        while client.get(place).status_code != 200:
            assert time.monotonic() < deadline, "the table cannot be read"
            time.sleep(0.1)
        assert answer(client, made, 3, rng).status_code == 200
        assert table_of(client, made).next_entry > before
    with TestClient(create_app(settings)) as client:
        assert client.get(f"/api/tables/{made['table']}").status_code == 200


def test_two_servers_on_one_file_lose_nothing(settings: Settings) -> None:
    """The one that comes too late refuses the answer and reads the table again."""
    with TestClient(create_app(settings)) as one, TestClient(create_app(settings)) as other:
        made, rng, place = new_table(one), Random(4), ""
        place = f"/api/tables/{made['table']}"
        assert other.get(place).status_code == 200
        taken, late = 0, 0
        for number in range(30):
            server = (one, other)[number // 2 % 2]
            told = answer(server, made, number, rng)
            taken += told.status_code == 200
            late += told.status_code != 200
            if told.status_code != 200:
                assert told.json()["code"] in ("not_saved", "conflict", "late")
                assert server.get(place).status_code == 200
        assert taken > 10
        assert late > 0
        for server in (one, other):
            server.app.state.house._tables.clear()  # type: ignore[attr-defined]
            assert server.get(place).status_code == 200
        states = [table_of(server, made).session.state.canonical() for server in (one, other)]
        assert states[0] == states[1]


def test_a_disk_that_fills_in_mid_game_loses_no_answer(tmp_path: Path) -> None:
    """Whatever was confirmed is there afterwards, and the game goes on once there is room."""
    script = (
        "import resource, signal, sys, json\n"
        "from random import Random\n"
        "from starlette.testclient import TestClient\n"
        "from grognard.server.app import create_app\n"
        "from grognard.server.settings import Settings\n"
        "from server.test_faults import answer\n"
        "from server.people import new_table, table_of\n"
        "settings, rng = Settings(f'sqlite:///{sys.argv[1]}/games.sqlite'), Random(2)\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "def room(most):\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))\n"
        "told = []\n"
        "with TestClient(create_app(settings)) as client:\n"
        "    made = new_table(client)\n"
        "    for number in range(60):\n"
        "        if number in (20, 40):\n"
        "            room(4096 if number == 20 else resource.RLIM_INFINITY)\n"
        "        client.get('/api/tables/' + made['table'])\n"
        "        said = answer(client, made, number, rng)\n"
        "        told.append(said.status_code)\n"
        "    now = table_of(client, made).session.state.canonical()\n"
        "with TestClient(create_app(settings)) as client:\n"
        "    client.get('/api/tables/' + made['table'])\n"
        "    same = table_of(client, made).session.state.canonical() == now\n"
        "print(json.dumps([told, same]))\n"
    )
    paths = f"{ENVIRONMENT['PYTHONPATH']}:{os.path.dirname(os.path.dirname(__file__))}"
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script, str(tmp_path)],
        env={**ENVIRONMENT, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    told, is_same = json.loads(ended.stdout)
    assert set(told[:20]) == {200}
    assert set(told[20:40]) == {503}
    assert set(told[40:]) == {200}
    assert is_same


# What is written down


def test_what_a_database_refuses_is_logged_without_what_was_to_be_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault of SQL told the hashes of tokens, and answers that were sealed."""
    secret, store = token_urlsafe(32), Store(f"sqlite:///{tmp_path}/games.sqlite")
    store.open()
    try:
        with store.engine.begin() as connection:
            connection.exec_driver_sql("drop table seats")
        with pytest.raises(SQLAlchemyError) as raised:
            store.change_seat("t", 0, token_hash=secret)
    finally:
        store.close()
    with caplog.at_level(logging.ERROR):
        log_fault("not_saved", raised.value)
    line = JsonLines().format(caplog.records[-1])
    assert "not_saved" in line
    assert secret not in line


def test_a_token_in_an_address_opens_nothing_and_is_not_logged(tmp_path: Path) -> None:
    """Whoever puts it there all the same does not find it in the logs."""
    script = "import sys; from grognard.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", script, "serve", "--port", "0", "--database"]
    with subprocess.Popen(
        [*command, str(tmp_path / "games.sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        with httpx.Client(base_url=address, timeout=60) as client:
            made = client.post("/api/tables", json={"game": "bautzen"}).json()
            mine, place = token(made, "german"), f"/api/tables/{made['table']}"
            for query in (f"?token={mine}", f"?access_token={mine}&lang=fr"):
                told = client.get(place + query)
                assert told.json()["seat"] is None
                assert mine not in told.text
            client.get(f"{place}/live?token={mine}", headers={"Connection": "Upgrade"})
            client.get(place, headers={"Authorization": f"Bearer {mine} {mine}"})
        process.terminate()
        _, logged = process.communicate(timeout=30)
    assert "/api/tables/" in logged
    assert mine not in logged


# Odd requests


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "TRACE", "PUT", "PROPFIND", "A" * 60])
@pytest.mark.parametrize(
    "path", ["/", "/health", "/api/games", "/api/tables", "/api/nothing", "/api/tables/x/live"]
)
def test_an_odd_method_is_refused_in_words(client: TestClient, method: str, path: str) -> None:
    told = client.request(method, path)
    assert told.status_code in (200, 404, 405)
    if method != "HEAD" and told.status_code != 200:
        assert told.json()["reason"]


@pytest.mark.parametrize(
    "asked",
    [
        "bytes=0-1",
        "bytes=-1",
        "bytes=5-2",
        "bytes=99999999999999999999-",
        "lines=1",
        "bytes=" + "0-0," * 9000,
    ],
    ids=range(6),
)
def test_ranges_of_a_file_break_nothing(settings: Settings, tmp_path: Path, asked: str) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<!doctype html>" + "x" * 5000, encoding="utf-8")
    with TestClient(create_app(settings, static)) as client:
        used = time.process_time()
        told = client.get("/index.html", headers={"Range": asked})
        assert told.status_code in (200, 206, 400, 416)
        assert len(told.content) < 20_000
        assert time.process_time() - used < 2


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"game": "bautzen", "options": {"a": ' + b"9" * 6000 + b"}}",
        b'{"game": NaN}',
        b'{"game": "\\ud800"}',
        b'{"seats": {"\\ud800": {}}}',
        b"\xff\xfe{\x00}\x00",
        b"\xef\xbb\xbf{}",
        b'{"fork": {"table": "x", "line": 1e400}}',
        b'{"fork": {"table": "x", "line": -0}}',
    ],
    ids=range(10),
)
def test_json_that_is_odd_is_refused_in_words(client: TestClient, body: bytes) -> None:
    told = client.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert told.status_code in (400, 404)
    assert told.json()["reason"]
    with client.websocket_connect(f"/api/tables/{new_table(client)['table']}/live") as line:
        line.send_text(body.decode("utf-8", "replace")[:16_000])
        assert line.receive()["code"] == 4400


NAMES = [
    "e\u0301" * 20,
    "\U0001f468\u200d\U0001f469",
    "\u05d0\u05d1 abc",
    "a: b",
    ";",
    "---",
    "\u00ad",
    "\ufeff",
    "\u2028",
    "\u3000x\u3000",
    "player german: me",
    "\U000e0041",
    "..",
    "=",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_taken_comes_back_from_a_journal(
    settings: Settings, tmp_path: Path, name: str
) -> None:
    with TestClient(create_app(settings)) as client:
        seats = {"german": {"kind": "human", "name": name}, "allied": {"kind": "human"}}
        told = client.post("/api/tables", json={"game": "bautzen", "seats": seats})
        if told.status_code == 400:
            with pytest.raises(ValueError, match="printable"):
                NameBody(name=name)
            return
        kept = table_of(client, told.json()).seat_named("german").name
        assert kept == name.strip()
        text = table_of(client, told.json()).journal()
    again = Journal.parse(text)
    assert again.players.get("german", "") == kept
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["import", str(file), "--database", str(tmp_path / "other.sqlite")]) == 0
