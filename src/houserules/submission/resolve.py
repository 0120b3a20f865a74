"""Turns a draft's choices into terms: what was written over what the rulebook takes by default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from houserules.law.odds import Odds
from houserules.law.rows import Meter
from houserules.law.terms import Column, Terms
from houserules.submission.draft import Draft


def terms_of(draft: Draft) -> Terms:
    """The draft's choices over the rulebook's defaults."""
    book = draft.book
    choices = book.default_choices()
    for part in ("options", "paytables"):
        choices |= {name: str(value) for name, value in draft.part(part).items() if name in choices}
    readings = {reading.id: reading.chosen for reading in book.readings} | draft.part("readings")
    offered = frozenset(wager.id for wager in book.wagers if draft.is_offered(wager))
    terms = book.bind(choices, readings, offered)
    raised = draft.part("odds")
    tables = {key: _raised(column, raised.get(key[0], {})) for key, column in terms.tables.items()}
    return replace(terms, tables=tables)


def _raised(column: Column, better: Mapping[str, str]) -> Column:
    """A column with the better odds an operator may grant where the printed ones are a floor."""
    return {
        cls: replace(cell, odds=Odds.parse(better[cell.row])) if cell.row in better else cell
        for cls, cell in column.items()
    }


def meters_in_force(draft: Draft) -> tuple[Meter, ...]:
    """The meters of the offered wagers' chosen paytables."""
    return tuple(meter for meter in draft.book.meters if _in_force(draft, meter))


def _in_force(draft: Draft, meter: Meter) -> bool:
    wager = draft.book.wager(meter.wagers[0])
    table = draft.book.paytables_of(wager.id)[0]
    return draft.is_offered(wager) and draft.choice(table.id) in meter.columns
