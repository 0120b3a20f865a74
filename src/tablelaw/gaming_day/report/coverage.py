"""Counts the named things that happened in a day, for its summary and to prove that days cover everything."""

from __future__ import annotations

from collections import Counter

from tablelaw import rulebooks
from tablelaw.floor import events as property_events
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import Order
from tablelaw.floor.read_model import Views
from tablelaw.table import events


def count_entry(counts: Counter[str], views: Views, order: Order, entry: Entry) -> None:
    counts["orders"] += 1
    view = views.tables.get(order.table)
    book = view.engine.rules.book.id if view else ""
    for event in entry.events:
        if isinstance(event, events.IrregularityFound):
            counts[f"irregularity: {book} {event.irregularity}"] += 1
            counts["jams"] += event.irregularity in ("shoe-jam", "shuffler-jam")
            counts["void rounds"] += event.voids
        elif isinstance(event, events.RoundCleared):
            counts["rounds"] += 1
            counts[f"rulebook: {book}"] += 1
        elif isinstance(event, events.BetsClosed) and view is not None:
            counts[f"procedure: {book} {view.state.method}"] += 1
            counts["rounds with real cards"] += view.engine.physical
        elif isinstance(event, events.WagerPlaced):
            counts["wagers"] += 1
        elif isinstance(event, events.Decided):
            counts["decisions"] += 1
        elif isinstance(event, events.Settled):
            _count_lines(counts, book, event)
        elif isinstance(event, events.DocumentsCompleted):
            counts["hand-pays"] += 1
        elif isinstance(event, events.StubCounted):
            counts["stub counted right" if event.right else "stub counted wrong"] += 1
        elif isinstance(event, events.BonusDrawn):
            counts["bonus drawn"] += 1
        elif isinstance(event, property_events.ChipsBought):
            counts["buy-ins"] += 1
        elif isinstance(event, property_events.ChipsCashed):
            counts["cash-outs"] += 1


def _count_lines(counts: Counter[str], book: str, event: events.Settled) -> None:
    bonuses = {wager.id for wager in rulebooks.get(book).wagers if wager.kind == "bonus"}
    for line in event.lines:
        if line.hand_pay:
            counts["meter shares won"] += 1
            counts["jackpots"] += line.odds.startswith("100%")
            counts["divided shares"] += line.note.startswith("divided")
        if line.wager in bonuses or line.wager == "payout limit":
            counts[line.wager] += 1
        if "stays on the meter" in line.note:
            counts["part given back"] += 1
