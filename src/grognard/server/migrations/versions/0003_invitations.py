"""Who holds a seat, and by which invitation; and a row by which the server tries to write.

Until now whoever made a table was told the tokens of both seats: those are the maker's.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add invitations, holders and the pulse."""
    op.add_column(
        "seats", sa.Column("invitation_hash", sa.String(64), nullable=False, server_default="")
    )
    op.add_column("seats", sa.Column("holder", sa.String(8), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("renewals", sa.Integer, nullable=False, server_default="0"))
    seats = sa.table("seats", sa.column("level"), sa.column("holder"))
    op.execute(seats.update().where(seats.c.level == "").values(holder="maker"))
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("pulse")
    for name in ("invitation_hash", "holder", "renewals"):
        op.drop_column("seats", name)
