"""An id given again: the very same order has its earlier answer, another order under it is refused."""

from __future__ import annotations

from houserules.floor.handlers.outcome import raw
from houserules.floor.handlers.to_a_table import as_kept
from houserules.floor.handlers.validation import refuse_unkeepable
from houserules.floor.log.entry import Entry
from houserules.floor.orders import Order
from houserules.floor.property import FLOOR, stream_of
from houserules.floor.refusals import FloorRefused
from houserules.table.commands import Command
from houserules.table.registry import change


def refuse_other_order(order: Order, kept: Entry) -> None:
    """Giver, table and command must be those of the entry; when it was given and what was seen before do not count."""
    refuse_unkeepable(order)
    stream, command = _as_kept(order, kept.at)
    parts = {
        "giver": order.by == kept.by,
        "table": stream == kept.stream,
        "command": command == bytes(kept.command),
    }
    if other := [part for part, is_same in parts.items() if not is_same]:
        raise FloorRefused(
            "id-used-for-another-order",
            where=f"order {order.id}",
            why=f"entry {kept.seq} has another {' and another '.join(other)}",
            accepted="an id of its own, or that order word for word",
        )


def _as_kept(order: Order, at: int) -> tuple[str, bytes]:
    """The stream and the command that the order's entry would have."""
    command = order.command
    if isinstance(command, Command):
        return stream_of(order.table), bytes(raw(as_kept(change(order, at=at), command)))
    return FLOOR, bytes(raw(command))
