"""A day's report as plain text and as a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tablelaw.floor.property_time import moment_text, zone_text
from tablelaw.floor.record_layout import (
    NO_ACTIVITY,
    Grid,
    clock_text,
    facts,
    grid_html,
    page,
    period_text,
    record_text,
)
from tablelaw.floor.reports.day import DayReport, MeterDay, TableDay, hold_text
from tablelaw.floor.reports.day_events import Exceptional
from tablelaw.floor.rules.governing import jurisdiction_text
from tablelaw.plain_text import UNLIMITED
from tablelaw.printed_money import printed_exact, printed_meter

COLOURS = {"agrees": "good", "DIFFERS": "bad", "outstanding": "bad"}
UNCOUNTED = "uncounted"
BLIND = "A drop box is counted blind: drop, win and hold are shown after the count, and to auditors at once."
WIN = "Win = closing tray - opening tray + drop - fills + credits; hold = win / drop."
METERS = (
    "Closing = opening + seed + contributions + wins + reseeds + from reserve + undone + adjusted, and the ledger "
    "holds its whole cents. Ten-thousandths of a cent are shown after a vertical bar."
)


def report_text(report: DayReport, width: int = UNLIMITED) -> str:
    """The report as text, for a terminal of the given width or for printing."""
    lines = [f"{report.title}: {report.property}, {report.day}", *(f"{name}: {said}" for name, said in about(report))]
    if report.is_empty:
        return record_text([*lines, "", NO_ACTIVITY], (), width)
    return record_text(lines, grids(report), width)


def report_html(report: DayReport) -> str:
    """The report as a self-contained page."""
    body = facts(about(report))
    if report.is_empty:
        body += f'<p class="nothing">{NO_ACTIVITY}</p>\n'
    else:
        body += "".join(grid_html(grid, COLOURS) for grid in grids(report))
    return page(f"{report.title}, {report.day}", report.property, body, report.version)


# --- Contents -----------------------------------------------------------------------------------------------


def about(report: DayReport) -> list[tuple[str, str]]:
    under_way = f"{moment_text(report.began, report.time_zone)}, under way"
    return [
        ("Period", period_text(report.began, report.ended, report.time_zone) if report.ended else under_way),
        ("Times", zone_text(report.time_zone)),
        ("Jurisdiction", jurisdiction_text(report.jurisdiction)),
        ("Currency", report.currency),
        ("Entries of the log", f"{report.first_entry:,} to {report.last_entry:,}"),
        ("Version", report.version),
    ]


def grids(report: DayReport) -> Iterable[Grid]:
    yield _tables(report.tables)
    yield _meters(report.meters)
    yield _reserves(report.meters)
    yield _hand_pays(report)
    yield _exceptions(report)


def _tables(tables: Sequence[TableDay]) -> Grid:
    sums = ("win", "drop", "hold", "rounds", "void", "opening tray", "fills", "credits", "closing tray", "counted")
    rows = [(day.table, *_table_sums(day)) for day in tables]
    note = WIN if all(day.drop_cents is not None for day in tables) else f"{WIN} {BLIND}"
    return Grid("Tables", ("table", *sums), sums, rows, _total(tables), note)


def _table_sums(day: TableDay) -> tuple[str, ...]:
    trays = (day.opening_tray_cents, day.fills_cents, day.credits_cents, day.closing_tray_cents)
    counted = printed_exact(day.counted_cents) if day.counts else "-"
    win, drop = (UNCOUNTED if cents is None else printed_exact(cents) for cents in (day.win_cents, day.drop_cents))
    return win, drop, day.hold or "-", str(day.rounds), str(day.void_rounds), *map(printed_exact, trays), counted


def _total(tables: Sequence[TableDay]) -> tuple[str, ...]:
    """The row of totals for all tables."""
    sums: dict[str, Any] = {name: _total_of([getattr(day, name) for day in tables]) for name in SUMMED}
    is_told = sums["drop_cents"] is not None
    hold = hold_text(sums["win_cents"], sums["drop_cents"]) if is_told else ""
    return ("all tables", *_table_sums(TableDay(table="", game="", hold=hold, **sums)))


def _total_of(parts: Sequence[int | None]) -> int | None:
    """The sum of the figures; None if any of them is hidden, since the sum would reveal it."""
    visible = [part for part in parts if part is not None]
    return sum(visible) if len(visible) == len(parts) else None


SUMMED = (*(name for name in TableDay.__struct_fields__ if name.endswith("_cents")), "counts", "rounds", "void_rounds")


PARTS = (
    ("opening", "opening_units"),
    ("seed", "seed_units"),
    ("contributions", "contribution_units"),
    ("wins", "win_units"),
    ("reseeds", "reseed_units"),
    ("from reserve", "reserve_moved_units"),
    ("undone", "undone_units"),
    ("adjusted", "adjustment_units"),
    ("closing", "closing_units"),
)


def _meters(meters: Sequence[MeterDay]) -> Grid:
    """The meters. Columns in which no meter moved are omitted, except a few that are always shown."""
    ends = ("opening", "closing", "contributions", "wins")
    parts = [(name, key) for name, key in PARTS if name in ends or any(getattr(day, key) for day in meters)]
    names = tuple(name for name, _ in parts)
    rows = [
        (
            day.meter,
            *(printed_meter(getattr(day, key)) for _, key in parts),
            printed_exact(day.ledger_cents),
            _agreed(day),
        )
        for day in meters
    ]
    return Grid("Meters", ("meter", *names, "ledger", "check"), (*names, "ledger"), rows, note=METERS)


def _agreed(day: MeterDay) -> str:
    return "agrees" if day.agrees else "DIFFERS"


def _reserves(meters: Sequence[MeterDay]) -> Grid:
    heads = ("amount in", "hits", "paid by attendant", "reserve at opening", "reserve at closing")
    rows = [
        (
            day.meter,
            printed_exact(day.amount_in_cents),
            str(day.hits),
            printed_exact(day.paid_cents),
            printed_meter(day.reserve_opening_units),
            printed_meter(day.reserve_closing_units),
        )
        for day in meters
    ]
    return Grid("Meters: amount in, hits, paid, reserve", ("meter", *heads), heads, rows)


def _hand_pays(report: DayReport) -> Grid:
    won = ("entry", "time", "table", "round", "seat", "player", "wager", "sum")
    heads = (*won, "validated by", "documents", "law", "of the documents")
    rows = [
        (
            str(pay.entry),
            clock_text(pay.at, report.time_zone),
            pay.table,
            str(pay.round),
            str(pay.seat),
            pay.player,
            pay.wager,
            printed_exact(pay.cents),
            pay.validated_by,
            pay.documented_by or "outstanding",
            pay.cite,
            pay.documents_cite,
        )
        for pay in report.hand_pays
    ]
    return Grid("Hand-pays", heads, ("entry", "round", "seat", "sum"), rows)


def _exceptions(report: DayReport) -> Grid:
    heads = ("entry", "time", "kind", "table", "what", "sum", "by", "approved by", "law")
    rows = [
        (
            str(found.entry),
            clock_text(found.at, report.time_zone),
            found.kind,
            found.table,
            found.what,
            _sum(found),
            found.by,
            ", ".join(found.approvers),
            found.cite,
        )
        for found in report.exceptions
    ]
    return Grid("Exceptions", heads, ("entry", "sum"), rows)


def _sum(found: Exceptional) -> str:
    if found.units:
        return printed_meter(found.units)
    return printed_exact(found.cents) if found.cents else ""
