"""`tablelaw law check`: a rulebook's folder with all its faults at once, and the readers that can serve it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tablelaw.cli.output import JsonFlag, add_row, console, make_table, say, show_json
from tablelaw.cli.rulebook_check import Checked, Served, check_folder
from tablelaw.errors import TablelawError

FAULTS_FOUND = 1

Folder = Annotated[Path, typer.Argument(metavar="PATH", help="The folder of a rulebook.")]


def check(path: Folder, as_json: JsonFlag = False) -> None:
    """All faults of a rulebook's folder, and which readers can serve its game; ends with code 1 if it has faults."""
    found = check_folder(path)
    if as_json:
        show_json(_as_json(found))
    else:
        _show(found)
    if found.faults:
        raise typer.Exit(FAULTS_FOUND)


def _as_json(found: Checked) -> dict[str, Any]:
    return {
        "path": str(found.folder),
        "rulebook": found.book.id if found.book else None,
        "game": found.book.game if found.book else None,
        "faults": [_told(fault) for fault in found.faults],
        "readers": [_reader(served) for served in found.readers],
    }


def _told(error: TablelawError) -> dict[str, Any]:
    return {"where": error.where, "what": error.what, "why": error.why or None, "accepted": error.accepted or None}


def _reader(served: Served) -> dict[str, Any]:
    refusal = _told(served.refusal) if served.refusal else None
    return {"reader": served.reader, "served": refusal is None, "by": served.by or None, "refusal": refusal}


def _show(found: Checked) -> None:
    name = f"{found.book.game} ({found.book.id})" if found.book else str(found.folder)
    count = len(found.faults)
    say(f"{name}: {f'{count} faults' if count > 1 else 'one fault' if count else 'no faults'}.")
    for fault in found.faults:
        say(f"- {fault.sentence()}")
    if not found.readers:
        return
    table = make_table("Readers", "reader", "serves it", "by, or why not", "what would be served")
    for served in found.readers:
        refusal = served.refusal
        reason = f"{refusal.what}: {refusal.why}" if refusal and refusal.why else refusal.what if refusal else served.by
        add_row(table, served.reader, "no" if refusal else "yes", reason, refusal.accepted if refusal else "")
    console.print(table)
