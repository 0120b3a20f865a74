"""Refusals of the server: a name outside, the reason in the server's own log."""

from __future__ import annotations

import msgspec
from fastapi import Response

from houserules import bounded_text
from houserules.bounded_text import OutOfBounds
from houserules.errors import HouserulesError
from houserules.floor.store.refusals import NotStorable, StoreRefused

REFUSALS = {
    "not-signed-in": (401, "nobody is signed in here", "sign in first"),
    "wrong-name-or-password": (401, "the name or the password is wrong", "the name and password you were given"),
    "not-approved": (
        403,
        "the second person's name or password is wrong, or that person may not approve",
        "another floorperson or administrator, with their own password",
    ),
    "second-person": (
        409,
        "this needs a second person who approves it",
        "the name of another floorperson or administrator, not your own",
    ),
    "player-signed-in": (
        409,
        "this player is signed in and plays from a device of their own",
        "the player's own order; a floorperson may record that the device is out of use",
    ),
    "no-such-player": (
        409,
        "nobody here plays under this name",
        "the name of somebody who may sign in as player, spelled as it was added",
    ),
    "not-permitted": (403, "your role may not do this", "a role that may"),
    "wrong-origin": (403, "the request comes from another site", "the pages of this server"),
    "wrong-token": (403, "the request does not carry this session's token", "the page loaded anew"),
    "not-found": (404, "there is no such thing here", "an address that the pages link to"),
    "too-large": (413, "the message is too large", "64 KiB at most"),
    "cookies-too-long": (431, "too many cookies were sent", "4,096 bytes of cookies at most"),
    "address-too-long": (414, "the address is too long", "2,048 bytes of path and 2,048 of questions at most"),
    "unknown-field": (422, "the message has a field that is not asked for", "the fields the documentation names"),
    "not-readable": (422, "the message cannot be read", "JSON as the documentation says"),
    "too-many": (429, "too many requests", "a little patience"),
    "too-busy": (503, "too much is waiting here", "the same again in a moment"),
    "too-slow": (408, "the request did not arrive in time", "a request that is sent without pauses"),
    "only-in-the-demo": (404, "there is no such thing here", "the demo property"),
    "no-key": (409, "the property's key is not at hand here", "`houserules audit head export`, where it is"),
    "no-head": (409, "no head has been signed over entries that are settled", "sign a head first"),
    "not-settled": (409, "the log is shown only up to the first round under way", "entries before it, later"),
    "name-taken": (409, "somebody here has this name", "another name"),
    "not-your-table": (409, "another dealer deals this table", "take the table over first, or wait until it is free"),
    "not-now": (409, "this cannot be done now", "another moment"),
    "failed": (500, "something went wrong here", "the same again in a moment"),
    "no-database": (503, "the house cannot look this up now", "the same again in a moment"),
    "stopped": (503, "the floor has stopped", "wait until it is started again"),
}


class ServerRefused(HouserulesError):
    """A request that is not answered; carries no state of any table."""

    def __init__(self, name: str, why: str = "", where: str = "") -> None:
        self.name = name
        self.status, what, accepted = REFUSALS[name]
        super().__init__(what, where=where, why=why, accepted=accepted)

    @property
    def code(self) -> str:
        return self.name


TOO_MANY = "too-many"
NOT_READABLE = 422
BOUNDS = frozenset(bounded_text.WHAT)
ENDS_THE_CONNECTION = (408, 413)
"""Refused before all was read: what else arrives would be taken for the next request, or read for nothing."""
NOT_OPEN = ("floor-stopped", "floor-closed")


def status_of(refusal: HouserulesError) -> int:
    """The status of the answer: what lies with the server and its database is not the asker's mistake."""
    if isinstance(refusal, ServerRefused):
        return refusal.status
    if isinstance(refusal, OutOfBounds) or refusal.code in BOUNDS:  # the second from a workbench
        return NOT_READABLE
    is_ours = isinstance(refusal, StoreRefused) and not isinstance(refusal, NotStorable)
    return 503 if is_ours or refusal.code in NOT_OPEN else 409


def refused(refusal: HouserulesError) -> Response:
    """A refusal on its way out."""
    status = status_of(refusal)
    body = msgspec.json.encode({"refused": outside(refusal)})
    headers = {"Connection": "close"} if status in ENDS_THE_CONNECTION else None
    return Response(body, status_code=status, media_type="application/json", headers=headers)


def outside(refusal: HouserulesError) -> dict[str, str]:
    """A refusal as it is told outside. The law's own are no secret; the server's say little, the database's nothing.

    Where a database is and what it answered stands in the server's own log.
    """
    shown = refusal.as_dict()
    if isinstance(refusal, ServerRefused):
        shown.pop("why", None)
    return without_database(shown)


def without_database(told: dict[str, str]) -> dict[str, str]:
    """A refusal without the place of a database and its words, where it is a database's; also from a workbench."""
    return told | {"where": "", "why": ""} if told.get("code") in _DATABASES_OWN else told


def _codes(kind: type[HouserulesError]) -> set[str]:
    """The names of a refusal and of its kinds, as a workbench in another process gives them too."""
    own = {kind("").code}
    return own.union(*(_codes(sub) for sub in kind.__subclasses__()))


_DATABASES_OWN = frozenset(_codes(StoreRefused))
