"""Corrections with `tablelaw floor`, of transfers, meters and gaming days; and meter links, taken down and restored."""

from __future__ import annotations

from typing import Annotated

import typer

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cli.arguments import OfLink
from tablelaw.cli.floor.money import Sum, cents_of
from tablelaw.cli.floor.options import APPROVERS, Database, kept_floor, ordering
from tablelaw.floor import orders
from tablelaw.floor.log.entry import decode
from tablelaw.floor.orders import FloorCommand
from tablelaw.floor.refusals import FloorRefused

LONGEST_RECEIPT = 40
PANEL = "Corrections and links"
Reason = Annotated[str, typer.Option(help="The reason, which is kept in the log.")]
Approvers = Annotated[list[str], typer.Option("--approver", help=APPROVERS)]
OtherApprovers = Annotated[
    list[str],
    typer.Option("--approver", help="Who approves it: two people, one option each; neither made the transfer."),
]


def correct(
    transfer: Annotated[
        str, typer.Argument(metavar="RECEIPT", help="The transfer's receipt, as a statement shows it: 27.1.")
    ],
    amount: Sum,
    reason: Reason,
    approvers: OtherApprovers,
    db: Database = "",
) -> FloorCommand:
    """Return part of a transfer by making another one the opposite way; nothing already in the log is changed.

    Transfers made together are returned together: a buy-in's cash with its chips.
    """
    return orders.CorrectTransfer(_transfer(db, transfer), cents_of(amount), reason, tuple(approvers), together=True)


def _transfer(db: str, receipt: str) -> str:
    """Finds the id of the transfer with this receipt, which gives the number of an entry and the transfer's place in
    it.
    """
    seq, dot, place = receipt.partition(".")
    if not (dot and seq.isdecimal() and place.isdecimal()) or len(receipt) > LONGEST_RECEIPT:
        return receipt
    with kept_floor(db) as store:
        kept = store.entry(int(seq)) if int(seq) <= store.head() else None
        moved = decode(kept.body).transfers if kept else ()
    if not 1 <= int(place) <= len(moved):
        raise FloorRefused("no-such-transfer", why=receipt, accepted="a receipt from `tablelaw ledger statement`")
    return moved[int(place) - 1].id


def adjust(
    meter: Annotated[str, typer.Argument(help="The meter's name, as `tablelaw meters` shows it.")],
    amount: Sum,
    reason: Reason,
    approvers: Approvers,
    less: Annotated[bool, typer.Option("--less", help="Lower the meter by SUM instead of raising it.")] = False,
) -> FloorCommand:
    """Correct the amount that a meter shows, and record it."""
    units = cents_of(amount) * METER_UNITS_PER_CENT
    return orders.AdjustMeter(meter, -units if less else units, reason, tuple(approvers))


def cut_link(link: OfLink) -> FloorCommand:
    """Record that a link of meters is down: the wagers that feed them cannot be placed."""
    return orders.CutLink(link)


def restore_link(link: OfLink) -> FloorCommand:
    """Record that a link of meters is up again."""
    return orders.RestoreLink(link)


def take_back_day(
    day: Annotated[str, typer.Argument(help="The date of the gaming day, for example 2026-11-15.")],
    reason: Reason,
    approvers: Approvers,
) -> FloorCommand:
    """Cancel a day opened by mistake, or resume one ended by mistake, if nothing has happened since.

    It needs two approvers, one of whom may be the person giving the order; nothing in the log is changed, and the log
    names both approvers.
    """
    return orders.TakeBackDay(day, reason, tuple(approvers))


def register(app: typer.Typer) -> None:
    for name, command in (
        ("correct", correct),
        ("adjust", adjust),
        ("take-back-day", take_back_day),
        ("cut-link", cut_link),
        ("restore-link", restore_link),
    ):
        app.command(name, rich_help_panel=PANEL)(ordering(command))
