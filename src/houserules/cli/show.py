"""How the command line shows things: Rich tables for people, JSON for programs, errors without tracebacks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from houserules.cli.sheet import Screen, Sheet
from houserules.errors import HouserulesError, WrongUse
from houserules.files import is_output, refuse_unfit

# Names and other data are shown as they are: "chips:a:" is an account, no picture of an "a".
console = Screen(emoji=False)
complaints = Screen(stderr=True, emoji=False)

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


def make_table(title: str, *columns: str, numbers: Iterable[str] = (), whole: Iterable[str] = ()) -> Sheet:
    """A table of these columns; `numbers` stand at the right, and lines of `whole` columns are never broken."""
    return Sheet(title, columns, numbers=tuple(numbers), whole=tuple(whole))


def add_row(table: Sheet, *cells: object) -> None:
    """Cells as they are: no markup is read in them."""
    table.add_row(*map(str, cells))


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
