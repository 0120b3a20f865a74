"""`houserules floor adopt`, and the jurisdiction of a new floor: whose law governs a property outside a round."""

from __future__ import annotations

from typing import Annotated

import typer

from houserules import jurisdictions
from houserules.cli.door import ordering
from houserules.cli.show import refuse
from houserules.floor import orders
from houserules.floor.entry import Entry
from houserules.floor.happenings import PropertyOpened
from houserules.floor.orders import FloorCommand

PROPERTY = "The property"
ACCEPTED = "pa (Pennsylvania), md (Maryland), ma (Massachusetts)"
Chosen = Annotated[
    str, typer.Option("--jurisdiction", metavar="ID", help=f"Whose law governs the property: {ACCEPTED}.")
]
Zone = Annotated[
    str, typer.Option("--time-zone", metavar="ZONE", help="An IANA time zone; the jurisdiction's if not told.")
]


def refuse_none(jurisdiction: str) -> None:
    """A new property says whose law it is under: nothing is guessed."""
    if not jurisdiction:
        refuse(f"no jurisdiction is named; accepted: --jurisdiction with one of {jurisdictions.accepted_ids()}")


def told_in(entry: Entry) -> dict[str, str]:
    """Jurisdiction and time zone, as the first entry of a log tells them."""
    opened = next(event for event in entry.events if isinstance(event, PropertyOpened))
    return {"jurisdiction": opened.jurisdiction, "time_zone": opened.time_zone}


def law_text(jurisdiction: str, time_zone: str) -> str:
    return f"It is under the law of {jurisdictions.get(jurisdiction).name}; its time zone is {time_zone}."


def adopt(
    jurisdiction: Annotated[str, typer.Argument(metavar="ID", help=f"Whose law governs the property: {ACCEPTED}.")],
    time_zone: Zone = "",
) -> FloorCommand:
    """Put a floor whose log names no jurisdiction under one. Later entries cite its law; earlier ones stay."""
    return orders.AdoptJurisdiction(jurisdiction, time_zone)


def register(app: typer.Typer) -> None:
    app.command("adopt", rich_help_panel=PROPERTY)(ordering(adopt))
