"""Refusals as HTTP responses: clients get a name and what would be accepted, the server's own log gets the reason."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import Response

from tablelaw import bounded_text
from tablelaw.bounded_text import OutOfBounds
from tablelaw.errors import TablelawError
from tablelaw.floor.store.refusals import NotStorable, StoreRefused
from tablelaw.server.refusals import ServerRefused

NOT_READABLE = 422
BOUNDS = frozenset(bounded_text.WHAT)
ENDS_THE_CONNECTION = (408, 413)
"""Refused before everything was read: further bytes would be taken for the next request, or read for nothing."""
NOT_OPEN = ("floor-stopped", "floor-closed")


def status_of(refusal: TablelawError) -> int:
    """The HTTP status of a refusal; faults of the server and its database are not the client's error."""
    if isinstance(refusal, ServerRefused):
        return refusal.status
    if isinstance(refusal, OutOfBounds) or refusal.code in BOUNDS:  # the second comes from a worker process
        return NOT_READABLE
    is_ours = isinstance(refusal, StoreRefused) and not isinstance(refusal, NotStorable)
    return 503 if is_ours or refusal.code in NOT_OPEN else 409


def refused(refusal: TablelawError) -> Response:
    """A refusal as an HTTP response."""
    status = status_of(refusal)
    body = msgspec.json.encode({"refused": outside(refusal)})
    headers = {"Connection": "close"} if status in ENDS_THE_CONNECTION else None
    return Response(body, status_code=status, media_type="application/json", headers=headers)


def outside(refusal: TablelawError) -> dict[str, Any]:
    """A refusal as clients may see it. Those of the law are shown in full, the server's briefly, the database's not
    at all.

    The server's own log says where the database is and what it answered.
    """
    shown = refusal.as_dict()
    if isinstance(refusal, ServerRefused):
        shown.pop("why", None)
    return without_database(shown)


def without_database(told: dict[str, Any]) -> dict[str, Any]:
    """Removes the place and message of a database from its refusal, also if it comes from a worker process."""
    return told | {"where": "", "why": "", "params": {}} if told.get("code") in _DATABASES_OWN else told


def _codes(kind: type[TablelawError]) -> set[str]:
    """The codes of a refusal and its base classes, also for one from a worker process."""
    own = {kind("").code}
    return own.union(*(_codes(sub) for sub in kind.__subclasses__()))


_DATABASES_OWN = frozenset(_codes(StoreRefused))
