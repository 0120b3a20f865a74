"""Jurisdictions: the law that governs a property outside a round of play. Each is a folder of data, loaded once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from tablelaw.errors import UnknownJurisdiction
from tablelaw.jurisdictions.model import Jurisdiction, load
from tablelaw.law.rulebook import Rulebook
from tablelaw.money_format import WRITTEN, MoneyFormat
from tablelaw.printed_money import money_format

IDS = ("pa", "md", "ma", "fr")
"""The jurisdictions a property may be under."""
FORMAT_1 = "format-1"
"""The jurisdiction for logs of format 1, which do not name one; it has the paragraphs that they cite."""


@cache
def get(jurisdiction_id: str) -> Jurisdiction:
    """Returns a jurisdiction by its id, loaded and checked once."""
    if jurisdiction_id not in (*IDS, FORMAT_1):
        raise UnknownJurisdiction(f"no jurisdiction {jurisdiction_id!r}", accepted=accepted_ids())
    return load(files(__name__).joinpath(jurisdiction_id))


def all_jurisdictions() -> tuple[Jurisdiction, ...]:
    """The jurisdictions a property may be under."""
    return tuple(get(jurisdiction_id) for jurisdiction_id in IDS)


@cache
def find_named(name: str) -> Jurisdiction | None:
    """Returns a jurisdiction by its full name, as rulebooks give it ("Maryland"); None if the rules are a designer's
    own.
    """
    return next((jurisdiction for jurisdiction in all_jurisdictions() if jurisdiction.name == name), None)


def find_currency(book: Rulebook) -> str | None:
    """The currency of a rulebook's tables: its jurisdiction's, or the one its file names; None if any currency is
    accepted.
    """
    law = find_named(book.jurisdiction)
    return law.currency if law else book.currency or None


def money_format_for(book: Rulebook) -> MoneyFormat:
    """The format for sums at a table of this rulebook: the property's own if the rulebook accepts any currency."""
    law, currency = find_named(book.jurisdiction), find_currency(book)
    if law:
        return law.number_format
    return WRITTEN[currency] if currency else money_format()


def accepted_ids() -> str:
    """The ids with their names, for a refusal or a help text."""
    return ", ".join(f"{jurisdiction.id} ({jurisdiction.name})" for jurisdiction in all_jurisdictions())


__all__ = [
    "IDS",
    "Jurisdiction",
    "accepted_ids",
    "all_jurisdictions",
    "find_currency",
    "find_named",
    "get",
    "money_format_for",
]
