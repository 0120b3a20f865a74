"""Submissions are read and checked in their giver's own time, so that the writer, for whom all wait, need not."""

from __future__ import annotations

from houserules.floor.handlers.installation import floor_table
from houserules.floor.handlers.validation import refuse_unkeepable
from houserules.floor.orders import InstallTable, Order


def read_ahead(order: Order) -> None:
    """Reads what an order brings along; what was read is kept, so that the writer does not read it again."""
    if isinstance(order.command, InstallTable):
        refuse_unkeepable(order)
        floor_table(order.command.submission, order.command.physical)
