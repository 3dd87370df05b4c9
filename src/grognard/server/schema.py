"""The schema of a database: brought up to date whole or not at all, and never without a copy."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, make_url
from sqlalchemy.exc import SQLAlchemyError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

LOCK: Final = 0x67726F67
"""The number under which PostgreSQL lets one process at a time change the schema."""


class Unreadable(RuntimeError):
    """A database that this version cannot open; the message says why, and what to do."""


def migrate(engine: Engine, version: str = "head") -> None:
    """Bring a database, empty or of an older version, to the present schema or a given one.

    All steps are one transaction: whoever is killed in it leaves the database as it was. Before
    a file of SQLite with games in it is changed, a copy of it is put beside it.
    """
    try:
        _copy_before_upgrade(engine, version)
        with engine.execution_options(is_writing=True).begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql(f"select pg_advisory_xact_lock({LOCK})")
            if _is_behind(connection, version):
                config = _config()
                config.attributes["connection"] = connection
                command.upgrade(config, version)
    except Unreadable:
        raise
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise Unreadable(f"cannot open the database {_name(engine)}: {_words(error)}") from error


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def _is_behind(connection: Connection, version: str) -> bool:
    """Whether a database lacks steps; refuses one that is not ours, or is of a later version."""
    scripts = ScriptDirectory.from_config(_config())
    steps = [step.revision for step in scripts.walk_revisions()][::-1]
    wanted = steps.index(steps[-1] if version == "head" else version)
    present = MigrationContext.configure(connection).get_current_revision()
    if present is None:
        tables = set(inspect(connection).get_table_names()) - {"alembic_version"}
        if tables and "tables" not in tables:
            found = ", ".join(sorted(tables)[:5])
            raise Unreadable(f"{_name(connection.engine)} holds something else: {found}")
        return True
    if present not in steps:
        raise Unreadable(
            f"{_name(connection.engine)} was written by a newer grognard (schema {present}, this "
            f"one knows {steps[-1]}): install that one, or use the copy it kept before its upgrade"
        )
    return steps.index(present) < wanted


def _copy_before_upgrade(engine: Engine, version: str) -> None:
    """Keep a file of SQLite as it is before it is changed, under its name and its schema."""
    file = _file(engine)
    if file is None or not file.exists() or not file.stat().st_size:
        return
    with engine.connect() as connection:
        if not _is_behind(connection, version):
            return
        present = MigrationContext.configure(connection).get_current_revision()
    copy_file(file, file.with_name(f"{file.name}.schema-{present or 'none'}"))


def copy_file(file: Path, copy: Path) -> None:
    """Copy a database of SQLite whole, written in one step."""
    part = copy.with_name(f"{copy.name}.part")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.replace(copy)


def _file(engine: Engine) -> Path | None:
    place = make_url(str(engine.url))
    if engine.dialect.name != "sqlite" or place.database in (None, "", ":memory:"):
        return None
    return Path(str(place.database))


def _name(engine: Engine) -> str:
    return str(_file(engine) or engine.url.render_as_string(hide_password=True))


def _words(error: Exception) -> str:
    """Return the first line of what a driver says; the rest of it is SQL."""
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().partition("\n")[0]
