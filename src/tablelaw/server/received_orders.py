"""Reads orders that arrive as JSON: decodes them and checks that the person signed in may give them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple, Union

import msgspec

from tablelaw.bounded_text import require_bounded_json
from tablelaw.cards import Card
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, VISITOR
from tablelaw.floor.log.durable_names import ORDERS, kinds
from tablelaw.floor.orders import AnyFloorCommand, FloorCommand, Order
from tablelaw.permissions import roles_over_http
from tablelaw.persons import Actor
from tablelaw.server.http.permissions import order_row, permit, rows
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.unreadable_fields import NotACard, unreadable
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.registry import tag_of

CARD = re.compile("[2-9TJQKA][cdhs]")
"""How a card is written in an order; the pages bring what people type into this form."""
OF_THE_HOUSE = frozenset({DEALER, FLOORPERSON, VISITOR})
"""Names used for the house's own orders; a person signed in under one of them may not give orders."""
TABLE_COMMANDS = tuple(kind for kind in commands.ALL if roles_over_http(tag_of(kind)))
FLOOR_COMMANDS = tuple(kind for kind in kinds(ORDERS) if roles_over_http(tag_of(kind)))


class Approver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A second person who approves an order and confirms it with their password; the demo has no passwords."""

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
    standing = kind_of_device or actor.role or ""
    try:
        given = msgspec.json.decode(body, type=OrderIn)
    except (msgspec.DecodeError, ValueError, RecursionError) as fault:
        raise unreadable(fault) from None
    command = _decode_command(given.command, bool(table or given.table), standing, is_demo)
    if str(actor) in OF_THE_HOUSE:
        raise ServerRefused("not-permitted", why="this name is reserved for the house's own orders")
    if not 1 <= len(given.id) <= MOST_ID:
        raise ServerRefused("not-readable", where="id", accepted=f"1 to {MOST_ID} characters")
    order = Order(
        id=f"{actor if kind_of_device else actor.name}/{given.id}",
        by=str(actor),
        command=command,
        table=table or given.table,
        expect=given.expect,
    )
    return DecodedOrder(order, given.approver)


MOST_ID = 80


def _decode_command(text: msgspec.Raw, is_to_a_table: bool, standing: str, is_demo: bool) -> Command | FloorCommand:
    """Decodes a command that this role or kind of device may give."""
    decoder: Any = _TABLE if is_to_a_table else _FLOOR
    kinds: tuple[type[msgspec.Struct], ...] = TABLE_COMMANDS if is_to_a_table else FLOOR_COMMANDS
    try:
        command: Command | FloorCommand = decoder.decode(text)
        names = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, ValueError, RecursionError) as fault:
        permitted = rows(is_demo)
        tags = ", ".join(tag_of(kind) for kind in kinds if standing in permitted.get(message_of(kind), ()))
        raise unreadable(fault, "command", tags) from None
    permit(message_of(type(command)), standing, is_demo)
    _require_known_fields(type(command), names)
    return command


def _require_known_fields(kind: type[msgspec.Struct], names: Iterable[str]) -> None:
    """Refuses a command with a field that it does not have; logs are read without this check."""
    known = {"type", *(field.encode_name for field in msgspec.structs.fields(kind))}
    for name in names:
        if name not in known:
            where = f"command.{name}" if FIELD.fullmatch(name) else "command"
            raise ServerRefused("unknown-field", where=where)


FIELD = re.compile(r"[A-Za-z0-9_-]{1,40}")


def _decode_card(kind: type, value: object) -> Card:
    if not isinstance(value, str) or not CARD.fullmatch(value):
        raise NotACard("not a card as documented")
    return Card.parse(value)


_TABLE: msgspec.json.Decoder[Command] = msgspec.json.Decoder(
    Union[TABLE_COMMANDS],  # noqa: UP007
    dec_hook=_decode_card,
)
_FLOOR: msgspec.json.Decoder[FloorCommand] = msgspec.json.Decoder(AnyFloorCommand)
