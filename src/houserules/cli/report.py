"""`houserules report day`: what a gaming day came to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from houserules.cli.audit import Form
from houserules.cli.door import Database, kept_floor, write_out
from houserules.cli.show import JsonFlag
from houserules.floor.report_forms import report_html, report_text
from houserules.floor.reports import day_report

app = typer.Typer(no_args_is_help=True)


@app.command()
def day(
    day: Annotated[str, typer.Argument(help="The gaming day, as 2026-11-15; the last one begun, if not told.")] = "",
    form: Annotated[
        Form, typer.Option("--format", help="text, html (a page that stands by itself) or json.")
    ] = Form.text,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file.")] = None,
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """Table win, drop and hold of every table, reconciliation of every meter, hand-pays, and all exceptions.

    A day goes on until the next one begins, so that the count of the drop after closing belongs to it.
    """
    with kept_floor(db) as store, store.view() as moment:
        found = day_report(moment, day)
    if as_json or form is Form.json:
        write_out(json.dumps(msgspec.to_builtins(found), indent=2, ensure_ascii=False) + "\n", output)
    else:
        write_out(report_html(found) if form is Form.html else report_text(found), output)


@app.callback()
def reports() -> None:
    """Reports of a floor."""


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="report")
