"""`tablelaw procedure ID --method hand`: the dealer's steps as a checklist to print, each with its paragraphs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from tablelaw import rulebooks
from tablelaw.cli.arguments import RulebookId
from tablelaw.cli.output import JsonFlag, console, refuse, show_json
from tablelaw.cli.text_tables import Sheet
from tablelaw.clock import today
from tablelaw.law.rows import Dealing
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.submission.submission import load_submission
from tablelaw.table.reading.checklist import Section, Task, dealing_of
from tablelaw.table.reading.checklist import procedure as checklist


def procedure(
    rulebook_id: RulebookId,
    method: Annotated[str, typer.Option(help="manual-shoe, hand, automated-shoe or reshuffling-shoe.")] = "",
    submission: Annotated[Path | None, typer.Option(help="Only the choices of this table's Rules Submission.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """The dealer's steps for opening a table and for a whole round, as a checklist with cites."""
    book, terms = rulebooks.get(rulebook_id), None
    if submission is not None:
        book, terms, method = _chosen(book, submission, method)
    dealing = dealing_of(book, method)
    sections = checklist(book, dealing.id, terms)
    if as_json:
        show_json(_json(book, dealing, sections))
    else:
        _show(book, dealing, sections)


def _chosen(book: Rulebook, file: Path, method: str) -> tuple[Rulebook, Terms, str]:
    made = load_submission(file, today())
    if made.book is not book:
        refuse(f"{file} is a submission under {made.book.id}", accepted=f"one under {book.id}")
    return book, made.terms, method or made.dealing


def _json(book: Rulebook, dealing: Dealing, sections: list[Section]) -> dict[str, object]:
    return {
        "rulebook": book.id,
        "method": dealing.id,
        "name": dealing.name,
        "cites": [str(cite) for cite in dealing.cite],
        "sections": msgspec.to_builtins(sections),
    }


def _show(book: Rulebook, dealing: Dealing, sections: list[Section]) -> None:
    console.print(Text(f"{book.game}: {dealing.name.lower()}", "bold"))
    console.print(f"{book.regulation} ({book.jurisdiction}); {dealing.cite}", highlight=False, markup=False)
    console.print(_grid(sections))


def _grid(sections: list[Section]) -> Sheet:
    """Lays out numbered boxes to tick; what players may do is printed between them, without a box."""
    columns = ("done", "step", "who", "what", "law")
    grid = Sheet("", columns, numbers=("step",), whole=("done",), has_header=False, box=None)
    number = 1
    for section in sections:
        grid.add_row(*[""] * len(columns))
        grid.add_row("", "", "", Text(section.title, "bold"), "")
        for task in section.tasks:
            box = "[ ]" if task.who in ("dealer", "floorperson") else ""
            grid.add_row(Text(box), str(number), task.who, _words(task), Text(", ".join(task.cites), "cyan"))
            number += 1
    return grid


def _words(task: Task) -> Text:
    text = Text(task.do)
    if task.when:
        text.append(f" ({task.when})", "italic")
    return text


def register(app: typer.Typer) -> None:
    app.command(name="procedure")(procedure)
