"""The command line: `houserules`. Bad input ends with code 2 and one clear line, never a traceback."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import cache
from io import TextIOWrapper

import typer

from houserules import __version__, rulebooks
from houserules.cli.commands import (
    advise,
    analyze,
    gaming_day,
    hand,
    law,
    par,
    procedure,
    replay,
    serve,
    settle,
    sign,
    simulate,
    submission,
)
from houserules.cli.floor import audit, export, ledger, meters, report, setup
from houserules.cli.output import BAD_INPUT, CLOSED_PIPE, add_row, complain, console, make_table
from houserules.cli.play import command as play
from houserules.errors import BadFile, HouserulesError
from houserules.printed_money import DOLLARS, print_money_as

app = typer.Typer(
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Regulated hold 'em house games as executable law.",
)
app.add_typer(law.app, name="law")
app.add_typer(submission.app, name="submission")
for part in (play, settle, replay, procedure, analyze, advise, par, simulate, sign, hand, serve):
    part.register(app)
for part_of_floor in (setup, ledger, meters, audit, report, export, gaming_day):
    part_of_floor.register(app)

UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""What a command that only prints can meet: every file that is handed over names its own."""

TRY = (
    ("houserules play pa-653a", "a practice table in this terminal"),
    ("houserules settle --template pa-653a > hand.toml", "a hand to settle: cards, wagers, decisions"),
    ("houserules settle hand.toml", "every wager of every seat, with the paragraph that decided it"),
    ("houserules procedure pa-653a --method hand", "the dealer's steps as a checklist"),
    ("houserules analyze pa-678a", "the exact hold of every permitted choice"),
    ("houserules simulate examples/studies/hold-pa-653a.toml", "millions of rounds, beside the exact values"),
    ("houserules law", "every paragraph of the six regulations, and how it is carried out"),
    ('houserules law show pa-653a "653a.11(h)"', "a paragraph, with the rules and tables that rest on it"),
    ("houserules law readings ma-colorado", "where a text contradicts itself, and the reading used"),
    ("houserules law diff pa-647a md-thb", "one game, two laws: what differs"),
    ("houserules submission new pa-653a -o my.toml", "a Rules Submission with every choice explained"),
    ("houserules submission check my.toml", "all findings, each with its paragraph"),
    ("houserules sign my.toml --format html > sign.html", "the sign for the table"),
    (
        "houserules floor init --property NAME --jurisdiction pa --db floor.db",
        "a floor of your own (docs/operations.md)",
    ),
    ('houserules hand "Kd Qh Ad Jh 4s 5h 6d"', "what a hand is under each ranking"),
)


@app.callback(invoke_without_command=True)
def overview(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    """Without a command: what is here, and what to try."""
    if version:
        console.print(__version__, highlight=False)
        raise typer.Exit
    if context.invoked_subcommand is None:
        _welcome()


def _welcome() -> None:
    books = make_table("houserules: regulated hold 'em house games as executable law", "id", "game", "law")
    for book in rulebooks.all_rulebooks():
        add_row(books, book.id, book.game, f"{book.regulation} ({book.status})")
    console.print(books)
    commands = make_table("Try", "command", "shows")
    for command, shows in TRY:
        add_row(commands, command, shows)
    console.print(commands)


@cache
def the_commands() -> Callable[[], object]:
    """Every command with its options, read once: Typer's own call reads all of them again each time."""
    return typer.main.get_command(app)


def main() -> None:
    """The console script."""
    _write_any_letter()
    print_money_as(DOLLARS)  # until a command opens a floor, or shows a table's own sign
    output = sys.stdout
    try:
        try:
            the_commands()()
        finally:
            sys.stdout.flush()
            if sys.stdout is not output:  # Typer met a closed pipe, and put a silent output in its place
                raise BrokenPipeError
    except BrokenPipeError:  # whoever read it has seen enough
        _write_no_more()
        sys.exit(CLOSED_PIPE)
    except OSError as error:
        _write_no_more()
        complain(_of_the_system(error))
        sys.exit(BAD_INPUT)
    except HouserulesError as error:
        complain(error)
        sys.exit(BAD_INPUT)


def _write_any_letter() -> None:
    """Where the terminal lacks a letter, another stands for it; where there is no output at all, nothing is written."""
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _write_no_more() -> None:
    """What is still to be written has nowhere to go; the interpreter would try once more, and complain, as it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _of_the_system(error: OSError) -> BadFile:
    """A refusal of the operating system that nothing nearer to its cause has named."""
    what = str(error.filename or ("standard output" if error.errno in UNWRITTEN else "something"))
    return BadFile(f"{what} cannot be used: {error.strerror or error}", accepted="a place you may read or write")


if __name__ == "__main__":
    main()
