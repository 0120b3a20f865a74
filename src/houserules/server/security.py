"""What every answer carries, and which sites may speak to the server."""

from __future__ import annotations

from collections.abc import Mapping

from houserules.server.refusals import ServerRefused
from houserules.server.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Nothing inline, nothing from outside."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def origin_of(headers: Mapping[str, str], method: str, settings: Settings) -> None:
    """What changes something must come from a page of this server; so must every socket (method "SOCKET")."""
    origin = headers.get("origin", "")
    if method in SAFE and not origin:
        return
    if origin not in settings.origins:
        raise ServerRefused("wrong-origin")
