"""How the command line shows things: Rich tables for people, JSON for programs, errors without tracebacks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Annotated, NoReturn

import typer
from rich.box import SIMPLE_HEAD
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
    table = Table(
        title=title, title_justify="left", header_style="bold", box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0)
    )
    right = set(numbers)
    for column in columns:
        narrow = column in right or column in ("id", "code")
        table.add_column(column, justify="right" if column in right else "left", overflow="fold", no_wrap=narrow)
    return table


def add_row(table: Table, *cells: object) -> None:
    table.add_row(*(escape(str(cell)) for cell in cells))


def refuse(message: str) -> NoReturn:
    """Says what is wrong on standard error and ends with the code for bad input."""
    complaints.print(f"[bold red]refused[/] {escape(message)}", highlight=False, soft_wrap=True)
    raise typer.Exit(BAD_INPUT)
