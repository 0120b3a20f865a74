"""The report of a gaming day: what each table won, where each meter stands and why, and everything out of the ordinary.

All of it is summed up from the log: money from the transfers, meters from their changes, the rest from what happened.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from houserules import __version__, jurisdictions
from houserules.amounts import METER_UNITS_PER_CENT
from houserules.cage.meters.changes import MeterChange
from houserules.cage.meters.meters import MeterState
from houserules.cage.transfers import Transfer
from houserules.floor.audit.property_audit import change_units
from houserules.floor.events import DropCounted, TableInstalled, TableRemoved
from houserules.floor.handlers.installation import meter_cite
from houserules.floor.log.entry import decode
from houserules.floor.log.entry_outline import Glance, glances
from houserules.floor.log.gaming_days import GamingDay, gaming_day
from houserules.floor.log.past_transfers import Past
from houserules.floor.log.signed_heads import governed, identity_of
from houserules.floor.property import FLOOR, Property
from houserules.floor.recovery import from_snapshot
from houserules.floor.reports.day_events import Exceptional, HandPay, Watch
from houserules.floor.reports.long_days import long_day
from houserules.floor.store.api import Reads
from houserules.table.events import RoundCleared, SlipFound

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
"""The parts of a meter's day, and the kinds of change each sums up."""
NO_SHARES: dict[str, Any] = {"primary": (0, 1), "reserve": (0, 1)}


class TableDay(msgspec.Struct, frozen=True, kw_only=True):
    """A table's day. Win = tray at the end - tray at the beginning + drop - fills + credits."""

    table: str
    game: str
    opening_tray_cents: int
    fills_cents: int
    credits_cents: int
    drop_cents: int | None
    """Cash taken at the table into its drop box; nothing where it is not told before the count."""
    counted_cents: int
    """Cash that counts of the box found."""
    counts: int = 0
    """How often the box was counted: a count that finds nothing is a count."""
    is_counted: bool = True
    """Whether all cash of the day has been counted: until then those who may count are not told the drop."""
    closing_tray_cents: int
    win_cents: int | None
    """Nothing where the drop is not told."""
    hold: str
    """The win as a share of the drop; empty without a drop, or where it is not told."""
    rounds: int
    void_rounds: int


class MeterDay(msgspec.Struct, frozen=True, kw_only=True):
    """A meter's day, in units of a ten-thousandth of a cent; all parts from opening to closing add up."""

    meter: str
    opening_units: int
    seed_units: int
    contribution_units: int
    win_units: int
    """Less than nothing: what left the meter."""
    reseed_units: int
    reserve_moved_units: int
    undone_units: int
    """What void rounds took back: wins restored, less new starts undone."""
    adjustment_units: int
    closing_units: int
    reserve_opening_units: int
    reserve_closing_units: int
    amount_in_cents: int
    """Wagers of completed rounds."""
    hits: int
    paid_cents: int
    ledger_cents: int
    """What the ledger's account of the meter holds at the end."""
    agrees: bool
    """The parts add up, and the ledger holds the whole cents of what is shown."""


class DayReport(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    version: str
    property: str
    day: str
    began: int
    ended: int
    """0 while the day is under way."""
    first_entry: int
    last_entry: int
    is_empty: bool
    tables: tuple[TableDay, ...]
    meters: tuple[MeterDay, ...]
    hand_pays: tuple[HandPay, ...]
    exceptions: tuple[Exceptional, ...]
    time_zone: str = ""
    """Where the property is; UTC where its log names no zone."""
    jurisdiction: str = ""
    """Whose law governs the property, by its id; empty where its log names none."""
    currency: str = ""


def day_report(store: Reads, day: str = "") -> DayReport:
    """The report of a day; of the last one begun if not told."""
    period, law = gaming_day(store, day), governed(store)
    before = from_snapshot(store, Past(store), period.first - 1)
    books = _Books(store, period, before)
    for glance in glances(store, before.seq, period.last):
        books.take(glance)
    return DayReport(
        title=TITLE,
        version=f"report {VERSION}, houserules {__version__}",
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
    """A day that ended too late is out of the ordinary; so is one under way whose last entry came too late."""
    last = store.entry(period.last)
    until = period.ended or (decode(last.body).at if last else period.began)
    law = jurisdictions.get(jurisdiction or jurisdictions.FORMAT_1)
    if found := long_day(law, period.day, period.began, until):
        yield Exceptional(
            entry=period.last, at=until, kind="long gaming day", table="", by="", what=found.says, cite=found.cite
        )


class _Books:
    """Running sums along the log from a snapshot `before` the day on; those of the day begin with its first entry."""

    def __init__(self, store: Reads, period: GamingDay, before: Property) -> None:
        self._store, self._period = store, period
        ledger = before.ledger
        self._balances = defaultdict(int, {name: ledger.balance(name).posted for name in ledger})
        self._opening: dict[str, int] = {}
        self._flows: Counter[tuple[str, str]] = Counter()
        self._changes: Counter[tuple[str, str]] = Counter()
        self._rounds: Counter[tuple[str, str]] = Counter()
        self._counted: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self.meters = before.meters
        self._meters_before: dict[str, MeterState] = {}
        self.stood = set(before.tables)
        self.watch = Watch(before.tables)
        self.activity = 0

    def take(self, glance: Glance) -> None:
        if glance.seq == self._period.first:
            self._opening = dict(self._balances)
            self._meters_before = dict(self.meters)
        is_of_the_day = glance.seq >= self._period.first
        if is_of_the_day or glance.stream == FLOOR:
            self._see(glance, is_of_the_day)
        for transfer in glance.moved:
            self._move(transfer, is_of_the_day)
        if glance.meters:
            self.meters.keep(self.meters.after_each(glance.meters))
        if is_of_the_day:
            self._count_changes(glance.meters)
        self.watch.see_players(glance)

    # --- Money -----------------------------------------------------------------------------------------------

    def _move(self, transfer: Transfer, is_of_the_day: bool) -> None:
        code = self._meant(transfer) if is_of_the_day else ""
        for account, cents in ((transfer.debit, -transfer.cents), (transfer.credit, transfer.cents)):
            self._balances[account] += cents
            if is_of_the_day:
                self._flows[account, code] += cents

    def _meant(self, transfer: Transfer) -> str:
        """A correction counts as less of what it corrects."""
        if not transfer.corrects:
            return transfer.code
        wrong = self._store.transfer(transfer.corrects)
        return wrong.code if wrong is not None else transfer.code

    def table_day(self, table: str) -> TableDay:
        tray, drop = f"tray:{table}", self._flows[f"drop:{table}", "buy-in"]
        opening, closing = self._opening.get(tray, 0), self._balances[tray]
        fills, credits = self._flows[tray, "fill"], -self._flows[tray, "credit"]
        win = closing - opening + drop - fills + credits
        return TableDay(
            table=table,
            game=self.watch.game(table),
            opening_tray_cents=opening,
            fills_cents=fills,
            credits_cents=credits,
            drop_cents=drop,
            counted_cents=self._counted[table],
            counts=self._counts[table],
            is_counted=not self._balances[f"drop:{table}"] or self._is_counted_later(table),
            closing_tray_cents=closing,
            win_cents=win,
            hold=hold_text(win, drop),
            rounds=self._rounds[table, "cleared"],
            void_rounds=self._rounds[table, "void"],
        )

    def _is_counted_later(self, table: str) -> bool:
        """Was a box that still held cash when the day was over counted since?"""
        rows = self._store.transfers_of(f"drop:{table}")
        return any(row.seq > self._period.last and row.debit == f"drop:{table}" for row in rows)

    # --- Meters ----------------------------------------------------------------------------------------------

    def _count_changes(self, changes: Iterable[MeterChange]) -> None:
        for change in changes:
            self._changes[change.meter, change.kind] += change_units(change.kind, change.units, change.reserve)[0]

    def meter_day(self, meter: str) -> MeterDay:
        now = self.meters[meter]
        before = self._meters_before.get(meter) or MeterState(id=meter, cite="", seed=0, reseed=0, **NO_SHARES)
        made = {kind: units for (name, kind), units in self._changes.items() if name == meter}
        parts = {name: sum(made.get(kind, 0) for kind in kinds) for name, kinds in PARTS.items()}
        ledger = self._balances[f"meter:{meter}"]
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

    # --- What happened ---------------------------------------------------------------------------------------

    def _see(self, glance: Glance, is_of_the_day: bool) -> None:
        entry = glance.entry
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
            elif isinstance(event, RoundCleared | SlipFound):
                self._count_round(entry.stream.removeprefix("table "), event)

    def _install(self, event: TableInstalled) -> None:
        self.stood.add(event.table)
        submission = self.watch.installed(event)
        for meter in submission.meters:
            self.meters.connect(event.table, meter, meter_cite(submission, meter))

    def _count_round(self, table: str, event: RoundCleared | SlipFound) -> None:
        if isinstance(event, RoundCleared):
            self._rounds[table, "cleared"] += 1
        elif event.voids:
            self._rounds[table, "void"] += 1


def hold_text(win_cents: int, drop_cents: int) -> str:
    """The win as a percentage of the drop, to two decimals; half a hundredth goes to the even one."""
    return f"{float(round(Fraction(100 * win_cents, drop_cents), 2)):.2f}%" if drop_cents else ""
