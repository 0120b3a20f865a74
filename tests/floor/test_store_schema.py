"""A migrated database matches `schema.metadata`, on both kinds of store."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Column, MetaData, Table, Text, create_engine

from tablelaw.floor.store.schema import VERSION, VERSION_TABLE, metadata
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.floor.store.versions import MIGRATIONS


def differences(database: str, wanted: MetaData) -> list[object]:
    engine = sql_engine(database)
    with engine.connect() as connection:
        options = {"version_table": VERSION_TABLE, "compare_type": True, "compare_server_default": True}
        found: list[object] = compare_metadata(MigrationContext.configure(connection, opts=options), wanted)
    engine.dispose()
    return found


def test_migrations_lead_to_the_schema(database: str) -> None:
    assert differences(database, metadata) == []


def test_a_forgotten_table_would_be_seen(database: str) -> None:
    wanted = MetaData()
    for table in metadata.tables.values():
        table.to_metadata(wanted)
    Table("forgotten", wanted, Column("name", Text))
    assert len(differences(database, wanted)) == 1


def test_program_and_migrations_agree_on_the_version() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [VERSION]


def words(path: Path) -> set[str]:
    """SQLite's definition of each table and index, ignoring layout and order."""
    with closing(sqlite3.connect(path)) as connection:
        made = connection.execute("SELECT sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql <> ''")
        return {" ".join(sorted(re.findall(r"[^\s,()]+", text))) for (text,) in made if VERSION_TABLE not in text}


@pytest.mark.parametrize("kind", ["sqlite"])
def test_migrated_file_is_made_in_the_same_words(database: str, tmp_path: Path) -> None:
    """Covers constraint names, strict types and tables without row ids, which the comparison above does not."""
    engine = create_engine(f"sqlite:///{tmp_path / 'plain.db'}")
    metadata.create_all(engine)
    engine.dispose()
    assert words(Path(database)) == words(tmp_path / "plain.db")
