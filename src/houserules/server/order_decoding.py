"""Orders as they come in: JSON becomes an order of the floor, given by whoever is signed in."""

from __future__ import annotations

from typing import Any, NamedTuple, Union

import msgspec

from houserules.bounded_text import refuse_unbounded_json
from houserules.cards import Card
from houserules.floor.house_staff import DEALER, FLOORPERSON, VISITOR
from houserules.floor.log.durable_names import ORDERS, kinds
from houserules.floor.orders import AnyFloorCommand, FloorCommand, Order, RecordRebuild
from houserules.floor.snapshots import TakeSnapshot
from houserules.server.http.permissions import permit
from houserules.server.refusals import ServerRefused
from houserules.table import commands
from houserules.table.commands import Command
from houserules.table.registry import tag_of

OWN = (commands.ReadMeters, commands.DrawBonus, TakeSnapshot, RecordRebuild)
"""Commands that come of themselves, or of the program that mends a database, and from nobody else."""
OF_THE_HOUSE = frozenset({DEALER, FLOORPERSON, VISITOR})
"""Who gives the orders of an automatic table: nobody who signs in has their rights by having their name."""
TABLE_COMMANDS = tuple(kind for kind in commands.ALL if kind not in OWN)
FLOOR_COMMANDS = tuple(kind for kind in kinds(ORDERS) if kind not in OWN)


class Approver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second person who approves an order, proven like somebody who signs in; a demo's people have no password."""

    name: str
    password: str = ""

    def __repr__(self) -> str:
        return f"Approver({self.name!r})"


class OrderIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`id` is the client's own: the same id given again is the same order, not a second one."""

    id: str
    command: msgspec.Raw
    table: str = ""
    expect: int | None = None
    approver: Approver | None = None


class Given(NamedTuple):
    """An order as it came in, and who is said to approve it besides its giver."""

    order: Order
    approver: Approver | None


def message_of(kind: type[msgspec.Struct]) -> str:
    """The row of the matrix that a command belongs to."""
    return f"order {tag_of(kind)}"


def messages() -> list[str]:
    return [message_of(kind) for kind in (*TABLE_COMMANDS, *FLOOR_COMMANDS)]


def read_order(body: bytes, role: str, name: str, table: str | None = None, is_demo: bool = False) -> Given:
    """An order that this person may give; who gives it is the session's to say, never the message's."""
    refuse_unbounded_json(body)
    try:
        given = msgspec.json.decode(body, type=OrderIn)
        kind: Any = _TABLE if (table or given.table) else _FLOOR
        command: Command | FloorCommand = kind.decode(given.command)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise ServerRefused("not-readable") from None
    permit(message_of(type(command)), role, is_demo)
    if f"{role}:{name}" in OF_THE_HOUSE:
        raise ServerRefused("not-permitted", why="the house gives orders of its own under this name")
    if not 1 <= len(given.id) <= MOST_ID:
        raise ServerRefused("not-readable", why="the id of an order has 1 to 80 characters")
    order = Order(
        id=f"{name}/{given.id}",
        by=f"{role}:{name}",
        command=command,
        table=table or given.table,
        expect=given.expect,
    )
    return Given(order, given.approver)


MOST_ID = 80


def _decode_card(kind: type, value: object) -> Card:
    return Card.parse(str(value))


_TABLE: msgspec.json.Decoder[Command] = msgspec.json.Decoder(
    Union[TABLE_COMMANDS],  # noqa: UP007
    dec_hook=_decode_card,
)
_FLOOR: msgspec.json.Decoder[FloorCommand] = msgspec.json.Decoder(AnyFloorCommand)
