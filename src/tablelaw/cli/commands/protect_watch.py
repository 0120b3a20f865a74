"""`tablelaw protect watch`: tests the decisions in a property's log for play with a seen card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from tablelaw.cli.floor.options import Database, kept_floor
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, refuse, say, show_json
from tablelaw.cli.progress import solving
from tablelaw.persons import Actor

if TYPE_CHECKING:
    from tablelaw.floor.reports.seen_card_watch import SeenCardWatch
    from tablelaw.floor.reports.watch_messages import WatchedPerson, WatchReport

FalseAlarms = Annotated[
    str,
    typer.Option("--false-alarms", help="The chance that any honest person is ever flagged, for example 0.01."),
]
Watched = Annotated[
    list[str],
    typer.Option(
        "--seen",
        help="A card that may have been seen: dealer:1, or community:N against a paytable; may be repeated. "
        "By default the usual card of each game.",
    ),
]
Looking = Annotated[
    str,
    typer.Option(
        "--by",
        envvar="TABLELAW_BY",
        help="Who is looking, such as auditor:dana: only auditors see the evidence and the rounds it comes from.",
        metavar="WHO",
    ),
]
MOST_SPANS = 6


def rate_of(text: str) -> float:
    """Reads a rate of false alarms."""
    from tablelaw.analysis.watch.false_alarms import require_rate

    try:
        rate = float(text)
    except ValueError:
        refuse(f"{text!r} is not a rate of false alarms", accepted="a number such as 0.01")
    return require_rate(rate)


def watch_command(
    seen: Watched = [],  # noqa: B006
    false_alarms: FalseAlarms = "0.01",
    by: Looking = "",
    log: Annotated[Path | None, typer.Option(help="An exported log instead of the floor itself.")] = None,
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Test the decisions of every finished round in a floor's log, by player and by dealer, for play with a seen card.

    The rate of false alarms holds for everybody together and however often the log is looked at. The cards of a round
    are shown only by `tablelaw audit hand`, which records the inspection.
    """
    rate = rate_of(false_alarms)
    with solving("watching") as tell:
        from tablelaw.analysis.protection.information import parse_information
        from tablelaw.floor.reports.seen_card_watch import SeenCardWatch

        watch = SeenCardWatch(tuple(parse_information([one]) for one in seen), rate)
        if log is not None:
            _read_export(watch, log, tell)
        else:
            with kept_floor(db) as store, store.view() as moment:
                watch.catch_up(moment, tell)
    found = watch.report(is_auditor=_is_auditor(by))
    if as_json:
        show_json(msgspec.to_builtins(found))
    else:
        _show(found)


def _read_export(watch: SeenCardWatch, log: Path, tell: Callable[[str], None]) -> None:
    """Reads an exported log after checking every leaf and signature."""
    from tablelaw.floor.audit.log_audit import audit_export
    from tablelaw.floor.log.entry_outline import EntryOutline
    from tablelaw.floor.log.export import LogReader

    audit_export(log)
    with log.open("rb") as file:
        watch.read((EntryOutline(body) for body in LogReader(file, log.name).bodies()), tell)


def _is_auditor(by: str) -> bool:
    return Actor.parse(by).role == "auditor"


def _show(found: WatchReport) -> None:
    is_auditor = any(person.evidence is not None for person in found.people)
    more = ["evidence", "needed"] if is_auditor else []
    numbers = ["tested rounds", *more]
    table = make_table(
        f"Decisions tested for a seen card: {found.rounds:,} rounds", "who", "flag", *numbers, numbers=numbers
    )
    for person in sorted(found.people, key=lambda one: (not one.is_flagged, one.kind, one.name)):
        add_row(table, f"{person.kind} {person.name}", _flag(person), f"{person.rounds:,}", *_evidence(person))
    console.print(table)
    say(f"The chance that anybody honest is ever flagged is at most {found.rate:g}.")
    for person in found.people:
        if person.is_flagged:
            say(f"{person.kind} {person.name}: {_rounds(person)}.")
    for left in found.not_watched:
        say(f"Not tested: {left.rounds:,} rounds of {left.game}: {left.why}.")


def _flag(person: WatchedPerson) -> str:
    at = person.flagged_at
    return "" if at is None else f"flagged after round {at.round} at {at.table}"


def _evidence(person: WatchedPerson) -> tuple[str, ...]:
    found = person.evidence
    return () if found is None else (f"{found.highest:.2f}", f"{found.needed:.2f}")


def _rounds(person: WatchedPerson) -> str:
    """The tested rounds of a person, and for an auditor those that speak most for a seen card."""
    shown = []
    for table in person.tables:
        spans = [f"{first}" if first == last else f"{first} to {last}" for first, last in table.spans]
        more = f" and {len(spans) - MOST_SPANS} more ranges" if len(spans) > MOST_SPANS else ""
        shown.append(f"{table.table} rounds {', '.join(spans[:MOST_SPANS])}{more}")
    if person.evidence is not None and person.evidence.strongest:
        strongest = ", ".join(f"{one.table} {one.round}" for one in person.evidence.strongest)
        shown.append(f"strongest evidence in {strongest} (tablelaw audit hand TABLE ROUND)")
    return "; ".join(shown)
