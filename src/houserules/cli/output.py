"""How the command line shows things: Rich tables for people, JSON for programs, errors without tracebacks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from houserules.cli.text_tables import Screen, Sheet
from houserules.errors import HouserulesError, WrongUse
from houserules.files import is_output, refuse_unfit
from houserules.plain_text import UNLIMITED, fitted

# Names and other data are shown as they are: "chips:a:" is an account, no picture of an "a".
console = Screen(emoji=False)
complaints = Screen(stderr=True, emoji=False)

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON with a stable shape (docs/cli.md).")]

BAD_INPUT = 2
CLOSED_PIPE = 141
"""128 and the number of SIGPIPE, as a shell tells of a program that the signal ended."""


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


def width_of(output: Path | None) -> int:
    """How wide a text may be: as the terminal it goes to; a file has no limit."""
    return console.width if output is None or is_output(output) else UNLIMITED


def say(line: str) -> None:
    """A sentence, broken at blanks where the terminal is narrower."""
    console.print(fitted(line, console.width), markup=False, highlight=False, soft_wrap=True)


def say_command(line: str) -> None:
    """A command to be copied and typed: one line, however narrow the terminal."""
    console.print(line, markup=False, highlight=False, soft_wrap=True)


def show_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def make_table(title: str, *columns: str, numbers: Iterable[str] = (), whole: Iterable[str] = ()) -> Sheet:
    """A table of these columns; `numbers` stand at the right, and lines of `whole` columns are never broken."""
    return Sheet(title, columns, numbers=tuple(numbers), whole=tuple(whole))


def add_row(table: Sheet, *cells: object) -> None:
    """Cells as they are: no markup is read in them."""
    table.add_row(*map(str, cells))


def complain(error: HouserulesError) -> None:
    """On standard error: the code, what is wrong, what would be accepted, and the law of it."""
    sentence = error.sentence()
    law = "" if error.law in sentence else f"; {error.law}"
    warn(f"refused ({error.code}) {sentence}{law}")


def warn(line: str, style: str = "red") -> None:
    """One line on standard error, for programs to read; at a terminal it is broken at blanks."""
    width = complaints.width if complaints.is_terminal else UNLIMITED
    complaints.print(fitted(line, width), style=style, markup=False, highlight=False, soft_wrap=True)


def refuse(message: str, kind: type[HouserulesError] = WrongUse) -> NoReturn:
    """Complains of "what is wrong; accepted: what would do" and ends with the code for bad input."""
    what, _, accepted = message.partition("; accepted: ")
    complain(kind(what, accepted=accepted))
    raise typer.Exit(BAD_INPUT)
