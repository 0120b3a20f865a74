"""Marks a database whose entries may have format 2.

An earlier program would write format 1 after them, so it must be refused. No table changes, and the log itself is never
touched.
"""

from __future__ import annotations

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Changes only the version."""
