"""Orders about money, of `houserules floor`: chips, electronic accounts, trays, drop boxes, corrections, links."""

from __future__ import annotations

from typing import Annotated

import typer

from houserules.amounts import METER_UNITS_PER_CENT, parse_money
from houserules.cli.door import By, Database, OrderId, give, kept_floor
from houserules.cli.show import JsonFlag
from houserules.floor import orders
from houserules.floor.entry import decode
from houserules.floor.refusals import FloorRefused

PLAYERS, CAGE, CONTROL = "Players' money", "Trays and drop boxes", "Corrections and links"
Sum = Annotated[str, typer.Argument(metavar="SUM", help="A sum of money in dollars, as 500, 7.50 or 1,250.")]
Player = Annotated[str, typer.Argument(help="The player's name.")]
OfTable = Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")]
Reason = Annotated[str, typer.Option(help="Why: it is kept in the log.")]
Approvers = Annotated[list[str], typer.Option("--approver", help="Who approves it: two persons, one option each.")]


def buy_in(
    player: Player,
    table: OfTable,
    amount: Sum,
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """Cash into a table's drop box, chips from its tray to the player."""
    give(db, by, orders.BuyIn(player, table, parse_money(amount, "SUM")), order_id, as_json)


def cash_out(player: Player, by: By = "", db: Database = "", order_id: OrderId = "", as_json: JsonFlag = False) -> None:
    """All chips of a player exchanged at the cage."""
    give(db, by, orders.CashOut(player), order_id, as_json)


def load(
    player: Player,
    amount: Sum,
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """Chips onto the player's electronic wagering account, which Five Card Hand wagers come from."""
    give(db, by, orders.LoadAccount(player, parse_money(amount, "SUM")), order_id, as_json)


def unload(player: Player, by: By = "", db: Database = "", order_id: OrderId = "", as_json: JsonFlag = False) -> None:
    """The electronic wagering account paid out to zero, as chips."""
    give(db, by, orders.CloseAccount(player), order_id, as_json)


def fill(
    table: OfTable,
    amount: Sum,
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """Chips from the cage to a tray."""
    give(db, by, orders.FillTray(table, parse_money(amount, "SUM")), order_id, as_json)


def credit(
    table: OfTable,
    amount: Sum,
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """Chips from a tray back to the cage."""
    give(db, by, orders.CreditTray(table, parse_money(amount, "SUM")), order_id, as_json)


def drop(
    table: OfTable,
    amount: Sum,
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """The drop box opened: SUM is what the count finds. A difference is an exception of the day."""
    give(db, by, orders.CountDrop(table, parse_money(amount, "SUM")), order_id, as_json)


def correct(
    transfer: Annotated[str, typer.Argument(metavar="RECEIPT", help="Of the transfer, as a statement shows it: 27.1.")],
    amount: Sum,
    reason: Reason,
    approvers: Approvers,
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """So much of a transfer goes back the way it came, by a further one; nothing in the log is changed."""
    command = orders.CorrectTransfer(_transfer(db, transfer), parse_money(amount, "SUM"), reason, tuple(approvers))
    give(db, by, command, order_id, as_json)


def _transfer(db: str, receipt: str) -> str:
    """The id of the transfer that a receipt was given for: its entry, and its place in it."""
    seq, dot, place = receipt.partition(".")
    if not (dot and seq.isdecimal() and place.isdecimal()):
        return receipt
    with kept_floor(db) as store:
        kept = store.entry(int(seq))
        moved = decode(kept.body).transfers if kept else ()
    if not 1 <= int(place) <= len(moved):
        raise FloorRefused("no-such-transfer", why=receipt, accepted="a receipt of `houserules ledger statement`")
    return moved[int(place) - 1].id


def adjust(
    meter: Annotated[str, typer.Argument(help="The meter's name, as `houserules meters` shows it.")],
    amount: Sum,
    reason: Reason,
    approvers: Approvers,
    less: Annotated[bool, typer.Option("--less", help="The meter falls by SUM instead of rising.")] = False,
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """A recorded correction of what a meter shows."""
    units = parse_money(amount, "SUM") * METER_UNITS_PER_CENT
    command = orders.AdjustMeter(meter, -units if less else units, reason, tuple(approvers))
    give(db, by, command, order_id, as_json)


def cut_link(link: str, by: By = "", db: Database = "", order_id: OrderId = "", as_json: JsonFlag = False) -> None:
    """A link of meters is down: the wagers that feed them cannot be placed."""
    give(db, by, orders.CutLink(link), order_id, as_json)


def restore_link(link: str, by: By = "", db: Database = "", order_id: OrderId = "", as_json: JsonFlag = False) -> None:
    """A link of meters is up again."""
    give(db, by, orders.RestoreLink(link), order_id, as_json)


def register(app: typer.Typer) -> None:
    for name, command, panel in (
        ("buy-in", buy_in, PLAYERS),
        ("cash-out", cash_out, PLAYERS),
        ("load", load, PLAYERS),
        ("unload", unload, PLAYERS),
        ("fill", fill, CAGE),
        ("credit", credit, CAGE),
        ("drop", drop, CAGE),
        ("correct", correct, CONTROL),
        ("adjust", adjust, CONTROL),
        ("cut-link", cut_link, CONTROL),
        ("restore-link", restore_link, CONTROL),
    ):
        app.command(name, rich_help_panel=panel)(command)
