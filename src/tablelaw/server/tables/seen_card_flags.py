"""The latest report of the watch for seen cards, and its flags as alerts for the floor."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tablelaw.analysis.watch.false_alarms import RATE
from tablelaw.floor.reports.incident_feed import IncidentFeed
from tablelaw.floor.reports.watch_messages import WatchedPerson, WatchReport

NOTHING_READ = WatchReport(rate=RATE, watched=(), seq=0, rounds=0, people=(), not_watched=())
WHOSE = {"player": "the decisions of player {name}", "dealer": "the decisions at the tables of dealer {name}"}


class FlagAlert(msgspec.Struct, frozen=True, kw_only=True):
    """A flag in words, and when it was raised."""

    id: str
    table: str
    says: str
    at: int


class SeenCardFlags:
    """What the watch found up to its last look at the log. It is safe to read at any time."""

    def __init__(self) -> None:
        self.report = NOTHING_READ

    def told(self, is_auditor: bool) -> WatchReport:
        """The report, without the evidence for anyone but auditors."""
        if is_auditor:
            return self.report
        people = tuple(msgspec.structs.replace(person, evidence=None) for person in self.report.people)
        return msgspec.structs.replace(self.report, people=people)

    def in_feed(self, feed: IncidentFeed) -> Iterator[FlagAlert]:
        """The flags that the feed of incidents still holds."""
        for person in self.report.people:
            if (flag := person.flagged_at) is not None and feed.holds(flag.entry, _name(person)):
                says = f"{WHOSE[person.kind].format(name=person.name)} fit a hidden card better than chance allows."
                yield FlagAlert(
                    id=_name(person), table=flag.table, says=f"Flagged after round {flag.round}: {says}", at=flag.at
                )


def _name(person: WatchedPerson) -> str:
    return f"seen cards {person.kind} {person.name}"
