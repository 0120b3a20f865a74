"""Who may give which order, in one file shared by tables, floor and server."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from tablelaw.errors import TablelawError
from tablelaw.persons import ROLES, DeviceKind, Role

TABLE = "orders.toml"
Roles = frozenset[Role]
DEVICE: Role = "device"

__all__ = [
    "MatrixIncomplete",
    "devices_over_http",
    "is_only_for_the_floor_itself",
    "order_names",
    "orders_without_a_page",
    "read_permissions",
    "roles_of",
    "roles_over_http",
    "roles_signing_in",
]


class MatrixIncomplete(TablelawError):
    """A route or order has no row, a row names an unknown route, order or role, or an exception is missing its
    reason.
    """


class OrderRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The permissions of one kind of order; `orders.toml` explains the columns."""

    roles: Roles
    devices: frozenset[DeviceKind] = frozenset()
    only_in_the_demo: Roles = frozenset()
    not_over_http: bool = False
    not_as_an_order: bool = False
    why: str = ""

    @property
    def has_exception(self) -> bool:
        return bool(self.only_in_the_demo) or self.not_over_http or self.not_as_an_order


class Permissions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The whole file: the permissions of each order by its name in the log, the roles that never sign in to the
    server, those that send a token instead, and the orders that a role gives on no page.
    """

    never_signed_in: Mapping[Role, str]
    by_token: Mapping[Role, str]
    to_a_table: Mapping[str, OrderRow]
    to_the_property: Mapping[str, OrderRow]
    without_a_page: Mapping[Role, Mapping[str, str]] = {}

    @property
    def orders(self) -> dict[str, OrderRow]:
        return {**self.to_a_table, **self.to_the_property}


def read_permissions(text: str) -> Permissions:
    """Reads the permissions from TOML text and refuses an incomplete file."""
    try:
        table = msgspec.toml.decode(text, type=Permissions)
    except msgspec.DecodeError as error:
        accepted = "rows with the columns and roles that the head of the file describes"
        raise MatrixIncomplete(
            "the permissions cannot be read", where=TABLE, why=str(error), accepted=accepted
        ) from error
    for name, row in table.orders.items():
        if row.has_exception != bool(row.why):
            raise MatrixIncomplete(
                f"{name} has an exception without a reason, or a reason without an exception",
                where=TABLE,
                accepted="`why` with every exception, and nowhere else",
            )
        if (DEVICE in row.roles) != bool(row.devices):
            raise MatrixIncomplete(
                f"{name} is for devices without naming their kinds, or names kinds without being for devices",
                where=TABLE,
                accepted="the role device and the column `devices`, or neither",
            )
        if strange := row.only_in_the_demo - row.roles:
            accepted = ", ".join(sorted(row.roles))
            raise MatrixIncomplete(f"{name}: {min(strange)} may not give it", where=TABLE, accepted=accepted)
    return table


@cache
def _permissions() -> Permissions:
    return read_permissions((files(__name__) / TABLE).read_text("utf-8"))


@cache
def _rows() -> dict[str, OrderRow]:
    return _permissions().orders


def _row(order: str) -> OrderRow:
    row = _rows().get(order)
    if row is None:
        raise MatrixIncomplete(f"order {order} has no row", where=TABLE, accepted="a row that lists its roles")
    return row


def order_names() -> tuple[str, ...]:
    """Every kind of order, under its name in the log."""
    return tuple(_rows())


def roles_of(order: str) -> Roles:
    """The roles that may give an order to a table or to the property."""
    return _row(order).roles


def is_only_for_the_floor_itself(order: str) -> bool:
    """Whether only the floor itself may give this order."""
    return _row(order).not_as_an_order


def roles_signing_in() -> tuple[Role, ...]:
    """The roles that people may sign in with on the server."""
    told = _permissions()
    return tuple(role for role in ROLES if role not in told.never_signed_in and role not in told.by_token)


def orders_without_a_page(role: Role) -> Mapping[str, str]:
    """The orders that no page for a role sends although the role may give them over HTTP, each with the reason."""
    return _permissions().without_a_page.get(role, {})


def roles_over_http(order: str, is_demo: bool = False) -> Roles:
    """The roles that may give an order over HTTP; none if it is not accepted there."""
    row = _row(order)
    if row.not_over_http or row.not_as_an_order:
        return frozenset()
    absent = row.only_in_the_demo if not is_demo else frozenset()
    return row.roles - absent - _permissions().never_signed_in.keys()


def devices_over_http(order: str) -> frozenset[DeviceKind]:
    """The kinds of devices that may give an order over HTTP, each with its own token."""
    return _row(order).devices if DEVICE in roles_over_http(order) else frozenset()
