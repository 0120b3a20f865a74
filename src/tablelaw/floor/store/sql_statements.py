"""The statements of a store, written once in SQLAlchemy Core and compiled once for each kind of database.

They run on the driver's own cursor with plain tuples, which keeps the path from a command to the disk short.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from sqlalchemy import (
    Column,
    Dialect,
    LargeBinary,
    Select,
    Table,
    Text,
    bindparam,
    cast,
    func,
    literal_column,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.expression import ClauseElement, ColumnElement, Executable

from tablelaw.floor.store import schema
from tablelaw.floor.store.schema import accounts, decks, heads, log, meters, properties, snapshots, transfers

KEPT = (log.c.seq, log.c.body, log.c.leaf)


class Statements:
    """Statement texts with positional parameters, in the order in which the statement names them."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def text(self, statement: Executable) -> str:
        assert isinstance(statement, ClauseElement)
        text = str(statement.compile(dialect=self._dialect))
        # PostgreSQL takes parameters as text or binary; binary is half the work.
        return text.replace("%s", "%b") if self._dialect.name == "postgresql" else text

    def insert(self, table: Table) -> str:
        """One row on SQLite; on PostgreSQL all rows in one parameter, a JSON list of lists."""
        return self.text(self._insert(table))

    def upsert(self, table: Table) -> str:
        """The same, replacing the row with the same key if there is one."""
        insert = self._insert(table)
        rest = {column.name: insert.excluded[column.name] for column in table.c if not column.primary_key}
        return self.text(insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=rest))

    def _insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        if self._dialect.name == "sqlite":
            return sqlite.insert(table).values({column.name: bindparam(column.name) for column in table.c})
        rows = func.jsonb_array_elements(cast(bindparam("rows"), postgresql.JSONB)).table_valued("value", name="row")
        values = [_cell(n, column) for n, column in enumerate(table.c)]
        return postgresql.insert(table).from_select(table.c.keys(), select(*values).select_from(rows))

    @cached_property
    def head(self) -> str:
        return self.text(select(func.coalesce(func.max(log.c.seq), literal_column("0"))))

    @cached_property
    def end(self) -> str:
        last = select(func.max(log.c.seq)).scalar_subquery()
        return self.text(select(log.c.seq, log.c.leaf).where(log.c.seq == last))

    @cached_property
    def entries(self) -> str:
        return self.text(_span(select(*KEPT), log))

    @cached_property
    def log_rows(self) -> str:
        return self.text(_span(select(log), log))

    @cached_property
    def entry(self) -> str:
        return self.text(select(*KEPT).where(log.c.seq == bindparam("seq")))

    @cached_property
    def by_id(self) -> str:
        return self.text(select(*KEPT).where(log.c.id == bindparam("id")))

    @cached_property
    def known(self) -> str:
        return self.text(select(log.c.id, log.c.seq).where(self._is_one_of(log.c.id)))

    @cached_property
    def known_one(self) -> str:
        return self.text(select(log.c.id, log.c.seq).where(log.c.id == bindparam("id")))

    def _is_one_of(self, column: ColumnElement[str]) -> ColumnElement[bool]:
        """Membership in a list passed as one parameter: JSON on SQLite, an array on PostgreSQL."""
        if self._dialect.name == "sqlite":
            return column.in_(select(func.json_each(bindparam("ids")).table_valued("value").c.value))
        return column == func.any(bindparam("ids"))

    def as_parameter(self, ids: list[str]) -> object:
        return json.dumps(ids) if self._dialect.name == "sqlite" else ids

    @cached_property
    def round_entries(self) -> str:
        of_round = (log.c.stream == bindparam("stream")) & (log.c.round == bindparam("round"))
        return self.text(select(*KEPT).where(of_round).order_by(log.c.seq))

    @cached_property
    def stream_entries(self) -> str:
        numbered = (log.c.number > bindparam("after")) & (log.c.number <= bindparam("upto"))
        of_stream = (log.c.stream == bindparam("stream")) & numbered
        return self.text(select(*KEPT).where(of_stream).order_by(log.c.number))

    @cached_property
    def stream_end(self) -> str:
        last = func.coalesce(func.max(log.c.number), literal_column("0"))
        return self.text(select(last).where(log.c.stream == bindparam("stream")))

    @cached_property
    def leaves(self) -> str:
        return self.text(_span(select(log.c.leaf), log))

    @cached_property
    def transfers(self) -> str:
        return self.text(_span(select(transfers), transfers).order_by(transfers.c.place))

    @cached_property
    def transfers_of(self) -> str:
        mine = or_(transfers.c.debit == bindparam("debit"), transfers.c.credit == bindparam("credit"))
        later = transfers.c.seq > bindparam("after")
        return self.text(select(transfers).where(mine, later).order_by(transfers.c.seq, transfers.c.place))

    @cached_property
    def transfer(self) -> str:
        return self.text(select(transfers).where(transfers.c.id == bindparam("id")))

    @cached_property
    def accounts(self) -> str:
        return self.text(select(accounts).order_by(accounts.c.id))

    @cached_property
    def meters(self) -> str:
        return self.text(select(meters).order_by(meters.c.id))

    @cached_property
    def deck(self) -> str:
        return self.text(select(decks.c.sealed).where(decks.c.seq == bindparam("seq")))

    @cached_property
    def decks(self) -> str:
        return self.text(select(decks).where(decks.c.seq > bindparam("after")).order_by(decks.c.seq))

    @cached_property
    def last_snapshot(self) -> str:
        last = select(func.max(snapshots.c.seq)).where(snapshots.c.seq <= bindparam("upto")).scalar_subquery()
        return self.text(select(snapshots).where(snapshots.c.seq == last))

    @cached_property
    def heads(self) -> str:
        return self.text(select(heads).order_by(heads.c.size))

    @cached_property
    def misfiled(self) -> str:
        """The JSON body of an entry begins with its number, id, stream and number in the stream."""
        quoted = func.json_quote if self._dialect.name == "sqlite" else func.to_json
        begins: ColumnElement[str] = literal_column("''", Text)
        named = {"{": log.c.seq, ",id": quoted(log.c.id), ",stream": quoted(log.c.stream), ",number": log.c.number}
        for before, value in named.items():
            name = f'{before[0]}"{before[1:] or "seq"}":'
            begins = begins + literal_column(f"'{name}'", Text) + cast(value, Text)
        begins = begins + literal_column("','", Text)
        place = func.instr if self._dialect.name == "sqlite" else func.strpos
        return self.text(select(func.min(log.c.seq)).where(place(log.c.body, begins) != literal_column("1")))

    @cached_property
    def property(self) -> str:
        return self.text(select(properties.c.value).where(properties.c.name == bindparam("name")))

    @cached_property
    def append(self) -> str:
        return self.insert(schema.log)

    @cached_property
    def write_transfer(self) -> str:
        return self.insert(schema.transfers)

    @cached_property
    def write_account(self) -> str:
        return self.upsert(schema.accounts)

    @cached_property
    def write_meter(self) -> str:
        return self.upsert(schema.meters)

    @cached_property
    def write_deck(self) -> str:
        return self.insert(schema.decks)

    @cached_property
    def save_snapshot(self) -> str:
        return self.upsert(schema.snapshots)

    @cached_property
    def save_head(self) -> str:
        return self.upsert(schema.heads)

    @cached_property
    def set_property(self) -> str:
        return self.upsert(schema.properties)


def _cell(n: int, column: Column[Any]) -> ColumnElement[Any]:
    """A cell of a row in JSON; bytes are base64 there."""
    cell: ColumnElement[str] = literal_column(f"row.value ->> {n}")
    if isinstance(column.type, LargeBinary):
        return func.decode(cell, literal_column("'base64'"))
    return cast(cell, column.type)


def _span(selected: Select[tuple[object, ...]], table: Table) -> Select[tuple[object, ...]]:
    """Rows of the entries after one and up to another, in order."""
    span = (table.c.seq > bindparam("after")) & (table.c.seq <= bindparam("upto"))
    return selected.where(span).order_by(table.c.seq)
