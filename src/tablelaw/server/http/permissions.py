"""Who may do what: the table of permissions, as data. A route or message without a row stops the server."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from tablelaw.errors import TablelawError
from tablelaw.server.refusals import ServerRefused

TABLE = "permissions.toml"
ROLES = ("player", "dealer", "floor", "auditor", "administrator")
ANYONE = "anyone"
"""Includes people who are not signed in."""
IN_THE_DEMO = "also-in-the-demo"
"""The part of the table that adds roles in the demo, where no cash changes hands."""
Rows = dict[str, frozenset[str]]


class MatrixIncomplete(TablelawError):
    """A route or message has no row, or a row names an unknown route, message or role."""


@cache
def _parts() -> tuple[Rows, Rows]:
    """The rows that hold everywhere, and those that the demo adds."""
    text = (resources.files("tablelaw.server.http") / TABLE).read_text("utf-8")
    parts = tomllib.loads(text)
    added = {name: frozenset(roles) for name, roles in parts.pop(IN_THE_DEMO).items()}
    return {name: frozenset(roles) for part in parts.values() for name, roles in part.items()}, added


def rows(is_demo: bool = False) -> Rows:
    """Maps a route ("GET /api/lobby") or message ("order PlaceWager") to the roles that may use it."""
    known, added = _parts()
    return {name: roles | added.get(name, frozenset()) for name, roles in known.items()} if is_demo else known


def check(names: Iterable[str]) -> None:
    """Every name must have a row, every row must have a name, and every role must exist."""
    known, wanted = {*rows(), *_parts()[1]}, set(names)
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
