"""A property rebuilt from its whole log, regardless of its length and of any snapshots."""

from __future__ import annotations

from tablelaw.cage.ledger import Ledger
from tablelaw.floor.fold import fold
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.property import Property
from tablelaw.floor.recovery import checked
from tablelaw.floor.store.api import Store

STILL = 1_794_786_000


class StillClock:
    """A clock that does not advance, so every run is the same."""

    def now(self) -> int:
        return STILL


def replayed(store: Store) -> Property:
    past = PastTransfers(store)
    floor = past.floor = Property(ledger=Ledger(past, past.made_by))
    for row in store.entries(0):
        entry = checked(row, floor.seq + 1)
        fold(floor, entry, row.leaf, store.deck(entry.seq) or b"" if entry.sealed else b"")
    return floor
