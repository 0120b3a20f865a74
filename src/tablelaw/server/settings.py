"""The settings a server is started with."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablelaw.floor.log.entry_time import BOUND_SECONDS


@dataclass(frozen=True, slots=True)
class Settings:
    """`origins` are the addresses that its pages come from; only they may open a socket or give an order."""

    origins: tuple[str, ...] = ("http://127.0.0.1:8000",)
    is_demo: bool = False
    demo_law: str = "pa"
    """The jurisdiction of the demo's property."""
    beside: tuple[tuple[str, str], ...] = ()
    """Properties served beside this one, each with its name and the address of its pages."""
    is_secure: bool = False
    """Served over TLS: cookies have the `__Host-` prefix and are sent over nothing else."""
    session_seconds: int = 12 * 3600
    idle_seconds: int = 3600
    readies_coach: bool = False
    """Whether the coach prepares its first answers once the server is open."""
    largest_message: int = 64 * 1024
    orders_per_second: float = 20.0
    drafts_per_second: float = 5.0
    """Submissions checked for one person or address; after a pause, a few more at once."""
    requests_per_second: float = 60.0
    """Requests of one session, whatever it asks for; orders and questions also count for each person."""
    strangers_per_second: float = 20.0
    """The same for one address without a session."""
    strangers_in_all: float = 200.0
    """The same for all addresses together."""
    connections_per_second: float = 20.0
    """New connections of one address; further ones are not read for a moment."""
    refusal_seconds: float = 0.5
    """How long somebody who asks too often waits for each refusal, without taking up others' time."""
    logins_per_minute: float = 10.0
    sockets_per_person: int = 8
    connections_in_all: int = 4_000
    connections_per_address: int = 1_000
    transfer_seconds: float = 10.0
    """How long a request may take to arrive, and an answer or view to be read, before the connection is closed."""
    answer_seconds: float = 1.5
    """How long a question or a draft may wait to be taken up before it is refused."""
    clock_bound_seconds: int = BOUND_SECONDS
    """How far this server's clock may differ from the log and the second clock before it refuses orders."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are trusted to say where a request comes from."""
    trusted_hosts: tuple[str, ...] = field(default=("127.0.0.1", "localhost", "testserver"))

    @property
    def cookie(self) -> str:
        return "__Host-tablelaw" if self.is_secure else "tablelaw"
