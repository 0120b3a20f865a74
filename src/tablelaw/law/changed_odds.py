"""Odds that someone changed in a copy of a rulebook, to try out a paytable that is not the regulation's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

import msgspec

from tablelaw.errors import BadOdds, TablelawError
from tablelaw.law.odds import Odds
from tablelaw.law.paytables import columns_of
from tablelaw.law.rows import Meter, Paytable, Replaced

SHOWN = 3
"""How many changes are named one by one."""
DIGITS = 8
NOT_THE_LAW = "not the regulation"


class UnknownCell(TablelawError):
    """A paytable has no such column or row, or none of that name exists."""


@dataclass(frozen=True, slots=True)
class ChangedOdds:
    """One cell of a paytable: the odds in the copy, and the odds that the regulation prints."""

    table: str
    column: str
    row: str
    odds: str
    printed: str

    def __str__(self) -> str:
        return f"{self.table} {self.column}, {self.row} {self.odds} (printed {self.printed or 'nothing'})"


Columns = Mapping[str, Mapping[str, str]]
"""Column -> row -> odds."""


def changes_in(table: Paytable, columns: Columns, meters: Iterable[Meter]) -> Iterator[ChangedOdds]:
    """The cells of a paytable that differ from the printed ones; refuses a cell that is not there."""
    rows = {row[0]: row for row in table.rows}
    for column, cells in columns.items():
        _require(column, table.columns, "column", table.id)
        for row, odds in cells.items():
            _require(row, rows, "row", table.id)
            _require_payable(table, column, row, odds, meters)
            yield ChangedOdds(table.id, column, row, odds.strip(), rows[row][table.columns.index(column) + 1])


def _require(name: str, known: Iterable[str], what: str, where: str) -> None:
    if name not in (accepted := tuple(known)):
        raise UnknownCell(f"no {what} {name!r}", where=f"paytable {where}", accepted=", ".join(accepted))


def _require_payable(table: Paytable, column: str, row: str, odds: object, meters: Iterable[Meter]) -> None:
    """Refuses text that is not odds, and a share of a meter that the column does not have."""
    where = f"paytable {table.id}, column {column}, {row}"
    if not isinstance(odds, str):
        raise BadOdds(f"odds of the type {type(odds).__name__}", where=where, accepted='text, such as "10 to 1"')
    try:
        read = Odds.parse(odds)
    except BadOdds as error:
        raise BadOdds(error.what, where=where, accepted=error.accepted) from None
    own = [meter.name for meter in meters if column in meter.columns and set(meter.wagers) & set(table.wagers)]
    if read.pays_from_meter and read.meter not in own:
        accepted = f"a share of {', '.join(own)}, or odds on the stake" if own else 'odds on the stake, "10 to 1"'
        raise BadOdds(f"{odds!r} is paid from a meter that this column does not have", where=where, accepted=accepted)


def with_changes(table: Paytable, changes: Iterable[ChangedOdds]) -> Paytable:
    """The paytable with the changed odds in their cells, even where a reading would have replaced the printed ones."""
    own = {(change.column, change.row): change.odds for change in changes if change.table == table.id}
    if not own:
        return table
    rows = tuple(
        (row[0], *(own.get((column, row[0]), odds) for column, odds in zip(table.columns, row[1:], strict=True)))
        for row in table.rows
    )
    replaced = tuple(kept for one in table.replaced if (kept := _kept(one, (one.column, one.row) in own)) is not None)
    made = msgspec.structs.replace(table, rows=rows, replaced=replaced)
    columns_of(made)
    return made


def _kept(replaced: Replaced, is_changed: bool) -> Replaced | None:
    """A row that a reading replaces keeps its hands, but not odds that were changed."""
    if not is_changed:
        return replaced
    return msgspec.structs.replace(replaced, odds="") if replaced.becomes else None


def merged(before: Iterable[ChangedOdds], after: Iterable[ChangedOdds]) -> tuple[ChangedOdds, ...]:
    """All changes in a fixed order; of two in one cell only the later counts, and a cell set back to the printed odds
    is unchanged.
    """
    cells = {(one.table, one.column, one.row): one for one in (*before, *after)}
    return tuple(cells[key] for key in sorted(cells) if cells[key].odds != cells[key].printed)


def digest_of(changes: Iterable[ChangedOdds]) -> str:
    """A short digest of the changes, the same whatever order they were made in."""
    text = "\n".join("\t".join((one.table, one.column, one.row, one.odds)) for one in changes)
    return sha256(text.encode()).hexdigest()[:DIGITS]


def words_for(changes: tuple[ChangedOdds, ...]) -> str:
    """The sentence that every result of changed odds carries."""
    named = "; ".join(map(str, changes[:SHOWN]))
    more = f"; and {len(changes) - SHOWN} more" if len(changes) > SHOWN else ""
    return f"{NOT_THE_LAW}: odds changed by with_odds: {named}{more}"
