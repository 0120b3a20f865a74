"""Who deals a table, and for which players a dealer may act.

Dealers give orders only at the table they are assigned to. Players give their own orders from a device; a dealer enters
decisions only for a player who was recorded beforehand as having no device. Each of these orders is in the log under
the dealer's name, with the position it was for.
"""

from __future__ import annotations

from tablelaw.floor import events as property_events
from tablelaw.floor import orders
from tablelaw.floor.handlers.registry import Answer, OrderContext, handles
from tablelaw.floor.handlers.validation import NAMES_ACCEPTED, is_name
from tablelaw.floor.house_staff import DEALER
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import Order
from tablelaw.floor.property import FloorTable, Property
from tablelaw.floor.read_model import TableView
from tablelaw.floor.refusals import FloorRefused
from tablelaw.jurisdictions.model import Matter
from tablelaw.persons import Actor
from tablelaw.table import commands, events
from tablelaw.table.commands import Command

FOR_A_PLAYER = (commands.TakeSeat, commands.LeaveSeat, commands.PlaceWager, commands.Act)
"""Orders that players normally give themselves. Handing back a wager is not included, because it costs the player
nothing.
"""
TAKEN_FOR_SILENCE = ("check", "ride", "fold")
"""Actions that the automatic dealer enters for a player whose time has run out."""
ASSIGN = "a floorperson assigns the dealer"
ASSIGN_TYPED = "`tablelaw floor assign TABLE DEALER`"
SERVE = "the player's own order, or a floorperson's record that the player has no device"
SERVE_TYPED = "`tablelaw floor serve`"


def require_dealer_of_table(floor: Property, order: Order) -> None:
    """Refuses a dealer's order at another dealer's table, or for a player who has a device."""
    actor, command = order.actor, order.command
    if actor.role != "dealer":
        return
    if isinstance(command, Command):
        table = floor.tables.get(order.table)
        if table is not None:
            _require_dealer_at(table, command, order.by)
    elif isinstance(command, orders.BuyIn):
        table = floor.tables.get(command.table)
        if table is not None and order.by != DEALER and table.dealer not in ("", actor.name):
            raise _other_dealer(table)
    elif isinstance(command, orders.LoadAccount | orders.CloseAccount) and order.by != DEALER:
        _require_own_player(floor, command.player, actor.name)


def require_table_stays_open(floor: Property, order: Order) -> None:
    """Refuses the first wager of a new round at a table that is about to close.

    Only new orders are checked, since an earlier log may contain such a wager.
    """
    table = floor.tables.get(order.table)
    if isinstance(order.command, commands.PlaceWager) and table and table.closing and table.state.round is None:
        why = f"{table.closing} asked to close {table.name}"
        raise FloorRefused("table-closing", why=why, accepted="another table")


def _require_dealer_at(table: FloorTable, command: Command, by: str) -> None:
    is_for_player = isinstance(command, FOR_A_PLAYER)
    if by != DEALER and not _deals(table, by) and (table.dealer or is_for_player):
        raise _other_dealer(table)
    if not is_for_player or isinstance(command, commands.TakeSeat) or (by == DEALER and _is_silence(command)):
        return
    seat: int = getattr(command, "seat", 0)
    if seat in table.state.players and not is_served(table, seat):
        cite = table.engine.rules.cites.row("wagers-from")
        raise FloorRefused("player-has-device", why=f"seat {seat}", cite=cite, accepted=SERVE, typed=SERVE_TYPED)


def _deals(table: FloorTable, by: str) -> bool:
    """Whether this person is the dealer assigned to the table; always false for an actor without a name."""
    return bool(table.dealer) and Actor.parse(by) == Actor("dealer", table.dealer)


def _is_silence(command: Command) -> bool:
    return isinstance(command, commands.Act) and command.action in TAKEN_FOR_SILENCE and not command.cents


def _require_own_player(floor: Property, player: str, dealer: str) -> None:
    """Refuses a dealer who acts on the account of a player seated only at other dealers' tables."""
    tables = [table for table in floor.tables.values() if player in table.state.players.values()]
    dealers = {table.dealer for table in tables}
    if dealers and not dealers & {"", dealer}:
        raise _other_dealer(tables[0])


def _other_dealer(table: FloorTable) -> FloorRefused:
    why = f"{table.dealer} deals {table.name}" if table.dealer else f"nobody is assigned to {table.name}"
    return FloorRefused("not-your-table", why=why, accepted=ASSIGN, typed=ASSIGN_TYPED)


def is_served(table: FloorTable | TableView, seat: int) -> bool:
    """Whether the player at a seat has no device, so the dealer acts for them."""
    return seat in table.served and table.served[seat] == table.state.players.get(seat)


# --- Recording assignments ------------------------------------------------------------------------------------------


@handles(orders.AssignDealer)
def assign(context: OrderContext, command: orders.AssignDealer) -> Answer:
    """Assigns a dealer to a table.

    Floorpersons may assign anyone. A dealer may take a table that has no dealer, or give up their own.
    """
    table = context.floor.tables[context.table(command.table)]
    actor = context.order.actor
    if command.dealer and not is_name(command.dealer):
        raise FloorRefused("no-such-name", where="dealer", why=repr(command.dealer), accepted=NAMES_ACCEPTED)
    own = ("", actor.name)
    if actor.role == "dealer" and (command.dealer not in own or table.dealer not in own):
        raise _other_dealer(table)
    cite = context.cite(Matter.DEALERS, command.table)
    return property_events.DealerAssigned(command.table, command.dealer, cite=cite), (), ()


@handles(orders.ServeSeat)
def serve(context: OrderContext, command: orders.ServeSeat) -> Answer:
    """Records that the player at a seat has no device. Only the table's own dealer or a floorperson may do so."""
    table = context.floor.tables[context.table(command.table)]
    if context.order.actor.role == "dealer" and not _deals(table, context.order.by):
        raise _other_dealer(table)
    if table.state.players.get(command.seat) != command.player:
        seated = ", ".join(f"{player} at {seat}" for seat, player in sorted(table.state.players.items()))
        why = f"{command.player} at seat {command.seat}"
        raise FloorRefused("not-seated-there", why=why, accepted=seated or "seat the player first")
    cite = context.cite(Matter.SERVED_SEATS, command.table)
    return property_events.SeatServed(command.table, command.seat, command.player, cite=cite), (), ()


# --- Ending assignments ---------------------------------------------------------------------------------------------


def after_entry(table: FloorTable, entry: Entry) -> None:
    """Ends the records that an entry makes obsolete.

    A player no longer counts as having no device after leaving or giving an order, and a dealer's assignment ends when
    the table closes.
    """
    for event in entry.events:
        seat = getattr(event, "seat", 0)
        is_own = entry.actor.role == "player" and isinstance(event, OWN)
        if seat in table.served and (is_own or isinstance(event, events.SeatLeft)):
            table.served = {number: player for number, player in table.served.items() if number != seat}
        elif isinstance(event, events.TableClosed):
            table.dealer, table.served, table.closing = "", {}, ""


OWN = (events.WagerPlaced, events.WagerWithdrawn, events.Decided)
"""Events that show that a player has a device, if the player's own order caused them."""
