"""The database: migrations, commits in groups, conflicts, and what a restart finds."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text
from starlette.testclient import TestClient

from grognard.server.app import create_app
from grognard.server.models import Base
from grognard.server.refusal import Refused
from grognard.server.settings import Settings, database_url
from grognard.server.store import Conflict, Store, StoredSeat, StoredTable, WrittenLine
from grognard.server.table import Submission, Table
from server.conftest import FREE
from server.people import bearer, new_table, table_of, token

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


POSTGRES = os.environ.get("GROGNARD_TEST_POSTGRES", "")
"""The URL of an empty database of PostgreSQL; with it, all of this is tried there as well."""


@pytest.fixture(params=["sqlite", "postgresql"] if POSTGRES else ["sqlite"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Return settings with an empty database."""
    if request.param == "sqlite":
        return Settings(f"sqlite:///{tmp_path}/games.sqlite", FREE)
    url = database_url(POSTGRES)
    with create_engine(url).begin() as connection:
        connection.execute(text("drop schema public cascade"))
        connection.execute(text("create schema public"))
    return Settings(url, FREE)


@pytest.fixture
def store(settings: Settings) -> Iterator[Store]:
    opened = Store(settings.database)
    opened.open()
    yield opened
    opened.close()


def a_table(name: str = "t") -> StoredTable:
    seats = (StoredSeat(0, "", "Ann", "h0"), StoredSeat(1, "random", "", ""))
    opening = "game: bautzen\nscenario: standard\n"
    return StoredTable(name, opening, "fr", datetime.now(UTC), seats, hints=True)


def test_migrations_lead_from_an_empty_database_to_the_schema_of_the_code(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []
        assert context.get_current_revision() == "0003"
    store.close()
    again = Store(str(store.engine.url))
    again.open()
    assert set(inspect(again.engine).get_table_names()) >= set(Base.metadata.tables)
    again.close()


def test_a_table_comes_back_as_it_was_kept(store: Store) -> None:
    store.create(a_table())
    entries = [
        WrittenLine(0, "answer", 1, "ready 0", "c", 1),
        WrittenLine(1, "undo", 1, "", "c", 2),
    ]
    store.append("t", entries).result(5)
    assert store.load("t") == replace(
        a_table(), created=store.tables()[0][1], entries=tuple(entries)
    )
    assert store.load("none") is None


def test_many_answers_are_committed_together_and_all_arrive(store: Store) -> None:
    for number in range(20):
        store.create(a_table(f"t{number}"))
    waiting = [
        store.append(f"t{table}", [WrittenLine(number, "answer", 0, "done")])
        for number in range(20)
        for table in range(20)
    ]
    for done in waiting:
        done.result(10)
    for table in range(20):
        stored = store.load(f"t{table}")
        assert stored is not None
        assert [entry.number for entry in stored.entries] == list(range(20))


def test_a_connection_that_was_lost_between_two_answers_is_made_anew(store: Store) -> None:
    """As when the database was started again: nobody's answer is refused for it."""
    store.create(a_table())
    store.append("t", [WrittenLine(0, "answer", 0, "ready standard")]).result()
    kept = store.writer._connection
    assert kept is not None
    if POSTGRES and kept.dialect.name == "postgresql":
        number = kept.connection.dbapi_connection.info.backend_pid  # type: ignore[union-attr]
        with store.engine.connect() as other:
            other.execute(text(f"select pg_terminate_backend({number})"))
    else:
        kept.connection.dbapi_connection.close()  # type: ignore[union-attr]
    store.append("t", [WrittenLine(1, "answer", 1, "ready standard")]).result()
    found = store.load("t")
    assert found is not None
    assert [entry.number for entry in found.entries] == [0, 1]


def test_the_journal_takes_each_number_and_each_answer_once(store: Store) -> None:
    store.create(a_table())
    store.append("t", [WrittenLine(0, "answer", 0, "done", "c", 1)]).result(5)
    good = store.append("t", [WrittenLine(1, "answer", 0, "done", "c", 2)])
    for wrong in (WrittenLine(0, "answer", 0, "done"), WrittenLine(7, "answer", 0, "done", "c", 1)):
        with pytest.raises(Conflict):
            store.append("t", [wrong]).result(5)
    good.result(5)


def test_a_restarted_server_finds_every_table_where_it_was(settings: Settings) -> None:
    rng = Random(9)
    with TestClient(create_app(settings)) as client:
        made = new_table(client)
        place = f"/api/tables/{made['table']}"
        for number in range(60):
            seat = table_of(client, made).to_move
            assert seat is not None
            headers = bearer(token(made, str(seat.id)))
            update = client.get(f"{place}/update", headers=headers).json()
            chosen = rng.choice(update["answers"])
            undo = update["can_undo"] and rng.random() < 0.2
            body = {"client": "c", "sequence": number, "version": update["version"]}
            if undo:
                answer = client.post(f"{place}/undo", headers=headers, json=body)
            else:
                body |= {"verb": chosen["verb"], "noun": chosen["noun"]}
                answer = client.post(f"{place}/answers", headers=headers, json=body)
            assert answer.status_code == 200
        both = bearer(token(made, "german"), token(made, "allied"))
        journal = client.get(f"{place}/journal", headers=both).text
        before = client.get(f"{place}/update", headers=headers).json()
    with TestClient(create_app(settings)) as client:
        after = client.get(f"{place}/update", headers=headers).json()
        assert after["version"] > before["version"]
        assert {**after, "version": 0} == {**before, "version": 0}
        assert client.get(f"{place}/journal", headers=both).text == journal
        kind = "undo" if undo else "answers"
        again = client.post(f"{place}/{kind}", headers=headers, json=body)
        assert again.json()["repeat"] is True
        other = client.post(f"{place}/answers", headers=headers, json={**body, "verb": "none"})
        assert (other.status_code, other.json()["code"]) == (409, "conflict")


def test_tables_that_nobody_looks_at_leave_the_memory_and_come_back(settings: Settings) -> None:
    small = replace(settings, tables_in_memory=3)
    with TestClient(create_app(small)) as client:
        made = [new_table(client) for _ in range(8)]
        house = client.app.state.house  # type: ignore[attr-defined]
        assert len(house._tables) == 3
        for table in made:
            assert client.get(f"/api/tables/{table['table']}").status_code == 200
        assert len(house._tables) == 3


def test_what_cannot_be_written_is_not_confirmed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = new_table(client)
    place, allied = f"/api/tables/{made['table']}", bearer(token(made, "allied"))
    version = client.get(f"{place}/update", headers=allied).json()["version"]
    house = client.app.state.house  # type: ignore[attr-defined]
    before = table_of(client, made)
    monkeypatch.setattr(house.store.writer, "_commit", _full_disk)
    body = {"client": "c", "sequence": 1, "version": version, "verb": "ready"}
    answer = client.post(f"{place}/answers", headers=allied, json=body)
    assert (answer.status_code, answer.json()["code"]) == (503, "not_saved")
    monkeypatch.undo()
    with pytest.raises(Refused, match="read again"):
        asyncio.run(house._submit(before, before.seats[1], Submission("c", 2, version, None)))
    now = client.get(f"{place}/update", headers=allied).json()
    assert now["log"]["total"] == 0
    assert now["answers"]


def _full_disk(batch: list[object]) -> None:
    for part in batch:
        part.done.set_exception(OSError("no space left"))  # type: ignore[attr-defined]


def test_an_undo_is_kept_in_the_journal_and_done_again(store: Store) -> None:
    store.create(a_table())
    stored = store.load("t")
    assert stored is not None
    table = Table.restore(replace(stored, seats=(stored.seats[0], StoredSeat(1, "", "", "h"))))
    for number, verb in enumerate(("free", "", "ready")):
        place = table.to_move
        assert place is not None
        action = next((a for a in table.session.state.options() if a.verb == verb), None)
        asked = Submission("c", number, table.show(place).version, action)
        store.append("t", table.play(place, asked)).result(5)
    again = store.load("t")
    assert again is not None
    assert [entry.kind for entry in again.entries][:3] == ["answer", "undo", "answer"]
    assert Table.restore(again).session.state.canonical() == table.session.state.canonical()
    assert Table.restore(again).session.journal == table.session.journal
