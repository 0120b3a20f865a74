"""A gaming day as plain tables, written as CSV or Parquet: tables, meters, hand-pays, exceptions, transfers, wagers.

Sums are whole cents, meters ten-thousandths of a cent, times seconds since 1970 (UTC). Only finished rounds are
included.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from tablelaw.cage.statements import receipt_number
from tablelaw.extras import required
from tablelaw.files import OWNER_ONLY, write_whole
from tablelaw.floor.audit.recorded_rounds import is_over, wagered
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.entry_outline import entry_outlines
from tablelaw.floor.log.gaming_days import gaming_day
from tablelaw.floor.property import FLOOR, table_of_stream
from tablelaw.floor.reports.day import MeterDay, TableDay, day_report
from tablelaw.floor.reports.day_events import Exceptional, HandPay
from tablelaw.floor.store.api import Reads
from tablelaw.table import events


class DayTable(NamedTuple):
    """A table with the type of each column: int, bool or str. An empty cell is None."""

    name: str
    columns: dict[str, type]
    rows: list[tuple[Any, ...]]


class TransferMade(msgspec.Struct, frozen=True):
    """A transfer of the day, including those that only set money aside."""

    receipt: str
    entry: int
    at: int
    by: str
    debit: str
    credit: str
    cents: int
    kind: str
    code: str
    cite: str
    id: str
    pending: str


class WagerSettled(msgspec.Struct, frozen=True):
    """A settled wager of a finished round."""

    entry: int
    at: int
    table: str
    round: int
    is_void: bool
    seat: int
    player: str
    wager: str
    stake_cents: int
    outcome: str
    odds: str
    row: str
    paid_cents: int
    returned_cents: int
    kept_cents: int
    cite: str
    odds_cite: str


def day_tables(store: Reads, day: str = "") -> list[DayTable]:
    """The tables of a day, or of the last day begun if none is named."""
    report, period = day_report(store, day), gaming_day(store, day)
    entries = [outline.entry for outline in entry_outlines(store, period.first - 1, period.last)]
    return [
        _table("tables", TableDay, report.tables),
        _table("meters", MeterDay, report.meters),
        _table("hand_pays", HandPay, report.hand_pays),
        _table("exceptions", Exceptional, report.exceptions),
        _table("transfers", TransferMade, _transfers(entries)),
        _table("wagers", WagerSettled, _wagers(entries)),
    ]


def _transfers(entries: Iterable[Entry]) -> Iterator[TransferMade]:
    for entry in entries:
        for place, moved in enumerate(entry.transfers):
            sides = moved.debit, moved.credit, moved.cents, moved.kind, moved.code, moved.cite, moved.id, moved.pending
            yield TransferMade(receipt_number(entry.seq, place), entry.seq, entry.at, entry.by, *sides)


def _wagers(entries: Iterable[Entry]) -> Iterator[WagerSettled]:
    """The lines of each round when it is cleared; a round under way is left out."""
    under_way: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.stream == FLOOR or not entry.round:
            continue
        played = under_way.setdefault(entry.stream, [])
        played.append(entry)
        if is_over(played):
            yield from _settled(under_way.pop(entry.stream))


def _settled(played: Sequence[Entry]) -> Iterator[WagerSettled]:
    happened = [(entry, event) for entry in played for event in entry.events]
    is_void = any(isinstance(event, events.IrregularityFound) and bool(event.voids) for _, event in happened)
    players = wagered(played)
    for entry, event in happened:
        if not isinstance(event, events.Settled):
            continue
        for line in event.lines:
            yield WagerSettled(
                entry=entry.seq,
                at=entry.at,
                table=table_of_stream(entry.stream),
                round=entry.round,
                is_void=is_void,
                seat=line.seat,
                player=players.get(line.seat, ""),
                wager=line.wager,
                stake_cents=line.stake,
                outcome=line.outcome,
                odds=line.odds,
                row=line.row,
                paid_cents=line.paid,
                returned_cents=line.returned,
                kept_cents=line.kept,
                cite=line.cite,
                odds_cite=line.paid_under,
            )


# --- Columns ------------------------------------------------------------------------------------------------


def _table(name: str, kind: type[msgspec.Struct], found: Iterable[msgspec.Struct]) -> DayTable:
    columns = {field: _column_type(hint) for field, hint in get_type_hints(kind).items()}
    rows = [tuple(_cell(getattr(row, field), of) for field, of in columns.items()) for row in found]
    return DayTable(name, columns, rows)


def _column_type(hint: Any) -> type:
    kinds = [one for one in get_args(hint) if one is not type(None)] if isinstance(hint, UnionType) else [hint]
    return next((kind for kind in (bool, int) if kinds == [kind]), str)


def _cell(value: Any, kind: type) -> Any:
    if value is None or kind is not str:
        return value
    return "; ".join(map(str, value)) if isinstance(value, tuple) else str(value)


# --- Writing ------------------------------------------------------------------------------------------------


def csv_bytes(table: DayTable) -> bytes:
    """The table as UTF-8 with a header line; true and false are words, and an empty cell is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    words = {True: "true", False: "false"}
    writer.writerows([words[cell] if isinstance(cell, bool) else cell for cell in row] for row in table.rows)
    return text.getvalue().encode()


def parquet_bytes(table: DayTable) -> bytes:
    pyarrow = required("pyarrow", "Parquet files are written with it", "the format csv")
    parquet = required("pyarrow.parquet", "Parquet files are written with it", "the format csv")
    kinds = {int: pyarrow.int64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in table.columns.items()])
    columns = [[row[place] for row in table.rows] for place in range(len(table.columns))]
    made = pyarrow.table(dict(zip(table.columns, columns, strict=True)), schema=schema)
    sink = io.BytesIO()
    parquet.write_table(made, sink)
    return sink.getvalue()


WRITERS: Mapping[str, Callable[[DayTable], bytes]] = {"csv": csv_bytes, "parquet": parquet_bytes}


def write_day(tables: Iterable[DayTable], folder: Path, form: str) -> list[Path]:
    """Writes one file for each table into the folder, readable only by their owner."""
    made = {folder / f"{table.name}.{form}": WRITERS[form](table) for table in tables}
    folder.mkdir(exist_ok=True)
    for path, data in made.items():
        write_whole(path, data, mode=OWNER_ONLY)
    return list(made)
