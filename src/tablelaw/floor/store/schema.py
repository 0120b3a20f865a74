"""The tables of a floor's database, which are the same on SQLite and PostgreSQL.

`log` is the truth; `transfers`, `accounts` and `meters` are projections of it, written in the same transaction. Rows of
`log` and `transfers` are never changed or deleted; triggers created by the migrations prevent it. `users`, `sessions`
and `devices` are stored with the property but are not part of its history, and so is `property`: where the floor was
moved to, and figures far from theory that nobody has acknowledged. A visitor to a demo has no user.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

VERSION = "0004"
"""The schema version that this program reads and writes."""

VERSION_TABLE = "floor_version"
"""The table in which a database records its version. Its presence identifies a floor's database."""

Whole = BigInteger().with_variant(Integer, "sqlite")
"""A 64-bit integer. On SQLite, only INTEGER can be the row id."""

ROWS: dict[str, Any] = {"sqlite_strict": True}
"""Makes SQLite enforce column types as PostgreSQL does, so a fraction cannot get into a column of cents."""

KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}
"""Stores rows in key order without a row id, which saves writing one tree."""

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_N_name)s_fk",
        "uq": "%(table_name)s_%(column_0_N_name)s_once",
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
    }
)

properties = Table(
    "property",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    **KEYED,
)

log = Table(
    "log",
    metadata,
    Column("seq", Whole, primary_key=True, autoincrement=False),
    Column("id", Text, nullable=False),
    Column("stream", Text, nullable=False),
    Column("number", Whole, nullable=False),
    Column("round", Whole, nullable=False),
    Column("at", Whole, nullable=False),
    Column("body", Text, nullable=False),
    Column("leaf", LargeBinary, nullable=False),
    UniqueConstraint("id"),
    UniqueConstraint("stream", "number"),
    Index(None, "stream", "round"),
    **ROWS,
)

transfers = Table(
    "transfers",
    metadata,
    Column("seq", Whole, ForeignKey(log.c.seq), nullable=False),
    Column("place", Whole, nullable=False),
    Column("id", Text, nullable=False),
    Column("debit", Text, nullable=False),
    Column("credit", Text, nullable=False),
    Column("cents", Whole, nullable=False),
    Column("kind", Text, nullable=False),
    Column("pending", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("cite", Text, nullable=False),
    Column("at", Whole, nullable=False),
    # In log order, so new rows fill the last page instead of random pages.
    PrimaryKeyConstraint("seq", "place"),
    UniqueConstraint("id"),
    Index(None, "debit", "seq"),
    Index(None, "credit", "seq"),
    **KEYED,
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("debits", Whole, nullable=False),
    Column("credits", Whole, nullable=False),
    Column("debits_pending", Whole, nullable=False),
    Column("credits_pending", Whole, nullable=False),
    **KEYED,
)

meters = Table(
    "meters",
    metadata,
    Column("id", Text, primary_key=True),
    Column("body", Text, nullable=False),
    **KEYED,
)

decks = Table(
    "decks",
    metadata,
    Column("seq", Whole, ForeignKey(log.c.seq), primary_key=True, autoincrement=False),
    Column("sealed", LargeBinary, nullable=False),
    **ROWS,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("seq", Whole, primary_key=True, autoincrement=False),
    Column("digest", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    **ROWS,
)

heads = Table(
    "heads",
    metadata,
    Column("size", Whole, primary_key=True, autoincrement=False),
    Column("root", LargeBinary, nullable=False),
    Column("signature", LargeBinary, nullable=False),
    Column("at", Whole, nullable=False),
    Column("format", Whole, nullable=False, server_default="1"),
    **ROWS,
)

users = Table(
    "users",
    metadata,
    Column("name", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("made_at", Whole, nullable=False),
    **KEYED,
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("csrf", Text, nullable=False),
    Column("made_at", Whole, nullable=False),
    Column("seen_at", Whole, nullable=False),
    **KEYED,
)

devices = Table(
    "devices",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("tables", Text, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("made_at", Whole, nullable=False),
    Column("expires_at", Whole, nullable=True),
    Column("seen_at", Whole, nullable=True),
    UniqueConstraint("name"),
    **KEYED,
)
