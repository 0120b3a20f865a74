"""Tables that were installed under rules other than the current ones. They may do anything except open a new round."""

from __future__ import annotations

from tablelaw.floor.handlers.to_a_table import WAGERING
from tablelaw.floor.orders import Order
from tablelaw.floor.property import FloorTable, Property
from tablelaw.floor.read_model import TableView
from tablelaw.floor.refusals import FloorRefused
from tablelaw.law.rows import Irregularity
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.phases.decks import is_under_way
from tablelaw.table.phases.irregularities import is_now

INSTALL_AGAIN = "settle the round, then close and remove the table and install it again under the current rules"
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
"""Commands that prepare the cards for a round or take wagers for it. None is needed to settle or void the last
round.
"""
EARLIER_PROGRAM = "the program the table was installed with, which settles the round"


def require_rules_of_installation(floor: Property, order: Order) -> None:
    """Refuses a command that the current rules would decide differently from the rules the table was installed
    under.
    """
    table = floor.tables.get(order.table)
    if table is not None and isinstance(order.command, Command):
        refusal = refusal_by_other_rules(table, order.command)
        if refusal is not None:
            raise refusal


def refusal_by_other_rules(table: FloorTable | TableView, command: Command) -> FloorRefused | None:
    """The refusal of a command at a table installed under other rules; None if the command is allowed."""
    if not table.differences:
        return None
    if isinstance(command, FOR_A_NEW_ROUND):
        return FloorRefused("other-rules", why=f"{table.name}: {what_differs(table)}", accepted=INSTALL_AGAIN)
    if isinstance(command, commands.MarkDevice) or not (wagers := undecided_wagers(table)):
        return None
    if isinstance(command, commands.ReportIrregularity) and not _may_settle(table, command.irregularity, wagers):
        return None
    why = f"{', '.join(_names(table, wagers))} of {table.name}: {what_differs(table)}"
    return FloorRefused("other-rules", why=why, accepted=ways_out(table), typed=" or ".join(_slips(table)))


def what_differs(table: FloorTable | TableView) -> str:
    """Names the first difference and the number of further ones."""
    more = len(table.differences) - 1
    return f"{table.differences[0]}{f' (and {more} more)' if more else ''}"


# --- A round that cannot be settled ------------------------------------------------------------------------


def undecided_wagers(table: FloorTable | TableView) -> list[str]:
    """Wagers of the current round that the current rules would settle differently, with the bonuses that ride on them.

    A void returns wagers without applying any rule, so in a void round only the wagers that the voiding paragraph still
    settles are included.
    """
    round_ = table.state.round
    if not table.undecided or round_ is None or round_.phase == "betting":
        return []
    staked = {wager for seat in round_.seats.values() for wager in seat.wagers}
    staked |= {bonus.id for bonus in table.engine.rules.bonuses if staked.intersection(bonus.rides_on)}
    undecided = staked & table.undecided
    if round_.voided_by:
        undecided = {wager for wager in undecided if _settles(table, round_.voided_by, [wager])}
    return sorted(undecided)


def _settles(table: FloorTable | TableView, irregularity: str, wagers: list[str]) -> bool:
    """Whether an irregularity still settles any of these wagers on the cards instead of returning them."""
    effects = table.engine.rules.effects.get(irregularity, {})
    return any(effects[wager].effect == "settled" for wager in wagers if wager in effects)


def _may_settle(table: FloorTable | TableView, irregularity: str, wagers: list[str]) -> bool:
    """Like `_settles`, but also covers the irregularities that this one becomes when it is reported again in a
    round.
    """
    known = table.engine.rules.irregularities.get(irregularity)
    return any(_settles(table, name, wagers) for name in (irregularity, *(known.again if known else ())))


def _names(table: FloorTable | TableView, wagers: list[str]) -> list[str]:
    return [table.engine.rules.wagers[wager].name for wager in wagers]


def ways_out(table: FloorTable | TableView, *, as_typed: bool = False) -> str:
    """How to end a round that the current rules cannot settle: who may void it, and for which irregularities, by name
    or as they are typed on the command line.
    """
    if not (voiding := _voiding(table)):
        return EARLIER_PROGRAM
    names = " or ".join(_slips(table) if as_typed else (f'"{irregularity.name}"' for irregularity in voiding))
    void = f"an irregularity that voids it, reported by a dealer or a floorperson: {names}"
    return f"{EARLIER_PROGRAM}; or {void}"


def _slips(table: FloorTable | TableView) -> list[str]:
    """The orders that report an irregularity which voids the round."""
    return [f"slip({irregularity.id})" for irregularity in _voiding(table)]


def _voiding(table: FloorTable | TableView) -> list[Irregularity]:
    if table.state.round is None or table.state.round.voided_by:
        return []
    return [one for one in table.engine.rules.irregularities.values() if _hands_all_back(table, one)]


def _hands_all_back(table: FloorTable | TableView, irregularity: Irregularity) -> bool:
    is_void = irregularity.hands == "void" and not _may_settle(table, irregularity.id, undecided_wagers(table))
    fits = not irregularity.methods or table.state.method in irregularity.methods
    return is_void and fits and is_now(table.engine.rules, table.state, irregularity)


# --- In words ----------------------------------------------------------------------------------------------


def what_remains(table: FloorTable | TableView, *, as_typed: bool = False) -> str:
    """Describes what a table that opens no new round may still do, with orders as they are typed if asked for."""
    round_ = table.state.round
    if wagers := undecided_wagers(table):
        assert round_ is not None
        return (
            f"Round {round_.number} cannot be settled under the current rules ({', '.join(_names(table, wagers))}"
            f"). Accepted: {ways_out(table, as_typed=as_typed)}. Then the table is closed."
        )
    if is_under_way(table.state):
        return "The round under way is played to its end and settled at the odds in the log; then the table is closed."
    if round_ is not None:
        return "Wagers on the table are returned; then the table is closed."
    again = "removed, and installed again under the current rules"
    return f"It can be closed, {again}." if table.state.decks else f"It is closed; it can be {again}."


def why_no_round(table: FloorTable | TableView) -> str:
    """States that a table opens no new round, and gives the first difference as the reason."""
    why = f"the table was installed under rules other than the current ones ({what_differs(table)})"
    return f"No new round opens here: {why}."
