"""`tablelaw law check`: lists all faults of a rulebook at once, plays rounds with bots, and says which parts of the
system support its game.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablelaw import rulebooks
from tablelaw.cli.completion import rulebook_ids
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, say, show_json
from tablelaw.cli.progress import solving
from tablelaw.errors import TablelawError

if TYPE_CHECKING:
    from tablelaw.cli.law_check.folder_check import Checked
    from tablelaw.cli.law_check.readers import Served

FAULTS_FOUND = 1

Folder = Annotated[
    str,
    typer.Argument(
        metavar="PATH", help="The folder of a rulebook, or the id of a known one.", autocompletion=rulebook_ids
    ),
]
Thorough = Annotated[
    bool, typer.Option("--thorough", help="Solve, simulate and write PAR sheets too, and play 2,000 rounds.")
]


def check(path: Folder, thorough: Thorough = False, as_json: JsonFlag = False) -> None:
    """All faults of a rulebook, random rounds by bots, and which commands support its game; code 1 if it has faults."""
    # A floor is slow to load, so only when one is needed.
    from tablelaw.cli.law_check.folder_check import QUICK, THOROUGH, check_folder, check_rulebook

    effort = THOROUGH if thorough else QUICK
    with solving("checking") as tell:
        if path in rulebooks.IDS and not Path(path).is_dir():
            found = check_rulebook(rulebooks.get(path), rulebooks.folder_of(path), effort, tell)
        else:
            found = check_folder(Path(path), effort, tell)
    if as_json:
        show_json(_as_json(found))
    else:
        _show(found)
    if found.faults:
        raise typer.Exit(FAULTS_FOUND)


def _as_json(found: Checked) -> dict[str, Any]:
    played = found.played
    rounds = {"rounds": played.rounds, "void": played.void, "lines": played.lines} if played else None
    return {
        "path": str(found.folder),
        "rulebook": found.book.id if found.book else None,
        "game": found.book.game if found.book else None,
        "faults": [_told(fault) for fault in found.faults],
        "bots": rounds | {"irregularities": dict(played.irregularities)} if played and rounds else None,
        "readers": [_reader(served) for served in found.readers],
        "not_run": list(found.not_run),
    }


def _told(error: TablelawError) -> dict[str, Any]:
    return {"where": error.where, "what": error.what, "why": error.why or None, "accepted": error.accepted or None}


def _reader(served: Served) -> dict[str, Any]:
    return {
        "reader": served.reader,
        "served": served.refusal is None,
        "answer": served.answer,
        "asked": served.is_asked,
        "by": served.by or None,
        "refusal": _told(served.refusal) if served.refusal else None,
    }


def _show(found: Checked) -> None:
    name = f"{found.book.game} ({found.book.id})" if found.book else str(found.folder)
    count = len(found.faults)
    say(f"{name}: {f'{count} faults' if count > 1 else 'one fault' if count else 'no faults'}.")
    for fault in found.faults:
        say(f"- {fault.sentence()}")
    if found.played:
        _show_played(found)
    if not found.readers:
        return
    table = make_table("Readers", "reader", "serves it", "by, or why not", "what would be served")
    for served in found.readers:
        refusal = served.refusal
        reason = f"{refusal.what}: {refusal.why}" if refusal and refusal.why else refusal.what if refusal else served.by
        answer = served.answer if served.is_asked else f"{served.answer}, by its structure"
        add_row(table, served.reader, answer, reason, refusal.accepted if refusal else "")
    console.print(table)
    if found.not_run:
        say(f"Not run: {', '.join(found.not_run)}; --thorough runs them, and plays more rounds.")


def _show_played(found: Checked) -> None:
    assert found.played is not None
    met = ", ".join(f"{name} {times}" for name, times in found.played.irregularities.most_common())
    say(
        f"Bots played {found.played.rounds:,} rounds, {found.played.void:,} of them void, and settled "
        f"{found.played.lines:,} wagers; the money was conserved in each. Irregularities: {met or 'none'}."
    )
