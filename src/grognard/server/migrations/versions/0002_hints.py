"""Whether a table gives hints; so far, those at which the computer plays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the choice; an upgrade by version 0.1.0 may have been killed after the column."""
    column = sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false())
    if not any(each["name"] == "hints" for each in sa.inspect(op.get_bind()).get_columns("tables")):
        op.add_column("tables", column)
    tables = sa.table("tables", sa.column("id"), sa.column("hints"))
    seats = sa.table("seats", sa.column("table_id"), sa.column("level"))
    with_bots = sa.select(seats.c.table_id).where(seats.c.level != "")
    op.execute(tables.update().where(tables.c.id.in_(with_bots)).values(hints=sa.true()))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("tables", "hints")
