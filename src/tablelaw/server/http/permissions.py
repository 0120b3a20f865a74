"""Who may ask what of the server: routes from the table here, orders from the table that the floor also reads.

The server does not start if a route or message has no row.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from tablelaw.permissions import MatrixIncomplete, order_names, roles_over_http, roles_signing_in
from tablelaw.server.refusals import ServerRefused

TABLE = "permissions.toml"
ROLES = roles_signing_in()
ANYONE = "anyone"
"""The word for everybody, including people who are not signed in."""
Rows = dict[str, frozenset[str]]


def order_row(order: str) -> str:
    """The name of an order's row."""
    return f"order {order}"


@cache
def rows(is_demo: bool = False) -> Rows:
    """Maps a route ("GET /api/lobby") or message ("order PlaceWager") to the roles that may use it."""
    text = (resources.files("tablelaw.server.http") / TABLE).read_text("utf-8")
    found: Rows = {name: frozenset(roles) for part in tomllib.loads(text).values() for name, roles in part.items()}
    orders = {order: roles_over_http(order, is_demo) for order in order_names()}
    return found | {order_row(order): frozenset(roles) for order, roles in orders.items() if roles}


def check(names: Iterable[str]) -> None:
    """Requires a row for every name, a name for every row, and known roles."""
    known, wanted = {*rows(), *rows(is_demo=True)}, set(names)
    for name in sorted(wanted - set(rows())):
        raise MatrixIncomplete(f"{name} has no row", where=TABLE, accepted="a row that lists its roles")
    for name in sorted(known - wanted):
        raise MatrixIncomplete(
            f"{name} is not a route or message", where=TABLE, accepted="rows for existing routes and messages"
        )
    for name, roles in rows(is_demo=True).items():
        if strange := roles - {*ROLES, ANYONE}:
            raise MatrixIncomplete(f"{name}: no role {min(strange)}", where=TABLE, accepted=", ".join(ROLES))


def permit(name: str, role: str, is_demo: bool = False) -> None:
    """Refuses a role that the row does not list."""
    permitted = rows(is_demo)[name]
    if ANYONE not in permitted and role not in permitted:
        raise ServerRefused("not-permitted" if role else "not-signed-in", why=name)
