"""Tickets that open sockets: each belongs to one session, is valid once, and expires after half a minute.

A browser sends no token of ours with the request that opens a socket. The ticket, fetched by an ordinary request, shows
that the page itself asked for the socket.
"""

from __future__ import annotations

import hmac
import secrets
import time
from typing import NamedTuple

from fastapi import WebSocket

from tablelaw.server.http.permissions import permit
from tablelaw.server.http.security import bearer, cookie, origin_of
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.settings import Settings
from tablelaw.server.users import Person

TICKET_SECONDS = 30
MOST_TICKETS = 16
"""Tickets of one session that are valid at the same time."""
SOCKET = "WEBSOCKET /ws"
"""The row of the permissions for opening a socket."""


class _Ticket(NamedTuple):
    person: Person
    key: str
    """The key of the session."""
    until: float


class SocketTickets:
    """The tickets that have been issued and not yet used."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._valid: dict[str, _Ticket] = {}

    def issue(self, person: Person, key: str) -> str:
        """Makes a ticket for the session with this key; the oldest tickets of a session make room for new ones."""
        now = time.monotonic()
        self._valid = {text: ticket for text, ticket in self._valid.items() if ticket.until > now}
        own = [text for text, ticket in self._valid.items() if ticket.key == key]
        for oldest in own[: max(0, len(own) - MOST_TICKETS + 1)]:
            del self._valid[oldest]
        text = secrets.token_urlsafe(24)
        self._valid[text] = _Ticket(person, key, now + TICKET_SECONDS)
        return text

    def redeem(self, socket: WebSocket) -> tuple[Person, str]:
        """The person and session that a socket's ticket was issued to. Checks origin, cookie and permission too."""
        origin_of(socket.headers, "SOCKET", self._settings)
        if bearer(socket.scope) is not None:
            raise ServerRefused("not-permitted", why="a device has no session, and a session no device's token")
        ticket = self._valid.pop(socket.query_params.get("ticket", ""), None)
        given = cookie(socket.scope, self._settings.cookie) or ""
        if ticket is None or ticket.until < time.monotonic() or not _is_same(given, ticket.key):
            raise ServerRefused("not-signed-in")
        permit(SOCKET, ticket.person.role)
        return ticket.person, ticket.key

    def withdraw(self, key: str) -> None:
        """Withdraws the tickets of a session that has ended."""
        self._valid = {text: ticket for text, ticket in self._valid.items() if ticket.key != key}


def _is_same(given: str, key: str) -> bool:
    return hmac.compare_digest(given.encode(), key.encode())
