"""Looks up earlier transfers by id for the ledger, which does not keep them all."""

from __future__ import annotations

from tablelaw.cage.transfers import Transfer
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.recorded_transfers import transfer_of
from tablelaw.floor.property import FLOOR, Property, stream_of
from tablelaw.floor.store.api import Reads


class PastTransfers:
    """Finds earlier transfers in the store.

    Ids of entries that have not been written yet are known to be new without a query.
    """

    def __init__(self, kept: Reads) -> None:
        self.kept = kept
        self.floor: Property | None = None

    def __call__(self, transfer_id: str) -> Transfer | None:
        if self._is_to_come(transfer_id):
            return None
        row = self.kept.transfer(transfer_id)
        return transfer_of(row) if row is not None else None

    def made_by(self, transfer_id: str) -> str:
        """Who made a transfer: the person who gave its order, even if the entry is not in the store yet."""
        for stem, by in self.floor.lately.items() if self.floor is not None else ():
            if transfer_id.startswith(f"{stem}/"):
                return by
        row = self.kept.transfer(transfer_id)
        kept = self.kept.entry(row.seq) if row is not None else None
        return decode(kept.body).by if kept is not None else ""

    def _is_to_come(self, transfer_id: str) -> bool:
        stream, _, number = transfer_id.partition("/")[0].rpartition(":")
        return number.isdigit() and int(number) > self._last(stream)

    def _last(self, stream: str) -> int:
        floor = self.floor
        if floor is None or stream == FLOOR:
            return floor.number if floor else 0
        name = stream.removeprefix(stream_of(""))
        table = floor.tables.get(name)
        return table.number if table else floor.former.get(name, 0)
