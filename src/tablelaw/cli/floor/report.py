"""`tablelaw report day`: the report of a gaming day."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from tablelaw.cli.floor.options import Database, Form, Format, Looker, kept_floor, write_form
from tablelaw.cli.output import JsonFlag, Output, width_of
from tablelaw.floor.reports.blind_count import is_blind, without_uncounted
from tablelaw.floor.reports.day import day_report
from tablelaw.floor.reports.day_pages import report_html, report_text

app = typer.Typer(no_args_is_help=True)


@app.callback()
def reports() -> None:
    """Reports of a floor."""


@app.command()
def day(
    day: Annotated[
        str, typer.Argument(help="The gaming day, for example 2026-11-15; by default the last one begun.")
    ] = "",
    form: Format = Form.text,
    output: Output = None,
    by: Looker = "",
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Table win, drop and hold of every table, reconciliation of every meter, hand-pays, and all exceptions.

    A day lasts until the next one begins, so the drop count after closing belongs to it. Drop, win and hold of a
    table are shown after its box is counted; to an auditor (--by auditor:NAME) at once.
    """
    with kept_floor(db) as store, store.view() as moment:
        found = day_report(moment, day)
    if is_blind(by):
        found = without_uncounted(found)
    made = {Form.text: lambda report: report_text(report, width_of(output)), Form.html: report_html}
    write_form(found, Form.json if as_json else form, made, msgspec.to_builtins, output)


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="report")
