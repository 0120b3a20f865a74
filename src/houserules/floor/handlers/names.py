"""What a person may be called: one rule for whoever signs in, gives orders or has chips."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from houserules.floor.events import TableInstalled
from houserules.floor.handlers.installation import floor_table
from houserules.floor.orders import BuyIn, Order
from houserules.floor.refusals import FloorRefused
from houserules.submission.checks.table_names import TABLE_NAMES_ACCEPTED, is_table_name, shortened
from houserules.table.commands import TakeSeat

LONGEST_NAME = 60
NAMES_ACCEPTED = f"1 to {LONGEST_NAME} characters without : / or quotes"


def is_name(name: str) -> bool:
    """Shown on one line, and told apart from the accounts and roles it stands beside."""
    return bool(name.strip()) and len(name) <= LONGEST_NAME and name.isprintable() and not set(name) & set(':/"')


def refuse_no_name(order: Order) -> None:
    """Asked where somebody comes in. A player who came in under another rule may still play on and cash out."""
    command, giver, comes_in = order.command, _giver(order.by), False
    if isinstance(command, BuyIn | TakeSeat):
        comes_in = True
        # A seat without a name is taken by whoever gives the order.
        is_own = isinstance(command, TakeSeat) and not command.player
        if not is_own and not is_name(command.player):
            raise FloorRefused("no-such-name", where="player", why=repr(command.player), accepted=NAMES_ACCEPTED)
    if giver == "nobody" or (giver == "stranger" and comes_in):
        raise FloorRefused("no-such-name", where="by", why=repr(order.by), accepted=NAMES_ACCEPTED)


def refuse_table_names(happened: Iterable[object]) -> None:
    """A new table and the links of its meters have fit names. Asked of new orders only: a log may hold other names."""
    for event in happened:
        if isinstance(event, TableInstalled):
            submission = floor_table(event.submission, event.physical).engine.submission
            for name in (event.table, *(meter.link for meter in submission.meters if meter.link)):
                if not is_table_name(name):
                    why = f"{shortened(name)} as the name of a table or link"
                    raise FloorRefused("unfit-name", where="submission", why=why, accepted=TABLE_NAMES_ACCEPTED)


@lru_cache(maxsize=4096)
def _giver(by: str) -> Literal["somebody", "stranger", "nobody"]:
    """Every order passes this way, so it is worked out once for each giver."""
    role, colon, name = by.partition(":")
    if not colon or is_name(name):
        return "somebody"
    return "stranger" if role == "player" else "nobody"
