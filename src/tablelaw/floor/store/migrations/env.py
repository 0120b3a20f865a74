"""The script that Alembic runs to execute the migrations on the caller's connection and in its transaction."""

from __future__ import annotations

from alembic import context

from tablelaw.floor.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
