"""The forms that logs have had over time, and which tables of a log were installed under other rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tablelaw.floor.events import DealerAssigned, SeatServed, TableInstalled
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.property import Property, stream_of
from tablelaw.table import events


class Form:
    """The form of the log at this point, which decides how its entries are executed again.

    Later programs fix a share of a meter at the winner's turn, recount wrong stubs and assign dealers. A log never
    returns to an earlier form.
    """

    def __init__(self) -> None:
        self.fixes_shares = self.confirms_stub = self.assigns_dealers = False
        self.format = 1
        """Format of the previous entry; formats never go back either."""
        self.other_rules: list[str] = []
        self.not_executed = 0

    def keeps_to_dealers(self, entry: Entry) -> bool:
        """Whether the log was written after dealers began to be assigned, which an assigned dealer or recorded rules
        show.
        """
        for event in entry.events:
            has_rules = isinstance(event, TableInstalled) and event.rules is not None
            self.assigns_dealers |= has_rules or isinstance(event, DealerAssigned | SeatServed)
        return self.assigns_dealers

    def see_rules(self, floor: Property, entry: Entry) -> None:
        """Notes which tables installed by an entry are played by different rules now."""
        for event in entry.events:
            if isinstance(event, TableInstalled) and floor.tables[event.table].differences:
                what = "; ".join(floor.tables[event.table].differences)
                edition = f" (edition {event.rules.edition})" if event.rules and event.rules.edition else ""
                self.other_rules.append(f"{event.table}, installed in entry {entry.seq}{edition}: {what}")

    def is_earlier(self, entry: Entry) -> bool:
        """Whether an earlier program wrote the entry: one that measured shares when they were validated, or needed no
        recount."""
        kinds = {type(event) for event in entry.events}
        self.fixes_shares |= events.ShareFixed in kinds
        self.confirms_stub |= events.StubCounted in kinds and entry.actor.role == "floor"
        measured = events.ValidationAsked in kinds and not self.fixes_shares
        return measured or (events.IrregularityFound in kinds and not self.confirms_stub)


@contextmanager
def in_form(floor: Property, entry: Entry, form: Form) -> Iterator[None]:
    """Makes the table play as it did when the entry was written."""
    table = floor.tables.get(entry.stream.removeprefix(stream_of("")))
    if table is None or not form.is_earlier(entry):
        yield
        return
    engine = table.engine
    table.engine = engine.of_earlier_form(shares=not form.fixes_shares, stub=not form.confirms_stub)
    try:
        yield
    finally:
        table.engine = engine
