"""`tablelaw floor assign` and `tablelaw floor serve`: who deals a table, and for whom the dealer acts."""

from __future__ import annotations

from typing import Annotated

import typer

from tablelaw.cli.arguments import OfTable
from tablelaw.cli.floor.money import Player
from tablelaw.cli.floor.options import ordering
from tablelaw.floor import orders
from tablelaw.floor.orders import FloorCommand

DEALERS = "Dealers"


def assign(
    table: OfTable, dealer: Annotated[str, typer.Argument(help="The dealer's name; leave it out for none.")] = ""
) -> FloorCommand:
    """Set who deals a table: only that dealer may give orders there, and act for players without a device."""
    return orders.AssignDealer(table, dealer)


def serve(
    table: OfTable, seat: Annotated[int, typer.Argument(metavar="SEAT", help="The position.")], player: Player
) -> FloorCommand:
    """Record that a seated player has no device, so the table's dealer enters what the player says.

    It holds until the player leaves the seat or gives an order of their own.
    """
    return orders.ServeSeat(table, seat, player)


def register(app: typer.Typer) -> None:
    for name, command in (("assign", assign), ("serve", serve)):
        app.command(name, rich_help_panel=DEALERS)(ordering(command))
