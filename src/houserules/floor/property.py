"""What a running property is, in memory: a fold of its log and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

from houserules.cage.ledger import Ledger
from houserules.cage.meters.meters import Meters
from houserules.floor.handlers.calendar import UNKNOWN, Calendar
from houserules.proofs.merkle import Frontier
from houserules.submission.draft import Draft
from houserules.table.engine import Engine
from houserules.table.state import Table

LATELY = 1_024
"""Entries whose givers are known in memory: more than any batch holds before it is in the store."""

FLOOR = "floor"
"""The stream of the property itself."""


def stream_of(table: str) -> str:
    """The stream of a table's entries."""
    return f"table {table}"


@dataclass(slots=True)
class FloorTable:
    """A table on the floor: how it is played, how it stands, and what of its money is under way."""

    engine: Engine
    draft: Draft
    text: str
    state: Table
    meters: dict[str, str]
    """The rulebook's meter -> the property's: "link/meter" where tables share one, "table/meter" otherwise."""
    number: int = 0
    """Of its stream's last entry."""
    held: dict[tuple[int, str], str] = field(default_factory=dict)
    """The pending transfer of each wager on the table."""
    documented: dict[int, int] = field(default_factory=dict)
    """How many of a seat's hand-pays of this round are paid."""
    secrets: dict[int, bytes] = field(default_factory=dict)
    """What opens the cards of each deck the system shuffled."""
    dealer: str = ""
    """Who is assigned to deal it; empty where nobody is."""
    served: dict[int, str] = field(default_factory=dict)
    """Seats whose player has no device, with the player: the dealer acts for them."""
    closing: str = ""
    """The floorperson who has asked for it to be closed once its round is over; empty where nobody has."""
    installed: int = 0
    """The number of the entry, in the floor's own stream, that put it on the floor."""
    program: str = ""
    """The version of the program that installed it; empty in logs that do not tell it."""
    differences: tuple[str, ...] = ()
    """What the rules at hand decide otherwise than those it was installed under; it opens no new round then."""
    undecided: frozenset[str] = frozenset()
    """Wagers that cannot be settled by the rules it was installed under."""

    @property
    def name(self) -> str:
        return self.engine.submission.table


@dataclass(slots=True)
class Property:
    """Everything that is decided on before an entry is written. Only the writer changes it."""

    name: str = ""
    public_key: str = ""
    jurisdiction: str = ""
    """Which law governs it outside a round; empty where its log has told none, as the first logs."""
    time_zone: str = ""
    day: str = ""
    """The gaming day under way; empty between days."""
    last_day: str = ""
    calendar: Calendar = UNKNOWN
    seq: int = 0
    number: int = 0
    """Of the last entry in the floor's own stream."""
    now: int = 0
    tables: dict[str, FloorTable] = field(default_factory=dict)
    former: dict[str, int] = field(default_factory=dict)
    """Tables that were removed, and the number of their last entry: a stream goes on where it ended."""
    links_down: set[str] = field(default_factory=set)
    lately: dict[str, str] = field(default_factory=dict)
    """Who gave each of the last entries, by stream and number."""
    ledger: Ledger = field(default_factory=Ledger)
    meters: Meters = field(default_factory=Meters)
    frontier: Frontier = field(default_factory=Frontier)

    @property
    def day_to_take_back(self) -> str:
        """The gaming day that may be taken back: the open one while it is empty, or the last while nothing followed."""
        if self.day:
            return self.day if self.calendar.is_empty else ""
        return self.last_day if self.calendar.is_quiet else ""
