"""Transfers that were made together: what is taken and what is given in one act is also set right in one."""

from __future__ import annotations

from itertools import count

from houserules.cage.accounts import TRANSFER_CODES
from houserules.cage.ledger import Ledger
from houserules.cage.transfers import Transfer
from houserules.floor.orders import CorrectTransfer, Order
from houserules.floor.property import Property
from houserules.floor.refusals import FloorRefused


def legs_of(ledger: Ledger, transfer: Transfer) -> tuple[Transfer, ...]:
    """The transfer with those it stands or falls with, in the order they were made; alone where it has none."""
    if not TRANSFER_CODES[transfer.code].is_in_legs:
        return (transfer,)
    stem, places = transfer.id.rpartition("/")[0], count()
    made = iter(lambda: ledger.find(f"{stem}/{next(places)}"), None)
    return tuple(leg for leg in made if leg is not None and leg.code == transfer.code)


def refuse_apart(floor: Property, order: Order) -> None:
    """One leg is not corrected without the other. Asked of new orders only: a log may hold older ones."""
    command = order.command
    if not isinstance(command, CorrectTransfer) or command.together:
        return
    wrong = floor.ledger.find(command.transfer)
    legs = legs_of(floor.ledger, wrong) if wrong is not None else ()
    if len(legs) > 1:
        raise FloorRefused(
            "linked-transfers",
            where=f"transfer {command.transfer}",
            why=f"{', '.join(leg.id for leg in legs)} are one {legs[0].code}",
            accepted="all of them by the same sum in one order: `houserules floor correct`, or `together` in the order",
        )
