"""The database's guard against changing or deleting entries and transfers, and how a repair suspends it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text

GUARDED = [(table, change) for table in ("log", "transfers") for change in ("UPDATE", "DELETE")]
FUNCTION = (
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME; END $$"
)


@contextmanager
def lifted_guard(connection: Connection) -> Iterator[None]:
    """Allows rows of the log and the transfers to be changed within one transaction, and restores the guard
    afterwards.
    """
    is_sqlite = connection.dialect.name == "sqlite"
    for table, change in GUARDED:
        on = "" if is_sqlite else f" ON {table}"
        connection.execute(text(f"DROP TRIGGER IF EXISTS {table}_refuses_{change.lower()}{on}"))
    yield
    if not is_sqlite:
        connection.exec_driver_sql(FUNCTION.replace("%", "%%"))
    for table, change in GUARDED:
        connection.execute(text(_guard(table, change, is_sqlite)))


def _guard(table: str, change: str, is_sqlite: bool) -> str:
    head = f"CREATE TRIGGER {table}_refuses_{change.lower()} BEFORE {change}"
    if is_sqlite:
        return f"{head} ON {table} BEGIN SELECT RAISE(ABORT, 'rows of {table} are only ever added'); END"
    emptying = " OR TRUNCATE" if change == "DELETE" else ""
    return f"{head}{emptying} ON {table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
