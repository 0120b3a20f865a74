"""Output of the command line: Rich tables for people, JSON for programs, errors without tracebacks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from itertools import takewhile
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from tablelaw.cli.exit_codes import BAD_INPUT
from tablelaw.cli.text_tables import Screen, Sheet
from tablelaw.errors import TablelawError, WrongUse
from tablelaw.files import is_output, require_writable
from tablelaw.plain_text import UNLIMITED, fitted

# Names and other data are shown unchanged: "chips:a:" is an account, not an emoji.
console = Screen(emoji=False)
complaints = Screen(stderr=True, emoji=False)

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON with a stable shape (docs/cli.md).")]


# --- Destinations -----------------------------------------------------------------------------------------


def fit(path: Path | None) -> Path | None:
    """The file given with -o; one that cannot be written is refused before any work is done or any order is given."""
    if path is not None and not is_output(path):
        require_writable(path)
    return path


Output = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write to this file; - is standard output.", callback=fit)
]


# --- Printing ---------------------------------------------------------------------------------------------


def width_of(output: Path | None) -> int:
    """How wide a text may be: the width of the terminal, or unlimited in a file."""
    return console.width if output is None or is_output(output) else UNLIMITED


def say(line: str) -> None:
    """Prints a sentence, wrapped at spaces to fit the terminal."""
    console.print(fitted(line, console.width), markup=False, highlight=False, soft_wrap=True)


def say_command(line: str) -> None:
    """Prints a command to be copied on one line, however narrow the terminal."""
    console.print(line, markup=False, highlight=False, soft_wrap=True)


def show_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def make_table(title: str, *columns: str, numbers: Iterable[str] = (), whole: Iterable[str] = ()) -> Sheet:
    """Makes a table with these columns; `numbers` are right-aligned, and cells of `whole` columns are never wrapped."""
    return Sheet(title, columns, numbers=tuple(numbers), whole=tuple(whole))


def add_row(table: Sheet, *cells: object) -> None:
    """Adds cells literally: markup in them is not interpreted."""
    table.add_row(*map(str, cells))


def complain(error: TablelawError, **also: object) -> None:
    """Prints on standard error the code, what is wrong, what would be accepted, and the law behind it.

    With --json it is also printed on standard output for the program that reads it, in one document with `also`.
    """
    sentence = " ".join(error.sentence().split())
    law = "" if error.law in sentence else f"; {error.law}"
    if is_json_wanted():
        show_json({**also, "refused": error.as_dict()})
    warn(f"refused ({error.code}) {sentence}{law}")


def is_json_wanted() -> bool:
    """Whether the command of this process has --json, even if it is used wrongly and its options were never read."""
    return "--json" in takewhile(lambda word: word != "--", sys.argv[1:])


def warn(line: str, style: str = "red") -> None:
    """Prints a line on standard error, unwrapped for programs and wrapped at spaces at a terminal."""
    width = complaints.width if complaints.is_terminal else UNLIMITED
    complaints.print(fitted(line, width), style=style, markup=False, highlight=False, soft_wrap=True)


def refuse(what: str, *, accepted: str, kind: type[TablelawError] = WrongUse, **also: object) -> NoReturn:
    """Report bad input on standard error, with what would be accepted, and exit with its code."""
    complain(kind(what, accepted=accepted), **also)
    raise typer.Exit(BAD_INPUT)
