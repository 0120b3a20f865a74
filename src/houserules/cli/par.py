"""`houserules par`: the PAR sheet of a submission. `houserules compare`: two of them side by side."""

from __future__ import annotations

import json
from datetime import date
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houserules.cli.show import JsonFlag, complaints, refuse, show_json

if TYPE_CHECKING:
    from houserules.analysis.par.data import Par


class Form(Enum):
    text = "text"
    json = "json"
    html = "html"
    pdf = "pdf"
    xlsx = "xlsx"


FILES_ONLY = (Form.pdf, Form.xlsx)
"""Forms that are no text and are written to a file, never to a terminal."""

File = Annotated[Path, typer.Argument(help="A Rules Submission that passes `submission check`.")]
Dated = Annotated[str | None, typer.Option("--date", help="The date printed on the sheet; today unless told.")]


def par_command(
    file: File,
    form: Annotated[Form, typer.Option("--format", help="text, json, html, pdf or xlsx.")] = Form.text,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write to this file.")] = None,
    dated: Dated = None,
) -> None:
    """The PAR sheet of a table: every hold, exact, with best play, risk, meters, and the law each rests on."""
    if output is None and form in FILES_ONLY:
        refuse(f"{form.value} is no text for a terminal; accepted: -o FILE.{form.value}")
    made = _render(_sheet(file, dated), form)
    if output is None:
        typer.echo(made.decode(), nl=False)
    else:
        _write(output, made)


def compare_command(first: File, second: File, as_json: JsonFlag = False) -> None:
    """Two submissions side by side: choices, holds and meters, with every difference marked."""
    from houserules.analysis.par.compare import compare, compare_text

    found = compare(_sheet(first, ""), _sheet(second, ""))
    if as_json:
        show_json(found.as_json())
    else:
        typer.echo(compare_text(found), nl=False)


def _sheet(file: Path, dated: str | None) -> Par:
    from houserules.analysis.par import par  # the solvers are slow to load: only when asked

    with complaints.status("solving") as status:
        day = date.today().isoformat() if dated is None else dated
        return par(file, day, lambda what: status.update(f"solving {what}"))


def _render(sheet: Par, form: Form) -> bytes:
    if form is Form.text:
        from houserules.analysis.par.as_text import par_text

        return par_text(sheet).encode()
    if form is Form.json:
        return (json.dumps(sheet.as_json(), indent=2, ensure_ascii=False) + "\n").encode()
    if form is Form.html:
        from houserules.analysis.par.as_html import par_html

        return par_html(sheet).encode()
    if form is Form.pdf:
        from houserules.analysis.par.as_pdf import par_pdf

        return par_pdf(sheet)
    from houserules.analysis.par.as_xlsx import par_xlsx

    return par_xlsx(sheet)


def _write(path: Path, made: bytes) -> None:
    try:
        path.write_bytes(made)
    except OSError as error:
        refuse(f"{path} cannot be written: {error.strerror}; accepted: a file in a folder you may write to")


def register(app: typer.Typer) -> None:
    app.command(name="par")(par_command)
    app.command(name="compare")(compare_command)
