"""The outcome of an order before it is written: everything its entry will contain, and the resulting state."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.transfers import Transfer
from tablelaw.floor.events import PropertyEvent
from tablelaw.floor.log.entry import Sealed
from tablelaw.table.events import Event
from tablelaw.table.state import Table


@dataclass(slots=True)
class Outcome:
    command: msgspec.Raw
    events: tuple[Event | PropertyEvent, ...]
    transfers: tuple[Transfer, ...] = ()
    meters: tuple[MeterChange, ...] = ()
    round: int = 0
    sealed: Sealed | None = None
    openings: tuple[str, ...] = ()
    secret: bytes = b""
    """Opens the cards of the deck that this order shuffles. It is stored separately from the log, never in it."""
    state: Table | None = None
    """The table's state afterwards."""
    steps: list[tuple[Table, Event, Table]] = field(default_factory=list)
    """Each event of a table with the state before and after it."""


_ENCODER = msgspec.json.Encoder(enc_hook=str)


def raw(command: msgspec.Struct) -> msgspec.Raw:
    """Encodes a command in the form that the log stores."""
    return msgspec.Raw(_ENCODER.encode(command))
