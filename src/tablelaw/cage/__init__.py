"""Money: a double-entry ledger in integer cents, progressive meters and wagering accounts. None of it does I/O."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.cage.ledger import Ledger as Ledger
    from tablelaw.cage.meters.meters import Meters as Meters
    from tablelaw.cage.refusals import CageRefused as CageRefused
    from tablelaw.cage.refusals import LedgerRefused as LedgerRefused
    from tablelaw.cage.refusals import MeterRefused as MeterRefused
    from tablelaw.cage.transfers import Transfer as Transfer

__all__ = [
    "CageRefused",
    "Ledger",
    "LedgerRefused",
    "MeterRefused",
    "Meters",
    "Transfer",
]

__getattr__ = lazy_names(
    __name__,
    {
        "CageRefused": "refusals",
        "Ledger": "ledger",
        "LedgerRefused": "refusals",
        "MeterRefused": "refusals",
        "Meters": "meters.meters",
        "Transfer": "transfers",
    },
)
