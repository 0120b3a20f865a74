"""Who deals a table, and for whom a dealer may act.

A dealer gives orders at the table they are assigned to. Players give their own orders from a device; only for a player
who has none, which is recorded beforehand, does the dealer of that table enter what the player says. Each such order
stands in the log under the dealer's name, with the position it was for.
"""

from __future__ import annotations

from houserules.floor import events as property_events
from houserules.floor import orders
from houserules.floor.handlers.names import NAMES_ACCEPTED, is_name
from houserules.floor.handlers.registry import Answer, Desk, handles
from houserules.floor.house_staff import DEALER
from houserules.floor.log.entry import Entry
from houserules.floor.orders import Order
from houserules.floor.property import FloorTable, Property
from houserules.floor.read_model import TableView
from houserules.floor.refusals import FloorRefused
from houserules.jurisdictions.model import Matter
from houserules.table import commands, events
from houserules.table.commands import Command

FOR_A_PLAYER = (commands.TakeSeat, commands.LeaveSeat, commands.PlaceWager, commands.Act)
"""Orders that are a player's own to give. To hand a wager back is the dealer's: it costs the player nothing."""
TAKEN_FOR_SILENCE = ("check", "fold")
"""What the automatic dealer enters for a player whose time to decide is over."""
ASSIGN = "a floorperson assigns the dealer: `houserules floor assign TABLE DEALER`"
SERVE = "the player's own order, or a floorperson's record that the player has no device: `houserules floor serve`"


def refuse_other_dealer(floor: Property, order: Order) -> None:
    """Refuses a dealer's order at somebody else's table, or for a player who has a device."""
    role, _, name = order.by.partition(":")
    if role != "dealer":
        return
    command = order.command
    if isinstance(command, Command):
        table = floor.tables.get(order.table)
        if table is not None:
            _refuse_at(table, command, order.by)
    elif isinstance(command, orders.BuyIn):
        table = floor.tables.get(command.table)
        if table is not None and order.by != DEALER and table.dealer not in ("", name):
            raise _other_dealer(table)
    elif isinstance(command, orders.LoadAccount | orders.CloseAccount) and order.by != DEALER:
        _refuse_elsewhere(floor, command.player, name)


def _refuse_at(table: FloorTable, command: Command, by: str) -> None:
    is_for_player = isinstance(command, FOR_A_PLAYER)
    if by != DEALER and not _deals(table, by) and (table.dealer or is_for_player):
        raise _other_dealer(table)
    if not is_for_player or isinstance(command, commands.TakeSeat) or (by == DEALER and _is_silence(command)):
        return
    seat: int = getattr(command, "seat", 0)
    if seat in table.state.players and not is_served(table, seat):
        cite = table.engine.plan.row_cite("wagers-from")
        raise FloorRefused("player-has-device", why=f"seat {seat}", cite=cite, accepted=SERVE)


def _deals(table: FloorTable, by: str) -> bool:
    """Whether this person is the dealer assigned to the table; who has no name is nobody's dealer."""
    return bool(table.dealer) and by == f"dealer:{table.dealer}"


def _is_silence(command: Command) -> bool:
    return isinstance(command, commands.Act) and command.action in TAKEN_FOR_SILENCE and not command.cents


def _refuse_elsewhere(floor: Property, player: str, dealer: str) -> None:
    """A player's account is the business of the dealer at whose table the player sits."""
    tables = [table for table in floor.tables.values() if player in table.state.players.values()]
    dealers = {table.dealer for table in tables}
    if dealers and not dealers & {"", dealer}:
        raise _other_dealer(tables[0])


def _other_dealer(table: FloorTable) -> FloorRefused:
    why = f"{table.dealer} deals {table.name}" if table.dealer else f"nobody is assigned to {table.name}"
    return FloorRefused("not-your-table", why=why, accepted=ASSIGN)


def is_served(table: FloorTable | TableView, seat: int) -> bool:
    """Whether the dealer acts for the player at a seat, who has no device."""
    return seat in table.served and table.served[seat] == table.state.players.get(seat)


# --- The records ----------------------------------------------------------------------------------------------------


@handles(orders.AssignDealer, "floor", "administrator", "dealer")
def assign(desk: Desk, command: orders.AssignDealer) -> Answer:
    """A floorperson assigns anybody. A dealer takes a table that has no dealer, or gives their own table up."""
    table = desk.floor.tables[desk.table(command.table)]
    role, _, name = desk.order.by.partition(":")
    if command.dealer and not is_name(command.dealer):
        raise FloorRefused("no-such-name", where="dealer", why=repr(command.dealer), accepted=NAMES_ACCEPTED)
    if role == "dealer" and (command.dealer not in ("", name) or table.dealer not in ("", name)):
        raise _other_dealer(table)
    cite = desk.cite(Matter.DEALERS, command.table)
    return property_events.DealerAssigned(command.table, command.dealer, cite=cite), (), ()


@handles(orders.ServeSeat, "floor", "dealer")
def serve(desk: Desk, command: orders.ServeSeat) -> Answer:
    """The table's own dealer or a floorperson records that the player at a seat has no device."""
    table = desk.floor.tables[desk.table(command.table)]
    if desk.order.by.partition(":")[0] == "dealer" and not _deals(table, desk.order.by):
        raise _other_dealer(table)
    if table.state.players.get(command.seat) != command.player:
        seated = ", ".join(f"{player} at {seat}" for seat, player in sorted(table.state.players.items()))
        why = f"{command.player} at seat {command.seat}"
        raise FloorRefused("not-seated-there", why=why, accepted=seated or "a player seated first")
    cite = desk.cite(Matter.SERVED_SEATS, command.table)
    return property_events.SeatServed(command.table, command.seat, command.player, cite=cite), (), ()


@handles(orders.AskClosing, "floor")
def ask_closing(desk: Desk, command: orders.AskClosing) -> Answer:
    """A floorperson asks for an open table to be closed once its round is over, or takes that back."""
    table = desk.floor.tables[desk.table(command.table)]
    if not table.state.decks:
        raise FloorRefused("table-not-open", why=table.name, accepted="a table that has decks")
    if command.is_taken_back and not table.closing:
        raise FloorRefused("closing-not-asked", why=table.name, accepted="a table whose closing was asked for")
    name = "" if command.is_taken_back else desk.order.by.partition(":")[2]
    cite = desk.cite(Matter.INTERNAL_CONTROLS, command.table)
    return property_events.ClosingAsked(command.table, name, cite=cite), (), ()


# --- What ends them -------------------------------------------------------------------------------------------------


def after_entry(table: FloorTable, entry: Entry) -> None:
    """The record of a seat ends when its player leaves it or gives an order; a closed table has no dealer."""
    for event in entry.events:
        seat = getattr(event, "seat", 0)
        is_own = entry.by.startswith("player:") and isinstance(event, OWN)
        if seat in table.served and (is_own or isinstance(event, events.SeatLeft)):
            table.served = {number: player for number, player in table.served.items() if number != seat}
        elif isinstance(event, events.TableClosed):
            table.dealer, table.served, table.closing = "", {}, ""


OWN = (events.WagerPlaced, events.WagerWithdrawn, events.Decided)
"""What a player does from a device of their own."""
