"""What a table may still do whose rules at hand are not those it was installed under: anything but a new round."""

from __future__ import annotations

from houserules.floor.orders import Order
from houserules.floor.refusals import FloorRefused
from houserules.floor.state import FloorTable, Property
from houserules.floor.table_orders import WAGERING
from houserules.table import commands
from houserules.table.commands import Command

INSTALL_AGAIN = "the round settled, the table closed, removed and installed again under the rules at hand"
VOIDING = (commands.ReportSlip, commands.MarkDevice)
"""What a round that cannot be played on may still be told: an irregularity, which voids it."""
EARLIER_PROGRAM = "the program the table was installed with, which settles the round; or an irregularity that voids it"


def refuse_other_rules(floor: Property, order: Order) -> None:
    """Refuses what would be decided otherwise than by the rules the table was installed under."""
    table = floor.tables.get(order.table)
    if table is None or not table.differences:
        return
    if isinstance(order.command, WAGERING):
        raise FloorRefused("other-rules", why=what_differs(table), accepted=INSTALL_AGAIN)
    if isinstance(order.command, VOIDING) or not isinstance(order.command, Command):
        return
    wagers = sorted(_at_stake(table) & table.undecided)
    if wagers:
        why = f"{', '.join(wagers)} of {table.name}: {what_differs(table)}"
        raise FloorRefused("other-rules", why=why, accepted=EARLIER_PROGRAM)


def what_differs(table: FloorTable) -> str:
    """The first difference, and how many there are besides."""
    more = len(table.differences) - 1
    return f"{table.differences[0]}{f' (and {more} more)' if more else ''}"


def _at_stake(table: FloorTable) -> set[str]:
    """Wagers of the round under way, and the bonuses that ride on them; of a void one, none: they are handed back."""
    round_ = table.state.round
    if round_ is None or round_.voided_by or round_.phase == "betting":
        return set()
    staked = {wager for seat in round_.seats.values() for wager in seat.wagers}
    return staked | {bonus.id for bonus in table.engine.plan.bonuses if staked.intersection(bonus.rides_on)}
