"""Transfers as the store keeps them, each with the number of its receipt."""

from __future__ import annotations

from houserules.cage.statements import Recorded, receipt_number
from houserules.cage.transfers import Transfer
from houserules.floor.store.api import TransferRow


def recorded(row: TransferRow) -> Recorded:
    """A transfer with the number of its receipt: the entry, and its place in it."""
    return Recorded(receipt_number(row.seq, row.place), row.at, transfer_of(row))


def transfer_of(row: TransferRow) -> Transfer:
    """The transfer that a row of the store holds."""
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
