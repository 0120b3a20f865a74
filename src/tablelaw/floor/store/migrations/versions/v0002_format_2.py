"""Marks a database whose entries may have format 2, so that an earlier program, which would write format 1 after them,
is refused.

No table changes. The log itself is never touched.
"""

from __future__ import annotations

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Changes nothing but the version."""
