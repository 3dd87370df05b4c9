"""Migrations: whole or not at all, whenever the process dies; and what is refused in words."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import inspect, text

from grognard.cli import main
from grognard.server.schema import Unreadable, migrate
from grognard.server.store import Store, _engine
from server.killing import old_database

if TYPE_CHECKING:
    from sqlalchemy import Engine

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("version", "least"), [("none", 20), ("0001", 20), ("0002", 20)])
def test_a_migration_that_is_killed_at_any_write_leaves_a_database_that_opens(
    tmp_path: Path, version: str, least: int
) -> None:
    """Version 0.1.0 died of the ninth: ``table tables already exists``, for ever."""
    script = Path(__file__).with_name("killing.py")
    ended = subprocess.run(
        [sys.executable, str(script), str(tmp_path), version],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert int(ended.stdout) > least


def fresh(file: Path) -> Engine:
    return _engine(f"sqlite:///{file}", 5.0)


def test_databases_that_version_0_1_0_left_half_made_are_mended(tmp_path: Path) -> None:
    """As it was killed: the first table made, and no version; the new column, and the old one."""
    half = tmp_path / "half.sqlite"
    with closing(sqlite3.connect(half)) as connection:
        connection.executescript(
            "create table alembic_version (version_num varchar(32) not null primary key);"
            "create table tables (id varchar(32) primary key, opening text not null, "
            "lang varchar(8) not null, created datetime not null);"
        )
    migrate(fresh(half))
    assert {"entries", "notes", "pulse"} <= set(inspect(fresh(half)).get_table_names())
    other = tmp_path / "other.sqlite"
    old_database(other, "0001")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("alter table tables add hints boolean not null default 0")
    migrate(fresh(other))
    store = Store(f"sqlite:///{other}")
    assert store.load("g") is not None
    store.engine.dispose()


def test_who_had_a_seat_before_there_were_invitations_is_known_as_its_maker(
    tmp_path: Path,
) -> None:
    old_database(tmp_path / "old.sqlite", "0002")
    store = Store(f"sqlite:///{tmp_path}/old.sqlite")
    migrate(store.engine)
    stored = store.load("g")
    store.engine.dispose()
    assert stored is not None
    assert [(seat.holder, seat.token_hash) for seat in stored.seats] == [
        ("maker", "hash0"),
        ("maker", "hash1"),
    ]


def test_the_copy_is_the_database_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    old_database(file, "0002")
    migrate(fresh(file))
    with closing(sqlite3.connect(tmp_path / "games.sqlite.schema-0002")) as copy:
        assert copy.execute("select version_num from alembic_version").fetchall() == [("0002",)]
        assert copy.execute("select id from tables").fetchall() == [("g",)]
    migrate(fresh(file))
    assert sorted(each.name for each in tmp_path.glob("*.schema-*")) == ["games.sqlite.schema-0002"]


def contents(file: Path) -> object:
    """Return what is in a file, of whatever kind."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            return list(connection.iterdump())
    except sqlite3.Error:
        return file.read_bytes() if file.is_file() else None


def newer(file: Path) -> None:
    migrate(fresh(file))
    with fresh(file).begin() as connection:
        connection.execute(text("update alembic_version set version_num = '0099'"))


def strange(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("create table recipes (id integer)")


def rubbish(file: Path) -> None:
    file.write_bytes(b"this is a letter to my aunt" * 100)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (newer, "written by a newer grognard (schema 0099, this one knows 0003)"),
        (strange, "holds something else: recipes"),
        (rubbish, "file is not a database"),
        (Path.mkdir, "unable to open database file"),
    ],
)
def test_a_start_refuses_in_words_what_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], make: object, words: str
) -> None:
    file = tmp_path / "games.sqlite"
    make(file)  # type: ignore[operator]
    before = contents(file)
    for command in (["serve", "--port", "0"], ["export"]):
        assert main([*command, "--database", str(file)]) == 1
        said = capsys.readouterr()
        assert words in said.err
        assert "Traceback" not in said.err
        assert said.err.count("\n") == 1
    assert contents(file) == before


def test_a_database_that_cannot_be_reached_or_named_is_refused_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["serve", "--port", "0", "--database", "oracle://nowhere/x"]) == 1
    assert "no place of a database" in capsys.readouterr().err
    with pytest.raises(Unreadable, match="no place of a database"):
        Store("sqlite:///games\udcff.sqlite")
    with pytest.raises(Unreadable, match="name a file"):
        Store("sqlite:///")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Unreadable, match=r"grognard\[postgres\]"):
        Store("postgresql+psycopg://localhost/games")
    with pytest.raises(Unreadable, match="cannot make the folder"):
        Store("sqlite:////proc/none/games.sqlite")
