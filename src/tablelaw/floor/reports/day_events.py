"""Individual events in a day's report: meter shares paid by hand, and every exception."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from tablelaw import jurisdictions
from tablelaw.cage.accounts import owner_of
from tablelaw.floor import events as property_events
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.entry_outline import EntryOutline
from tablelaw.floor.property import FloorTable, stream_of
from tablelaw.floor.rules.in_force import installed_table
from tablelaw.printed_money import printed
from tablelaw.submission.submission import Submission
from tablelaw.table import events
from tablelaw.table.engine import Engine
from tablelaw.table.reading.sentences import place_name, wager_name
from tablelaw.table.state import change

QUIET = (
    property_events.DayStarted,
    property_events.DayEnded,
    property_events.SnapshotTaken,
    property_events.RoundInspected,
    property_events.DealerAssigned,
    property_events.SeatServed,
    property_events.ClosingAsked,
    property_events.AlertAcknowledged,
    property_events.PersonChanged,
    property_events.LogExported,
    property_events.ProjectionsRebuilt,
)
"""Events that do not count as activity of the day."""


class HandPay(msgspec.Struct, frozen=True, kw_only=True):
    """A share of a meter: who won it, who validated it, and who completed its documents."""

    entry: int
    at: int
    table: str
    round: int
    seat: int
    player: str
    wager: str
    meter: str
    cents: int
    cite: str
    validated_by: str = ""
    documented_by: str = ""
    """Empty until the documents are complete and the share is paid."""
    documents_cite: str = ""
    """The paragraph that keeps the cards of this payout on the table until then."""


class Exceptional(msgspec.Struct, frozen=True, kw_only=True):
    entry: int
    at: int
    kind: str
    table: str
    by: str
    what: str
    cite: str
    cents: int = 0
    """For a correction, the amount returned."""
    units: int = 0
    """For an adjustment, the change of the meter in ten-thousandths of a cent; negative if it fell."""
    approvers: tuple[str, ...] = ()


class Watch:
    """Collects hand-pays and exceptions from the entries of a day, in order.

    `tables` are the tables on the floor before the first of these entries.
    """

    def __init__(self, tables: Mapping[str, FloorTable]) -> None:
        self._engines = {name: table.engine for name, table in tables.items()}
        self._players = {
            (stream_of(name), str(number)): seat.player
            for name, table in tables.items()
            for number, seat in (table.state.round.seats if table.state.round else {}).items()
        }
        self._open: dict[str, list[HandPay]] = {}
        self._validated: dict[tuple[str, int, str], str] = {}
        self._done: list[HandPay] = []
        self.exceptions: list[Exceptional] = []

    @property
    def hand_pays(self) -> list[HandPay]:
        still_open = [pay for pays in self._open.values() for pay in pays]
        return sorted([*self._done, *still_open], key=lambda pay: (pay.entry, pay.seat, pay.wager))

    def installed(self, event: property_events.TableInstalled) -> Submission:
        engine = self._engines[event.table] = installed_table(event).engine
        return engine.submission

    def game(self, table: str) -> str:
        return self._engines[table].rules.book.game

    def see_players(self, outline: EntryOutline) -> None:
        """Records the owner of the wagers at each position, which is the owner of the account that paid for them."""
        for transfer in outline.transfers:
            if transfer.code == "wager":
                seat = transfer.id.rsplit("/", 2)[1]
                self._players[outline.stream, seat] = owner_of(transfer.debit)

    def see(self, entry: Entry) -> bool:
        """Processes an entry and returns whether it counts as activity."""
        table = entry.stream.removeprefix(stream_of("")) if entry.stream.startswith(stream_of("")) else ""
        for event in entry.events:
            if isinstance(event, events.Event) and table:
                self._see_hand_pay(entry, table, event)
            if found := self._exception(entry, table, event):
                self.exceptions.append(found)
        return not all(isinstance(event, QUIET) for event in entry.events)

    # --- Hand-pays -------------------------------------------------------------------------------------------

    def _see_hand_pay(self, entry: Entry, table: str, event: events.Event) -> None:
        mine = self._open.setdefault(table, [])
        if isinstance(event, events.Settled):
            mine += self._won(entry, table, event)
        elif isinstance(event, events.Validated):
            self._validated[table, event.seat, event.wager] = event.by
        elif isinstance(event, events.IrregularityFound) and event.voids:
            mine.clear()
        elif isinstance(event, events.DocumentsCompleted):
            done = [pay for pay in mine if pay.seat == event.seat]
            self._done += [change(pay, documented_by=event.by) for pay in done]
            self._open[table] = [pay for pay in mine if pay not in done]
        elif isinstance(event, events.RoundCleared):
            self._validated = {place: by for place, by in self._validated.items() if place[0] != table}

    def _won(self, entry: Entry, table: str, event: events.Settled) -> Iterator[HandPay]:
        engine = self._engines[table]
        for line in event.lines:
            if line.hand_pay and line.paid:
                yield HandPay(
                    entry=entry.seq,
                    at=entry.at,
                    table=table,
                    round=entry.round,
                    seat=line.seat,
                    player=self._players.get((entry.stream, str(line.seat)), ""),
                    wager=wager_name(engine.rules, line.wager),
                    meter=line.meter,
                    cents=line.paid,
                    cite=line.paid_under or line.cite,
                    validated_by=self._validated.get((table, line.seat, line.wager), ""),
                    documents_cite=engine.rules.settlement.document_cites[line.wager],
                )

    # --- Exceptions ------------------------------------------------------------------------------------------

    def _exception(self, entry: Entry, table: str, event: Any) -> Exceptional | None:
        teller = EXCEPTIONS.get(type(event))
        described = teller(self._engines.get(table), event) if teller else None
        if described is None:
            return None
        kind, what = described
        where = table or getattr(event, "table", "")
        of_round = f"round {entry.round}: " if entry.round else ""
        found = Exceptional(
            entry=entry.seq, at=entry.at, kind=kind, table=where, by=entry.by, what=of_round + what, cite=event.cite
        )
        return change(found, **_approved(entry, event))


def _approved(entry: Entry, event: object) -> dict[str, Any]:
    """The amount and approvers of a correction or adjustment, or the approvers alone.

    For legs corrected together, the amount is that of each leg.
    """
    if isinstance(event, property_events.Corrected):
        back = next(transfer for transfer in entry.transfers if transfer.corrects == event.transfer)
        return {"cents": back.cents, "approvers": back.approvers}
    if isinstance(event, property_events.MeterAdjusted):
        return {"units": entry.meters[0].units, "approvers": entry.meters[0].approvers}
    if isinstance(event, property_events.JurisdictionAdopted | property_events.PersonChanged):
        return {"approvers": event.approvers}
    if isinstance(event, property_events.DayTakenBack | property_events.DayResumed):
        return {"approvers": msgspec.json.decode(entry.command)["approvers"]}
    return {}


Told = tuple[str, str] | None
"""The kind and details of an exception; None if the event is not an exception."""


def _irregularity(engine: Engine | None, event: events.IrregularityFound) -> Told:
    assert engine is not None
    seat = f", seat {event.seat}" if event.seat else ""
    return (
        "void round" if event.voids else "irregularity",
        f"{engine.rules.irregularities[event.irregularity].name.lower()}{seat}",
    )


def _drop(engine: Engine | None, event: property_events.DropCounted) -> Told:
    if event.cents == event.expected_cents:
        return None
    less = "over" if event.cents > event.expected_cents else "short"
    difference = printed(abs(event.cents - event.expected_cents))
    return "drop difference", f"counted {printed(event.cents)}, {difference} {less}"


def _adopted(event: property_events.JurisdictionAdopted) -> str:
    law = f"{jurisdictions.get(event.jurisdiction).name}, time zone {event.time_zone}"
    return f"{law}: {event.reason}" if event.reason else law


EXCEPTIONS: dict[type, Callable[[Engine | None, Any], Told]] = {
    events.IrregularityFound: _irregularity,
    events.StubCounted: lambda _, event: None if event.right else ("stub count", f"{event.cards} cards in the stub"),
    events.CardTakenBack: lambda _, event: ("card taken back", f"mistyped, for {place_name(event.place)}"),
    events.DeviceMarked: lambda _, event: ("device", f"the {event.device}: {event.how}"),
    events.DeckRemoved: lambda _, event: ("deck removed", "the deck left the table"),
    property_events.DropCounted: _drop,
    property_events.Corrected: lambda _, event: ("correction", f"of transfer {event.transfer}: {event.reason}"),
    property_events.MeterAdjusted: lambda _, event: ("adjustment", f"of meter {event.meter}: {event.reason}"),
    property_events.DayTakenBack: lambda _, event: ("day taken back", f"{event.day}: {event.reason}"),
    property_events.DayResumed: lambda _, event: ("day goes on", f"{event.day}: {event.reason}"),
    property_events.JurisdictionAdopted: lambda _, event: ("jurisdiction adopted", _adopted(event)),
    property_events.PersonChanged: lambda _, event: ("person changed", f"{event.person}, {event.role}: {event.change}"),
    property_events.LinkCut: lambda _, event: ("link down", event.link),
    property_events.LinkRestored: lambda _, event: ("link up again", event.link),
}
"""Events that a floor manager must see, with the kind and details of each."""
