"""The feed of incidents and who has acknowledged them, read from the log and updated with each new entry.

The feed begins where a gaming day last ended with something open. That entry lists what was open, including alerts, and
is itself an incident. If the last days ended with nothing open, the feed begins three days back. An acknowledged
incident from before the current gaming day leaves the feed but stays in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

import msgspec

from tablelaw.floor.events import AlertAcknowledged, DayEnded, DayStarted, TableInstalled
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.log.entry_outline import AT_ONCE, has_event
from tablelaw.floor.property import FLOOR, stream_of
from tablelaw.floor.read_model import TableView
from tablelaw.floor.reports.incidents import TOLD, Incident, IncidentReader
from tablelaw.floor.rules.in_force import installed_table
from tablelaw.floor.store.api import Reads
from tablelaw.persons import Actor
from tablelaw.table import events
from tablelaw.table.engine import Engine

MOST_KEPT = 500
"""The maximum number of incidents in the feed. Older incidents are only counted; they are still in the log."""
WAITING = (events.ValidationAsked, events.Validated)
"""Events after which a payout waits for a floorperson: for validation, or for its documents."""
WATCHED = (*TOLD, *WAITING, events.Settled, events.RoundCleared, events.DecksReceived)
FOLLOWED = (AlertAcknowledged, DayStarted, TableInstalled)
BACKWARDS = 1_000
"""The number of property entries to read at a time when searching for the end of a day."""
DAYS_BACK = 3


class Acknowledged(msgspec.Struct, frozen=True):
    """Who has seen an alert, when, and what they noted."""

    by: str
    at: int
    note: str


def alert_of(entry: int) -> str:
    """The name of the alert that an entry caused."""
    return f"entry {entry}"


class IncidentFeed:
    """The feed. It is safe to read at any time, because whole values are replaced and never changed in place."""

    incidents: Mapping[int, Incident]
    """Every incident in the feed, by its entry, oldest first."""
    acknowledged: Mapping[str, Acknowledged]
    """Acknowledgements by the name of the alert."""
    waiting_since: Mapping[tuple[str, int, str], int]
    """When each payout that waits for a floorperson began to wait, by table, seat and wager."""

    def __init__(self, store: Reads, tables: Callable[[], Mapping[str, TableView]]) -> None:
        """`tables` returns the tables on the floor, whose engines name their irregularities and wagers."""
        self._tables = tables
        self._last = 0
        self._engines: dict[str, Engine] = {}
        self._reader = IncidentReader(store, self._engine_of)
        self._first = self._day_first = 0
        self.incidents, self.acknowledged = MappingProxyType({}), MappingProxyType({})
        self.waiting_since = MappingProxyType({})
        self.left_out = 0
        """The number of unacknowledged incidents that the feed no longer holds."""
        self._read(store)

    def _engine_of(self, table: str) -> Engine | None:
        view = self._tables().get(table)
        return view.engine if view is not None else self._engines.get(table)

    def _read(self, store: Reads) -> None:
        self._first = _beginning(store)
        after = self._first - 1
        while page := store.entries(max(after, 0), AT_ONCE):
            self.follow([decode(kept.body) for kept in page if has_event(kept.body, *WATCHED, *FOLLOWED)])
            after = self._last = page[-1].seq

    def follow(self, entries: Iterable[Entry]) -> None:
        """Adds entries in the order of the log. Entries that were already read are skipped."""
        for entry in entries:
            if entry.seq <= self._last:
                continue
            self._last = entry.seq
            if any(isinstance(event, DayEnded) and event.open_matters for event in entry.events):
                self.incidents, self._first = MappingProxyType({}), entry.seq
            if (found := self._reader.incident(entry)) is not None:
                self._add(found)
            for event in entry.events:
                if isinstance(event, TableInstalled) and event.table not in self._tables():
                    self._engines[event.table] = installed_table(event).engine
                elif isinstance(event, DayStarted):
                    self._begin_day(entry.seq)
                elif isinstance(event, AlertAcknowledged):
                    self._acknowledge(entry, event)
                elif isinstance(event, (*WAITING, events.RoundCleared)):
                    self._wait(entry, event)

    def _wait(self, entry: Entry, event: events.Event) -> None:
        table = entry.stream.removeprefix(stream_of(""))
        if isinstance(event, WAITING):
            now = {**self.waiting_since, (table, event.seat, event.wager): entry.at}
        else:
            now = {place: at for place, at in self.waiting_since.items() if place[0] != table}
        self.waiting_since = MappingProxyType(now)

    def _add(self, found: Incident) -> None:
        kept = {**self.incidents, found.entry: found}
        if len(kept) > MOST_KEPT:
            oldest = next((seq for seq in kept if alert_of(seq) in self.acknowledged), None)
            self.left_out += oldest is None
            del kept[next(iter(kept)) if oldest is None else oldest]
        self.incidents = MappingProxyType(kept)

    def _acknowledge(self, entry: Entry, event: AlertAcknowledged) -> None:
        seen = Acknowledged(Actor.parse(entry.by).name, entry.at, event.note)
        self.acknowledged = MappingProxyType({**self.acknowledged, event.alert: seen})
        self._leave()

    def _begin_day(self, first: int) -> None:
        self._day_first = first
        self._leave()
        kept = {name: seen for name, seen in self.acknowledged.items() if not name.startswith(alert_of(0)[:-1])}
        of_the_feed = {alert_of(seq) for seq in self.incidents} & self.acknowledged.keys()
        self.acknowledged = MappingProxyType(kept | {name: self.acknowledged[name] for name in of_the_feed})

    def _leave(self) -> None:
        """Removes acknowledged incidents from before the current gaming day."""
        self.incidents = MappingProxyType(
            {seq: found for seq, found in self.incidents.items() if self.holds(seq, alert_of(seq))}
        )

    def holds(self, entry: int, alert: str) -> bool:
        """Whether an alert belongs to the feed, by the entry that caused it."""
        return entry >= self._first and (entry >= self._day_first or alert not in self.acknowledged)

    @property
    def open(self) -> tuple[Incident, ...]:
        """Incidents that no one has acknowledged yet."""
        return tuple(found for seq, found in self.incidents.items() if alert_of(seq) not in self.acknowledged)


def _beginning(store: Reads) -> int:
    """The last entry that ended a day with something open, or else the end of the third day back, or else the first
    entry.
    """
    upto, ends = store.stream_end(FLOOR), 0
    while upto > 0:
        for kept in reversed(store.stream_entries(FLOOR, max(upto - BACKWARDS, 0), upto)):
            if not has_event(kept.body, DayEnded):
                continue
            ends += 1
            is_listed = any(isinstance(event, DayEnded) and event.open_matters for event in decode(kept.body).events)
            if is_listed or ends == DAYS_BACK:
                return kept.seq
        upto -= BACKWARDS
    return 1
