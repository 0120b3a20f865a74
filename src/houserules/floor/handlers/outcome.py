"""What an order comes to, before it is written: everything an entry holds, and the state it leaves."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from houserules.cage.meters.changes import MeterChange
from houserules.cage.transfers import Transfer
from houserules.floor.events import Happening
from houserules.floor.log.entry import Sealed
from houserules.table.events import Event
from houserules.table.state import Table


@dataclass(slots=True)
class Outcome:
    command: msgspec.Raw
    events: tuple[Event | Happening, ...]
    transfers: tuple[Transfer, ...] = ()
    meters: tuple[MeterChange, ...] = ()
    round: int = 0
    sealed: Sealed | None = None
    openings: tuple[str, ...] = ()
    secret: bytes = b""
    """What opens the cards of a deck shuffled by this order; kept beside the log, never in it."""
    state: Table | None = None
    """How a table stands after it."""
    steps: list[tuple[Table, Event, Table]] = field(default_factory=list)
    """Each event of a table with the state before and after it."""


_ENCODER = msgspec.json.Encoder(enc_hook=str)


def raw(command: msgspec.Struct) -> msgspec.Raw:
    """A command as it stands in the log."""
    return msgspec.Raw(_ENCODER.encode(command))
