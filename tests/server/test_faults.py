"""Faults after an answer is applied, damaged games, a database that hangs or is full."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from grognard.cli import main
from grognard.engine.game import Action
from grognard.server import bots
from grognard.server.app import create_app
from grognard.server.limits import SteadyTime
from grognard.server.store import Store
from grognard.server.table import Table
from server.people import Person, bearer, new_table, table_of, token
from server.test_kill import ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from grognard.server.settings import Settings


def answer(client: TestClient, made: dict[str, Any], number: int, rng: Random) -> Any:
    """Let whoever is asked answer; return what the server says."""
    seat = table_of(client, made).to_move
    assert seat is not None
    place, headers = f"/api/tables/{made['table']}", bearer(token(made, str(seat.id)))
    update = client.get(f"{place}/update", headers=headers).json()
    chosen = rng.choice(update["answers"])
    body = {"client": "c", "sequence": number, "version": update["version"]}
    body |= {"verb": chosen["verb"], "noun": chosen["noun"]}
    return client.post(f"{place}/answers", headers=headers, json=body)


def once(true: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that does what another does, then fails the first time."""
    failed: list[bool] = []

    def broken(*given: Any, **named: Any) -> Any:
        result = true(*given, **named)
        if not failed:
            failed.append(True)
            raise RuntimeError("out of the blue")
        return result

    return broken


@pytest.mark.parametrize("where", ["run_on", "_note", "_answer", "show"])
def test_whatever_fails_after_an_answer_memory_and_disk_agree(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Version 0.1.0 went on with a hole in its journal, and could not open the table again."""
    rng = Random(3)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        made = new_table(client)
        for number in range(5):
            assert answer(client, made, number, rng).status_code == 200
        before = table_of(client, made).session.state.canonical()
        seat = table_of(client, made).to_move
        assert seat is not None
        headers = bearer(token(made, str(seat.id)))
        place = f"/api/tables/{made['table']}"
        update = client.get(f"{place}/update", headers=headers).json()
        body = {"client": "c", "sequence": 5, "version": update["version"]}
        body |= {"verb": update["answers"][0]["verb"], "noun": update["answers"][0]["noun"]}
        with monkeypatch.context() as patch:
            true = getattr(Table, where)
            if where == "show":
                table_of(client, made).show(seat)
                patch.setattr("grognard.server.shown.look", once(_look()))
            else:
                patch.setattr(Table, where, once(true))
            refused = client.post(f"{place}/answers", headers=headers, json=body)
        assert (refused.status_code, refused.json()["code"]) == (503, "not_applied")
        again = client.get(f"{place}/update", headers=headers).json()
        assert again["answers"] == update["answers"]
        assert table_of(client, made).session.state.canonical() == before
        body["version"] = again["version"]
        sent = client.post(f"{place}/answers", headers=headers, json=body).json()
        assert sent["repeat"] is False
        for number in range(6, 20):
            assert answer(client, made, number, rng).status_code == 200
        after = table_of(client, made).session.state.canonical()
    with TestClient(create_app(settings)) as client:
        assert client.get(place).status_code == 200
        assert table_of(client, made).session.state.canonical() == after


def _look() -> Callable[..., Any]:
    from grognard.server import shown

    return shown.look


def test_those_who_are_connected_go_on_after_a_fault(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = new_table(client)
    place = f"/api/tables/{made['table']}/live"
    with ExitStack() as stack:
        allied = Person(stack.enter_context(client.websocket_connect(place)))
        allied.hello(token(made, "allied"))
        with monkeypatch.context() as patch:
            patch.setattr(Table, "run_on", once(Table.run_on))
            allied.send(allied.message("ready"))
            while (heard := allied.socket.receive())["type"] != "websocket.close":
                assert "confirmed" not in heard["text"]
        assert heard["code"] == 1001
        again = Person(stack.enter_context(client.websocket_connect(place)), allied.client)
        again.hello(token(made, "allied"))
        now = {"sequence": 1, "version": again.update["version"]}
        assert again.say({**allied.message("ready"), **now})["repeat"] is False


def test_bots_whose_answers_fail_do_not_stop_the_table(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def odd(_self: object, asked: bots.Thinker) -> Action:
        options = asked.state.options()
        return Action("nonsense") if asked.level != bots.RANDOM else options[0]

    monkeypatch.setattr(bots.Bots, "choose", odd)
    seats = {"german": {"kind": "human"}, "allied": {"kind": "bot", "level": "recruit"}}
    made = new_table(client, seats=seats)
    monkeypatch.setattr(Table, "run_on", once(Table.run_on))
    for _ in range(200):
        headers = bearer(token(made, "german"))
        update = client.get(f"/api/tables/{made['table']}/update", headers=headers).json()
        if update["answers"]:
            return
        time.sleep(0.02)
    raise AssertionError("the bot never answered")


# Damage


def test_one_damaged_game_does_not_keep_the_others_from_being_exported(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = Random(4)
    with TestClient(create_app(settings)) as client:
        made = [new_table(client) for _ in range(6)]
        for table in made:
            for number in range(6):
                assert answer(client, table, number, rng).status_code == 200
    ids, chess = [table["table"] for table in made], "game: chess\nscenario: x\n"
    store = Store(settings.database)
    with store.engine.begin() as connection:
        for query, table in (
            ("delete from entries where table_id = :t and number = 3", ids[0]),
            ("update entries set move = 'to 9999' where table_id = :t and number = 2", ids[1]),
            ("update entries set seat = 1 - seat where table_id = :t and number = 1", ids[2]),
            ("update tables set opening = :o where id = :t", ids[3]),
            ("update entries set kind = 'undo' where table_id = :t and number = 0", ids[4]),
        ):
            connection.execute(text(query), {"t": table, "o": chess})
    store.engine.dispose()
    file, out = settings.database.removeprefix("sqlite:///"), tmp_path / "out"
    assert main(["export", "--to", str(out), "--database", file]) == 1
    said = capsys.readouterr().err
    assert [each.name for each in out.iterdir()] == [f"{ids[5]}.txt"]
    assert f"table {ids[0]}, entry 3: it is missing" in said
    assert f"table {ids[1]}, entry 2: " in said
    assert f"table {ids[2]}, entry 1: " in said
    assert re.search(f"{ids[3]}.*chess", said)
    assert f"table {ids[4]}, entry 0: " in said
    assert "1 of 6 games were written" in said
    with TestClient(create_app(settings)) as client:
        for table in ids[:5]:
            told = client.get(f"/api/tables/{table}")
            assert (told.status_code, told.json()["code"]) == (503, "damaged")
        assert client.get(f"/api/tables/{ids[5]}").status_code == 200


# Conflicts


def test_another_answer_under_the_same_number_is_a_conflict(client: TestClient) -> None:
    made = new_table(client)
    place, allied = f"/api/tables/{made['table']}", bearer(token(made, "allied"))
    version = client.get(f"{place}/update", headers=allied).json()["version"]
    body = {"client": "c", "sequence": 1, "version": version, "verb": "ready"}
    assert client.post(f"{place}/answers", headers=allied, json=body).status_code == 200
    for path, other in (("answers", {**body, "verb": "free"}), ("answers", {**body, "noun": 1})):
        told = client.post(f"{place}/{path}", headers=allied, json=other)
        assert (told.status_code, told.json()["code"]) == (409, "conflict")
    undo = {name: body[name] for name in ("client", "sequence", "version")}
    assert client.post(f"{place}/undo", headers=allied, json=undo).json()["code"] == "conflict"
    assert client.post(f"{place}/answers", headers=allied, json=body).json()["repeat"] is True


# A database that does not answer


def test_a_database_that_hangs_holds_nobody_up_for_long(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Version 0.1.0 held answers for 23 seconds, and /health with them."""
    hurried = replace(settings, database_seconds=0.3)
    let_go = threading.Event()
    with TestClient(create_app(hurried)) as client:
        made, other = new_table(client), new_table(client)
        house = client.app.state.house  # type: ignore[attr-defined]
        true = house.store.writer._commit

        def hang(batch: list[Any]) -> None:
            let_go.wait(20)
            true(batch)

        def wait() -> None:
            let_go.wait(20)

        monkeypatch.setattr(house.store.writer, "_commit", hang)
        monkeypatch.setattr(house.store, "beat", wait)
        monkeypatch.setattr(house.store, "load", lambda _: wait())
        rng, begun = Random(1), time.monotonic()
        refused = answer(client, made, 1, rng)
        assert (refused.status_code, refused.json()["code"]) == (503, "not_saved")
        assert answer(client, other, 1, rng).status_code == 503
        assert client.get("/health").status_code == 200
        assert client.get("/ready").json()["code"] == "not_ready"
        assert client.get(f"/api/tables/{made['table']}").status_code == 503
        assert time.monotonic() - begun < 5
        let_go.set()
        monkeypatch.undo()
        time.sleep(0.2)
        again = client.get(f"/api/tables/{made['table']}")
        assert again.status_code == 200
        assert table_of(client, made).next_entry >= 1
        house._pulse = (0.0, False)
        assert client.get("/ready").status_code == 200


def test_it_lives_but_is_not_ready_when_the_disk_is_full(tmp_path: Path) -> None:
    """A process that may write no file longer than its database is now stands for a full disk."""
    script = (
        "import resource, signal, sys\n"
        "from dataclasses import replace\n"
        "from pathlib import Path\n"
        "from starlette.testclient import TestClient\n"
        "from grognard.server.app import create_app\n"
        "from grognard.server.settings import Settings\n"
        "place = Path(sys.argv[1]) / 'games.sqlite'\n"
        "with TestClient(create_app(Settings(f'sqlite:///{place}'))) as client:\n"
        "    made = client.post('/api/tables', json={'game': 'bautzen'}).json()\n"
        "    print(client.get('/ready').status_code)\n"
        "    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))\n"
        "    client.app.state.house._pulse = (0.0, False)\n"
        "    print(client.get('/ready').status_code, client.get('/health').status_code)\n"
        "    print(client.post('/api/tables', json={'game': 'bautzen'}).json()['code'])\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)\n"
        "    client.app.state.house._pulse = (0.0, False)\n"
        "    print(client.get('/ready').status_code)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.split("\n")[:4] == ["200", "503 200", "not_saved", "200"], ended.stderr


# Bounds


def test_notes_and_undo_and_stored_games_are_bounded(settings: Settings) -> None:
    tight = replace(settings, limits=replace(settings.limits, notes=3, undos=2, stored=1))
    with TestClient(create_app(tight)) as client:
        made = new_table(client)
        place, allied = f"/api/tables/{made['table']}", bearer(token(made, "allied"))
        full = client.post("/api/tables", json={"game": "bautzen"})
        assert (full.status_code, full.json()["code"]) == (409, "full")
        said = [
            client.post(f"{place}/notes", headers=allied, json={"frame": 1}).status_code
            for _ in range(4)
        ]
        assert said == [201, 201, 201, 409]
        taken = []
        for number in range(3):
            for verb in ("free", ""):
                version = client.get(f"{place}/update", headers=allied).json()["version"]
                body = {"client": "c", "sequence": number * 2 + (not verb), "version": version}
                path = "answers" if verb else "undo"
                body |= {"verb": verb} if verb else {}
                taken.append(client.post(f"{place}/{path}", headers=allied, json=body).status_code)
        assert taken == [200, 200, 200, 200, 200, 409]


def test_games_that_nobody_touched_for_long_are_deleted(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with TestClient(create_app(settings)) as client:
        made = [new_table(client) for _ in range(3)]
        place = f"/api/tables/{made[1]['table']}"
        assert answer(client, made[1], 1, Random(1)).status_code == 200
        headers = bearer(token(made[1], "allied"))
        client.post(f"{place}/notes", headers=headers, json={"frame": 1})
    store = Store(settings.database)
    with store.engine.begin() as connection:
        old = {"a": made[0]["table"], "b": made[1]["table"]}
        connection.execute(
            text("update tables set created = '2020-01-01 00:00:00.0' where id in (:a, :b)"), old
        )
        connection.execute(text("update entries set at = '2020-02-01 00:00:00.0'"))
    file = settings.database.removeprefix("sqlite:///")
    assert main(["delete", "--idle", "365", "--database", file]) == 0
    listed = capsys.readouterr()
    assert listed.out.split() == [made[0]["table"], made[1]["table"]]
    assert store.count() == 3
    with TestClient(create_app(replace(settings, keep_days=365))) as client:
        for _ in range(100):
            if store.count() == 1:
                break
            time.sleep(0.05)
        assert [client.get(f"/api/tables/{table['table']}").status_code for table in made] == [
            404,
            404,
            200,
        ]
    assert main(["delete", made[2]["table"], "--yes", "--database", file]) == 0
    assert main(["delete", "nothing", "--yes", "--database", file]) == 1
    assert main(["delete", "--database", file]) == 2
    for days in ("0", "-3", "nan", "1e9"):
        assert main(["delete", "--idle", days, "--yes", "--database", file]) == 2
    with store.engine.connect() as connection:
        for name in ("tables", "seats", "entries", "notes"):
            assert connection.execute(text(f"select count(*) from {name}")).scalar_one() == 0
    store.engine.dispose()


def test_a_clock_that_was_set_deletes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour after an hour it has not slipped; a year after an hour it has, and back."""
    steady, wall = time.monotonic(), time.time()
    monkeypatch.setattr("grognard.server.limits.time.monotonic", lambda: steady)
    monkeypatch.setattr("grognard.server.limits.time.time", lambda: wall)
    clock = SteadyTime()
    told = []
    for passed, jumped in ((0, 0), (3600, 0), (3600, 31_536_000), (3600, 0), (3600, -31_536_000)):
        steady, wall = steady + passed, wall + passed + jumped
        told.append(clock.has_slipped())
    assert told == [False, False, True, False, True]


@pytest.mark.parametrize("command", [["export", "--to", "games"], ["delete", "x", "--yes"]])
def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
) -> None:
    """A misspelt name is told, in place of an empty database and the word that all is well."""
    monkeypatch.chdir(tmp_path)
    assert main([*command, "--database", "folder/game.sqlite"]) == 1
    assert "there is no database" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_a_table_that_is_deleted_while_it_is_in_memory_is_gone(client: TestClient) -> None:
    made = new_table(client)
    house = client.app.state.house  # type: ignore[attr-defined]
    assert house.store.delete(made["table"])
    refused = answer(client, made, 1, Random(1))
    assert refused.json()["code"] == "not_saved"
    assert client.get(f"/api/tables/{made['table']}").status_code == 404
