"""The texts of a store's statements, written once in SQLAlchemy Core and compiled once for each kind of database.

They run on the driver's own cursor with plain tuples, which keeps the path from a command to the disk short.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from sqlalchemy import Column, Dialect, LargeBinary, Table, bindparam, cast, func, literal_column, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.expression import ClauseElement, ColumnElement, Executable

SQLITE, POSTGRESQL = "sqlite", "postgresql"


class Statements:
    """Texts of statements with positional parameters, in the order that each statement names them."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._texts: dict[Executable, str] = {}

    @property
    def kind(self) -> str:
        """The kind of database, for the few statements that differ between them."""
        return self._dialect.name

    def text(self, statement: Executable) -> str:
        found = self._texts.get(statement)
        if found is None:
            found = self._texts[statement] = self._compiled(statement)
        return found

    def _compiled(self, statement: Executable) -> str:
        assert isinstance(statement, ClauseElement)
        text = str(statement.compile(dialect=self._dialect))
        # PostgreSQL takes parameters as text or binary; binary is half the work.
        return text.replace("%s", "%b") if self.kind == POSTGRESQL else text

    def insert(self, table: Table) -> str:
        """An insert of one row on SQLite; on PostgreSQL, of all rows together, passed as one JSON list of lists."""
        return self.text(_insert(table, self.kind))

    def upsert(self, table: Table) -> str:
        """Like `insert`, but replaces any row with the same key."""
        return self.text(_upsert(table, self.kind))

    def list_parameter(self, ids: list[str]) -> object:
        """Passes a list as one parameter: JSON on SQLite, an array on PostgreSQL."""
        return json.dumps(ids) if self.kind == SQLITE else ids


@cache
def _insert(table: Table, kind: str) -> sqlite.Insert | postgresql.Insert:
    if kind == SQLITE:
        return sqlite.insert(table).values({column.name: bindparam(column.name) for column in table.c})
    rows = func.jsonb_array_elements(cast(bindparam("rows"), postgresql.JSONB)).table_valued("value", name="row")
    values = [_cell(n, column) for n, column in enumerate(table.c)]
    return postgresql.insert(table).from_select(table.c.keys(), select(*values).select_from(rows))


@cache
def _upsert(table: Table, kind: str) -> sqlite.Insert | postgresql.Insert:
    insert = _insert(table, kind)
    rest = {column.name: insert.excluded[column.name] for column in table.c if not column.primary_key}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=rest)


def _cell(n: int, column: Column[Any]) -> ColumnElement[Any]:
    """Reads a cell of a row given as JSON, in which bytes are base64."""
    cell: ColumnElement[str] = literal_column(f"row.value ->> {n}")
    if isinstance(column.type, LargeBinary):
        return func.decode(cell, literal_column("'base64'"))
    return cast(cell, column.type)
