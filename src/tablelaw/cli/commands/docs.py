"""`tablelaw docs`: the documents of the project, listed and printed without a network."""

from __future__ import annotations

from typing import Annotated

import typer

from tablelaw.cli.completion import document_names
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, show_json
from tablelaw.documents import all_documents, find_document

Wanted = Annotated[
    str,
    typer.Argument(
        metavar="[NAME]",
        help="A document, such as settle or tutorials/player; without one, all are listed.",
        autocompletion=document_names,
    ),
]
Sought = Annotated[str, typer.Option("--search", metavar="WORDS", help="Only lines that contain these words.")]


def docs(name: Wanted = "", words: Sought = "", as_json: JsonFlag = False) -> None:
    """The documents: tutorials, guides and reference, listed, searched and printed."""
    found = (find_document(name),) if name else all_documents()
    if words:
        lines = [(one.name, number, line) for one in found for number, line in _lines(one.text, words)]
        if as_json:
            show_json({"lines": [{"document": of, "line": number, "text": line} for of, number, line in lines]})
            return
        for of, number, line in lines:
            console.print(f"{of}:{number}: {line}", markup=False, highlight=False, soft_wrap=True)
    elif name:
        (one,) = found
        if as_json:
            show_json({"name": one.name, "title": one.title, "text": one.text})
        else:
            typer.echo(one.text, nl=False)
    elif as_json:
        show_json({"documents": [{"name": one.name, "title": one.title} for one in found]})
    else:
        table = make_table("Documents: tablelaw docs NAME", "name", "title", whole=("name",))
        for one in found:
            add_row(table, one.name, one.title)
        console.print(table)


def _lines(text: str, words: str) -> list[tuple[int, str]]:
    wanted = words.lower().split()
    numbered = enumerate(text.splitlines(), 1)
    return [(number, line.strip()) for number, line in numbered if all(word in line.lower() for word in wanted)]


def register(app: typer.Typer) -> None:
    app.command()(docs)
