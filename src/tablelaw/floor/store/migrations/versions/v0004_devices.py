"""Adds the tokens of devices, stored as digests, each with the kind of its device and the tables it is for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("tables", sa.Text, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("made_at", WHOLE, nullable=False),
        sa.Column("expires_at", WHOLE, nullable=True),
        sa.Column("seen_at", WHOLE, nullable=True),
        sa.PrimaryKeyConstraint("digest", name="devices_pk"),
        sa.UniqueConstraint("name", name="devices_name_once"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
