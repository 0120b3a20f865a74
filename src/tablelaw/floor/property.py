"""A running property in memory. It is derived from its log and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablelaw.cage.ledger import Ledger
from tablelaw.cage.meters.meters import Meters
from tablelaw.floor.handlers.taking_back_days import UNKNOWN, Calendar
from tablelaw.proofs.merkle import Frontier
from tablelaw.submission.draft import Draft
from tablelaw.table.engine import Engine
from tablelaw.table.state import Table

LATELY = 1_024
"""The number of recent entries whose givers are remembered. Must exceed the size of any batch not yet in the store."""

MOST_TABLES = 4_096
"""The number of tables for which what is derived from a submission is remembered; more than any floor has."""

FLOOR = "floor"
"""The stream of the property itself."""


def stream_of(table: str) -> str:
    """The stream of a table's entries."""
    return f"table {table}"


def table_of_stream(stream: str) -> str:
    """The table whose entries a stream has."""
    return stream.removeprefix("table ")


@dataclass(slots=True)
class FloorTable:
    """A table on the floor: its rules, its state, and its pending money."""

    engine: Engine
    draft: Draft
    text: str
    state: Table
    meters: dict[str, str]
    """Maps each meter of the rulebook to the property's meter: "link/meter" if tables share it, otherwise
    "table/meter".
    """
    number: int = 0
    """Number of the last entry in its stream."""
    held: dict[tuple[int, str], str] = field(default_factory=dict)
    """The pending transfer of each wager on the table."""
    documented: dict[int, int] = field(default_factory=dict)
    """How many of each seat's hand-pays in this round have been paid."""
    secrets: dict[int, bytes] = field(default_factory=dict)
    """For each deck that the system shuffled, the secret that opens its cards."""
    dealer: str = ""
    """The assigned dealer; empty if there is none."""
    served: dict[int, str] = field(default_factory=dict)
    """Seats whose player has no device, with the player's name. The dealer acts for these players."""
    closing: str = ""
    """The floorperson who asked for the table to be closed after its round; empty if no one has."""
    installed: int = 0
    """The number of the entry, in the floor's own stream, that installed the table."""
    program: str = ""
    """The version of the program that installed the table; empty in logs that do not record it."""
    differences: tuple[str, ...] = ()
    """What the current rules decide differently from the rules the table was installed under. If there are any
    differences, the table opens no new round.
    """
    undecided: frozenset[str] = frozenset()
    """Wagers that the current rules can no longer settle as the table's original rules did."""

    @property
    def name(self) -> str:
        return self.engine.submission.table


@dataclass(slots=True)
class Property:
    """Everything that decisions about new orders depend on. Only the writer changes it."""

    name: str = ""
    public_key: str = ""
    jurisdiction: str = ""
    """The law that governs the property outside a round; empty if its log does not name it, as in the first logs."""
    time_zone: str = ""
    day: str = ""
    """The current gaming day; empty between days."""
    last_day: str = ""
    calendar: Calendar = UNKNOWN
    seq: int = 0
    number: int = 0
    """Number of the last entry in the floor's own stream."""
    now: int = 0
    tables: dict[str, FloorTable] = field(default_factory=dict)
    former: dict[str, int] = field(default_factory=dict)
    """Removed tables, each with the number of its last entry. Its stream continues from there if it is
    installed again.
    """
    links_down: set[str] = field(default_factory=set)
    lately: dict[str, str] = field(default_factory=dict)
    """The giver of each recent entry, by stream and number."""
    ledger: Ledger = field(default_factory=Ledger)
    meters: Meters = field(default_factory=Meters)
    frontier: Frontier = field(default_factory=Frontier)

    @property
    def day_to_take_back(self) -> str:
        """The gaming day that may be taken back: the open day while it is empty, or the last day while nothing has
        happened since.
        """
        if self.day:
            return self.day if self.calendar.is_empty else ""
        return self.last_day if self.calendar.is_quiet else ""
