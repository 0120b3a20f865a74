"""Transfers as the store keeps them, each with its receipt number."""

from __future__ import annotations

from tablelaw.cage.statements import Recorded, receipt_number
from tablelaw.cage.transfers import Transfer
from tablelaw.floor.store.api import TransferRow


def recorded(row: TransferRow) -> Recorded:
    """A stored transfer with its receipt number, which combines the entry's number and the transfer's position
    in it.
    """
    return Recorded(receipt_number(row.seq, row.place), row.at, transfer_of(row))


def transfer_of(row: TransferRow) -> Transfer:
    """The transfer stored in a row."""
    return Transfer(
        id=row.id,
        debit=row.debit,
        credit=row.credit,
        cents=row.cents,
        code=row.code,
        cite=row.cite,
        kind=row.kind,
        pending=row.pending,
    )
