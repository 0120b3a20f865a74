"""`tablelaw floor adopt`, and the jurisdiction of a new floor: the law that governs a property outside a round."""

from __future__ import annotations

from typing import Annotated

import typer

from tablelaw import jurisdictions
from tablelaw.cli.completion import jurisdiction_ids
from tablelaw.cli.floor.options import (
    APPROVERS,
    By,
    Database,
    OrderId,
    acknowledge,
    answer_dict,
    kept_floor,
    order_of,
    running_floor,
    views_of,
)
from tablelaw.cli.output import JsonFlag, refuse, say, show_json
from tablelaw.floor import orders
from tablelaw.floor.events import PropertyOpened
from tablelaw.floor.handlers.jurisdiction import what_adopting_changes
from tablelaw.floor.log.entry import Entry

PROPERTY = "The property"
ACCEPTED = "pa (Pennsylvania), md (Maryland), ma (Massachusetts), fr (France)"
Chosen = Annotated[
    str,
    typer.Option(
        "--jurisdiction",
        metavar="ID",
        help=f"The law that governs the property: {ACCEPTED}.",
        autocompletion=jurisdiction_ids,
    ),
]
Zone = Annotated[
    str, typer.Option("--time-zone", metavar="ZONE", help="An IANA time zone; by default the jurisdiction's.")
]


CONFIRMED = "the same command with --yes, --reason and two approvers (--approver NAME --approver NAME)"


def require_jurisdiction(jurisdiction: str) -> None:
    """Requires a new property to name its jurisdiction, since none can be guessed."""
    if not jurisdiction:
        refuse("no jurisdiction is named", accepted=f"--jurisdiction with one of {jurisdictions.accepted_ids()}")


def told_in(entry: Entry) -> dict[str, str]:
    """Describes the jurisdiction and time zone named in the first entry of a log."""
    opened = next(event for event in entry.events if isinstance(event, PropertyOpened))
    return {"jurisdiction": opened.jurisdiction, "time_zone": opened.time_zone}


def law_text(jurisdiction: str, time_zone: str) -> str:
    return f"It is under the law of {jurisdictions.get(jurisdiction).name}; its time zone is {time_zone}."


def adopt(
    jurisdiction: Annotated[
        str,
        typer.Argument(
            metavar="ID", help=f"The law that governs the property: {ACCEPTED}.", autocompletion=jurisdiction_ids
        ),
    ],
    time_zone: Zone = "",
    reason: Annotated[str, typer.Option(help="The reason, which is kept in the log.")] = "",
    approvers: Annotated[list[str] | None, typer.Option("--approver", help=APPROVERS)] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without this, only show what would change.")] = False,
    by: By = "",
    db: Database = "",
    order_id: OrderId = "",
    as_json: JsonFlag = False,
) -> None:
    """Put a floor whose log names no jurisdiction under one. Later entries cite its law; earlier ones stay
    unchanged.

    It cannot be undone, so the command first shows what will change, and needs a reason, two approvers, and --yes.
    """
    command = orders.AdoptJurisdiction(jurisdiction, time_zone, reason, tuple(approvers or ()))
    order = order_of(by, command, order_id=order_id)
    with kept_floor(db) as store:
        views = views_of(store)
    is_free = not views.jurisdiction
    changes = what_adopting_changes(views, jurisdiction, time_zone) if is_free else []
    if not as_json:
        for line in changes:
            say(line)
    if is_free and not yes:
        refuse("nothing has been adopted yet", accepted=CONFIRMED, entry=None, changes=changes)
    with running_floor(db) as service:
        answer = service.do(order)
    show_json(answer_dict(answer) | {"changes": changes}) if as_json else acknowledge(answer, as_json)


def register(app: typer.Typer) -> None:
    app.command("adopt", rich_help_panel=PROPERTY)(adopt)
