"""Which paragraph governs what a property does outside a round of play.

Matters of one table are governed by the jurisdiction of its rulebook, and all others by the property's jurisdiction. A
log that does not name a jurisdiction cites what the first logs cited.
"""

from __future__ import annotations

from tablelaw import jurisdictions
from tablelaw.floor.property import FloorTable, Property
from tablelaw.floor.read_model import TableView, Views
from tablelaw.jurisdictions.model import Jurisdiction, Matter
from tablelaw.money_format import MoneyFormat


def governing(floor: Property | Views, matter: Matter, table: FloorTable | TableView | None = None) -> str:
    """The paragraph, in printed form, that governs a matter of the whole property or of one table."""
    return jurisdiction_of(floor, table).cite(matter)


def jurisdiction_of(floor: Property | Views, table: FloorTable | TableView | None = None) -> Jurisdiction:
    """The jurisdiction of the table's rulebook, or the property's own.

    The property's own is used if the rulebook is not tied to a state or no table is given.
    """
    if not floor.jurisdiction:
        return jurisdictions.get(jurisdictions.FORMAT_1)
    found = jurisdictions.find_named(table.engine.submission.book.jurisdiction) if table is not None else None
    return found or jurisdictions.get(floor.jurisdiction)


def money_format_of(jurisdiction: str) -> MoneyFormat:
    """The format in which a property under this jurisdiction prints money; without a jurisdiction, the format of the
    first logs.
    """
    return jurisdictions.get(jurisdiction or jurisdictions.FORMAT_1).number_format


def jurisdiction_text(jurisdiction: str) -> str:
    """The name, for a printed record, of the law that governs a property outside a round."""
    law = jurisdictions.get(jurisdiction or jurisdictions.FORMAT_1)
    return f"{law.name} ({law.regulator})" if jurisdiction else "the log names none"
