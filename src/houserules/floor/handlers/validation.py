"""Orders that can be kept: text and numbers that every store holds, and hands back as they were."""

from __future__ import annotations

from collections.abc import Iterable

from houserules.floor.orders import InstallTable, Order
from houserules.floor.refusals import FloorRefused
from houserules.floor.snapshots import SNAPSHOT, TakeSnapshot

LONGEST_TEXT = 200
LONGEST_SUBMISSION = 60_000
LARGEST_NUMBER = 10**15
"""Ten trillion dollars: far above any sum, far below what 64 bits hold."""


def unkeepable(order: Order) -> FloorRefused | None:
    """The refusal of an order that cannot be kept, for whoever asks before anything else is asked of it."""
    try:
        refuse_unkeepable(order)
    except FloorRefused as refusal:
        return refusal
    return None


def refuse_unkeepable(order: Order) -> None:
    """Refuses text with control characters or of great length, and numbers no floor ever meets."""
    command = order.command
    longest = LONGEST_SUBMISSION if isinstance(command, InstallTable) else LONGEST_TEXT
    for holder, names in ((order, ("id", "by", "table")), (command, command.__struct_fields__)):
        for name in names:
            value = getattr(holder, name)
            # Nearly all values end here; every order passes this way while others wait.
            if type(value) is str and len(value) <= longest and value.isprintable():
                continue
            _refuse_value(name, value, longest)
    if order.id.startswith(SNAPSHOT) and not isinstance(order.command, TakeSnapshot):
        raise FloorRefused("not-kept", where="id", why="the floor's own snapshots are named so", accepted="another id")
    if not order.id or not order.by:
        raise FloorRefused("not-kept", where="id" if not order.id else "by", why="nothing", accepted="some text")


def _refuse_value(where: str, value: object, longest: int) -> None:
    if isinstance(value, str):
        if len(value) > longest or not value.isprintable():
            _refuse_text(where, value, longest)
    elif isinstance(value, int):
        if abs(value) > LARGEST_NUMBER:
            raise FloorRefused("not-kept", where=where, why="a number this large", accepted=f"up to {LARGEST_NUMBER}")
    elif isinstance(value, Iterable):
        for part in value:
            _refuse_value(where, part, longest)


def _refuse_text(where: str, text: str, longest: int) -> None:
    if len(text) > longest:
        raise FloorRefused("not-kept", where=where, why=f"{len(text)} characters", accepted=f"{longest} at most")
    if not all(c.isprintable() or c in "\n\r\t" for c in text):
        raise FloorRefused("not-kept", where=where, why="a character that cannot be shown", accepted="plain text")
