"""Parses and checks submissions on the caller's thread, so they do not hold up the writer, which every order
waits for.
"""

from __future__ import annotations

from tablelaw.floor.handlers.installation import floor_table
from tablelaw.floor.handlers.validation import require_storable_order
from tablelaw.floor.orders import InstallTable, Order


def read_ahead(order: Order) -> None:
    """Parses the submission of an order and caches it, so the writer does not parse it again."""
    if isinstance(order.command, InstallTable):
        require_storable_order(order)
        floor_table(order.command.submission, order.command.physical)
