"""Orders about money: players' chips and accounts, trays and drop boxes."""

from __future__ import annotations

from tablelaw.cage.accounts import CAGE, HOUSE, account_of
from tablelaw.floor import events as property_events
from tablelaw.floor import orders
from tablelaw.floor.handlers.registry import Answer, OrderContext, handles
from tablelaw.floor.refusals import FloorRefused
from tablelaw.jurisdictions.model import Matter
from tablelaw.persons import Actor

# --- Players' money ----------------------------------------------------------------------------------


@handles(orders.BuyIn)
def buy_in(context: OrderContext, command: orders.BuyIn) -> Answer:
    context.require_open_day()
    table = context.table(command.table)
    context.require_positive(command.cents)
    player = _own(context, command.player)
    cents = command.cents
    cash = (CAGE, account_of("drop", table), cents, "buy-in")
    chips = (account_of("tray", table), account_of("chips", player), cents, "buy-in")
    cite = context.cite(Matter.CHIPS_BOUGHT, table)
    return property_events.ChipsBought(player, table, cents, cite=cite), context.move(cash, chips, cite=cite), ()


@handles(orders.CashOut)
def cash_out(context: OrderContext, command: orders.CashOut) -> Answer:
    player = _own(context, command.player)
    context.require_no_open_round(player)
    chips = account_of("chips", player)
    cents = _all_of(context, chips)
    cite = context.cite(Matter.CHIPS_CASHED)
    moved = context.move((chips, CAGE, cents, "cash-out"), cite=cite)
    return property_events.ChipsCashed(player, cents, cite=cite), moved, ()


@handles(orders.LoadAccount)
def load_account(context: OrderContext, command: orders.LoadAccount) -> Answer:
    context.require_positive(command.cents)
    player = _own(context, command.player)
    cite = context.cite(Matter.ACCOUNTS_LOADED)
    chips, game = account_of("chips", player), account_of("game", player)
    moved = context.move((chips, game, command.cents, "load"), cite=cite)
    return property_events.AccountLoaded(player, command.cents, cite=cite), moved, ()


@handles(orders.CloseAccount)
def close_account(context: OrderContext, command: orders.CloseAccount) -> Answer:
    """Pays the account out to zero, in chips."""
    player = _own(context, command.player)
    context.require_no_open_round(player)
    chips, game = account_of("chips", player), account_of("game", player)
    cents = _all_of(context, game)
    cite = context.cite(Matter.ACCOUNTS_CLOSED)
    moved = context.move((game, chips, cents, "unload"), cite=cite)
    return property_events.AccountClosed(player, cents, cite=cite), moved, ()


def _own(context: OrderContext, player: str) -> str:
    """Returns the player's name. Refuses an order by another player, since players may move only their own money."""
    actor, own = context.order.actor, Actor("player", player)
    if actor.role == "player" and actor != own:
        why = f"{actor.name} gave an order about {player}'s money"
        raise FloorRefused("wrong-role", why=why, accepted=f"{player} or the staff", typed=str(own))
    return player


def _all_of(context: OrderContext, account: str) -> int:
    cents = context.floor.ledger.balance(account).available
    if cents <= 0:
        raise FloorRefused("nothing-there", why=account, accepted="a balance above zero")
    return cents


# --- Trays and drop boxes ------------------------------------------------------------------------------


@handles(orders.FillTray)
def fill(context: OrderContext, command: orders.FillTray) -> Answer:
    context.require_positive(command.cents)
    tray = account_of("tray", context.table(command.table))
    cite = context.cite(Matter.FILLS, command.table)
    moved = context.move((CAGE, tray, command.cents, "fill"), cite=cite)
    return property_events.TrayFilled(command.table, command.cents, cite=cite), moved, ()


@handles(orders.CreditTray)
def credit(context: OrderContext, command: orders.CreditTray) -> Answer:
    context.require_positive(command.cents)
    tray = account_of("tray", context.table(command.table))
    cite = context.cite(Matter.CREDITS, command.table)
    moved = context.move((tray, CAGE, command.cents, "credit"), cite=cite)
    return property_events.TrayCredited(command.table, command.cents, cite=cite), moved, ()


@handles(orders.CountDrop)
def count_drop(context: OrderContext, command: orders.CountDrop) -> Answer:
    """Moves the whole content of the drop box to the cage.

    The house bears any surplus or shortage, and the day's report lists it as an exception.
    """
    drop = account_of("drop", context.table(command.table))
    expected = context.floor.ledger.balance(drop).posted
    if command.cents < 0 or not (command.cents or expected):
        raise FloorRefused("nothing-there", why=drop, accepted="the cash that was counted")
    counted = min(expected, command.cents)
    moves = [(drop, CAGE, counted, "drop count"), (drop, HOUSE, expected - counted, "drop short")]
    moves.append((HOUSE, CAGE, command.cents - counted, "drop over"))
    cite = context.cite(Matter.DROP, command.table)
    moved = context.move(*(move for move in moves if move[2]), cite=cite)
    return property_events.DropCounted(command.table, command.cents, expected, cite=cite), moved, ()
