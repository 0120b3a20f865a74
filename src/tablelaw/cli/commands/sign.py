"""`tablelaw sign FILE`: draws the sign and layout that a checked submission must show."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from tablelaw.cli.output import JsonFlag, console, show_json
from tablelaw.cli.set_money_format import print_money_of
from tablelaw.clock import today
from tablelaw.plain_text import fitted
from tablelaw.submission.signs.html import sign_html
from tablelaw.submission.signs.layout_svg import layout_svg
from tablelaw.submission.signs.sign import make_sign
from tablelaw.submission.signs.svg import sign_svg
from tablelaw.submission.signs.text import sign_text
from tablelaw.submission.submission import Submission, load_submission


class Format(Enum):
    text = "text"
    svg = "svg"
    html = "html"
    layout = "layout"


def sign(
    file: Annotated[Path, typer.Argument(help="A Rules Submission that passes `submission check`.")],
    format: Annotated[
        Format, typer.Option(help="text, svg (the sign), html (sign and felt) or layout (the felt, SVG).")
    ] = Format.text,
    as_json: JsonFlag = False,
) -> None:
    """The sign of a table: odds of every wager offered, required inscriptions, payout limit."""
    submission = load_submission(file, today())
    print_money_of(submission.book)
    rendered = _render(submission, format)
    if as_json:
        show_json({"file": str(file), "rulebook": submission.book.id, "format": format.value, "content": rendered})
        return
    shown = fitted(rendered, console.width) if format is Format.text else rendered
    typer.echo(shown, nl=not rendered.endswith("\n"))


def _render(submission: Submission, format: Format) -> str:
    if format is Format.text:
        return sign_text(make_sign(submission))
    if format is Format.svg:
        return sign_svg(make_sign(submission))
    return sign_html(submission) if format is Format.html else layout_svg(submission)


def register(app: typer.Typer) -> None:
    app.command(name="sign")(sign)
