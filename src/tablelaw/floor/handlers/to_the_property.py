"""Orders to the property itself (tables, gaming days, links, corrections), and the lookup of each order's handler."""

from __future__ import annotations

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.accounts import CAGE, account_of
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.clock import read_day
from tablelaw.floor import events as property_events
from tablelaw.floor import orders
from tablelaw.floor.handlers import days, dealers_and_served_seats, inspection, jurisdiction, money
from tablelaw.floor.handlers.installation import floor_table, meter_cite, require_fit_for_floor, seed_units, terms_text
from tablelaw.floor.handlers.linked_transfers import legs_of
from tablelaw.floor.handlers.outcome import Outcome, raw
from tablelaw.floor.handlers.registry import HANDLERS, Answer, OrderContext, handles, require_two_approvers
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.property import Property
from tablelaw.floor.property_time import local_date
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.rules.governing import governing
from tablelaw.floor.rules.in_force import rules_in_force
from tablelaw.floor.rules.lapses import require_choices_in_force
from tablelaw.floor.snapshots import TakeSnapshot, taken
from tablelaw.jurisdictions.model import Matter
from tablelaw.law.dates.editions import edition_of
from tablelaw.persons import role_in_words, roles_in_words
from tablelaw.submission.submission import accept
from tablelaw.table.command_wording import spoken
from tablelaw.table.state import change

PARTS = (days, jurisdiction, money, inspection, dealers_and_served_seats)
"""Modules whose handlers are registered when they are imported."""


LEAVING = {"credit": Matter.TABLE_INVENTORY, "drop count": Matter.DROP}
"""Which matter of law governs each transfer made when a table leaves the floor."""


def handle_property(floor: Property, order: Order) -> Outcome:
    """Computes the outcome of an order to the property. Nothing changes yet."""
    command = order.command
    assert isinstance(command, FloorCommand)
    if not floor.name and not isinstance(command, orders.OpenProperty):
        raise FloorRefused("property-not-open", accepted="open the property first", typed="`tablelaw floor init`")
    roles, handler = HANDLERS[type(command)]
    role = order.actor.role
    if role not in roles:
        why = f"the order ({spoken(command)}) came from {role_in_words(order.by)}"
        raise FloorRefused("wrong-role", why=why, accepted=roles_in_words(roles))
    happened, transfers, meters = handler(OrderContext(floor, order), command)
    return Outcome(raw(command), (happened,), transfers, meters)


# --- Tables and days ---------------------------------------------------------------------------------


@handles(orders.InstallTable)
def install(context: OrderContext, command: orders.InstallTable) -> Answer:
    """Installs a table with its tray of chips.

    Each meter starts at its seed unless a linked table has already started it.
    """
    context.require_positive(command.tray_cents)
    table = floor_table(command.submission, command.physical)
    today = read_day(context.floor.day) or local_date(context.order.at, context.floor.time_zone)
    accept(table.draft, on=today)
    require_choices_in_force(table.draft, today)
    require_fit_for_floor(context.floor, table)
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
        if table.meters[meter.id] not in context.floor.meters
    )
    terms = terms_text(submission, table.meters)
    submitted, inventory = (
        governing(context.floor, matter, table) for matter in (Matter.RULES_SUBMISSIONS, Matter.TABLE_INVENTORY)
    )
    happened = property_events.TableInstalled(
        table.name,
        command.submission,
        command.physical,
        terms,
        rules_in_force(submission, edition_of(submission.book, today)),
        cite=submitted,
    )
    return (
        happened,
        context.move((CAGE, account_of("tray", table.name), command.tray_cents, "fill"), cite=inventory),
        opened,
    )


@handles(orders.AskClosing)
def ask_closing(context: OrderContext, command: orders.AskClosing) -> Answer:
    """Records that a floorperson asks for an open table to be closed after its round, or withdraws that request."""
    table = context.floor.tables[context.table(command.table)]
    if not table.state.decks:
        raise FloorRefused("table-not-open", why=table.name, accepted="a table that has decks")
    if command.is_taken_back and not table.closing:
        raise FloorRefused("closing-not-asked", why=table.name, accepted="a table for which closing was requested")
    name = "" if command.is_taken_back else context.order.actor.name
    cite = context.cite(Matter.INTERNAL_CONTROLS, command.table)
    return property_events.ClosingAsked(command.table, name, cite=cite), (), ()


@handles(orders.AcknowledgeAlert)
def acknowledge_alert(context: OrderContext, command: orders.AcknowledgeAlert) -> Answer:
    """Records who has seen an alert, with a note."""
    for field, text in (("alert", command.alert), ("note", command.note)):
        if not text.strip():
            raise FloorRefused("note-missing", where=field, accepted="the alert, and a note about it")
    cite = context.cite(Matter.INTERNAL_CONTROLS)
    return property_events.AlertAcknowledged(command.alert, command.note, command.says, cite=cite), (), ()


@handles(orders.ChangePerson)
def change_person(context: OrderContext, command: orders.ChangePerson) -> Answer:
    """Records a change of who may sign in. It needs two approvers if it concerns money: staff, and the password with
    which a player's chips can be spent.
    """
    if command.change not in orders.PERSON_CHANGES:
        raise FloorRefused("unknown-change", why=command.change, accepted=", ".join(orders.PERSON_CHANGES))
    if needs_two_approvers(command.change, command.role):
        require_two_approvers(command.change, command.approvers, context.cite(Matter.CORRECTIONS))
    cite = context.cite(Matter.INTERNAL_CONTROLS)
    changed = property_events.PersonChanged(command.person, command.change, command.role, command.approvers, cite=cite)
    return changed, (), ()


def needs_two_approvers(change: str, role: str) -> bool:
    """Whether a change of who may sign in concerns money; adding or removing a player does not, because a player who
    still has money cannot be removed.
    """
    return role != "player" or change not in ("added", "removed")


@handles(orders.RemoveTable)
def remove(context: OrderContext, command: orders.RemoveTable) -> Answer:
    """Removes a closed table. The contents of its tray and drop box go to the cage."""
    table = context.floor.tables[context.table(command.table)]
    if table.state.decks:
        raise FloorRefused(
            "table-open",
            why=command.table,
            accepted="close the table first",
            typed=f'`tablelaw floor order {command.table} "close-table()"`',
        )
    ledger, moves = context.floor.ledger, []
    for account, code in (
        (account_of("tray", command.table), "credit"),
        (account_of("drop", command.table), "drop count"),
    ):
        if cents := ledger.balance(account).posted:
            moves.append((account, CAGE, cents, code))
    cites = {code: context.cite(matter, command.table) for code, matter in LEAVING.items()}
    moved = (change(transfer, cite=cites[transfer.code]) for transfer in context.move(*moves, cite=""))
    cite = context.cite(Matter.RULES_SUBMISSIONS, command.table)
    return property_events.TableRemoved(command.table, cite=cite), tuple(moved), ()


# --- Links ---------------------------------------------------------------------------------------------


@handles(orders.CutLink)
def cut_link(context: OrderContext, command: orders.CutLink) -> Answer:
    _require_link_to_change(context, command.link, command.link in context.floor.links_down)
    return property_events.LinkCut(command.link, cite=context.cite(Matter.LINKS)), (), ()


@handles(orders.RestoreLink)
def restore_link(context: OrderContext, command: orders.RestoreLink) -> Answer:
    _require_link_to_change(context, command.link, command.link not in context.floor.links_down)
    return property_events.LinkRestored(command.link, cite=context.cite(Matter.LINKS)), (), ()


def _require_link_to_change(context: OrderContext, link: str, is_so_already: bool) -> None:
    submissions = (table.engine.submission for table in context.floor.tables.values())
    known = sorted({meter.link for submission in submissions for meter in submission.meters if meter.link})
    if link not in known:
        raise FloorRefused("no-such-link", why=link, accepted=", ".join(known) or "no table is linked")
    if is_so_already:
        raise FloorRefused("link-state", why=link, accepted="the other state")


# --- Corrections -----------------------------------------------------------------------------------------


@handles(orders.CorrectTransfer)
def correct(context: OrderContext, command: orders.CorrectTransfer) -> Answer:
    """Moves part or all of a posted transfer back to where it came from.

    With `together`, does the same for all transfers made together with it.
    """
    context.require_positive(command.cents)
    cite = context.cite(Matter.CORRECTIONS)
    require_two_approvers(command.reason, command.approvers, cite)
    wrong = context.floor.ledger.find(command.transfer)
    if wrong is None or wrong.kind not in ("posted", "post"):
        raise FloorRefused("no-such-transfer", why=command.transfer, accepted="the id of a posted transfer")
    legs = legs_of(context.floor.ledger, wrong) if command.together else (wrong,)
    moved = context.move(*((leg.credit, leg.debit, command.cents, "correction") for leg in legs), cite=cite)
    approved = {"reason": command.reason, "approvers": command.approvers}
    moved = tuple(change(back, corrects=leg.id, **approved) for back, leg in zip(moved, legs, strict=True))
    return property_events.Corrected(command.transfer, command.reason, cite=cite), moved, ()


@handles(orders.AdjustMeter)
def adjust(context: OrderContext, command: orders.AdjustMeter) -> Answer:
    require_two_approvers(command.reason, command.approvers, context.cite(Matter.CORRECTIONS))
    if command.meter not in context.floor.meters:
        accepted = ", ".join(context.floor.meters) or "no meters here"
        raise FloorRefused("no-such-meter", why=command.meter, accepted=accepted)
    shown = context.floor.meters[command.meter].units
    cite = context.cite(Matter.METER_ADJUSTMENTS, _table_of_meter(context.floor, command.meter))
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
    """The table that owns the meter; empty if linked tables share the meter or its table has left the floor."""
    state = floor.meters[meter]
    return next((table for table in state.tables if not state.link), "")


@handles(TakeSnapshot)
def take_snapshot(context: OrderContext, command: TakeSnapshot) -> Answer:
    return taken(command, context.cite(Matter.SNAPSHOTS)), (), ()


@handles(orders.RecordRebuild)
def record_rebuild(context: OrderContext, command: orders.RecordRebuild) -> Answer:
    if not command.reason.strip():
        raise FloorRefused("reason-missing", accepted="why the rows were rebuilt")
    counts = (command.entries, command.transfers, command.accounts, command.meters, command.snapshots)
    return property_events.ProjectionsRebuilt(command.reason, *counts, cite=context.cite(Matter.REBUILDS)), (), ()
