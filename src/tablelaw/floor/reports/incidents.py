"""Incidents that a floorperson must acknowledge. Each is derived from an entry of the log, so none is lost.

Incidents are voids, irregularities, wrong counts, cards taken back, broken devices, removed decks, late deck changes,
drop differences, links that went down, large payouts, and gaming days that ended with something open. No sentence
depends on a card that is not shown: payouts are read only when their round is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from tablelaw.floor import events as property_events
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.log.entry_outline import has_event
from tablelaw.floor.log.gaming_days import OUTSIDE
from tablelaw.floor.property import stream_of
from tablelaw.floor.reports.day_events import EXCEPTIONS
from tablelaw.floor.store.api import Reads
from tablelaw.printed_money import printed
from tablelaw.table import commands, events
from tablelaw.table.engine import Engine
from tablelaw.table.reading.sentences import wager_name
from tablelaw.table.registry import tag_of

WORKS_AGAIN = "works again"
LARGE_PAYOUT_CENTS = 5_000_00
"""A payout of this much or more on one wager is an incident."""
SECONDS_PER_HOUR = 3600
MOST_MATTERS_SHOWN = 5

EngineOf = Callable[[str], Engine | None]
"""Finds the engine of a table by its name."""


class Incident(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened and must be acknowledged. `about` names the link or round it concerns."""

    entry: int
    at: int
    kind: str
    table: str
    by: str
    says: str
    cite: str
    about: str = ""


class IncidentReader:
    """Reads entries in order and finds the incidents in them. It may start at any point where no round is in
    progress.
    """

    def __init__(self, store: Reads, engine_of: EngineOf) -> None:
        self._store, self._engine_of = store, engine_of
        self._paid: dict[str, list[events.Line]] = {}
        """Large payouts of the rounds in progress, by table."""

    def incident(self, entry: Entry) -> Incident | None:
        """The incident of an entry, in one or more sentences; None if there is none."""
        found = list(self._incidents(entry))
        if not found:
            return None
        return msgspec.structs.replace(found[0], says=" ".join(dict.fromkeys(one.says for one in found)))

    def _incidents(self, entry: Entry) -> Iterator[Incident]:
        prefix = stream_of("")
        table = entry.stream.removeprefix(prefix) if entry.stream.startswith(prefix) else ""
        for event in entry.events:
            if isinstance(event, events.Settled | events.RoundCleared | events.IrregularityFound):
                yield from self._payouts(entry, table, event)
            if isinstance(event, events.DecksReceived):
                yield from self._late_change(entry, table, event)
            if (teller := TOLD.get(type(event))) and (found := teller(self._engine_of(table), entry, event)):
                yield _incident(entry, table or getattr(event, "table", ""), event.cite, *found)

    # --- Large payouts -----------------------------------------------------------------------------------------

    def _payouts(self, entry: Entry, table: str, event: events.Event) -> Iterator[Incident]:
        """Yields the large payouts of a round when it is over. A void cancels them."""
        if isinstance(event, events.Settled):
            large = [line for line in event.lines if line.paid >= LARGE_PAYOUT_CENTS]
            if large:
                self._paid[table] = [*self._paid.get(table, ()), *large]
        elif isinstance(event, events.IrregularityFound):
            if event.voids:
                self._paid.pop(table, None)
        elif lines := self._paid.pop(table, []):
            engine = self._engine_of(table)
            names = [wager_name(engine.rules, line.wager) if engine else line.wager for line in lines]
            paid = (
                f"{printed(line.paid)} on {name} at seat {line.seat}" for name, line in zip(names, lines, strict=True)
            )
            says = f"Large payout in round {entry.round}: {'; '.join(paid)}."
            yield _incident(entry, table, lines[0].paid_under or lines[0].cite, "large payout", says)

    # --- Decks changed late ------------------------------------------------------------------------------------

    def _late_change(self, entry: Entry, table: str, event: events.DecksReceived) -> Iterator[Incident]:
        """Yields an incident if decks in use were replaced later than the law requires."""
        engine = self._engine_of(table)
        if engine is None or msgspec.json.decode(entry.command, type=_Tagged).type != tag_of(commands.ChangeDecks):
            return
        since, method = self._decks_before(entry, engine)
        hours, cite = engine.rules.dealing.deck_hours.get(method, (0, ""))
        late = entry.at - since - hours * SECONDS_PER_HOUR
        if since and hours and late > 0:
            says = f"The decks were changed {_long(late)} late; they may be used for {hours} hours."
            yield _incident(entry, table, cite, "late duty", says)

    def _decks_before(self, entry: Entry, engine: Engine) -> tuple[int, str]:
        """When the replaced decks came to the table, and the dealing procedure in use."""
        since, method = 0, engine.new().method
        for kept in self._store.round_entries(entry.stream, OUTSIDE):
            if kept.seq >= entry.seq or not has_event(kept.body, events.DecksReceived, events.MethodChanged):
                continue
            earlier = decode(kept.body)
            for event in earlier.events:
                if isinstance(event, events.DecksReceived):
                    since = earlier.at
                elif isinstance(event, events.MethodChanged):
                    method = event.dealing
        return since, method


class _Tagged(msgspec.Struct, frozen=True):
    type: str


def _incident(entry: Entry, table: str, cite: str, kind: str, says: str, about: str = "") -> Incident:
    return Incident(
        entry=entry.seq, at=entry.at, kind=kind, table=table, by=entry.by, says=says, cite=cite, about=about
    )


def _long(seconds: int) -> str:
    hours, minutes = seconds // SECONDS_PER_HOUR, max(1, seconds % SECONDS_PER_HOUR // 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


# --- Sentences ----------------------------------------------------------------------------------------------------

Told = tuple[str, str] | tuple[str, str, str] | None
"""The kind of an incident, its sentence, and what it is about; None if the event is not an incident."""


def _irregularity(engine: Engine | None, entry: Entry, event: events.IrregularityFound) -> Told:
    known = engine.rules.irregularities.get(event.irregularity) if engine else None
    name = (known.name if known else event.irregularity.replace("-", " ")).lower()
    seat = f", seat {event.seat}" if event.seat else ""
    if event.voids:
        return "void round", f"Round {entry.round} is void: {name}{seat}."
    where = f" in round {entry.round}" if entry.round else ""
    return "irregularity", f"Irregularity{where}: {name}{seat}."


def _stub(engine: Engine | None, entry: Entry, event: events.StubCounted) -> Told:
    """Reports a wrong stub count. It does not state any number, because the stub is recounted blind."""
    if event.right:
        return None
    return "stub count", f"The stub of round {entry.round} was counted wrong.", str(entry.round)


def _device(engine: Engine | None, entry: Entry, event: events.DeviceMarked) -> Told:
    return None if event.how == WORKS_AGAIN else ("device", f"The {event.device} is out of order: {event.how}.")


def _drop(engine: Engine | None, entry: Entry, event: property_events.DropCounted) -> Told:
    found = EXCEPTIONS[property_events.DropCounted](engine, event)
    return found and (found[0], f"The drop of {event.table} does not match: {found[1]}.")


def _ended(engine: Engine | None, entry: Entry, event: property_events.DayEnded) -> Told:
    if not event.open_matters:
        return None
    shown = " ".join(event.open_matters[:MOST_MATTERS_SHOWN])
    left = len(event.open_matters) - MOST_MATTERS_SHOWN
    more = f" And {left} more, listed in the log." if left > 0 else ""
    return "open matters", f"Gaming day {event.day} ended with something open. {shown}{more} Reason: {event.reason}"


TOLD: dict[type, Callable[[Engine | None, Entry, Any], Told]] = {
    events.IrregularityFound: _irregularity,
    events.StubCounted: _stub,
    events.CardTakenBack: lambda _, entry, __: ("card taken back", f"Round {entry.round}: a card was taken back."),
    events.DeviceMarked: _device,
    events.DeckRemoved: lambda *_: ("deck removed", "A deck was removed from the table."),
    property_events.DropCounted: _drop,
    property_events.LinkCut: lambda _, __, event: ("link", f"Link {event.link} went down.", event.link),
    property_events.DayEnded: _ended,
}
