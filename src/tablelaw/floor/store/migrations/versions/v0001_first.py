"""The first version of a floor's database."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")
ROWS: dict[str, Any] = {"sqlite_strict": True}
KEYED: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}


def upgrade() -> None:
    create_log()
    create_transfers()
    create_projections()
    create_vouchers()
    create_people()
    forbid_changes()


def text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def whole(name: str) -> sa.Column[int]:
    return sa.Column(name, WHOLE, nullable=False)


def binary(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def create_log() -> None:
    op.create_table(
        "log",
        whole("seq"),
        text("id"),
        text("stream"),
        whole("number"),
        whole("round"),
        whole("at"),
        text("body"),
        binary("leaf"),
        sa.PrimaryKeyConstraint("seq", name="log_pk"),
        sa.UniqueConstraint("id", name="log_id_once"),
        sa.UniqueConstraint("stream", "number", name="log_stream_number_once"),
        **ROWS,
    )
    op.create_index("log_by_stream_round", "log", ["stream", "round"])


def create_transfers() -> None:
    op.create_table(
        "transfers",
        whole("seq"),
        whole("place"),
        text("id"),
        text("debit"),
        text("credit"),
        whole("cents"),
        text("kind"),
        text("pending"),
        text("code"),
        text("cite"),
        whole("at"),
        sa.PrimaryKeyConstraint("seq", "place", name="transfers_pk"),
        sa.UniqueConstraint("id", name="transfers_id_once"),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name="transfers_seq_fk"),
        **KEYED,
    )
    op.create_index("transfers_by_debit_seq", "transfers", ["debit", "seq"])
    op.create_index("transfers_by_credit_seq", "transfers", ["credit", "seq"])


def create_projections() -> None:
    op.create_table(
        "accounts",
        text("id"),
        whole("debits"),
        whole("credits"),
        whole("debits_pending"),
        whole("credits_pending"),
        sa.PrimaryKeyConstraint("id", name="accounts_pk"),
        **KEYED,
    )
    op.create_table("meters", text("id"), text("body"), sa.PrimaryKeyConstraint("id", name="meters_pk"), **KEYED)
    op.create_table(
        "decks",
        whole("seq"),
        binary("sealed"),
        sa.PrimaryKeyConstraint("seq", name="decks_pk"),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name="decks_seq_fk"),
        **ROWS,
    )


def create_vouchers() -> None:
    """Creates the tables for the property's identity, signed heads and snapshots."""
    op.create_table(
        "property", text("name"), text("value"), sa.PrimaryKeyConstraint("name", name="property_pk"), **KEYED
    )
    op.create_table(
        "snapshots",
        whole("seq"),
        text("digest"),
        binary("body"),
        sa.PrimaryKeyConstraint("seq", name="snapshots_pk"),
        **ROWS,
    )
    op.create_table(
        "heads",
        whole("size"),
        binary("root"),
        binary("signature"),
        whole("at"),
        sa.PrimaryKeyConstraint("size", name="heads_pk"),
        **ROWS,
    )


def create_people() -> None:
    """Creates the tables for the people who may sign in at a server of the floor, and their sessions."""
    op.create_table(
        "users",
        text("name"),
        text("role"),
        text("password"),
        whole("made_at"),
        sa.PrimaryKeyConstraint("name", name="users_pk"),
        **KEYED,
    )
    op.create_table(
        "sessions",
        text("digest"),
        text("name"),
        text("role"),
        text("csrf"),
        whole("made_at"),
        whole("seen_at"),
        sa.PrimaryKeyConstraint("digest", name="sessions_pk"),
        **KEYED,
    )


def forbid_changes() -> None:
    """Adds triggers that refuse to change or delete entries and transfers."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME; END $$"
        )
    for table in ("log", "transfers"):
        for change in ("UPDATE", "DELETE"):
            op.execute(_refusal(table, change))


def _refusal(table: str, change: str) -> str:
    head = f"CREATE TRIGGER {table}_refuses_{change.lower()} BEFORE {change}"
    if op.get_bind().dialect.name == "sqlite":
        return f"{head} ON {table} BEGIN SELECT RAISE(ABORT, 'rows of {table} are only ever added'); END"
    emptying = " OR TRUNCATE" if change == "DELETE" else ""
    return f"{head}{emptying} ON {table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
