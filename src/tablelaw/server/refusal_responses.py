"""Refusals as HTTP responses: clients get a name and what would be accepted; the reason goes to the server's own
log.
"""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any

import msgspec
from fastapi import Response

from tablelaw import bounded_text
from tablelaw.bounded_text import OutOfBounds
from tablelaw.errors import BadCard, BadRulebookFolder, TablelawError
from tablelaw.floor.store.refusals import NotStorable, StoreRefused
from tablelaw.server.refusals import ServerRefused

LOG = logging.getLogger("tablelaw.server")

NOT_READABLE = 422
BOUNDS = frozenset(bounded_text.WHAT)
ENDS_THE_CONNECTION = (408, 413)
"""Statuses of refusals sent before the whole request was read. They end the connection, because the rest would be taken
for the next request or read in vain.
"""
UNABLE = ("floor-stopped", "floor-closed", "missing-package")


def status_of(refusal: TablelawError) -> int:
    """The HTTP status of a refusal; faults of the server and its database are not blamed on the client."""
    if isinstance(refusal, ServerRefused):
        return refusal.status
    if isinstance(refusal, OutOfBounds | BadCard) or refusal.code in BOUNDS:  # the second comes from a worker process
        return NOT_READABLE
    is_ours = isinstance(refusal, StoreRefused) and not isinstance(refusal, NotStorable)
    return 503 if is_ours or refusal.code in UNABLE else 409


def refused(refusal: TablelawError) -> Response:
    """A refusal as an HTTP response."""
    status = status_of(refusal)
    body = msgspec.json.encode({"refused": outside(refusal)})
    headers = {"Connection": "close"} if status in ENDS_THE_CONNECTION else {}
    if refusal.code == "wrong-device-token":
        headers["WWW-Authenticate"] = "Bearer"
    return Response(body, status_code=status, media_type="application/json", headers=headers)


def outside(refusal: TablelawError) -> dict[str, Any]:
    """A refusal as clients may see it: in full if it rests on the law, without its reason if it is the server's own,
    and by its name alone if it concerns a database or a rulebook's folder.

    The server's own log says where the database or the folder is, and what is wrong with it.
    """
    shown = refusal.for_pages()
    if isinstance(refusal, ServerRefused):
        shown.pop("why", None)
    return without_places(shown)


def without_places(told: dict[str, Any]) -> dict[str, Any]:
    """Removes paths and internal messages of the server from a refusal, including one from a worker process."""
    if told.get("code") in _DATABASES_OWN:
        return told | {"where": "", "why": "", "params": {}}
    if told.get("code") in _FOLDERS_OWN:
        log_once(f"{told.get('where', '')}: {told.get('what', '')}")
        return told | {"where": "", "why": "", "params": {}} | _OF_A_FOLDER
    return told


@lru_cache(maxsize=256)
def log_once(line: str) -> None:
    """Writes a line to the server's own log once, however often it recurs."""
    LOG.warning(line)


def _codes(kind: type[TablelawError]) -> set[str]:
    """The codes of a class of refusals and of all its subclasses."""
    own = {kind("").code}
    return own.union(*(_codes(sub) for sub in kind.__subclasses__()))


_DATABASES_OWN = frozenset(_codes(StoreRefused))
_FOLDERS_OWN = frozenset(_codes(BadRulebookFolder))
_OF_A_FOLDER = {
    "what": "a rulebook's folder on this server cannot be used",
    "accepted": "another rulebook, or this one after the operator has looked at the server's log",
}
