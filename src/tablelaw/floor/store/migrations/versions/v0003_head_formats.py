"""Adds the format to each signed head, because heads of format 2 are signed from here on. Earlier heads have format 1.

A program that supports only format 1 is refused, because it would take later heads for forgeries.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column("heads", sa.Column("format", WHOLE, nullable=False, server_default="1"))
