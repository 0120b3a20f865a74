"""The settings a server is started with."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablelaw.floor.log.entry_time import BOUND_SECONDS


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server; only pages from the addresses in `origins` may open a socket or give an order."""

    origins: tuple[str, ...] = ("http://127.0.0.1:8000",)
    is_demo: bool = False
    demo_law: str = ""
    """The jurisdiction of the demo's property; empty for the demo's first one."""
    beside: tuple[tuple[str, str], ...] = ()
    """Properties served alongside this one, each with its name and the address of its pages."""
    is_secure: bool = False
    """Whether it is served over TLS; cookies then have the `__Host-` prefix and are sent over nothing else."""
    session_seconds: int = 12 * 3600
    idle_seconds: int = 3600
    has_coach: bool = True
    """Whether players may ask the coach what each decision is worth."""
    readies_coach: bool = False
    """Whether the coach prepares its first answers once the server is open."""
    prepares_theory: bool = False
    """Whether the theory behind the floor's figures is worked out once the server is open."""
    largest_message: int = 64 * 1024
    orders_per_second: float = 20.0
    drafts_per_second: float = 5.0
    """How many submissions are checked for one person or address; after a pause, a few more may be checked at once."""
    practice_tables_per_minute: float = 6.0
    """How many private practice tables may be made from one address."""
    requests_per_second: float = 60.0
    """How many requests one session may make, of any kind; orders and questions also count for each person."""
    strangers_per_second: float = 20.0
    """How many requests one address may make without a session."""
    strangers_in_all: float = 200.0
    """How many requests all addresses together may make without a session."""
    connections_per_second: float = 20.0
    """How many connections one address may open; further ones are read only after a moment."""
    refusal_seconds: float = 0.5
    """How long a client who asks too often waits for each refusal, without taking time from others."""
    logins_per_minute: float = 10.0
    sockets_per_person: int = 8
    feeds_per_device: int = 4
    """How many event feeds one device may have open at the same time."""
    feeds_in_all: int = 200
    feed_seconds: float = 900.0
    """How long an event feed stays open; a device then opens it again where it ended."""
    connections_in_all: int = 4_000
    connections_per_address: int = 1_000
    transfer_seconds: float = 10.0
    """How long a request may take to arrive, and an answer or view to be read, before the connection is closed."""
    answer_seconds: float = 1.5
    """How long a question or a draft may wait to be taken up before it is refused."""
    clock_bound_seconds: int = BOUND_SECONDS
    """How far this server's clock may differ from the log and the second clock before orders are refused."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that are trusted to say where a request comes from."""
    trusted_hosts: tuple[str, ...] = field(default=("127.0.0.1", "localhost", "testserver"))

    @property
    def cookie(self) -> str:
        return "__Host-tablelaw" if self.is_secure else "tablelaw"
