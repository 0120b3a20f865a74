"""Who may do what: the authorisation matrix, as data. A route or message without a row stops the server."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources

from houserules.errors import HouserulesError
from houserules.server.refusals import ServerRefused

ROLES = ("player", "dealer", "floor", "auditor", "administrator")
ANYONE = "anyone"
"""Also who is not signed in."""


class MatrixIncomplete(HouserulesError):
    """A route or message has no row, or a row names no route, message or role."""


@cache
def rows() -> dict[str, frozenset[str]]:
    """Route ("GET /api/lobby") or message ("order PlaceWager") -> the roles that may."""
    text = (resources.files("houserules.server") / "matrix.toml").read_text("utf-8")
    parts = tomllib.loads(text)
    return {name: frozenset(roles) for part in parts.values() for name, roles in part.items()}


def check(names: Iterable[str]) -> None:
    """Every name has a row, every row a name, every role is one."""
    known, wanted = set(rows()), set(names)
    for name in sorted(wanted - known):
        raise MatrixIncomplete(f"{name} has no row", where="matrix.toml", accepted="a row that lists its roles")
    for name in sorted(known - wanted):
        raise MatrixIncomplete(f"{name} is no route or message", where="matrix.toml", accepted="rows of what there is")
    for name, roles in rows().items():
        if strange := roles - {*ROLES, ANYONE}:
            raise MatrixIncomplete(f"{name}: no role {min(strange)}", where="matrix.toml", accepted=", ".join(ROLES))


def permit(name: str, role: str) -> None:
    """Refuses a role that the row does not list."""
    permitted = rows()[name]
    if ANYONE not in permitted and role not in permitted:
        raise ServerRefused("not-permitted" if role else "not-signed-in", why=name)
