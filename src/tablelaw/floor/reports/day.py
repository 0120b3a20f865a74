"""The report of a gaming day: what each table won, each meter's amount and how it came about, and every exception.

All of it is computed from the log: money from the transfers, meters from their changes, and the rest from the events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from tablelaw import jurisdictions
from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.accounts import account_of
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.meters.meters import MeterState
from tablelaw.floor.audit.property_audit import change_units
from tablelaw.floor.events import DropCounted, TableInstalled, TableRemoved
from tablelaw.floor.handlers.installation import meter_cite
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.entry_outline import EntryOutline, entry_outlines
from tablelaw.floor.log.gaming_days import GamingDay, gaming_day
from tablelaw.floor.log.signed_heads import governed, identity_of
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.property import FLOOR, Property, table_of_stream
from tablelaw.floor.recovery import from_snapshot
from tablelaw.floor.reports.day_events import Exceptional, HandPay, Watch
from tablelaw.floor.reports.overlong_days import long_day
from tablelaw.floor.reports.table_money import TableMoney
from tablelaw.floor.store.api import Reads
from tablelaw.table.events import IrregularityFound, RoundCleared
from tablelaw.version import __version__

TITLE, VERSION = "Gaming day report", 1
PARTS = {
    "seed_units": ("opened",),
    "contribution_units": ("counted",),
    "win_units": ("won",),
    "reseed_units": ("reseeded",),
    "reserve_moved_units": ("reserve moved",),
    "undone_units": ("restored", "reseed undone", "reserve returned"),
    "adjustment_units": ("adjusted",),
}
"""The parts of a meter's day, and the kinds of change summed in each."""
NO_SHARES: dict[str, Any] = {"primary": (0, 1), "reserve": (0, 1)}


class TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """A table's day. Win = tray at the end - tray at the beginning + drop - fills + credits."""

    table: str
    game: str
    opening_tray_cents: int
    fills_cents: int
    credits_cents: int
    drop_cents: int | None
    """Cash put into the table's drop box; None if it may not be shown before the count."""
    counted_cents: int
    """Cash found by counts of the box."""
    counts: int = 0
    """The number of times the box was counted, including counts that found nothing."""
    is_counted: bool = True
    """Whether all of the day's cash has been counted. Until then the drop is hidden from people who may count it."""
    closing_tray_cents: int
    win_cents: int | None
    """None if the drop is hidden."""
    hold: str
    """The win as a share of the drop; empty if there is no drop or if it is hidden."""
    rounds: int
    void_rounds: int


class MeterDay(msgspec.Struct, frozen=True, kw_only=True):
    """A meter's day, in ten-thousandths of a cent. The parts from opening to closing add up."""

    meter: str
    opening_units: int
    seed_units: int
    contribution_units: int
    win_units: int
    """What left the meter, as a negative number."""
    reseed_units: int
    reserve_moved_units: int
    undone_units: int
    """What void rounds reversed: wins restored, less reseeds undone."""
    adjustment_units: int
    closing_units: int
    reserve_opening_units: int
    reserve_closing_units: int
    amount_in_cents: int
    """The sum of the wagers of completed rounds."""
    hits: int
    paid_cents: int
    ledger_cents: int
    """The ledger's balance for the meter at the end."""
    agrees: bool
    """Whether the parts add up and the ledger holds the whole cents of the displayed amount."""


class DayReport(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    version: str
    property: str
    day: str
    began: int
    ended: int
    """0 while the day is in progress."""
    first_entry: int
    last_entry: int
    is_empty: bool
    tables: tuple[TableDay, ...]
    meters: tuple[MeterDay, ...]
    hand_pays: tuple[HandPay, ...]
    exceptions: tuple[Exceptional, ...]
    time_zone: str = ""
    """The property's time zone; empty for UTC if its log does not name one."""
    jurisdiction: str = ""
    """The id of the jurisdiction that governs the property; empty if its log does not name one."""
    currency: str = ""


def day_report(store: Reads, day: str = "") -> DayReport:
    """The report of a day, or of the last day begun if none is given."""
    period, law = gaming_day(store, day), governed(store)
    before = from_snapshot(store, PastTransfers(store), period.first - 1)
    books = _Books(store, period, before)
    for outline in entry_outlines(store, before.seq, period.last):
        books.take(outline)
    return DayReport(
        title=TITLE,
        version=f"report {VERSION}, tablelaw {__version__}",
        property=identity_of(store).property,
        day=period.day,
        began=period.began,
        ended=period.ended,
        first_entry=period.first,
        last_entry=period.last,
        is_empty=not books.activity,
        tables=tuple(books.table_day(table) for table in sorted(books.stood)),
        meters=tuple(books.meter_day(meter) for meter in sorted(books.meters)),
        hand_pays=tuple(books.watch.hand_pays),
        exceptions=(*books.watch.exceptions, *_too_long(store, period, law.jurisdiction)),
        time_zone=law.time_zone,
        jurisdiction=law.jurisdiction,
        currency=jurisdictions.get(law.jurisdiction or jurisdictions.FORMAT_1).currency,
    )


def _too_long(store: Reads, period: GamingDay, jurisdiction: str) -> Iterator[Exceptional]:
    """Yields an exception if the day ended too late or, while it is in progress, if its last entry came too late."""
    last = store.entry(period.last)
    until = period.ended or (decode(last.body).at if last else period.began)
    law = jurisdictions.get(jurisdiction or jurisdictions.FORMAT_1)
    if found := long_day(law, period.day, period.began, until):
        yield Exceptional(
            entry=period.last, at=until, kind="long gaming day", table="", by="", what=found.says, cite=found.cite
        )


class _Books:
    """Running sums along the log, starting from a snapshot `before` the day.

    The sums of the day itself begin with its first entry.
    """

    def __init__(self, store: Reads, period: GamingDay, before: Property) -> None:
        self._store, self._period = store, period
        ledger = before.ledger
        self._money = TableMoney({name: ledger.balance(name).posted for name in ledger})
        self._changes: Counter[tuple[str, str]] = Counter()
        self._rounds: Counter[tuple[str, str]] = Counter()
        self._counted: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self.meters = before.meters
        self._meters_before: dict[str, MeterState] = {}
        self.stood = set(before.tables)
        self.watch = Watch(before.tables)
        self.activity = 0

    def take(self, outline: EntryOutline) -> None:
        if outline.seq == self._period.first:
            self._money.begin_day()
            self._meters_before = dict(self.meters)
        is_of_the_day = outline.seq >= self._period.first
        if is_of_the_day or outline.stream == FLOOR:
            self._see(outline, is_of_the_day)
        for transfer in outline.moved:
            self._money.move(self._store, transfer, is_of_the_day)
        if outline.meters:
            self.meters.keep(self.meters.after_each(outline.meters))
        if is_of_the_day:
            self._count_changes(outline.meters)
        self.watch.see_players(outline)

    # --- Money -----------------------------------------------------------------------------------------------

    def table_day(self, table: str) -> TableDay:
        money = self._money.of(table)
        return TableDay(
            table=table,
            game=self.watch.game(table),
            opening_tray_cents=money.opening_tray,
            fills_cents=money.fills,
            credits_cents=money.credits,
            drop_cents=money.drop,
            counted_cents=self._counted[table],
            counts=self._counts[table],
            is_counted=not money.in_the_box or self._is_counted_later(table),
            closing_tray_cents=money.closing_tray,
            win_cents=money.win,
            hold=hold_text(money.win, money.drop),
            rounds=self._rounds[table, "cleared"],
            void_rounds=self._rounds[table, "void"],
        )

    def _is_counted_later(self, table: str) -> bool:
        """Whether a box that still held cash at the end of the day was counted later."""
        box = account_of("drop", table)
        return any(row.seq > self._period.last and row.debit == box for row in self._store.transfers_of(box))

    # --- Meters ----------------------------------------------------------------------------------------------

    def _count_changes(self, changes: Iterable[MeterChange]) -> None:
        for change in changes:
            self._changes[change.meter, change.kind] += change_units(change.kind, change.units, change.reserve)[0]

    def meter_day(self, meter: str) -> MeterDay:
        now = self.meters[meter]
        before = self._meters_before.get(meter) or MeterState(id=meter, cite="", seed=0, reseed=0, **NO_SHARES)
        made = {kind: units for (name, kind), units in self._changes.items() if name == meter}
        parts = {name: sum(made.get(kind, 0) for kind in kinds) for name, kinds in PARTS.items()}
        ledger = self._money.balances[account_of("meter", meter)]
        adds_up = before.units + sum(parts.values()) == now.units
        return MeterDay(
            meter=meter,
            opening_units=before.units,
            **parts,
            closing_units=now.units,
            reserve_opening_units=before.reserve_units,
            reserve_closing_units=now.reserve_units,
            amount_in_cents=now.amount_in - before.amount_in,
            hits=now.hits - before.hits,
            paid_cents=now.paid - before.paid,
            ledger_cents=ledger,
            agrees=adds_up and ledger == now.units // METER_UNITS_PER_CENT,
        )

    # --- Events ----------------------------------------------------------------------------------------------

    def _see(self, outline: EntryOutline, is_of_the_day: bool) -> None:
        entry = outline.entry
        if is_of_the_day:
            self.activity += self.watch.see(entry)
        for event in entry.events:
            if isinstance(event, TableInstalled):
                self._install(event)
            elif isinstance(event, TableRemoved):
                self.meters.disconnect(event.table)
                self.stood -= set() if is_of_the_day else {event.table}
            elif isinstance(event, DropCounted) and is_of_the_day:
                self._counted[event.table] += event.cents
                self._counts[event.table] += 1
            elif isinstance(event, RoundCleared | IrregularityFound):
                self._count_round(table_of_stream(entry.stream), event)

    def _install(self, event: TableInstalled) -> None:
        self.stood.add(event.table)
        submission = self.watch.installed(event)
        for meter in submission.meters:
            self.meters.connect(event.table, meter, meter_cite(submission, meter))

    def _count_round(self, table: str, event: RoundCleared | IrregularityFound) -> None:
        if isinstance(event, RoundCleared):
            self._rounds[table, "cleared"] += 1
        elif event.voids:
            self._rounds[table, "void"] += 1


def hold_text(win_cents: int, drop_cents: int) -> str:
    """The win as a percentage of the drop, to two decimals, with halves rounded to even."""
    return f"{float(round(Fraction(100 * win_cents, drop_cents), 2)):.2f}%" if drop_cents else ""
