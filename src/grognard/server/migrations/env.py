"""Run the migrations over the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from grognard.server.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
