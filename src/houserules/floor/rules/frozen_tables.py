"""What a table may still do whose rules at hand are not those it was installed under: anything but a new round."""

from __future__ import annotations

from houserules.floor.handlers.to_a_table import WAGERING
from houserules.floor.orders import Order
from houserules.floor.property import FloorTable, Property
from houserules.floor.read_model import TableView
from houserules.floor.refusals import FloorRefused
from houserules.law.rows import Irregularity
from houserules.table import commands
from houserules.table.commands import Command
from houserules.table.phases.decks import is_under_way
from houserules.table.phases.irregularities import is_now

INSTALL_AGAIN = "the round settled, the table closed, removed and installed again under the rules at hand"
FOR_A_NEW_ROUND = (
    *WAGERING,
    commands.ReceiveDecks,
    commands.InspectDecks,
    commands.VerifyInspection,
    commands.SpreadCards,
    commands.ShowCards,
    commands.WashCards,
    commands.Shuffle,
    commands.CutDeck,
    commands.OrderRecut,
    commands.ChangeDecks,
    commands.ChangeMethod,
)
"""Commands that make cards ready for a round, or take wagers for it. None is needed to settle or void the last one."""
EARLIER_PROGRAM = "the program the table was installed with, which settles the round"


def refuse_other_rules(floor: Property, order: Order) -> None:
    """Refuses what would be decided otherwise than by the rules the table was installed under."""
    table = floor.tables.get(order.table)
    if table is not None and isinstance(order.command, Command):
        refusal = refusal_by_other_rules(table, order.command)
        if refusal is not None:
            raise refusal


def refusal_by_other_rules(table: FloorTable | TableView, command: Command) -> FloorRefused | None:
    """Why a command is refused at a table whose rules at hand are others; None where it is not."""
    if not table.differences:
        return None
    if isinstance(command, FOR_A_NEW_ROUND):
        return FloorRefused("other-rules", why=f"{table.name}: {what_differs(table)}", accepted=INSTALL_AGAIN)
    if isinstance(command, commands.MarkDevice) or not (wagers := undecided_wagers(table)):
        return None
    if isinstance(command, commands.ReportSlip) and not _may_settle(table, command.slip, wagers):
        return None
    why = f"{', '.join(_names(table, wagers))} of {table.name}: {what_differs(table)}"
    return FloorRefused("other-rules", why=why, accepted=ways_out(table))


def what_differs(table: FloorTable | TableView) -> str:
    """The first difference, and how many there are besides."""
    more = len(table.differences) - 1
    return f"{table.differences[0]}{f' (and {more} more)' if more else ''}"


# --- A round that cannot be settled ------------------------------------------------------------------------


def undecided_wagers(table: FloorTable | TableView) -> list[str]:
    """Wagers of the round under way that the rules at hand would settle otherwise, with the bonuses that ride on them.

    A void round hands wagers back, which needs no rule; only what its paragraph still settles counts.
    """
    round_ = table.state.round
    if not table.undecided or round_ is None or round_.phase == "betting":
        return []
    staked = {wager for seat in round_.seats.values() for wager in seat.wagers}
    staked |= {bonus.id for bonus in table.engine.plan.bonuses if staked.intersection(bonus.rides_on)}
    undecided = staked & table.undecided
    if round_.voided_by:
        undecided = {wager for wager in undecided if _settles(table, round_.voided_by, [wager])}
    return sorted(undecided)


def _settles(table: FloorTable | TableView, slip: str, wagers: list[str]) -> bool:
    """Whether an irregularity settles any of these wagers by the cards, rather than hand it back."""
    effects = table.engine.plan.effects.get(slip, {})
    return any(effects[wager].effect == "settled" for wager in wagers if wager in effects)


def _may_settle(table: FloorTable | TableView, slip: str, wagers: list[str]) -> bool:
    """The same of an irregularity that becomes another one when it is reported again in a round."""
    known = table.engine.plan.slips.get(slip)
    return any(_settles(table, name, wagers) for name in (slip, *(known.again if known else ())))


def _names(table: FloorTable | TableView, wagers: list[str]) -> list[str]:
    return [table.engine.plan.wagers[wager].name for wager in wagers]


def ways_out(table: FloorTable | TableView) -> str:
    """What ends a round that the rules at hand cannot settle; who may void it, and by which orders."""
    slips = [f"slip({slip.id})" for slip in table.engine.plan.slips.values() if _hands_all_back(table, slip)]
    if not slips or table.state.round is None or table.state.round.voided_by:
        return EARLIER_PROGRAM
    void = f"an irregularity that voids it, reported by a dealer or a floorperson: {' or '.join(slips)}"
    return f"{EARLIER_PROGRAM}; or {void}"


def _hands_all_back(table: FloorTable | TableView, slip: Irregularity) -> bool:
    is_void = slip.hands == "void" and not _may_settle(table, slip.id, undecided_wagers(table))
    fits = not slip.methods or table.state.method in slip.methods
    return is_void and fits and is_now(table.engine, table.state, slip)


# --- In words ----------------------------------------------------------------------------------------------


def what_remains(table: FloorTable | TableView) -> str:
    """What a table that opens no new round may still do."""
    round_ = table.state.round
    if wagers := undecided_wagers(table):
        assert round_ is not None
        return (
            f"Round {round_.number} cannot be settled by the rules at hand ({', '.join(_names(table, wagers))}). "
            f"Accepted: {ways_out(table)}. Then the table is closed."
        )
    if is_under_way(table.state):
        return "The round under way is played out and settled by the odds of the log; then the table is closed."
    if round_ is not None:
        return "Wagers that lie on the table are handed back; then the table is closed."
    again = "removed, and installed again under the rules at hand"
    return f"It can be closed, {again}." if table.state.decks else f"It is closed; it can be {again}."


def why_no_round(table: FloorTable | TableView) -> str:
    """That a table opens no new round, and why: the first difference."""
    return f"No new round opens here: installed under other rules than those at hand ({what_differs(table)})."
