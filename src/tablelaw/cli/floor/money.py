"""Money orders of `tablelaw floor`: players' chips and accounts, trays and drop boxes."""

from __future__ import annotations

from typing import Annotated

import typer

from tablelaw.amounts import parse_money
from tablelaw.cli.arguments import OfTable
from tablelaw.cli.floor.options import ordering
from tablelaw.floor import orders
from tablelaw.floor.orders import FloorCommand
from tablelaw.printed_money import money_format

PLAYERS, CAGE = "Players' money", "Trays and drop boxes"
Sum = Annotated[
    str, typer.Argument(metavar="SUM", help="An amount as the property writes it, for example 500, 7.50 or 1,250.")
]
Player = Annotated[str, typer.Argument(help="The player's name.")]


def buy_in(player: Player, table: OfTable, amount: Sum) -> FloorCommand:
    """Put cash into a table's drop box and give the player chips from its tray."""
    return orders.BuyIn(player, table, cents_of(amount))


def cash_out(player: Player) -> FloorCommand:
    """Exchange all of a player's chips at the cage."""
    return orders.CashOut(player)


def load(player: Player, amount: Sum) -> FloorCommand:
    """Move chips onto the player's electronic wagering account, from which Five Card Hand wagers are made."""
    return orders.LoadAccount(player, cents_of(amount))


def unload(player: Player) -> FloorCommand:
    """Pay the electronic wagering account out to zero, in chips."""
    return orders.CloseAccount(player)


def fill(table: OfTable, amount: Sum) -> FloorCommand:
    """Move chips from the cage to a tray."""
    return orders.FillTray(table, cents_of(amount))


def credit(table: OfTable, amount: Sum) -> FloorCommand:
    """Move chips from a tray back to the cage."""
    return orders.CreditTray(table, cents_of(amount))


def drop(table: OfTable, amount: Sum) -> FloorCommand:
    """Count the drop box: SUM is the cash found. A difference is an exception of the day."""
    return orders.CountDrop(table, cents_of(amount))


def cents_of(amount: str) -> int:
    return parse_money(amount, "SUM", money_format())


def register(app: typer.Typer) -> None:
    for name, command, panel in (
        ("buy-in", buy_in, PLAYERS),
        ("cash-out", cash_out, PLAYERS),
        ("load", load, PLAYERS),
        ("unload", unload, PLAYERS),
        ("fill", fill, CAGE),
        ("credit", credit, CAGE),
        ("drop", drop, CAGE),
    ):
        app.command(name, rich_help_panel=panel)(ordering(command))
