"""Installs a table: checks its submission against the tables already on the floor, and records its meters and terms."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from tablelaw import jurisdictions
from tablelaw.amounts import METER_UNITS_PER_CENT, percent_text
from tablelaw.cage.meters.state import Share, figures_of, meter_name
from tablelaw.floor.property import FloorTable, Property
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.rules.governing import jurisdiction_of
from tablelaw.jurisdictions.model import Jurisdiction, Matter
from tablelaw.law.rows import Paytable
from tablelaw.printed_money import printed
from tablelaw.submission.checks.property import check_property
from tablelaw.submission.draft import Draft, parse_draft
from tablelaw.submission.submission import MeterTerms, Submission, accept
from tablelaw.table.engine import Engine

FIGURES = {"seed": "seed", "reseed": "reseed amount", "primary": "rate", "reserve": "rate of the reserve"}


def floor_table(text: str, physical: bool) -> FloorTable:
    """Builds a table from the text of a submission.

    Raises `BadSubmission` with every finding if the submission does not pass.
    """
    draft, engine = _played_under(text, physical)
    submission = engine.submission
    meters = {meter.id: meter_name(meter, submission.table) for meter in submission.meters}
    return FloorTable(engine, draft, text, engine.new(), meters)


@lru_cache(maxsize=256)
def _played_under(text: str, physical: bool) -> tuple[Draft, Engine]:
    """Parses and checks a submission.

    Cached, because the result depends only on the arguments and is needed several times.
    """
    draft = parse_draft(text)
    return draft, Engine(accept(draft, read_back=True), physical)


def meter_cite(submission: Submission, meter: MeterTerms) -> str:
    """The paragraph on how a meter starts and grows."""
    return next(str(row.cite.first) for row in submission.book.meters if row.id == meter.id)


def require_fit_for_floor(floor: Property, table: FloorTable) -> None:
    """Requires names, versions and links to be compatible with the tables already on the floor."""
    if table.name in floor.tables:
        raise FloorRefused(
            "table-installed",
            why=table.name,
            accepted="another name, or remove that table first",
            typed=f"`tablelaw floor remove {table.name}`",
        )
    casino = table.engine.submission.casino
    if casino != floor.name:
        raise FloorRefused("other-property", why=casino, accepted=floor.name)
    require_same_currency(jurisdiction_of(floor), table)
    found = check_property([*(other.draft for other in floor.tables.values()), table.draft])
    if found:
        raise FloorRefused(
            "sister-tables-differ", why=found[0].sentence(), cite=found[0].cite, accepted=found[0].satisfy
        )
    _require_distinct_names(floor, table)
    for meter in table.engine.submission.meters:
        _require_same_figures(floor, table, meter)


def require_same_currency(law: Jurisdiction, table: FloorTable) -> None:
    """Requires a table to be played in the property's currency. Rules that are not tied to a state fit any currency."""
    book = table.engine.submission.book
    currency = jurisdictions.find_currency(book)
    if currency in (None, law.currency):
        return
    own = jurisdictions.find_named(book.jurisdiction) or law
    raise FloorRefused(
        "another-currency",
        where=table.name,
        why=f"{book.id} is played in {currency}, and the property keeps its money in {law.currency}",
        cite=own.cite(Matter.RULES_SUBMISSIONS),
        accepted=f"a table in {law.currency}, or a property in {currency}",
    )


def _require_distinct_names(floor: Property, table: FloorTable) -> None:
    """Requires the names of tables and links to differ.

    Meters are named after them and outlive their tables.
    """
    own = {name.rpartition("/")[0] for name, state in floor.meters.items() if not state.link}
    tables, links = {*own, *floor.tables, table.name}, {state.link for state in floor.meters.values() if state.link}
    if table.name in links:
        why = f"{table.name} is a link of meters"
        raise FloorRefused("table-named-like-a-link", why=why, accepted="another name for the table")
    for meter in table.engine.submission.meters:
        if meter.link in tables:
            why = f"link {meter.link} of meter {meter.id} is a table"
            raise FloorRefused("table-named-like-a-link", why=why, accepted="another name for the link")


def _require_same_figures(floor: Property, table: FloorTable, meter: MeterTerms) -> None:
    """Requires a table to name the figures that an existing meter was started with.

    A meter keeps its figures regardless of which tables come and go.
    """
    state = floor.meters.get(table.meters[meter.id])
    if state is None:
        return
    for figure, asked in figures_of(meter).items():
        kept = getattr(state, figure)
        if asked != kept:
            shows = printed(state.units // METER_UNITS_PER_CENT)
            why = f"{state.id} shows {shows}, and its {FIGURES[figure]} is {_told(kept)}, not {_told(asked)}"
            accepted = f"the same amount and figures, or another name for the {'link' if meter.link else 'table'}"
            raise FloorRefused(
                "meter-has-other-figures",
                why=why,
                cite=meter_cite(table.engine.submission, meter),
                accepted=accepted,
            )


def _told(figure: int | Share) -> str:
    """Formats an amount in meter units as money, or a share of the wager as a percentage."""
    if isinstance(figure, int):
        return printed(figure // METER_UNITS_PER_CENT)
    return percent_text(Fraction(*figure))


def seed_units(meter: MeterTerms) -> int:
    return int(meter.seed_cents * METER_UNITS_PER_CENT)


# --- What an independent reader needs --------------------------------------------------------------------


def terms_text(submission: Submission, meters: dict[str, str]) -> msgspec.Raw:
    """Writes out everything that a settlement rests on, in the words of the submission and the printed tables."""
    terms = submission.terms
    shown: dict[str, Any] = {
        "rulebook": submission.book.id,
        "table": submission.table,
        "casino": submission.casino,
        "minimum": submission.minimum_cents,
        "maximum": submission.maximum_cents,
        "payout_limit": submission.payout_limit_cents,
        "dealing": submission.dealing,
        "shuffler": submission.shuffler,
        "decks": submission.decks,
        "seats": submission.seats,
        "positions_per_player": submission.positions_per_player,
        "choices": dict(terms.choices),
        "readings": dict(terms.readings),
        "paytables": _paytables(submission),
        "wagers": _wagers(submission),
        "meters": [_meter(meter, meters[meter.id]) for meter in submission.meters],
    }
    return msgspec.Raw(msgspec.json.encode(shown))


def _paytables(submission: Submission) -> dict[str, Any]:
    offered = submission.terms.offered
    tables = [table for table in submission.book.paytables if offered.intersection(table.wagers)]
    return {
        table.id: {"wagers": list(table.wagers), "cite": str(table.cite), "columns": _columns(submission, table)}
        for table in tables
    }


def _columns(submission: Submission, table: Paytable) -> dict[str, list[list[str]]]:
    """The column in force, or all columns if the amount wagered selects one."""
    terms = submission.terms
    if table.selected_by == "stake":
        names = table.columns
    else:
        names = (submission.book.column_name(table.id, terms.choices, 0),)
    return {name: _rows(submission, table, name) for name in names}


def _rows(submission: Submission, table: Paytable, column: str) -> list[list[str]]:
    cells = submission.terms.tables[table.id, column]
    return [list(row) for row in dict.fromkeys((cell.row, cell.odds.printed) for cell in cells.values())]


def _wagers(submission: Submission) -> dict[str, Any]:
    book = submission.book
    return {
        wager: {
            "minimum": terms.minimum_cents,
            "maximum": terms.maximum_cents,
            "amounts": list(terms.amounts_cents),
            "medium": book.wager(wager).medium,
            "link": terms.link,
        }
        for wager, terms in submission.wagers.items()
    }


def _meter(meter: MeterTerms, name: str) -> dict[str, Any]:
    return {
        "id": name,
        "meter": meter.id,
        "name": meter.name,
        "wagers": list(meter.wagers),
        "seed": str(meter.seed_cents),
        "reseed": str(meter.reseed_cents),
        "primary": str(meter.primary),
        "reserve": str(meter.reserve),
        "link": meter.link,
    }
