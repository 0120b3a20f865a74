"""Orders about money: chips and accounts of players, trays and drop boxes."""

from __future__ import annotations

from houserules.floor import events as property_events
from houserules.floor import orders
from houserules.floor.handlers.registry import Answer, Desk, handles
from houserules.floor.refusals import FloorRefused
from houserules.jurisdictions.model import Matter

# --- Players' money ----------------------------------------------------------------------------------


@handles(orders.BuyIn, "dealer", "floor", "player")
def buy_in(desk: Desk, command: orders.BuyIn) -> Answer:
    desk.refuse_no_day()
    table = desk.table(command.table)
    desk.refuse_no_sum(command.cents)
    player = _own(desk, command.player)
    cents = command.cents
    moves = ("cage", f"drop:{table}", cents, "buy-in"), (f"tray:{table}", f"chips:{player}", cents, "buy-in")
    cite = desk.cite(Matter.CHIPS_BOUGHT, table)
    return property_events.ChipsBought(player, table, cents, cite=cite), desk.move(*moves, cite=cite), ()


@handles(orders.CashOut, "cashier", "floor", "player")
def cash_out(desk: Desk, command: orders.CashOut) -> Answer:
    player = _own(desk, command.player)
    desk.refuse_in_a_round(player)
    cents = _all_of(desk, f"chips:{player}")
    cite = desk.cite(Matter.CHIPS_CASHED)
    moved = desk.move((f"chips:{player}", "cage", cents, "cash-out"), cite=cite)
    return property_events.ChipsCashed(player, cents, cite=cite), moved, ()


@handles(orders.LoadAccount, "dealer", "floor", "player")
def load_account(desk: Desk, command: orders.LoadAccount) -> Answer:
    desk.refuse_no_sum(command.cents)
    player = _own(desk, command.player)
    cite = desk.cite(Matter.ACCOUNTS_LOADED)
    moved = desk.move((f"chips:{player}", f"game:{player}", command.cents, "load"), cite=cite)
    return property_events.AccountLoaded(player, command.cents, cite=cite), moved, ()


@handles(orders.CloseAccount, "dealer", "floor", "player")
def close_account(desk: Desk, command: orders.CloseAccount) -> Answer:
    """Paid out to zero, in chips."""
    player = _own(desk, command.player)
    desk.refuse_in_a_round(player)
    cents = _all_of(desk, f"game:{player}")
    cite = desk.cite(Matter.ACCOUNTS_CLOSED)
    moved = desk.move((f"game:{player}", f"chips:{player}", cents, "unload"), cite=cite)
    return property_events.AccountClosed(player, cents, cite=cite), moved, ()


def _own(desk: Desk, player: str) -> str:
    """A player speaks of the own money only."""
    role, _, person = desk.order.by.partition(":")
    if role == "player" and person != player:
        raise FloorRefused("wrong-role", why=f"{person} spoke for {player}", accepted=f"player:{player}")
    return player


def _all_of(desk: Desk, account: str) -> int:
    cents = desk.floor.ledger.balance(account).available
    if cents <= 0:
        raise FloorRefused("nothing-there", why=account, accepted="a balance above zero")
    return cents


# --- Trays and drop boxes ------------------------------------------------------------------------------


@handles(orders.FillTray, "floor", "cashier")
def fill(desk: Desk, command: orders.FillTray) -> Answer:
    desk.refuse_no_sum(command.cents)
    tray = f"tray:{desk.table(command.table)}"
    cite = desk.cite(Matter.FILLS, command.table)
    moved = desk.move(("cage", tray, command.cents, "fill"), cite=cite)
    return property_events.TrayFilled(command.table, command.cents, cite=cite), moved, ()


@handles(orders.CreditTray, "floor", "cashier")
def credit(desk: Desk, command: orders.CreditTray) -> Answer:
    desk.refuse_no_sum(command.cents)
    tray = f"tray:{desk.table(command.table)}"
    cite = desk.cite(Matter.CREDITS, command.table)
    moved = desk.move((tray, "cage", command.cents, "credit"), cite=cite)
    return property_events.TrayCredited(command.table, command.cents, cite=cite), moved, ()


@handles(orders.CountDrop, "floor", "cashier")
def count_drop(desk: Desk, command: orders.CountDrop) -> Answer:
    """The whole box goes to the cage; what the count finds more or less is the house's, and an exception of the day."""
    drop = f"drop:{desk.table(command.table)}"
    expected = desk.floor.ledger.balance(drop).posted
    if command.cents < 0 or not (command.cents or expected):
        raise FloorRefused("nothing-there", why=drop, accepted="the cash that was counted")
    counted = min(expected, command.cents)
    moves = [(drop, "cage", counted, "drop count"), (drop, "house", expected - counted, "drop short")]
    moves.append(("house", "cage", command.cents - counted, "drop over"))
    cite = desk.cite(Matter.DROP, command.table)
    moved = desk.move(*(move for move in moves if move[2]), cite=cite)
    return property_events.DropCounted(command.table, command.cents, expected, cite=cite), moved, ()
