"""Run by Alembic: the steps use the caller's connection and transaction."""

from __future__ import annotations

from alembic import context

from tablelaw.floor.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
