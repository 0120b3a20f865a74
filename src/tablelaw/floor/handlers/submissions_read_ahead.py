"""Reads and checks submissions on the caller's thread, so that they do not hold up the writer, for which everybody
waits.
"""

from __future__ import annotations

from tablelaw.floor.handlers.installation import floor_table
from tablelaw.floor.handlers.validation import require_storable_order
from tablelaw.floor.orders import InstallTable, Order


def read_ahead(order: Order) -> None:
    """Reads the submission of an order and caches it, so that the writer does not read it again."""
    if isinstance(order.command, InstallTable):
        require_storable_order(order)
        floor_table(order.command.submission, order.command.physical)
