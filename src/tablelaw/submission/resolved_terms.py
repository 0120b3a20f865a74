"""Turns a draft's choices into terms, with the rulebook's defaults for the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tablelaw.law.odds import Odds
from tablelaw.law.paytables import Column
from tablelaw.law.rows import Meter
from tablelaw.law.rulebook import Terms
from tablelaw.submission.draft import Draft


def terms_of(draft: Draft) -> Terms:
    """The terms of a draft: its choices, with the rulebook's defaults for the rest."""
    book = draft.book
    choices = book.default_choices()
    for part in ("options", "paytables"):
        choices |= {name: str(value) for name, value in draft.part(part).items() if name in choices}
    readings = {reading.id: reading.chosen for reading in book.readings} | draft.part("readings")
    offered = frozenset(wager.id for wager in book.wagers if draft.is_offered(wager))
    terms = book.bind(choices, readings, offered)
    raised = draft.part("odds")
    if not raised:
        return terms
    tables = {key: _raised(column, raised.get(key[0], {})) for key, column in terms.tables.items()}
    return replace(terms, tables=tables)


def _raised(column: Column, better: Mapping[str, str]) -> Column:
    """A column with the better odds that the operator offers, allowed only if the printed odds are a minimum."""
    return {
        cls: replace(cell, odds=Odds.parse(better[cell.row])) if cell.row in better else cell
        for cls, cell in column.items()
    }


def meters_in_force(draft: Draft) -> tuple[Meter, ...]:
    """The meters of the paytables chosen for the offered wagers."""
    return tuple(meter for meter in draft.book.meters if _in_force(draft, meter))


def _in_force(draft: Draft, meter: Meter) -> bool:
    wager = draft.book.wager(meter.wagers[0])
    table = draft.book.paytables_of(wager.id)[0]
    return draft.is_offered(wager) and draft.choice(table.id) in meter.columns
