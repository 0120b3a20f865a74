"""Orders to the property itself: tables, gaming days, links, corrections; and the way to the handler of each."""

from __future__ import annotations

from houserules.amounts import METER_UNITS_PER_CENT
from houserules.cage.meters.changes import MeterChange
from houserules.clock import read_day
from houserules.floor import events as property_events
from houserules.floor import orders
from houserules.floor.handlers import days, dealers, inspection, jurisdiction, money
from houserules.floor.handlers.installation import floor_table, meter_cite, refuse_beside, seed_units, terms_text
from houserules.floor.handlers.outcome import Outcome, raw
from houserules.floor.handlers.registry import HANDLERS, Answer, Desk, handles, refuse_one_person
from houserules.floor.handlers.transfer_legs import legs_of
from houserules.floor.orders import FloorCommand, Order
from houserules.floor.property import Property
from houserules.floor.property_time import local_date
from houserules.floor.refusals import FloorRefused
from houserules.floor.rules.governing import governing
from houserules.floor.rules.in_force import rules_in_force
from houserules.floor.rules.lapses import refuse_to_install
from houserules.floor.snapshots import TakeSnapshot, taken
from houserules.jurisdictions.model import Matter
from houserules.law.dates.editions import edition_of
from houserules.submission.submission import accept
from houserules.table.registry import change, spoken

PARTS = (days, jurisdiction, money, inspection, dealers)
"""Modules whose functions carry out orders; reading them registers them."""


LEAVING = {"credit": Matter.TABLE_INVENTORY, "drop count": Matter.DROP}
"""What governs the transfers of a table that leaves the floor."""


def handle_property(floor: Property, order: Order) -> Outcome:
    """What an order to the property comes to. Nothing changes yet."""
    command = order.command
    assert isinstance(command, FloorCommand)
    if not floor.name and not isinstance(command, orders.OpenProperty):
        raise FloorRefused("property-not-open", accepted="the property opened first: `houserules floor init`")
    roles, handler = HANDLERS[type(command)]
    role = order.by.partition(":")[0]
    if role not in roles:
        why = f"the order ({spoken(command)}) came from {role}"
        raise FloorRefused("wrong-role", why=why, accepted=" or ".join(sorted(roles)))
    happened, transfers, meters = handler(Desk(floor, order), command)
    return Outcome(raw(command), (happened,), transfers, meters)


# --- Tables and days ---------------------------------------------------------------------------------


@handles(orders.InstallTable, "administrator", "floor")
def install(desk: Desk, command: orders.InstallTable) -> Answer:
    """A table with its tray of chips; its meters start at their seed unless a linked table started them."""
    desk.refuse_no_sum(command.tray_cents)
    table = floor_table(command.submission, command.physical)
    today = read_day(desk.floor.day) or local_date(desk.order.at, desk.floor.time_zone)
    accept(table.draft, on=today)
    refuse_to_install(table.draft, today)
    refuse_beside(desk.floor, table)
    submission = table.engine.submission
    opened = tuple(
        MeterChange(
            meter=table.meters[meter.id],
            kind="opened",
            cite=meter_cite(submission, meter),
            units=seed_units(meter),
            table=table.name,
        )
        for meter in submission.meters
        if table.meters[meter.id] not in desk.floor.meters
    )
    terms = terms_text(submission, table.meters)
    submitted, inventory = (
        governing(desk.floor, matter, table) for matter in (Matter.RULES_SUBMISSIONS, Matter.TABLE_INVENTORY)
    )
    happened = property_events.TableInstalled(
        table.name,
        command.submission,
        command.physical,
        terms,
        rules_in_force(submission, edition_of(submission.book, today)),
        cite=submitted,
    )
    return happened, desk.move(("cage", f"tray:{table.name}", command.tray_cents, "fill"), cite=inventory), opened


@handles(orders.RemoveTable, "administrator", "floor")
def remove(desk: Desk, command: orders.RemoveTable) -> Answer:
    """Only a closed table leaves; what its tray and drop box hold goes to the cage."""
    table = desk.floor.tables[desk.table(command.table)]
    if table.state.decks:
        raise FloorRefused(
            "table-open",
            why=command.table,
            accepted=f'the table closed first: `houserules floor order {command.table} "close-table()"`',
        )
    ledger, moves = desk.floor.ledger, []
    for kind, code in (("tray", "credit"), ("drop", "drop count")):
        account = f"{kind}:{command.table}"
        if cents := ledger.balance(account).posted:
            moves.append((account, "cage", cents, code))
    cites = {code: desk.cite(matter, command.table) for code, matter in LEAVING.items()}
    moved = (change(transfer, cite=cites[transfer.code]) for transfer in desk.move(*moves, cite=""))
    cite = desk.cite(Matter.RULES_SUBMISSIONS, command.table)
    return property_events.TableRemoved(command.table, cite=cite), tuple(moved), ()


# --- Links ---------------------------------------------------------------------------------------------


@handles(orders.CutLink, "system", "floor", "administrator")
def cut_link(desk: Desk, command: orders.CutLink) -> Answer:
    _refuse_link(desk, command.link, command.link in desk.floor.links_down)
    return property_events.LinkCut(command.link, cite=desk.cite(Matter.LINKS)), (), ()


@handles(orders.RestoreLink, "system", "floor", "administrator")
def restore_link(desk: Desk, command: orders.RestoreLink) -> Answer:
    _refuse_link(desk, command.link, command.link not in desk.floor.links_down)
    return property_events.LinkRestored(command.link, cite=desk.cite(Matter.LINKS)), (), ()


def _refuse_link(desk: Desk, link: str, is_so_already: bool) -> None:
    submissions = (table.engine.submission for table in desk.floor.tables.values())
    known = sorted({meter.link for submission in submissions for meter in submission.meters if meter.link})
    if link not in known:
        raise FloorRefused("no-such-link", why=link, accepted=", ".join(known) or "no table is linked")
    if is_so_already:
        raise FloorRefused("link-state", why=link, accepted="the other state")


# --- Corrections -----------------------------------------------------------------------------------------


@handles(orders.CorrectTransfer, "floor", "cashier", "administrator")
def correct(desk: Desk, command: orders.CorrectTransfer) -> Answer:
    """So many cents of a posted transfer go back the way they came."""
    desk.refuse_no_sum(command.cents)
    cite = desk.cite(Matter.CORRECTIONS)
    refuse_one_person(command.reason, command.approvers, cite)
    wrong = desk.floor.ledger.find(command.transfer)
    if wrong is None or wrong.kind not in ("posted", "post"):
        raise FloorRefused("no-such-transfer", why=command.transfer, accepted="the id of a posted transfer")
    legs = legs_of(desk.floor.ledger, wrong) if command.together else (wrong,)
    moved = desk.move(*((leg.credit, leg.debit, command.cents, "correction") for leg in legs), cite=cite)
    approved = {"reason": command.reason, "approvers": command.approvers}
    moved = tuple(change(back, corrects=leg.id, **approved) for back, leg in zip(moved, legs, strict=True))
    return property_events.Corrected(command.transfer, command.reason, cite=cite), moved, ()


@handles(orders.AdjustMeter, "floor", "administrator")
def adjust(desk: Desk, command: orders.AdjustMeter) -> Answer:
    refuse_one_person(command.reason, command.approvers, desk.cite(Matter.CORRECTIONS))
    if command.meter not in desk.floor.meters:
        accepted = ", ".join(desk.floor.meters) or "no meters here"
        raise FloorRefused("no-such-meter", why=command.meter, accepted=accepted)
    shown = desk.floor.meters[command.meter].units
    cite = desk.cite(Matter.METER_ADJUSTMENTS, _table_of_meter(desk.floor, command.meter))
    if shown + command.units < 0 or not command.units:
        most = f"-{shown // METER_UNITS_PER_CENT} cents at most"
        raise FloorRefused("below-nothing", why=f"{command.units} units", cite=cite, accepted=most)
    changed = MeterChange(
        meter=command.meter,
        kind="adjusted",
        cite=cite,
        units=command.units,
        reason=command.reason,
        approvers=command.approvers,
    )
    return property_events.MeterAdjusted(command.meter, command.reason, cite=cite), (), (changed,)


def _table_of_meter(floor: Property, meter: str) -> str:
    """The table whose own meter it is; none where tables share it by a link, or its table has left the floor."""
    state = floor.meters[meter]
    return next((table for table in state.tables if not state.link), "")


@handles(TakeSnapshot, "system")
def take_snapshot(desk: Desk, command: TakeSnapshot) -> Answer:
    return taken(command, desk.cite(Matter.SNAPSHOTS)), (), ()


@handles(orders.RecordRebuild, "administrator")
def record_rebuild(desk: Desk, command: orders.RecordRebuild) -> Answer:
    if not command.reason.strip():
        raise FloorRefused("reason-missing", accepted="why the rows were made anew")
    counts = (command.entries, command.transfers, command.accounts, command.meters, command.snapshots)
    return property_events.ProjectionsRebuilt(command.reason, *counts, cite=desk.cite(Matter.REBUILDS)), (), ()
