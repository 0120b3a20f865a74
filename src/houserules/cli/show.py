"""How the command line shows things: Rich tables for people, JSON for programs, errors without tracebacks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

console = Console()
complaints = Console(stderr=True)

JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON with a stable shape (docs/cli.md).")]

BAD_INPUT = 2


def show_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def make_table(title: str, *columns: str, numbers: Iterable[str] = ()) -> Table:
    table = Table(title=title, title_justify="left", header_style="bold", expand=False)
    right = set(numbers)
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def add_row(table: Table, *cells: object) -> None:
    table.add_row(*(escape(str(cell)) for cell in cells))


def refuse(message: str) -> NoReturn:
    """Says what is wrong on standard error and ends with the code for bad input."""
    complaints.print(f"[bold red]refused[/] {escape(message)}", highlight=False)
    raise typer.Exit(BAD_INPUT)
