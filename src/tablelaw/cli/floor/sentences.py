"""Describes events on a floor in words that anybody may read: nothing here depends on a face-down card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from tablelaw import jurisdictions
from tablelaw.floor import events as property_events
from tablelaw.law.cite_text import law_text
from tablelaw.law.rows import BUY
from tablelaw.printed_money import printed
from tablelaw.table import events
from tablelaw.table.engine import Engine
from tablelaw.table.reading.sentences import event_text, line_text, place_name, sentence, who
from tablelaw.table.state import Table, change

HAPPENED: dict[type, Callable[[Any], str]] = {
    property_events.PropertyOpened: lambda e: f"the log of {e.name} begins{_under(e.jurisdiction)}",
    property_events.JurisdictionAdopted: lambda e: (
        f"the property is under the law of {_law_of(e.jurisdiction)}{_by_two(e)}"
    ),
    property_events.TableInstalled: lambda e: f"table {e.table} is on the floor",
    property_events.TableRemoved: lambda e: f"table {e.table} has left the floor",
    property_events.DayStarted: lambda e: f"gaming day {e.day} has begun",
    property_events.DayEnded: lambda e: f"gaming day {e.day} has ended{_with_open(e)}",
    property_events.DayTakenBack: lambda e: f"gaming day {e.day} was cancelled",
    property_events.DayResumed: lambda e: f"gaming day {e.day} was resumed",
    property_events.ChipsBought: lambda e: f"{e.player} bought {printed(e.cents)} in chips at {e.table}",
    property_events.ChipsCashed: lambda e: f"{e.player} cashed out {printed(e.cents)}",
    property_events.AccountLoaded: lambda e: f"{e.player} put {printed(e.cents)} on the electronic wagering account",
    property_events.AccountClosed: lambda e: f"{e.player} took {printed(e.cents)} off the electronic wagering account",
    property_events.TrayFilled: lambda e: f"{e.table} got a fill of {printed(e.cents)}",
    property_events.TrayCredited: lambda e: f"{e.table} gave a credit of {printed(e.cents)}",
    property_events.DropCounted: lambda e: f"the drop of {e.table} was counted: {_counted(e)}",
    property_events.LinkCut: lambda e: f"link {e.link} is down",
    property_events.LinkRestored: lambda e: f"link {e.link} is up again",
    property_events.Corrected: lambda e: f"transfer {e.transfer} was corrected: {e.reason}",
    property_events.MeterAdjusted: lambda e: f"meter {e.meter} was adjusted: {e.reason}",
    property_events.DealerAssigned: lambda e: f"{e.dealer or 'nobody'} is assigned to deal {e.table}",
    property_events.SeatServed: lambda e: (
        f"{e.player} at seat {e.seat} of {e.table} has no device: the dealer acts for them"
    ),
    property_events.ClosingAsked: lambda e: (
        f"{e.floorperson} has asked for {e.table} to be closed after its round"
        if e.floorperson
        else f"{e.table} stays open after its round"
    ),
    property_events.PersonChanged: lambda e: f"{e.person}, {e.role}: {e.change}",
    property_events.AlertAcknowledged: lambda e: f'the alert "{e.says}" was acknowledged: {e.note}',
    property_events.RoundInspected: lambda e: f"round {e.round} at {e.table} was inspected",
    property_events.LogExported: lambda e: f"{e.size} entries of the log were exported",
    property_events.ProjectionsRebuilt: lambda e: f"rows outside the log were rebuilt from it: {e.reason}",
    property_events.SnapshotTaken: lambda e: f"a snapshot was taken at entry {e.seq}",
}


def _law_of(jurisdiction: str) -> str:
    return jurisdictions.get(jurisdiction).name


def _by_two(event: property_events.JurisdictionAdopted) -> str:
    return f", approved by {' and '.join(event.approvers)}" if event.approvers else ""


def _with_open(event: property_events.DayEnded) -> str:
    if not event.open_matters:
        return ""
    return f" with {' '.join(event.open_matters)} still open: {event.reason}"


def _under(jurisdiction: str) -> str:
    return f" under the law of {_law_of(jurisdiction)}" if jurisdiction else ""


def property_event_text(event: object) -> str:
    teller = HAPPENED.get(type(event))
    return teller(event) if teller else type(event).__name__


def _counted(event: property_events.DropCounted) -> str:
    if event.cents == event.expected_cents:
        return f"{printed(event.cents)}, as expected"
    return f"{printed(event.cents)}, expected {printed(event.expected_cents)}"


def waiting_orders(state: Table) -> Iterator[str]:
    """The orders to type that wait for a floorperson at a table: payouts to validate, then documents."""
    round_ = state.round
    if round_ is None:
        return
    yield from (f"validate({seat},{wager})" for seat, wager in round_.waiting)
    if round_.phase == "done":
        yield from (f"documents({seat})" for seat in round_.hand_pays)


# --- At a table ---------------------------------------------------------------------------------------------


def public_event_text(engine: Engine, before: Table, event: events.Event) -> Iterator[str]:
    """Describes an event without the cards that stay face down; the lines of a settlement follow it."""
    if isinstance(event, events.Dealt):
        yield sentence(_dealt(event))
    elif isinstance(event, events.Settled):
        yield f"Seat {event.seat} is settled" + ("" if event.done else " in part")
        yield from (f"  {line_text(engine.rules, line)} ({law_text(line.cite, line.readings)})" for line in event.lines)
    elif isinstance(event, events.CardTakenBack) and event.face != "up":
        yield sentence(f"{who(event.by)} takes back a mistyped card at {place_name(event.place)}")
    elif isinstance(event, events.CardSetAside):
        yield "A card is set aside and not used"
    elif isinstance(event, events.Decided) and event.discard:
        away = " and buys a card" if event.action == BUY else " and discards a card"
        yield sentence(event_text(engine.rules, before, change(event, discard=()))) + away
    else:
        yield sentence(event_text(engine.rules, before, event))


def _dealt(event: events.Dealt) -> str:
    """Says who is dealt how many cards, and names face-up cards."""
    laid = [
        f"{place_name(place)} {_cards([str(row[1]) for row in rows], face)}"
        for (place, face), rows in groupby(event.cards, key=lambda row: (row[0], row[2]))
    ]
    if all(place == "burn" for place, _, _ in event.cards):
        return f"{who(event.by)} burns a card"
    return f"{who(event.by)} deals: {', '.join(laid)}"


def _cards(cards: list[str], face: str) -> str:
    return " ".join(cards) if face == "up" else " ".join("??" for _ in cards)
