"""The first checks of every order: whether it can be stored, whether its names are valid, and whether its id has
already been used.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from tablelaw.floor.events import TableInstalled
from tablelaw.floor.handlers.installation import floor_table
from tablelaw.floor.handlers.outcome import raw
from tablelaw.floor.handlers.to_a_table import as_kept
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import BuyIn, InstallTable, Order
from tablelaw.floor.property import FLOOR, stream_of
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.snapshots import SNAPSHOT, TakeSnapshot
from tablelaw.persons import ROLES, Actor, role_given
from tablelaw.submission.checks.table_names import TABLE_NAMES_ACCEPTED, is_table_name, shortened
from tablelaw.table.commands import Command, TakeSeat
from tablelaw.table.state import change

LONGEST_TEXT = 200
LONGEST_SUBMISSION = 60_000
LARGEST_NUMBER = 10**15
"""Ten trillion dollars: far above any real sum, and far below the 64-bit limit."""


def unkeepable(order: Order) -> FloorRefused | None:
    """Returns the refusal of an order that cannot be stored, or None. This is checked before anything else."""
    try:
        require_storable_order(order)
    except FloorRefused as refusal:
        return refusal
    return None


def require_storable_order(order: Order) -> None:
    """Refuses overlong text, control characters, and numbers larger than any floor uses."""
    command = order.command
    longest = LONGEST_SUBMISSION if isinstance(command, InstallTable) else LONGEST_TEXT
    for holder, names in ((order, ("id", "by", "table")), (command, command.__struct_fields__)):
        for name in names:
            value = getattr(holder, name)
            # Most values take this fast path. It matters because every order passes through it while other orders wait.
            if type(value) is str and len(value) <= longest and value.isprintable():
                continue
            sent_as = holder.__struct_encode_fields__[holder.__struct_fields__.index(name)]
            _require_storable_value(sent_as, value, longest)
    if order.id.startswith(SNAPSHOT) and not isinstance(order.command, TakeSnapshot):
        raise FloorRefused(
            "not-kept", where="id", why="that prefix is reserved for the floor's own snapshots", accepted="another id"
        )
    if not order.id or not order.by:
        raise FloorRefused(
            "not-kept", where="id" if not order.id else "by", why="nothing", accepted="text that is not empty"
        )


def _require_storable_value(where: str, value: object, longest: int) -> None:
    if isinstance(value, str):
        if len(value) > longest or not value.isprintable():
            _require_storable_text(where, value, longest)
    elif isinstance(value, int):
        if abs(value) > LARGEST_NUMBER:
            raise FloorRefused(
                "not-kept", where=where, why="the number is too large", accepted=f"up to {LARGEST_NUMBER}"
            )
    elif isinstance(value, Iterable):
        for part in value:
            _require_storable_value(where, part, longest)


def _require_storable_text(where: str, text: str, longest: int) -> None:
    if len(text) > longest:
        raise FloorRefused("not-kept", where=where, why=f"{len(text)} characters", accepted=f"{longest} at most")
    if not all(c.isprintable() or c in "\n\r\t" for c in text):
        raise FloorRefused(
            "not-kept", where=where, why="it has a character that cannot be displayed", accepted="plain text"
        )


LONGEST_NAME = 60
NAMES_ACCEPTED = f"1 to {LONGEST_NAME} characters without : / or quotes"


def is_name(name: str) -> bool:
    """Whether a name fits on one line and cannot be confused with account and role names."""
    return bool(name.strip()) and len(name) <= LONGEST_NAME and name.isprintable() and not set(name) & set(':/"')


def require_names(order: Order) -> None:
    """Checks the names of people who sit down or buy in.

    A player admitted under an earlier rule may continue to play and cash out.
    """
    command, giver, comes_in = order.command, _giver(order.by), False
    if isinstance(command, BuyIn | TakeSeat):
        comes_in = True
        # A seat taken without a name is for the person who gives the order.
        is_own = isinstance(command, TakeSeat) and not command.player
        if not is_own and not is_name(command.player):
            raise FloorRefused("no-such-name", where="player", why=repr(command.player), accepted=NAMES_ACCEPTED)
    if giver == "nobody" or (giver == "stranger" and comes_in):
        raise FloorRefused("no-such-name", where="by", why=repr(order.by), accepted=NAMES_ACCEPTED)


def require_table_names(happened: Iterable[object]) -> None:
    """Requires valid names for a new table and its links.

    Only new orders are checked, since a log may contain other names.
    """
    for event in happened:
        if isinstance(event, TableInstalled):
            submission = floor_table(event.submission, event.physical).engine.submission
            for name in (event.table, *(meter.link for meter in submission.meters if meter.link)):
                if not is_table_name(name):
                    why = f"{shortened(name)} as the name of a table or link"
                    raise FloorRefused("unfit-name", where="submission", why=why, accepted=TABLE_NAMES_ACCEPTED)


@lru_cache(maxsize=4096)
def _giver(by: str) -> Literal["somebody", "stranger", "nobody"]:
    """Classifies the giver of an order by name. Cached, because every order needs it."""
    actor = Actor.parse(by)
    if actor.role is None:  # a role without its name, or someone whose orders are never accepted
        return "nobody" if role_given(by) in ROLES else "somebody"
    if not actor.name or is_name(actor.name):
        return "somebody"
    return "stranger" if actor.role == "player" else "nobody"


def require_same_order(order: Order, kept: Entry) -> None:
    """Requires a repeated order to match its entry in giver, table and command.

    Its time and `expect` are not compared.
    """
    require_storable_order(order)
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
            accepted="a new id, or exactly the same order",
        )


def _as_kept(order: Order, at: int) -> tuple[str, bytes]:
    """The stream and command that the order's entry would have."""
    command = order.command
    if isinstance(command, Command):
        return stream_of(order.table), bytes(raw(as_kept(change(order, at=at), command)))
    return FLOOR, bytes(raw(command))
