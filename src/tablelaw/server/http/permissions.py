"""Who may ask what of the server: routes from the table here, orders from the table that the floor also reads.

The server does not start if a route or message has no row.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from tablelaw.permissions import (
    DEVICE,
    MatrixIncomplete,
    devices_over_http,
    order_names,
    roles_over_http,
    roles_signing_in,
)
from tablelaw.persons import DEVICE_KINDS
from tablelaw.server.refusals import ServerRefused

TABLE = "permissions.toml"
ROLES = roles_signing_in()
ANYONE = "anyone"
"""The word for all people, including those who are not signed in. A device may do only what a row lists it for."""
LOOPBACK = "loopback"
"""The word for a request without a session that comes from the server's own machine."""
WORDS = frozenset({*ROLES, *DEVICE_KINDS, ANYONE, LOOPBACK})
Rows = dict[str, frozenset[str]]


def order_row(order: str) -> str:
    """The name of an order's row."""
    return f"order {order}"


@cache
def rows(is_demo: bool = False) -> Rows:
    """Maps a route ("GET /api/lobby") or message ("order PlaceWager") to the roles and kinds of devices that may use
    it.
    """
    text = (resources.files("tablelaw.server.http") / TABLE).read_text("utf-8")
    found: Rows = {name: frozenset(roles) for part in tomllib.loads(text).values() for name, roles in part.items()}
    orders = {order: (roles_over_http(order, is_demo) - {DEVICE}) | devices_over_http(order) for order in order_names()}
    return found | {order_row(order): frozenset(listed) for order, listed in orders.items() if listed}


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
        if strange := roles - WORDS:
            raise MatrixIncomplete(f"{name}: no role {min(strange)}", where=TABLE, accepted=", ".join(sorted(WORDS)))


def permit(name: str, standing: str, is_demo: bool = False) -> None:
    """Refuses a person's role, or a device's kind, that the row does not list."""
    permitted = rows(is_demo)[name]
    if standing in permitted or (ANYONE in permitted and standing not in DEVICE_KINDS):
        return
    if standing in DEVICE_KINDS:
        accepted = ", ".join(sorted(row for row, words in rows(is_demo).items() if standing in words))
        what = f"a device of kind {standing} may not do this"
        raise ServerRefused("not-permitted", why=name, what=what, accepted=accepted)
    if standing not in ("", LOOPBACK):
        raise ServerRefused("not-permitted", why=name)
    takes_tokens = not permitted.isdisjoint(DEVICE_KINDS)
    raise ServerRefused("not-signed-in", why=name, accepted=BY_TOKEN_OR_SESSION if takes_tokens else "")


BY_TOKEN_OR_SESSION = (
    "a header `Authorization: Bearer TOKEN` with a device's token, or the session of somebody signed in"
)
