"""How the command line shows things: Rich tables for people, JSON for programs, errors without tracebacks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from houserules.errors import HouserulesError, WrongUse
from houserules.files import is_output, refuse_unfit

# Names and other data are shown as they are: "chips:a:" is an account, no picture of an "a".
console = Console(emoji=False)
complaints = Console(stderr=True, emoji=False)

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON with a stable shape (docs/cli.md).")]

BAD_INPUT = 2
CLOSED_PIPE = 1


# --- Where it goes ----------------------------------------------------------------------------------------


def fit(path: Path | None) -> Path | None:
    """The file after -o, refused before any work is done, and before any order is given, if it cannot be written."""
    if path is not None and not is_output(path):
        refuse_unfit(path)
    return path


Output = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write to this file; - is standard output.", callback=fit)
]


# --- What is shown ----------------------------------------------------------------------------------------


def show_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def make_table(title: str, *columns: str, numbers: Iterable[str] = ()) -> Table:
    table = Table(
        title=Text(title, "table.title") if title else None,
        title_justify="left",
        header_style="bold",
        box=SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    right = set(numbers)
    for column in columns:
        narrow = column in right or column in ("id", "code")
        table.add_column(column, justify="right" if column in right else "left", overflow="fold", no_wrap=narrow)
    return table


def add_row(table: Table, *cells: object) -> None:
    """Cells as they are: no markup is read in them."""
    table.add_row(*(Text(str(cell)) for cell in cells))


def complain(error: HouserulesError) -> None:
    """One line on standard error: the code, what is wrong, what would be accepted, and the law of it."""
    sentence = error.sentence()
    law = "" if error.law in sentence else f"; {error.law}"
    line = f"refused ({error.code}) {sentence}{law}"
    complaints.print(line, style="red", markup=False, highlight=False, soft_wrap=True)


def refuse(message: str, kind: type[HouserulesError] = WrongUse) -> NoReturn:
    """Complains of "what is wrong; accepted: what would do" and ends with the code for bad input."""
    what, _, accepted = message.partition("; accepted: ")
    complain(kind(what, accepted=accepted))
    raise typer.Exit(BAD_INPUT)
