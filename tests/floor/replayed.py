"""A property made anew of its whole log, however long and whatever snapshots there are."""

from __future__ import annotations

from tablelaw.cage.ledger import Ledger
from tablelaw.floor.fold import fold
from tablelaw.floor.log.past_transfers import PastTransfers
from tablelaw.floor.property import Property
from tablelaw.floor.recovery import checked
from tablelaw.floor.store.api import Store

STILL = 1_794_786_000


class StillClock:
    """Time that does not pass, so that what happens is always the same."""

    def now(self) -> int:
        return STILL


def replayed(store: Store) -> Property:
    past = PastTransfers(store)
    floor = past.floor = Property(ledger=Ledger(past, past.made_by))
    for row in store.entries(0):
        entry = checked(row, floor.seq + 1)
        fold(floor, entry, row.leaf, store.deck(entry.seq) or b"" if entry.sealed else b"")
    return floor
