"""Who may do what: the authorisation matrix, as data. A route or message without a row stops the server."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from houserules.errors import HouserulesError
from houserules.server.refusals import ServerRefused

TABLE = "permissions.toml"
ROLES = ("player", "dealer", "floor", "auditor", "administrator")
ANYONE = "anyone"
"""Also who is not signed in."""
IN_THE_DEMO = "also-in-the-demo"
"""The part of the matrix that adds roles where no cash changes hands."""
Rows = dict[str, frozenset[str]]


class MatrixIncomplete(HouserulesError):
    """A route or message has no row, or a row names no route, message or role."""


@cache
def _parts() -> tuple[Rows, Rows]:
    """The rows that hold everywhere, and those that the demo adds."""
    text = (resources.files("houserules.server.http") / TABLE).read_text("utf-8")
    parts = tomllib.loads(text)
    added = {name: frozenset(roles) for name, roles in parts.pop(IN_THE_DEMO).items()}
    return {name: frozenset(roles) for part in parts.values() for name, roles in part.items()}, added


def rows(is_demo: bool = False) -> Rows:
    """Route ("GET /api/lobby") or message ("order PlaceWager") -> the roles that may."""
    known, added = _parts()
    return {name: roles | added.get(name, frozenset()) for name, roles in known.items()} if is_demo else known


def check(names: Iterable[str]) -> None:
    """Every name has a row, every row a name, every role is one."""
    known, wanted = {*rows(), *_parts()[1]}, set(names)
    for name in sorted(wanted - set(rows())):
        raise MatrixIncomplete(f"{name} has no row", where=TABLE, accepted="a row that lists its roles")
    for name in sorted(known - wanted):
        raise MatrixIncomplete(f"{name} is no route or message", where=TABLE, accepted="rows of what there is")
    for name, roles in rows(is_demo=True).items():
        if strange := roles - {*ROLES, ANYONE}:
            raise MatrixIncomplete(f"{name}: no role {min(strange)}", where=TABLE, accepted=", ".join(ROLES))


def permit(name: str, role: str, is_demo: bool = False) -> None:
    """Refuses a role that the row does not list."""
    permitted = rows(is_demo)[name]
    if ANYONE not in permitted and role not in permitted:
        raise ServerRefused("not-permitted" if role else "not-signed-in", why=name)
