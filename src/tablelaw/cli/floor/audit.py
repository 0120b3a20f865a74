"""`tablelaw audit`: replays a hand for a dispute, and checks the whole floor."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tablelaw.cli.floor import audit_proofs
from tablelaw.cli.floor.options import (
    By,
    Database,
    Form,
    Format,
    HeadFiles,
    KeyFile,
    PublicKey,
    kept_floor,
    kept_heads,
    key_at_hand,
    named,
    order_of,
    running_floor,
    write_form,
)
from tablelaw.cli.output import JsonFlag, Output, complain, say, show_json, width_of
from tablelaw.cli.progress import solving
from tablelaw.clock import SystemClock
from tablelaw.errors import TablelawError
from tablelaw.floor.audit.property_audit import AuditInput, Check, audit_file, audit_floor, passed_and_difference
from tablelaw.floor.audit.reconstruction import reconstruct
from tablelaw.floor.audit.reconstruction_grids import as_dict
from tablelaw.floor.audit.reconstruction_pages import reconstruction_html, reconstruction_text
from tablelaw.floor.orders import InspectRound

app = typer.Typer(no_args_is_help=True, help="For auditors and disputes: rebuild hands, prove entries, check the log.")
DIFFERENT = 1


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="audit")


@app.command()
def hand(
    table: Annotated[str, typer.Argument(help="The table's name.")],
    number: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.")],
    entry: Annotated[
        int, typer.Option(help="Any entry of the round, if the table has several rounds with that number.")
    ] = 0,
    form: Format = Form.text,
    output: Output = None,
    by: By = "",
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Replay a round for a dispute: cards, wagers, decisions, settlement with its law, meters, money, proofs.

    A round under way is not shown, since nobody may see its face-down cards. The inspection itself is recorded
    in the log, so an auditor gives the order (--by auditor:NAME).
    """
    order = order_of(by, InspectRound(table, number, entry))
    with running_floor(db) as service:
        with service.store.view() as moment:
            found = reconstruct(moment, table, number, entry)
        service.do(order)
    made = {Form.text: lambda hand: reconstruction_text(hand, width_of(output)), Form.html: reconstruction_html}
    write_form(found, Form.json if as_json else form, made, as_dict, output)


@app.command()
def verify(
    log: Annotated[Path | None, typer.Option(help="An exported log instead of the floor itself.")] = None,
    head_files: HeadFiles = None,
    key: PublicKey = "",
    key_file: KeyFile = None,
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Check everything: leaves, root, signed heads, every command executed again, accounts, meters, the verifier.

    The command names the first difference and exits with code 1. Heads kept elsewhere (--head) reveal what the keeper
    of the log could otherwise hide: entries cut off, an older log put back, a rewritten history.
    """
    kept = kept_heads(head_files)
    with solving("checking") as tell:
        if log is not None:
            passed, difference = passed_and_difference(audit_file(log, AuditInput(kept, key), tell))
        else:
            asked = AuditInput(kept, key, key_at_hand(named(db), key_file), SystemClock().now())
            with kept_floor(db) as store, store.view() as moment:
                passed, difference = passed_and_difference(audit_floor(moment, asked, tell))
    _show_checks(passed, difference, as_json)
    if difference is not None:
        raise typer.Exit(DIFFERENT)


def _show_checks(passed: list[Check], difference: TablelawError | None, as_json: bool) -> None:
    if as_json:
        show_json({"agrees": difference is None} | checks_dict(passed, difference))
        return
    say_checks(passed, difference)
    if difference is None:
        left = sum(not check.is_run for check in passed)
        say("Everything agrees." if not left else f"Every check that was run agrees; not run: {left} (see above).")


def checks_dict(passed: list[Check], difference: TablelawError | None) -> dict[str, Any]:
    checks = [{"check": check.name, "says": check.says, "run": check.is_run} for check in passed]
    return {"checks": checks, "difference": difference.as_dict() if difference is not None else None}


def say_checks(passed: list[Check], difference: TablelawError | None) -> None:
    """Prints the checks that passed, and the first objection to the log, if there is one."""
    for check in passed:
        say(f"{'agrees' if check.is_run else 'not run':<8} {check.name:<9} {check.says}")
    if difference is not None:
        complain(difference)


audit_proofs.register(app)
