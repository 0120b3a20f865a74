"""The application behind `tablelaw`: its options, the overview that it prints without a command, and how a run ends."""

from __future__ import annotations

import errno
import os
import sys
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

from tablelaw.cli.command_list import CommandsOnDemand, asked_command
from tablelaw.cli.exit_codes import BAD_INPUT, CLOSED_PIPE, STOPPED
from tablelaw.cli.output import add_row, complain, console, make_table
from tablelaw.errors import BadFile, TablelawError, WrongUse
from tablelaw.extras import extras_named
from tablelaw.money_format import DOLLARS
from tablelaw.printed_money import print_money_as
from tablelaw.version import __version__

NAME = "tablelaw"
UsageError: Any = typer.BadParameter.__base__
"""The base class of Typer's errors about wrong usage, which Typer does not export itself."""

app = typer.Typer(
    cls=CommandsOnDemand,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    help="Regulated house poker games as executable law.",
)

UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""Errors that commands which only print attribute to standard output; commands that write files name the file instead.
"""

RulebookPaths = Annotated[
    list[Path] | None,
    typer.Option("--rulebooks", metavar="PATH", help="A folder with rulebooks of your own; may be repeated."),
]


@app.callback(invoke_without_command=True)
def overview(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
    found_in: RulebookPaths = None,
) -> None:
    """Lists the commands and some examples if no command is given."""
    if found_in:
        from tablelaw import rulebooks

        rulebooks.outside.add_paths(found_in)
        rulebooks.found_outside()
    if version:
        console.print(__version__, highlight=False)
        raise typer.Exit
    if context.invoked_subcommand is None:
        _welcome()


def _welcome() -> None:
    from tablelaw import rulebooks
    from tablelaw.cli.examples import examples

    books = make_table("tablelaw: regulated house poker games as executable law", "id", "game", "law")
    for book in (*rulebooks.all_rulebooks(), *map(rulebooks.get, rulebooks.found_outside())):
        add_row(books, book.id, book.game, f"{book.regulation} ({book.status})")
    console.print(books)
    commands = make_table("Try", "command", "shows")
    for command, shows in examples():
        add_row(commands, command, shows)
    console.print(commands)


@cache
def the_commands() -> Any:
    """Every command with its options, built once, since Typer would build them again on each call."""
    return typer.main.get_command(app)


def run() -> int:
    """Carries out the command of this process and returns its exit code; a refusal is one line, never a traceback."""
    _write_any_letter()
    print_money_as(DOLLARS)  # until a command opens a floor or shows a table's own sign
    try:
        return _carried_out()
    except BrokenPipeError:  # the reader has seen enough
        _write_no_more()
        return CLOSED_PIPE
    except OSError as error:
        _write_no_more()
        complain(_of_the_system(error))
    except UsageError as error:
        return _show_usage(error)
    except RecursionError:
        complain(BadFile("what was read is nested too deeply", accepted="lists and tables within a few dozen others"))
    except TablelawError as error:
        complain(error)
    except typer.Abort:  # Ctrl-C, or the end of the input, at a question
        return STOPPED
    return BAD_INPUT


def _carried_out() -> int:
    output = sys.stdout
    try:
        with extras_named(f"{NAME} {asked_command(sys.argv[1:])}"):
            ended = the_commands()(prog_name=NAME, standalone_mode=False)
        return ended if isinstance(ended, int) else 0
    finally:
        sys.stdout.flush()
        if sys.stdout is not output:  # Typer met a closed pipe and replaced the output by a silent one
            raise BrokenPipeError


def _show_usage(error: Any) -> int:
    """Prints a usage error in one line; Typer has already printed the help for a group without a subcommand."""
    command = error.ctx.command_path if error.ctx is not None else NAME
    if type(error).__name__ == "NoArgsIsHelpError":  # Typer has printed the help already, as the error was made
        return BAD_INPUT
    what = " ".join(error.format_message().split()).rstrip(".")
    complain(WrongUse(what, where=command, accepted=f"what `{command} --help` lists"))
    return BAD_INPUT


def _write_any_letter() -> None:
    """Replaces characters that the terminal cannot show, and discards output if there is nowhere to write it."""
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _write_no_more() -> None:
    """Discards output that has nowhere to go, so that the interpreter does not fail on it at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _of_the_system(error: OSError) -> BadFile:
    """Turns an error of the operating system into a refusal, if no code closer to its cause has done so."""
    what = str(error.filename or ("standard output" if error.errno in UNWRITTEN else "something"))
    return BadFile(f"{what} cannot be used: {error.strerror or error}", accepted="a place you may read or write")
