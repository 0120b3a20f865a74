"""`tablelaw par`: the PAR sheet of a submission. `tablelaw compare`: two PAR sheets side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tablelaw.cli.output import JsonFlag, Output, console, refuse
from tablelaw.cli.progress import Tell, solving
from tablelaw.cli.set_money_format import print_money_of
from tablelaw.clock import read_day, today
from tablelaw.extras import required
from tablelaw.files import write_whole
from tablelaw.plain_text import fitted
from tablelaw.submission.submission import load_submission

if TYPE_CHECKING:
    from tablelaw.analysis.par.compare import Comparison
    from tablelaw.analysis.par.notebook import ParSheet


class Form(Enum):
    text = "text"
    json = "json"
    html = "html"
    pdf = "pdf"
    xlsx = "xlsx"


FILES_ONLY = (Form.pdf, Form.xlsx)
"""Formats that are not text: they are written to a file, never to a terminal."""
NEEDED_FOR = {Form.html: ("matplotlib",), Form.pdf: ("fpdf", "matplotlib"), Form.xlsx: ("openpyxl",)}
"""The optional packages of a format, required before anything is solved for it."""
COMPARED = (Form.text, Form.json, Form.html)
"""Formats in which two sheets can be compared."""
SUFFIXES = {".txt": Form.text, ".json": Form.json, ".html": Form.html, ".pdf": Form.pdf, ".xlsx": Form.xlsx}

File = Annotated[Path, typer.Argument(help="A Rules Submission that passes `submission check`.")]
Dated = Annotated[str | None, typer.Option("--date", help="The date printed on the sheet; today by default.")]
Asked = Annotated[
    Form | None, typer.Option("--format", help="text, unless the file's extension says otherwise.", show_default=False)
]
Exposures = Annotated[
    list[str],
    typer.Option(
        "--exposure",
        help='Adds what seen cards are worth, such as dealer:1 or "dealer:1 flop:1"; may be repeated '
        "(docs/protection.md).",
    ),
]


def par_command(
    file: File,
    form: Asked = None,
    output: Output = None,
    dated: Dated = None,
    exposure: Exposures = [],  # noqa: B006
    as_json: JsonFlag = False,
) -> None:
    """The PAR sheet of a table: every exact house edge, best play, risk, meters, and the law behind each figure."""
    wanted = Form.json if as_json else _form(form, output)
    if output is None and wanted in FILES_ONLY:
        refuse(f"{wanted.value} cannot be shown in a terminal", accepted=f"-o FILE.{wanted.value}")
    _require_date(dated)
    for package in NEEDED_FOR.get(wanted, ()):
        required(package)
    with solving() as tell:
        made = rendered(_sheet(file, dated, tell, exposure), wanted)
    _hand_over(made, wanted, output)


def compare_command(
    first: File, second: File, form: Asked = None, output: Output = None, as_json: JsonFlag = False
) -> None:
    """Two submissions side by side: choices, house edges and meters, with every difference marked."""
    wanted = Form.json if as_json else _form(form, output)
    if wanted not in COMPARED:
        refuse(f"two sheets cannot be compared as {wanted.value}", accepted=f"{', '.join(f.value for f in COMPARED)}")
    with solving() as tell:
        _require_valid(first, second)
        found = _sheet(first, "", tell).compare(_sheet(second, "", tell))
    _hand_over(_render_compared(found, wanted), wanted, output)


def _form(form: Form | None, output: Path | None) -> Form:
    """The requested format, or else the one that the file's extension implies; text if there is no file or no
    extension.
    """
    if output is None or not output.suffix:
        return form or Form.text
    by_suffix = SUFFIXES.get(output.suffix.lower())
    if by_suffix is None:
        refuse(f"{output.name} ends in {output.suffix}", accepted=f"{', '.join(SUFFIXES)}, or no extension")
    if form not in (None, by_suffix):
        refuse(f"--format {form.value} contradicts {output.name}", accepted="one of them, or the same format in both")
    return by_suffix


def _sheet(file: Path, dated: str | None, tell: Tell, exposure: Iterable[str] = ()) -> ParSheet:
    from tablelaw.analysis.par import par  # the solvers are slow to load, so only when needed

    filed = load_submission(file, read_day(dated) or today())
    print_money_of(filed.book)
    return par(filed, str(today()) if dated is None else dated, tell, exposure=exposure)


def _require_valid(*files: Path) -> None:
    """Reads and checks every file before the first is solved."""
    for file in files:
        load_submission(file, today())


def _require_date(dated: str | None) -> None:
    """Refuses an invalid date, because a sheet is filed by its date."""
    if dated is None:
        return
    if read_day(dated) is None:
        refuse(f"{dated!r} is not a date", accepted="year-month-day, such as 2026-03-31")


# --- Formats ------------------------------------------------------------------------------------------


def rendered(sheet: ParSheet, form: Form) -> bytes:
    """A sheet in one of its formats."""
    if form is Form.text:
        from tablelaw.analysis.par.forms.text import par_text

        return par_text(sheet).encode()
    if form is Form.json:
        return _json(sheet.as_json())
    if form is Form.html:
        from tablelaw.analysis.par.forms.html import par_html

        return par_html(sheet).encode()
    if form is Form.pdf:
        from tablelaw.analysis.par.forms.pdf import par_pdf

        return par_pdf(sheet)
    from tablelaw.analysis.par.forms.xlsx import par_xlsx

    return par_xlsx(sheet)


def _render_compared(found: Comparison, form: Form) -> bytes:
    if form is Form.json:
        return _json(found.as_json())
    from tablelaw.analysis.par.forms.comparison import compare_html, compare_text

    return (compare_html(found) if form is Form.html else compare_text(found)).encode()


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


# --- Output -------------------------------------------------------------------------------------------


def _hand_over(made: bytes, form: Form, output: Path | None) -> None:
    if output is None:
        typer.echo(fitted(made.decode(), console.width) if form is Form.text else made.decode(), nl=False)
    else:
        write_whole(output, made)


def register(app: typer.Typer) -> None:
    app.command(name="par")(par_command)
    app.command(name="compare")(compare_command)
