"""What a server is told when it starts."""

from __future__ import annotations

from dataclasses import dataclass, field

from houserules.floor.log.entry_time import BOUND_SECONDS


@dataclass(frozen=True, slots=True)
class Settings:
    """`origins` are the addresses its pages come from; nothing else may open a socket or give an order."""

    origins: tuple[str, ...] = ("http://127.0.0.1:8000",)
    is_demo: bool = False
    is_secure: bool = False
    """Served over TLS: cookies carry the `__Host-` prefix and are sent over nothing else."""
    session_seconds: int = 12 * 3600
    idle_seconds: int = 3600
    readies_coach: bool = False
    """Once the doors are open, the coach works out what its first answers need."""
    largest_message: int = 64 * 1024
    orders_per_second: float = 20.0
    drafts_per_second: float = 5.0
    """Submissions that one person, or one address, has checked; after a pause some more at once."""
    requests_per_second: float = 60.0
    """Of one session, whatever it asks for; orders and questions are counted for each person besides."""
    strangers_per_second: float = 20.0
    """The same of one address, for whoever has shown no session."""
    strangers_in_all: float = 200.0
    """Of all addresses together."""
    connections_per_second: float = 20.0
    """New ones of one address; one too many is not listened to for a moment."""
    refusal_seconds: float = 0.5
    """Whoever asks too often waits so long for every refusal, and takes up no time of others meanwhile."""
    logins_per_minute: float = 10.0
    sockets_per_person: int = 8
    connections_in_all: int = 4_000
    connections_per_address: int = 1_000
    transfer_seconds: float = 10.0
    """How long a request may take to arrive, and an answer or a view to be taken; then the connection is ended."""
    answer_seconds: float = 1.5
    """How long a question, or a submission that somebody writes, may wait to be taken up; then it is refused."""
    clock_bound_seconds: int = BOUND_SECONDS
    """How far this server's clock may be from the log and the other clock before it takes no orders."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are believed when they say where a request comes from; nobody else is."""
    trusted_hosts: tuple[str, ...] = field(default=("127.0.0.1", "localhost", "testserver"))

    @property
    def cookie(self) -> str:
        return "__Host-houserules" if self.is_secure else "houserules"
