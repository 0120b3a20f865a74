"""The forms a log has had over time, and which of its tables were installed under rules that differ from the current
ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tablelaw.floor.events import DealerAssigned, SeatServed, TableInstalled
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.property import Property, stream_of
from tablelaw.table import events


class Form:
    """The form of the log at the entry being re-executed, which decides how that entry is executed again.

    Later programs fix a meter share at the winner's turn, recount a wrong stub, and assign dealers. A log never returns
    to an earlier form.
    """

    def __init__(self) -> None:
        self.fixes_shares = self.confirms_stub = self.assigns_dealers = False
        self.format = 1
        """The format of the previous entry. A log never returns to an earlier format either."""
        self.other_rules: list[str] = []
        self.not_executed = 0

    def keeps_to_dealers(self, entry: Entry) -> bool:
        """Whether the log, up to this entry, was written by a program that assigns dealers.

        Assigned dealers and recorded rules both indicate this.
        """
        for event in entry.events:
            has_rules = isinstance(event, TableInstalled) and event.rules is not None
            self.assigns_dealers |= has_rules or isinstance(event, DealerAssigned | SeatServed)
        return self.assigns_dealers

    def see_rules(self, floor: Property, entry: Entry) -> None:
        """Records which tables installed by an entry would be played differently under the current rules."""
        for event in entry.events:
            if isinstance(event, TableInstalled) and floor.tables[event.table].differences:
                what = "; ".join(floor.tables[event.table].differences)
                edition = f" (edition {event.rules.edition})" if event.rules and event.rules.edition else ""
                self.other_rules.append(f"{event.table}, installed in entry {entry.seq}{edition}: {what}")

    def is_earlier(self, entry: Entry) -> bool:
        """Whether the entry has to be executed as an earlier program did.

        Earlier programs did not read the meter for a share until the share was validated, and did not ask for a recount
        of a wrong stub.
        """
        kinds = {type(event) for event in entry.events}
        self.fixes_shares |= events.ShareFixed in kinds
        self.confirms_stub |= events.StubCounted in kinds and entry.actor.role == "floor"
        measured = events.ValidationAsked in kinds and not self.fixes_shares
        return measured or (events.IrregularityFound in kinds and not self.confirms_stub)


@contextmanager
def in_form(floor: Property, entry: Entry, form: Form) -> Iterator[None]:
    """Within the block, makes the table play as it did when the entry was written."""
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
