"""Reads orders that arrive as JSON: decodes them and checks that the person signed in may give them."""

from __future__ import annotations

from typing import Any, NamedTuple, Union

import msgspec

from tablelaw.bounded_text import require_bounded_json
from tablelaw.cards import Card
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, VISITOR
from tablelaw.floor.log.durable_names import ORDERS, kinds
from tablelaw.floor.orders import AnyFloorCommand, FloorCommand, Order
from tablelaw.permissions import roles_over_http
from tablelaw.persons import Actor
from tablelaw.server.http.permissions import order_row, permit
from tablelaw.server.refusals import ServerRefused
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.registry import tag_of

OF_THE_HOUSE = frozenset({DEALER, FLOORPERSON, VISITOR})
"""Names used for the house's own orders; a person signed in under one of them may not give orders."""
TABLE_COMMANDS = tuple(kind for kind in commands.ALL if roles_over_http(tag_of(kind)))
FLOOR_COMMANDS = tuple(kind for kind in kinds(ORDERS) if roles_over_http(tag_of(kind)))


class Approver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second person who approves an order and signs it with their password; in the demo there are no passwords."""

    name: str
    password: str = ""

    def __repr__(self) -> str:
        return f"Approver({self.name!r})"


class OrderIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order as a client sends it. The client chooses `id`: the same id again means the same order, not a second
    one.
    """

    id: str
    command: msgspec.Raw
    table: str = ""
    expect: int | None = None
    approver: Approver | None = None


class DecodedOrder(NamedTuple):
    """A decoded order, and the second person said to have approved it."""

    order: Order
    approver: Approver | None


def message_of(kind: type[msgspec.Struct]) -> str:
    """The row of the permissions for a command."""
    return order_row(tag_of(kind))


def messages() -> list[str]:
    return [message_of(kind) for kind in (*TABLE_COMMANDS, *FLOOR_COMMANDS)]


def read_order(
    body: bytes, actor: Actor, table: str | None = None, is_demo: bool = False, kind_of_device: str = ""
) -> DecodedOrder:
    """Decodes an order and checks that this person or device may give it; the session or token says who gives it, never
    the message.
    """
    require_bounded_json(body)
    try:
        given = msgspec.json.decode(body, type=OrderIn)
        kind: Any = _TABLE if (table or given.table) else _FLOOR
        command: Command | FloorCommand = kind.decode(given.command)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise ServerRefused("not-readable") from None
    permit(message_of(type(command)), kind_of_device or actor.role or "", is_demo)
    if str(actor) in OF_THE_HOUSE:
        raise ServerRefused("not-permitted", why="this name is reserved for the house's own orders")
    if not 1 <= len(given.id) <= MOST_ID:
        raise ServerRefused("not-readable", why="the id of an order must have 1 to 80 characters")
    order = Order(
        id=f"{actor if kind_of_device else actor.name}/{given.id}",
        by=str(actor),
        command=command,
        table=table or given.table,
        expect=given.expect,
    )
    return DecodedOrder(order, given.approver)


MOST_ID = 80


def _decode_card(kind: type, value: object) -> Card:
    return Card.parse(str(value))


_TABLE: msgspec.json.Decoder[Command] = msgspec.json.Decoder(
    Union[TABLE_COMMANDS],  # noqa: UP007
    dec_hook=_decode_card,
)
_FLOOR: msgspec.json.Decoder[FloorCommand] = msgspec.json.Decoder(AnyFloorCommand)
