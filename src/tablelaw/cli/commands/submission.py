"""`tablelaw submission`: writes a Rules Submission, and checks one table's or a whole property's."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from tablelaw import rulebooks
from tablelaw.cli.arguments import RulebookId
from tablelaw.cli.commands.law_dates import day_asked
from tablelaw.cli.exit_codes import BAD_INPUT
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, show_json
from tablelaw.clock import today
from tablelaw.files import is_output, require_writable, write_whole
from tablelaw.law.dates.editions import edition_title
from tablelaw.submission.checks.all_checks import check as check_draft
from tablelaw.submission.checks.dates import checked_against
from tablelaw.submission.checks.property import check_property
from tablelaw.submission.draft import Draft, read_draft
from tablelaw.submission.findings import Finding, counted
from tablelaw.submission.template import new_submission

app = typer.Typer(no_args_is_help=True, help="Rules Submissions: the operator's choices, written and checked.")


def _fit(path: Path | None) -> Path | None:
    if path is not None and not is_output(path):
        require_writable(path, is_new=True)
    return path


NewFile = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write to this file; it must not exist yet.", callback=_fit)
]


@app.command()
def new(
    rulebook_id: RulebookId,
    output: NewFile = None,
    casino: Annotated[str, typer.Option("--property", help="The property's name.")] = "Example Casino",
    table: Annotated[str, typer.Option("--table", help="The table's name.")] = "T-1",
    offer_all: Annotated[bool, typer.Option("--all", help="Offer every optional wager.")] = False,
    filed: Annotated[
        str,
        typer.Option(
            "--filed", help="The day it is filed, for example 2025-06-30: only what is law on that day is offered."
        ),
    ] = "",
    as_json: JsonFlag = False,
) -> None:
    """Write a submission with every choice explained and cited."""
    day = day_asked(filed, "--filed")
    text = new_submission(rulebooks.get(rulebook_id), casino, table, offer_all, day)
    to_file = output is not None and not is_output(output)
    if output is not None and to_file:
        write_whole(output, text.encode(), is_new=True)
    if as_json:
        show_json({"rulebook": rulebook_id, "file": str(output) if to_file else None, "text": text})
    elif not to_file:
        typer.echo(text, nl=False)
    else:
        console.print(f"Written to {output}. Change it, then: tablelaw submission check {output}", markup=False)


Filed = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Rules Submissions; several are also checked together.")
]


@app.command()
def check(files: Filed, as_json: JsonFlag = False) -> None:
    """Check one submission, or several as the tables of their property. All findings are shown at once."""
    drafts, day = [read_draft(path) for path in files], today()
    findings = [(draft, found) for draft in drafts for found in check_draft(draft, day)]
    across = check_property(drafts)
    if as_json:
        show_json(_json(drafts, findings, across, day))
    else:
        _show(drafts, findings, across, day)
    if findings or across:
        raise typer.Exit(BAD_INPUT)


def _json(
    drafts: list[Draft], findings: list[tuple[Draft, Finding]], across: list[Finding], day: date
) -> dict[str, object]:
    return {
        "passed": not findings and not across,
        "files": [
            {
                "file": d.source,
                "rulebook": d.book.id,
                "edition": edition_title(d.book, d.filed_on or day),
                "day": (d.filed_on or day).isoformat(),
                "filed": d.filed_on.isoformat() if d.filed_on else None,
                "findings": [f.as_dict() for owner, f in findings if owner is d],
            }
            for d in drafts
        ],
        "property": [found.as_dict() for found in across],
    }


def _show(drafts: list[Draft], findings: list[tuple[Draft, Finding]], across: list[Finding], day: date) -> None:
    for draft in drafts:
        own = [found for owner, found in findings if owner is draft]
        verdict = "[green]passes[/]" if not own else f"[red]{counted(own)}[/]"
        about = f"{draft.source}: {draft.book.game} ({checked_against(draft, day)})"
        console.print(f"{escape(about)}: {verdict}", highlight=False)
        _show_findings(own, "Findings")
    if across:
        _show_findings(across, "Across the property's tables")


def _show_findings(findings: list[Finding], title: str) -> None:
    if not findings:
        return
    table = make_table(title, "where", "what", "would satisfy", "law", "code")
    for found in findings:
        add_row(table, found.where, found.what, found.satisfy, found.law, found.code)
    console.print(table)


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="submission")
