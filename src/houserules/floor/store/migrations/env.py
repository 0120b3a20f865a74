"""Run by Alembic: the steps go over the connection, and the transaction, of whoever asks for them."""

from __future__ import annotations

from alembic import context

from houserules.floor.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
