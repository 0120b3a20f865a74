"""Which paragraph governs what a property does outside a round of play.

What concerns one table is governed by the jurisdiction of its rulebook, all else by that of the property. A log that
has named no jurisdiction cites what the first logs cite.
"""

from __future__ import annotations

from houserules import jurisdictions
from houserules.floor.property import FloorTable, Property
from houserules.floor.read_model import TableView, Views
from houserules.jurisdictions.model import Jurisdiction, Matter
from houserules.printed_money import MoneyFormat


def governing(floor: Property | Views, matter: Matter, table: FloorTable | TableView | None = None) -> str:
    """The paragraph that governs a matter of the whole property, or of one table, in printed form."""
    return jurisdiction_of(floor, table).cite(matter)


def jurisdiction_of(floor: Property | Views, table: FloorTable | TableView | None = None) -> Jurisdiction:
    if not floor.jurisdiction:
        return jurisdictions.get(jurisdictions.FORMAT_1)
    if table is not None:
        return jurisdictions.named(table.engine.submission.book.jurisdiction)
    return jurisdictions.get(floor.jurisdiction)


def money_format_of(jurisdiction: str) -> MoneyFormat:
    """How a property under that jurisdiction prints money; as the first logs did where its log names none."""
    return jurisdictions.get(jurisdiction or jurisdictions.FORMAT_1).number_format


def jurisdiction_text(jurisdiction: str) -> str:
    """What a record says of the law that a property is under outside a round."""
    law = jurisdictions.get(jurisdiction or jurisdictions.FORMAT_1)
    return f"{law.name} ({law.regulator})" if jurisdiction else "the log names none"
