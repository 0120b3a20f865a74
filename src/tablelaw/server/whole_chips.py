"""Wagers in whole chips: nobody can place $12.34 on a layout, so the server admits no such wager.

The table itself takes any number of cents. It must, so that rounds from earlier logs are carried out again unchanged,
and because bets such as half an Ante follow from the wagers already placed.
"""

from __future__ import annotations

from math import gcd

from tablelaw.floor.orders import Order
from tablelaw.floor.read_model import TableView
from tablelaw.printed_money import printed
from tablelaw.server.refusals import ServerRefused
from tablelaw.submission.submission import Submission
from tablelaw.table import commands

SMALLEST_CHIP_CENTS = 100
"""The smallest chip in general use, $1 or 1 €."""


def smallest_chip(submission: Submission) -> int:
    """The smallest chip of a table, in cents: the general one, or a smaller one if a minimum cannot be paid without."""
    return gcd(SMALLEST_CHIP_CENTS, *(terms.minimum_cents for terms in submission.wagers.values()))


def require_whole_chips(table: TableView, order: Order) -> None:
    """Refuses a wager or a bet that no chips of this table add up to."""
    command = order.command
    if isinstance(command, commands.PlaceWager):
        _require_wager(table, command)
    elif isinstance(command, commands.Act):
        _require(command.cents, _smallest_share(table, command.seat))


def _require_wager(table: TableView, command: commands.PlaceWager) -> None:
    """Refuses a wager that is not in whole chips; fixed sums and wagers from an electronic account are left to the
    table's own rules.
    """
    rules = table.engine.rules
    terms, wager = rules.submission.wagers.get(command.wager), rules.wagers.get(command.wager)
    if terms is not None and wager is not None and not terms.amounts_cents and wager.medium != "electronic account":
        _require(command.cents, smallest_chip(rules.submission), terms.minimum_cents, terms.maximum_cents)


def _smallest_share(table: TableView, seat: int) -> int:
    """The smallest sum in which bets can differ: a chip, or less where a part of the base wager is bet."""
    rules, round_ = table.engine.rules, table.state.round
    chip = smallest_chip(rules.submission)
    placed = round_.seats[seat].wagers.get(rules.base, 0) if round_ is not None and seat in round_.seats else 0
    return gcd(chip, placed // rules.parts)


def _require(cents: int, chip: int, least: int = 0, most: int = 0) -> None:
    if cents <= 0 or cents % chip == 0:
        return
    below = cents - cents % chip
    near = [sum_ for sum_ in (below, below + chip) if sum_ >= max(least, chip) and (not most or sum_ <= most)]
    accepted = " or ".join(map(printed, near or [least]))
    raise ServerRefused("not-whole-chips", why=printed(cents), accepted=accepted)
