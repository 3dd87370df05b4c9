"""Tables, seats, entries of the journal, notes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables, or those that version 0.1.0 did not come to make."""
    there = set(sa.inspect(op.get_bind()).get_table_names())
    for make in (_tables, _seats, _entries, _notes):
        if make.__name__.removeprefix("_") not in there:
            make()
    indices = {index["name"] for index in sa.inspect(op.get_bind()).get_indexes("entries")}
    if "one_answer_once" not in indices:
        columns = ["table_id", "seat", "client", "sequence"]
        op.create_index("one_answer_once", "entries", columns, unique=True)
    if not sa.inspect(op.get_bind()).get_indexes("notes"):
        op.create_index("ix_notes_table_id", "notes", ["table_id"])


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("level", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
    )


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("move", sa.String(200), nullable=False),
        sa.Column("client", sa.String(64)),
        sa.Column("sequence", sa.Integer),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )


def _notes() -> None:
    op.create_table(
        "notes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("frame", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Take them away again."""
    for name in ("notes", "entries", "seats", "tables"):
        op.drop_table(name)
