"""Transfers made together, such as the cash and chips of a buy-in, which are also corrected together."""

from __future__ import annotations

from itertools import count

from tablelaw.cage.accounts import TRANSFER_CODES
from tablelaw.cage.ledger import Ledger
from tablelaw.cage.transfers import Transfer
from tablelaw.floor.orders import CorrectTransfer, Order
from tablelaw.floor.property import Property
from tablelaw.floor.refusals import FloorRefused


def legs_of(ledger: Ledger, transfer: Transfer) -> tuple[Transfer, ...]:
    """The transfer and any transfers made together with it, in order."""
    if not TRANSFER_CODES[transfer.code].is_in_legs:
        return (transfer,)
    stem, places = transfer.id.rpartition("/")[0], count()
    made = iter(lambda: ledger.find(f"{stem}/{next(places)}"), None)
    return tuple(leg for leg in made if leg is not None and leg.code == transfer.code)


def require_all_legs(floor: Property, order: Order) -> None:
    """Refuses to correct one leg without the other.

    Only new orders are checked, since a log may contain older corrections.
    """
    command = order.command
    if not isinstance(command, CorrectTransfer) or command.together:
        return
    wrong = floor.ledger.find(command.transfer)
    legs = legs_of(floor.ledger, wrong) if wrong is not None else ()
    if len(legs) > 1:
        raise FloorRefused(
            "linked-transfers",
            where=f"transfer {command.transfer}",
            why=f"{', '.join(leg.id for leg in legs)} belong to one {legs[0].code}",
            accepted="all of them by the same amount in one order",
            typed="`tablelaw floor correct`, or the field `together`",
        )
